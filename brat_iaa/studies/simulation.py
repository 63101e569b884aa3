"""Simulation: what the measures do when trees are perturbed (Skjærholt 2014, section 3).

One annotator's trees are compared with the same trees with random errors: each token, in postorder,
gets a random other label, and a random head that it does not dominate. The paper says that a
changed label is another one, which its printed LAS contradicts; see RULES.
"""

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from random import Random
from statistics import mean
from typing import NamedTuple, Optional

from brat_iaa.config import DEPENDENCIES, Layer, TreeSettings
from brat_iaa.corpus.project import ParallelDocument
from brat_iaa.corpus.records import Relation
from brat_iaa.errors import ProjectError, Undefined
from brat_iaa.formats.cells import figure
from brat_iaa.formats.tables import DECIMAL, FIGURE, TEXT, Table
from brat_iaa.kinds import KINDS, compares_syntax
from brat_iaa.kinds.declaration import Settings, text
from brat_iaa.layers import trees as tree_layer
from brat_iaa.layers.batch import BatchReader, DrawnLayer
from brat_iaa.layers.compared_document import compared_documents
from brat_iaa.measures.tree_alpha import METRICS, TreeAlphaTable
from brat_iaa.measures.trees import distances
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.index import project_scores
from brat_iaa.scores.score_table import NOTHING, scores_of
from brat_iaa.studies.study import NamedStudy, Report, require_known, whole_number

PROBABILITIES = tuple(step / 10 for step in range(11))
ERROR_KINDS = {"both": (1, 1), "label": (1, 0), "head": (0, 1)}
KIND_MEANINGS = {
    "both": "random labels and heads",
    "label": "random labels",
    "head": "random heads",
}
# From which labels a changed one is drawn, each as often as the others.
ANOTHER, ANY = RULES = ("another", "any")
_BOTH = KIND_MEANINGS["both"]
ROOT = -1  # in the place of a head
TREE_FIGURES = tuple((f"alpha-{metric}", "alpha") for metric in METRICS)
FIGURES = (
    *((measure, way) for way in ("exact", "alpha") for measure in ("UAA", "LAA", "LOA")),
    *TREE_FIGURES,
)
# {kind: LAS where all labels, heads or both are random}, as printed in section 3 of the paper.
PRINTED = {"label": 0.041, "head": 0.239, "both": 0.009}
# All pairs of trees are compared; more sentences would take hours and hardly change the curves.
MOST_SENTENCES = 250
_SIDES = "original", "perturbed"
# Errors change the figures of all annotators together.
_TOGETHER = NOTHING._replace(project=None)
_RULE_WORDS = {ANOTHER: "a changed label is another one", ANY: "it is any label, also the same"}
# What was computed on the treebanks of which the paper's data is known.
_ENDPOINT_NOTES = (
    "The paper says another label; its .041 needs any label: of L labels 1/L stay, with about 24.",
    "The tables above are by the first rule. Heads that stay: more, the shorter sentences are.",
)


@dataclass(frozen=True)
class SimulationOptions(Settings):
    """What is changed, and how often."""

    of: Optional[str] = text(
        None, value="NAME",
        help="Annotator, or the gold, whose trees are changed. Default: the first annotator.",
    )  # fmt: skip
    repetitions: int = text(
        3, parse=whole_number(1, 1000), value="N",
        help="How often each share is tried; the mean counts.",
    )  # fmt: skip
    seed: int = text(
        1, parse=whole_number(), value="N", help="Seed of the random errors: the same, the same "
        "figures.",
    )  # fmt: skip


class Point(NamedTuple):
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


class Simulation(NamedTuple):
    """Curves of all figures, and where the project is on them.

    points     list of Point, by the rule ANOTHER
    endpoints  {(rule, kind of errors): LAA, exact match, where all is random}
    own        {(measure, statistic): (value of the project, probability at which random labels and
               heads give the same; None: at none)}, of figures that these change
    sentences  their number
    compared   number of sentences, drawn at random, whose trees were compared as wholes
    """

    points: list
    endpoints: dict
    own: dict
    sentences: int
    compared: int

    def curve(self, kind, measure, statistic) -> list:
        """[(p, value)] of a figure."""
        return [(point.p, point.value) for point in self.points
                if point[:3] == (kind, measure, statistic)]  # fmt: skip


def tables(project, options) -> Report:
    """Figures of an annotator's trees against the same with random errors of known shares."""
    agreement = project.agreement()
    require_known("of", options.of, agreement.sides)
    of = options.of or agreement.annotators[0]
    found = simulate(agreement, of, options.repetitions, options.seed, project.progress)
    said = [
        f"Scores of {of}'s trees against the same with random errors (mean of "
        f"{options.repetitions}, seed {options.seed})",
        *[f"Alpha over trees: of {found.compared} of the {found.sentences} sentences, drawn at "
          "random"] * (found.compared < found.sentences),
        *(_in_words(key, *of_project) for key, of_project in found.own.items()),
    ]  # fmt: skip
    columns = [TEXT("kind"), TEXT("measure"), TEXT("statistic"), DECIMAL("p")]
    columns += map(FIGURE, ("value", "low", "high"))
    rows = Table("Agreement with random errors", columns, found.points)
    return Report(said, _tables(found), rows)


def simulate(agreement, of, repetitions, seed, progress=None) -> Simulation:
    """The Simulation of an annotator's trees, or the gold's."""
    if not compares_syntax(agreement.layers):
        raise ProjectError(
            f"{agreement.project}: simulation changes trees, and neither dependencies nor trees "
            "are compared here."
        )
    trees = _Trees(agreement, of, seed)
    points, steps = [], [(kind, p) for kind in ERROR_KINDS for p in PROBABILITIES]
    for done, (kind, p) in enumerate(steps):
        if progress:
            progress("Simulating errors", done, len(steps))
        # Without errors all repetitions are the same.
        rounds = [trees.figures_of(kind, p, number) for number in range(repetitions if p else 1)]
        for key in FIGURES:
            values = [of_round[key] for of_round in rounds if key in of_round]
            of_all = (mean(values), min(values), max(values)) if values else (None,) * 3
            points.append(Point(kind, *key, p, *of_all))
    found = Simulation(
        points, trees.endpoints(repetitions), {}, trees.sentences, trees.compared
    )  # fmt: skip
    for key, value in trees.own_figures(progress).items():
        curve = found.curve("both", *key)
        if len({y for _, y in curve}) > 1:
            found.own[key] = value, probability_of(curve, value)
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


def _values(agreement, layer, parts, annotators, progress=None) -> dict:
    """{(measure, statistic): value} of a DrawnLayer over all of some annotators."""
    pooled = KINDS[layer.kind].pool(parts, annotators, progress)
    scores = scores_of(ScoreBuilder(agreement.config, layer), pooled.tables, _TOGETHER)
    return _defined(scores, {layer.name}, annotators)


def _scores(agreement):
    return agreement.scores_of(lambda kind: _TOGETHER)


def _defined(scores, layers, annotators):
    found = project_scores([score for score in scores if score.value is not None], layers)
    return {key: of[annotators].value for key, of in found.items() if annotators in of}


class Tree(NamedTuple):
    """One sentence: its tokens by index; of each the index of its head, or ROOT,
    and its label."""

    tokens: tuple
    heads: dict
    labels: dict


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
            head, arc = next(iter(table.arcs[annotator].get(index, ())), (None, None))
            heads[index] = head if head in tokens else ROOT
            labels[index] = arc.type if arc else ""
        for index in tokens:
            if dominates(heads, index, heads[index]):
                heads[index] = ROOT
        if tokens:
            trees.append(Tree(tuple(tokens), heads, labels))
    return trees


class _Trees:
    """One annotator's trees, or those of the gold."""

    def __init__(self, agreement, of, seed):
        self._agreement, self._of, self._seed = agreement, of, seed
        tables = agreement.tables if of in agreement.annotators else agreement.references
        self._tables = [table for table in tables.values() if table.arcs.get(of)]
        if not self._tables:
            raise ProjectError(
                f"{of} drew no arc, so there is no tree to change. Name somebody else with --of."
            )
        self._trees = [trees_of(table, of) for table in self._tables]
        self._labels = sorted({*chain(*(tree.labels.values() for tree in chain(*self._trees)))})
        self.sentences = sum(map(len, self._trees))
        self.compared = min(self.sentences, MOST_SENTENCES)
        drawn = Random(f"{seed} sentences").sample(range(self.sentences), self.compared)
        self._drawn = sorted(drawn)
        self._original = self._annotations(self._trees)

    def _annotations(self, trees):
        """Annotations of each document with the arcs of some trees."""
        return [
            table.annotations[self._of]._replace(relations=tuple(self._relations(table, of_table)))
            for table, of_table in zip(self._tables, trees)
        ]

    def _relations(self, table, trees):
        role = self._agreement.config.dependencies.head
        for tree in trees:
            sentence = table.sentences[table.tokens[tree.tokens[0]].sentence - 1]
            # Without a root token the token itself stands for it: no token is its own head.
            root = next((index for index in sentence.tokens if table.tokens[index].is_root), None)
            for index in tree.tokens:
                head = tree.heads[index] if tree.heads[index] != ROOT else root
                head, own = (
                    table.id_at(self._of, table.tokens[index if at is None else at].fragments)
                    for at in (head, index)
                )
                yield Relation("R", tree.labels[index], ((role, head), ("", own)), index)

    def _changed(self, kind, p, repetition, rule=ANOTHER):
        # A string seeds alike in every version of Python.
        rng = Random(f"{self._seed} {kind} {p} {repetition}")
        shares = [p * share for share in ERROR_KINDS[kind]]
        return [
            [perturbed(tree, self._labels, *shares, rng, rule) for tree in trees]
            for trees in self._trees
        ]

    def _arc_figures(self, changed):
        config = self._agreement.config
        layer = Layer(DEPENDENCIES, DEPENDENCIES, config.dependencies)
        documents = [
            ParallelDocument(
                table.document, table.text, dict(zip(_SIDES, both)),
                dict.fromkeys(_SIDES, table.files[self._of]), (),
            )
            for table, *both in zip(self._tables, self._original, self._annotations(changed))
        ]  # fmt: skip
        compared = compared_documents(documents, config.dependencies, _SIDES)
        drawn = DrawnLayer(BatchReader(documents, compared), layer)
        return _values(self._agreement, layer, drawn, _SIDES)

    def figures_of(self, kind, p, repetition):
        """{figure: value} of one round of errors."""
        changed = self._changed(kind, p, repetition)
        return {**self._arc_figures(changed), **self._tree_figures(changed)}

    def _tree_figures(self, changed):
        both = list(zip(chain(*self._trees), chain(*changed)))
        trees = [tree for number in self._drawn for tree in both[number]]
        forests, indexes = [], range(len(trees))
        for tree in trees:
            children = defaultdict(list)
            for index in tree.tokens:
                children[tree.heads[index]].append(index)
            forests.append(tree_layer.forest_of(children, tree.labels))
        sizes = [len(tree.tokens) + 1 for tree in trees]
        sentence = [index // 2 for index in indexes]
        table = TreeAlphaTable(distances(forests), indexes, sizes, sentence, len(self._drawn))
        values = {}
        for metric, key in zip(METRICS, TREE_FIGURES):
            try:
                values[key] = table.of(metric).score().value
            except Undefined:
                pass
        return values

    def endpoints(self, repetitions):
        """{(rule, kind of errors): LAA, exact match, where all labels, heads or both are random}"""
        values: dict = {}
        for rule in RULES:
            for kind in ERROR_KINDS:
                found = [
                    self._arc_figures(self._changed(kind, 1.0, repetition, rule)).get(
                        ("LAA", "exact")
                    )
                    for repetition in range(repetitions)
                ]
                values[rule, kind] = None if None in found else mean(found)
        return values

    def own_figures(self, progress):
        """{figure: value} of the project, alpha over trees in any case."""
        agreement = self._agreement
        layers = [layer for layer in agreement.layers if layer.settings.arcs]
        of_trees = {layer.name for layer in layers if layer.kind == "trees"}
        of_arcs = {layer.name for layer in layers} - of_trees
        values = _defined(_scores(agreement), of_trees, agreement.annotators)
        if not of_trees:
            layer = Layer("trees", "trees", TreeSettings())
            drawn = next(iter(agreement.parts.values())).in_layer(layer)
            say = progress and (lambda done, total: progress("Comparing trees", done, total))
            values = _values(agreement, layer, drawn, agreement.annotators, say)
        values.update(_defined(_scores(agreement), of_arcs, agreement.annotators))
        return {key: values[key] for key in FIGURES if key in values}


def _name(measure, statistic):
    return f"tree {measure}" if (measure, statistic) in TREE_FIGURES else f"{measure} {statistic}"


def _in_words(key, value, p):
    """What a figure of the project means."""
    means = f"below what any share of {_BOTH} gives."
    if p is not None:
        means = f"what p = {figure(p, 2)} of {_BOTH} would give."
    return f"Your {_name(*key)} {figure(value)} is {means}"


def _tables(found):
    """One for each kind of error, and LAA where everything is random, by both rules and in the
    paper.
    """
    columns = [DECIMAL("p"), *(FIGURE(_name(*key)) for key in FIGURES)]
    made = []
    for kind, meaning in KIND_MEANINGS.items():
        curves = ([value for _, value in found.curve(kind, *key)] for key in FIGURES)
        rows = [*zip(PROBABILITIES, *curves)]
        made.append(Table(meaning[0].upper() + meaning[1:], columns, rows))
    ends = found.endpoints
    rows = [(_RULE_WORDS[rule], *(ends[rule, kind] for kind in PRINTED)) for rule in RULES]
    rows.append(("printed by Skjærholt 2014 (section 3)", *PRINTED.values()))
    title = "LAA, exact match (LAS), where everything is random (p = 1)"
    return [*made, Table(title, [TEXT(""), *map(FIGURE, PRINTED)], rows, _ENDPOINT_NOTES)]


STUDY = NamedStudy(
    "simulation", "What a score means: random errors",
    "Show what a score means: agreement with random errors of known share.",
    SimulationOptions, tables,
)  # fmt: skip
