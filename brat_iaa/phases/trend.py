"""Draws agreement over the phases of a project, by layer: a line for each pair and one for all; and
what a comparison of two phases says, on one scale.
"""

from typing import Optional

from brat_iaa.formats.cells import figure as as_figure
from brat_iaa.formats.cells import figure_with_interval
from brat_iaa.formats.picture import Drawing
from brat_iaa.formats.tables import signed
from brat_iaa.phases.figures import phase_figures
from brat_iaa.report.charts import (
    Curve,
    DotRow,
    Panel,
    PlotScale,
    multiples,
    rows_of_dots,
)

_NAMED = 3  # pairs of which a panel says the names


def trends(states, statistic="masi") -> list:
    """List of the leading PhaseFigures of PhaseStates that have a value: of dependencies of each
    measure.
    """
    figures = phase_figures(states, statistic, leading=True)
    return [figure for figure in figures if _pieces(figure.whole)]


def _panel(figure):
    """The Panel of a PhaseFigure. Lines join neighbours of the same annotators."""
    few = len(figure.pairs) <= _NAMED
    curves = [
        _curve(figure, ", ".join(pair) if few else "", scores, False)
        for pair, scores in figure.pairs.items()
    ]
    curves.append(_curve(figure, "all" if figure.pairs else "", figure.whole, True))
    return Panel(figure.title, curves, dict(enumerate(figure.names)))


def _curve(figure, name, scores, strong):
    pieces = []
    for piece in _pieces(scores):
        points = []
        for place in piece:
            score = scores[place]
            who = "all" if len(score.annotators) > 2 else " and ".join(score.annotators)
            title = f"{who}, {figure.names[place]}: {figure_with_interval(score)}"
            points.append((place, score.value, score.interval, title))
        pieces.append(points)
    return Curve(name, pieces, strong)


def _sentence(figure):
    """The line of all annotators in words."""
    values = ", ".join(
        f"{name} {as_figure(score.value if score else None)}"
        for name, score in zip(figure.names, figure.whole)
    )
    return f"{figure.title}: {values}."


def picture(trends) -> Optional[Drawing]:
    """Small multiples of trends(); None without any."""
    if not trends:
        return None
    layers = list(dict.fromkeys(trend.layer for trend in trends))
    title = "Agreement by phase" if len(layers) > 1 else f"Agreement by phase, {layers[0]}"
    if any(len(_pieces(trend.whole)) > 1 for trend in trends):
        title += ". A line is broken where other annotators are compared, or a phase has no value."
    words = " ".join(_sentence(trend) for trend in trends)
    return multiples(title, words, [_panel(trend) for trend in trends])


def _pieces(scores):
    """Lists of the indexes of states that a line joins: neighbours with the same annotators."""
    pieces: list = []
    for i, score in enumerate(scores):
        if score is not None and score.value is not None:
            if (
                pieces
                and pieces[-1][-1] == i - 1
                and {*scores[i - 1].annotators} == {*score.annotators}
            ):
                pieces[-1].append(i)
            else:
                pieces.append([i])
    return pieces


def ratios(rows) -> Optional[Drawing]:
    """Drawing of what is left of the disagreement, with its interval around 100 per cent; None
    where no Difference has a ratio.

    rows  [(name, whether it is about all, Difference)]
    """
    rows = [row for row in rows if row[2].ratio is not None]
    if not rows:
        return None
    ends = [
        end
        for _, _, difference in rows
        for end in (difference.ratio, *(difference.ratio_interval or ()))
        if end is not None and end > 0
    ]
    scale = PlotScale(
        max(min(ends + [0.8]) / 1.1, 0.02), min(max(ends + [1.25]) * 1.1, 20), 0, 1, True
    )
    shown = [
        DotRow(
            name, difference.ratio or scale.low, difference.ratio_interval,
            f"{signed(difference)} {difference.clear}".strip(), strong, bool(difference.clear),
        )
        for name, strong, difference in rows
    ]  # fmt: skip
    sentences = [
        f"{name}: {per_cent(difference.ratio)}{f', {difference.clear}' if difference.clear else ''}"
        for name, _, difference in rows
    ]
    return rows_of_dots(
        "What is left of the disagreement, in per cent", f"{'; '.join(sentences)}.", shown, scale,
        per_cent, 1, ("← less disagreement", "more →"),
    )  # fmt: skip


def per_cent(ratio) -> str:
    """76 % of .76."""
    return f"{100 * ratio:.0f} %"
