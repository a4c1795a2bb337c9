"""How conversations are condensed, from the settings: the preset in force and who makes the summaries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lembranca.adapters.outbound.breathing import BreathingNormalizer, BreathingTokenCounter
from lembranca.adapters.outbound.extractive import ExtractiveSummarizer
from lembranca.application.precedence import Precedence
from lembranca.application.summary_maker import CompressionSettings
from lembranca.bootstrap.settings import Settings
from lembranca.domain.errors import ConfigurationError
from lembranca.domain.paragraph import Paragraph
from lembranca.domain.plan import Manner, NoCompression
from lembranca.domain.preset import Preset, preset_named
from lembranca.domain.rolling import Rolling
from lembranca.domain.tiers import Tiers
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.summarizer import ISummarizer
from lembranca.ports.token_counter import ITokenCounter


def preset_in_force(settings: Settings) -> Preset:
    """Give the preset that the settings name, with what they change of it."""
    preset = preset_named(settings.preset)
    window = settings.max_context_tokens or preset.max_context_tokens
    changed = _given(max_context_tokens=window, recent_messages=settings.keep_messages)
    if settings.summary_share is not None and isinstance(preset.manner, Rolling):
        changed["summary_share"] = settings.summary_share
    manner = _manner(settings, preset.manner, window)
    if isinstance(manner, Paragraph):  # what the paragraph may have, the context must be able to show
        changed["summary_share"] = min(0.9, max(preset.summary_share, manner.tokens / window))
    return replace(preset, manner=manner, **changed)


def compression_settings(settings: Settings) -> CompressionSettings:
    """Give what the compression agent is told."""
    return CompressionSettings(preset_in_force(settings).manner, settings.language)


def extractive_summarizer(counter: ITokenCounter, normalizer: INormalizer, precedence: Precedence) -> ISummarizer:
    """Make the summarizer that needs no model; it computes in a thread, behind what somebody waits for."""
    return ExtractiveSummarizer(
        BreathingTokenCounter(counter, precedence.breathe), BreathingNormalizer(normalizer, precedence.breathe)
    )


def chosen_summarizer(
    settings: Settings, offline: ISummarizer, model: ILanguageModel | None, counter: ITokenCounter
) -> ISummarizer:
    """
    Give who condenses: the offline method alone, or behind the language model.

    Raises:
        ConfigurationError: the settings want a language model and name none, or its prompts cannot be read.

    """
    if model is None and settings.summarizer == "llm":
        raise ConfigurationError("summarizer", "llm", "it needs the setting llm")
    if model is None or settings.summarizer == "extractive":
        return offline
    from lembranca.adapters.outbound.language_model.summarizer import LanguageModelSummarizer
    from lembranca.adapters.outbound.language_model.templates import Prompts
    from lembranca.adapters.outbound.resilient_summarizer import ResilientSummarizer

    return ResilientSummarizer(LanguageModelSummarizer(model, counter, Prompts.read(settings.prompts_dir)), offline)


def _manner(settings: Settings, manner: Manner, window: int) -> Manner:
    if not settings.compress:
        return NoCompression()
    match manner:
        case Rolling():
            more = _given(keep=settings.keep_messages, share=settings.summary_share, above=settings.compress_above)
            return replace(manner, window=window, **more)
        case Tiers():
            more = _given(whole=settings.whole_cycles, block=settings.block_cycles, ratio=settings.tier_ratio)
            return replace(manner, total=window, **more)
        case Paragraph():
            return replace(manner, **_given(exchanges=settings.paragraph_exchanges, tokens=settings.paragraph_tokens))
        case _:
            return manner


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
