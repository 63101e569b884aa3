"""The doubly annotated treebanks of Skjærholt 2014 (ACL), at full precision.

UAS, LAS and LA: with one head for each token they are UAA, LAA and LOA; they were
computed from the treebanks by an independent program that also gives the rows of
Skjærholt's table 2 (NDT 1, NDT 3, CDT da). The set alphas, their observed and
expected disagreement by another, from Krippendorff's formula over all pairs of
values. Where every set has one element all distances of sets are the nominal one.
"""

from pathlib import Path
from typing import NamedTuple

import pytest
from checkout import CHECKOUT, PROJECTS

from brat_iaa.study import Study

# The Copenhagen Dependency Treebanks (GPL 2) may not be shipped; they may lie beside the checkout.
BESIDE = CHECKOUT.parent / "shared" / "data" / "projects"


class Corpus(NamedTuple):
    folder: Path
    tokens: int
    agreement: dict
    without_punctuation: tuple
    alphas: dict


# alphas: {(measure, form of the head): (alpha, D_o, D_e)}
# without_punctuation: tokens, then UAS, LAS, LA
CORPORA = {
    "ndt1": Corpus(
        PROJECTS / "ndt1",
        1674,
        {"UAA": 0.9629629629629629, "LAA": 0.9396654719235364, "LOA": 0.9599761051373955},
        (1409, 0.9694819020581973, 0.943222143364088, 0.9567068843151171),
        {
            ("UAA", "offset"): (0.95657629145952, 0.037037037037037035, 0.8529220161495574),
            ("UAA", "index"): (0.960151341714621, 0.037037037037037035, 0.9294425115092636),
            ("LAA", "offset"): (0.9381548862006877, 0.06033452807646356, 0.9755746957188788),
            ("LAA", "index"): (0.9389620770664558, 0.06033452807646356, 0.9884761010323623),
            ("LOA", ""): (0.9566912550708152, 0.04002389486260454, 0.9241527300790772),
        },
    ),
    "ndt3": Corpus(
        PROJECTS / "ndt3",
        1997,
        {"UAA": 0.9674511767651477, "LAA": 0.9529293940911367, "LOA": 0.9704556835252879},
        (1718, 0.9714784633294529, 0.9545983701979045, 0.9668218859138533),
        {
            ("UAA", "offset"): (0.9615947476050819, 0.03254882323485228, 0.847509681752782),
            ("UAA", "index"): (0.9650009183137656, 0.03254882323485228, 0.9299907788053229),
            ("LAA", "offset"): (0.9515493314091203, 0.04707060590886329, 0.9715161271835125),
            ("LAA", "index"): (0.9523461347873267, 0.04707060590886329, 0.9877605037659168),
            ("LOA", ""): (0.9678908391843333, 0.02954431647471207, 0.920121103267724),
        },
    ),
    "cdt_da": Corpus(
        BESIDE / "cdt_da",
        2394,
        {"UAA": 0.9611528822055138, "LAA": 0.904344193817878, "LOA": 0.9239766081871345},
        (2044, 0.963307240704501, 0.8967710371819961, 0.9114481409001957),
        {
            ("UAA", "offset"): (0.9518807370437724, 0.03884711779448621, 0.807309077652002),
            ("UAA", "index"): (0.9588209987922617, 0.03884711779448621, 0.9433720259146579),
            ("LAA", "offset"): (0.9008364319413606, 0.09565580618212197, 0.9646265060325069),
            ("LAA", "index"): (0.9032370849993442, 0.09565580618212197, 0.988558542097183),
            ("LOA", ""): (0.9171221189121809, 0.07602339181286549, 0.9172941056771167),
        },
    ),
}


def scores(folder, **settings):
    return {
        (score.measure, score.statistic): score
        for score in Study(folder, settings).agreement().scores
        if score.document is None and score.label is None
    }


@pytest.fixture(scope="module", params=CORPORA)
def corpus(request):
    found = CORPORA[request.param]
    if not found.folder.is_dir():
        pytest.skip(
            f"the treebank {request.param} is not at {found.folder}; it may not be "
            f"shipped with brat-agreement"
        )
    return found


@pytest.fixture(scope="module")
def found(corpus):
    return scores(corpus.folder)


@pytest.mark.parametrize("measure", ["UAA", "LAA", "LOA"])
def test_attachment_scores(corpus, found, measure):
    """MASI, full MASI, exact match and F1 are one figure where every token has one head."""
    for statistic in ("masi", "masi-full", "exact", "gcm", "gcm-f1"):
        score = found[measure, statistic]
        assert score.value == pytest.approx(corpus.agreement[measure], abs=1e-15)
        assert (score.items, score.missing) == (corpus.tokens, 0)


@pytest.mark.parametrize("measure", ["UAA", "LAA", "LOA"])
def test_alphas(corpus, found, measure):
    forms = [("alpha", "offset"), ("alpha-nominal", "offset"), ("alpha-index", "index")]
    if measure == "LOA":
        forms = [("alpha", ""), ("alpha-nominal", "")]
    for statistic, form in forms:
        alpha, D_o, D_e = corpus.alphas[measure, form]
        score = found[measure, statistic]
        assert score.observed == pytest.approx(D_o, abs=1e-13)
        assert score.expected == pytest.approx(D_e, abs=1e-13)
        assert score.value == pytest.approx(alpha, abs=1e-13)
        assert score.items == corpus.tokens


@pytest.mark.system
@pytest.mark.parametrize("distance", ["masi-full", "jaccard"])
def test_the_distance_of_sets_of_one_does_not_matter(corpus, distance):
    found = scores(corpus.folder, distance=distance)
    for (measure, form), (alpha, _, _) in corpus.alphas.items():
        statistic = "alpha-index" if form == "index" else "alpha"
        assert found[measure, statistic].value == pytest.approx(alpha, abs=1e-13)


@pytest.mark.system
def test_without_punctuation(corpus):
    tokens, *expected = corpus.without_punctuation
    found = scores(corpus.folder, punctuation="out")
    for measure, value in zip(("UAA", "LAA", "LOA"), expected):
        score = found[measure, "exact"]
        assert score.items == tokens
        assert score.value == pytest.approx(value, abs=1e-15)


def test_intervals_hold_the_figure(corpus, found):
    """And are no points, not even where nobody differs."""
    for score in found.values():
        low, high = score.interval
        assert low < score.value < high or low < score.value == high == 1
        assert high - low < 0.06
