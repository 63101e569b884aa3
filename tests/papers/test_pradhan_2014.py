"""Metrics of coreference resolvers against Pradhan et al. 2014, "Scoring coreference partitions of
predicted mentions: a reference implementation", ACL, and Moosavi & Strube 2016, "Which coreference
evaluation metric do you trust?", ACL.

The cases A-1 to A-6 are those that the reference scorer is shipped with. Its version in Python
(coval, commit 87071a6) printed MUC, B3, CEAFe and LEA of them.
"""

import pytest
from chain_projects import put_chains
from small_projects import agreement, scores_by_key

KEY = "a bc def"
METRICS = ("muc", "b3", "ceafe", "lea")
# response: recall and precision of the METRICS, then the mean of the F1s of the first three
PRINTED = {
    "a bc def": [(1, 1), (1, 1), (1, 1), (1, 1), 1],
    "a de": [(1 / 3, 1), (7 / 18, 1), (0.6, 0.9), (1 / 3, 1), 0.5933333333333334],
    "a bcx defy z": [
        (1, 0.6), (1, 0.5092592592592592), (0.8857142857142857, 0.6642857142857143),
        (1, 0.4444444444444444), 0.7280100997454196,
    ],
    "a bcx dy z": [
        (1 / 3, 1 / 3), (0.5555555555555556, 0.4047619047619047), (0.7333333333333334, 0.55),
        (0.5, 0.2857142857142857), 0.476741440377804,
    ],
    "a bcxB dy z": [
        (1 / 3, 0.25), (0.5555555555555556, 0.3125), (0.6888888888888888, 0.5166666666666666),
        (0.5, 0.20833333333333331), 0.4253968253968254,
    ],
    "a bcx dy Bz": [
        (1 / 3, 0.25), (0.5555555555555556, 0.35416666666666663), (0.7333333333333334, 0.55),
        (0.5, 0.25), 0.4489518962801406,
    ],
}  # fmt: skip
TEXT = "w0 w1 w2 w3 w4 w5 w6 w7 w8\nw9 w10 w11 w12"


def chains(text):
    """Sets of word numbers."""
    return [{"abcdefghiBxyz".index(mention) for mention in own} for own in text.split()]


def scores_of(root, key, response):
    put_chains(root, "key", "d", TEXT, chains(key))
    put_chains(root, "response", "d", TEXT, chains(response))
    (root / "iaa.conf").write_text(
        "[project]\nannotators = key, response\n[layer coref]\nkind = chains\n", "utf-8"
    )
    return scores_by_key(agreement(root))


PAIR = ("key", "response")


@pytest.mark.parametrize("response", PRINTED)
def test_cases_of_the_reference_scorer(tmp_path, response):
    scores = scores_of(tmp_path, KEY, response)
    *shares, conll = PRINTED[response]
    for metric, (recall, precision) in zip(METRICS, shares):
        values = [scores[metric, part, PAIR, None, None].value for part in ("recall", "precision")]
        assert values == pytest.approx([recall, precision], rel=1e-12)
    assert scores["conll", "f1", PAIR, None, None].value == pytest.approx(conll, rel=1e-12)


def test_moosavi_strube_2016_example(tmp_path):
    """Section 4: recall (3 1/3 + 4 1/6) / 7, printed as .24; precision (2 + 0 + 4 1/6) / 8, .33."""
    scores = scores_of(tmp_path, "abc defg", "ab cd fghi")
    recall, precision, f1 = (
        scores["lea", part, PAIR, None, None].value for part in ("recall", "precision", "f1")
    )
    assert (recall, precision) == (pytest.approx(5 / 21), pytest.approx(1 / 3))
    # As coval prints it.
    assert f1 == pytest.approx(0.27777777777777773)


def test_items_are_what_is_divided_by(tmp_path):
    """Key: 1 chain of two mentions or more has 1 link, the other 2; response: 2 and 1, with z."""
    scores = scores_of(tmp_path, KEY, "a bcx dy z")
    items = {
        metric: [scores[metric, part, PAIR, None, None].items for part in ("recall", "precision")]
        for metric in METRICS
    }
    assert items == {"muc": [3, 3], "b3": [6, 7], "ceafe": [3, 4], "lea": [6, 7]}
    assert scores["conll", "f1", PAIR, None, None].items == 13


def test_without_a_chain_on_either_side_the_mean_is_undefined(tmp_path):
    scores = scores_of(tmp_path, "a b", "a b")
    conll = scores["conll", "f1", PAIR, None, None]
    assert (conll.value, conll.undefined) == (
        None, "no chain by either annotator: MUC is undefined",
    )  # fmt: skip
    assert scores["b3", "f1", PAIR, None, None].value == 1
