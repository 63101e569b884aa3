"""F1 of spans with their labels, worked out by hand and by a slow count of sets.

Hripcsak & Rothschild 2005: F1 = 2 m / (a + b) is agreement where nobody can say
how many spans were rightly not drawn.
"""

import random
from fractions import Fraction
from itertools import combinations

import numpy
import pytest
from slow_coefficients import largest, share_a_character
from small_projects import agreement, of_labels, put_raw, whole

from brat_iaa.measures.matching import Places, sharing

CONF = "[layer spans]\nkind = labels\n"
TEXT = "Ana Lopez left Grenoble ( France ) for the UN\n"


def ann(*spans):
    """Lines of (type, words) or (type, words, start)."""
    lines = []
    for number, (kind, words) in enumerate(spans, 1):
        start = TEXT.index(words)
        lines.append(f"T{number}\t{kind} {start} {start + len(words)}\t{words}\n")
    return "".join(lines)


def scores(root, **annotators):
    for name, content in annotators.items():
        put_raw(root, name, "d", TEXT, content)
    (root / "iaa.conf").write_text(CONF)
    return agreement(root)


def test_exact_and_overlapping_spans_worked_by_hand(tmp_path):
    """a: 4 spans, b: 3. Exact: PER and ORG. By overlap also LOC; of b's long LOC only one of a's
    two.
    """
    found = scores(
        tmp_path,
        anna=ann(("PER", "Ana Lopez"), ("LOC", "Grenoble"), ("LOC", "France"), ("ORG", "UN")),
        ben=ann(("PER", "Ana Lopez"), ("LOC", "Grenoble ( France )"), ("ORG", "UN")),
    )
    pair = ("anna", "ben")
    all_of = whole(found)
    assert all_of["f1", "exact", pair].value == pytest.approx(2 * 2 / 7)
    assert all_of["f1", "exact", pair].items == 5  # the union: 2 of both, 2 of anna's, 1 of ben's
    assert all_of["f1", "overlap", pair].value == pytest.approx(2 * 3 / 7)
    labels = of_labels(found)
    assert labels["f1", "exact", pair, "LOC"].value == 0
    assert labels["f1", "overlap", pair, "LOC"].value == pytest.approx(2 / 3)
    assert labels["f1", "exact", pair, "PER"].value == labels["f1", "exact", pair, "ORG"].value == 1


def test_each_span_that_is_not_matched_exactly_is_in_the_list(tmp_path):
    found = scores(
        tmp_path,
        anna=ann(("PER", "Ana Lopez"), ("LOC", "Grenoble"), ("LOC", "France"), ("ORG", "UN")),
        ben=ann(("PER", "Lopez"), ("LOC", "Grenoble ( France )"), ("LOC", "UN")),
    )
    assert [(one.token.text, one.kind, one.labels) for one in found.differences] == [
        ("Ana Lopez", "boundaries", ("PER", "PER")), ("Grenoble", "boundaries", ("LOC", "LOC")),
        ("France", "extra-span", ("LOC", "")), ("UN", "label", ("ORG", "LOC")),
    ]  # fmt: skip
    assert found.differences[0].marks[1].ends[0].text == "Lopez"


def near(one, other):
    return one[2] == other[2] and share_a_character([one[:2]], [other[:2]])


@pytest.mark.parametrize("seed", range(2))
def test_against_a_slow_count_whoever_is_first_and_whatever_they_are_called(seed, tmp_path):
    dice = random.Random(seed)
    words, names = TEXT.split(), ["anna", "ben", "carla"]
    drawn = {}
    for name in names:
        spans = set()
        for _ in range(dice.randint(1, 5)):
            first = dice.randrange(len(words))
            last = min(len(words) - 1, first + dice.randint(0, 2))
            start = len(" ".join(words[:first])) + (first > 0)
            spans.add((start, len(" ".join(words[: last + 1])), dice.choice("XY")))
        drawn[name] = spans

    def written(own):
        order = sorted(own)
        dice.shuffle(order)
        return "".join(
            f"T{n}\t{kind} {a} {b}\t{TEXT[a:b]}\n" for n, (a, b, kind) in enumerate(order, 1)
        )

    renamed = dict(zip(names, dice.sample(["zoe", "yan", "al"], 3)))
    found = scores(tmp_path / "one", **{name: written(own) for name, own in drawn.items()})
    other = scores(tmp_path / "two", **{renamed[name]: written(own) for name, own in drawn.items()})
    for way in ("exact", "overlap"):
        values = []
        for pair in combinations(names, 2):
            a, b = (drawn[name] for name in pair)
            common = a & b
            matched = len(common)
            if way == "overlap":
                matched += largest(a - common, [*(b - common)], near)
            expected = Fraction(2 * matched, len(a) + len(b))
            values.append(expected)
            score = whole(found)["f1", way, pair]
            assert score.value == pytest.approx(float(expected))
            assert 0 <= score.value <= 1 and score.items == len(a | b)
            turned = tuple(sorted((renamed[name] for name in pair), key=found_order(other)))
            assert whole(other)["f1", way, turned].value == pytest.approx(float(expected))
        assert whole(found)["f1", way, tuple(names)].value == pytest.approx(float(sum(values) / 3))


def found_order(agreement_found):
    return agreement_found.annotators.index


def test_with_oneself_it_is_1_and_of_nothing_undefined(tmp_path):
    own = ann(("PER", "Ana Lopez"), ("LOC", "Grenoble"))
    same = whole(scores(tmp_path / "same", anna=own, ben=own))
    assert (
        same["f1", "exact", ("anna", "ben")].value
        == same["f1", "overlap", ("anna", "ben")].value
        == 1
    )
    (tmp_path / "other").mkdir()
    for name in ("anna", "ben"):
        put_raw(tmp_path / "other", name, "d", TEXT, own)
    (tmp_path / "other" / "iaa.conf").write_text(
        CONF.replace("kind = labels", "kind = labels\nvalue = attribute:Sure")
    )
    score = whole(agreement(tmp_path / "other"))["f1", "exact", ("anna", "ben")]
    assert (score.value, score.undefined) == (None, "nobody has given attribute:Sure yet")


def test_a_span_without_a_character_overlaps_nothing():
    group = numpy.zeros(1, dtype=int)
    one, other = (
        Places(numpy.array([start]), numpy.array([end]), {}) for start, end in ((5, 5), (3, 8))
    )
    assert not len(sharing(one, other, group, group)[0])
