"""Records: what dataclasses do for them."""

import pickle

import pytest

from brat_iaa.record import FrozenRecord


class Place(FrozenRecord, apart=("note",)):
    document: str
    start: int = 0
    note: str = ""


class Span(Place):
    end: int = 1


def test_values_are_those_of_the_base_first():
    span = Span("d", 3, end=5)
    assert Span._fields == ("document", "start", "note", "end")
    assert (span.document, span.start, span.note, span.end) == ("d", 3, "", 5)
    assert repr(span) == "Span(document='d', start=3, note='', end=5)"


def test_records_are_equal_by_their_class_and_what_is_not_apart():
    assert Place("d", note="x") == Place("d", 0, "y") and Place("d") != Place("e")
    assert len({Place("d", note="x"), Place("d"), Place("e")}) == 2
    assert Place("d") != Span("d") and Place("d") != ("d", 0, "")
    changed = Place("d", 2, "x")._replace(start=3)
    assert (changed.start, changed.note) == (3, "x")
    assert pickle.loads(pickle.dumps(changed)) == changed


@pytest.mark.parametrize("values, named", [((), {}), (("d", 1, "", 4), {}), (("d",), {"end": 1})])
def test_missing_and_unknown_values(values, named):
    with pytest.raises(TypeError, match="Place: missing or unknown"):
        Place(*values, **named)
    with pytest.raises(TypeError, match="Place: given twice: .'document'"):
        Place("d", document="e")


def test_values_are_set_once():
    with pytest.raises(AttributeError, match="Place.start is set once"):
        Place("d").start = 2
