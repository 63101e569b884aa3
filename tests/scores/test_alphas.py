"""The values of alphas stay apart however large the numbers of their parts are."""

import numpy
import pytest
from small_projects import table_of

from brat_iaa.scores.alphas import HEADS, comparable_values

FAR = 1 << 18


def with_far_label(columns):
    """ArcColumns whose label number 1 has a large number instead."""
    values = columns.values
    columns.values = values._replace(
        label=values.label * FAR, labels=tuple(f"{number:06}" for number in range(FAR + 1))
    )
    return columns


def two_annotators():
    return table_of("a b c d / e f", anna="0>1:x 1>2:x 2>3:y 1>4:y 2>4:y / 0>1:x",
                    ben="0>1:x 4>2:x 1>3:y 2>4:x / 0>1:y 1>2:x").columns  # fmt: skip


@pytest.mark.parametrize("measure, head", HEADS)
def test_many_labels(measure, head):
    few = comparable_values(two_annotators(), measure, head)
    many = comparable_values(with_far_label(two_annotators()), measure, head)
    assert few.codes.tolist() == many.codes.tolist()
    assert [part.tolist() for part in few.sets] == [part.tolist() for part in many.sets]
    assert few.head.tolist() == many.head.tolist()
    assert (few.label * FAR).tolist() == many.label.tolist()


@pytest.mark.parametrize("head", ["offset", "index"])
def test_a_label_is_not_taken_for_the_next_head(head):
    """Two arcs that differ in head and label."""
    columns = with_far_label(table_of("a b c", anna="1>3:y", ben="2>3:x").columns)
    values = comparable_values(columns, "LAA", head)
    of_both = values.codes[(values.codes > 0).all(axis=1)]
    assert len(numpy.unique(of_both)) == 2
    assert len(numpy.unique(values.sets.element)) == 2
