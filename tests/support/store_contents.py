"""A store with snapshots and decisions, and what is in it."""

from review_items import item

from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database

FILES = {"anna/d.ann": b"one", "anna/d.txt": b"text"}


def snap(path, note="", project="p", **more):
    facts = {"project": project, "files": 2}
    snapshot = Snapshot(0, "1", note, "now", "lead", facts, None, None, None)
    return Archive(Database(path)).add(snapshot, {**FILES, **more}, {"f": b"{}"})


def decide(path, *keys):
    for key in keys:
        Reviews(Database(path)).decide("1", "anna", item(key), "keep")


def decided(path):
    return [review.item for review in Reviews(Database(path)).history()]


def notes(path):
    archive = Archive(Database(path))
    for one in archive.list():
        archive.check(one.number)
    return [one.note for one in archive.list()]
