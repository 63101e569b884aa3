"""Each annotator and each anchor against the gold: accuracies, precision, recall and F1."""

import numpy

from brat_iaa.config import GOLD_LAYER
from brat_iaa.references.pooled import METRICS, figures, with_punctuation
from brat_iaa.scores.builder import NO_ARC, NO_ITEM, NOTHING_DRAWN, ScoreBuilder

# Statistic: which tokens.
_ACCURACIES = {"accuracy": "in", "accuracy-nopunct": "out"}


def gold_scores(together, config, others):
    """List of Score of the whole project, then of each document; annotators are (gold, other).

    together  Together
    others    names of annotators and anchors
    """
    if not config.gold:
        return []
    return [
        score
        for document in (None, *together.parts)
        for other in together.names(others)
        if document is None or other in together.parts[document].table.annotators
        for score in _against_gold(together, config, other, document)
    ]


def _against_gold(together, config, other, document):
    pair = config.gold, other
    marks = together.marks(*pair, document)
    # Where neither drew an arc only parts of speech were compared.
    drawn = bool(marks.a.any() or marks.b.any())
    compared = [drawn or metric == "POS" for metric in METRICS]
    reason = NOTHING_DRAWN if len(marks.right) and not drawn else NO_ITEM
    found = []
    for statistic, punctuation in _ACCURACIES.items():
        own = marks if punctuation == "in" else marks.chosen(marks.word)
        builder = ScoreBuilder(
            with_punctuation(config, punctuation), GOLD_LAYER, document, together.data
        )
        found += figures(
            together,
            builder,
            pair,
            [(metric, statistic) for metric in METRICS],
            own.right,
            numpy.ones_like(own.right) * compared,
            own.sentence,
            "accuracy",
            marks.missing,
            reason=reason,
        )
    own = marks if config.dependencies.punctuation == "in" else marks.chosen(marks.word)
    found += figures(
        together,
        ScoreBuilder(config, GOLD_LAYER, document, together.data),
        pair,
        [("LAA", "precision"), ("LAA", "recall"), ("LAA", "f1")],
        numpy.stack([own.k, own.k, 2 * own.k], axis=1),
        numpy.stack([own.b, own.a, own.a + own.b], axis=1),
        own.sentence,
        "arcs",
        marks.missing,
        reason=NO_ARC,
    )
    return found
