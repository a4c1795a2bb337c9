"""Whatever a message repeats, the rules come to an end with it soon: none of their patterns tries all combinations."""

import asyncio

import pytest

from lembranca.adapters.outbound.rules.extractor import RuleFactExtractor
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.fact import FactRequest
from lembranca.testing.samples import message

UNITS = [
    "lost my ",
    "so ",
    "and I ",
    "I like the ",
    "no, ",
    "not really ",
    "my very own ",
    "eu ",
    "e eu também ",
    "não gosto de ",
    "Moro em São Paulo. ",
    "a-1, ",
    "1 ",
    " \t",
    "\n> ",
    "a",
    "“",
    "🙄 ",
]


# With a pattern that does, 600 characters take minutes, so that the limit tells the two apart on any machine.
@pytest.mark.timeout(60)
@pytest.mark.parametrize("characters", [600, 20_000])
@pytest.mark.parametrize("unit", UNITS)
def test_a_message_that_repeats_itself_is_read_to_its_end(unit, characters):
    content = ("I " + unit * characters)[:characters]
    said = message("m1", content=content)
    facts = asyncio.run(RuleFactExtractor(SnowballNormalizer()).extract(FactRequest((said,), {})))

    assert len(facts) <= 20
