"""The interfaces between the use cases and the world."""
