"""The page of figures only: no document, label or sentence of the project, and no name."""

from flask import jsonify, render_template, request

from brat_iaa.report.words import MEANINGS, figure_name
from brat_iaa.web import selection
from brat_iaa.web.formatting import MEASURE_MEANINGS
from brat_iaa.web.glance import day, short


def page(seen):
    """The response for a viewer at level SCORES."""
    kind = selection.wanted_format(request.args, "html", "json")
    name, known = seen.name.rpartition("/")[2], seen.figures_only()
    if kind == "json":
        return jsonify(project=name, as_of=known.as_of.isoformat(), scores=[_twin(score) for score in known.scores])
    return render_template("scores.html", name=name, as_of=day(known), layers=_layers(known.scores))


def _layers(scores):
    """[(layer, [(figure, meaning, value or None if undefined, interval or None)])]"""
    grouped = {}
    for score in scores:
        meaning = MEASURE_MEANINGS.get(score.measure) or MEANINGS.get(score.measure, "")
        grouped.setdefault(score.layer, []).append(
            (
                figure_name(score.measure, score.statistic),
                meaning,
                None if score.value is None else short(score.value),
                score.interval and tuple(map(short, score.interval)),
            )
        )
    return list(grouped.items())


def _twin(score):
    return {
        "layer": score.layer,
        "measure": score.measure,
        "statistic": score.statistic,
        "value": score.value,
        "interval": score.interval,
    }
