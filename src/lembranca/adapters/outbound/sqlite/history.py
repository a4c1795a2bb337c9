"""The history: conversations and messages."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.jobs import AT_ONCE, insert_jobs
from lembranca.adapters.outbound.sqlite.rows import (
    CONVERSATION_COLUMNS,
    LARGEST,
    MESSAGE_COLUMNS,
    from_message,
    to_conversation,
    to_message,
    to_microseconds,
)
from lembranca.adapters.outbound.sqlite.scopes import COUNT_MESSAGES, find_scope, make_scope
from lembranca.adapters.outbound.sqlite.terms import TermIndex
from lembranca.domain.errors import Conflict, InvalidInput
from lembranca.domain.job import NewJob
from lembranca.domain.message import Conversation, Message, difference, placed, title_of
from lembranca.domain.rules import require_limit
from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import AppendResult
from lembranca.ports.normalizer import INormalizer

_UNREAD = "DELETE FROM messages_read WHERE scope_no = ? AND conversation_id = ?"
_FIND = """
    SELECT c.no, c.message_count FROM conversations c JOIN scopes s ON s.no = c.scope_no
    WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ?"""

_GET = f"""
    SELECT {CONVERSATION_COLUMNS} FROM conversations c JOIN scopes s ON s.no = c.scope_no
    WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ?"""

_LIST = f"""
    SELECT {CONVERSATION_COLUMNS} FROM conversations c JOIN scopes s ON s.no = c.scope_no
    WHERE s.tenant_id = ? AND s.user_id = ? ORDER BY c.updated_at DESC, c.id LIMIT ? OFFSET ?"""

_MESSAGES = f"""
    SELECT {MESSAGE_COLUMNS} FROM messages m
    JOIN conversations c ON c.no = m.conversation_no JOIN scopes s ON s.no = c.scope_no
    WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ? AND m.position >= ? AND m.position <= ?
    ORDER BY m.position"""

_RECENT = f"""
    SELECT {MESSAGE_COLUMNS} FROM messages m
    JOIN conversations c ON c.no = m.conversation_no JOIN scopes s ON s.no = c.scope_no
    WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ? AND m.position > c.message_count - ?
    ORDER BY m.position"""

_MESSAGE = f"""
    SELECT {MESSAGE_COLUMNS} FROM messages m
    JOIN conversations c ON c.no = m.conversation_no JOIN scopes s ON s.no = c.scope_no
    WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ? AND m.id = ?"""

_PINNED = f"""
    SELECT {MESSAGE_COLUMNS} FROM messages m
    JOIN conversations c ON c.no = m.conversation_no JOIN scopes s ON s.no = c.scope_no
    WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ? AND m.pinned = 1
    ORDER BY m.position"""

_INSERT = """
    INSERT INTO messages (id, role, content, timestamp, author, channel, attachments, metadata, pinned,
                          conversation_no, position, term_count)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

_CREATE = "INSERT INTO conversations (scope_no, id, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)"

_REPLACE = """
    INSERT INTO conversations (scope_no, id, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (scope_no, id) DO UPDATE
    SET title = excluded.title, created_at = excluded.created_at, updated_at = excluded.updated_at"""

_GROW = "UPDATE conversations SET message_count = ?, updated_at = max(updated_at, ?) WHERE no = ?"

_RENAME = """
    UPDATE conversations SET title = ? WHERE id = ? AND scope_no =
    (SELECT no FROM scopes WHERE tenant_id = ? AND user_id = ?)"""

_PIN = """
    UPDATE messages SET pinned = ? WHERE id = ? AND conversation_no =
    (SELECT c.no FROM conversations c JOIN scopes s ON s.no = c.scope_no
     WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ?)"""


class SqliteHistory:
    """`IHistory` on SQLite: a message is acknowledged when it is on the disk."""

    def __init__(self, database: SqliteDatabase, normalizer: INormalizer) -> None:
        self._database = database
        self._terms = TermIndex(normalizer)

    async def open(self) -> None:
        await self._database.open()
        try:
            await self._database.write(self._terms.bring_up_to_date)
        except BaseException:
            await self._database.close()
            raise

    async def close(self) -> None:
        await self._database.close()

    async def save_conversation(self, scope: Scope, conversation: Conversation) -> str:
        times = to_microseconds(conversation.created_at), to_microseconds(conversation.updated_at)

        def operation(connection: sqlite3.Connection) -> None:
            scope_no = make_scope(connection, scope)
            connection.execute(_REPLACE, (scope_no, conversation.id, conversation.title, *times))

        await self._database.write(operation)
        return conversation.id

    async def get_conversation(self, scope: Scope, conversation_id: str) -> Conversation | None:
        rows = await self._database.read(_GET, (scope.tenant_id, scope.user_id, conversation_id))
        return to_conversation(rows[0]) if rows else None

    async def list_conversations(self, scope: Scope, *, limit: int = 100, offset: int = 0) -> list[Conversation]:
        require_limit("limit", limit, maximum=LARGEST)
        require_limit("offset", offset, minimum=0, maximum=LARGEST)
        rows = await self._database.read(_LIST, (scope.tenant_id, scope.user_id, limit, offset))
        return [to_conversation(row) for row in rows]

    async def delete_conversation(self, scope: Scope, conversation_id: str) -> bool:
        key = (scope.tenant_id, scope.user_id, conversation_id)
        return await self._database.write(lambda connection: self._delete(connection, key))

    async def add_message(self, scope: Scope, message: Message) -> str:
        await self.add_messages(scope, message.conversation_id, [message])
        return message.id

    async def add_messages(self, scope: Scope, conversation_id: str, messages: Sequence[Message]) -> list[Message]:
        return (await self.append(scope, conversation_id, messages)).messages

    async def append(
        self, scope: Scope, conversation_id: str, messages: Sequence[Message], *, jobs: Sequence[NewJob] = ()
    ) -> AppendResult:
        if not messages:
            return AppendResult([], 0)
        for message in messages:
            if message.conversation_id != conversation_id:
                raise InvalidInput("conversation_id", message.conversation_id, f"must be {conversation_id!r}")
        return await self._database.write(
            lambda connection: self._append(connection, scope, conversation_id, messages, jobs)
        )

    async def get_recent_messages(self, scope: Scope, conversation_id: str, limit: int) -> list[Message]:
        require_limit("limit", limit, maximum=LARGEST)
        rows = await self._database.read(_RECENT, (scope.tenant_id, scope.user_id, conversation_id, limit))
        return [to_message(row, conversation_id, self._database.path) for row in rows]

    async def get_messages(
        self, scope: Scope, conversation_id: str, *, first: int = 1, last: int | None = None
    ) -> list[Message]:
        require_limit("first", first, maximum=LARGEST)
        bounds = (first, LARGEST if last is None else min(last, LARGEST))
        rows = await self._database.read(_MESSAGES, (scope.tenant_id, scope.user_id, conversation_id, *bounds))
        return [to_message(row, conversation_id, self._database.path) for row in rows]

    async def pin(self, scope: Scope, conversation_id: str, message_id: str, *, pinned: bool = True) -> bool:
        values = (int(pinned), message_id, scope.tenant_id, scope.user_id, conversation_id)
        return await self._database.write(lambda connection: connection.execute(_PIN, values).rowcount > 0)

    async def get_message(self, scope: Scope, conversation_id: str, message_id: str) -> Message | None:
        rows = await self._database.read(_MESSAGE, (scope.tenant_id, scope.user_id, conversation_id, message_id))
        return to_message(rows[0], conversation_id, self._database.path) if rows else None

    async def get_pinned(self, scope: Scope, conversation_id: str) -> list[Message]:
        rows = await self._database.read(_PINNED, (scope.tenant_id, scope.user_id, conversation_id))
        return [to_message(row, conversation_id, self._database.path) for row in rows]

    async def rename_conversation(self, scope: Scope, conversation_id: str, title: str) -> bool:
        values = (title, conversation_id, scope.tenant_id, scope.user_id)
        return await self._database.write(lambda connection: connection.execute(_RENAME, values).rowcount > 0)

    async def count_messages(self) -> int:
        rows = await self._database.read(COUNT_MESSAGES)
        return int(rows[0][0])

    async def list_scopes(self) -> list[Scope]:
        rows = await self._database.read("SELECT tenant_id, user_id FROM scopes ORDER BY no")
        return [Scope(*row) for row in rows]

    def _append(
        self,
        connection: sqlite3.Connection,
        scope: Scope,
        conversation_id: str,
        messages: Sequence[Message],
        jobs: Sequence[NewJob],
    ) -> AppendResult:
        scope_no = make_scope(connection, scope)
        conversation_no, count = _find_or_create(connection, scope_no, conversation_id, messages)
        known = self._known(connection, conversation_no, conversation_id, messages)
        stored, new = _place(messages, known, count)
        if new:
            self._insert(connection, scope_no, conversation_no, new)
            latest = max(to_microseconds(message.timestamp) for message in new)
            connection.execute(_GROW, (count + len(new), latest, conversation_no))
            insert_jobs(connection, scope_no, jobs, AT_ONCE)
        return AppendResult(stored, len(new))

    def _known(
        self, connection: sqlite3.Connection, conversation_no: int, conversation_id: str, messages: Sequence[Message]
    ) -> dict[str, Message]:
        """Give those of *messages* whose id is stored already, as they are stored."""
        sql = f"SELECT {MESSAGE_COLUMNS} FROM messages m WHERE m.conversation_no = ? AND m.id = ?"
        found = {}
        for message in messages:
            row = connection.execute(sql, (conversation_no, message.id)).fetchone()
            if row is not None:
                found[message.id] = to_message(row, conversation_id, self._database.path)
        return found

    def _insert(
        self, connection: sqlite3.Connection, scope_no: int, conversation_no: int, messages: Sequence[Message]
    ) -> None:
        for message in messages:
            terms = self._terms.terms(message)
            values = (*from_message(message), conversation_no, message.position, len(terms))
            number = connection.execute(_INSERT, values).lastrowid
            self._terms.add(connection, scope_no, number, terms)

    def _delete(self, connection: sqlite3.Connection, key: tuple[str, str, str]) -> bool:
        found = connection.execute(_FIND, key).fetchone()
        if found is None:
            return False
        scope_no = find_scope(connection, Scope(key[0], key[1]))
        self._terms.remove_conversation(connection, scope_no, found[0])
        connection.execute("DELETE FROM messages WHERE conversation_no = ?", (found[0],))
        connection.execute("DELETE FROM conversations WHERE no = ?", (found[0],))
        # A new conversation of the same id may have other messages of the same ids.
        connection.execute(_UNREAD, (scope_no, key[2]))
        return True


def _find_or_create(
    connection: sqlite3.Connection, scope_no: int, conversation_id: str, messages: Sequence[Message]
) -> tuple[int, int]:
    """Give the conversation's number and its count of messages."""
    row = connection.execute(
        "SELECT no, message_count FROM conversations WHERE scope_no = ? AND id = ?",
        (scope_no, conversation_id),
    ).fetchone()
    if row is not None:
        return row[0], row[1]
    moments = [to_microseconds(message.timestamp) for message in messages]
    values = (scope_no, conversation_id, title_of(messages), min(moments), max(moments))
    return connection.execute(_CREATE, values).lastrowid or 0, 0


def _place(messages: Sequence[Message], known: dict[str, Message], count: int) -> tuple[list[Message], list[Message]]:
    """Give all *messages* as stored and those that are new, which follow the *count* there are."""
    stored: list[Message] = []
    new: list[Message] = []
    for message in messages:
        before = known.get(message.id)
        if before is None:
            before = known[message.id] = placed(message, count + len(new) + 1)
            new.append(before)
        elif changed := difference(before, message):
            raise Conflict("message", message.id, changed)
        stored.append(before)
    return stored, new
