"""What tells annotations apart: the smallest cases of each kind."""

import pytest

from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.values.identity import Graph, Keys, Kinds, extent

TEXT = "ab cd ef gh"
SPANS = "T1\tP 0 2\tab\nT2\tP 3 5\tcd\n"
TWO_EVENTS = SPANS + "T3\tBind 6 8\tef\nE1\tBind:T3 A:T1\nE2\tBind:T3 A:T2\n"


def graphs(*files, **kinds):
    return [Graph(read_annotations(each.encode(), TEXT, "x"), Kinds(**kinds)) for each in files]


def same(id, other, *files, **kinds):
    """Whether something in the first file is the same as something in the last one."""
    every = graphs(*files, **kinds)
    keys = Keys(every)
    return keys.of(every[0], id) == keys.of(every[-1], other)


def agreed(id, other, *files, **kinds):
    """The same with all that is compared of it."""
    every = graphs(*files, **kinds)
    keys = Keys(every)
    return keys.whole(every[0], id) == keys.whole(every[-1], other)


def test_an_extent_is_the_fragments_in_order_with_touching_ones_joined():
    assert extent([(5, 7), (0, 2), (2, 4)]) == ((0, 4), (5, 7))


def test_types_tell_spans_apart_only_where_anybody_drew_two():
    one, other = "T1\tP 0 2\tab\n", "T1\tQ 0 2\tab\n"
    assert same("T1", "T1", one, other) and not agreed("T1", "T1", one, other)
    both = one + "T2\tQ 0 2\tab\n"
    assert not same("T1", "T1", one, both, other), "whoever drew two"
    assert same("T1", "T1", one, both, one)


def test_what_points_to_a_span_points_to_its_identity():
    one, other = SPANS + "A1\tNeg T1\n", SPANS.replace("T1\tP", "T1\tQ") + "A1\tNeg T1\n"
    assert agreed("A1", "A1", one, other)
    third = SPANS + "T3\tQ 0 2\tab\n"
    assert not agreed("A1", "A1", one, third, other)


@pytest.mark.parametrize(
    "label", ["A1\tNeg {}", "N1\tReference {} Db:1\tx", "#1\tAnnotatorNotes {}\tx"]
)
def test_events_of_one_type_on_a_trigger_are_told_apart_by_their_arguments(label):
    first, second = (TWO_EVENTS + label.format(id) + "\n" for id in ("E1", "E2"))
    id = label.partition("\t")[0]
    assert not agreed(id, id, first, second)
    assert same(
        "E1",
        "E2",
        TWO_EVENTS,
        TWO_EVENTS.replace("E1", "E9").replace("E2", "E1").replace("E9", "E2"),
    )
    alone = SPANS + "T3\tBind 6 8\tef\nE1\tBind:T3 A:T1\n"
    other = alone.replace("A:T1", "A:T2")
    assert same("E1", "E1", alone, other), "nobody drew two"
    assert not same("E1", "E1", alone, TWO_EVENTS, other)


def test_a_circle_of_events_ends_at_type_and_trigger():
    circle = "T1\tX 0 2\tab\nT2\tX 3 5\tcd\nE1\tX:T1 Of:E2\nE2\tX:T2 Of:E1\nE3\tX:T1 Of:E3\n"
    turned = circle.replace("E1\t", "E7\t").replace(":E1", ":E7")
    assert agreed("E1", "E7", circle, turned) and agreed("E3", "E3", circle, turned)
    assert not agreed("E1", "E3", circle, turned)


def test_tokens_are_a_kind_of_their_own_and_arcs_end_at_tokens():
    kinds = {"tokens": frozenset(["W", "V"]), "arcs": None}
    arc = "T2\tW 3 5\tcd\nR1\tobj Arg1:T2 Arg2:T1\t\n"
    assert agreed("R1", "R1", "T1\tW 0 2\tab\n" + arc, "T1\tV 0 2\tab\n" + arc, **kinds)
    assert not same("T1", "T1", "T1\tW 0 2\tab\n", "T1\tName 0 2\tab\n", **kinds)
    layers = "T1\tW 0 2\tab\nT3\tV 0 2\tab\n" + arc
    assert agreed("R1", "R1", layers, layers.replace("Arg2:T1", "Arg2:T3"), **kinds)


def test_the_role_of_the_head_decides_and_not_the_order():
    kinds = {"tokens": None, "arcs": None, "head": "From"}
    one, other = (SPANS + f"R1\tr {ends}\t\n" for ends in ("From:T1 To:T2", "To:T2 From:T1"))
    assert agreed("R1", "R1", one, other, **kinds)
    assert not agreed("R1", "R1", one, SPANS + "R1\tr To:T1 From:T2\t\n", **kinds)


def test_symmetric_relations_and_chains_have_no_order():
    turned = [SPANS + f"R1\tr {ends}\t\n" for ends in ("Arg1:T1 Arg2:T2", "Arg1:T2 Arg2:T1")]
    assert not agreed("R1", "R1", *turned)
    assert agreed("R1", "R1", *turned, symmetric=frozenset("r"))
    assert agreed("*0", "*0", *turned, chains=frozenset("r"))
    assert agreed("*0", "*0", SPANS + "*\tr T1 T2\n", SPANS + "*\tr T2 T1\n")
