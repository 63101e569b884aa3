"""Scores of dependency trees: alpha over tree edit distance, and UAS, LAS, LA beside it.

Source: Skjærholt 2014, sections 2 and 4. Accuracies of more than two annotators are the mean over
pairs for each sentence, sentences weighted by their tokens (equation 3).
"""

from functools import cached_property, lru_cache, partial
from itertools import combinations

import numpy

from brat_iaa.measures.estimate import Ratios, every_cell
from brat_iaa.measures.tree_alpha import METRICS, TreeAlphaTable
from brat_iaa.measures.trees import distances
from brat_iaa.scores.builder import NO_FIGURE, NOTHING_DRAWN
from brat_iaa.scores.pooled_layer import PooledLayer, SharedSentences
from brat_iaa.scores.score_table import (
    LABELS,
    PROJECT,
    Figure,
    FigureValues,
    Subjects,
    chance_corrected,
)

ACCURACIES = ("UAS", "LAS", "LA")

_NO_SENTENCE = "no sentence to compare"
_NO_PHRASE = "no annotator drew a phrase"
_OTHER_TEXT = "no sentence of which all annotators have the same text"
_OTHER_TOKENS = "no sentence of which all annotators have the same tokens"


class PooledTrees(PooledLayer):
    """The layer of trees; distances are computed once, when scores are asked for.

    parts, annotators  as in PooledLayer
    progress           function of (done, total) while distances are computed, or None
    executor           a concurrent.futures.Executor that computes them, or None
    """

    def __init__(self, parts, annotators, progress=None, executor=None):
        super().__init__(parts, annotators, progress)
        self._computed_by, self._read = (progress, executor), parts.read_alone()
        index, self._units = {}, []
        for number, (document, part) in enumerate(self._read.items()):
            for sentence, of_annotators in part.items.items():
                trees = {
                    annotator: (index.setdefault(tree.forest, len(index)), tree)
                    for annotator, tree in of_annotators.items()
                }
                self._units.append((document, number, sentence, trees))
        self._forests = list(index)

    @cached_property
    def differing(self) -> list:
        """[(document, number of the sentence, {pair: tree edit distance})] of the sentences of
        which annotators have other trees, of all their pairs.
        """
        return [
            (document, sentence, {
                (first, second): int(self._distances[trees[first][0], trees[second][0]])
                for first, second in combinations(trees, 2)
            })
            for document, _, sentence, trees in self._units
            if len({tree for _, tree in trees.values()}) > 1
        ]  # fmt: skip

    @property
    def sentences(self) -> int:
        """Number of the sentences of which there are trees to compare."""
        return sum(len(trees) > 1 for *_, trees in self._units)

    def tables(self, about, builder) -> list:
        """See PooledLayer. Of documents there is a table for each."""
        if about == LABELS:
            return []
        names = [None] if about == PROJECT else self.parts
        members = {
            name: self.annotators if name is None else self._in_document(name) for name in names
        }
        return [
            self._table_of(about, name, annotators, builder)
            for name, annotators in members.items()
            if len(annotators) > 1
        ]

    def _in_document(self, name):
        """The annotators with trees in a document, in order."""
        present = {name for sentence in self._read[name].items.values() for name in sentence}
        return tuple(annotator for annotator in self.annotators if annotator in present)

    @property
    def problems(self) -> list:
        return [problem for part in self._read.values() for problem in part.problems]

    @property
    def excluded(self) -> list:
        return [excluded for part in self._read.values() for excluded in part.excluded]

    @cached_property
    def _distances(self):
        distance = distances(self._forests, *self._computed_by)
        self._computed_by = None
        return distance

    def _table_of(self, about, name, annotators, builder):
        """(Subjects, Figures) of the project or a document, by some annotators."""
        here = [unit for unit in self._units if name in (None, unit[0])]
        units = [(number, trees) for number, (*_, trees) in enumerate(here)]
        document = numpy.array([number for _, number, _, _ in here], dtype=numpy.int64)
        figures = self._figures(builder, annotators, units, len(here))
        return Subjects(about, [name], [annotators], document), figures

    def _figures(self, builder, annotators, units, sentences) -> list:
        """Figures of some annotators.

        units  [(number of the sentence below `sentences`, {annotator: (index, tree)})]
        """
        phrases = builder.layer.settings.nodes == "spans"

        @lru_cache(None)
        def units_of(group):
            """([(number of the sentence, {annotator: tree})], why all figures are undefined)"""
            chosen = [
                (number, {name: trees[name] for name in group or annotators if name in trees})
                for number, trees in units
            ]
            chosen = [(number, trees) for number, trees in chosen if len(trees) > 1]
            if chosen and not any(tree.drawn for _, trees in chosen for _, tree in trees.values()):
                return chosen, _NO_PHRASE if phrases else NOTHING_DRAWN
            return chosen, None

        @lru_cache(None)
        def table(group):
            return self._table([trees for _, trees in units_of(group)[0]])

        def alpha(metric, group):
            chosen, reason = units_of(group)
            source = f"SK14|distance:TED-{metric}"
            if reason:
                return FigureValues(source, [NO_FIGURE], [len(chosen)], None, reason)
            values = chance_corrected(source, table(group).of(metric), None)
            rows = [number for number, _ in chosen]
            return values._replace(estimate=values.estimate.on(every_cell(sentences), rows))

        @lru_cache(None)
        def uncorrected(group):
            chosen, reason = units_of(group)
            return (_jaccard if phrases else _accuracies)(builder, [] if reason else chosen)

        def accuracy(measure, group):
            rows, above, below, source, reason = uncorrected(group)
            counted = sum(below)
            sums = numpy.zeros((2, sentences))
            sums[:, rows] = [sums_of_sentence[measure] for sums_of_sentence in above], below
            reason = units_of(group)[1] or reason
            return FigureValues(
                source, Ratios(every_cell(sentences), *sums).estimate(), [counted], None, reason
            )

        measures, statistic = (("jaccard",), "brackets") if phrases else (ACCURACIES, "accuracy")
        return [
            *(
                Figure((f"alpha-{metric}", "alpha"), partial(alpha, metric), joint=True)
                for metric in METRICS
            ),
            *(
                Figure((measure, statistic), partial(accuracy, number), joint=True)
                for number, measure in enumerate(measures)
            ),
        ]

    def _table(self, units):
        """The table of distances of some sentences; units: {annotator: (index, tree)} of each."""
        rows = [
            (index, tree.size, unit)
            for unit, trees in enumerate(units)
            for index, tree in trees.values()
        ]
        index, size, unit = numpy.array(rows, dtype=numpy.int64).reshape(-1, 3).T
        return TreeAlphaTable(self._distances, index, size, unit, len(units))

    def narrowed(self, shared) -> SharedSentences:
        counted = {
            name: numpy.zeros_like(counted_here) for name, counted_here in shared.counted.items()
        }
        for sentence, trees in self._in_shared(shared):
            for name in trees.keys() & counted.keys():
                counted[name][sentence] = shared.counted[name][sentence]
        return shared._replace(counted=counted)

    def _in_shared(self, shared):
        """[(number among the SharedSentences, trees)]"""
        first = numpy.searchsorted(shared.document, numpy.arange(len(shared.documents)))
        begins = dict(zip(shared.documents, first.tolist()))
        return [
            (begins[document] + sentence - 1, trees)
            for document, _, sentence, trees in self._units
            if document in begins
        ]

    def shared_figures(self, shared, builder) -> list:
        units = [
            (sentence, {name: tree for name, tree in trees.items()
                        if name in shared.counted and shared.counted[name][sentence]})
            for sentence, trees in self._in_shared(shared)
        ]  # fmt: skip
        sentences = len(shared.document)
        return self._figures(builder, self.annotators, units, sentences)


def _accuracies(builder, units):
    """UAS, LAS and LA, each in [0, 1].

    A sentence whose tokens differ between any two of the group is left out of all three and counted
    as ignored: heads of different tokens cannot be the same, and every pair has to compare as many
    tokens as the sentence's weight says.
    """
    right, tokens, rows = [], [], []
    alike, ignored = _alike(units, "tokens")
    for number, trees in alike:
        right.append(numpy.mean([_right(*pair) for pair in combinations(trees, 2)], axis=0))
        tokens.append(len(trees[0].tokens))
        rows.append(number)
    reason = _OTHER_TOKENS if ignored else _NO_SENTENCE
    return rows, right, tokens, f"SK14|ignored:{ignored}", reason


def _alike(units, what):
    """([(number, trees)] of the sentences of which all have equal tokens or texts, the number of
    the others).
    """
    trees_of = [(number, [tree for _, tree in trees.values()]) for number, trees in units]
    alike = [
        sentence for sentence in trees_of if len({getattr(tree, what) for tree in sentence[1]}) == 1
    ]
    return alike, len(units) - len(alike)


def _jaccard(builder, units):
    """Mean Jaccard over pairs of the sets of labelled brackets; sentences weighted by leaves.

    A sentence with several texts is left out and counted as ignored, as in _accuracies().
    """
    shared, leaves, rows = [], [], []
    alike, ignored = _alike(units, "text")
    for number, trees in alike:
        of_pairs = [
            len(first.brackets & second.brackets) / len(first.brackets | second.brackets)
            for first, second in combinations(trees, 2)
            if first.brackets or second.brackets
        ]
        if of_pairs:
            # Where annotators cut words differently every cut counts, whoever is first.
            leaves.append(len(frozenset().union(*(tree.leaves for tree in trees))))
            shared.append([leaves[-1] * numpy.mean(of_pairs)])
            rows.append(number)
    source = f"SK14|ignored:{ignored}" if builder.layer.own_texts else "SK14"
    return rows, shared, leaves, source, _OTHER_TEXT if ignored else _NO_SENTENCE


def _right(first, second):
    """How many tokens have the same head, the same head and label, the same label."""
    heads = [x == y for x, y in zip(first.heads, second.heads)]
    labels = [x == y for x, y in zip(first.labels, second.labels)]
    return sum(heads), sum(map(all, zip(heads, labels))), sum(labels)
