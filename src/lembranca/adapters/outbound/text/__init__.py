"""Text normalisation."""
