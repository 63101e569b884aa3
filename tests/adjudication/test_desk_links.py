"""Decisions on chains and events: the gold holds one annotator's, and undo takes them back."""

import random
import re

import linked_projects
import pytest
from desks import begin, by_key, contents
from small_projects import agreement, put_raw

from brat_iaa.adjudication.decisions import TAKEN
from brat_iaa.adjudication.edits import NotSettled
from brat_iaa.config import is_gold
from brat_iaa.corpus.standoff import read_annotations

TEXT = linked_projects.TEXT


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


def chain_figures(compared, me):
    """Values of the agreement of an annotator with the gold on chains."""
    return {
        score.value
        for score in compared.scores
        if score.layer == "gold/chains"
        and score.measure.startswith("alpha")
        and me in score.annotators
        and score.value is not None
    }


@pytest.mark.parametrize("joined", ["*", pytest.param("R", marks=pytest.mark.system)])
def test_with_one_annotators_values_everywhere_the_gold_is_that_annotator(joined, tmp_path):
    rng = random.Random(joined)
    root = linked_projects.write(rng, tmp_path / "p", joined=joined, documents=("a",))
    desk, found = begin(root, rng.choice(["unanimous", "majority"]), names=rng.random() < 0.5)
    me = rng.choice(linked_projects.ANNOTATORS)
    before, history = contents(root), []
    cases = by_key(desk, found)
    keys = list(cases)
    places = [case.place for case in cases.values()]
    with_it = {layer for place in places for layer in place.with_it}
    assert with_it | {place.layer for place in places} >= {"chains", "events", "works"}
    rng.shuffle(keys)
    for key in keys:
        case = cases[key]
        history.append((key, contents(root)))
        desk.decide(found, key, case.seen, TAKEN, me, "lead")
        cases = by_key(desk, found)
        case = cases[key]
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
    assert chain_figures(compared, me) == {1}
    for key, data in reversed(history):
        desk.undo(found, key, "lead")
        assert contents(root) == data
    assert contents(root) == before


CHAINS = "[project]\ndraft = gold\n[layer chains]\nkind = chains\n"
EVENTS = "[project]\ndraft = gold\n[layer spans]\nkind = labels\n[layer events]\nkind = events\n"


def two(root, text, conf, anna, ben):
    for name, ann in (("anna", anna), ("ben", ben)):
        put_raw(root, name, "doc", text, ann)
    (root / "iaa.conf").write_text(conf)
    return *begin(root), root / "gold" / "doc.ann"


def case_of(desk, found, token, layer):
    wanted = token, layer
    cases = desk.work(found).cases
    return next(one for one in cases if (one.place.token.text, one.place.layer) == wanted)


def take(desk, found, name, token, layer):
    case = case_of(desk, found, token, layer)
    return desk.decide(found, case.key, case.seen, TAKEN, name, "lead")


def test_a_mention_is_in_one_chain_and_those_left_behind_stay_together(tmp_path):
    spans = "".join(f"T{n}\tX {2 * n} {2 * n + 1}\t{c}\n" for n, c in enumerate("abcd"))
    anna, ben = spans + "*\tEquiv T0 T1 T2\n", spans + "*\tEquiv T0 T3\n"
    desk, found, ann = two(tmp_path / "p", "a b c d\n", CHAINS, anna, ben)
    take(desk, found, "anna", "b", "chains")
    cases = desk.work(found).cases
    status = {case.place.token.text: case.status for case in cases}
    assert status == {"a": "decided", "b": "decided", "c": "decided", "d": "open"}
    lines = [line for line in ann.read_text().splitlines() if line[0] in "*#"]
    assert sorted(lines, reverse=True) == [
        "*\tEquiv T1 T2 T3",
        "#1\tAnnotatorNotes T1\tDisputed chain: anna: Equiv of a = b = c; ben: Equiv of a = d",
    ]
    effects = desk.effects(found, case_of(desk, found, "d", "chains"))
    told = {name: {place.token.text for place in places} for name, places in effects.items()}
    assert told == {"anna": set(), "ben": {"a", "b", "c"}}
    take(desk, found, "ben", "d", "chains")
    assert {line for line in ann.read_text().splitlines() if line[0] in "*#"} == {
        "*\tEquiv T2 T3",
        "*\tEquiv T1 T4",
    }
    # What was decided before, otherwise, is shown again.
    status = {case.place.token.text: case.status for case in desk.work(found).cases}
    assert status == {"a": "decided", "b": "changed", "c": "changed", "d": "decided"}


def test_what_stands_on_the_trigger_follows_its_event(tmp_path):
    text = "Ann met Bob and left\n"
    spans = "T1\tPER 0 3\tAnn\nT2\tMeet 4 7\tmet\nT3\tPER 8 11\tBob\nT4\tGo 16 20\tleft\n"
    rest = "E2\tGo:T4 After:E1\nR1\tthen Arg1:E1 Arg2:E2\t\n#1\tAnnotatorNotes E1\tsee p. 3\n"
    anna = spans + "E1\tMeet:T2 Who:T1\n" + rest
    ben = spans + "E1\tMeet:T2 Who:T1 Whom:T3\n" + rest
    desk, found, ann = two(tmp_path / "p", text, EVENTS, anna, ben)
    drafted = ann.read_text()
    assert "R1\tthen Arg1:T2 Arg2:T4\t\n" in drafted and "E1" not in drafted
    assert [case.place.token.text for case in desk.work(found).cases] == ["met"]
    take(desk, found, "ben", "met", "events")
    after = ann.read_text()
    assert "E1\tMeet:T2 Who:T1 Whom:T3\nE2\tGo:T4 After:E1\n" in after
    assert "R1\tthen Arg1:E1 Arg2:E2\t\n" in after and "Disputed event" not in after
    desk.undo(found, case_of(desk, found, "met", "events").key, "lead")
    assert ann.read_text() == drafted


def test_a_span_brings_its_chain_and_event_and_leaves_them_when_it_goes(tmp_path):
    text = "Ann met Bob\n"
    ben = "T1\tPER 0 3\tAnn\nT2\tMeet 4 7\tmet\nE1\tMeet:T2 Who:T1\n"
    anna = ben + "T3\tPER 8 11\tBob\nE2\tMeet:T2 Whom:T3\n*\tEquiv T1 T3\n"
    conf = EVENTS + "[layer chains]\nkind = chains\n"
    desk, found, ann = two(tmp_path / "p", text, conf, anna, ben)
    drafted, (case,) = ann.read_text(), desk.work(found).cases
    assert case.place.layer == "spans" and case.place.with_it == {"chains": 1, "events": 1}
    take(desk, found, "anna", "Bob", "spans")
    drawn = ann.read_text()
    assert "E2\tMeet:T2 Whom:T3\n" in drawn and "*\tEquiv T1 T3\n" in drawn and "#" not in drawn
    take(desk, found, "ben", "Bob", "spans")
    left = ann.read_text()
    assert "Bob" not in left and "*" not in left and "E2" not in left
    for before in (drawn, drafted):
        desk.undo(found, case.key, "lead")
        assert ann.read_text() == before


@pytest.mark.parametrize("seed", range(200, 202))
def test_any_decisions_and_undo_in_any_order(seed, tmp_path):
    """What can be taken back leaves what the gold had, but for ids; the rest says why it cannot."""
    rng = random.Random(seed)
    joined = rng.choice("*R")
    root = linked_projects.write(rng, tmp_path / "p", documents=("a",), joined=joined)
    desk, found = begin(root)
    cases = by_key(desk, found)
    chosen = rng.sample(tuple(cases.values()), min(8, len(cases)))
    for case in chosen:
        case = cases[case.key]
        name = rng.choice([name for group in case.place.groups for name in group])
        desk.decide(found, case.key, case.seen, TAKEN, name, "lead")
        cases = by_key(desk, found)
        case = cases[case.key]
        assert case.status == "decided" and name in case.has
        well_formed(root)
    rng.shuffle(chosen)
    for case in chosen:
        now = cases[case.key]
        data = contents(root)
        if now.decision is None:  # taken back with another mention of its chain
            continue
        try:
            made = desk.undo(found, case.key, "lead")
        except NotSettled:
            assert contents(root) == data
            continue
        cases = by_key(desk, found)
        there = cases[made.item]
        assert there.drawn == made.before
        well_formed(root)


SPANS_AND_LINKS = "[project]\ndraft = gold\n[layer spans]\nkind = labels\n[layer links]\nkind = "


@pytest.mark.parametrize(
    "kind, joined",
    [
        ("entity-relations", "R1\tWith Arg1:T1 Arg2:T2\t"),
        ("chains", "*\tCoref T1 T2"),
        ("chains\nrelations = Coref", "R1\tCoref Arg1:T1 Arg2:T2\t"),
        ("events", "E1\tBegin:T3 Theme:T1 Theme2:T2"),
        ("events", "E1\tProblem:T1 Theme:T2"),
    ],
    ids=["relation", "chain", "links", "arguments", "trigger"],
)
@pytest.mark.parametrize(
    "first, second, swapped", [("anna", "ben", False), ("ben", "anna", True), ("ben", "ben", False)]
)
def test_what_joins_two_disputed_spans_joins_those_that_were_chosen(
    kind, joined, first, second, swapped, tmp_path
):
    text = "raised white cells and shortness of breath began\n"
    spans = {"anna": [(0, 18), (36, 42)], "ben": [(7, 18), (23, 42)]}

    def written(first, second):
        began = ["T3\tBegin 43 48\tbegan"] if "T3" in joined else []
        return began + [
            f"T{number}\tProblem {start} {end}\t{text[start:end]}"
            for number, (start, end) in enumerate((first, second), 1)
        ]

    files = ("\n".join([*written(*drawn), joined, ""]) for drawn in spans.values())
    desk, found, ann = two(tmp_path / "p", text, f"{SPANS_AND_LINKS}{kind}\n", *files)
    draft = ann.read_bytes()
    chosen = [(first, spans[first][0]), (second, spans[second][1])]
    tokens = ["raised white cells", "shortness of breath"]
    order = [1, 0] if swapped else [0, 1]
    for number in order:
        take(desk, found, chosen[number][0], tokens[number], "spans")
    assert [case.status for case in desk.work(found).cases] == ["decided", "decided"]
    got = ann.read_text()
    # With the ids of the annotators' files.
    ids = {row.split("\t")[2]: row.split("\t")[0] for row in got.splitlines() if row[0] == "T"}
    wanted = {row.split("\t")[2]: row.split("\t")[0] for row in written(*(at for _, at in chosen))}
    renamed = re.sub(r"\bT\d+", lambda id: wanted[next(w for w in ids if ids[w] == id[0])], got)
    assert {*renamed.splitlines()} == {*written(*(at for _, at in chosen)), joined}
    for number in reversed(order):
        desk.undo(found, case_of(desk, found, tokens[number], "spans").key, "lead")
    assert ann.read_bytes() == draft
