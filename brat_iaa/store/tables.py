"""The tables of the database."""

from brat_iaa.errors import ConfigError

# Version of the tables. Each has only added tables to those before, or uses some no more.
VERSION = 8
_TABLES = """
CREATE TABLE IF NOT EXISTS blob (
    id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE, size INTEGER NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS snapshot (
    number INTEGER PRIMARY KEY, phase TEXT NOT NULL, note TEXT NOT NULL, taken TEXT NOT NULL,
    taken_by TEXT NOT NULL, facts TEXT NOT NULL, checksum BLOB NOT NULL, deleted TEXT,
    deleted_by TEXT, reason TEXT
);
CREATE TABLE IF NOT EXISTS entry (
    kind TEXT NOT NULL, path TEXT NOT NULL, blob INTEGER NOT NULL REFERENCES blob,
    first INTEGER NOT NULL, last INTEGER, PRIMARY KEY (kind, path, first)
);
CREATE INDEX IF NOT EXISTS entry_last ON entry (last);
CREATE INDEX IF NOT EXISTS entry_blob ON entry (blob);
CREATE TABLE IF NOT EXISTS review (
    id INTEGER PRIMARY KEY, phase TEXT NOT NULL, annotator TEXT NOT NULL, item TEXT NOT NULL,
    decision TEXT NOT NULL, comment TEXT NOT NULL, mine_state TEXT NOT NULL, state TEXT NOT NULL,
    place TEXT NOT NULL, at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS review_phase ON review (phase, annotator);
CREATE TABLE IF NOT EXISTS seen (
    phase TEXT NOT NULL, annotator TEXT NOT NULL, item TEXT NOT NULL, place TEXT NOT NULL,
    partners TEXT NOT NULL, first TEXT NOT NULL, settled TEXT,
    PRIMARY KEY (phase, annotator, item)
);
CREATE TABLE IF NOT EXISTS done (
    id INTEGER PRIMARY KEY, phase TEXT NOT NULL, annotator TEXT NOT NULL, document TEXT NOT NULL,
    fingerprint TEXT NOT NULL, at TEXT NOT NULL, undone TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS done_once
    ON done (phase, annotator, document) WHERE undone IS NULL;
CREATE TABLE IF NOT EXISTS change (
    id INTEGER PRIMARY KEY, file TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL,
    what TEXT NOT NULL, before BLOB, after BLOB, state TEXT NOT NULL, undoes INTEGER
);
CREATE INDEX IF NOT EXISTS change_file ON change (file);
CREATE TABLE IF NOT EXISTS gold_decision (
    id INTEGER PRIMARY KEY, draft TEXT NOT NULL, document TEXT NOT NULL, item TEXT NOT NULL,
    choice TEXT NOT NULL, value TEXT NOT NULL, before TEXT NOT NULL, names TEXT NOT NULL,
    reason TEXT NOT NULL, by TEXT NOT NULL, at TEXT NOT NULL, place TEXT NOT NULL,
    changes TEXT NOT NULL, file_before TEXT NOT NULL, file_after TEXT NOT NULL,
    state TEXT NOT NULL, undone TEXT, undone_by TEXT
);
CREATE INDEX IF NOT EXISTS gold_decision_draft ON gold_decision (draft, document);
CREATE TABLE IF NOT EXISTS secret (value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS draft (
    name TEXT PRIMARY KEY, rule TEXT NOT NULL, names INTEGER NOT NULL, layers TEXT
);
CREATE TABLE IF NOT EXISTS draft_document (
    draft TEXT NOT NULL, document TEXT NOT NULL, written BLOB, before BLOB, past TEXT NOT NULL,
    base BLOB, PRIMARY KEY (draft, document)
);
CREATE TABLE IF NOT EXISTS draft_decision (
    id INTEGER PRIMARY KEY, draft TEXT NOT NULL, document TEXT NOT NULL, scope TEXT NOT NULL,
    choice TEXT NOT NULL, name TEXT NOT NULL, lines TEXT NOT NULL, seen TEXT NOT NULL,
    by TEXT NOT NULL, at TEXT NOT NULL, why TEXT NOT NULL, item TEXT NOT NULL, undone TEXT,
    undone_by TEXT
);
CREATE INDEX IF NOT EXISTS draft_decision_draft ON draft_decision (draft, document);
"""


def version(connection):
    """Version of the tables; 0 if there are none."""
    return connection.execute("PRAGMA user_version").fetchone()[0]


def refuse_later(present, path):
    """Raise ConfigError if a later version made the tables. path: for the error"""
    if present > VERSION:
        raise ConfigError(
            f"{path}: was made by a later version of brat-agreement (format {present}, this "
            f"version knows {VERSION}). Install that version, or name another directory with "
            "--state-dir."
        )


def make(connection):
    """Make the tables that are missing."""
    # Not executescript, which would end a transaction.
    for statement in _TABLES.split(";"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
