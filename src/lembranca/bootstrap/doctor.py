"""The doctor's probes: every part that the settings choose, asked one after the other."""

from __future__ import annotations

import asyncio
import importlib.util
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lembranca.application.doctor import Finding, Probe, examine
from lembranca.bootstrap.doctor_of_facts import FactProbes
from lembranca.bootstrap.settings import Settings, load_settings
from lembranca.bootstrap.urls import masked, path_of
from lembranca.domain.errors import ConfigurationError, StorageBusy, StorageError
from lembranca.domain.scope import Scope

_LITTLE_ROOM = 200 << 20
_OPENAI = "https://api.openai.com/v1"
_NETWORK_SECONDS = 5.0


async def diagnose(arguments: Mapping[str, Any]) -> AsyncIterator[Finding]:
    """Examine everything that these settings, and those from elsewhere, choose."""
    general: list[tuple[str, Probe]] = [("python", _python), ("sqlite", _sqlite)]
    async for finding in examine(general):
        yield finding
    try:
        settings = load_settings(**arguments)
        doctor = Doctor(settings)
    except ConfigurationError as exc:
        yield Finding("settings", "fail", str(exc), "mend it; `lembranca config` shows what is in force")
        return
    yield Finding("settings", "ok", f"preset {settings.preset}, language {settings.language}")
    try:
        async for finding in examine(doctor.probes()):
            yield finding
    finally:
        doctor.end()


async def _python() -> Finding:
    return Finding("python", "ok", f"{platform.python_version()} on {sys.platform}")


async def _sqlite() -> Finding:
    from lembranca.adapters.outbound.sqlite.selfcheck import SqliteSelfCheck

    version, has_full_text = SqliteSelfCheck.library()
    if has_full_text:
        return Finding("sqlite", "ok", f"{version} with FTS5")
    return Finding("sqlite", "fail", f"{version} without FTS5", "use a Python whose SQLite has FTS5: search needs it")


class Doctor:
    """Examines what *settings* choose; what one probe learns serves the next."""

    def __init__(self, settings: Settings) -> None:
        from lembranca.adapters.outbound.sqlite.selfcheck import SqliteSelfCheck
        from lembranca.bootstrap.container import Container

        self._settings = settings
        self._container = Container(settings=settings)
        self._container.choices()
        self._check = SqliteSelfCheck(path_of("history", settings.history, settings.data_dir))
        self._facts = FactProbes(settings, self._container, self._check)
        self._readable = False
        self._held = False

    def probes(self) -> list[tuple[str, Probe]]:
        """Give the probes in the order in which they build on each other."""
        return [
            ("data folder", self._folder),
            ("in use", self._in_use),
            ("history", self._history),
            ("full text", self._full_text),
            ("dead letters", self._dead_letters),
            *((name, partial(self._about_facts, name, probe)) for name, probe in self._facts.probes()),
            ("embedder", self._embedder),
            ("vector index", self._index),
            ("vss", self._vss),
            ("session cache", self._cache),
            ("tokens", self._tokens),
            ("language model", self._language_model),
        ]

    def end(self) -> None:
        """Let go of what was held."""
        self._check.release()

    async def _folder(self) -> Finding:
        folder = self._settings.data_dir.absolute()
        if not folder.exists():
            parent = next(place for place in folder.parents if place.exists())
            await asyncio.to_thread(_try_to_write, parent)
            return Finding("data folder", "ok", f"{folder} is not there yet; the first command that saves makes it")
        await asyncio.to_thread(_try_to_write, folder)
        free = shutil.disk_usage(folder).free
        said = f"{folder} can be written, {free / (1 << 30):.1f} GiB free"
        if free < _LITTLE_ROOM:
            return Finding("data folder", "warn", said, "make room: saving stops when the disk is full")
        return Finding("data folder", "ok", said)

    async def _in_use(self) -> Finding:
        if not self._check.path.exists():
            return Finding("in use", "ok", "by nobody")
        try:
            await self._check.hold()
        except StorageBusy as exc:
            return Finding("in use", "warn", str(exc), "the index can only be examined when that process has ended")
        self._held = True
        return Finding("in use", "ok", "by nobody")

    async def _history(self) -> Finding:
        path = self._check.path
        if not path.exists():
            if path.with_name(f"{path.name}-wal").exists():
                return Finding("history", "fail", f"{path} is gone, its log is there", "bring the file back")
            return Finding("history", "ok", "nothing was saved yet")
        damaged = "put back a copy of the file, or take it to another place and begin anew; it was left as it is"
        if not path.stat().st_size:
            return Finding("history", "fail", f"{path} is empty", damaged)
        try:
            version, newest = await self._check.version()
            faults = await self._check.faults()
        except StorageError as exc:
            return Finding("history", "fail", str(exc), damaged)
        if faults:
            return Finding("history", "fail", f"{path} is damaged: {'; '.join(faults[:3])}", damaged)
        size = path.stat().st_size / (1 << 20)
        said = f"{await self._check.messages():,} messages, {size:.1f} MiB, schema {version}, every page whole"
        self._readable = version == newest
        advice = "" if self._readable else "it is of an earlier version: the next start brings it up to date"
        return Finding("history", "ok" if self._readable else "warn", said, advice)

    async def _full_text(self) -> Finding:
        if not self._readable:
            return _unasked("full text", self._check.path)
        adrift = await self._check.words_adrift()
        if adrift:
            advice = "`lembranca reindex --from-scratch` makes the keyword index again; please report it"
            return Finding("full text", "fail", f"{adrift:,} messages or facts and words do not match", advice)
        return Finding("full text", "ok", "every message and fact has its words and nothing else has (ids compared)")

    async def _dead_letters(self) -> Finding:
        if not self._readable:
            return _unasked("dead letters", self._check.path)
        dead = await self._check.dead_jobs()
        if dead.count:
            said = f"{dead.count:,} background jobs were given up, the last one: {dead.last_reason}"
            advice = "mend the cause, then `lembranca reindex` tries them again"
            return Finding("dead letters", "warn", said, advice, dead.count)
        return Finding("dead letters", "ok", "none", count=0)

    async def _about_facts(self, name: str, probe: Probe) -> Finding:
        return await probe() if self._readable else _unasked(name, self._check.path)

    async def _embedder(self) -> Finding:
        embedder = self._container.embedder()
        begun = time.perf_counter()
        await embedder.open()
        try:
            await embedder.embed(["Lembrança"])
        finally:
            await embedder.close()
        took = time.perf_counter() - begun
        return Finding(
            "embedder", "ok", f"{embedder.identity}, {embedder.dimensions} dimensions, ready in {took:.1f} s"
        )

    async def _index(self) -> Finding:
        settings = self._settings
        if settings.vectors.startswith("memory:"):
            return Finding("vector index", "ok", "lives in memory, filled at each start")
        path = path_of("vectors", settings.vectors, settings.data_dir)
        if not path.exists():
            return Finding("vector index", "ok", "not there yet; it is made at the next start")
        if not self._held:
            return Finding("vector index", "ok", "not examined while somebody uses it")
        if not self._readable:
            return _unasked("vector index", self._check.path)
        return await self._compared(path)

    async def _compared(self, path: Path) -> Finding:
        """Compare a copy of the index with the history: opening the index itself would mend it before it is seen."""
        from lembranca.bootstrap.adapters import duckdb_vectors

        embedder = self._container.embedder()
        await embedder.open()
        with tempfile.TemporaryDirectory(prefix="lembranca-doctor-") as folder:
            await asyncio.to_thread(_copy, path, Path(folder))
            url = {"data_dir": Path(folder), "vectors": f"duckdb:///{path.name}"}
            vectors = duckdb_vectors(self._settings.model_copy(update=url))
            try:
                await vectors.open(identity=embedder.identity, dimensions=embedder.dimensions)
                set_aside = (await vectors.state()).set_aside
                indexed = await vectors.all_ids()
            finally:
                await vectors.close()
                await embedder.close()
        if set_aside:
            reason = set_aside.split("; the former index")[0]
            return Finding("vector index", "warn", f"cannot be used: {reason}", "nothing: the next start makes it anew")
        embedded = await self._check.embedded_ids(embedder.identity)
        count = await self._check.entries()
        missing, strange = count - len(embedded & indexed), len(indexed - embedded)
        if missing or strange:
            said = f"{missing:,} messages and facts are missing, {strange:,} entries are too many"
            return Finding(
                "vector index", "warn", said, "nothing: the next start catches up, or `lembranca reindex` now"
            )
        return Finding("vector index", "ok", f"holds exactly the {len(indexed):,} messages and facts")

    async def _vss(self) -> Finding:
        if not self._settings.vector_hnsw:
            return Finding("vss", "ok", "not asked for: search is exact")
        from lembranca.adapters.outbound.duckdb.hnsw import extension

        _, reason = await asyncio.to_thread(extension)
        if reason:
            return Finding("vss", "warn", reason, "pip install 'lembranca[vss]'")
        return Finding("vss", "ok", "can be loaded")

    async def _cache(self) -> Finding:
        described = masked(self._settings.cache)
        if described.startswith("memory:"):
            return Finding("session cache", "ok", "in this process")
        advice = "start the server, or mend LEMBRANCA_CACHE; until then loads are answered from the history"
        cache = self._container.cache()
        begun = time.perf_counter()
        try:
            await cache.open()
            await cache.get_conversation(Scope("lembranca-doctor", "lembranca-doctor"), "none")
        except Exception as exc:  # noqa: BLE001 - whatever it is, it is the finding
            return Finding("session cache", "warn", f"{described} does not answer: {exc}", advice)
        finally:
            await _closed(cache)
        return Finding("session cache", "ok", f"{described} answers in {1e3 * (time.perf_counter() - begun):.0f} ms")

    async def _tokens(self) -> Finding:
        count = await asyncio.to_thread(self._container.counter().count, "Lembrança")
        return Finding("tokens", "ok", f"{self._settings.tokens}: 'Lembrança' counts {count}")

    async def _language_model(self) -> Finding:
        settings = self._settings
        if settings.llm == "none":
            return Finding("language model", "ok", "none chosen")
        if importlib.util.find_spec("openai") is None:
            return Finding("language model", "fail", "openai is not installed", "pip install 'lembranca[llm]'")
        address = settings.llm_base_url or _OPENAI
        parts = urlsplit(address)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        advice = "mend LEMBRANCA_LLM_BASE_URL or start the server; conversations are kept all the same"
        try:
            async with asyncio.timeout(_NETWORK_SECONDS):
                _, writer = await asyncio.open_connection(parts.hostname, port)
        except (OSError, TimeoutError) as exc:
            return Finding("language model", "warn", f"{masked(address)} cannot be reached ({exc})", advice)
        writer.close()
        key = "" if settings.llm_api_key else ", no key is set"
        return Finding("language model", "ok", f"{settings.llm} at {masked(address)} can be reached{key}")


def _unasked(name: str, path: Path) -> Finding:
    if not path.exists():
        return Finding(name, "ok", "nothing was saved yet")
    return Finding(name, "warn", "not examined: the history is not ready", "see to the history first")


def _try_to_write(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=folder):
        pass


def _copy(path: Path, folder: Path) -> None:
    for part in (path, path.with_name(f"{path.name}.wal")):
        if part.exists():
            shutil.copyfile(part, folder / part.name)


async def _closed(cache: Any) -> None:
    try:
        await cache.close()
    except Exception as exc:  # noqa: BLE001 - a cache that cannot be closed was no better open
        del exc
