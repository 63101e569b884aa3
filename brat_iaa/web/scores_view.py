"""The page of figures only: no document, label or sentence of the project, and no name."""

from flask import jsonify, render_template, request

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import (
    ARC_MEASURES,
    COARSE_WORDS,
    figure_name,
    leading_name,
    meaning,
    statistic_name,
    without_ending,
)
from brat_iaa.scores import MEASURES
from brat_iaa.web import selection
from brat_iaa.web.formatting import STATISTIC_MEANINGS, STATISTIC_NAMES
from brat_iaa.web.guide_view import short_meaning
from brat_iaa.web.in_brat.openings import MAIN, day, short

# Statistics of dependencies that come first.
_FIRST = ("masi", "exact", "alpha")


def page(project, daily):
    """The response for a viewer at level SCORES.

    project  its path below the data directory
    daily    FiguresOnly
    """
    kind = selection.wanted_format(request.args, "html", "json")
    name = project.rpartition("/")[2]
    if kind == "json":
        return jsonify(
            project=name,
            as_of=daily.as_of.isoformat(),
            scores=[{"layer": score.layer, **figure(score)} for score in daily.scores],
        )
    return render_template(
        "scores.html",
        name=name,
        as_of=day(daily),
        leading=_leading(daily.scores),
        layers=_layers(daily.scores),
        short=short,
    )


def _leading(scores):
    """[(name, Figure, what it says)] of what is shown large: LAA and its alpha, else the first."""
    by_key = {(score.measure, score.statistic): score for score in scores}
    keys = [key for key in (MAIN, ("LAA", "alpha")) if key in by_key] or list(by_key)[:1]
    kind = DEPENDENCIES if MAIN in by_key else None
    named = ((leading_name(*key), by_key[key], short_meaning(kind, key)) for key in keys)
    return [row for row in named if row[1].value is not None]


def _layers(scores):
    """List of {"name", "columns": [(heading, meaning)], "rows": [(heading, meaning, [Figure or None
    for each column])]}: measures of dependencies beside each other; of other layers all figures
    below each other.
    """
    tables = {}
    for score in scores:
        ending = without_ending(score.measure)[1]
        name = f"{score.layer}, {COARSE_WORDS[ending]}" if ending else score.layer
        tables.setdefault(name, {})[score.measure, score.statistic] = score
    layers = []
    for name, figures in tables.items():
        columns = [("value", "")]
        rows = [
            (figure_name(*key), meaning(None, key[0]), [score]) for key, score in figures.items()
        ]
        if {measure for measure, _ in figures} <= set(MEASURES):
            columns = [(measure, ARC_MEASURES[measure]) for measure in MEASURES]
            rows = [
                (
                    statistic_name(statistic),
                    STATISTIC_MEANINGS.get(statistic, ""),
                    [figures.get((measure, statistic)) for measure in MEASURES],
                )
                for statistic in dict.fromkeys((*_FIRST, *STATISTIC_NAMES))
                if any(statistic == of_figure for _, of_figure in figures)
            ]
        layers.append({"name": name, "columns": columns, "rows": rows})
    return layers


def figure(score):
    """A Score where it is told in short."""
    return {
        "measure": score.measure,
        "statistic": score.statistic,
        "value": score.value,
        "interval": score.interval,
    }
