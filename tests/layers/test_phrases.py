"""Phrase structure: brackets are sets, leaves are innermost spans and what is between spans."""

import pytest
from small_projects import agreement, put_raw

SETTINGS = "[layer trees]\nnodes = spans\n"


def nodes(text, *spans):
    """The .ann of (type, start, end)."""
    return "".join(
        f"T{number}\t{kind} {start} {end}\t{text[start:end]}\n"
        for number, (kind, start, end) in enumerate(spans, 1)
    )


def phrase_scores(root, text, **annotators):
    """{measure: Score} over all annotators, each given as a list of (type, start, end)."""
    for name, spans in annotators.items():
        put_raw(root, name, "doc", text + "\n", nodes(text, *spans))
    (root / "iaa.conf").write_text(SETTINGS, "utf-8")
    found = agreement(root)
    return {
        score.measure: score
        for score in found.scores
        if score.document is None and score.annotators == found.annotators
    }


DOGS = [("N", 0, 4), ("P", 4, 5)]


@pytest.mark.parametrize(
    "text, spans, leaves",
    [
        ("dogs.", DOGS, 2),
        ("dogs .", [("N", 0, 4), ("P", 5, 6)], 2),
        ("dogs .", [("S", 0, 6)], 2),
        ("dogs.", [("S", 0, 5)], 1),
        ("dogs.", [("N", 0, 4)], 2),  # the full stop stands after the span
        ("big dogs.", [("N", 4, 8), ("P", 8, 9)], 3),
        ("the dogs bark now", [("N", 4, 8)], 4),
    ],
)
def test_leaves_are_the_innermost_spans_and_the_pieces_between_spans(text, spans, leaves, tmp_path):
    other = [("Q", *spans[0][1:]), *spans[1:]]
    scores = phrase_scores(tmp_path, text, anna=spans, ben=other)
    assert scores["jaccard"].items == leaves
    # One label differs: distance 1 over as many leaves as both have.
    assert scores["alpha-norm"].observed == pytest.approx((1 / (2 * leaves)) ** 2)


def test_annotators_who_cut_a_word_differently_have_trees_of_different_sizes(tmp_path):
    """S, N, P over 2 leaves, S over 1: two nodes more, less one leaf more."""
    whole = ("S", 0, 5)
    scores = phrase_scores(tmp_path, "dogs.", anna=[whole, *DOGS], ben=[whole])
    assert scores["alpha-plain"].observed == 4.0  # 2 squared
    assert scores["alpha-diff"].observed == 1.0  # (2 - |2 - 1|) squared
    assert scores["alpha-norm"].observed == pytest.approx((2 / 3) ** 2)
    assert scores["jaccard"].value == pytest.approx(1 / 3)
    assert scores["jaccard"].items == 2
