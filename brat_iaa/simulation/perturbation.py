"""What a score means: the scores of one annotator's trees against the same trees with random
errors.

Source: Skjærholt 2014, section 3. Each token, in postorder, gets with p_label
a random other label, with p_attach a random head that it does not dominate.
"""

import random
from collections import defaultdict
from dataclasses import replace
from itertools import chain
from statistics import mean
from typing import NamedTuple, Optional

from brat_iaa.config import Layer, TreeSettings
from brat_iaa.errors import ProjectError, Undefined
from brat_iaa.layers import trees as tree_layer
from brat_iaa.layers.dependencies import Arc, is_item
from brat_iaa.measures.tree_alpha import METRICS, TreeAlphaTable
from brat_iaa.measures.tree_edit import distances
from brat_iaa.scores.alphas import alpha_scores
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.pooled_documents import PooledDocuments
from brat_iaa.scores.trees import PooledTrees

PROBABILITIES = tuple(step / 10 for step in range(11))
KINDS = {"both": (1, 1), "label": (1, 0), "head": (0, 1)}
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
ROOT = tree_layer.ROOT
# All trees are compared with all; more sentences would take hours and change the curves little.
MOST_SENTENCES = 250
_ORIGINAL, _PERTURBED = "original", "perturbed"


class Tree(NamedTuple):
    """One sentence: its tokens by index; for each the index of its head or ROOT, and its label."""

    tokens: tuple
    heads: dict
    labels: dict


class Point(NamedTuple):
    """A figure at a probability of error: mean, lowest and highest of the repetitions; None if
    undefined.
    """

    kind: str
    measure: str
    statistic: str
    p: float
    value: Optional[float]
    low: Optional[float]
    high: Optional[float]


class Own(NamedTuple):
    """A figure of the project, and the probability at which random labels and heads would give it
    (None: none would).
    """

    measure: str
    statistic: str
    value: float
    p: Optional[float]


class Simulation(NamedTuple):
    """annotator whose trees were changed; tuples of Point and Own; repetitions and seed.

    sentences, compared  how many there are; of how many, drawn at random, trees as a whole were
                         compared
    """

    annotator: str
    points: tuple
    own: tuple
    repetitions: int
    seed: int
    sentences: int
    compared: int


def simulate(agreement, config, annotator, repetitions=3, seed=1, progress=None):
    """Simulation of an Agreement's annotator, or of its gold.

    progress  function of (text, done, total)
    Raises ProjectError if arcs are not compared, or the annotator drew none.
    """
    if not any(layer.kind in ("dependencies", "trees") for layer in agreement.layers):
        raise ProjectError(
            "Errors are made in trees of arcs, and no layer of dependencies or trees is compared "
            "in this project."
        )
    tables = _tables(agreement, config, annotator)
    if not tables:
        raise ProjectError(f"{annotator} drew no arc, so there is no tree to change.")
    trees = [trees_of(table, annotator) for table in tables]
    sentences = sum(map(len, trees))
    drawn = random.Random(f"{seed} sentences").sample(
        range(sentences), min(sentences, MOST_SENTENCES)
    )
    labels = sorted({label for own in trees for tree in own for label in tree.labels.values()})
    points, steps = [], [(kind, p) for kind in KINDS for p in PROBABILITIES]
    for done, (kind, p) in enumerate(steps):
        if progress:
            progress("Simulating errors", done, len(steps))
        rounds = []
        for repetition in range(repetitions if p else 1):
            # A string seeds alike in every version of Python.
            rng = random.Random(f"{seed} {kind} {p} {repetition}")
            p_label, p_attach = (p * share for share in KINDS[kind])
            changed = [
                [perturbed(tree, labels, p_label, p_attach, rng) for tree in own] for own in trees
            ]
            found = _figures(tables, trees, changed, config)
            rounds.append({**found, **_tree_alphas(trees, changed, sorted(drawn))})
        for figure in FIGURES:
            values = [own[figure] for own in rounds if own[figure] is not None]
            summary = (mean(values), min(values), max(values)) if values else (None, None, None)
            points.append(Point(kind, *figure, p, *summary))
    own = tuple(_own(agreement, points, config, progress))
    return Simulation(annotator, tuple(points), own, repetitions, seed, sentences, len(drawn))


def _tables(agreement, config, annotator):
    """DependencyTables of the documents in which the annotator, or the gold, drew arcs."""
    if annotator in agreement.annotators:
        return [table.whole() for table in agreement.tables.values() if table.arcs.get(annotator)]
    # Beside references punctuation is always an item.
    return [
        replace(
            table,
            items=tuple(i for i in table.items if is_item(table.tokens[i], config.dependencies)),
        )
        for table in agreement.references.values()
        if table.arcs.get(annotator)
    ]


def trees_of(table, annotator):
    """List of Tree: of several heads the first in the file; what lies on a cycle or outside hangs
    on the root.
    """
    found = []
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
            found.append(Tree(tuple(tokens), heads, labels))
    return found


def dominates(heads, index, other):
    """Whether the way up from other leads to index; a token dominates itself."""
    seen = set()
    while other != ROOT and other not in seen:
        if other == index:
            return True
        seen.add(other)
        other = heads[other]
    return False


def perturbed(tree, labels, p_label, p_attach, rng):
    """The Tree with random errors; it is a tree again.

    labels  all labels to choose from
    rng     random.Random
    """
    heads, own = dict(tree.heads), dict(tree.labels)
    for index in _postorder(tree):
        if rng.random() < p_label:
            others = [label for label in labels if label != own[index]]
            own[index] = rng.choice(others) if others else own[index]
        if rng.random() < p_attach:
            heads[index] = rng.choice(
                [ROOT] + [other for other in tree.tokens if not dominates(heads, index, other)]
            )
    return Tree(tree.tokens, heads, own)


def _postorder(tree):
    children = {}
    for index in tree.tokens:
        children.setdefault(tree.heads[index], []).append(index)
    # A walk that takes the parent first and the last child before the others, read backwards.
    order, stack = [], list(children.get(ROOT, ()))
    while stack:
        index = stack.pop()
        order.append(index)
        stack += children.get(index, ())
    return order[::-1]


def _figures(tables, trees, changed, config):
    """{(measure, statistic): value or None}"""
    columns, same, items = [], {"UAA": 0, "LAA": 0, "LOA": 0}, 0
    for table, own, others in zip(tables, trees, changed):
        both = replace(
            table,
            annotators=(_ORIGINAL, _PERTURBED),
            tokens=_of_trees(table, own),
            arcs={_ORIGINAL: _arcs(table, own), _PERTURBED: _arcs(table, others)},
            drawn=False,
            blank=frozenset(),
        )
        columns.append(both.columns)
        counted = set(table.items)
        for one, other in zip(own, others):
            for index in counted.intersection(one.tokens):
                items += 1
                head, label = (
                    one.heads[index] == other.heads[index],
                    one.labels[index] == other.labels[index],
                )
                same["UAA"] += head
                same["LOA"] += label
                same["LAA"] += head and label
    found = {
        (measure, "exact"): count / items if items else None for measure, count in same.items()
    }
    layer = Layer("dependencies", "dependencies", config.dependencies)
    pooled = PooledDocuments(columns, (_ORIGINAL, _PERTURBED))
    builder = ScoreBuilder(config, layer)
    scores = alpha_scores(pooled.columns, pooled.drawn_by_document, builder)
    found.update(
        {(score.measure, "alpha"): score.value for score in scores if score.statistic == "alpha"}
    )
    return found


def _tree_alphas(trees, changed, drawn):
    """{(measure, statistic): value or None} of the drawn sentences, numbered through all
    documents.
    """
    trees, changed = list(chain(*trees)), list(chain(*changed))
    both = [tree for number in drawn for tree in (trees[number], changed[number])]
    places = range(len(both))
    table = TreeAlphaTable(
        distances([_forest(tree) for tree in both]),
        places,
        [len(tree.tokens) + 1 for tree in both],
        [place // 2 for place in places],
        len(drawn),
    )
    found = {}
    for metric, figure in zip(METRICS, TREE_FIGURES):
        try:
            found[figure] = table.of(metric).score().alpha
        except Undefined:
            found[figure] = None
    return found


def _forest(tree):
    children = defaultdict(list)
    for index in tree.tokens:
        children[tree.heads[index]].append(index)
    return tree_layer.forest_of(children, tree.labels)


def _of_trees(table, trees):
    """The table's tokens; only those of the trees are there."""
    there = {index for tree in trees for index in tree.tokens}
    types = {_ORIGINAL: "", _PERTURBED: ""}
    return tuple(
        token._replace(types=types if token.is_root or token.index in there else {})
        for token in table.tokens
    )


def _arcs(table, trees):
    """{dependent: (Arc,)} of trees in a table."""
    found = {}
    for tree in trees:
        sentence = table.sentences[table.tokens[tree.tokens[0]].sentence - 1]
        # Without a root token the first token's own index stands for it: no token is its own head.
        root = next((index for index in sentence.tokens if table.tokens[index].is_root), None)
        for index in tree.tokens:
            head = tree.heads[index]
            if head == ROOT:
                head = index if root is None else root
            found[index] = (Arc(index, head, tree.labels[index], "", 0),)
    return found


def _own(agreement, points, config, progress):
    """Own of each figure that the project has; alpha over trees also if no layer of trees is
    reported.
    """
    layers = {False: [], True: []}
    for layer in agreement.layers:
        if layer.arcs:
            layers[layer.kind == "trees"].append(layer.name)
    scores = list(agreement.scores)
    if not layers[True]:
        layer = Layer("trees", "trees", TreeSettings())
        parts = {
            name: tree_layer.layer_document(None, table, layer)
            for name, table in agreement.tables.items()
        }
        say = progress and (lambda done, total: progress("Comparing trees", done, total))
        pooled = PooledTrees(parts, agreement.annotators, say)
        scores += pooled.project_scores(ScoreBuilder(config, layer))
        layers[True].append(layer.name)
    for measure, statistic in FIGURES:
        for score in scores:
            if (
                score.layer in layers[(measure, statistic) in TREE_FIGURES]
                and (score.measure, score.statistic, score.annotators)
                == (measure, statistic, agreement.annotators)
                and score.whole
                and score.value is not None
            ):
                curve = [
                    (point.p, point.value)
                    for point in points
                    if (point.kind, point.measure, point.statistic) == ("both", measure, statistic)
                ]
                yield Own(measure, statistic, score.value, probability_of(curve, score.value))
                break


def probability_of(curve, value):
    """The p at which a curve of (p, value) first comes down to a value, between its points; None if
    it never does.
    """
    known = [(p, y) for p, y in curve if y is not None]
    for (p, y), (next_p, next_y) in zip(known, known[1:]):
        if y >= value >= next_y:
            return p if y == next_y else p + (next_p - p) * (y - value) / (y - next_y)
    return None
