import numpy
import pytest

from brat_iaa.measures.distinct import distinct, numbered, packed, ranges, row_numbers


@pytest.mark.parametrize("end", [1, 7, 500, 4_000, 100_000])
@pytest.mark.parametrize("seed", range(3))
def test_marking_and_sorting_agree(end, seed):
    numbers = numpy.random.default_rng(seed).integers(0, end, 1000)
    values, index = numbered(numbers, end)
    assert values.tolist() == sorted(set(numbers.tolist()))
    assert numpy.array_equal(values[index], numbers)
    assert numpy.array_equal(distinct(numbers), values)


@pytest.mark.parametrize("end", [0, 1, 10])
def test_of_nothing_nothing_is_distinct(end):
    nothing = numpy.zeros(0, dtype=numpy.int64)
    assert not len(distinct(nothing))
    assert [len(array) for array in numbered(nothing, end)] == [0, 0]


@pytest.mark.parametrize("ends", [(3, 4, 2), (1 << 40, 5, 1 << 40), (1 << 61, 1 << 61)])
def test_rows_of_tables_are_numbered_in_their_order(ends):
    # Two ranges of the last ones do not fit into 64 bits together.
    random = numpy.random.default_rng(1)
    values = [[-end, 0, end // 2, end] for end in ends]
    tables = [[random.choice(own, size) for own in values] for size in (40, 0, 60)]
    rows = [list(zip(*(column.tolist() for column in columns))) for columns in tables]
    rank = {row: number for number, row in enumerate(sorted({row for own in rows for row in own}))}
    found = [numbers.tolist() for numbers in row_numbers(*map(tuple, tables))]
    assert found == [[rank[row] for row in own] for own in rows]


@pytest.mark.parametrize("width", [70_000, numpy.int32(70_000), numpy.int64(70_000)])
def test_pairs_of_small_numbers_become_large_ones(width):
    """With every NumPy that is allowed: before version 2 it counts such in 32 bits."""
    high, low = numpy.array([[0, 69_999], [5, 69_999]], dtype=numpy.int32)
    assert packed(high, width, low).tolist() == [5, 70_000**2 - 1]


def test_lists_in_any_order_several_times_and_empty_ones():
    start, chosen = numpy.array([0, 2, 2, 5]), numpy.array([2, 1, 0, 2])
    position, index = ranges(start, chosen)
    assert position.tolist() == [0, 0, 0, 2, 2, 3, 3, 3]
    assert index.tolist() == [2, 3, 4, 0, 1, 2, 3, 4]
