"""Drafts of small projects: made, decided on, and what is in their files."""

from functools import partial

from brat_iaa.server_hooks import saving
from small_projects import agreement, put, put_raw

from brat_iaa.adjudication.decisions import Decisions, DraftSettings
from brat_iaa.adjudication.draft import TAKEN, Draft
from brat_iaa.adjudication.making import make
from brat_iaa.adjudication.rule import DraftRule
from brat_iaa.adjudication.source import source_of
from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.store.database import Database

WORDS = "cats saw dogs / they slept"
ANNA = "2>1:subj 0>2:root 2>3:obj / 2>1:subj 0>2:root"
BEN = "2>1:subj 0>2:root 2>3:iobj / 2>1:subj 0>2:root"
CARLA = "2>1:subj 0>2:root 1>3:iobj 2>3:obj / 0>2:root"

TEXT = "Ann met Bob. She smiled."
LAYERS = (
    "T1\tPER 0 3\tAnn\nT2\tMeet 4 7\tmet\nT3\tPER 8 11\tBob\nT4\tPRO 13 "
    "16\tShe\nT5\tSmile 17 23\tsmiled\n"
    "E1\tMeet:T2 Who:T1 Whom:T3\nE2\tSmile:T5 Who:T4 After:E1\n"
    "R1\tcoref Arg1:T1 Arg2:T4\t\nR2\tthen Arg1:E1 Arg2:E2\t\n"
    "A1\tPast E1\nA2\tMood T1 happy\nA3\tSure R1\nN1\tReference T1 Wiki:1\tAnn of "
    "X\n*\tEquiv T1 T4\n"
    "#1\tAnnotatorNotes T3\tWho is it?\n#2\tAnnotatorNotes "
    "sent:2\tshort\n#3\tAnnotatorNotes E1\tevent\n"
)
# The same with other ids, in another order.
AGAIN = (
    "R8\tthen Arg1:E7 Arg2:E3\t\nR9\tcoref Arg1:T11 Arg2:T14\t\n"
    "T15\tSmile 17 23\tsmiled\nT14\tPRO 13 16\tShe\nT13\tPER 8 11\tBob\nT12\tMeet 4 "
    "7\tmet\nT11\tPER 0 3\tAnn\n"
    "E3\tSmile:T15 After:E7 Who:T14\nE7\tMeet:T12 Who:T11 Whom:T13\n"
    "*\tEquiv T14 T11\nA7\tSure R9\nA8\tMood T11 happy\nA9\tPast E7\nN4\tReference T11 "
    "Wiki:1\tAnn of X\n"
    "#4\tAnnotatorNotes E7\tevent\n#5\tAnnotatorNotes "
    "sent:2\tshort\n#6\tAnnotatorNotes T13\tWho is it?\n"
)


def project(root, words=WORDS, **marks):
    for name, own in marks.items():
        put(root / "p", name, "doc", words, own)
    return root / "p"


class MadeDraft:
    """The draft of a project, in a directory of it or elsewhere.

    root       of the project
    directory  of the draft
    """

    def __init__(self, root, directory=None, database=None, is_gold=False, **overrides):
        self.root, self.directory = root, directory or root / "gold"
        self._overrides = overrides
        self.database = database or Database(root.parent / "state.sqlite3")
        lock = partial(saving.locked, root.parent / "locks")
        self.decisions = Decisions(self.directory.name, self.database)
        self.draft = Draft(self.directory, self.decisions, lock, is_gold)

    @classmethod
    def make(cls, root, directory=None, rule=DraftRule(), names=True, layers=None, bounds=Bounds(),
             database=None, **overrides):  # fmt: skip
        made = cls(root, directory, database, **overrides)
        settings = DraftSettings(rule, names, layers)
        made.first, made.copied = make(
            source_of(root, overrides, bounds), made.directory, made.decisions, settings, bounds
        )
        return made

    @property
    def source(self):
        return source_of(self.root, self._overrides)

    @property
    def work(self):
        return self.draft.work(self.source)

    def case(self, words):
        return next(each for each in self.work.cases if each.place.token.text == words)

    def take(self, words, annotator, by="lead", reason=""):
        case = self.case(words)
        seen = {case.key: case.seen}
        return self.draft.decide(self.source, seen, TAKEN, annotator, by, reason)[0]

    def take_all(self, annotator):
        """Take the annotator's value at each place of the list."""
        source = self.source
        for key in [case.key for case in self.draft.work(source).cases]:
            case = self.draft.work(source).case(key)
            if case and any(annotator in names for names in case.takers):
                self.draft.decide(source, {key: case.seen}, TAKEN, annotator, "lead")

    def beside(self, annotator, root):
        """The Agreement of the draft and an annotator, as a project in a directory."""
        for side, folder in (("draft", self.directory), (annotator, self.root / annotator)):
            for document in self.directory.glob("*.txt"):
                for suffix in (".txt", ".ann"):
                    path = root / side / f"{document.stem}{suffix}"
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes((folder / path.name).read_bytes())
        if (conf := self.root / "iaa.conf").exists():
            (root / "iaa.conf").write_bytes(conf.read_bytes())
        return agreement(root)

    def undo(self, words, by="lead"):
        return self.draft.undo(self.source, self.case(words).key, by)

    def data(self, document="doc"):
        return (self.directory / f"{document}.ann").read_bytes()

    def text(self, document="doc"):
        """The file without the notes of the draft."""
        lines = self.data(document).decode().splitlines(True)
        return "".join(line for line in lines if not line.startswith("#D"))

    def notes(self, document="doc"):
        """[“ID text”] of the notes of the draft."""
        lines = self.data(document).decode().splitlines()
        notes = (line.split("\t", 1)[1] for line in lines if line.startswith("#D"))
        return [note.removeprefix("AnnotationIncomplete ").replace("\t", " ") for note in notes]

    def read(self, document="doc"):
        """Annotations of the draft, which has no problem for our reader."""
        text = (self.directory / f"{document}.txt").read_bytes().decode()
        found = read_annotations(self.data(document), text, "draft")
        assert found.problems == ()
        return found


def two(folder, text, anna, ben, **options):
    """The draft of a document of two annotators, as they are in their files."""
    put_raw(folder / "p", "anna", "doc", text, anna)
    put_raw(folder / "p", "ben", "doc", text, ben)
    made = MadeDraft.make(folder / "p", folder / "draft", **options)
    made.read()
    return made
