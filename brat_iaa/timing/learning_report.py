"""Learning curves as tables and as rows for JSON."""

from brat_iaa.formats.cells import Table, figure_with_interval, interval_notes
from brat_iaa.formats.differences import left
from brat_iaa.formats.display_names import short_name
from brat_iaa.report.scores import rows


def learning_tables(curves) -> list:
    """List of Table of LearningCurves, one for each layer: a row for each annotator with each
    other, a column for each stage.
    """
    by_layer: dict = {}
    for curve in curves:
        by_layer.setdefault((curve.layer, curve.key), []).append(curve)
    return [_table(*of_layer) for of_layer in by_layer.items()]


def _table(named, curves):
    layer, key = named
    stages = max(len(curve.scores) for curve in curves)
    cells = tuple(
        (
            curve.annotator,
            curve.other,
            *(figure_with_interval(score) for score in curve.scores),
            *("–",) * (stages - len(curve.scores)),
            left(curve.difference) if curve.difference else "–",
            curve.difference.clear if curve.difference else "",
        )
        for curve in curves
    )
    notes = interval_notes(score for curve in curves for score in curve.scores)
    notes += [
        "Each annotator's documents in the order of the first change to them, cut into stages with "
        "the same number of documents. The documents of the stages are not the same, so harder "
        "ones at the end look like forgetting.",
        "Disagreement left: that of the last stage in per cent of that of the first; “up” and "
        "“down” where its 95 % interval leaves out 100 %.",
    ]
    reasons = dict.fromkeys(curve.difference.no_interval for curve in curves if curve.difference)
    said = " ".join(notes)
    notes += [
        f"No interval of the disagreement left: {reason}."
        for reason in reasons
        if reason and reason not in said
    ]
    return Table(
        f"Learning curves: {layer}, {short_name(*key)} in the order of annotation",
        "ll" + "r" * (stages + 1) + "l",
        ("annotator", "with", *(f"stage {n}" for n in range(1, stages + 1)), "left", ""),
        cells,
        tuple(notes),
        tuple(
            dict.fromkeys(score.signature for curve in curves for score in curve.scores if score)
        )[:1],
    )


def learning_rows(curves) -> list:
    """A dict for each LearningCurve, for JSON."""
    return [
        {
            "annotator": curve.annotator,
            "with": curve.other,
            "layer": curve.layer,
            "stages": [
                {"documents": list(documents), "score": rows([score])[0] if score else None}
                for documents, score in zip(curve.documents, curve.scores)
            ],
            "difference": curve.difference
            and curve.difference._asdict() | {"clear": curve.difference.clear},
        }
        for curve in curves
    ]
