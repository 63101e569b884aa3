"""The order of patterns."""

import pytest
from small_projects import agreement, put_raw

from brat_iaa.places.patterns import Pattern, _order, place_patterns, stands_out


def pattern(label, places, errors):
    return Pattern("pos", (label,), (), places, {}, "f1", errors=errors)


def test_errors_that_differ_by_rounding_only_are_equal_so_most_places_come_first():
    few, many = pattern("A", 1, 0.1 + 0.2), pattern("B", 2, 0.3)
    assert few.errors > many.errors
    large = pattern("C", 1, 0.4)
    assert sorted([few, many, large], key=_order) == [large, many, few]


def test_a_flag_of_few_does_not_lead_above_a_confusion_of_many(tmp_path):
    """Two of three flags differ, and so do 8 of 60 spans: the flag's F1 gains most, and the spans'
    labels take most errors away.
    """
    text = "".join(f"w{number:02} " for number in range(60)) + "\n"
    for name, differing, flags in (("anna", 0, (1, 2)), ("ben", 8, (2, 3))):
        spans = [
            f"T{n}\t{'B' if n <= differing else 'AC'[n % 2]} {4 * n} {4 * n + 3}\tw{n:02}\n"
            for n in range(60)
        ]
        own = [f"A{n}\tToReview T{n}\n" for n in flags]
        put_raw(tmp_path, name, "d", text, "".join(spans + own))
    found = agreement(tmp_path)
    patterns = place_patterns(found.places, found)
    assert [layer.name for layer in found.layers] == ["spans", "ToReview"]
    flag = next(one for one in patterns if one.layer == "ToReview")
    first = patterns[0]
    assert first.layer == "spans"
    assert first.gain.after - first.gain.before < flag.gain.after - flag.gain.before


@pytest.mark.parametrize(
    "places, of, expected", [(1, 1, False), (2, 39, True), (2, 40, False), (3, 40, True)]
)
def test_one_of_many_places_and_a_twentieth_do_not_stand_out(places, of, expected):
    assert stands_out([Pattern("labels", ("A", "B"), (), places, {}, None, of)]) is expected
    assert not stands_out([])


def test_what_differs_from_the_gold_alone_is_no_error(tmp_path):
    """Of chains, whose errors are counted in places: anna and ben differ in two, the gold in two others."""
    for name, chain in (("anna", "T1 T2"), ("ben", ""), ("gold", "T3 T4")):
        spans = "".join(f"T{n + 1}\tM {2 * n} {2 * n + 1}\t{'abcd'[n]}\n" for n in range(4))
        put_raw(tmp_path, name, "d", "a b c d\n", spans + f"*\tEquiv {chain}\n" * bool(chain))
    conf = "[project]\ngold = gold\n[layer chains]\nkind = chains\n"
    (tmp_path / "iaa.conf").write_text(conf)
    found = agreement(tmp_path)
    patterns = place_patterns(found.places, found)
    assert [(one.places, one.errors) for one in patterns] == [(1, 1), (1, 1), (1, 0), (1, 0)]


def test_errors_are_the_gain_of_all_items_of_the_leading_figure(tmp_path):
    for name, end in (("anna", 3), ("ben", 2)):
        ann = f"T1\tA 0 {end}\t{'abc'[:end]}\nT2\tB 4 7\tdef\n"
        put_raw(tmp_path, name, "d", "abc def\n", ann)
    (tmp_path / "iaa.conf").write_text("[layer spans]\nkind = labels\n")
    found = agreement(tmp_path)
    (first,) = place_patterns(found.places, found)
    assert first.gain == (0.5, 1) and first.errors == 3 * 0.5
