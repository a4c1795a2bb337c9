"""Facts by rules, in Portuguese and English."""
