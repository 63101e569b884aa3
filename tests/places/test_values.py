"""Values: all that each annotator gave an item, in every kind of layer."""

import clinical_project
import pytest
from element_projects import put_project, random_project
from event_projects import LAYER as EVENTS
from layer_projects import published
from relation_projects import LAYER as RELATIONS
from small_projects import agreement, put_raw

from brat_iaa.places.filters import Filters
from brat_iaa.places.place import group_into_places
from brat_iaa.places.values import ValueLookup
from brat_iaa.report.places import value_in_words


def words(place):
    return {name: value_in_words(place, value) for name, value in place.values.items()}


def projects(tmp_path):
    yield agreement(clinical_project.write(tmp_path / "clinical", documents=2))
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
