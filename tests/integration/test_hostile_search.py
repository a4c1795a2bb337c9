"""Any text may be searched for: it finds something or nothing, or is refused as no text at all."""

import random

import pytest

from lembranca import InvalidInput, Memory

TEXTS = 5_000
PIECES = [
    '"',
    "'",
    '""',
    "AND",
    "OR",
    "NOT",
    "NEAR(",
    "NEAR(a b, 2)",
    "*",
    "^",
    ":",
    "terms:",
    "{terms} :",
    "-",
    "+",
    "(",
    ")",
    "\\",
    ";",
    "--",
    "/*",
    "%",
    "_",
    "?",
    "$1",
    "\0",
    "\n",
    "\r\n",
    "\x1b[31m",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\uffff",
    "😀",
    "👩‍👩‍👧‍👦",
    "e\u0301",
    "ﬁ",
    "ß",
    "İ",
    "日本語",
    "ภาษาไทย",
    "한국어",
    "مرحبا",
    "जंतर",
    "1_jantar",
    "1a_",
    "jantar",
    "what did Ana say about dinner",
    "O que a Ana disse sobre o jantar?",
    "x" * 70,
    "9" * 40,
    "1e999",
    "NaN",
    "SELECT * FROM messages",
    "DROP TABLE messages",
    "\ud800",
    "\udfff",
]


def texts(chance):
    """Random texts made of hostile pieces, of any characters, and a few that are very long."""
    for number in range(TEXTS):
        if number % 3 == 0:
            yield "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randrange(1, 40)))
        elif number % 500 == 1:
            yield chance.choice(PIECES) * (1_000_000 // 5)
        else:
            yield chance.choice(["", " "]).join(chance.choices(PIECES, k=chance.randrange(1, 12)))


def refused_by_rule(text):
    return not text or any("\ud800" <= character <= "\udfff" for character in text)


@pytest.fixture
async def ana(tmp_path):
    async with Memory.open(data_dir=tmp_path) as memory:
        ana = memory.for_user("ana")
        for place, piece in enumerate(PIECES):
            if not refused_by_rule(piece):
                await ana.conversation(f"c{place % 3}").save(user=f"jantar {piece} dinner", assistant=piece)
        await memory.drain()
        yield ana


@pytest.mark.slow
async def test_5000_hostile_texts_find_something_or_nothing_but_never_fail(ana):
    chance = random.Random(3)
    refused = answered = found = 0
    for text in texts(chance):
        limit = chance.choice([1, 5, 1000])
        try:
            entries = await ana.search(text, limit=limit)
        except InvalidInput:
            assert refused_by_rule(text), ascii(text)
            refused += 1
        else:
            assert not refused_by_rule(text), ascii(text)
            assert len(entries) <= limit
            answered += 1
            found += bool(entries)

    assert refused + answered == TEXTS
    assert answered > TEXTS / 2
    assert found > TEXTS / 4


@pytest.mark.parametrize("text", ["a", "jantar ", "😀", "\0", '"'])
async def test_a_megabyte_is_searched_for_and_loaded_with(ana, text):
    long = text * (1_000_000 // len(text.encode()))
    assert isinstance(await ana.search(long), list)
    context = await ana.conversation("c1").load(long, max_tokens=200)
    assert context.tokens.total <= 200


@pytest.mark.parametrize("query", [None, 3, b"jantar", "", ["jantar"], "\ud83d"])
async def test_what_is_no_text_is_refused_by_name(ana, query):
    with pytest.raises(InvalidInput, match="query"):
        await ana.search(query)


@pytest.mark.parametrize("limit", [0, -1, 1.0, True, "5", None, 10**9])
async def test_a_limit_that_is_none_is_refused_by_name(ana, limit):
    with pytest.raises(InvalidInput, match="limit"):
        await ana.search("jantar", limit=limit)
