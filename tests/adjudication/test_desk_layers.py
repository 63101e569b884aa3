"""Decisions on labels of spans and on relations: the gold holds one annotator's values, and undo
takes them back.
"""

import random

import layered_projects
import pytest
from desks import begin, by_key, contents
from small_projects import agreement, put_raw

from brat_iaa.adjudication.decisions import NEITHER, TAKEN
from brat_iaa.adjudication.desk import Changed
from brat_iaa.adjudication.edits import NotSettled
from brat_iaa.config import is_gold
from brat_iaa.corpus.standoff import read_annotations


def against_gold(root):
    conf = root / "iaa.conf"
    conf.write_text(conf.read_text().replace("draft = gold", "gold = gold"))
    return agreement(root)


def test_with_one_annotators_values_everywhere_the_gold_is_that_annotator(tmp_path):
    rng = random.Random(1)
    root = layered_projects.write(rng, tmp_path / "p", documents=("a",))
    desk, found = begin(root, rng.choice(["unanimous", "majority"]), names=rng.random() < 0.5)
    mine = contents(root, layered_projects.ANNOTATORS)
    me = rng.choice(layered_projects.ANNOTATORS)
    before, history = contents(root), []
    cases = by_key(desk, found)
    keys = list(cases)
    assert {case.place.layer for case in cases.values()} >= {"entities", "works", "moods"}
    rng.shuffle(keys)
    for key in keys:
        case = cases[key]
        history.append((key, contents(root)))
        made = desk.decide(found, key, case.seen, TAKEN, me, "lead")
        path = root / "gold" / f"{case.document}.ann"
        touched = {index for index, _, _ in made.changes}
        lines = enumerate(history[-1][1][path].decode().split("\n"))
        untouched = [line for index, line in lines if index not in touched]
        now = iter(path.read_text().split("\n"))
        assert all(line in now for line in untouched), "lines changed, or their order"
        cases = by_key(desk, found)
        case = cases[key]
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


@pytest.mark.parametrize("seed", range(100, 102))
def test_undo_in_any_order(seed, tmp_path):
    """What can be taken back leaves what the gold had, but for ids; the rest says why it cannot."""
    rng = random.Random(seed)
    root = layered_projects.write(rng, tmp_path / "p", documents=("a",))
    desk, found = begin(root)
    cases = by_key(desk, found)
    chosen = rng.sample(tuple(cases.values()), 6)
    for case in chosen:
        case = cases[case.key]
        name = rng.choice([name for group in case.place.groups for name in group])
        desk.decide(found, case.key, case.seen, TAKEN, name, "lead")
        cases = by_key(desk, found)
    rng.shuffle(chosen)
    for case in chosen:
        now = cases[case.key]
        before, data = now.decision.before, contents(root)
        try:
            desk.undo(found, case.key, "lead")
        except NotSettled:
            assert contents(root) == data
            continue
        cases = by_key(desk, found)
        now = cases[case.key]
        assert now.drawn == before and now.decision is None and now.status != "decided"
    text = layered_projects.TEXT
    assert read_annotations(contents(root)[root / "gold" / "a.ann"], text, "gold").problems == ()


TEXT = "Ann met Bob\n"
PLAIN = "[project]\ndraft = gold\n[layer entities]\nkind = labels\n"


def case_of(desk, found, token="Bob", layer="entities"):
    wanted = token, layer
    cases = desk.work(found).cases
    return next(one for one in cases if (one.place.token.text, one.place.layer) == wanted)


@pytest.fixture
def two(tmp_path):
    """anna and ben differ on the type of Bob, and anna alone drew Ann."""
    root = tmp_path / "p"
    put_raw(root, "anna", "doc", TEXT, "T1\tPER 0 3\tAnn\nT2\tPER 8 11\tBob\n")
    put_raw(root, "ben", "doc", TEXT, "T1\tORG 8 11\tBob\n")
    (root / "iaa.conf").write_text(PLAIN)
    return root, *begin(root)


def take(desk, found, name, **where):
    case = case_of(desk, found, **where)
    return desk.decide(found, case.key, case.seen, TAKEN, name, "lead")


def test_what_is_written(two):
    root, desk, found = two
    ann = root / "gold" / "doc.ann"
    assert [case.status for case in desk.work(found).cases] == ["open", "open"]
    take(desk, found, "ben")
    take(desk, found, "anna", token="Ann")
    assert ann.read_text() == "T1\tORG 8 11\tBob\nT2\tPER 0 3\tAnn\n"
    take(desk, found, "ben", token="Ann")
    assert ann.read_text() == "T1\tORG 8 11\tBob\n"


def test_what_stands_on_a_span_goes_with_it(two):
    root, desk, found = two
    ann = root / "gold" / "doc.ann"
    take(desk, found, "ben")
    take(desk, found, "anna", token="Ann")
    notes = "#1\tAnnotatorNotes A1\tsee p. 3\n#2\tAnnotatorNotes T2\twho?\n"
    ann.write_text(ann.read_text() + "A1\tSure T2\n" + notes)
    take(desk, found, "ben", token="Ann")
    assert ann.read_text() == "T1\tORG 8 11\tBob\n"


def test_what_is_settled_in_brat_is_seen(two):
    root, desk, found = two
    ann = root / "gold" / "doc.ann"
    case = case_of(desk, found)
    desk.decide(found, case.key, case.seen, NEITHER, "", "lead")
    assert case_of(desk, found).status == "neither"
    ann.write_text(ann.read_text().replace("ORG 8", "LOC 8").replace("PER 8", "LOC 8"))
    assert case_of(desk, found).status == "brat"
    with pytest.raises(Changed, match="It was changed since"):
        desk.decide(found, case.key, case.seen, TAKEN, "anna", "lead")
    take(desk, found, "anna")
    ann.write_text(ann.read_text().replace("PER 8", "LOC 8"))
    assert case_of(desk, found).status == "changed"


def test_an_annotator_who_changes_meanwhile_is_not_overtaken(two):
    root, desk, found = two
    case = case_of(desk, found)
    put_raw(root, "ben", "doc", TEXT, "T1\tLOC 8 11\tBob\n")
    with pytest.raises(Changed, match="ben has changed it"):
        desk.decide(found, case.key, case.seen, TAKEN, "ben", "lead")


def test_a_span_of_an_event_stays_in_brat(tmp_path):
    root = tmp_path / "p"
    put_raw(root, "anna", "doc", TEXT, "T1\tMeet 4 7\tmet\nE1\tMeet:T1\n")
    put_raw(root, "ben", "doc", TEXT, "T1\tPER 8 11\tBob\n")
    (root / "iaa.conf").write_text(PLAIN)
    desk, found = begin(root)
    before = contents(root)
    with pytest.raises(NotSettled, match="trigger of an event"):
        take(desk, found, "anna", token="met")
    assert contents(root) == before


@pytest.mark.parametrize("source", ["type", "attribute:Mood"])
def test_labels_of_documents_are_taken_from_wherever_they_stand(source, tmp_path):
    root = tmp_path / "p"
    for name, type, value in (("anna", "A", "Glad"), ("ben", "B", "Sad")):
        put_raw(root, name, "doc", "a b\n", f"T1\t{type} 0 1\ta\nA1\tMood T1 {value}\n")
    (root / "iaa.conf").write_text(
        f"[project]\ndraft = gold\n[layer it]\nkind = labels\nvalue = {source}\nitems = documents\n"
    )
    desk, found = begin(root, "unanimous", names=True)
    ((key, case),) = by_key(desk, found).items()
    desk.decide(found, key, case.seen, TAKEN, "ben", "lead")
    (case,) = by_key(desk, found).values()
    assert case.status == "decided" and case.has == {"ben"}
