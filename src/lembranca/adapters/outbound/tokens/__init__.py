"""Token counting."""
