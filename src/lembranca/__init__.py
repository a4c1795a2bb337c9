"""Lembrança: conversational memory for LLM applications."""
