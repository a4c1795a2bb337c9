"""Adapters that need nothing but this process."""
