"""Pictures of a project: its figures by layer, label, document and annotator. The command plot and
the pages draw the same.
"""

from statistics import fmean
from typing import Optional

from brat_iaa.errors import ConfigError
from brat_iaa.figures import figure_name, figure_of_layer
from brat_iaa.formats.cells import figure, figure_with_interval
from brat_iaa.formats.picture import Drawing
from brat_iaa.kinds import KINDS
from brat_iaa.report.charts import DotRow, rows_of_dots
from brat_iaa.spelling import nearest

MOST = 40  # rows of a picture


def _by_score(title, rows):
    """Dots of Scores, lowest first. rows: [(name, Score)]"""
    shown = [
        DotRow(name, score.value, score.interval, f"{score.items:,}") for name, score in rows[:MOST]
    ]
    more = len(rows) - len(shown)
    if more:
        title += f", the lowest {len(shown)} of {len(rows)}"
    words = "; ".join(f"{name}: {figure_with_interval(score)}" for name, score in rows[:MOST])
    return rows_of_dots(f"{title}, with 95% intervals; items at the right", f"{words}.", shown)


def layers(agreement, layer) -> Drawing:
    """The leading figures of all layers."""
    rows = [
        (figure_of_layer(index.name, *key), index.overall[key])
        for index in agreement.score_indexes
        for key in index.main[:1]
        if key in index.overall
    ]
    return _by_score("Agreement", rows)


def labels(agreement, layer) -> Optional[Drawing]:
    """The figure of each label."""
    rows = layer.labels_most_disagreements_first()
    of_labels = KINDS[layer.kind].label_figure
    keys = [of_labels] if of_labels else [key for _, scores, _ in rows for key in scores]
    return _of_rows(layer, rows, keys, "label")


def documents(agreement, layer) -> Optional[Drawing]:
    """The leading figure of each document."""
    return _of_rows(layer, layer.documents_lowest_first(), layer.main, "document")


def _of_rows(layer, rows, keys, what):
    key = next(iter(keys), None)
    chosen = [(name, scores[key]) for name, scores, _ in rows if key in scores]
    if not chosen:
        return None
    return _by_score(f"{figure_name(*key)} of each {what} of {layer.name}", chosen)


def annotators(agreement, layer, key=None) -> Optional[Drawing]:
    """Each annotator's mean with the others, highest last; small dots are the single others."""
    key = key or next(iter(layer.main), None)
    with_others: dict = {}
    for pair, scores in layer.pairs.items():
        score = scores.get(key)
        if score is not None and score.value is not None:
            for name in pair:
                with_others.setdefault(name, []).append(score.value)
    rows = sorted((fmean(values), name, tuple(values)) for name, values in with_others.items())
    if len(rows) < 3:
        return None
    shown = [DotRow(name, mean, None, figure(mean), others=values) for mean, name, values in rows]
    words = "; ".join(f"{name}: {figure(mean)}" for mean, name, _ in rows)
    title = f"{figure_name(*key)} of {layer.name}: each annotator’s mean with the others"
    return rows_of_dots(title, f"{words}.", shown)


# {name: function of an Agreement and a ScoreIndex that returns a Drawing, or None if there is none}
PLOTS = {
    "layers": layers,
    "labels": labels,
    "documents": documents,
    "annotators": annotators,
}


def plot(agreement, what, name=None) -> Drawing:
    """The Drawing of one of PLOTS; raises ConfigError if there is nothing to draw.

    name  of a layer; None: the first for which there is something
    """
    by_name = {layer.name: layer for layer in agreement.score_indexes}
    for asked, what_it_is, there in (
        (what, "picture", [*PLOTS]), (name, "layer", [*by_name])
    ):  # fmt: skip
        if asked is not None and asked not in there:
            hint = nearest(asked, there)
            raise ConfigError(f"{asked}: there is no such {what_it_is}.{hint}")
    for layer in [by_name[name]] if name is not None else by_name.values():
        drawn = PLOTS[what](agreement, layer)
        if drawn is not None:
            return drawn
    raise ConfigError(
        f"There is nothing to draw of {what}{f' of {name}' if name else ''}. Others: "
        f"{', '.join(other for other in PLOTS if other != what)}."
    )
