"""Scores of small projects, found by their keys."""

from small_projects import agreement, put, scores_by_key


def lines(number, marks):
    """The same sentence several times."""
    return " / ".join([marks] * number)


def scored(root, /, **settings):
    return scores_by_key(agreement(root, **settings))


def pair_score(
    scores, pair=("anna", "ben"), measure="LAA", statistic="masi", document=None, label=None
):
    return scores[measure, statistic, pair, document, label]


def make_twelve(root):
    """anna and ben, 12 sentences of 3 words; in every third ben has another label."""
    words = lines(12, "a b c")
    put(root, "anna", "doc", words, lines(12, "2>1:x 0>2:r 2>3:x"))
    put(
        root,
        "ben",
        "doc",
        words,
        lines(4, "2>1:x 0>2:r 2>3:x / 2>1:y 0>2:r 2>3:x / 2>1:x 0>2:r 2>3:x"),
    )
    return root
