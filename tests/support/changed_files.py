"""A file whose changes are recorded, at a time that stands still."""

from datetime import datetime, timezone

from brat_iaa.store.changes import ChangedFile, fingerprint
from brat_iaa.store.database import Database

WHAT = [["access", "reveal", "none", "own"]]


def clock():
    return datetime(2026, 11, 21, 10, 11, 12, tzinfo=timezone.utc)


def changed_file(folder, name="iaa.conf"):
    path = str(folder / "data" / "p" / name)
    return ChangedFile(path, str(folder / "data"), Database(folder / "state.sqlite3"), clock)


def write(file, data, by="lead"):
    return file.write(fingerprint(file.read()), data, by, WHAT)
