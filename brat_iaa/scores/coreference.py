"""Scores of the metrics for coreference resolvers, with one annotator's chains as the key, and F1
of the mentions whatever their chains.

MUC (Vilain et al. 1995), B3 (Bagga & Baldwin 1998), CEAFe (Luo 2005), LEA (Moosavi & Strube 2016),
and the mean of the F1s of the first three (Pradhan et al. 2014). All mentions of either annotator
count, those in no chain as chains of one mention; a mention without a twin, which only one of the
two marked, gets no credit. A link of MUC belongs to the sentence of its later mention.
"""

from functools import cached_property

import numpy

from brat_iaa.measures.attachment_scores import Ratios, by_sentence
from brat_iaa.measures.coreference import b_cubed, ceaf_e, f1, lea, mean_of_all, muc
from brat_iaa.measures.estimate import mean

# {measure: (metric, source)}
_METRICS = {
    "muc": (muc, "Vilain1995"),
    "b3": (b_cubed, "Bagga1998"),
    "ceafe": (ceaf_e, "Luo2005"),
    "lea": (lea, "Moosavi2016"),
}
_CONLL = ("muc", "b3", "ceafe")
# Which mentions count in all of them, for signatures.
_MENTIONS = "mentions:either|twinless:no-credit|Pradhan2014"
_NO_CHAIN = {
    "recall": "the first annotator has no chain",
    "precision": "the second annotator has no chain",
    "f1": "no chain by either annotator",
}
_NO_MENTION = {
    "recall": "the first annotator has no mention",
    "precision": "the second annotator has no mention",
    "f1": "no mention by either annotator",
    "exact": "no mention by either annotator",
}


class PairChains:
    """The chains of two annotators.

    documents  list of (number of the document's first mention, the classes of mentions of the first
               annotator, of the second): lists of sets of mentions, counted within the document
    sentence   of each mention
    document   number of each sentence's document
    missing    number of mentions in documents that only one of the two has begun
    """

    def __init__(self, documents, sentence, document, missing):
        self._documents, self._sentence = documents, sentence
        self.document, self.missing = document, missing

    @cached_property
    def figures(self) -> dict:
        """{(measure, statistic): (Estimate, items)}

        Items are what is divided by: links of muc, chains of ceafe, mentions of the others.
        """
        figures = {}
        for measure, (metric, _) in _METRICS.items():
            sides = [self._ratios(metric, order) for order in (1, -1)]
            items = [round(side.below.sum()) for side in sides]
            for statistic, side, number in zip(("recall", "precision"), sides, items):
                figures[measure, statistic] = side.estimate(), number
            figures[measure, "f1"] = f1(*sides), sum(items)
        mentions = figures["b3", "f1"][1]
        conll = mean_of_all([figures[measure, "f1"][0] for measure in _CONLL])
        common = self._common()
        return {
            **figures,
            ("conll", "f1"): (conll, mentions),
            ("mentions-f1", "exact"): (common.estimate(), round(common.below.sum())),
        }

    def _common(self) -> Ratios:
        """Ratios of F1 of the mentions; the same offsets are the same mention."""
        mention, common = [], []
        for first, *sides in self._documents:
            of_first, of_second = (set().union(*classes) for classes in sides)
            for of_side in (of_first, of_second):
                mention += [first + own for own in of_side]
                common += [own in of_first and own in of_second for own in of_side]
        above, below = numpy.array(common, dtype=float), numpy.ones(len(common))
        sentence = self._sentence[numpy.array(mention, dtype=numpy.int64)]
        return by_sentence(above, below, sentence, len(self.document))

    def _ratios(self, metric, order) -> Ratios:
        """Ratios of the recall of one annotator's chains; order: -1 with the annotators swapped."""
        rows = [
            (first + mention, float(above), float(below))
            for first, *sides in self._documents
            for mention, (above, below) in metric(*sides[::order]).items()
        ]
        mention, above, below = numpy.array(rows, dtype=float).reshape(-1, 3).T
        sentence = self._sentence[mention.astype(numpy.int64)]
        return by_sentence(above, below, sentence, len(self.document))


def pair_scores(builder, pair, chains) -> list:
    """List of Score of two annotators; chains: PairChains."""
    scores = []
    for key, (estimate, items) in chains.figures.items():
        (figure,) = builder.figures(estimate, chains.document)
        scores.append(
            builder.score(
                *key, pair, _source(key[0]), figure, items, chains.missing, _undefined(*key)
            )
        )
    return scores


def mean_scores(builder, annotators, pairs) -> list:
    """List of Score: each F1 as the mean over the pairs that have one.

    Recall and precision say which of two annotators has more, so they have no mean.
    pairs  list of PairChains
    """
    scores, missing = [], sum(chains.missing for chains in pairs)
    for key in (key for key in pairs[0].figures if key[1] in ("f1", "exact")):
        estimates, items = zip(*(chains.figures[key] for chains in pairs))
        (figure,) = builder.figures(mean([*estimates]), pairs[0].document)
        defined = sum(not numpy.isnan(estimate.value[0]) for estimate in estimates)
        source = f"{_source(key[0])}|pairs:{defined}"
        scores.append(
            builder.score(*key, annotators, source, figure, sum(items), missing, _undefined(*key))
        )
    return scores


def _source(measure):
    if measure == "mentions-f1":
        return "offsets"
    named = [_METRICS[measure][1]] if measure in _METRICS else [f"mean:{'+'.join(_CONLL)}"]
    return "|".join([*named, _MENTIONS])


def _undefined(measure, statistic):
    if measure == "conll":
        return f"{_NO_CHAIN[statistic]}: MUC is undefined"
    return (_NO_CHAIN if measure == "muc" else _NO_MENTION)[statistic]
