"""The history and all that is true, on SQLite."""
