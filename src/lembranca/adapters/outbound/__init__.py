"""Ways out."""
