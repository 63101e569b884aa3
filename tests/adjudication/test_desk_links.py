"""Decisions on chains and events: the gold holds one annotator's, and undo takes them back."""

import random
from functools import partial

import linked_projects
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

TEXT = linked_projects.TEXT


def begin(root, rule="unanimous", **options):
    """(Desk, Agreement) of a draft that is just made."""
    draft(root, root / "gold", rule, **options)
    lock = partial(files.locked, root.parent / "locks")
    database = Database(root.parent / "state.sqlite3")
    return Desk(root, "gold", DependencySettings(), database, lock), agreement(root)


def contents(root, names=("gold",)):
    return {path: path.read_bytes() for name in names for path in sorted((root / name).iterdir())}


def well_formed(root):
    for path, data in contents(root).items():
        if path.suffix == ".ann":
            about = read_annotations(data, TEXT, "gold")
            assert about.problems == ()
            triggers = {event.trigger for event in about.events.values()}
            named = [id for one in (*about.relations, *about.events.values()) for _, id in one.args]
            named += [id for one in about.equivs for id in one.members]
            named += [one.target for one in (*about.attributes, *about.notes)]
            assert not triggers & set(named), "brat takes no reference to the span of an event"


@pytest.mark.parametrize("seed", range(12))
def test_with_one_annotators_values_everywhere_the_gold_is_that_annotator(seed, tmp_path):
    rng = random.Random(seed)
    root = linked_projects.write(rng, tmp_path / "p")
    desk, found = begin(root, rng.choice(["unanimous", "majority"]), names=rng.random() < 0.5)
    me = rng.choice(linked_projects.ANNOTATORS)
    before, history = contents(root), []
    keys = [case.key for case in desk.work(found).cases]
    assert {case.place.layer for case in desk.work(found).cases} >= {"chains", "events"}
    rng.shuffle(keys)
    for key in keys:
        case = next(one for one in desk.work(found).cases if one.key == key)
        history.append((key, contents(root)))
        desk.decide(found, key, case.seen, TAKEN, me, "lead")
        case = next(one for one in desk.work(found).cases if one.key == key)
        assert case.status == "decided" and me in case.has
        well_formed(root)
    work = desk.work(found)
    assert [case for case in work.cases if me not in case.has or case.left] == []
    assert work.notes == []
    conf = root / "iaa.conf"
    conf.write_text(conf.read_text().replace("draft = gold", "gold = gold"))
    compared = agreement(root)
    left = [one for one in compared.disagreements if is_gold(one.layer) and me in one.annotators]
    assert left == []
    mine = {
        (score.measure, score.layer): score.value
        for score in compared.scores
        if is_gold(score.layer) and me in score.annotators and score.value is not None
    }
    assert any(layer == "gold/chains" for _, layer in mine)
    for key, data in reversed(history):
        desk.undo(found, key, "lead")
        assert contents(root) == data
    assert contents(root) == before
