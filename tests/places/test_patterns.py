"""The order of patterns."""

from brat_iaa.places.gains import Gain
from brat_iaa.places.patterns import Pattern, _by_gain


def pattern(label, places, before, after):
    return Pattern("pos", (label,), (), places, {"f1": Gain(before, after)}, "f1")


def test_gains_that_differ_by_rounding_only_are_equal_so_most_places_come_first():
    few, many = pattern("A", 1, 0, 0.1 + 0.2), pattern("B", 2, 0, 0.3)
    assert few.gain.after > many.gain.after
    large = pattern("C", 1, 0, 0.4)
    assert sorted([few, many, large], key=_by_gain) == [large, many, few]
