"""The world: stores, models, formats, terminals."""
