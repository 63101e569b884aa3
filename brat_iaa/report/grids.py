"""Figures in rows of statistics and columns of measures."""

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import ARC_STATISTICS, column_name
from brat_iaa.formats.cells import figure_with_interval
from brat_iaa.scores import MEASURES

SIDES = ("recall", "precision")


# Kinds whose figures are best read with a row for each statistic and a column for each measure.
GRIDS = (DEPENDENCIES, "relations")


def grid_of(layer):
    """(heads of the columns, [(statistic, [Score of all annotators, or None, for each column])]) of
    a ScoreIndex; None: a row for each figure.

    As in Mírovský et al. 2010, the connectives' column holds the nodes if connectives were matched.
    """
    if layer.kind not in GRIDS:
        return None
    columns, overall = {}, layer.overall
    if layer.kind == DEPENDENCIES:
        columns = {measure: (measure,) for measure in MEASURES}
        statistics = [name for name in ARC_STATISTICS if name != "gcm"]
    else:
        for measure, _ in layer.keys:
            if measure not in SIDES:
                columns.setdefault(column_name(measure), {})[measure] = None
        statistics = dict.fromkeys(statistic for _, statistic in layer.keys)
    rows = [
        (name, [
            next((overall[key, name] for key in measures if (key, name) in overall), None)
            for measures in columns.values()
        ])
        for name in statistics
    ]  # fmt: skip
    return tuple(columns), rows


def printed_figure(score):
    """All that is printed of a figure, or why it is undefined."""
    if score is None or score.value is None:
        return score and score.undefined
    disagreement = None if score.expected is None else (score.observed, score.expected)
    return figure_with_interval(score), disagreement, score.items
