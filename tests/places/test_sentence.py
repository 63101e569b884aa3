"""A place shown in its sentence, without the root token, and counted by its labels."""

import pytest
from small_projects import agreement, put

from brat_iaa.places.sentence import in_sentence


@pytest.fixture
def found(tmp_path):
    put(tmp_path, "anna", "d", "a b / cc dd ee", "0>1:x 1>2:y / 0>1:r 1>2:x 1>3:y")
    put(tmp_path, "ben", "d", "a b / cc dd ee", "0>1:x 1>2:x / 0>1:r 1>2:y 1>3:x")
    return agreement(tmp_path)


def test_where_a_token_is_in_its_sentence(found):
    shown = [in_sentence(found.tables["d"], one.token) for one in found.differences]
    assert [(one.text, one.marks) for one in shown] == [
        ("a b", ((2, 3),)),
        ("cc dd ee", ((3, 5),)),
        ("cc dd ee", ((6, 8),)),
    ]


def test_labels_of_a_place_are_counted_in_the_order_of_annotators_or_in_none(found):
    assert found.places.by_labels() == {("x", "y"): 3}
    assert found.places.by_labels("anna") == {("x", "y"): 1, ("y", "x"): 2}
    assert found.places.by_labels("ben") == {("x", "y"): 2, ("y", "x"): 1}
