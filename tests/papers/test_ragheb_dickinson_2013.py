"""The worked examples of Ragheb & Dickinson 2013 (BEA 8), from their printed sets to the scores of
a project.

    annotator 1         annotator 2
    (24,SUBJ) --head--- (24,JCT)        example (7): identical heads are linked
    (24,OBJ)            (22,SUBJ)       before identical labels (section 3)

MASI is 1, 2/3, 1/3 or 0 (section 4.2); the full MASI times Jaccard is Passonneau 2006.
"""

from fractions import Fraction

import numpy
import pytest
from checkout import PROJECTS
from small_projects import shipped

from brat_iaa.measures.matching import match_arcs
from brat_iaa.measures.similarities import STATISTICS, contributions

PROJECT = PROJECTS / "ragheb_fig3"
THIRD = Fraction(1, 3)

EXAMPLE_7 = [({(24, "SUBJ"), (24, "OBJ")}, {(22, "SUBJ"), (24, "JCT")})]

# Figure 3, "In my opinion , My Age is Very Young": tokens 1 to 9, 0 is the root.
FIGURE_3_IN = [(set(), {(7, "JCT")})]
FIGURE_3_IS = [({(0, "ROOT"), (1, "JCT")}, {(0, "ROOT")})]
FIGURE_3_ALIKE = [
    ({element}, {element})
    for element in (
        (3, "DET"), (1, "POBJ"), (7, "PUNCT"), (6, "DET"), (7, "SUBJ"), (9, "JCT"), (7, "PRED"),
    )
]  # fmt: skip
FIGURE_3 = FIGURE_3_IN + FIGURE_3_ALIKE + FIGURE_3_IS

# Section 3: "prioritize identical attachment over labeling"; identical in both comes first.
HEAD_BEFORE_LABEL = [({(3, "SUBJ"), (5, "OBJ")}, {(3, "OBJ")})]
EXACT_FIRST = [({(3, "X"), (3, "Y")}, {(3, "Y"), (5, "X")})]
BOTH_EMPTY = [(set(), set())]
ONE_EMPTY = [({(3, "SUBJ")}, set())]

ALL = ("UAA", "LAA", "LOA")

# tokens, measures, k, MASI, full MASI, exact match, GCM by the first, by the second, F1.
CASES = [
    ("example 7", EXAMPLE_7, ("UAA", "LOA"), 1, THIRD, THIRD**2, 0, "1/2", "1/2", "1/2"),
    ("example 7", EXAMPLE_7, ("LAA",), 0, 0, 0, 0, 0, 0, 0),
    ("figure 3, is", FIGURE_3_IS, ALL, 1, 2 * THIRD, THIRD, 0, "1/2", 1, "2/3"),
    ("figure 3, In", FIGURE_3_IN, ALL, 0, 0, 0, 0, None, 0, 0),
    ("figure 3", FIGURE_3, ALL, 8, "23/27", "22/27", "7/9", "8/9", "8/9", "8/9"),
    ("head before label", HEAD_BEFORE_LABEL, ("UAA",), 1, 2 * THIRD, THIRD, 0, "1/2", 1, "2/3"),
    ("head before label", HEAD_BEFORE_LABEL, ("LAA", "LOA"), 0, 0, 0, 0, 0, 0, 0),
    ("exact first", EXACT_FIRST, ("UAA", "LAA"), 1, THIRD, THIRD**2, 0, "1/2", "1/2", "1/2"),
    ("exact first", EXACT_FIRST, ("LOA",), 2, 1, 1, 1, 1, 1, 1),
    ("both empty", BOTH_EMPTY, ALL, 0, 1, 1, 1, None, None, None),
    ("one empty", ONE_EMPTY, ALL, 0, 0, 0, 0, 0, None, 0),
]
ROWS = [
    pytest.param(tokens, measure, *figures, id=f"{name}, {measure}")
    for name, tokens, measures, *figures in CASES
    for measure in measures
]


def counts(tokens, measure):
    """k, a, b of each token."""
    counted = {"UAA": ("exact", "head"), "LAA": ("exact",), "LOA": ("exact", "label")}[measure]
    rows = [
        (sum(len(getattr(match_arcs(a, b), links)) for links in counted), len(a), len(b))
        for a, b in map(frozen, tokens)
    ]
    return (numpy.array(column) for column in zip(*rows))


def frozen(values):
    return tuple(map(frozenset, values))


def figure(statistic, k, a, b):
    """One figure over all tokens; None for 0/0."""
    above, below = contributions(statistic, k, a, b)
    return above.sum() / below.sum() if below.sum() else None


def exactly(fraction):
    return None if fraction is None else pytest.approx(float(Fraction(fraction)), abs=1e-15)


@pytest.mark.parametrize("tokens, measure, k, masi, full, exact, first, second, f1", ROWS)
def test_printed_sets(tokens, measure, k, masi, full, exact, first, second, f1):
    linked, a, b = counts(tokens, measure)
    assert linked.sum() == k
    assert figure("masi", linked, a, b) == exactly(masi)
    assert figure("masi-full", linked, a, b) == exactly(full)
    assert figure("exact", linked, a, b) == exactly(exact)
    assert figure("gcm", linked, a, b) == exactly(first)
    assert figure("gcm", linked, b, a) == exactly(second)
    assert figure("gcm-f1", linked, a, b) == exactly(f1)


def test_subcategorization():
    """Section 4's sets of labels: {SUBJ}/{}, {SUBJ}/{SUBJ}, {SUBJ,PRED}/{SUBJ,OBJ}."""
    k, a, b = (numpy.array(column) for column in zip((0, 1, 0), (1, 1, 1), (1, 2, 2)))
    above, below = contributions("masi", k, a, b)
    assert (above / below).tolist() == [0, 1, 1 / 3]
    assert figure("masi", k, a, b) == exactly("4/9")
    assert figure("masi-full", k, a, b) == exactly("10/27")
    assert figure("gcm", k, a, b) == exactly("2/4")
    assert figure("gcm", k, b, a) == exactly("2/3")


@pytest.fixture(scope="module")
def figure_3():
    return {
        (score.measure, score.statistic, score.annotators): score
        for score in shipped(PROJECT).scores
        if score.document is None and score.label is None
    }


@pytest.mark.parametrize("measure", ALL)
@pytest.mark.parametrize(
    "statistic, annotators, value",
    [
        ("masi", ("A1", "A2"), "23/27"), ("masi-full", ("A1", "A2"), "22/27"), ("exact", ("A1", "A2"), "7/9"),
        ("gcm", ("A1", "A2"), "8/9"), ("gcm", ("A2", "A1"), "8/9"), ("gcm-f1", ("A1", "A2"), "8/9"),
    ],
)  # fmt: skip
def test_figure_3_as_a_project(figure_3, measure, statistic, annotators, value):
    score = figure_3[measure, statistic, annotators]
    assert score.value == exactly(value)
    assert (score.items, score.missing, score.undefined) == (9, 0, None)


def test_every_statistic_of_the_project_is_checked_here(figure_3):
    uncorrected = {statistic for _, statistic, _ in figure_3 if not statistic.startswith("alpha")}
    assert uncorrected == set(STATISTICS)


def test_figure_3_disagreements():
    """The two arcs between "In" and "is" are the same two tokens, the other way round."""
    found = shipped(PROJECT).differences
    assert [(one.token.text, one.kind, one.labels) for one in found] == [
        ("In", "reversed", ("", "JCT")), ("is", "reversed", ("JCT", "")),
    ]  # fmt: skip


def test_figure_3_expected_disagreement(figure_3):
    """Alpha by hand: the 18 values of nominal LOA, and with them D_o, D_e.

    Nominal label values: {} 1, JCT 1 + 2, DET 4, POBJ 2, PUNCT 2, SUBJ 2, PRED 2,
    {ROOT,JCT} 1, ROOT 1; 2 of 9 tokens differ.
    """
    score = figure_3["LOA", "alpha-nominal", ("A1", "A2")]
    alike = 1 * 0 + 3 * 2 + 4 * 3 + 4 * (2 * 1) + 1 * 0 + 1 * 0
    D_o, D_e = Fraction(2, 9), 1 - Fraction(alike, 18 * 17)
    assert score.observed == pytest.approx(float(D_o), abs=1e-12)
    assert score.expected == pytest.approx(float(D_e), abs=1e-12)
    assert score.value == pytest.approx(float(1 - D_o / D_e), abs=1e-12)


def test_figure_3_masi_alpha(figure_3):
    """With MASI {ROOT,JCT} is 2/3 like {ROOT} and like {JCT}, of which there are 1 and 3."""
    score = figure_3["LOA", "alpha", ("A1", "A2")]
    alike = 6 + 12 + 8 + 2 * Fraction(2, 3) * (1 + 3)
    D_o, D_e = (1 + Fraction(1, 3)) / 9, 1 - Fraction(alike) / (18 * 17)
    assert score.observed == pytest.approx(float(D_o), abs=1e-12)
    assert score.expected == pytest.approx(float(D_e), abs=1e-12)
    assert score.value == pytest.approx(float(1 - D_o / D_e), abs=1e-12)
