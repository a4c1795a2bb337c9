"""Measures what the README claims, as ratios within one run: `make bench`."""
