"""The contract of `IFactExtractor` as tests."""

from __future__ import annotations

import asyncio
import copy
from abc import ABC, abstractmethod
from typing import ClassVar

import pytest

from lembranca.domain.fact import FACT_KINDS, FactRequest
from lembranca.domain.message import Message
from lembranca.ports.fact_extractor import IFactExtractor
from lembranca.testing.samples import message

_MOST = 20
_SAID = (
    "Moro em Curitiba e sou alérgica a camarão.",
    "I work as a nurse and I hate cilantro.",
    "Bom dia, tudo bem?",
)


def said(*texts: str) -> tuple[Message, ...]:
    """Give user messages with *texts*, under the ids m1, m2 ..."""
    return tuple(message(f"m{place}", content=text) for place, text in enumerate(texts, 1))


class FactExtractorContract(ABC):
    """
    What every extractor keeps. Subclass it and give the fixture `extractor`.

    Set `same_again` to False for a model that does not promise to answer alike.
    """

    same_again: ClassVar[bool] = True

    @pytest.fixture
    @abstractmethod
    def extractor(self) -> IFactExtractor:
        """Give the extractor under test."""

    def test_it_says_who_it_is(self, extractor: IFactExtractor) -> None:
        assert extractor.identity

    async def test_what_people_say_of_themselves_becomes_facts(self, extractor: IFactExtractor) -> None:
        facts = await extractor.extract(FactRequest(said(*_SAID), {}))

        assert any("Curitiba" in fact.content for fact in facts)
        assert any("nurse" in fact.content for fact in facts)

    async def test_each_fact_is_well_formed_and_names_a_message_of_the_request(self, extractor: IFactExtractor) -> None:
        facts = await extractor.extract(FactRequest(said(*_SAID), {}))

        assert {fact.message_id for fact in facts} <= {"m1", "m2", "m3"}
        assert all(fact.kind in FACT_KINDS and fact.content.strip() and 0 <= fact.weight <= 1 for fact in facts)

    async def test_nothing_said_gives_nothing(self, extractor: IFactExtractor) -> None:
        assert await extractor.extract(FactRequest((), {})) == []

    async def test_small_talk_gives_nothing(self, extractor: IFactExtractor) -> None:
        assert await extractor.extract(FactRequest(said("Bom dia, tudo bem?", "Thanks, see you!"), {})) == []

    async def test_the_assistants_words_alone_are_no_source(self, extractor: IFactExtractor) -> None:
        asked = FactRequest(said("ok"), {"m1": "Você é vegetariana e mora em Natal."})

        assert await extractor.extract(asked) == []

    async def test_one_message_gives_at_most_twenty_facts_none_of_them_twice(self, extractor: IFactExtractor) -> None:
        loves = " ".join(f"Eu adoro {thing}." for thing in ("samba", "choro", "arroz", "pesca") * 20)
        places = " ".join(f"Eu gosto de coisas {number}." for number in range(60))
        facts = await extractor.extract(FactRequest(said(loves, places), {}))

        for name in ("m1", "m2"):
            told = [(fact.kind, fact.content) for fact in facts if fact.message_id == name]
            assert len(told) <= _MOST
            assert len(set(told)) == len(told)

    async def test_a_megabyte_is_no_trouble(self, extractor: IFactExtractor) -> None:
        facts = await extractor.extract(FactRequest(said("Moro em Natal. " * 70_000), {}))

        assert len(facts) <= _MOST

    async def test_the_request_stays_as_it_was(self, extractor: IFactExtractor) -> None:
        asked = FactRequest(said(*_SAID), {"m1": "Onde você mora?"})
        before = copy.deepcopy(asked)
        await extractor.extract(asked)

        assert asked == before

    async def test_the_same_request_gives_the_same_facts(self, extractor: IFactExtractor) -> None:
        if not self.same_again:
            pytest.skip("a model that does not claim it")
        asked = FactRequest(said(*_SAID), {})

        assert await extractor.extract(asked) == await extractor.extract(asked)

    async def test_several_at_the_same_time_do_not_mix(self, extractor: IFactExtractor) -> None:
        requests = [FactRequest(said(text), {}) for text in _SAID]
        together = await asyncio.gather(*(extractor.extract(asked) for asked in requests))

        assert together == [await extractor.extract(asked) for asked in requests]
