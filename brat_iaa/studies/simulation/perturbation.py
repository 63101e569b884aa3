"""Scores of one annotator's trees against the same trees with random errors.

Source: Skjærholt 2014, section 3. Each token, in postorder, gets a random other label with
probability p_label, and a random head that it does not dominate with probability p_attach. The
paper says that a changed label is another one, which its printed LAS contradicts; see RULES and
PRINTED.
"""

import random
from collections import defaultdict
from copy import copy
from itertools import chain
from statistics import mean
from typing import NamedTuple, Optional

import numpy

from brat_iaa.config import DEPENDENCIES, Layer, TreeSettings
from brat_iaa.errors import ProjectError, Undefined
from brat_iaa.kinds import compares_syntax
from brat_iaa.layers import trees as tree_layer
from brat_iaa.layers.arc_columns import ArcList, arc_columns
from brat_iaa.layers.dependencies import is_item
from brat_iaa.measures.tree_alpha import METRICS, TreeAlphaTable
from brat_iaa.measures.tree_edit import distances
from brat_iaa.scores.alphas import alpha_family
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.index import project_scores
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.score_table import Subjects, score_table
from brat_iaa.scores.trees import PooledTrees

PROBABILITIES = tuple(step / 10 for step in range(11))
ERROR_KINDS = {"both": (1, 1), "label": (1, 0), "head": (0, 1)}
KIND_MEANINGS = {
    "both": "random labels and heads",
    "label": "random labels",
    "head": "random heads",
}
TREE_FIGURES = tuple((f"alpha-{metric}", "alpha") for metric in METRICS)
FIGURES = (
    tuple(
        (measure, statistic)
        for statistic in ("exact", "alpha")
        for measure in ("UAA", "LAA", "LOA")
    )
    + TREE_FIGURES
)
# From which labels a changed one is drawn, each as often as the others.
ANOTHER, ANY = "another", "any"
RULES = (ANOTHER, ANY)
# {kind: LAS where all labels, heads or both are random}, as printed in section 3 of the paper.
PRINTED = {"label": 0.041, "head": 0.239, "both": 0.009}
ROOT = tree_layer.ROOT
# All pairs of trees are compared; more sentences would take hours and hardly change the curves.
MOST_SENTENCES = 250
_ORIGINAL, _PERTURBED = "original", "perturbed"


class Tree(NamedTuple):
    """One sentence: its tokens by index; of each the index of its head, or ROOT, and its label."""

    tokens: tuple
    heads: dict
    labels: dict


class SimulatedPoint(NamedTuple):
    """A figure at a probability of error p.

    value, low, high  mean, lowest and highest of the repetitions; None if undefined
    """

    kind: str
    measure: str
    statistic: str
    p: float
    value: Optional[float]
    low: Optional[float]
    high: Optional[float]


class ProjectFigure(NamedTuple):
    """A figure of the project.

    p  probability of error at which random labels and heads give the same; None: at none
    """

    measure: str
    statistic: str
    value: float
    p: Optional[float]


class Endpoint(NamedTuple):
    """LAA (exact match, which is LAS in a tree) where all labels, heads or both are random.

    rule   one of RULES
    kind   one of ERROR_KINDS
    value  mean of the repetitions; None without a token
    """

    rule: str
    kind: str
    value: Optional[float]


class Simulation(NamedTuple):
    """Curves of all figures, and where the project is on them.

    annotator           whose trees, or other work, was changed
    layer               name of the layer, "" of trees and dependencies
    kinds               {kind of errors: its meaning}
    figures             keys of the figures, (measure, statistic)
    points              tuple of SimulatedPoint, by the rule ANOTHER
    endpoints           tuple of Endpoint of trees, by each of RULES
    project_figures     tuple of ProjectFigure
    repetitions, seed   of the random errors
    sentences           their number
    compared            number of sentences, drawn at random, whose trees were compared as wholes
    """

    annotator: str
    layer: str
    kinds: dict
    figures: tuple
    points: tuple
    endpoints: tuple
    project_figures: tuple
    repetitions: int
    seed: int
    sentences: int
    compared: int


def simulate(agreement, config, annotator, repetitions=3, seed=1, progress=None) -> Simulation:
    """Simulation of an Agreement's annotator, or of its gold.

    progress  function of (text, done, total)
    Raises ProjectError if arcs are not compared, or the annotator drew none.
    """
    if not compares_syntax(agreement.layers):
        raise ProjectError(
            "The simulation changes dependency trees, and this project compares neither "
            "dependencies nor trees. Add [layer dependencies] to iaa.conf."
        )
    tables = _tables_with_arcs(agreement, config, annotator)
    if not tables:
        raise ProjectError(
            f"{annotator} drew no arc, so there is no tree to change. Name somebody else with --of."
        )
    trees = [trees_of(table, annotator) for table in tables]
    sentences = sum(map(len, trees))
    drawn = random.Random(f"{seed} sentences").sample(
        range(sentences), min(sentences, MOST_SENTENCES)
    )
    labels = sorted({label for tree in chain(*trees) for label in tree.labels.values()})

    def figures_of(kind, p, repetition):
        # A string seeds alike in every version of Python.
        rng = random.Random(f"{seed} {kind} {p} {repetition}")
        changed = _changed(trees, labels, [p * share for share in ERROR_KINDS[kind]], rng)
        figures = _figures(tables, trees, changed, config)
        return {**figures, **_tree_alphas(trees, changed, sorted(drawn))}

    points = simulated_points(KIND_MEANINGS, FIGURES, figures_of, repetitions, progress)
    return Simulation(
        annotator,
        "",
        KIND_MEANINGS,
        FIGURES,
        points,
        tuple(_endpoints(tables, trees, labels, repetitions, seed)),
        tuple(_project_figures(agreement, points, config, progress)),
        repetitions,
        seed,
        sentences,
        len(drawn),
    )


def simulated_points(kinds, figures, figures_of, repetitions, progress=None) -> tuple:
    """Tuple of SimulatedPoint of each kind of errors, probability and figure.

    kinds       names of the kinds of errors
    figures_of  function of (kind, p, number of the repetition) that returns {figure: value or None}
    """
    points, steps = [], [(kind, p) for kind in kinds for p in PROBABILITIES]
    for done, (kind, p) in enumerate(steps):
        if progress:
            progress("Simulating errors", done, len(steps))
        rounds = [figures_of(kind, p, repetition) for repetition in range(repetitions if p else 1)]
        for measure, statistic in figures:
            found = [of_round.get((measure, statistic)) for of_round in rounds]
            values = [value for value in found if value is not None]
            middle, low, high = (
                (mean(values), min(values), max(values)) if values else (None, None, None)
            )
            points.append(SimulatedPoint(kind, measure, statistic, p, middle, low, high))
    return tuple(points)


def _changed(trees, labels, shares, rng, rule=ANOTHER):
    """The trees of all documents with random errors; shares: of labels, and of heads"""
    return [
        [perturbed(tree, labels, *shares, rng, rule) for tree in of_annotator]
        for of_annotator in trees
    ]


def _endpoints(tables, trees, labels, repetitions, seed):
    """Endpoint of each rule and kind of errors."""
    for rule in RULES:
        for kind, shares in ERROR_KINDS.items():
            values = []
            for repetition in range(repetitions):
                rng = random.Random(f"{seed} {kind} 1.0 {repetition}")
                changed = _changed(trees, labels, shares, rng, rule)
                values.append(_exact(tables, trees, changed)["LAA", "exact"])
            yield Endpoint(rule, kind, None if None in values else mean(values))


def _tables_with_arcs(agreement, config, annotator):
    """DependencyTables of the documents in which the annotator, or the gold, drew arcs."""
    if annotator in agreement.annotators:
        return [table for table in agreement.tables.values() if table.arcs.get(annotator)]
    tables = []
    for table in agreement.references.values():
        if table.arcs.get(annotator):
            # In the tables of references punctuation is always an item.
            tables.append(copy(table))
            tables[-1].items = tuple(
                item for item in table.items if is_item(table.tokens[item], config.dependencies)
            )
    return tables


def trees_of(table, annotator) -> list:
    """List of Tree: of several heads the first in the file; the root breaks cycles and stands for
    heads outside the sentence.
    """
    trees = []
    for sentence in table.sentences:
        tokens = [
            i for i in sentence.tokens if table.has(annotator, i) and not table.tokens[i].is_root
        ]
        heads, labels = {}, {}
        for index in tokens:
            arc = min(table.arcs[annotator].get(index, ()), key=lambda arc: arc.line, default=None)
            heads[index] = arc.head if arc and arc.head in tokens else ROOT
            labels[index] = arc.label if arc else ""
        for index in tokens:
            if dominates(heads, index, heads[index]):
                heads[index] = ROOT
        if tokens:
            trees.append(Tree(tuple(tokens), heads, labels))
    return trees


def dominates(heads, index, other) -> bool:
    """Whether the path from other to the root leads over index; a token dominates itself."""
    seen = set()
    while other != ROOT and other not in seen:
        if other == index:
            return True
        seen.add(other)
        other = heads[other]
    return False


def perturbed(tree, all_labels, p_label, p_attach, rng, rule=ANOTHER) -> Tree:
    """The Tree with random errors; the result is a tree.

    all_labels  to choose from
    rng         random.Random
    rule        one of RULES: whether a token may be given the label that it had
    """
    heads, labels_of = dict(tree.heads), dict(tree.labels)
    for index in _postorder(tree):
        if rng.random() < p_label:
            had = labels_of[index]
            choice = [label for label in all_labels if rule == ANY or label != had]
            labels_of[index] = rng.choice(choice) if choice else had
        if rng.random() < p_attach:
            heads[index] = rng.choice(
                [ROOT] + [other for other in tree.tokens if not dominates(heads, index, other)]
            )
    return Tree(tree.tokens, heads, labels_of)


def _postorder(tree):
    children = {}
    for index in tree.tokens:
        children.setdefault(tree.heads[index], []).append(index)
    # Preorder with the last child first, read backwards.
    order, stack = [], list(children.get(ROOT, ()))
    while stack:
        index = stack.pop()
        order.append(index)
        stack += children.get(index, ())
    return order[::-1]


def _figures(tables, trees, changed, config):
    """{(measure, statistic): value or None}"""
    columns = []
    for table, originals, changed_trees in zip(tables, trees, changed):
        present, tokens = numpy.zeros(len(table.tokens), dtype=bool), table.columns.tokens
        present[[index for tree in originals for index in tree.tokens]] = True
        type = numpy.where(present | tokens.root, 0, -1).astype(numpy.int32)
        arcs = [
            (column, *arc)
            for column, of_column in enumerate((originals, changed_trees))
            for arc in _arcs_of_trees(table, of_column)
        ]
        labels = sorted({label for *_, label in arcs})
        number = {label: code for code, label in enumerate(labels)}
        rows = [(*ends, number[label]) for *ends, label in arcs]
        *ends, label = numpy.array(rows, dtype=numpy.int32).reshape(-1, 4).T
        both = numpy.ones((1, 2), dtype=bool)
        columns.append(arc_columns(
            (_ORIGINAL, _PERTURBED), tokens._replace(type=numpy.stack([type, type], axis=1)), ("",),
            numpy.array(table.items, dtype=numpy.int32), ArcList(*ends), label, tuple(labels),
            numpy.zeros(len(table.sentences), dtype=numpy.int32), False, both, both,
        ))  # fmt: skip
    values = _exact(tables, trees, changed)
    layer = Layer(DEPENDENCIES, DEPENDENCIES, config.dependencies)
    builder = ScoreBuilder(config, layer)
    pooled = PooledDocuments(columns, (_ORIGINAL, _PERTURBED))
    drawn = {pair: [comparison.drawn] for pair, comparison in pooled.comparisons.items()}
    alphas = alpha_family(lambda: pooled.columns, {**drawn, None: [True]}, config)
    subjects = Subjects([builder], [(_ORIGINAL, _PERTURBED)], pooled.document)
    (scores,) = score_table(subjects, [alphas])
    values.update(
        {(score.measure, "alpha"): score.value for score in scores if score.statistic == "alpha"}
    )
    return values


def _exact(tables, trees, changed):
    """{(measure, "exact"): share of the items that are unchanged, or None}"""
    same, items = {"UAA": 0, "LAA": 0, "LOA": 0}, 0
    for table, originals, changed_trees in zip(tables, trees, changed):
        counted = set(table.items)
        for original, perturbed_tree in zip(originals, changed_trees):
            for index in counted.intersection(original.tokens):
                items += 1
                head = original.heads[index] == perturbed_tree.heads[index]
                label = original.labels[index] == perturbed_tree.labels[index]
                same["UAA"] += head
                same["LOA"] += label
                same["LAA"] += head and label
    return {(measure, "exact"): count / items if items else None for measure, count in same.items()}


def _tree_alphas(trees, changed, drawn):
    """{(measure, statistic): value or None}; drawn: numbers of sentences across all documents."""
    trees, changed = list(chain(*trees)), list(chain(*changed))
    pairs = [tree for number in drawn for tree in (trees[number], changed[number])]
    indexes = range(len(pairs))
    table = TreeAlphaTable(
        distances([_forest(tree) for tree in pairs]),
        indexes,
        [len(tree.tokens) + 1 for tree in pairs],
        [index // 2 for index in indexes],
        len(drawn),
    )
    values = {}
    for metric, figure in zip(METRICS, TREE_FIGURES):
        try:
            values[figure] = table.of(metric).score().alpha
        except Undefined:
            values[figure] = None
    return values


def _forest(tree):
    children = defaultdict(list)
    for index in tree.tokens:
        children[tree.heads[index]].append(index)
    return tree_layer.forest_of(children, tree.labels)


def _arcs_of_trees(table, trees):
    """Yield (dependent, head, label) of each arc of trees in a table."""
    for tree in trees:
        sentence = table.sentences[table.tokens[tree.tokens[0]].sentence - 1]
        # Without a root token the first token's own index stands for it: no token is its own head.
        root = next((index for index in sentence.tokens if table.tokens[index].is_root), None)
        for index in tree.tokens:
            head = tree.heads[index]
            if head == ROOT:
                head = index if root is None else root
            yield index, head, tree.labels[index]


def _project_figures(agreement, points, config, progress):
    """ProjectFigure of each figure that the project has, alpha over trees in any case."""
    layers = [layer for layer in agreement.layers if layer.settings.arcs]
    of_trees = {layer.name for layer in layers if layer.kind == "trees"}
    of_arcs = {layer.name for layer in layers} - of_trees
    scores = list(agreement.scores)
    if not of_trees:
        layer = Layer("trees", "trees", TreeSettings())
        parts = {
            name: tree_layer.layer_document(None, table, layer)
            for name, table in agreement.tables.items()
        }
        say = progress and (lambda done, total: progress("Comparing trees", done, total))
        pooled = PooledTrees(parts, agreement.annotators, say)
        scores += chain.from_iterable(pooled.project_scores(ScoreBuilder(config, layer)))
        of_trees = {layer.name}
    defined = [score for score in scores if score.value is not None]
    by_figure = {**project_scores(defined, of_trees), **project_scores(defined, of_arcs)}
    values = {
        figure: score.value
        for figure in FIGURES
        if (score := by_figure.get(figure, {}).get(agreement.annotators)) is not None
    }
    return on_curves(values, points)


def on_curves(values, points) -> list:
    """List of ProjectFigure: where {(measure, statistic): value of the project} are on the curves
    of errors of both kinds, without figures that these do not change; points: SimulatedPoints
    """
    found = []
    for (measure, statistic), value in values.items():
        curve = [
            (point.p, point.value)
            for point in points
            if (point.kind, point.measure, point.statistic) == ("both", measure, statistic)
        ]
        if len({y for _, y in curve}) > 1:
            found.append(ProjectFigure(measure, statistic, value, probability_of(curve, value)))
    return found


def probability_of(curve, value) -> Optional[float]:
    """The p at which a curve of (p, value) first comes down to a value; None if it never does.

    Interpolates between the points.
    """
    points = [(p, y) for p, y in curve if y is not None]
    for (p, y), (next_p, next_y) in zip(points, points[1:]):
        if y >= value >= next_y:
            return p if y == next_y else p + (next_p - p) * (y - value) / (y - next_y)
    return None
