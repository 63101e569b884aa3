"""Events: F1s and disagreements, worked out by hand and by a slow count of sets."""

import re
from collections import Counter, defaultdict
from itertools import combinations

import pytest
from differences import told
from element_projects import (
    check_names_do_not_matter,
    described,
    order,
    put_project,
    random_project,
    records,
    share,
)
from event_projects import ANA, FOR, FRANCE, GRENOBLE, LAYER, LEFT, UN, File, ann, compared
from small_projects import agreement, whole

from brat_iaa.layers.difference import seen_from

PAIR = ("anna", "ben")
MEASURES = ("event-f1", "trigger-f1", "argument-f1")


def figures(found, pair=PAIR):
    """The three F1s by exact matches."""
    return tuple(whole(found)[measure, "exact", pair].value for measure in MEASURES)


def listed(found):
    return [one[1:] for one in described(found)]


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
        ("left", "argument", ("Who", "")), ("left", "argument", ("", "Who")),
    ]  # fmt: skip
    found = compared(tmp_path / "type", anna=nested("Leave", ANA), ben=nested("Go", ANA))
    assert figures(found) == (0, share(1, 2, 2), 0)
    assert listed(found) == [
        ("left", "label", ("Leave", "Go"), ("", "")), ("for", "argument", ("", "What"), ("", "for → left (Go)")),
        ("for", "argument", ("What", ""), ("for → left (Leave)", "")),
    ]  # fmt: skip


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
