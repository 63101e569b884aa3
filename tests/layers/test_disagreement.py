"""Grouping disagreements into patterns, and every filter."""

import pytest
from small_projects import content, differing_arcs, parallel, table_of

from brat_iaa.config import DependencySettings
from brat_iaa.layers.compared_document import compared_document
from brat_iaa.layers.consequences import in_order
from brat_iaa.places.filters import Filters
from brat_iaa.places.place_list import PlaceList


def listed(words, **marks):
    """Differences of all pairs, in the order of pairs and tokens."""
    table = table_of(words, **marks)
    names = list(marks)
    pairs = [(x, y) for i, x in enumerate(names) for y in names[i + 1 :]]
    return [one for pair in pairs for one in of_pair(table, pair)]


def of_pair(table, pair):
    return differing_arcs(table, pair)


def select(found, **filters):
    places = PlaceList(in_order([found], ["doc"]), None, ("dependencies",))
    return places.select(Filters(**filters)).differences


@pytest.fixture(scope="module")
def found():
    """Three annotators, two sentences.

    anna/ben: a subj against obj (label), b comp/mod (head+label), d missing-arc obj
    anna/carla: b only anna (extra-arc comp), d missing-arc obj
    ben/carla: a obj against subj (label), b only ben (extra-arc mod)
    """
    return listed(
        "a b c / d e",
        anna="3>1:subj 1>2:comp 0>3:root /",
        ben="3>1:obj 0>2:mod 0>3:root / 2>1:obj",
        carla="3>1:subj 0>3:root / 2>1:obj",
    )


def brief(disagreements):
    return ["%s/%s %s %s" % (*one.annotators, one.token.text, one.kind) for one in disagreements]


def test_the_example(found):
    assert brief(found) == [
        "anna/ben a label",
        "anna/ben b head+label",
        "anna/ben d missing-arc",
        "anna/carla b extra-arc",
        "anna/carla d missing-arc",
        "ben/carla a label",
        "ben/carla b extra-arc",
    ]


@pytest.mark.parametrize(
    "filters, expected",
    [
        ({}, [0, 1, 2, 3, 4, 5, 6]),
        ({"kind": "label"}, [0, 5]),
        ({"kind": "token"}, []),
        ({"label": "comp"}, [1, 3]),
        ({"label": "obj"}, [0, 2, 4, 5]),
        ({"label": ""}, [2, 3, 4, 6]),
        # Without a pair nobody is first.
        ({"labels": ("subj", "obj")}, [0, 5]),
        ({"labels": ("obj", "subj")}, [0, 5]),
        ({"labels": ("", "obj")}, [2, 4]),
        ({"kind": "missing-arc"}, [2, 3, 4, 6]),
        ({"kind": "extra-arc"}, [2, 3, 4, 6]),
        ({"kind": "missing-arc", "pair": ("anna", "carla")}, [4]),
        ({"kind": "missing-arc", "pair": ("carla", "anna")}, [3]),
        ({"labels": ("comp", "")}, [3]),
        # The labels are in the order in which the pair is named.
        ({"labels": ("obj", "subj"), "pair": ("ben", "anna")}, [0]),
        ({"labels": ("obj", "subj"), "pair": ("anna", "ben")}, []),
        ({"annotator": "carla"}, [3, 4, 5, 6]),
        ({"annotator": "dora"}, []),
        ({"pair": ("anna", "carla")}, [3, 4]),
        ({"pair": ("carla", "anna")}, [3, 4]),
        ({"document": "doc"}, [0, 1, 2, 3, 4, 5, 6]),
        ({"document": "other"}, []),
        ({"sentence": 2}, [2, 4]),
        ({"sentence": 1, "kind": "extra-arc"}, [3, 6]),
        # Tokens between: a-c 2, b-a -1, d-e 1; roots and missing arcs have none.
        ({"distance": (2, None)}, [0, 5]),
        ({"distance": (None, 1)}, [1, 2, 3, 4]),
        ({"distance": (1, 1)}, [1, 2, 3, 4]),
        ({"distance": (3, None)}, []),
        ({"distance": (0, 9)}, [0, 1, 2, 3, 4, 5]),
        ({"distance": (None, None)}, [0, 1, 2, 3, 4, 5]),
        ({"annotator": "anna", "label": "obj", "sentence": 2}, [2, 4]),
    ],
    ids=str,
)
def test_filters(found, filters, expected):
    chosen = [found[index] for index in expected]
    assert select(found, **filters) == [one for one in in_order([found], ["doc"]) if one in chosen]


def test_part_of_speech_of_either_annotator():
    text = content("so what")
    ann = "T1\tROOT 0 4\tROOT\nT2\t{} 5 7\tso\nT3\tPRON 8 12\twhat\n"
    table = compared_document(
        parallel(
            text,
            {
                "anna": ann.format("ADV") + "T4\tPART 5 7\tso\nR1\tx Arg1:T3 Arg2:T2\t\n",
                "ben": ann.format("INTJ"),
                "carla": ann.format("NOUN"),
            },
        ),
        DependencySettings(),
    )
    found = of_pair(table, ("anna", "ben"))
    for pos, number in (("ADV", 1), ("PART", 1), ("INTJ", 1), ("NOUN", 0), ("PRON", 0), ("AD", 0)):
        assert len(select(found, pos=pos)) == number
