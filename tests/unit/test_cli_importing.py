"""An import keeps what can be kept, in order, and names the rest."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.adapters.inbound.cli.importing import Importer
from lembranca.adapters.inbound.formats import BadRecord, ImportedMessage
from lembranca.domain.errors import Conflict, StorageFull
from lembranca.domain.message import NewMessage
from lembranca.ports.memory_repository import AppendResult


class Memory:
    """A person's memory that refuses a batch with one of *refused*, and everything once *room* is used up."""

    def __init__(self, refused=(), room=10**9):
        self.kept = {}
        self.refused = set(refused)
        self.room = room
        self.largest = 0

    def call(self, work):
        return asyncio.run(work)

    def conversation(self, name):
        self.name = name
        return Chat(self, name)


class Chat:
    def __init__(self, memory, name):
        self.memory = memory
        self.name = name

    async def add_messages(self, messages):
        for message in messages:
            if message.id in self.memory.refused:
                raise Conflict("message", message.id, "content")
        if len(messages) > self.memory.room:
            raise StorageFull("no room")
        kept = self.memory.kept.setdefault(self.name, [])
        new = [message.id for message in messages if message.id not in kept]
        kept += new
        self.memory.largest = max(self.memory.largest, len(messages))
        return AppendResult([], len(new))


def record(conversation, number):
    message = NewMessage("user", f"text {number}", id=f"m{number}")
    return ImportedMessage(conversation, None, message, f"line {number}")


def imported(memory, records, into=None):
    bad = []
    importer = Importer(memory, memory, bad.append)
    importer.keep(records, into=into)
    return importer.tally, bad


@given(st.sets(st.integers(0, 39)))
def test_every_record_but_the_refused_is_kept_in_order(refused):
    memory = Memory({f"m{number}" for number in refused})

    tally, bad = imported(memory, [record("c", number) for number in range(40)])

    assert memory.kept.get("c", []) == [f"m{n}" for n in range(40) if n not in refused]
    assert [item.where for item in bad] == [f"line {n}" for n in sorted(refused)]
    assert (tally.new, tally.repeated, tally.bad) == (40 - len(refused), 0, len(refused))


def test_records_of_many_conversations_mixed_together_keep_their_order_in_each():
    memory = Memory()

    imported(memory, [record(f"c{number % 7}", number) for number in range(5_000)])

    assert memory.kept == {f"c{c}": [f"m{n}" for n in range(c, 5_000, 7)] for c in range(7)}


def test_a_batch_holds_at_most_500_messages():
    memory = Memory()

    imported(memory, [record("c", number) for number in range(1_700)])

    assert memory.largest == 500


def test_importing_again_counts_everything_as_repeated():
    memory = Memory()
    records = [record("c", number) for number in range(10)]
    imported(memory, records)

    tally, _ = imported(memory, records)

    assert (tally.new, tally.repeated) == (0, 10)


def test_all_records_go_into_the_conversation_that_is_named():
    memory = Memory()

    imported(memory, [record("a", 1), record("b", 2)], into="c")

    assert memory.kept == {"c": ["m1", "m2"]}


def test_what_a_reader_found_bad_is_counted_and_passed_on():
    tally, bad = imported(Memory(), [BadRecord("line 1", "no JSON"), record("c", 2)])

    assert bad == [BadRecord("line 1", "no JSON")]
    assert (tally.new, tally.bad) == (1, 1)


def test_only_the_first_hundred_bad_records_are_listed():
    tally, bad = imported(Memory(), [BadRecord(f"line {n}", "no JSON") for n in range(250)])

    assert (len(bad), tally.bad, len(tally.listed)) == (250, 250, 100)


def test_a_full_disk_stops_the_import_and_the_tally_says_what_was_kept():
    memory = Memory(room=499)
    importer = Importer(memory, memory, lambda _: None)
    importer.keep([record("first", number) for number in range(100)])

    with pytest.raises(StorageFull):
        importer.keep([record("c", number) for number in range(600)])

    assert importer.tally.kept == 100
