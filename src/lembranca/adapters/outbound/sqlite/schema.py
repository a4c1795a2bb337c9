"""The tables of the history, as a list of migrations: the database's `user_version` counts those applied."""

from __future__ import annotations

# "LMBR": tells our file from any other SQLite database.
APPLICATION_ID = 0x4C4D4252

FULL_TEXT = """
CREATE VIRTUAL TABLE message_terms USING fts5 (terms, tokenize = "ascii tokenchars '_'");
CREATE VIRTUAL TABLE message_term_instances USING fts5vocab (message_terms, instance);
"""

# Times are whole microseconds since 1970 in UTC. `no` numbers are ours and never given out twice; ids are the caller's
# and compared byte by byte. `message_terms` holds normalised terms, each behind the number of its scope (`1a_jantar`),
# so that a term's list of messages is the scope's own: a search never walks over, nor is ranked by, anybody else's.
_FIRST = f"""
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE scopes (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    message_count INTEGER NOT NULL DEFAULT 0,
    term_count INTEGER NOT NULL DEFAULT 0,
    UNIQUE (tenant_id, user_id)
) STRICT;

CREATE TABLE conversations (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    scope_no INTEGER NOT NULL REFERENCES scopes (no),
    id TEXT NOT NULL,
    title TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    message_count INTEGER NOT NULL DEFAULT 0,
    UNIQUE (scope_no, id)
) STRICT;
CREATE INDEX conversations_by_update ON conversations (scope_no, updated_at DESC, id);

CREATE TABLE messages (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_no INTEGER NOT NULL REFERENCES conversations (no),
    position INTEGER NOT NULL,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    author TEXT,
    channel TEXT,
    attachments TEXT,
    metadata TEXT,
    pinned INTEGER NOT NULL DEFAULT 0,
    term_count INTEGER NOT NULL,
    UNIQUE (conversation_no, position),
    UNIQUE (conversation_no, id)
) STRICT;

{FULL_TEXT}
CREATE TABLE embedders (
    no INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE embeddings (
    message_no INTEGER PRIMARY KEY REFERENCES messages (no) ON DELETE CASCADE,
    embedder_no INTEGER NOT NULL REFERENCES embedders (no),
    vector BLOB NOT NULL
) STRICT;

CREATE TABLE jobs (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    scope_no INTEGER NOT NULL REFERENCES scopes (no),
    payload TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    leased INTEGER NOT NULL DEFAULT 0,
    died_at INTEGER,
    reason TEXT
) STRICT;
CREATE INDEX jobs_waiting ON jobs (due_at, no) WHERE died_at IS NULL;
CREATE INDEX jobs_dead ON jobs (died_at) WHERE died_at IS NOT NULL;
"""

# A summary is never changed but for `retired_at`. Lists are JSON: of numbers, of texts, of key events. In the ledger a
# day is ISO text in UTC. The index of what is pinned is partial, so that a message that is not costs nothing more.
_SECOND = """
CREATE TABLE summaries (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_no INTEGER NOT NULL REFERENCES conversations (no) ON DELETE CASCADE,
    id TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    left_out TEXT,
    tier INTEGER NOT NULL,
    text TEXT NOT NULL,
    key_events TEXT,
    participants TEXT,
    cycles INTEGER NOT NULL,
    message_count INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    source_tokens INTEGER NOT NULL,
    first_message_id TEXT NOT NULL,
    last_message_id TEXT NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    method TEXT NOT NULL,
    note TEXT,
    replaces TEXT,
    created_at INTEGER NOT NULL,
    retired_at INTEGER,
    UNIQUE (conversation_no, id)
) STRICT;
CREATE INDEX summaries_live ON summaries (conversation_no, first) WHERE retired_at IS NULL;

CREATE TABLE ledger (
    day TEXT NOT NULL,
    tenant_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    model TEXT NOT NULL,
    calls INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    full_tokens INTEGER NOT NULL,
    PRIMARY KEY (day, tenant_id, operation, model)
) STRICT, WITHOUT ROWID;

CREATE INDEX messages_pinned ON messages (conversation_no, position) WHERE pinned = 1;
"""

# While stores are to be done that know people by name, a row names the person; afterwards it holds numbers only.
_THIRD = """
CREATE TABLE erasures (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id TEXT,
    user_id TEXT,
    begun_at INTEGER NOT NULL,
    ended_at INTEGER,
    removed TEXT NOT NULL,
    stores TEXT NOT NULL
) STRICT;
CREATE INDEX erasures_pending ON erasures (no) WHERE ended_at IS NULL;
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _SECOND, _THIRD)
