"""Each thing that is done has a line: who, when, what, in which project."""

from datetime import datetime, timedelta, timezone

from changed_files import changed_file, write
from review_items import item

from brat_iaa.adjudication.decisions import DONE, UNDONE, Decisions
from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.review.store import Reviews
from brat_iaa.store.audit import AuditEvent, events
from brat_iaa.store.database import Database
from brat_iaa.store.tables import MIGRATIONS


class Clock:
    """A minute passes at each look."""

    def __init__(self):
        self.now = datetime(2026, 11, 21, 10, 0, 0, tzinfo=timezone.utc)

    def __call__(self):
        self.now += timedelta(minutes=1)
        return self.now


def everything(folder, by=("anna", "lead", "second")):
    """A project in which each kind of thing was done once. Returns its Database."""
    annotator, lead, second = by
    (folder / "data" / "p").mkdir(parents=True)
    database, clock = Database(folder / "state.sqlite3"), Clock()
    reviews = Reviews(database, clock)
    reviews.decide("1", annotator, item("k"), "keep", "sure of it")
    reviews.decide("1", annotator, item("k"), "")
    reviews.done("1", annotator, "d", "f")
    reviews.undo_done("1", annotator, "d")
    decisions = Decisions("gold", database, clock)
    made = decisions.announce(
        document="d", item="k", choice="taken", value=[], before=[], names=(annotator,),
        reason="guidelines 4", by=lead, place={"document": "d", "sentence": 2, "token": "word"},
    )  # fmt: skip
    decisions.mark(made, DONE)
    decisions.mark(made, UNDONE, second)
    archive = Archive(database)
    taken = Snapshot(0, "1", "first", clock().isoformat(), lead, {}, None, None, None)
    number = archive.add(taken, {"a.ann": b""}, {}).number
    archive.delete(number, "by mistake", second, clock().isoformat())
    file = changed_file(folder)
    file._clock = clock
    write(file, b"one", lead)
    return database


def test_every_kind_of_thing_has_its_line(tmp_path):
    found = events(everything(tmp_path), "p")
    assert [one.at for one in found] == sorted(one.at for one in found)
    assert {one.project for one in found} == {"p"}
    assert [(one.by, one.what, one.about, one.detail) for one in found] == [
        ("anna", "decision", "1, d, sentence 1, word", "keep, sure of it"),
        ("anna", "decision taken back", "1, d, sentence 1, word", ""),
        ("anna", "document done", "1, d", ""),
        ("anna", "document not done", "1, d", ""),
        ("lead", "adjudication", "gold, d, sentence 2, word", "taken, guidelines 4"),
        ("second", "adjudication taken back", "gold, d, sentence 2, word", ""),
        ("lead", "snapshot", "1: 1", "first"),
        ("second", "snapshot deleted", "1: 1", "by mistake"),
        ("lead", "changed setting", "iaa.conf", "[access] reveal: none → own"),
    ]


def test_lines_are_in_the_order_of_time_whatever_they_are_about(tmp_path):
    database = everything(tmp_path)
    clock = Clock()
    clock.now += timedelta(days=1)
    Reviews(database, clock).decide("1", "anna", item("later"), "keep")
    assert [one.what for one in events(database, "p")][-2:] == ["changed setting", "decision"]


def test_what_a_killed_process_began_is_said(tmp_path):
    database = everything(tmp_path)
    with database.transaction() as connection:
        connection.execute("UPDATE change SET state = 'announced'")
        connection.execute("UPDATE gold_decision SET state = 'undoing'")
    found = events(database, "p")
    assert found[-1].detail.endswith("(begun, not confirmed)")
    (adjudicated,) = [one for one in found if one.what.startswith("adjudication")]
    assert adjudicated.detail == "taken, guidelines 4, (being taken back)"


def test_no_table_in_which_somebody_does_something_is_left_out(tmp_path):
    """A new table needs its lines, or stands here."""
    with_lines = {"review", "done", "gold_decision", "snapshot", "change", "restoration"}
    without = {"names", "figures", "blob", "entry", "seen", "visit"}
    with Database(tmp_path / "store.sqlite3").reading() as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        assert {name for (name,) in rows} == with_lines | without, len(MIGRATIONS)


def test_without_anything_done(tmp_path):
    assert events(Database(tmp_path / "store.sqlite3"), "p") == []
    assert AuditEvent._fields[:4] == ("at", "by", "what", "project")
