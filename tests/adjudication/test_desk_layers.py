"""Decisions on labels of spans and on relations: the gold holds one annotator's values, and undo
takes them back.
"""

import random
from functools import partial

import layered_projects
import pytest
from small_projects import agreement

from brat_iaa.adjudication.decisions import TAKEN
from brat_iaa.adjudication.desk import Desk
from brat_iaa.adjudication.drafting import draft
from brat_iaa.config import DependencySettings
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.references.gold_layers import is_gold
from brat_iaa.store.database import Database
from server_hooks.guard import files


def begin(root, rule="unanimous", **options):
    """(Desk, Agreement) of a draft that is just made."""
    draft(root, root / "gold", rule, **options)
    lock = partial(files.locked, root.parent / "locks")
    database = Database(root.parent / "state.sqlite3")
    return Desk(root, "gold", DependencySettings(), database, lock), agreement(root)


def contents(root, names=("gold",)):
    return {path: path.read_bytes() for name in names for path in sorted((root / name).iterdir())}


def against_gold(root):
    conf = root / "iaa.conf"
    conf.write_text(conf.read_text().replace("draft = gold", "gold = gold"))
    return agreement(root)


@pytest.mark.parametrize("seed", range(16))
def test_with_one_annotators_values_everywhere_the_gold_is_that_annotator(seed, tmp_path):
    rng = random.Random(seed)
    root = layered_projects.write(rng, tmp_path / "p")
    desk, found = begin(root, rng.choice(["unanimous", "majority"]), names=rng.random() < 0.5)
    mine = contents(root, layered_projects.ANNOTATORS)
    me = rng.choice(layered_projects.ANNOTATORS)
    before, history = contents(root), []
    keys = [case.key for case in desk.work(found).cases]
    assert {case.place.layer for case in desk.work(found).cases} >= {"entities", "works", "moods"}
    rng.shuffle(keys)
    for key in keys:
        case = next(one for one in desk.work(found).cases if one.key == key)
        history.append((key, contents(root)))
        desk.decide(found, key, case.seen, TAKEN, me, "lead")
        case = next(one for one in desk.work(found).cases if one.key == key)
        assert case.status == "decided" and me in case.has
        for path, data in contents(root).items():
            if path.suffix == ".ann":
                text = path.with_suffix(".txt").read_text()
                assert read_annotations(data, text, "gold").problems == ()
    work = desk.work(found)
    assert [case.status for case in work.cases if me not in case.has] == []
    compared = against_gold(root)
    left = [one for one in compared.disagreements if is_gold(one.layer) and me in one.annotators]
    assert left == []
    for key, data in reversed(history):
        desk.undo(found, key, "lead")
        assert contents(root) == data
    assert contents(root) == before and contents(root, layered_projects.ANNOTATORS) == mine
