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
from brat_iaa.layers.batch import BatchReader
from brat_iaa.layers.compared_document import compared_documents
from brat_iaa.measures.tree_alpha import METRICS, TreeAlphaTable
from brat_iaa.measures.trees import distances
from brat_iaa.report.charts import Curve, Panel, multiples
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
_TREE_PANELS = {
    statistic: tuple((measure, statistic) for measure in ("UAA", "LAA", "LOA"))
    for statistic in ("exact", "alpha")
}
_TREE_PANELS["alpha over trees"] = TREE_FIGURES
FIGURES = tuple(chain(*_TREE_PANELS.values()))
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
    "The curves above are by the first rule. Heads that stay: more, the shorter sentences are.",
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


class Simulation(NamedTuple):
    """Curves of all figures, and where the project is on them.

    annotator           whose trees were changed
    points              tuple of SimulatedPoint, by the rule ANOTHER
    endpoints           {(rule, kind of errors): LAA, exact match, where all is random}
    project_figures     tuple of ProjectFigure
    repetitions, seed   of the random errors
    sentences           their number
    compared            number of sentences, drawn at random, whose trees were compared as wholes
    """

    annotator: str
    points: tuple
    endpoints: dict
    project_figures: tuple
    repetitions: int
    seed: int
    sentences: int
    compared: int


def tables(project, options) -> Report:
    """Figures of an annotator's trees against the same with random errors of known shares."""
    agreement = project.agreement()
    require_known("of", options.of, agreement.sides)
    simulation = simulate(agreement, options, project.progress)
    return Report(
        _said(simulation), _tables(simulation), point_table(simulation), picture(simulation)
    )


def simulate(agreement, options, progress=None) -> Simulation:
    """The Simulation of an annotator's trees."""
    if not compares_syntax(agreement.layers):
        raise ProjectError(
            f"{agreement.project}: simulation changes trees, and neither dependencies nor trees "
            "are compared here."
        )
    of = options.of or agreement.annotators[0]
    trees = _Trees(agreement, of, options.seed)
    points = simulated_points(trees.figures_of, options.repetitions, progress)
    return Simulation(
        of, points, trees.endpoints(options.repetitions),
        tuple(on_curves(trees.own_figures(progress), points)), options.repetitions, options.seed,
        trees.sentences, trees.compared,
    )  # fmt: skip


def simulated_points(figures_of, repetitions, progress=None) -> tuple:
    """Tuple of SimulatedPoint of each kind of errors, probability and figure.

    figures_of  function of (kind, p, number of the repetition) that returns {figure: value}
    """
    points, steps = [], [(kind, p) for kind in ERROR_KINDS for p in PROBABILITIES]
    for done, (kind, p) in enumerate(steps):
        if progress:
            progress("Simulating errors", done, len(steps))
        rounds = [figures_of(kind, p, repetition) for repetition in range(repetitions if p else 1)]
        for measure, statistic in FIGURES:
            found = [of_round.get((measure, statistic)) for of_round in rounds]
            values = [value for value in found if value is not None]
            middle, low, high = (
                (mean(values), min(values), max(values)) if values else (None, None, None)
            )
            points.append(SimulatedPoint(kind, measure, statistic, p, middle, low, high))
    return tuple(points)


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


def _values(agreement, layer, parts, annotators, progress=None) -> dict:
    """{(measure, statistic): value} of LayerDocuments over all of some annotators."""
    pooled = KINDS[layer.kind].pool(parts, annotators, progress or (lambda *done: None), None)
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
        parts = KINDS[layer.kind].layer_documents(BatchReader(documents, compared), layer)
        by_name = {document.name: part for document, part in zip(documents, parts)}
        return _values(self._agreement, layer, by_name, _SIDES)

    def figures_of(self, kind, p, repetition):
        """See simulated_points()."""
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
            parts = {
                name: tree_layer.layer_document(None, table, layer)
                for name, table in agreement.tables.items()
            }
            say = progress and (lambda done, total: progress("Comparing trees", done, total))
            values = _values(agreement, layer, parts, agreement.annotators, say)
        values.update(_defined(_scores(agreement), of_arcs, agreement.annotators))
        return {key: values[key] for key in FIGURES if key in values}


def _name(measure, statistic):
    return f"tree {measure}" if (measure, statistic) in TREE_FIGURES else f"{measure} {statistic}"


def sentences(simulation) -> list:
    """What the project's own figures mean, a sentence each."""
    said = []
    for own in simulation.project_figures:
        name, means = _name(own.measure, own.statistic), f"below what any share of {_BOTH} gives."
        if own.p is not None:
            means = f"what p = {figure(own.p, 2)} of {_BOTH} would give."
        said.append(f"Your {name} {figure(own.value)} is {means}")
    return said


def _said(simulation):
    lines = [
        f"Scores of {simulation.annotator}'s trees against the same with "
        f"random errors (mean of {simulation.repetitions}, seed {simulation.seed})"
    ]
    if simulation.compared < simulation.sentences:
        lines.append(
            f"Alpha over trees: of {simulation.compared} of the {simulation.sentences} "
            f"sentences, drawn at random"
        )
    return lines + sentences(simulation)


def _tables(simulation):
    """One for each kind of error, and LAA where everything is random, by both rules and in the
    paper.
    """
    values = {point[:4]: point.value for point in simulation.points}
    columns = [DECIMAL("p"), *(FIGURE(_name(*name)) for name in FIGURES)]
    made = [
        Table(
            meaning[0].upper() + meaning[1:], columns,
            [(p, *(values[(kind, *name, p)] for name in FIGURES))
             for p in PROBABILITIES],
        )
        for kind, meaning in KIND_MEANINGS.items()
    ]  # fmt: skip
    ends = simulation.endpoints
    rows = [(_RULE_WORDS[rule], *(ends[rule, kind] for kind in PRINTED)) for rule in RULES]
    rows.append(("printed by Skjærholt 2014 (section 3)", *PRINTED.values()))
    title = "LAA, exact match (LAS), where everything is random (p = 1)"
    return [*made, Table(title, [TEXT(""), *map(FIGURE, PRINTED)], rows, _ENDPOINT_NOTES)]


def point_table(simulation) -> Table:
    """A row for each SimulatedPoint, for programs."""
    columns = [TEXT("kind"), TEXT("measure"), TEXT("statistic"), DECIMAL("p")]
    columns += map(FIGURE, ("value", "low", "high"))
    return Table("Agreement with random errors", columns, simulation.points)


def picture(simulation):
    """A panel for each kind of figure: curves over p for errors of both kinds, the
    project's figures as rings on them.
    """
    own = {
        (found.measure, found.statistic): (
            found.p, found.value,
            f"{found.measure} {figure(found.value)}: p = {figure(found.p, 2)}",
        )
        for found in simulation.project_figures
        if found.p is not None
    }  # fmt: skip
    made = []
    for title, figures in _TREE_PANELS.items():
        curves = []
        for key in figures:
            points = [
                (point.p, point.value, None, "")
                for point in simulation.points
                if (point.kind, (point.measure, point.statistic)) == ("both", key)
                and point.value is not None
            ]
            if points:
                curves.append(Curve(key[0].rpartition("-")[2], [points], not curves, own.get(key)))
        # Differences of sizes can bring alpha far below 0.
        lowest = min([0, *(point[1] for curve in curves for point in curve.pieces[0])])
        words = f"p: share of {_BOTH}"
        ticks = {step / 5: f"{step / 5:.1f}" for step in range(6)}
        made.append(Panel(title, curves, ticks, words, (lowest, 1)))
    words = " ".join(sentences(simulation))
    return multiples("Agreement with random errors", words, made, size=(250, 260))


STUDY = NamedStudy(
    "simulation", "What a score means: random errors",
    "Show what a score means: agreement with random errors of known share.",
    SimulationOptions, tables, draws=True,
)  # fmt: skip
