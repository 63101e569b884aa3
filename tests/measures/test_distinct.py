import numpy
import pytest

from brat_iaa.measures.distinct import distinct, numbered


@pytest.mark.parametrize("end", [1, 7, 500, 4_000, 100_000])
@pytest.mark.parametrize("seed", range(3))
def test_marking_and_sorting_agree(end, seed):
    numbers = numpy.random.default_rng(seed).integers(0, end, 1000)
    values, index = numbered(numbers, end)
    assert values.tolist() == sorted(set(numbers.tolist()))
    assert numpy.array_equal(values[index], numbers)
    assert numpy.array_equal(distinct(numbers, end), values)


@pytest.mark.parametrize("end", [0, 1, 10])
def test_of_nothing_nothing_is_distinct(end):
    nothing = numpy.zeros(0, dtype=numpy.int64)
    assert not len(distinct(nothing, end))
    assert [len(array) for array in numbered(nothing, end)] == [0, 0]
