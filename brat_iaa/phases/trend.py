"""Draws agreement over the phases of a project, by layer, and what a comparison of two phases says:
rows of dots on one scale.
"""

from typing import Optional

from brat_iaa.formats.cells import enumerated, figure_with_interval
from brat_iaa.formats.cells import figure as as_figure
from brat_iaa.formats.picture import Drawing
from brat_iaa.formats.tables import signed
from brat_iaa.phases.figures import phase_figures
from brat_iaa.report.charts import DotRow, PlotScale, rows_of_dots


def trends(states, statistic="masi") -> list:
    """List of the leading PhaseFigures of PhaseStates that have a value: of dependencies of each
    measure.
    """
    figures = phase_figures(states, statistic, leading=True)
    return [figure for figure in figures if any(map(_value, figure.whole))]


def _value(score):
    return None if score is None else score.value


def picture(trends) -> Optional[Drawing]:
    """A row for each phase of trends(), on one scale: all annotators with their interval, small
    dots for the pairs; None without any.
    """
    if not trends:
        return None
    rows, sentences = [], []
    for trend in trends:
        rows += [DotRow(trend.title, None, None, heading=True)] * (len(trends) > 1)
        before = None
        for place, (name, score) in enumerate(zip(trend.names, trend.whole)):
            of_pairs = (_value(scores[place]) for scores in trend.pairs.values())
            others = tuple(value for value in of_pairs if value is not None)
            beside = "" if _value(score) is None else figure_with_interval(score)
            if before is not None and score is not None and _who(before) != _who(score):
                beside += f" of {enumerated(score.annotators)}"
            interval = score and score.interval
            rows.append(DotRow(name, _value(score), interval, beside, others=others))
            before = score or before
        values = zip(trend.names, map(_value, trend.whole))
        listed = ", ".join(f"{name} {as_figure(value)}" for name, value in values)
        sentences.append(f"{trend.title}: {listed}.")
    layers = list(dict.fromkeys(trend.layer for trend in trends))
    title = "Agreement by phase" if len(layers) > 1 else f"Agreement by phase, {layers[0]}"
    return rows_of_dots(title, " ".join(sentences), rows)


def _who(score):
    return {*score.annotators}


def ratios(rows) -> Optional[Drawing]:
    """Drawing of what is left of the disagreement, with its interval around 100 per cent; None
    where no Difference has a ratio.

    rows  [(name, whether it is about all, Difference, address of what has changed or "")]
    """
    rows = [row for row in rows if row[2].ratio is not None]
    if not rows:
        return None
    ends = [
        end
        for _, _, difference, _ in rows
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
            link=link,
        )
        for name, strong, difference, link in rows
    ]  # fmt: skip
    sentences = [
        f"{name}: {per_cent(difference.ratio)}{f', {difference.clear}' if difference.clear else ''}"
        for name, _, difference, _ in rows
    ]
    return rows_of_dots(
        "What is left of the disagreement, in per cent", f"{'; '.join(sentences)}.", shown, scale,
        per_cent, 1, ("← less disagreement", "more →"),
    )  # fmt: skip


def per_cent(ratio) -> str:
    """76% of .76."""
    return f"{100 * ratio:.0f}%"
