"""Summaries without a model: the most telling clauses of what was said."""

from lembranca.adapters.outbound.extractive.summarizer import ExtractiveSummarizer

__all__ = ["ExtractiveSummarizer"]
