"""What the rules know of English."""
