"""The tables of the history, as a list of migrations: the database's `user_version` counts those applied."""

from __future__ import annotations

# "LMBR": tells our file from any other SQLite database.
APPLICATION_ID = 0x4C4D4252

FULL_TEXT = """
CREATE VIRTUAL TABLE message_terms USING fts5 (terms, tokenize = "ascii tokenchars '_'");
CREATE VIRTUAL TABLE message_term_instances USING fts5vocab (message_terms, instance);
"""

FACT_FULL_TEXT = """
CREATE VIRTUAL TABLE fact_terms USING fts5 (terms, tokenize = "ascii tokenchars '_'");
CREATE VIRTUAL TABLE fact_term_instances USING fts5vocab (fact_terms, instance);
"""

FULL_TEXTS = ("message_terms", "fact_terms")
"""The full-text tables: each can be made again from what it indexes."""

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

# Of a fact only what follows `created_at` ever changes, and each time a revision tells how it was before and after, as
# JSON of those columns without the counts of access. Content is text, or bytes when it is archived and deflated. What
# comes from messages names them by their texts: a fact outlives its conversation. `is_source` marks the revisions whose
# change's sources are the fact's: those that made it or left it active and are not undone. `messages_read` holds what
# need not be read for facts again. The counts of a scope are of the facts that a search may give.
_FOURTH = f"""
ALTER TABLE scopes ADD COLUMN fact_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scopes ADD COLUMN fact_term_count INTEGER NOT NULL DEFAULT 0;

ALTER TABLE messages ADD COLUMN forgotten_at INTEGER;
CREATE INDEX messages_forgotten ON messages (no) WHERE forgotten_at IS NOT NULL;

CREATE TABLE facts (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    scope_no INTEGER NOT NULL REFERENCES scopes (no),
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    content ANY NOT NULL,
    topic TEXT,
    negated INTEGER NOT NULL,
    tags TEXT,
    term_count INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    layer TEXT NOT NULL,
    weight REAL NOT NULL,
    observations INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    expires_at INTEGER,
    decayed_at INTEGER,
    superseded_by TEXT,
    access_count INTEGER NOT NULL DEFAULT 0,
    last_accessed INTEGER
) STRICT;
CREATE INDEX facts_by_status ON facts (scope_no, status, no);

{FACT_FULL_TEXT}
CREATE TABLE fact_changes (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    scope_no INTEGER NOT NULL REFERENCES scopes (no),
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    reason TEXT NOT NULL,
    undoes TEXT,
    undone_by TEXT,
    UNIQUE (scope_no, id)
) STRICT;
CREATE INDEX fact_changes_by_scope ON fact_changes (scope_no, no);

CREATE TABLE fact_revisions (
    change_no INTEGER NOT NULL REFERENCES fact_changes (no) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    fact_no INTEGER NOT NULL REFERENCES facts (no) ON DELETE CASCADE,
    before TEXT,
    after TEXT NOT NULL,
    is_source INTEGER NOT NULL,
    PRIMARY KEY (change_no, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_revisions_by_fact ON fact_revisions (fact_no, change_no);
CREATE INDEX fact_revisions_behind ON fact_revisions (fact_no, change_no) WHERE is_source = 1;

CREATE TABLE change_sources (
    change_no INTEGER NOT NULL REFERENCES fact_changes (no) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    channel TEXT,
    PRIMARY KEY (change_no, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages_read (
    scope_no INTEGER NOT NULL REFERENCES scopes (no),
    conversation_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    PRIMARY KEY (scope_no, conversation_id, message_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE fact_embeddings (
    fact_no INTEGER PRIMARY KEY REFERENCES facts (no) ON DELETE CASCADE,
    embedder_no INTEGER NOT NULL REFERENCES embedders (no),
    vector BLOB NOT NULL
) STRICT;
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _SECOND, _THIRD, _FOURTH)
