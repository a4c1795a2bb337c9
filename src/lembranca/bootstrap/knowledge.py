"""Who reads facts from what is said, from the settings."""

from __future__ import annotations

from functools import partial

from lembranca.adapters.outbound.breathing import BreathingNormalizer
from lembranca.adapters.outbound.deferred_fact_extractor import DeferredFactExtractor
from lembranca.adapters.outbound.rules import IDENTITY
from lembranca.application.precedence import Precedence
from lembranca.bootstrap.settings import Settings
from lembranca.domain.errors import ConfigurationError
from lembranca.ports.fact_extractor import IFactExtractor
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter


def chosen_extractor(
    settings: Settings,
    normalizer: INormalizer,
    model: ILanguageModel | None,
    counter: ITokenCounter,
    precedence: Precedence,
) -> IFactExtractor | None:
    """
    Give who reads facts: the rules alone, or behind the language model; None when nobody is to.

    Raises:
        ConfigurationError: the settings want a language model and name none, or its prompts cannot be read.

    """
    if settings.extractor == "none":
        return None
    if model is None and settings.extractor == "llm":
        raise ConfigurationError("extractor", "llm", "it needs the setting llm")
    rules = DeferredFactExtractor(IDENTITY, partial(_rules, normalizer, precedence))
    if model is None or settings.extractor == "rules":
        return rules
    from lembranca.adapters.outbound.language_model.fact_extractor import LanguageModelFactExtractor
    from lembranca.adapters.outbound.language_model.templates import Prompts
    from lembranca.adapters.outbound.resilient_fact_extractor import ResilientFactExtractor

    prompts = Prompts.read(settings.prompts_dir)
    return ResilientFactExtractor(LanguageModelFactExtractor(model, counter, normalizer, prompts), rules)


def _rules(normalizer: INormalizer, precedence: Precedence) -> IFactExtractor:
    from lembranca.adapters.outbound.rules.extractor import RuleFactExtractor

    return RuleFactExtractor(normalizer, precedence.breathe)


def breathing_normalizer(normalizer: INormalizer, precedence: Precedence) -> INormalizer:
    """Give the normaliser that lets what somebody waits for go first, for computing in a thread."""
    return BreathingNormalizer(normalizer, precedence.breathe)


def language_of_texts(settings: Settings) -> str | None:
    """Give the language of texts that do not tell theirs; None when it is not known."""
    return None if settings.language == "auto" else settings.language
