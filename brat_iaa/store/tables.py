"""The tables of the database, and the steps that bring them up to date."""

import os
from pathlib import Path

from brat_iaa.errors import ConfigError

# One script for each version; a database of version n has run the first n. Only add to the end.
MIGRATIONS = (
    """
    CREATE TABLE names (
        project TEXT NOT NULL,
        viewer TEXT NOT NULL,
        annotator TEXT NOT NULL,
        number INTEGER NOT NULL,
        PRIMARY KEY (project, viewer, annotator),
        UNIQUE (project, viewer, number)
    );
    CREATE TABLE figures (project TEXT PRIMARY KEY, as_of REAL NOT NULL, scores TEXT NOT NULL);
    """,
    """
    CREATE TABLE blob (
        id INTEGER PRIMARY KEY,
        sha256 BLOB NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        data BLOB NOT NULL
    );
    CREATE TABLE snapshot (
        number INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        note TEXT NOT NULL,
        taken TEXT NOT NULL,
        taken_by TEXT NOT NULL,
        facts TEXT NOT NULL,
        checksum BLOB NOT NULL,
        deleted TEXT,
        deleted_by TEXT,
        reason TEXT
    );
    CREATE TABLE entry (
        kind TEXT NOT NULL,
        path TEXT NOT NULL,
        blob INTEGER NOT NULL REFERENCES blob,
        first INTEGER NOT NULL,
        last INTEGER,
        PRIMARY KEY (kind, path, first)
    );
    CREATE INDEX entry_last ON entry (last);
    CREATE INDEX entry_blob ON entry (blob);
    """,
    """
    CREATE TABLE review (
        id INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        annotator TEXT NOT NULL,
        item TEXT NOT NULL,
        decision TEXT NOT NULL,
        comment TEXT NOT NULL,
        mine_state TEXT NOT NULL,
        state TEXT NOT NULL,
        place TEXT NOT NULL,
        at TEXT NOT NULL
    );
    CREATE INDEX review_phase ON review (phase, annotator);
    CREATE TABLE seen (
        phase TEXT NOT NULL,
        annotator TEXT NOT NULL,
        item TEXT NOT NULL,
        place TEXT NOT NULL,
        partners TEXT NOT NULL,
        first TEXT NOT NULL,
        settled TEXT,
        PRIMARY KEY (phase, annotator, item)
    );
    CREATE TABLE visit (
        id INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        annotator TEXT NOT NULL,
        began TEXT NOT NULL,
        last TEXT NOT NULL
    );
    CREATE INDEX visit_annotator ON visit (phase, annotator);
    CREATE TABLE done (
        id INTEGER PRIMARY KEY,
        phase TEXT NOT NULL,
        annotator TEXT NOT NULL,
        document TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        at TEXT NOT NULL,
        undone TEXT
    );
    CREATE UNIQUE INDEX done_once ON done (phase, annotator, document) WHERE undone IS NULL;
    """,
    """
    CREATE TABLE change (
        id INTEGER PRIMARY KEY,
        file TEXT NOT NULL,
        at TEXT NOT NULL,
        by TEXT NOT NULL,
        what TEXT NOT NULL,
        before BLOB,
        after BLOB,
        state TEXT NOT NULL,
        undoes INTEGER
    );
    CREATE INDEX change_file ON change (file);
    """,
    """
    CREATE TABLE gold_decision (
        id INTEGER PRIMARY KEY,
        draft TEXT NOT NULL,
        document TEXT NOT NULL,
        item TEXT NOT NULL,
        choice TEXT NOT NULL,
        value TEXT NOT NULL,
        before TEXT NOT NULL,
        names TEXT NOT NULL,
        reason TEXT NOT NULL,
        by TEXT NOT NULL,
        at TEXT NOT NULL,
        place TEXT NOT NULL,
        changes TEXT NOT NULL,
        file_before TEXT NOT NULL,
        file_after TEXT NOT NULL,
        state TEXT NOT NULL,
        undone TEXT,
        undone_by TEXT
    );
    CREATE INDEX gold_decision_draft ON gold_decision (draft, document);
    """,
    """
    CREATE TABLE restoration (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        by TEXT NOT NULL,
        file TEXT NOT NULL,
        kept TEXT NOT NULL,
        UNIQUE (at, by, file, kept)
    );
    """,
)


def version(connection):
    """Version of the tables; 0 if there are none."""
    return connection.execute("PRAGMA user_version").fetchone()[0]


def bring_up_to_date(connection, path):
    """Make the tables that are missing, within a transaction that the caller has begun.

    path  for the error
    Raises ConfigError if a later version of brat-agreement has made them.
    """
    present = version(connection)
    refuse_later(present, path)
    make(connection, present, len(MIGRATIONS))


def refuse_later(present, path):
    """Raise ConfigError if a later version made the tables. path: for the error"""
    if present > len(MIGRATIONS):
        older = older_file(path, len(MIGRATIONS))
        kept = f" As it was before that version came, it is kept in {older}."
        raise ConfigError(
            f"{path}: was made by a later version of brat-agreement (format {present}, this "
            f"version knows {len(MIGRATIONS)}). Install that version, or name another directory "
            f"with --state-dir.{kept if older.exists() else ''}"
        )


def older_file(path, version):
    """Path of the file that keeps a database as it was in an older format, beside it."""
    path = Path(os.path.realpath(path))
    return path.with_name(f"format-{version}-{path.name}")


def make(connection, first, last):
    """Bring tables of version first to version last."""
    for script in MIGRATIONS[first:last]:
        # Not executescript, which would end the transaction.
        for statement in script.split(";"):
            if statement.strip():
                connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {last}")


def schema(connection):
    """{(type, name, table): definition} of all tables and indexes, spaces normalised."""
    rows = connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master")
    return {(kind, name, table): " ".join(sql.split()) for kind, name, table, sql in rows}
