"""Layers whose labels have an order: as the measures say, and what is left out."""

from fractions import Fraction
from itertools import combinations
from random import Random
from statistics import fmean

import pytest
import slow_coefficients as slow
from label_projects import settings, standoff, text_of
from small_projects import agreement, put_raw, random_words, scores_by_key

from brat_iaa.report.notes import left_out_notes

NAMES = ("anna", "ben", "carla")
# Krippendorff 2011, section D, with a fourth observer; missing: no span.
TABLE = {
    "anna": "1 2 3 3 2 1 4 1 2 - - -", "ben": "1 2 3 3 2 2 4 1 2 5 - 3", "carla": "- 3 3 3 2 3 4 2 2 5 1 -",
    "dan": "1 2 3 3 2 4 4 1 2 5 1 -",
}  # fmt: skip
WORDS = " ".join("abcdefghijkl")


def put_labels(root, words, conf, **labels):
    for name, own in labels.items():
        put_raw(root, name, "d", text_of(words), standoff(words, own, "note"))
    (root / "iaa.conf").write_text(conf, "utf-8")
    return agreement(root)


def of_all(found, measure, statistic):
    return scores_by_key(found)[(measure, statistic, found.annotators, None, None)]


def test_krippendorff_2011(tmp_path):
    found = put_labels(tmp_path, WORDS, settings("note", order="1, 2, 3, 4, 5"), **TABLE)
    ordinal, interval = (of_all(found, "alpha", name) for name in ("ordinal", "interval"))
    # krippendorff 0.9.0; printed as .815 and .849.
    assert ordinal.value == pytest.approx(0.8153875037548814)
    assert interval.value == pytest.approx(0.8491071428571428)
    assert 1 - ordinal.observed / ordinal.expected == pytest.approx(ordinal.value)
    assert "alpha:KR04|distance:ordinal|order:1<2<3<4<5|" in ordinal.signature
    ac2 = of_all(found, "ac2", "ordinal")
    # irrCAC 0.4.4
    assert (ac2.observed, ac2.expected, ac2.value) == pytest.approx(
        (0.968181818182, 0.68515625, 0.898939769908)
    )
    assert "ac2:Gwet2014|weights:ordinal|order:1<2<3<4<5|" in ac2.signature
    assert of_all(found, "ac1", "gwet").value == pytest.approx(0.775444068127)


# scikit-learn 1.9.1, cohen_kappa_score(), with the five labels in order; of each label those of
# "is it" against "is it not".
RATED = {
    "anna": "3 2 4 1 1 5 1 3 5 1 5 2 1 1 4 4 1 2 1 5 4 1 5 1 2 5 1 5 5 4",
    "ben": "3 2 5 1 1 5 1 4 5 2 5 1 2 1 5 4 2 2 2 5 4 1 5 1 1 5 1 5 5 4",
}
SKLEARN = {
    ("cohen", None): 0.6, ("linear", None): 0.8390941597139452, ("quadratic", None): 0.9473684210526316,
    ("cohen", "1"): 0.5522388059701493, ("cohen", "2"): 0.2857142857142857, ("cohen", "3"): 0.6511627906976745,
    ("cohen", "4"): 0.6086956521739131, ("cohen", "5"): 0.8421052631578947,
}  # fmt: skip


def test_kappas_as_scikit_learn_has_them(tmp_path):
    words = " / ".join(["a b c d e f"] * 5)
    rows = {
        name: " / ".join(" ".join(own.split()[n : n + 6]) for n in range(0, 30, 6))
        for name, own in RATED.items()
    }
    found = put_labels(tmp_path, words, settings("note", order="1, 2, 3, 4, 5"), **rows)
    scores = scores_by_key(found)
    for (statistic, label), value in SKLEARN.items():
        score = scores["kappa", statistic, ("anna", "ben"), None, label]
        assert score.value == pytest.approx(value, abs=1e-14)
        assert score.items == 30


@pytest.mark.parametrize("scale", ["1, 2, 3", "10, 20, 30"])
def test_weighted_kappa_as_dkpro_statistics_has_it(scale, tmp_path):
    """dkpro-statistics, WeightedAgreementTest, testMissingVariance and testNormalization: squared
    differences, .096 observed, .096 expected, 0. Absolute ones: 3/26, 3/26, 0.
    """
    one, two, three = scale.split(", ")
    found = put_labels(
        tmp_path, " ".join("abcdefghijklm"), settings("note", order=scale),
        anna=" ".join([one] * 13), ben=" ".join([one] * 11 + [two, three]),
    )  # fmt: skip
    for weights, disagreement in (("quadratic", 5 / 52), ("linear", 3 / 26)):
        score = of_all(found, "kappa", weights)
        assert score.value == pytest.approx(0, abs=1e-15)
        assert (1 - score.observed, 1 - score.expected) == pytest.approx((disagreement,) * 2)
        assert f"kappa:Cohen1968|weights:{weights}|order:{one}<{two}<{three}|" in score.signature


def weights_of(order, power):
    """Weight of two labels by their places, or by the numbers that they are."""
    at = {label: Fraction(label) if label.isdigit() else n for n, label in enumerate(order)}
    widest = max(at.values()) - min(at.values())
    return lambda x, y: 1 - abs(at[x] - at[y]) ** power / Fraction(widest) ** power


@pytest.mark.parametrize("order", [("low", "mid", "high"), ("1", "2", "7")])
def test_weighted_kappa_by_its_definition(order, tmp_path):
    """The labels named stand for those of random_labels(); unsure, off the scale, is missing."""
    words, labels = random_labels(3)
    random, names = Random(5), dict(zip(ORDER, order))
    labels = {
        name: " ".join(
            names.get(word, word) if random.random() < 0.9 or word == "/" else "unsure"
            for word in own.split()
        )
        for name, own in labels.items()
    }
    found = put_labels(tmp_path, words, settings("note", order=", ".join(order)), **labels)
    scores = scores_by_key(found)
    rows = dict(zip(labels, ([w for w in own.split() if w != "/"] for own in labels.values())))
    for weights, power in (("linear", 1), ("quadratic", 2)):
        own = []
        for pair in combinations(NAMES, 2):
            common = [row for row in zip(*map(rows.get, pair)) if "unsure" not in row]
            observed, expected = slow.cohen(common, weights_of(order, power))
            score = scores["kappa", weights, pair, None, None]
            assert score.observed == pytest.approx(float(observed))
            assert score.expected == pytest.approx(float(expected))
            assert score.value == pytest.approx(float(1 - (1 - observed) / (1 - expected)))
            assert score.items == len(common)
            own.append(score)
        every = scores["kappa", weights, NAMES, None, None]
        assert every.value == pytest.approx(fmean(one.value for one in own))
        assert every.observed == pytest.approx(fmean(one.observed for one in own))
        assert every.interval[0] < every.value < every.interval[1]


def test_nothing_on_the_scale_and_one_value_say_so(tmp_path):
    conf = settings("note", order="low, mid, high")
    found = put_labels(tmp_path / "a", "a b", conf, anna="unsure no", ben="no no")
    for key in (("kappa", "linear"), ("alpha", "ordinal"), ("ac2", "ordinal")):
        assert of_all(found, *key).undefined == "no item has two values on the scale"
    found = put_labels(tmp_path / "b", "a b", conf, anna="low low", ben="low low")
    assert of_all(found, "kappa", "quadratic").undefined == "every value is the same"


def random_labels(seed):
    random = Random(seed)
    words = random_words(random, 12, 4)
    base = [[random.choice(ORDER) for _ in part.split()] for part in words.split(" / ")]
    return words, {
        name: " / ".join(
            " ".join(own if random.random() < 0.6 else random.choice(ORDER) for own in sentence)
            for sentence in base
        )
        for name in NAMES
    }


ORDER = ("low", "mid", "high")


@pytest.mark.parametrize("seed", range(2))
def test_the_other_way_round_other_names_and_annotators_change_nothing(tmp_path, seed):
    words, labels = random_labels(seed)
    conf = settings("note", order=", ".join(ORDER))
    names = dict(zip(ORDER, "zyx"))
    others = {
        name: " ".join(names.get(word, word) for word in own.split())
        for name, own in zip(NAMES[::-1], labels.values())
    }
    found = [
        put_labels(tmp_path / "a", words, conf, **labels),
        put_labels(tmp_path / "b", words, settings("note", order="z, y, x"), **others),
        put_labels(tmp_path / "c", words, settings("note", order="x, y, z"), **others),
    ]
    for measure, statistic in (
        ("alpha", "ordinal"), ("ac2", "ordinal"), ("kappa", "linear"), ("kappa", "quadratic"),
    ):  # fmt: skip
        first, *same = (of_all(own, measure, statistic) for own in found)
        for score in same:
            assert score.value == pytest.approx(first.value)
            assert score.interval == pytest.approx(first.interval)
            assert score.items == first.items
        pairs = [key for key in scores_by_key(found[0]) if key[:2] == (measure, statistic)]
        assert len(pairs) == 2 * (1 + 3)  # all and pairs, of the project and of the document


def test_labels_off_the_scale_are_left_out_and_said(tmp_path):
    found = put_labels(
        tmp_path, "a b c d", settings("note", order="low, mid, high"),
        anna="low mid high unsure", ben="low high high low", carla="low mid - high",
    )  # fmt: skip
    (layer,) = found.score_indexes
    assert of_all(found, "alpha", "ordinal").items == 4
    assert left_out_notes(layer) == []
    found = put_labels(
        tmp_path, "a b c d", settings("note", order="low, mid, high"),
        anna="low mid high unsure", ben="low high high low", carla="low mid - unsure",
    )  # fmt: skip
    (layer,) = found.score_indexes
    (note,) = left_out_notes(layer)
    assert "leave out 1 of 4 spans" in note and "order = low, mid, high." in note
    assert of_all(found, "ac2", "ordinal").items == 3
