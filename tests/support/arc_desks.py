"""A desk at which the arcs of a draft are decided on, and what is in the draft's files."""

import random
from functools import partial

from brat_iaa.server_hooks.guard import files
from drafts import project
from small_projects import agreement, like, put, random_marks, random_words

from brat_iaa.adjudication.decisions import TAKEN
from brat_iaa.adjudication.desk import Desk
from brat_iaa.adjudication.drafting import draft
from brat_iaa.config import DependencySettings
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.store.database import Database

SETTINGS = DependencySettings()


def desk_of(root, database=None):
    path = root.parent / "state.sqlite3"
    lock = partial(files.locked, root.parent / "locks")
    return Desk(root, "gold", SETTINGS, database or Database(path), lock)


def begin(root, rule="unanimous", **options):
    """(Desk, Agreement) of a draft that is just made."""
    (root / "iaa.conf").write_text("[project]\ndraft = gold\n[layer dependencies]\n")
    draft(root, root / "gold", rule, **options)
    return desk_of(root), agreement(root)


def case_of(desk, found, token):
    return next(case for case in desk.work(found).cases if case.place.token.text == token)


def take(desk, found, token, annotator, reason="", by="lead"):
    case = case_of(desk, found, token)
    return desk.decide(found, case.key, case.seen, TAKEN, annotator, by, reason)


def ann(root, document="doc"):
    return root / "gold" / f"{document}.ann"


def arcs(root, document="doc", directory="gold"):
    """{dependent's words: {(label, head's words)}} in a file, which has no problem."""
    text = (root / directory / f"{document}.txt").read_text()
    data = (root / directory / f"{document}.ann").read_bytes()
    found = read_annotations(data, text, "gold")
    assert found.problems == ()
    told = {}
    for relation in found.relations:
        head, dependent = (found.span_of(id) for _, id in relation.args)
        told.setdefault(dependent.start, []).append((relation.type, head.start))
    assert all(len(own) == len(set(own)) for own in told.values())
    return {start: set(own) for start, own in told.items()}


def random_project(seed, folder):
    rng = random.Random(seed)
    root = folder / "p"
    for document in ("a", "b"):
        words = random_words(rng, sentences=3, longest=4)
        marks = random_marks(rng, words, heads=(0, 1, 1, 2))
        for name in ("anna", "ben", "carla"):
            put(root, name, document, words, like(rng, marks, words, heads=(0, 1, 2)))
    return rng, root


def two_annotators(folder):
    """(root, Desk, Agreement): anna and ben differ on dogs: obj or iobj; and anna alone has a second
    head of they.
    """
    root = project(
        folder,
        anna="2>1:subj 0>2:root 2>3:obj / 2>1:subj 0>1:top 0>2:root",
        ben="2>1:subj 0>2:root 2>3:iobj / 2>1:subj 0>2:root",
    )
    return root, *begin(root)
