"""Facts by rules, in Portuguese and English."""

IDENTITY = "rules:v1"
"""Who reads, of whatever language."""
