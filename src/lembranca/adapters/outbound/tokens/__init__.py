"""Token counters."""
