"""What the pages and commands write: each made ready in a folder, done once, and looked at."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from drafts import ANNA, BEN, CARLA, MadeDraft, project
from review_items import item

from brat_iaa.adjudication.draft import Changed
from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.phases.contents import write_contents
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.review.store import Reviews
from brat_iaa.store.backup import backup, restore
from brat_iaa.store.changes import ChangedFile, fingerprint
from brat_iaa.store.database import Database

STORE = "store.sqlite3"
# Large enough for several pages of the database, small enough to be written often.
FILES = {f"anna/{number}.ann": b"%d line\n" % number * 300 for number in range(4)}
CHANGED = {**FILES, "anna/0.ann": os.urandom(20_000)}


class Operation:
    """One thing that is done in a folder.

    begin(folder)  makes what was there and acknowledged before, in a new folder
    act(folder)    does it; may be called again where it was not done
    state(folder)  what is there now, comparable; raises where it is damaged
    """

    def __init__(self, folder):
        self.store = Path(folder) / STORE
        self.database = Database(self.store)

    def whole(self):
        """Raise unless the database is whole."""
        with closing(sqlite3.connect(self.store)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
        assert said == "ok", said


class Decision(Operation):
    name = "decisions"

    def begin(self):
        Reviews(self.database).decide("1", "anna", item("first"), "keep", "x" * 500)

    def act(self):
        Reviews(self.database).decide("1", "anna", item("second"), "wrong", "y" * 1900)

    def state(self):
        self.whole()
        return sorted({(one.item, one.comment) for one in Reviews(self.database).history()})


class SaysDone(Operation):
    name = "who is done"

    def begin(self):
        Reviews(self.database).say_done("1", "anna")

    def act(self):
        Reviews(self.database).say_done("1", "ben")

    def state(self):
        self.whole()
        return sorted(Reviews(self.database).done_annotators("1"))


class TakeSnapshot(Operation):
    name = "snapshots"

    def begin(self):
        self._add(FILES, "first")

    def act(self):
        self._add(CHANGED, "second")

    def _add(self, contents, note):
        snapshot = Snapshot(0, "1", note, "now", "lead", {}, None, None, None)
        Archive(self.database).add(snapshot, contents, {"figures": note.encode()})

    def state(self):
        self.whole()
        archive, found = Archive(self.database), []
        for one in archive.list():
            if not one.deleted:
                archive.check(one.number)
                assert archive.files(one.number) == (FILES if one.number == 1 else CHANGED)
            found.append((one.number, one.note, one.reason))
        return found


class DeleteSnapshot(TakeSnapshot):
    name = "deletions of snapshots"

    def begin(self):
        super().begin()
        self._add(CHANGED, "second")

    def act(self):
        Archive(self.database).delete(2, "by mistake", "lead")


class SnapshotWithFigures(Operation):
    """As the command takes it: figures are computed from a copy in the temporary directory."""

    name = "snapshots with figures"

    def __init__(self, folder):
        super().__init__(folder)
        # Read once, before there are any faults, as by a server that has computed before.
        self.snapshots = Snapshots(Path(folder) / "p", self.database)

    def begin(self):
        project(self.store.parent, anna=ANNA, ben=BEN)
        self.snapshots.take("1", by="lead")

    def act(self):
        self.snapshots.take("2", by="lead")

    def state(self):
        self.whole()
        for one in self.snapshots.list():
            assert one.facts["no_figures"] is None, one.facts
            self.snapshots.verify(one.number)
        return [one.phase for one in self.snapshots.list()]


class Setting(Operation):
    name = "settings"
    OLD, NEW = b"[access]\nreveal = none\n", b"[access]\nreveal = own\n" + b"# note\n" * 600

    def __init__(self, folder):
        super().__init__(folder)
        data = Path(folder) / "data"
        data.mkdir(exist_ok=True)
        self.file = ChangedFile(str(data / "iaa.conf"), str(data), self.database)

    def begin(self):
        self._write(self.OLD)

    def act(self):
        self._write(self.NEW)

    def _write(self, text):
        what = [["access", "reveal", "none", "own"]]
        self.file.write(fingerprint(self.file.read()), text, "lead", what)

    def state(self):
        self.whole()
        now, last = self.file.read(), self.file.last()
        assert last is not None and last.after == now, "the file and its record differ"
        return now


class Adjudication(Operation):
    name = "adjudication decisions"
    WORD = "dogs"

    def __init__(self, folder):
        super().__init__(folder)
        self.root = Path(folder) / "p"
        self.made = MadeDraft(self.root, database=self.database)

    def begin(self):
        project(self.root.parent, anna=ANNA, ben=BEN, carla=CARLA)
        (self.root / "iaa.conf").write_text("[project]\ndraft = gold\n[layer dependencies]\n")
        MadeDraft.make(self.root, database=self.database)
        # Annotators' files never change: read once, before there are any faults.
        Adjudication.source = self.made.source
        self._decide(next(case for case in self._cases() if case.place.token.text != self.WORD))

    def act(self):
        try:
            self._decide_word()
        except Changed:
            # What a killed process had begun is finished now: whoever looks again may decide.
            self._decide_word()

    def _decide_word(self):
        self._decide(next(case for case in self._cases() if case.place.token.text == self.WORD))

    def _cases(self):
        return self.made.draft.work(self.source).cases

    def _decide(self, case):
        annotator = case.place.groups[0][0]
        self.made.draft.decide(
            self.source, {case.key: case.seen}, "taken", annotator, "lead", "guidelines, 4"
        )

    def state(self):
        self.whole()
        cases = [(case.place.token.text, case.status) for case in self._cases()]
        return (self.root / "gold" / "doc.ann").read_bytes(), cases


class Written(Operation):
    """Something that is written as a whole beside what is there."""

    def begin(self):
        TakeSnapshot(self.store.parent).begin()

    @property
    def out(self):
        return self.store.parent / "out"


class Export(Written):
    name = "exports of snapshots"

    def act(self):
        if not self.out.exists():
            write_contents(Archive(self.database).files(1), self.out)

    def state(self):
        if not self.out.exists():
            return None
        return {
            path.relative_to(self.out).as_posix(): path.read_bytes()
            for path in self.out.rglob("*")
            if path.is_file()
        }


class Backup(Written):
    name = "backups"

    def act(self):
        if not self.out.exists():
            backup(self.store, self.out, "p")

    def state(self):
        self.whole()
        if not self.out.exists():
            return None
        archive = Archive(Database(self.out))
        archive.check(1)
        return [one.note for one in archive.list()]


class Restore(Written):
    name = "restored backups"

    def begin(self):
        super().begin()
        backup(self.store, self.out, "p")
        DeleteSnapshot(self.store.parent).begin()

    def act(self):
        restore(self.store, self.out, "p")

    def state(self):
        self.whole()
        return [one.note for one in Archive(self.database).list()]


KEPT = (
    Decision, SaysDone, TakeSnapshot, SnapshotWithFigures, DeleteSnapshot, Setting, Adjudication,
)  # fmt: skip
WRITTEN = (Export, Backup, Restore)
