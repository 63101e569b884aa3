"""A simulation as tables and a plot."""

from itertools import cycle

from brat_iaa.figures import figure_name, figure_of_layer
from brat_iaa.formats.cells import figure
from brat_iaa.formats.picture import STROKES, Dot, Drawing, Stroke, Text
from brat_iaa.formats.tables import DECIMAL, FIGURE, TEXT, Table
from brat_iaa.report.charts import names_apart
from brat_iaa.studies.simulation.perturbation import (
    ANOTHER,
    ANY,
    FIGURES,
    PRINTED,
    PROBABILITIES,
    RULES,
    TREE_FIGURES,
)

_TREE_PANELS = {
    "exact": tuple(name for name in FIGURES if name[1] == "exact"),
    "alpha": tuple(name for name in FIGURES if name[1] == "alpha" and name not in TREE_FIGURES),
    "alpha over trees": TREE_FIGURES,
}
_RULE_WORDS = {ANOTHER: "a changed label is another one", ANY: "it is any label, also the same"}
# What was computed on the treebanks of which the paper's data is known.
_ENDPOINT_NOTES = (
    "The paper says another label; its .041 needs any label: of L labels 1/L stay, with about 24.",
    "The curves above are by the first rule. Heads that stay: more, the shorter sentences are.",
)
_LEFT, _TOP, _WIDTH, _HEIGHT, _GAP = 48, 48, 250, 240, 84


def _name(simulation, measure, statistic):
    if simulation.layer:
        return figure_name(measure, statistic)
    return f"tree {measure}" if (measure, statistic) in TREE_FIGURES else f"{measure} {statistic}"


def _in_words(simulation, of_project):
    key = of_project.measure, of_project.statistic
    if simulation.layer:
        return figure_of_layer(simulation.layer, *key)
    return _name(simulation, *key)


def sentences(simulation):
    """What the project's own figures mean, a sentence each."""
    return [
        f"Your {_in_words(simulation, of_project)} {figure(of_project.value)} is "
        + (
            f"below what any share of {simulation.kinds['both']} gives."
            if of_project.p is None
            else f"what p = {figure(of_project.p, 2)} of {simulation.kinds['both']} would give."
        )
        for of_project in simulation.project_figures
    ]


def summary(simulation) -> list:
    """Lines on whose trees were changed, and on what the project's own figures mean."""
    lines = [
        f"Scores of {simulation.annotator}'s {simulation.layer or 'trees'} against the same with "
        f"random errors (mean of {simulation.repetitions}, seed {simulation.seed})"
    ]
    if simulation.compared < simulation.sentences:
        lines.append(
            f"Alpha over trees: of {simulation.compared} of the {simulation.sentences} "
            f"sentences, drawn at random"
        )
    return lines + sentences(simulation)


def tables(simulation) -> list:
    """List of Table: one for each kind of error, and LAA where everything is random, by both rules
    and in the paper.
    """
    values = {point[:4]: point.value for point in simulation.points}
    figures = simulation.figures
    columns = [DECIMAL("p"), *(FIGURE(_name(simulation, *name)) for name in figures)]
    made = [
        Table(
            meaning[0].upper() + meaning[1:],
            columns,
            [(p, *(values[(kind, *name, p)] for name in figures)) for p in PROBABILITIES],
        )
        for kind, meaning in simulation.kinds.items()
    ]
    if simulation.layer:
        return made
    values = {(point.rule, point.kind): point.value for point in simulation.endpoints}
    rows = [(_RULE_WORDS[rule], *(values[rule, kind] for kind in PRINTED)) for rule in RULES]
    rows.append(("printed by Skjærholt 2014 (section 3)", *PRINTED.values()))
    title = "LAA, exact match (LAS), where everything is random (p = 1)"
    return [*made, Table(title, [TEXT(""), *map(FIGURE, PRINTED)], rows, _ENDPOINT_NOTES)]


def to_dict(simulation):
    """All of it as what JSON can hold."""
    return {
        "annotator": simulation.annotator,
        "layer": simulation.layer or None,
        "repetitions": simulation.repetitions,
        "seed": simulation.seed,
        "number_of_sentences": simulation.sentences,
        "compared_as_trees": simulation.compared,
        "endpoints": [point._asdict() for point in simulation.endpoints],
        "points": row_table(simulation).dicts(),
        "own": [of_project._asdict() for of_project in simulation.project_figures],
        "sentences": sentences(simulation),
    }


def row_table(simulation) -> Table:
    """A row for each SimulatedPoint, for programs."""
    columns = [TEXT("kind"), TEXT("measure"), TEXT("statistic"), DECIMAL("p")]
    columns += map(FIGURE, ("value", "low", "high"))
    return Table("Agreement with random errors", columns, simulation.points)


def picture(simulation) -> Drawing:
    """A panel for each kind of figure, or the layer: curves over p for errors of both kinds, the
    project's figures as rings on them.
    """
    panels = {simulation.layer: simulation.figures} if simulation.layer else _TREE_PANELS
    longest = max(len(_name(simulation, *name)) for name in simulation.figures)
    gap = 7 * longest if simulation.layer else _GAP
    width, height = _LEFT + len(panels) * (_WIDTH + gap), _TOP + _HEIGHT + 50
    marks = []
    for number, (title, figures) in enumerate(panels.items()):
        marks += _panel(simulation, title, figures, _LEFT + number * (_WIDTH + gap))
    words = " ".join(sentences(simulation))
    return Drawing("Agreement with random errors", words, width, height, marks)


def _panel(simulation, title, figures, left):
    strokes = dict(zip(figures, cycle(STROKES)))
    curves = {
        name: [
            (point.p, point.value)
            for point in simulation.points
            if (point.kind, (point.measure, point.statistic)) == ("both", name)
            and point.value is not None
        ]
        for name in figures
    }
    lowest = min([0] + [value for curve in curves.values() for _, value in curve])

    def x(p):
        return left + p * _WIDTH

    def y(value):
        return _TOP + (1 - value) / (1 - lowest) * _HEIGHT

    marks: list = [Text(left, _TOP - 18, title, bold=True)]
    # Differences of sizes can bring alpha far below 0.
    step = 0.2 if lowest > -0.5 else 0.5
    for number in range(1 + int((1 - lowest) / step)):
        tick = round(1 - number * step, 1) or 0.0
        marks.append(Stroke([(left, y(tick)), (left + _WIDTH, y(tick))], "grid"))
        marks.append(Text(left - 6, y(tick) + 4, f"{tick:.1f}", "end"))
    for p in PROBABILITIES[::2]:
        marks.append(Text(x(p), _TOP + _HEIGHT + 18, f"{p:.1f}", "middle"))
    words = f"p: share of {simulation.kinds['both']}"
    marks.append(Text(x(0.5), _TOP + _HEIGHT + 38, words, "middle"))
    ends = [(y(points[-1][1]), name) for name, points in curves.items() if points]
    for top, name in names_apart(ends, _TOP + _HEIGHT + 14.0):
        tone, dash = strokes[name]
        marks.append(Stroke([(x(p), y(value)) for p, value in curves[name]], tone, 2, dash))
        words = _name(simulation, *name) if simulation.layer else name[0].rpartition("-")[2]
        marks.append(Text(left + _WIDTH + 6, top, words, tone=tone))
    for of_project in simulation.project_figures:
        if (of_project.measure, of_project.statistic) in figures and of_project.p is not None:
            tone, _ = strokes[of_project.measure, of_project.statistic]
            name = f"{of_project.measure} {figure(of_project.value)}: p = {figure(of_project.p, 2)}"
            marks.append(Dot(x(of_project.p), y(of_project.value), 5, tone, True, name))
    return marks
