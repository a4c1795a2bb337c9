"""Entities, values and policies: plain Python, no I/O, no clock, no driver."""
