"""The vector index: fed from the history, compared with it, built again from it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from lembranca.application.incarnations import Incarnations
from lembranca.domain.entry import ScoredId, SearchFilter
from lembranca.domain.errors import LembrancaError, StorageDamaged, StorageUnavailable
from lembranca.domain.job import Job
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix, FloatVector, IEmbedder
from lembranca.ports.entry_repository import EntryText, IEmbeddingStore
from lembranca.ports.vector_repository import IVectorMaintenance, IVectorRepository, VectorState

_log = structlog.get_logger("lembranca.index")

_BATCH = 256
_ASKED = 64  # queries whose embedding is remembered
_RESTARTS = 3  # in a row: an index that breaks again each time is not what is damaged
_RETRIES = (1.0, 10.0, 60.0, 300.0)  # seconds; after the last, the next start tries again

Progress = Callable[[int, int], None]


class IVectorIndex(IVectorRepository, IVectorMaintenance, Protocol):
    """A vector repository that can be reconciled."""


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """
    How the index is: *state* is opening, ready, rebuilding, incomplete, failed or closed.

    While it is rebuilt *done* of *total* entries are in. *detail* says what went wrong, or why it is rebuilt.
    """

    state: str
    done: int = 0
    total: int = 0
    detail: str | None = None


_NOT_OPEN = frozenset({"opening", "failed", "closed"})


async def _cancelled(task: asyncio.Task[None] | None) -> None:
    if task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task])


class SemanticIndex:
    """
    Search by meaning over an index that may vanish at any time.

    Vectors are kept in the history first and in the index second, so whatever happens between the two, `reconcile`
    makes both hold the same ids. It runs at every start, in the background.
    """

    def __init__(
        self,
        embedder: IEmbedder,
        store: IEmbeddingStore,
        vectors: IVectorIndex,
        incarnations: Incarnations | None = None,
    ) -> None:
        self._embedder = embedder
        self._store = store
        self._vectors = vectors
        self._incarnations = incarnations or Incarnations()
        self._opening: asyncio.Task[None] | None = None
        self._reconciling: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._restarts = 0
        self._asked: OrderedDict[str, FloatVector] = OrderedDict()
        self.status = IndexStatus("closed")

    async def start(self) -> None:
        """
        Load the embedder, then open and reconcile the index in the background.

        Raises:
            ConfigurationError: the embedder cannot be loaded.

        """
        await self._embedder.open()
        self.status = IndexStatus("opening")
        self._opening = asyncio.create_task(self._open(), name="lembranca-index-open")

    async def stop(self) -> None:
        """Stop what runs in the background and close the index; a rebuild goes on at the next start."""
        self.status = IndexStatus("closed")  # before the first wait, so that nothing is begun meanwhile
        for task in (self._opening, self._reconciling):
            await _cancelled(task)
        self._opening = self._reconciling = None
        self.status = IndexStatus("closed")
        await self._vectors.close()
        await self._embedder.close()

    async def search(
        self, scope: Scope, query: str, *, limit: int, filters: SearchFilter | None = None
    ) -> list[ScoredId]:
        """
        Find the entries nearest in meaning to *query*, nearest first.

        Raises:
            StorageUnavailable: there is no index now; the message says why.
            ModelError: the query cannot be embedded.

        """
        await self.opened()
        embedding = await self._embedded(query)
        try:
            return await self._vectors.search_similar(scope, embedding, limit=limit, filters=filters)
        except StorageDamaged as exc:
            self._start_over(str(exc))
            raise

    def forget_texts(self) -> None:
        """See `ITextMemory`."""
        self._asked.clear()

    async def opened(self) -> None:
        """
        Wait until the index is open.

        Raises:
            StorageUnavailable: it could not be opened.

        """
        if self._opening is not None and not self._opening.done():
            await asyncio.shield(self._opening)
        if self.status.state in {"failed", "closed"}:
            raise StorageUnavailable(f"vector index: {self.status.detail or 'closed'}")

    async def settled(self) -> None:
        """Wait until a reconciliation that runs in the background has ended; none that begins later is chased."""
        if self._opening is not None:
            await asyncio.wait([self._opening])
        if self._reconciling is not None:
            await asyncio.wait([self._reconciling])

    async def handle(self, jobs: Sequence[Job]) -> None:
        """
        Embed and index the messages or facts that the jobs name; repeating is harmless.

        A job has *conversation_id* and *message_ids*, or *fact_ids*. Messages that are gone are passed over; facts that
        are gone, or not to be found any more, are taken out.
        """
        if self.status.state == "failed":
            self._start_over(self.status.detail or "failed")
        await self.opened()
        texts: dict[str, EntryText] = {}
        try:
            for job in jobs:
                texts |= {text.entry.id: text for text in await self._named_by(job)}
            waiting = list(texts.values())
            for start in range(0, len(waiting), _BATCH):
                await self._embed_and_index(waiting[start : start + _BATCH])
        except StorageDamaged as exc:
            self._start_over(str(exc))
            raise

    async def _named_by(self, job: Job) -> list[EntryText]:
        payload = job.payload
        if "fact_ids" not in payload:
            return await self._store.texts_of(job.scope, payload["conversation_id"], payload["message_ids"])
        texts = await self._store.texts_of_facts(job.scope, payload["fact_ids"])
        await self._drop_deleted(job.scope, payload["fact_ids"])
        return texts

    async def forget_entries(self, scope: Scope, ids: Sequence[str]) -> None:
        """Take out what is not to be found any more; what cannot be reached now goes at the next reconciliation."""
        try:
            await self.opened()
            await self._vectors.delete_entries(scope, ids)
        except LembrancaError as exc:
            _log.warning("index_not_cleaned", error=str(exc))

    async def forget_conversation(self, scope: Scope, conversation_id: str) -> None:
        """Take a deleted conversation out; what cannot be reached now goes at the next reconciliation."""
        try:
            await self.opened()
            await self._vectors.delete_by_conversation(scope, conversation_id)
        except LembrancaError as exc:
            _log.warning("index_not_cleaned", error=str(exc))

    async def erase(self, scope: Scope) -> int:
        """
        Take out what the history no longer has of *scope*, with every byte of it. Returns how many entries that were.

        The caller has the scope for itself.

        Raises:
            StorageUnavailable: there is no index now; the message says why.
            StorageError: it could not be done; it may be tried again.

        """
        if self.status.state == "failed":
            self._start_over(self.status.detail or "failed")
        await self.opened()
        try:
            ids = await self._vectors.ids(scope)
            gone = ids - await self._store.existing(sorted(ids))
            removed = await self._vectors.delete_entries(scope, sorted(gone)) if gone else 0
            await self._vectors.scrub()
        except StorageDamaged as exc:
            self._start_over(str(exc))
            raise
        return removed

    async def reconcile(self, progress: Progress | None = None) -> int:
        """
        Make the index hold exactly the ids of the history, embedding what has no vector of this embedder.

        Whatever ends it early, such as its cancellation or what *progress* raises, ends the call only: the work goes
        on in the background, or at the next start.

        Returns:
            How many entries were added or taken out.

        """
        return await self._to_the_end(progress, empty=False)

    async def rebuild(self, progress: Progress | None = None) -> int:
        """
        Empty the index and fill it again from the history; as for ending early, see `reconcile`.

        Returns how many entries went in.
        """
        return await self._to_the_end(progress, empty=True)

    async def vector_state(self) -> VectorState | None:
        """What the index holds; None while it is not open."""
        if self.status.state in {"failed", "closed", "opening"}:
            return None
        return await self._vectors.state()

    async def _to_the_end(self, progress: Progress | None, *, empty: bool) -> int:
        await self.opened()
        async with self._one_at_a_time:
            try:
                if empty:
                    self._tell(IndexStatus("rebuilding", detail="emptied to be filled again"))
                    await self._vectors.clear()
                return await self._reconciled(progress)
            except BaseException as exc:
                self._go_on(exc)
                raise

    def _go_on(self, ended: BaseException) -> None:
        """Leave to the background what a call did not finish. The caller holds `_one_at_a_time`."""
        if self.status.state in _NOT_OPEN:
            return  # opening reconciles
        if isinstance(ended, StorageDamaged):
            self._start_over(str(ended))
            return
        if self._reconciling is not None:
            self._reconciling.cancel()  # without the lock it only waits, for that or for its next try
        self._reconciling = asyncio.create_task(self._reconcile_quietly(), name="lembranca-index-reconcile")

    async def _reconciled(self, progress: Progress | None) -> int:
        # The index is read before the history: an entry that arrives in between is then never taken for a stray.
        indexed = await self._vectors.all_ids()
        embedded = await self._store.embedded_ids(self._embedder.identity)
        total = await self._store.count_entries()
        changed = await self._vectors.delete_all(sorted(indexed - embedded)) if indexed - embedded else 0
        done = len(indexed & embedded)
        self._report(done, total, progress)
        absent = sorted(embedded - indexed)
        for start in range(0, len(absent), _BATCH):
            texts, matrix = await self._store.load_embeddings(self._embedder.identity, absent[start : start + _BATCH])
            await self._index(texts, matrix)
            done += len(texts)
            self._report(done, total, progress)
        changed += len(absent) + await self._embed_missing(done, total, progress)
        self._tell(IndexStatus("ready"))
        self._restarts = 0
        return changed

    async def _open(self) -> None:
        try:
            await self._vectors.open(identity=self._embedder.identity, dimensions=self._embedder.dimensions)
            state = await self._vectors.state()
        except Exception as exc:  # noqa: BLE001 - whatever breaks, the status says so, and answers are given without it
            reason = str(exc) if isinstance(exc, LembrancaError) else repr(exc)
            self.status = IndexStatus("failed", detail=reason)
            _log.warning("index_unavailable", error=reason)
            return
        if state.set_aside:
            _log.warning("index_set_aside", reason=state.set_aside)
        self.status = IndexStatus("rebuilding" if state.set_aside else "ready", detail=state.set_aside)
        self._reconciling = asyncio.create_task(self._reconcile_quietly(), name="lembranca-index-reconcile")

    async def _reconcile_quietly(self) -> None:
        for delay in (*_RETRIES, None):
            try:
                await self.opened()
                async with self._one_at_a_time:
                    await self._reconciled(None)
            except Exception as exc:  # noqa: BLE001 - the status says so, and it is tried again
                if isinstance(exc, StorageDamaged) and self._restarts < _RESTARTS:
                    self._start_over(str(exc))
                    return
                reason = str(exc) if isinstance(exc, LembrancaError) else repr(exc)
                self._tell(replace(self.status, state="incomplete", detail=reason))
                _log.warning("index_not_reconciled", error=reason, retry_in=delay)
                if delay is not None:
                    await asyncio.sleep(delay)
            else:
                return

    def _start_over(self, reason: str) -> None:
        """Close a damaged index and open it again, which sets it aside and fills an empty one."""
        if self.status.state not in {"opening", "closed"}:
            self._restarts += 1
            self.status = IndexStatus("opening", detail=reason)
            self._opening = asyncio.create_task(self._reopen(), name="lembranca-index-reopen")

    async def _reopen(self) -> None:
        await _cancelled(self._reconciling)
        try:
            await self._vectors.close()
        except LembrancaError as exc:
            _log.warning("index_not_closed", error=str(exc))
        await self._open()

    async def _embedded(self, query: str) -> FloatVector:
        """Embed a query; one that was asked just now, of messages and then of facts, is embedded once."""
        if query not in self._asked:
            embedding: FloatVector = (await self._embedder.embed([query], kind="query"))[0]
            self._asked[query] = embedding
            while len(self._asked) > _ASKED:
                self._asked.popitem(last=False)
            return embedding
        return self._asked[query]

    async def _embed_missing(self, done: int, total: int, progress: Progress | None) -> int:
        """
        Embed, batch by batch, what has no vector of this embedder; each batch is kept before the next begins.

        It ends with the first batch that is not full: what is saved meanwhile has its job, and is not chased.
        """
        added = 0
        last: str | None = None
        while texts := await self._store.missing(self._embedder.identity, after=last, limit=_BATCH):
            last = texts[-1].entry.id
            await self._embed_and_index(texts)
            added += len(texts)
            self._report(done + added, total, progress)
            if len(texts) < _BATCH:
                break
        return added

    async def _embed_and_index(self, texts: Sequence[EntryText]) -> None:
        if not texts:
            return
        matrix = await self._embedder.embed([text.text for text in texts])
        await self._store.save_embeddings(self._embedder.identity, [text.entry.id for text in texts], matrix)
        await self._index(texts, matrix)

    async def _index(self, texts: Sequence[EntryText], matrix: FloatMatrix) -> None:
        """Put entries into the index, scope by scope, and take out again those deleted in the meantime."""
        rows = defaultdict(list)
        for row, text in enumerate(texts):
            rows[text.scope].append(row)
        for scope, chosen in rows.items():
            async with self._incarnations.writing(scope):
                there = await self._store.existing([texts[row].entry.id for row in chosen])  # an erasure takes no part
                kept = [row for row in chosen if texts[row].entry.id in there]
                await self._vectors.index_entries(scope, [texts[row].entry for row in kept], matrix[kept])
                await self._drop_deleted(scope, sorted(there))

    async def _drop_deleted(self, scope: Scope, ids: Sequence[str]) -> None:
        gone = set(ids) - await self._store.existing(ids)
        if gone:
            await self._vectors.delete_entries(scope, sorted(gone))

    def _report(self, done: int, total: int, progress: Progress | None) -> None:
        if done < total:
            self._tell(IndexStatus("rebuilding", done, total, self.status.detail))
        if progress is not None:
            progress(min(done, total), total)

    def _tell(self, status: IndexStatus) -> None:
        """Say how the index is, unless it is not open: work that has not noticed must not make it seem so."""
        if self.status.state not in _NOT_OPEN:
            self.status = status
