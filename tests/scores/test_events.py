"""Events: F1s and disagreements, worked out by hand and by a slow count of sets."""

import re
from collections import Counter, defaultdict
from itertools import combinations

import pytest
from differences import told
from element_projects import (
    WORDS,
    check_names_do_not_matter,
    described,
    order,
    put_project,
    random_project,
    records,
    share,
)
from event_projects import ANA, FOR, FRANCE, GRENOBLE, LAYER, LEFT, ROME, UN, File, ann, compared
from small_projects import agreement, of_labels, put_raw, whole

from brat_iaa.layers.difference import seen_from

PAIR = ("anna", "ben")
MEASURES = ("event-f1", "trigger-f1", "argument-f1")


def figures(found, pair=PAIR):
    """The three F1s by exact matches."""
    return tuple(whole(found)[measure, "exact", pair].value for measure in MEASURES)


def listed(found):
    return [one[1:] for one in described(found)]


def test_worked_by_hand(tmp_path):
    """anna 3 events, 3 triggers, 5 arguments; ben 3, 3 and 4."""
    found = compared(
        tmp_path,
        anna=ann(
            ("Leave", LEFT, {"Who": ANA, "From": GRENOBLE}),
            ("Work", FOR, {"Who": ANA, "Whom": UN}),
            ("Be", ROME, {"Who": UN}),
        ),
        ben=ann(
            ("Leave", LEFT, {"Who": ANA, "From": GRENOBLE}),
            ("Work", FOR, {"Who": UN}),
            ("Stay", ROME, {"Who": UN}),
        ),
    )
    assert figures(found) == (share(1, 3, 3), share(2, 3, 3), share(2, 5, 4))
    assert [whole(found)[measure, "exact", PAIR].items for measure in MEASURES] == [5, 4, 7]
    labels = of_labels(found)
    assert labels["event-f1", "exact", PAIR, "Leave"].value == 1
    assert labels["event-f1", "exact", PAIR, "Work"].value == 0
    assert labels["trigger-f1", "exact", PAIR, "Work"].value == 1
    # The role is that of 6 arguments; only the first of Leave is of both.
    assert labels["argument-f1", "exact", PAIR, "Who"].value == share(1, 3, 3)
    assert labels["argument-f1", "exact", PAIR, "From"].value == 1
    assert ("event-f1", "exact", PAIR, "Who") not in labels
    assert listed(found) == [
        ("for", "role", ("Whom", "Who"), ("for → UN", "for → UN")),
        ("for", "argument", ("Who", ""), ("for → Ana Lopez", "")),
        ("Rome", "label", ("Be", "Stay"), ("", "")),
    ]
    assert found.confusion("events") == {
        PAIR: {("Leave", "Leave"): 1, ("Work", "Work"): 1, ("Be", "Stay"): 1}
    }


def test_numbered_roles_are_one_role(tmp_path):
    anna = ann(("Leave", LEFT, {"Who": ANA, "From": GRENOBLE, "From2": FRANCE}))
    ben = ann(("Leave", LEFT, {"From": FRANCE, "From3": GRENOBLE, "Who1": ANA}))
    found = compared(tmp_path / "drop", anna=anna, ben=ben)
    assert figures(found) == (1, 1, 1) and not found.differences
    found = compared(tmp_path / "keep", "numbers = keep\n", anna=anna, ben=ben)
    assert figures(found) == (0, 1, 0)
    assert {one.kind for one in found.differences} == {"role"}


def nested(inner, end):
    file = File()
    file.event("Say", FOR, What=file.event(inner, LEFT, Who=end))
    return file


def test_an_argument_that_is_an_event_matches_if_its_trigger_does(tmp_path):
    """What is inside of it is compared at its own trigger."""
    found = compared(tmp_path / "end", anna=nested("Leave", ANA), ben=nested("Leave", UN))
    assert figures(found) == (share(1, 2, 2), 1, share(1, 2, 2))
    assert [one[:3] for one in listed(found)] == [
        ("left", "argument", ("Who", "")),
        ("left", "argument", ("", "Who")),
    ]
    found = compared(tmp_path / "type", anna=nested("Leave", ANA), ben=nested("Go", ANA))
    assert figures(found) == (0, share(1, 2, 2), 0)
    assert listed(found) == [
        ("left", "label", ("Leave", "Go"), ("", "")),
        ("for", "argument", ("", "What"), ("", "for → left (Go)")),
        ("for", "argument", ("What", ""), ("for → left (Leave)", "")),
    ]


def test_problems(tmp_path):
    double = ann(("Leave", LEFT, {"Who": ANA}), ("Leave", LEFT, {"Who2": ANA}))
    put_raw(tmp_path / "one", "anna", "more", WORDS, ann(("Leave", LEFT, {})))
    put_raw(tmp_path / "one", "ben", "more", WORDS, ann(("Leave", FOR, {})))
    found = compared(tmp_path / "one", anna=double, ben="T1\tN 0 3\tAna\n")
    problems = {problem.code: problem for problem in found.problems}
    assert (problems["duplicate-event"].file, problems["duplicate-event"].line) == ("anna/d.ann", 5)
    assert (problems["no-events"].file, problems["no-events"].line) == ("ben/d.ann", None)
    assert whole(found)["event-f1", "exact", PAIR].items == 1 + 2

    # Two that differ only in the arguments of their arguments are two.
    file = File()
    for end in (ANA, UN):
        file.event("Say", FOR, What=file.event("Leave", LEFT, Who=end))
    found = compared(tmp_path / "two", anna=file, ben=file)
    assert not found.problems and figures(found) == (1, 1, 1)
    assert whole(found)["event-f1", "exact", PAIR].items == 4


# Against a count of its own


def known(content, everybody):
    """(events, triggers, arguments) as sets, and {event: ids}; an event is (trigger, arguments).

    everybody  what all have in the document: where one drew several events on a trigger, what they
               are is no longer said by the trigger alone
    """
    crowded: set = set()
    while True:
        drawn = [_events_of(own, crowded) for own in everybody]
        found = {
            trigger
            for ids in drawn
            for trigger in {trigger for trigger, _ in ids}
            if len({arguments for at, arguments in ids if at == trigger}) > 1
        }
        if found == crowded:
            break
        crowded = found
    ids = _events_of(content, crowded)
    arguments = {(trigger, *argument) for trigger, own in ids for argument in own}
    return (set(ids), {trigger for trigger, _ in ids}, arguments), ids


def _events_of(content, crowded):
    """{event: ids}. crowded: triggers"""
    spans, _, events = records(content)
    trigger_of = {id: spans[kind.split(":")[1]] for id, kind, _ in events}
    args_of, ids = {id: args for id, _, args in events}, defaultdict(list)

    def arguments(id, above=()):
        return frozenset(
            (re.sub(r"\d+$", "", role), identity(end, (*above, id))) for role, end in args_of[id]
        )

    def identity(id, above):
        trigger = trigger_of.get(id) or spans[id]
        if id not in trigger_of or trigger not in crowded or id in above:
            return trigger
        return *trigger, arguments(id, above)

    for id in args_of:
        ids[trigger_of[id], arguments(id)].append(id)
    return ids


@pytest.mark.parametrize("seed", range(2))
def test_random_projects(seed, tmp_path):
    names = ("anna", "ben", "carla")
    made = random_project(seed, "events", ("Theme", "Theme2", "Cause"))
    found = agreement(put_project(tmp_path / "one", made, order(names) + LAYER))
    for pair in combinations(names, 2):
        sizes, matched = Counter(), Counter()
        for document, own in made.items():
            if not set(pair) <= set(own):
                continue
            both = [known(own[name], own.values()) for name in pair]
            for measure, first, second in zip(MEASURES, *(sets for sets, _ in both)):
                sizes[measure] += len(first) + len(second)
                matched[measure] += len(first & second)
            here = [
                one
                for one in found.differences
                if one.document == document and one.annotators == pair
            ]
            check_list(both, here)
        for measure in MEASURES:
            value = whole(found)[measure, "exact", pair].value
            assert (
                value is None
                if not sizes[measure]
                else value == pytest.approx(2 * matched[measure] / sizes[measure])
            )
            assert value is None or 0 <= value <= 1
        wide, exact = (whole(found)["trigger-f1", way, pair].value for way in ("overlap", "exact"))
        assert exact is None or exact <= wide <= 1

    turned = agreement(put_project(tmp_path / "two", made, order(names[::-1]) + LAYER))
    for pair in combinations(names, 2):
        own = map(told, seen_from(pair[1], found.differences, pair[0]))
        assert [*own] == [told(one) for one in turned.differences if one.annotators == pair[::-1]]

    check_names_do_not_matter(tmp_path / "three", made, LAYER, found, seed)


def check_list(both, found):
    """Scores and the list of a document and pair cannot contradict each other."""
    (first, ids), (second, other_ids) = both
    assert bool(found) == (first[0] != second[0])
    triggers = first[1] & second[1]
    # Arguments that only one has, at triggers of both, are in one disagreement each.
    for side, (own, other) in enumerate(((first, second), (second, first))):
        alone = Counter(role for trigger, role, _ in own[2] - other[2] if trigger in triggers)
        marks = [one.marks[side] for one in found if one.kind in ("argument", "role")]
        assert Counter(mark.label for mark in marks if mark) == alone
        # So are the triggers that only one has.
        marks = [
            one.marks[side]
            for one in found
            if one.kind in ("label", "extra-event", "missing-event")
        ]
        assert Counter(mark.label for mark in marks if mark) == Counter(
            kind for kind, _ in own[1] - other[1]
        )
        # No event is without a counterpart for no reason.
        for trigger, arguments in own[0] - other[0]:
            here = [one for one in found if one.token.fragments == tuple(sorted(trigger[1]))]
            assert here
            if trigger in triggers and not any(
                (trigger, *argument) not in other[2] for argument in arguments
            ):
                without = [
                    {argument for argument in its if (at, *argument) in own[2]}
                    for at, its in other[0] - own[0]
                    if at == trigger
                ]
                if arguments not in without:
                    assert "events" in [one.kind for one in here]
    known_ids = [{id for own in all_ids.values() for id in own} for all_ids in (ids, other_ids)]
    assert all(
        mark is None or mark.id in own for one in found for mark, own in zip(one.marks, known_ids)
    )


def test_a_gold_has_precision_and_recall_too(tmp_path):
    put_raw(tmp_path, "gold", "d", WORDS, ann(("Leave", LEFT, {"Who": ANA}), ("Be", ROME, {})))
    for name in PAIR:
        put_raw(tmp_path, name, "d", WORDS, ann(("Leave", LEFT, {"Who": ANA})))
    (tmp_path / "iaa.conf").write_text("[project]\ngold = gold\n" + LAYER, "utf-8")
    values = {
        (score.measure, score.statistic): score.value
        for score in agreement(tmp_path).scores
        if score.annotators == ("gold", "anna") and score.document is None and score.label is None
    }
    assert values["event-f1", "exact"] == pytest.approx(2 / 3)
    assert (values["event-precision", "exact"], values["event-recall", "exact"]) == (1, 0.5)
    assert values["argument-recall", "exact"] == 1 and values["trigger-recall", "overlap"] == 0.5
