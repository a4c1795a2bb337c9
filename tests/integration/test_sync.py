"""The blocking twin does what the memory does, for callers that have no event loop."""

import asyncio
import inspect
import subprocess
import sys
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime

import pytest
from dependency_injector import providers

from lembranca import sync
from lembranca.adapters.inbound import loop_thread
from lembranca.adapters.inbound.blocking_events import BlockingEvents
from lembranca.adapters.outbound.embedding.hashing import HashingEmbedder
from lembranca.application.conversation_memory import ConversationMemory
from lembranca.application.user_memory import UserMemory
from lembranca.bootstrap.memory import Memory as AsyncMemory
from lembranca.domain.errors import Closed, InvalidInput, NotFound, StorageBusy
from lembranca.domain.message import NewMessage
from lembranca.ports.language_model import ILanguageModel
from openai_server import WORDS

PATIENCE_S = 30


@pytest.fixture
def settings(tmp_path):
    return {"data_dir": tmp_path / "data", "vectors": "memory://"}


@pytest.fixture
def memory(settings):
    with sync.Memory.open(**settings) as memory:
        yield memory


@pytest.fixture
def chat(memory):
    return memory.for_user("ana", tenant_id="acme").conversation("c1")


class StuckEmbedder(HashingEmbedder):
    """Never embeds a query; `begun` tells that one waits."""

    def __init__(self):
        super().__init__()
        self.begun = threading.Event()

    async def embed(self, texts, *, kind="document"):
        if kind == "query":
            self.begun.set()
            await asyncio.Event().wait()
        return await super().embed(texts, kind=kind)


@pytest.fixture
def stuck(settings):
    """A memory whose searches never end, and its embedder."""
    embedder = StuckEmbedder()
    with sync.Memory.open(
        customize=lambda container: container.embedder.override(providers.Object(embedder)), **settings
    ) as memory:
        memory.for_user("ana").conversation("c1").save(user="Sou vegetariana.")
        yield memory, embedder


def _signature(member):
    if isinstance(member, property):
        return "property"
    signature = inspect.signature(member)
    parameters = [(one.name, one.kind, one.default, one.annotation) for one in signature.parameters.values()]
    return parameters, str(signature.return_annotation).replace("AsyncIterator", "Iterator")


def _function(member):
    return member.__func__ if isinstance(member, classmethod) else member


@pytest.mark.parametrize(
    ("blocking", "original", "only_blocking", "only_original"),
    [
        (sync.Memory, AsyncMemory, {"start", "close"}, set()),
        (sync.UserMemory, UserMemory, set(), set()),
        (sync.ConversationMemory, ConversationMemory, set(), set()),
        (sync.LanguageModel, ILanguageModel, set(), {"close"}),
    ],
)
def test_the_twins_have_the_same_methods_and_signatures(blocking, original, only_blocking, only_original):
    def members(cls, without):
        names = [name for name in dir(cls) if not name.startswith("_") and name not in without]
        return {name: _signature(_function(inspect.getattr_static(cls, name))) for name in names}

    assert members(blocking, only_blocking) == members(original, only_original)


def test_a_turn_is_kept_and_found(memory, chat):
    saved = chat.save(user="Sou vegetariana e odeio coentro.", assistant="Anotado!", channel="web")
    memory.drain()

    assert [message.content for message in saved] == ["Sou vegetariana e odeio coentro.", "Anotado!"]
    assert "coentro" in chat.load("posso usar coentro?", max_tokens=500).text
    [first, *_] = memory.for_user("ana", tenant_id="acme").search("coentro", limit=3)
    assert first.message_id == saved[0].id
    assert chat.messages(first=2) == saved[1:]
    assert chat.info().id == "c1"
    assert [found.id for found in memory.for_user("ana", tenant_id="acme").conversations()] == ["c1"]
    assert memory.for_user("ana").conversations() == []


def test_all_else_can_be_asked_of_it_too(memory, chat):
    [message] = chat.save(user="Oi")
    chat.pin(message.id)
    memory.drain()

    assert chat.messages()[0].pinned is True
    assert memory.scopes() == [chat.scope]
    assert memory.status().entries == 1
    assert memory.dead_letters() == []
    assert memory.language_model is None
    assert memory.reindex(from_scratch=True) == 1
    assert chat.delete() is True
    with pytest.raises(NotFound):
        chat.info()


def _condensed(chat):
    """Say enough to condense, and condense it."""
    chat.add_messages({"role": "user", "content": f"No dia {day} fui ao mercado da vila."} for day in range(1, 31))
    return chat.compress()


def test_what_is_known_of_a_person_is_kept_changed_and_taken_back(memory, chat):
    ana = memory.for_user("ana", tenant_id="acme")
    chat.save(user="Sou vegetariana.", channel="web")
    memory.drain()
    given = ana.remember("odeia coentro", weight=0.8, tags=["comida"])
    ana.forget(given.id)
    gone = [fact.content for fact in ana.facts()]
    [change, *_] = ana.history(given.id)
    ana.undo(change.id)

    assert given.content not in gone
    assert [fact.content for fact in ana.facts(kinds=["pref"])] == ["odeia coentro"]
    assert "odeia coentro" in [each.value for each in ana.profile().preferences]
    assert ana.search("vegetariana", channel="web")
    assert ana.search("vegetariana", channel="email") == []
    assert ana.tend(dry_run=True) == []
    assert memory.tend() == 0
    ana.forget(given.id)
    ana.restore(given.id)
    copied = memory.for_user("bia").import_(ana.export())
    assert (copied.conversations, copied.messages, copied.facts) == (1, 1, len(ana.facts()))


def test_a_conversation_is_condensed_and_its_summaries_are_told(memory, chat):
    made = _condensed(chat)
    refreshed = chat.refresh()

    assert made
    assert chat.summaries() == refreshed
    assert [(item.id, item.retired_at is None) for item in chat.timeline()] == [
        *((item.id, False) for item in made),
        *((item.id, True) for item in refreshed),
    ]
    assert chat.timeline(limit=1, offset=1)[0].id == chat.timeline()[1].id


def test_a_pinned_message_is_let_go_again(chat):
    [message] = chat.save(user="Sou alérgica a amendoim.")
    chat.pin(message.id)
    chat.unpin(message.id)

    assert chat.messages()[0].pinned is False


def test_what_was_used_and_saved_is_told(memory, chat):
    _condensed(chat)
    chat.load()

    [load] = [account.entry for account in memory.stats(tenant_id="acme") if account.entry.operation == "load"]
    assert (load.calls, load.tenant_id) == (1, "acme")
    assert load.full_tokens > load.input_tokens > 0
    assert memory.stats(tenant_id="another") == []


@pytest.mark.parametrize(
    ("bounds", "field"),
    [
        ({"since": "2026-03-02"}, "since"),
        ({"until": datetime(2026, 3, 2, 12, tzinfo=UTC)}, "until"),
        ({"since": date(2026, 3, 3), "until": date(2026, 3, 2)}, "since"),
        ({"tenant_id": ""}, "tenant_id"),
        ({"tenant_id": 3}, "tenant_id"),
    ],
)
def test_accounts_are_asked_for_by_days_and_tenants_that_can_be(memory, bounds, field):
    with pytest.raises(InvalidInput) as refused:
        memory.stats(**bounds)

    assert refused.value.field == field


def test_events_are_gone_through_as_an_iterator_that_ends_with_the_memory(memory, chat):
    events = memory.events()
    _condensed(chat)
    first = next(events)
    memory.close()

    assert (first.kind, first.conversation_id) == ("compression_started", "c1")
    assert [event.kind for event in events] == ["compression_completed"]
    assert list(events) == []


def test_closing_the_memory_lets_go_of_who_waits_for_events(memory):
    with ThreadPoolExecutor(1) as other:
        listening = other.submit(list, memory.events())
        memory.close()

        assert listening.result(PATIENCE_S) == []


def test_who_never_takes_his_events_misses_the_oldest():
    events = BlockingEvents()
    for number in range(1_001):
        events.tell(number)
    events.end()

    assert list(events) == list(range(1, 1_001))


def test_an_iterator_that_nobody_holds_any_more_listens_no_more(memory, chat):
    events = memory.events()
    listener = weakref.ref(events)
    _condensed(chat)
    del events
    for _ in range(100):  # its last event may still be on its way in the memory's thread
        memory.status()
        if listener() is None:
            return

    pytest.fail("somebody holds it still")


def test_a_listener_is_told_in_the_memorys_own_thread_until_he_ends_it(memory, chat):
    told, heard = [], threading.Event()

    def listener(event):
        told.append((event.kind, threading.current_thread().name))
        if event.kind == "compression_completed":
            end()  # from inside, too
            heard.set()

    end = memory.on_event(listener)
    _condensed(chat)
    assert heard.wait(PATIENCE_S)
    chat.refresh()
    memory.close()
    end()

    assert told == [(kind, "lembranca-loop") for kind in ("compression_started", "compression_completed")]


def test_errors_come_out_as_they_are(memory, chat):
    with pytest.raises(InvalidInput, match="limit"):
        memory.for_user("ana").search("jantar", limit=0)
    with pytest.raises(NotFound):
        chat.messages()


def test_a_long_history_is_gone_through_as_an_iterator(chat):
    chat.add_messages(NewMessage(role="user", content=f"mensagem {number}") for number in range(1200))
    history = chat.history()

    assert next(history).position == 1
    assert [message.position for message in history] == list(range(2, 1201))
    assert list(chat.history())[499:501] == chat.messages(first=500, last=501)


def test_a_history_may_be_left_half_way(chat):
    chat.add_messages({"role": "user", "content": f"mensagem {number}"} for number in range(600))
    for _ in range(3):
        next(chat.history())

    assert chat.info().message_count == 600


def test_a_history_of_nothing_is_empty(chat):
    assert list(chat.history()) == []


def test_many_threads_share_one_memory(memory):
    def talk(number):
        chat = memory.for_user(f"u{number % 3}").conversation(f"c{number}")
        for turn in range(5):
            chat.save(user=f"pergunta {turn}", assistant=f"resposta {turn}")
        return [message.content for message in chat.messages()]

    with ThreadPoolExecutor(16) as threads:
        conversations = list(threads.map(talk, range(16)))

    expected = [text for turn in range(5) for text in (f"pergunta {turn}", f"resposta {turn}")]
    assert conversations == [expected] * 16


async def test_it_works_where_an_event_loop_runs_already(settings):
    with sync.Memory.open(**settings) as memory:
        chat = memory.for_user("ana").conversation("c1")
        chat.save(user="Oi")

        assert [message.content for message in chat.history()] == ["Oi"]


def test_it_is_usable_only_while_it_is_open(settings):
    memory = sync.Memory.open(**settings)
    chat = memory.for_user("ana").conversation("c1")

    with pytest.raises(Closed):
        chat.save(user="Oi")
    memory.start().start()
    chat.save(user="Oi")
    history = chat.history()
    memory.close()
    memory.close()
    for use in (chat.load, chat.info, memory.status, memory.events, memory.start, lambda: next(history)):
        with pytest.raises(Closed, match="the memory is not open"):
            use()


def test_closing_what_was_never_opened_is_harmless(settings):
    sync.Memory.open(**settings).close()

    assert not settings["data_dir"].exists()


def test_what_was_kept_is_there_the_next_time(settings):
    for turn in range(3):
        with sync.Memory.open(**settings) as memory:
            chat = memory.for_user("ana").conversation("c1")
            chat.save(user=f"turno {turn}")
            assert len(list(chat.history())) == turn + 1


def test_an_error_while_opening_reaches_the_caller_and_leaves_nothing_behind(settings, memory):
    second = sync.Memory.open(**settings)

    with pytest.raises(StorageBusy):
        second.start()
    assert [thread.name for thread in threading.enumerate()].count("lembranca-loop") == 1
    with pytest.raises(Closed):
        second.status()


def test_calling_it_from_its_own_thread_is_refused_instead_of_waiting_for_ever(memory, chat):
    chat.save(user="Oi")
    memory.drain()
    refused = []

    def progress(done, total):
        for use in (memory.status, memory.close, lambda: chat.save(user="de dentro")):
            try:
                use()
            except RuntimeError as exc:
                refused.append(str(exc))

    memory.reindex(progress, from_scratch=True)

    assert len(refused) >= 3
    assert "inside its own event loop" in refused[0]
    assert memory.status().entries == 1


def test_closing_ends_calls_of_other_threads_that_would_never_end(stuck, monkeypatch):
    monkeypatch.setattr(loop_thread, "_GRACE_S", 0.05)
    memory, embedder = stuck
    with ThreadPoolExecutor(1) as other:
        search = other.submit(memory.for_user("ana").search, "jantar")
        assert embedder.begun.wait(PATIENCE_S)
        memory.close()

        with pytest.raises(Closed):
            search.result(PATIENCE_S)


def test_what_other_threads_were_told_is_kept_is_kept_when_it_closes_meanwhile(memory, chat, settings):
    texts = [f"turno {number}" for number in range(50)]
    with ThreadPoolExecutor(50) as others:
        saves = {text: others.submit(chat.save, user=text) for text in texts}
        saves[texts[0]].result(PATIENCE_S)
        memory.close()

    refused = {text for text, save in saves.items() if save.exception() is not None}
    assert all(isinstance(saves[text].exception(), Closed) for text in refused)
    with sync.Memory.open(**settings) as again:
        chat = again.for_user("ana", tenant_id="acme").conversation("c1")
        assert {message.content for message in chat.history()} >= set(texts) - refused


def test_a_model_answers_as_an_iterator(settings, openai_server):
    with sync.Memory.open(**settings, llm="openai:m", llm_base_url=openai_server.url) as memory:
        model = memory.language_model
        pieces = model.stream([{"role": "user", "content": "Oi"}])

        assert model.identity == "openai:m"
        assert next(pieces) == WORDS[0]
        assert list(pieces) == WORDS[1:]
        next(model.stream([{"role": "user", "content": "nobody listens to the end"}]))
        assert memory.status().entries == 0


_INTERRUPTED = """
import asyncio, os, signal, sys, threading
from dependency_injector import providers
from lembranca.adapters.outbound.embedding.hashing import HashingEmbedder
from lembranca.sync import Memory

class Stuck(HashingEmbedder):
    async def embed(self, texts, *, kind="document"):
        if kind == "query":
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.Event().wait()
        return await super().embed(texts, kind=kind)

stuck = lambda container: container.embedder.override(providers.Object(Stuck()))
with Memory.open(customize=stuck, data_dir=sys.argv[1], vectors="memory://") as memory:
    ana = memory.for_user("ana")
    ana.conversation("c1").save(user="antes")
    for _ in range(2):
        try:
            ana.search("antes")
        except KeyboardInterrupt:
            print("interrupted")
    ana.conversation("c1").save(user="depois")
    print([message.content for message in ana.conversation("c1").history()])
print("closed")
"""

_LEFT_OPEN = """
import sys
from lembranca.sync import Memory

memory = Memory.open(data_dir=sys.argv[1], vectors="memory://").start()
memory.for_user("ana").conversation("c1").add_messages({"role": "user", "content": "oi " * 5000} for _ in range(20))
print("left open")
"""

_ENDS_WITH_AN_ERROR = _LEFT_OPEN + "raise SystemExit(3)\n"


def _run(program, folder):
    return subprocess.run(
        [sys.executable, "-c", program, str(folder)], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX does")
def test_ctrl_c_ends_the_call_and_not_the_memory(tmp_path):
    ended = _run(_INTERRUPTED, tmp_path)

    assert ended.stderr == ""
    assert ended.stdout.splitlines() == ["interrupted", "interrupted", "['antes', 'depois']", "closed"]
    assert ended.returncode == 0


@pytest.mark.parametrize(("program", "code"), [(_LEFT_OPEN, 0), (_ENDS_WITH_AN_ERROR, 3)])
def test_a_memory_left_open_does_not_keep_the_program_from_ending(tmp_path, program, code):
    ended = _run(program, tmp_path)

    assert (ended.stdout, ended.stderr, ended.returncode) == ("left open\n", "", code)
    with sync.Memory.open(data_dir=tmp_path, vectors="memory://") as memory:
        assert memory.status().entries == 20
