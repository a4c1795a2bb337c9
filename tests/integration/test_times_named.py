"""A whole memory understands the times that questions name."""

from datetime import UTC, datetime

import pytest

from lembranca import Memory

BEACHES = {"m1": datetime(2023, 5, 7, 20, tzinfo=UTC), "m2": datetime(2023, 6, 1, 9, tzinfo=UTC)}


@pytest.fixture
async def ana(tmp_path):
    async with Memory.open(data_dir=tmp_path) as memory:
        ana = memory.for_user("ana")
        beaches = [
            {"id": name, "role": "user", "content": f"Fui à praia {name}", "timestamp": when}
            for name, when in BEACHES.items()
        ]
        other = [
            {
                "id": f"n{n}",
                "role": "user",
                "content": f"Receita de bolo {n}",
                "timestamp": datetime(2024, 1, n, tzinfo=UTC),
            }
            for n in range(1, 29)
        ]
        await ana.conversation("c").add_messages([*beaches, *other])
        await memory.drain()
        yield ana


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("A que praia fui em 7 de maio de 2023?", "m1"),
        ("A que praia fui em junho de 2023?", "m2"),
        ("Which praia did I see on June 1, 2023?", "m2"),
        ("Which praia did I see the month before June 2023?", "m1"),
    ],
)
async def test_what_was_said_then_comes_first_and_the_explanation_says_why(ana, question, first):
    hits = await ana.search(question, limit=2, explain=True)

    assert hits[0].message_id == first
    assert hits[0].explanation.time > 0


async def test_a_context_recalls_what_was_said_then(ana):
    context = await ana.conversation("new").load("A que praia fui em maio de 2023?")

    assert next(item for item in context.items if item.section == "recalled").message_ids == ("m1",)
