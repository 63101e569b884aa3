"""Anchoring: the measures, and the scores from brat files."""

import numpy
import pytest
from slow_intervals import check_influences
from small_projects import put
from studied import report_of

from brat_iaa.measures.estimate import difference, mean
from brat_iaa.references.pooled_references import METRICS, PooledReferences
from brat_iaa.studies.anchoring import reduction, shares

WORDS = " / ".join(["a b c d"] * 12)
TOOL = " / ".join(["0>1:r 1>2:x 1>3:x 1>4:x"] * 12)
ANNA = " / ".join(["0>1:r 1>2:x 1>3:x 2>4:y"] * 12)
BEN = " / ".join(["0>1:r 1>2:x 2>3:y 3>4:z"] * 12)


def project(root, options, gold=None, **marks):
    """{(measure, statistic, annotators): Score} of the study."""
    for name, own in {**marks, **({"gold": gold} if gold else {})}.items():
        put(root, name, "doc", WORDS, own)
    (root / "iaa.conf").write_text("[project]\ngold = gold\n" if gold else "")
    found = report_of("anchoring", root, **options).rows
    return {(row["measure"], row["statistic"], tuple(row["annotators"])): row
            for row in found.dicts()}  # fmt: skip


def test_what_was_left_is_compared_with_what_was_changed(tmp_path):
    scores = project(tmp_path, {"anchors": "tool"}, anna=ANNA, ben=BEN, tool=TOOL)
    assert scores["LAS", "unchanged", ("anna", "tool")]["value"] == 0.75
    assert scores["LAS", "unchanged", ("ben", "tool")]["value"] == 0.5
    # Of the three that anna left, ben has two; what she changed, he has otherwise.
    key = ("anna", "tool", "ben")
    assert scores["LAS", "left", key]["value"] == pytest.approx(2 / 3)
    assert scores["LAS", "changed", key]["value"] == 0
    assert scores["LAS", "left-minus-changed", key]["value"] == pytest.approx(2 / 3)
    assert scores["LAS", "left-minus-changed", key]["interval"] == pytest.approx([2 / 3, 2 / 3])
    assert scores["LAS", "left", ("ben", "tool", "anna")]["value"] == 1
    assert scores["LAS", "anchored", ("anna", "ben")]["value"] == 0.5
    assert scores["LAS", "anchored", ("anna", "ben")]["items"] == 48


# Of 15 sentences of three words with one arc each: those in which a tool differs from a gold.
DIFFERS = {
    ("a_gold", "a"): (3,), ("a_gold", "b"): (1, 3, 4, 9), ("b_gold", "a"): (0, 2, 5, 7),
    ("b_gold", "b"): (7, 8), ("gold", "a"): (0, 1, 2, 3, 5), ("gold", "b"): (1, 2, 6, 8, 11, 12),
}  # fmt: skip


def right_share(gold, tool):
    """The LAS of a tool on a gold as a function of the weights of sentences, three words each."""

    def share(weights):
        return 1 - sum(weights[s] for s in DIFFERS[gold, tool]) / (3 * sum(weights))

    return share


@pytest.mark.parametrize("name", ["error-reduction", "specific-gap", "shared-gap"])
def test_influences_of_what_is_made_of_several_figures(name):
    """From the accuracies of tools on golds as they come out of PooledReferences."""
    pooled = PooledReferences({}, None)
    pooled.document = numpy.zeros(15, dtype=int)
    sentence = numpy.repeat(numpy.arange(15), 3)

    def accuracy(gold, tool):
        right = numpy.ones((45, len(METRICS)), dtype=bool)
        right[[3 * s for s in DIFFERS[gold, tool]]] = False
        return shares(pooled, right, sentence)

    found = {key: accuracy(*key) for key in DIFFERS}
    figures = {key: right_share(*key) for key in DIFFERS}
    if name == "error-reduction":
        made = reduction(found["a_gold", "a"], found["gold", "a"])[0]
        x, h = figures["a_gold", "a"], figures["gold", "a"]
        check_influences(made, lambda w: (x(w) - h(w)) / (1 - h(w)), METRICS.index("LAS"))
        assert made.expected == pytest.approx([5 / 45] * 4)
        return
    other, scratch = {"a": "b_gold", "b": "a_gold"}, {"a": "gold", "b": "gold"}
    own = {"a": "a_gold", "b": "b_gold"}
    high, low = (own, other) if name == "specific-gap" else (other, scratch)
    made = mean([difference(found[low[tool], tool], found[high[tool], tool]) for tool in "ab"])

    def gap(weights):
        return sum(figures[high[t], t](weights) - figures[low[t], t](weights) for t in "ab") / 2

    check_influences(made, gap)
