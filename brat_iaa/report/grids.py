"""Figures in rows of statistics and columns of measures, and rows of figures that are the same."""

from typing import NamedTuple

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import ARC_STATISTICS, column_name, figure_name, statistic_name
from brat_iaa.formats.cells import figure_with_interval
from brat_iaa.scores import MEASURES

SIDES = ("recall", "precision")


class Grid(NamedTuple):
    """Figures that are best read with a row for each statistic and a column for each measure.

    statistics  in order
    columns     {head of the column: its measures}; each statistic has one of them
    one_reason  whether the figures of a row are undefined for one reason, if they are
    """

    statistics: tuple
    columns: dict
    one_reason: bool = False

    def rows(self, layer):
        """[(statistic, [Score or None for each column])] of all annotators."""
        return [
            (statistic, [self._cell(layer, statistic, column) for column in self.columns.values()])
            for statistic in self.statistics
        ]

    @staticmethod
    def _cell(layer, statistic, measures):
        keys = ((measure, statistic) for measure in measures)
        return next((layer.overall[key] for key in keys if key in layer.overall), None)


def _dependency_grid(layer):
    of_all = tuple(name for name in ARC_STATISTICS if name != "gcm")
    return Grid(of_all, {measure: (measure,) for measure in MEASURES}, one_reason=True)


def _relation_grid(layer):
    """As in Mírovský et al. 2010; the connectives' column holds the nodes if connectives were
    matched.
    """
    columns = {}
    for measure, _ in layer.keys:
        if measure in SIDES:
            continue
        columns.setdefault(column_name(measure), {})[measure] = None
    return Grid(tuple(dict.fromkeys(statistic for _, statistic in layer.keys)), columns)


_GRIDS = {DEPENDENCIES: _dependency_grid, "relations": _relation_grid}


def grid_of(layer):
    """The Grid of the figures of a ScoreIndex, or None: a row for each."""
    return _GRIDS[layer.kind](layer) if layer.kind in _GRIDS else None


class FigureRow(NamedTuple):
    """Figures of all annotators that are the same, to be said once.

    names   [(name, (measure, statistic))] of the figures; the measure is "" if it is the columns'
    scores  a Score or None for each column
    """

    names: list
    scores: tuple


def figure_rows(layer):
    """(heads of the columns, list of FigureRow) of all figures of a ScoreIndex."""
    grid, rows = grid_of(layer), {}
    if grid is None:
        heads = ("value",)
        named_figures = [
            ((figure_name(*key), key), (score,)) for key, score in layer.overall.items()
        ]
    else:
        heads = tuple(grid.columns)
        named_figures = [
            ((statistic_name(name), ("", name)), tuple(scores)) for name, scores in grid.rows(layer)
        ]
    for name, scores in named_figures:
        if any(score is not None for score in scores):
            same = tuple(map(printed_figure, scores))
            rows.setdefault(same, FigureRow([], scores)).names.append(name)
    return heads, list(rows.values())


def printed_figure(score):
    """All that is printed of a figure, or why it is undefined."""
    if score is None or score.value is None:
        return score and score.undefined
    disagreement = None if score.expected is None else (score.observed, score.expected)
    return figure_with_interval(score), disagreement, score.items
