"""Scopes and their numbers."""

from __future__ import annotations

import sqlite3

from lembranca.domain.scope import Scope

COUNT_MESSAGES = "SELECT coalesce(sum(message_count), 0) FROM scopes"


def find_scope(connection: sqlite3.Connection, scope: Scope) -> int | None:
    """Give the scope's number, None when nothing was ever stored in it."""
    row = connection.execute(
        "SELECT no FROM scopes WHERE tenant_id = ? AND user_id = ?", (scope.tenant_id, scope.user_id)
    ).fetchone()
    return None if row is None else int(row[0])


def make_scope(connection: sqlite3.Connection, scope: Scope) -> int:
    """Give the scope's number, making one when it has none."""
    found = find_scope(connection, scope)
    if found is not None:
        return found
    values = (scope.tenant_id, scope.user_id)
    return connection.execute("INSERT INTO scopes (tenant_id, user_id) VALUES (?, ?)", values).lastrowid or 0
