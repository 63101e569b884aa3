"""Values: all that each annotator gave an item, in every kind of layer."""

import pytest
from chain_projects import Writer
from discourse_projects import CONFIG, put_relations
from element_projects import WORDS, put_project, random_project
from event_projects import ANA, FOR, UN, ann, compared
from event_projects import LAYER as EVENTS
from label_projects import write as write_labels
from layer_projects import published
from relation_projects import LAYER as RELATIONS
from restaurants import make_project
from small_projects import agreement, put, put_raw

from brat_iaa.places.filters import Filters
from brat_iaa.places.place import group_into_places
from brat_iaa.places.values import ValueLookup
from brat_iaa.report.places import value_in_words
from brat_iaa.study import Study


def words(place):
    return {name: value_in_words(place, value) for name, value in place.values.items()}


def test_a_token_with_two_heads_one_of_which_is_agreed_on(tmp_path):
    put(tmp_path, "anna", "doc", "a b c", "3>1:subj 2>1:subj 0>3:root")
    put(tmp_path, "ben", "doc", "a b c", "3>1:subj 0>3:root")
    (place,) = agreement(tmp_path).places
    assert words(place) == {"anna": "subj ← “c”, subj ← “b”", "ben": "subj ← “c”"}


def test_relations_that_are_agreed_on_are_in_the_value(tmp_path):
    def content(*types):
        writer = Writer(WORDS)
        ends = [writer.span("N", number) for number in (0, 2, 4)]
        for type, (first, second) in zip(types, ((0, 1), (0, 2))):
            writer.relation(type, ends[first], ends[second])
        return writer.content()

    made = {
        "d": {"anna": content("Foo", "Bar"), "ben": content("Foo"), "carla": content("Foo", "Bar")}
    }
    (place,) = agreement(put_project(tmp_path, made, RELATIONS)).places
    assert words(place) == {
        "anna": "Foo Ana → left, Bar Ana → (",
        "ben": "Foo Ana → left",
        "carla": "Foo Ana → left, Bar Ana → (",
    }
    assert place.groups == (("anna", "carla"), ("ben",))
    assert [(one.id, one.line) for one in place.values["ben"].elements] == [("R1", 4)]
    assert place.ids("ben") == ("R1",) and place.ids("anna") == ("R2",)


def test_events_have_their_arguments(tmp_path):
    found = compared(
        tmp_path,
        anna=ann(("Work", FOR, {"Who": ANA, "Whom": UN})),
        ben=ann(("Work", FOR, {"Who": ANA})),
    )
    (place,) = found.places
    assert words(place) == {
        "anna": "Work, Who for → Ana Lopez, Whom for → UN",
        "ben": "Work, Who for → Ana Lopez",
    }


def test_discourse_relations(tmp_path):
    put_relations(tmp_path, "anna", "a1 b1 reason k1; a1 c1 cause k1")
    put_relations(tmp_path, "ben", "a1 b1 reason k1; a1 c1 result k1")
    (tmp_path / "iaa.conf").write_text(CONFIG.format("shared"))
    (place,) = agreement(tmp_path).places
    assert words(place) == {
        "anna": "reason a1 → b1, cause a1 → c1",
        "ben": "reason a1 → b1, result a1 → c1",
    }


def test_a_discourse_relation_with_two_connectives_is_one_place(tmp_path):
    put_relations(tmp_path, "anna", "a1 b1 reason k2")
    put_relations(tmp_path, "ben", "a1 b1 cause k4")
    put_relations(tmp_path, "carla", "a1 b1 reason k2")
    (tmp_path / "iaa.conf").write_text(CONFIG.format("shared"))
    (place,) = agreement(tmp_path).places
    assert words(place) == {
        "anna": "reason: k2 a1 → b1", "ben": "cause: k4 a1 → b1", "carla": "reason: k2 a1 → b1",
    }  # fmt: skip
    assert place.groups == (("anna", "carla"), ("ben",))


def test_where_all_agree_there_are_values_too(tmp_path):
    write_labels(tmp_path, "a b", anna="X Y", ben="X Z", carla="X Y")
    found = Study(tmp_path).agreement()
    (place,) = found.places
    values = ValueLookup(found)
    of_a = values.at(place.layer, place.document, ((0, 1),))
    assert {name: [one.label for one in own.elements] for name, own in of_a.items()} == {
        "anna": ["X"], "ben": ["X"], "carla": ["X"],
    }  # fmt: skip
    assert values.at("none", place.document, ((0, 1),)) == {}
    assert values.at(place.layer, "none", ((0, 1),)) == {}


def test_who_has_not_begun_takes_no_part_if_so_wanted(tmp_path):
    put(tmp_path, "anna", "doc", "a b", "0>1:x 1>2:y")
    put(tmp_path, "ben", "doc", "a b", "0>1:x 1>2:z")
    put(tmp_path, "dora", "doc", "a b", "")
    found = agreement(tmp_path)
    place = found.places[0]
    assert set(ValueLookup(found).at(*place.key)) == {"anna", "ben", "dora"}
    assert set(ValueLookup(found, begun=True).at(*place.key)) == {"anna", "ben"}
    assert ValueLookup(found).begun_by("doc") == {"anna", "ben"}


def projects(tmp_path):
    yield agreement(make_project(tmp_path / "restaurants", gold=True))
    yield from map(published, ("ndt1", "passonneau_fig1", "mirovsky_example"))
    for seed in range(1):
        for of, settings, roles in (
            ("relations", RELATIONS, ("Arg1", "Arg2")),
            ("events", EVENTS, ("Who", "Whom")),
        ):
            made = random_project(seed, of, roles)
            yield agreement(put_project(tmp_path / f"{of}{seed}", made, settings))


def test_what_is_listed_is_in_the_values_once(tmp_path):
    """Every element of a disagreement is in its annotator's value, and no two are the same."""
    for found in projects(tmp_path):
        for place in found.places:
            for one in place.differences:
                for name, arc in zip(one.annotators, one.marks):
                    elements = place.values[name].elements
                    assert arc is None or arc.id in {element.id for element in elements}, place
            for value in place.values.values():
                told = [
                    (one.id, one.label, one.head and one.head.index, one.ends)
                    for one in value.elements
                ]
                # Random events have two spans on the same words in one role.
                assert place.layer == "events" or len(set(told)) == len(told), place


@pytest.mark.parametrize("of, settings", [("relations", RELATIONS), ("events", EVENTS)])
def test_groups_are_of_those_with_the_same_value(of, settings, tmp_path):
    made = random_project(5, of, ("Arg1", "Arg2"))
    for place in agreement(put_project(tmp_path, made, settings)).places:
        for group in place.groups:
            assert len({place.values[name].drawn for name in group}) == 1


@pytest.mark.parametrize("wide", ["anna", "ben"])
def test_who_bounds_a_span_as_one_of_two_who_differ_has_that_span(tmp_path, wide):
    """Though only the disagreements of these two are looked at, as in the view of a pair."""
    narrow = "ben" if wide == "anna" else "anna"
    for name in (wide, "carla"):
        put_raw(tmp_path, name, "d", "a big dog\n", "T1\tN 2 9\tbig dog\n")
    put_raw(tmp_path, narrow, "d", "a big dog\n", "T1\tN 6 9\tdog\n")
    found = agreement(tmp_path)
    assert len(found.places) == 1
    two = found.places.select(Filters(pair=("anna", "ben")))
    (place,) = group_into_places([(ValueLookup(found), two.differences)])
    assert words(place) == {wide: "N big dog", narrow: "N dog", "carla": "N big dog"}
    assert set(place.groups) == {tuple(sorted((wide, "carla"))), (narrow,)}


def test_a_long_span_reaches_over_shorter_ones_behind_its_start(tmp_path):
    long, short = "T1\tA 0 5\ta b c\n", "T2\tB 2 3\tb\n"
    put_raw(tmp_path, "anna", "doc", "a b c\n", long + short)
    put_raw(tmp_path, "ben", "doc", "a b c\n", short)
    (tmp_path / "iaa.conf").write_text("[layer spans]\nkind = labels\n")
    drawn = ValueLookup(agreement(tmp_path)).drawn_over("spans", "doc", [(4, 5)])
    assert {name: [at for at, _ in own] for name, own in drawn.items()} == {
        "anna": [((0, 5),)],
        "ben": [],
    }
