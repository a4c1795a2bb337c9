"""The session cache on Redis."""
