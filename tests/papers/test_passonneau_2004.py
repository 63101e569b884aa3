"""Coreference chains against Passonneau 2004, Table 2, "Computing reliability for coreference
annotation", LREC.

The paper prints alpha .45 (nominal) and .74 (weighted); the digits here were
worked out by an independent program that reproduces both. MUC is that of
Vilain et al. 1995, counted by hand.
"""

import shutil
from fractions import Fraction
from itertools import combinations

import pytest
from checkout import PROJECTS
from small_projects import agreement, scores_by_key

PROJECT = PROJECTS / "passonneau_fig1"
ALL = ("RA1", "RA2", "RA3")
# Table 2: the classes, with the letters of the mentions in text order.
TABLE_2 = {"RA1": "AD BEFL CH GJK", "RA2": "AD BEFL C GK H J", "RA3": "AD BEFL CHJK G"}
LETTERS = "ABCDEFGHJKL"


@pytest.fixture(scope="module", params=["relations = Coref", ""], ids=["named", "all * lines"])
def figure_1(tmp_path_factory, request):
    root = tmp_path_factory.mktemp("passonneau") / "fig1"
    shutil.copytree(PROJECT, root)
    (root / "iaa.conf").write_text(f"[layer coref]\nkind = chains\n{request.param}\n", "utf-8")
    return agreement(root)


def close(value):
    return pytest.approx(float(value), rel=1e-14)


# statistic of alpha, annotators, alpha, D_o, D_e
ALPHAS = [
    ("weighted", ALL, 0.7433808553971487, Fraction(21, 110), 0.7439393939393939),
    ("thirds", ALL, 0.7421543681085666, Fraction(19, 99), 0.7443181818181818),
    ("nominal", ALL, 0.44954128440366975, Fraction(5, 11), Fraction(109, 132)),
    ("weighted", ("RA1", "RA2"), 0.7988038555336198, Fraction(15, 100), 0.7455411255411255),
    ("weighted", ("RA1", "RA3"), 0.7452093313892939, 0.21181818181818182, 0.8313419913419914),
    ("weighted", ("RA2", "RA3"), 0.6932955618508027, 0.2109090909090909, 0.6876623376623377),
    ("nominal", ("RA1", "RA2"), Fraction(29, 64), Fraction(5, 11), Fraction(64, 77)),
    ("nominal", ("RA1", "RA3"), 0.4385026737967914, Fraction(5, 11), 0.8095238095238095),
    ("nominal", ("RA2", "RA3"), 0.4473684210526316, Fraction(5, 11), 0.8225108225108225),
]


@pytest.mark.parametrize("statistic, annotators, alpha, observed, expected", ALPHAS)
def test_alpha(figure_1, statistic, annotators, alpha, observed, expected):
    measure = "alpha" if statistic == "nominal" else "alpha-weighted"
    score = scores_by_key(figure_1)[measure, statistic, annotators, None, None]
    assert score.observed == close(observed)
    assert score.expected == close(expected)
    assert score.value == close(alpha)
    assert (score.items, score.missing, score.interval) == (11, 0, None)
    assert "fewer than 10 sentences" in score.no_interval


def test_alpha_is_printed_as_in_the_paper(figure_1):
    scores = scores_by_key(figure_1)
    assert f"{scores['alpha', 'nominal', ALL, None, None].value:.2f}" == "0.45"
    assert f"{scores['alpha-weighted', 'weighted', ALL, None, None].value:.2f}" == "0.74"


def distance(statistic, x, y):
    """Of the other mentions of two classes, as exact fractions."""
    union, common = len(x | y), len(x & y)
    share = Fraction(common, union) if union else Fraction(1)
    monotony = Fraction(
        3 if x == y else 0 if not common else 2 if common in (len(x), len(y)) else 1, 3
    )
    return 1 - {"jaccard": share, "masi": monotony, "masi-full": share * monotony}[statistic]


@pytest.mark.parametrize("statistic", ["jaccard", "masi", "masi-full"])
@pytest.mark.parametrize("annotators", [ALL, *combinations(ALL, 2)])
def test_alpha_with_other_distances_by_all_pairs_of_values(figure_1, statistic, annotators):
    values = {
        letter: [
            frozenset(next(name for name in TABLE_2[annotator].split() if letter in name))
            - {letter}
            for annotator in annotators
        ]
        for letter in LETTERS
    }
    n = len(annotators)
    within = [
        distance(statistic, x, y)
        for own in values.values()
        for i, x in enumerate(own)
        for j, y in enumerate(own)
        if i != j
    ]
    pooled = [value for own in values.values() for value in own]
    among = [
        distance(statistic, x, y)
        for i, x in enumerate(pooled)
        for j, y in enumerate(pooled)
        if i != j
    ]
    observed = sum(within) / (n - 1) / len(pooled)
    expected = sum(among) / (len(pooled) * (len(pooled) - 1))
    score = scores_by_key(figure_1)["alpha", statistic, annotators, None, None]
    assert score.observed == close(observed)
    assert score.expected == close(expected)
    assert score.value == close(1 - observed / expected)


@pytest.mark.parametrize(
    "pair, recall, precision, f1, links",
    [
        (("RA1", "RA2"), Fraction(5, 7), 1, Fraction(5, 6), (7, 5, 12)),
        (("RA1", "RA3"), Fraction(6, 7), Fraction(6, 7), Fraction(6, 7), (7, 7, 14)),
        (("RA2", "RA3"), Fraction(4, 5), Fraction(4, 7), Fraction(2, 3), (5, 7, 12)),
    ],
)
def test_muc(figure_1, pair, recall, precision, f1, links):
    scores = scores_by_key(figure_1)
    for statistic, value, items in zip(
        ("recall", "precision", "f1"), (recall, precision, f1), links
    ):
        score = scores["muc", statistic, pair, None, None]
        assert (score.value, score.items) == (close(value), items)


# Printed by the reference scorer of Pradhan et al. 2014 in Python (coval, commit 87071a6) on Table 2:
# recall, precision and F1 with the first annotator's chains as the key.
COVAL = {
    ("RA1", "RA2"): {
        "muc": (0.7142857142857143, 1.0, 0.8333333333333333), "b3": (0.7878787878787878, 1.0, 0.8813559322033898),
        "ceafe": (0.8666666666666667, 0.5777777777777778, 0.6933333333333334),
        "lea": (0.6363636363636364, 0.7272727272727273, 0.6787878787878787),
    },
    ("RA1", "RA3"): {
        "muc": (0.8571428571428571, 0.8571428571428571, 0.8571428571428571),
        "b3": (0.8787878787878788, 0.8181818181818182, 0.8474025974025975),
        "ceafe": (0.7916666666666666, 0.7916666666666666, 0.7916666666666666),
        "lea": (0.8181818181818182, 0.6666666666666666, 0.7346938775510203),
    },
    ("RA2", "RA3"): {
        "muc": (0.8, 0.5714285714285714, 0.6666666666666666),
        "b3": (0.9090909090909091, 0.7272727272727273, 0.8080808080808082),
        "ceafe": (0.5111111111111111, 0.7666666666666666, 0.6133333333333333),
        "lea": (0.5454545454545454, 0.5454545454545454, 0.5454545454545454),
    },
}  # fmt: skip
CONLL = ("muc", "b3", "ceafe")


@pytest.mark.parametrize("document", [None, "fig1"])
@pytest.mark.parametrize("pair", COVAL)
def test_metrics_of_coreference_resolvers(figure_1, pair, document):
    scores = scores_by_key(figure_1)
    for metric, printed in COVAL[pair].items():
        for statistic, value in zip(("recall", "precision", "f1"), printed):
            score = scores[metric, statistic, pair, document, None]
            assert score.value == pytest.approx(value, rel=1e-12)
            assert "|mentions:either|twinless:no-credit|Pradhan2014|" in score.signature
    conll = sum(COVAL[pair][metric][2] for metric in CONLL) / 3
    assert scores["conll", "f1", pair, document, None].value == pytest.approx(conll, rel=1e-12)


def test_muc_is_directed(tmp_path):
    """The first annotator is the key; swap them, and recall and precision change places."""
    root = tmp_path / "fig1"
    shutil.copytree(PROJECT, root)
    (root / "iaa.conf").write_text(
        "[project]\nannotators = RA2, RA1\n[layer coref]\nkind = chains\n", "utf-8"
    )
    scores = scores_by_key(agreement(root))
    assert scores["muc", "recall", ("RA2", "RA1"), None, None].value == 1
    assert scores["muc", "precision", ("RA2", "RA1"), "fig1", None].value == close(Fraction(5, 7))


def test_disagreements_are_the_mentions_in_different_classes(figure_1):
    letter_of = {
        token.start: letter for token, letter in zip(figure_1.tables["fig1"].tokens, LETTERS)
    }
    found = {(item.annotators, letter_of[item.token.start]) for item in figure_1.differences}
    assert all(item.kind == "chain" and item.layer == "coref" for item in figure_1.differences)
    classes = {
        annotator: {letter: name for name in names.split() for letter in name}
        for annotator, names in TABLE_2.items()
    }
    assert found == {
        (pair, letter)
        for pair in combinations(ALL, 2)
        for letter in LETTERS
        if classes[pair[0]].get(letter) != classes[pair[1]].get(letter)
    }
    assert len(figure_1.differences) == 15
