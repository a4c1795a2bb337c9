"""The rules are held to precision and recall on the labelled messages of each language."""

import asyncio

import pytest

from labelled.labels import LANGUAGES, Extracted, load_messages
from labelled.scoring import score
from lembranca.adapters.outbound.rules.extractor import RuleFactExtractor
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.fact import FactRequest
from lembranca.testing.samples import message


@pytest.fixture(scope="module")
def totals():
    return {language: asyncio.run(_total(language)) for language in LANGUAGES}


async def _total(language):
    extractor = RuleFactExtractor(SnowballNormalizer())
    labelled = load_messages(language)
    results = []
    for one in labelled:
        said = message(one.id, content=one.text)
        facts = await extractor.extract(FactRequest((said,), {one.id: one.context} if one.context else {}))
        results.append((one.id, [Extracted(fact.kind, fact.content) for fact in facts]))
    return score(labelled, results).total


@pytest.mark.parametrize("language", LANGUAGES)
def test_nine_of_ten_entries_are_right(totals, language):
    assert totals[language].precision >= 0.90


@pytest.mark.parametrize("language", LANGUAGES)
def test_seven_of_ten_facts_are_found(totals, language):
    assert totals[language].recall >= 0.70
