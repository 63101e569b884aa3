"""Lists in which somebody looks for a row, and the form of filters above them."""

import pytest
from flask import Flask

from brat_iaa.places.filters import FILTERS
from brat_iaa.web.listing import SortColumn, check, listing
from brat_iaa.web.messages import BadRequest
from brat_iaa.web.places.filter_area import filter_area

ROWS = [("Anna", 2), ("ben", None), ("Carla", 3), ("dora", 1)]
COLUMNS = [SortColumn("name", lambda row: row[0]), SortColumn("n", lambda row: row[1], falls=True)]


def listed(rows=ROWS, **args):
    with Flask(__name__).test_request_context():
        return listing("list", rows, COLUMNS, lambda row: row[0], args)


@pytest.mark.parametrize(
    "sort, order, clicks",
    [
        ("", "Anna ben Carla dora", ("name", "-n")),
        ("name", "Anna Carla ben dora", ("-name", "-n")),
        ("-name", "dora ben Carla Anna", ("name", "-n")),
        ("-n", "Carla Anna dora ben", ("name", "n")),
        ("n", "dora Anna Carla ben", ("name", "-n")),
        ("other", "Anna ben Carla dora", ("name", "-n")),
    ],
)
def test_rows_without_a_value_are_last_whichever_way(sort, order, clicks):
    found = listed(list_sort=sort)
    assert [row[0] for row in found.rows] == order.split()
    assert tuple(found.columns.values()) == clicks


def test_a_field_to_find_rows_is_there_from_eleven_on_and_while_words_are_looked_for():
    assert [listed([("a", 1)] * number).searched for number in (10, 11)] == [False, True]
    found = listed(list_find=" CAR ", list_sort="n", list_page="2")
    assert ([row[0] for row in found.rows], found.found, found.total) == (["Carla"], 1, 4)
    assert found.searched and found.without_find == {"list_sort": "n"}
    assert len(listed([("a", 1)] * 26).rows) == 25


def test_all_rows_come_in_pages_and_behind_the_last_comes_the_last():
    found = listed([("a", n) for n in range(101)], show="list", list_page="9")
    assert (found.page, found.pages, [n for _, n in found.rows]) == (2, 2, [100])


def test_a_column_that_is_not_there_is_said():
    for sort in ("", "name", "-n"):
        check("list", {"list_sort": sort}, ("name", "n"))
    with pytest.raises(BadRequest, match="no column “nam”"):
        check("list", {"list_sort": "-nam"}, ("name", "n"))


def fields(given, choices):
    made = filter_area(FILTERS.values(), given, choices=choices)
    return made, {field.name: field for field in [*made.first, *made.more]}


def test_a_menu_of_few_names_and_a_field_to_type_in_for_more_or_a_part_of_one():
    few, many = ("anna", "ben"), tuple(f"annotator{number}" for number in range(13))
    for given, choices, menu, typed in (
        ({}, few, few, ()),
        ({"a": "anna"}, few, few, ()),
        ({"a": "an"}, few, (), few),
        ({}, many, (), many),
    ):
        field = fields(given, {"a": choices})[1]["a"]
        assert (tuple(value for value, _ in field.values), field.names) == (menu, typed)


def test_what_is_not_in_use_is_folded_and_what_has_no_field_is_kept():
    choices = {"layer": ("pos",), "kind": ("head", "label")}
    made, there = fields({"label_a": "x", "kind": "head"}, choices)
    assert "layer" not in there and "kind" in there and "pos" not in there
    assert made.opened and made.hidden == {"label_a": "x"}
    assert not fields({"text": "x"}, choices)[0].opened
    assert fields({"layer": "pos"}, choices)[1]["layer"].given == "pos"
