"""What a score says beside its figure: items, missing, interval or why not, undefined or why,
signature.
"""

import math
import re

import pytest
import slow_intervals as slow
from scored_projects import make_twelve, pair_score, scored
from small_projects import agreement, put

from brat_iaa import __version__

MEASURES = ("UAA", "LAA", "LOA")
COUNTS = "annotators:2|documents:1|sentences:12"
INTERVAL = "|interval:delete-one,95,sentences"


@pytest.fixture
def twelve(tmp_path):
    return make_twelve(tmp_path)


def test_every_score_says_why_it_lacks_what_it_lacks(twelve):
    put(twelve, "carla", "empty of arcs", "a b", "")
    put(twelve, "dora", "empty of arcs", "a b", "")
    found = agreement(twelve).scores
    assert {score.undefined for score in found} >= {
        None, "the first annotator drew no arcs", "no annotator drew an arc",
    }  # fmt: skip
    for score in found:
        assert (score.value is None) == (score.undefined is not None)
        assert (score.interval is None) == (score.no_interval is not None)
        figures = [score.value, score.observed, score.expected, *(score.interval or ())]
        assert not any(math.isnan(figure) for figure in figures if figure is not None)
        assert score.layer == "dependencies" and score.items >= 0
        whole = score.label is None and score.sentence is None
        assert (
            (score.missing is not None and score.missing >= 0) if whole else score.missing is None
        )


@pytest.mark.parametrize(
    "settings, expected",
    [
        (
            {}, "LAA|masi:RD13|{counts}|items:36|punct:in|tokens:shared|sentence-split:newline" + INTERVAL,
        ),
        (
            {"punctuation": "out", "punctuation_types": "P, Q"},
            "LAA|masi:RD13|{counts}|items:36|punct:out|" "tokens:shared|punct-types:P+Q|sentence-split:newline" + INTERVAL,
        ),
        (
            {"labels": "x, y, r", "token_types": "W", "tokens": "drawn"},
            "LAA|masi:RD13|{counts}|items:36|punct:in|"
            "tokens:drawn|labels:x+y+r|token-types:W|sentence-split:newline" + INTERVAL,
        ),
    ],
    ids=str,
)  # fmt: skip
def test_signature_names_every_setting(twelve, settings, expected):
    signature, data, version = pair_score(scored(twelve, **settings)).signature.rsplit("|", 2)
    assert signature == expected.format(counts=COUNTS)
    assert re.fullmatch("data:[0-9a-f]{12}", data)
    assert version == f"v{__version__}"


# Sentences in which ben has one of three labels wrong.
WRONG = [place % 3 == 1 for place in range(12)]


def share_of_twelve(weights):
    return 1 - sum(w for w, wrong in zip(weights, WRONG) if wrong) / (3 * sum(weights))


def test_interval_of_a_pair_by_hand(twelve):
    expected = slow.interval(share_of_twelve, 12)
    for statistic in ("masi", "masi-full", "exact", "gcm", "gcm-f1"):
        score = pair_score(scored(twelve), statistic=statistic)
        assert score.value == pytest.approx(1 - 4 / 36)
        assert score.interval == pytest.approx(expected, abs=1e-6)
        assert score.interval[0] < score.value < score.interval[1]


# Annotators who did only a part.


@pytest.fixture
def partial(tmp_path):
    """d1 by anna, ben and carla, d2 by anna and ben, d3 by carla alone, d4 by dora alone; 2 words
    each.

    anna and ben agree on 4 of 4, anna and carla on 1 of 2, ben and carla on 1 of 2.
    """
    for document, annotators in {
        "d1": "anna ben carla",
        "d2": "anna ben",
        "d3": "carla",
        "d4": "dora",
    }.items():
        for annotator in annotators.split():
            marks = "2>1:z 0>2:r" if annotator == "carla" else "2>1:x 0>2:r"
            put(tmp_path, annotator, document, "a b", marks)
    return tmp_path


ALL = ("anna", "ben", "carla", "dora")


def test_items_and_missing(partial):
    """Missing is what only one of the annotators in question annotated; the same in every
    statistic.
    """
    scores = scored(partial)
    expected = {
        ("anna", "ben"): (4, 0), ("anna", "carla"): (2, 4), ("ben", "carla"): (2, 4), ("anna", "dora"): (0, 6),
        ("carla", "dora"): (0, 6), ALL: (4, 4),
    }  # fmt: skip
    checked = set()
    for (_, statistic, annotators, document, label), score in scores.items():
        if document is None and label is None and annotators in expected:
            assert (score.items, score.missing) == expected[annotators], (statistic, annotators)
            checked.add((statistic, annotators))
    assert len(checked) == len(expected) * 8 - 1  # no gcm over all


def test_mean_over_pairs_is_of_those_with_a_value(partial):
    """Of 4 tokens 2 have the mean of 1, 1/2 and 1/2, 2 the 1 of the only pair that has them: the
    three pairs with dora have no value and do not pull the mean down.
    """
    scores = scored(partial)
    for statistic in ("masi", "masi-full", "exact", "gcm-f1"):
        score = pair_score(scores, ALL, statistic=statistic)
        assert score.value == pytest.approx((2 * (1 + 0.5 + 0.5) / 3 + 2 * 1) / 4)
        assert "|pairs:3,by-sentence|" in score.signature
        assert pair_score(scores, ("anna", "dora"), statistic=statistic).value is None
        assert (
            pair_score(scores, ("anna", "dora"), statistic=statistic).undefined
            == "no token that both annotated"
        )


# Undefined, in words.


def test_no_arcs_at_all(tmp_path):
    """Nothing was compared: that is no perfect agreement."""
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "doc", "a b", "")
    (tmp_path / "iaa.conf").write_text("[layer dependencies]\n")
    scores = scored(tmp_path)
    for measure in MEASURES:
        for statistic in ("masi", "masi-full", "exact", "gcm", "gcm-f1", "alpha"):
            score = pair_score(scores, measure=measure, statistic=statistic)
            assert (score.value, score.observed, score.expected) == (None, None, None)
            assert (score.undefined, score.items) == ("no annotator drew an arc", 2)


def test_two_empty_sets_agree_where_somebody_drew_an_arc_elsewhere(tmp_path):
    """anna and ben: 3 tokens, one arc of ben's: 2/3. carla drew none: with anna nothing. dora and
    emil, of other documents, agree: ben does not draw alone.
    """
    put(tmp_path, "anna", "doc", "a b c", "")
    put(tmp_path, "ben", "doc", "a b c", "0>1:r")
    put(tmp_path, "carla", "doc", "a b c", "")
    for name in ("dora", "emil"):
        put(tmp_path, name, "another", "a b c", "0>1:r")
    scores = scored(tmp_path)
    for statistic in ("masi", "masi-full", "exact"):
        assert pair_score(scores, statistic=statistic).value == 2 / 3
        nothing = pair_score(scores, ("anna", "carla"), statistic=statistic)
        assert (nothing.value, nothing.undefined) == (None, "no annotator drew an arc")
        everybody = "anna", "ben", "carla", "dora", "emil"
        whole = pair_score(scores, everybody, statistic=statistic)
        assert "|pairs:3,by-sentence|" in whole.signature
        assert whole.value == pytest.approx((3 * 2 / 3 + 3 * 1) / 6)
