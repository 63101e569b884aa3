"""Places: each item on which annotators differ once, with what everybody gave it."""

from collections import Counter

import pytest
from drawn_projects import Drawn
from small_projects import agreement, put, scores_by_key

from brat_iaa.report.places import groups_in_words
from brat_iaa.study import Study

SEEDS = range(2)


@pytest.fixture
def found(tmp_path):
    """Four annotators, two sentences: a has two heads in all but one, e is no token of dora's."""
    words = "a b c / d e"
    for name, marks in {
        "anna": "3>1:subj 2>1:subj 0>3:root / 1>2:x",
        "ben": "3>1:subj 0>3:root / 1>2:y",
        "carla": "2>1:subj 3>1:subj 0>3:root / 1>2:y",
        "dora": "3>1:subj 2>1:subj 0>3:root / -2",
    }.items():
        put(tmp_path, name, "doc", words, marks)
    return agreement(tmp_path)


def assert_sound(found):
    """Every pairwise disagreement lies in one place, every place has one, and groups differ."""
    all_places = found.places
    listed = [one for place in all_places for one in (*place.differences, *place.consequences)]
    assert Counter(map(id, listed)) == Counter(map(id, found.differences))
    assert len({place.key for place in all_places}) == len(all_places)
    for place in all_places:
        assert place.differences and {one.item for one in place.differences} == {place.item}
        assert {one.follows for one in place.consequences} <= {place.item}
        group_of = {name: group for group in place.groups for name in group}
        for one in place.differences:
            first, second = one.annotators
            if first in group_of and second in group_of:
                assert group_of[first] != group_of[second], place
    return all_places


@pytest.mark.parametrize("tokens", ["shared", "drawn"])
@pytest.mark.parametrize("seed", SEEDS)
def test_places_of_a_pair_are_its_items_without_the_exact_matches(seed, tokens, tmp_path):
    drawn = Drawn(seed, ("anna", "ben", "carla", "dora"))
    del drawn.marks["carla"]["d1"]
    found = agreement(drawn.write(tmp_path), tokens=tokens)
    all_places, scores = assert_sound(found), scores_by_key(found)
    for pair in found.confusion("dependencies"):
        exact = scores["LAA", "exact", pair, None, None]
        differing = sum(place.differ(*pair) for place in all_places)
        assert differing == exact.items - round(exact.value * exact.items)
    for place in all_places:
        values = {
            name: {(one.head.index, one.label) for one in value.elements}
            for name, value in place.values.items()
            if not value.missing
        }
        assert sum(map(len, place.groups)) == len(values)
        for group in place.groups:
            assert all(values[name] == values[group[0]] for name in group)
        assert len({frozenset(values[group[0]]) for group in place.groups}) == len(place.groups) > 1


def test_a_place_may_differ_from_the_gold_alone(tmp_path):
    """anna and ben agree and differ from the gold: no place between annotators."""
    for name, marks in {"anna": "2>1:x", "ben": "2>1:x", "gold": "2>1:y"}.items():
        put(tmp_path, name, "doc", "a b", marks)
    (tmp_path / "iaa.conf").write_text("[project]\ngold = gold\n")
    (place,) = assert_sound(agreement(tmp_path))
    assert place.layer == "dependencies"
    assert place.groups == (("anna", "ben"), ("gold",))


def test_an_arc_the_other_way_round_is_told_with_the_place(tmp_path):
    for name, marks in (("anna", "0>1:r 1>2:x 2>3:y"), ("ben", "0>1:r 3>2:z 1>3:x"),
                        ("carla", "0>1:r 3>2:z 1>3:x")):  # fmt: skip
        put(tmp_path, name, "doc", "a b c", marks)
    (place,) = (place for place in Study(tmp_path).agreement().places if place.token.text == "c")
    assert place.kinds == ("reversed",)
    ((names, token, element),) = place.turned
    assert (names, token.text, element.label) == (("ben", "carla"), "b", "z")
    call = {"anna": "you"}.get
    assert groups_in_words(place, ("anna",), lambda name: call(name, name)) == [
        ("you", "y ← “b”"), ("ben, carla", "x ← “a”"), ("ben, carla at “b”", "z ← “c”, the other way round"),
    ]  # fmt: skip
