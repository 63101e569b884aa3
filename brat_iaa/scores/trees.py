"""Scores of dependency trees: alpha over tree edit distance, and UAS, LAS, LA beside it.

Source: Skjærholt 2014, sections 2 and 4. Accuracies of more than two
annotators are the mean over pairs for each sentence, sentences weighted by
their tokens (equation 3).
"""

from itertools import combinations

import numpy

from brat_iaa.measures.attachment_scores import Ratios
from brat_iaa.measures.tree_alpha import METRICS
from brat_iaa.scores.builder import NO_FIGURE, NOTHING_DRAWN
from brat_iaa.scores.pooled import Pooled
from brat_iaa.scores.tree_pairs import AllPairs, SomePairs, many, number_of_pairs

ACCURACIES = ("UAS", "LAS", "LA")

_NO_SENTENCE = "no sentence to compare"
_NO_PHRASE = "no annotator drew a phrase"
_OTHER_TOKENS = "no sentence of which all annotators have the same tokens"


class PooledTrees(Pooled):
    """The layer of trees: distances are computed once, see scores.pooled.Pooled.

    executor  a concurrent.futures.Executor that computes them, or None
    """

    def __init__(self, parts, annotators, progress, executor=None):
        super().__init__(parts, annotators, progress)
        self._scorer = TreeScorer(parts, annotators, progress, executor)

    def project_scores(self, builder):
        """List of Score of the whole project."""
        return self._scorer.scores(builder)

    def document_scores(self, builders, progress):
        """{document: list of Score} of some documents."""
        return {name: self._scorer.scores(builder) for name, builder in builders.items()}


class TreeScorer:
    """All trees of a project, and their distances, computed once, when scores are asked for.

    parts       {document: LayerDocument}
    annotators  of the project, in order
    progress    function of (done, total) while distances are computed
    executor    a concurrent.futures.Executor that computes them, or None
    """

    def __init__(self, parts, annotators, progress=None, executor=None):
        self._annotators, self._pairs = annotators, None
        self._about = progress, executor
        self._number_of_pairs = number_of_pairs(parts)
        index, self._units = {}, []
        for number, (document, part) in enumerate(parts.items()):
            for own in part.items.values():
                trees = {
                    annotator: (index.setdefault(tree.forest, len(index)), tree)
                    for annotator, tree in own.items()
                }
                self._units.append((document, number, trees))
        self._forests = list(index)

    def scores(self, builder):
        """List of Score of the builder's document or project: all annotators first, then each
        pair.
        """
        if self._pairs is None:
            sampled = builder.layer.settings.expected == "sampled" and many(self._number_of_pairs)
            self._pairs = (SomePairs if sampled else AllPairs)(self._forests, *self._about)
            self._about = None
        groups = [self._annotators]
        if len(self._annotators) > 2:
            groups += list(combinations(self._annotators, 2))
        found = []
        for group in groups:
            units = [
                (number, {name: tree for name, tree in trees.items() if name in group})
                for document, number, trees in self._units
                if builder.document in (None, document)
            ]
            units = [(number, trees) for number, trees in units if len(trees) > 1]
            phrases = builder.layer.settings.nodes == "spans"
            uncorrected = _jaccard if phrases else _accuracies
            nothing = None
            if units and not any(tree.drawn for _, own in units for _, tree in own.values()):
                nothing = _NO_PHRASE if phrases else NOTHING_DRAWN
            # All pairs of annotators together get as large a sample as all annotators.
            share = 1 if group is self._annotators else len(groups) - 1
            found += self._alphas(builder, group, units, nothing, share)
            found += uncorrected(builder, group, [] if nothing else units, nothing)
        return found

    def _alphas(self, builder, group, units, nothing, share):
        """Alphas; undefined for the reason `nothing`, if there is one."""
        rows = [
            (code, tree.size, unit)
            for unit, (_, own) in enumerate(units)
            for code, tree in own.values()
        ]
        code, size, unit = numpy.array(rows, dtype=numpy.int64).reshape(-1, 3).T
        table = self._pairs.table(builder.document, share, code, size, unit, len(units))
        document = numpy.array([number for number, _ in units], dtype=numpy.int64)
        return [
            builder.score(*about, NO_FIGURE, len(units), None, nothing)
            if nothing
            else builder.corrected(*about, alpha, None, document)
            for metric in METRICS
            for alpha in [table.of(metric)]
            for about in [(f"alpha-{metric}", "alpha", group, _source(metric, alpha))]
        ]


def _source(metric, alpha):
    """What the signature says of an alpha; of a sampled one also its pairs and standard error."""
    found = f"SK14|distance:TED-{metric}"
    if alpha.sample is None:
        return found
    found += f"|sampled-pairs:{alpha.sample.pairs}"
    return found if alpha.sample.error is None else found + f"|sampling-se:{alpha.sample.error:.2g}"


def _accuracies(builder, group, units, nothing):
    """UAS, LAS and LA, each in [0, 1].

    A sentence whose tokens differ between any two of the group is left out of all three and counted
    as ignored: heads of different tokens cannot be the same, and every pair of a sentence has to
    speak of as many tokens as its weight says.
    """
    right, words, documents, ignored = [], [], [], 0
    for number, own in units:
        trees = [tree for _, tree in own.values()]
        if any(tree.tokens != trees[0].tokens for tree in trees):
            ignored += 1
            continue
        right.append(numpy.mean([_right(*pair) for pair in combinations(trees, 2)], axis=0))
        words.append(len(trees[0].tokens))
        documents.append(number)
    source = f"SK14|ignored:{ignored}"
    reason = nothing or (_OTHER_TOKENS if ignored else _NO_SENTENCE)
    return _means(builder, group, ACCURACIES, "accuracy", source, right, words, documents, reason)


def _jaccard(builder, group, units, nothing):
    """Mean Jaccard over pairs of the sets of labelled brackets; sentences weighted by leaves."""
    right, leaves, documents = [], [], []
    for number, own in units:
        trees = [tree for _, tree in own.values()]
        pairs = [
            len(one.brackets & other.brackets) / len(one.brackets | other.brackets)
            for one, other in combinations(trees, 2)
            if one.brackets or other.brackets
        ]
        if pairs:
            # Where annotators cut words differently every cut counts, whoever is first.
            leaves.append(len(frozenset().union(*(tree.leaves for tree in trees))))
            right.append([leaves[-1] * numpy.mean(pairs)])
            documents.append(number)
    reason = nothing or _NO_SENTENCE
    return _means(
        builder, group, ("jaccard",), "brackets", "SK14", right, leaves, documents, reason
    )


def _means(builder, group, measures, statistic, source, right, words, documents, reason):
    """Scores that are a sum over sentences (sentences x measures) over the number of their words.

    documents  number of each sentence's document
    reason     why there is none, without a sentence
    """
    ratios = Ratios(
        numpy.array(right, dtype=float).reshape(-1, len(measures)),
        numpy.repeat(numpy.array(words, dtype=float)[:, None], len(measures), axis=1),
    )
    figures = builder.figures(ratios.estimate(), documents)
    return [
        builder.score(measure, statistic, group, source, figure, sum(words), None, reason=reason)
        for measure, figure in zip(measures, figures)
    ]


def _right(one, other):
    """How many tokens have the same head, the same head and label, the same label."""
    heads = [a == b for a, b in zip(one.heads, other.heads)]
    labels = [a == b for a, b in zip(one.labels, other.labels)]
    return sum(heads), sum(map(all, zip(heads, labels))), sum(labels)
