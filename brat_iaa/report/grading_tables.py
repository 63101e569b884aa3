"""Tables of figures with all labels and with coarse or graded ones, and of the share of the
disagreement that goes away.
"""

from brat_iaa.config import DEPENDENCIES
from brat_iaa.formats.cells import Table, figure, figure_with_interval, without_figure
from brat_iaa.formats.display_names import full_name
from brat_iaa.report.first_rows import first_rows
from brat_iaa.scores.grading import COARSE, GRADED

HEADS = {
    COARSE: ("all labels", "coarse labels", "disagreement removed"),
    GRADED: ("equal labels", "graded labels", "near disagreement"),
}
# Figures of a kind of layer that coarse labels cannot change.
_UNCHANGED = {DEPENDENCIES: "UAA is the same with both, as heads have no labels."}
_TITLES = {COARSE: "Fine and coarse labels of", GRADED: "Equal and graded labels of"}


def leading(scores_by_name) -> tuple:
    """(key, [(name, Scores)], most disagreement first) of the figure of documents or labels that
    tables show: the first that any has; (None, []) without one.

    scores_by_name  {name: {(measure, statistic): Scores}}, as in GradedScores
    """
    key = next((key for scores in scores_by_name.values() for key in scores), None)
    rows = [(name, figures[key]) for name, figures in scores_by_name.items() if key in figures]
    rows = [row for row in rows if row[1][0].value is not None]
    return key, sorted(rows, key=lambda row: (row[1][0].value, row[0]))


def grading_notes(layer, name) -> list:
    """What coarse or graded labels are in a ScoreIndex, and which figures they cannot change."""
    if name not in layer.gradings:
        return []
    if name == GRADED:
        return [
            f"Labels graded by the distances in {layer.settings.label_distances}: a disagreement "
            "counts as much as the two labels are apart. Near: the share of the disagreement that "
            "goes away by that."
        ]
    setting = layer.settings.coarse
    how = f"in groups: {setting}" if "=" in setting else f"labels up to “{setting}”"
    same = _UNCHANGED.get(layer.kind, "Spans without labels are the same with both.")
    return [
        f"Coarse labels, {how}. {same} Removed: the share of the disagreement that is about fine "
        "distinctions alone."
    ]


def grading_tables(layer) -> list:
    """List of Table of a ScoreIndex: of the project, for each way to see labels."""
    return [_overall(layer, name) for name in layer.gradings]


def further_grading_tables(layer) -> list:
    """List of Table of a ScoreIndex: of documents, if there are several, and of labels."""
    tables = []
    for name, graded in layer.gradings.items():
        for what, scores in (("documents", graded.documents), ("labels", graded.labels)):
            if len(scores) > 1:
                tables.append(_by_name(layer, name, what, scores))
    return tables


def _overall(layer, name):
    rows = {full_name(*key): scores for key, scores in layer.gradings[name].overall.items()}
    notes = grading_notes(layer, name) + without_figure(rows)
    return Table(
        f"{_TITLES[name]} {layer.name}",
        "lrrr",
        ("", *HEADS[name]),
        tuple((shown, *map(figure_with_interval, scores)) for shown, scores in rows.items()),
        tuple(notes),
        tuple(dict.fromkeys(scores[1].signature for scores in list(rows.values())[:1])),
    )


def _by_name(layer, name, what, scores_by_name):
    key, ordered = leading(scores_by_name)
    of_figure = "" if key is None else f" ({full_name(*key)})"
    title = f"{_TITLES[name]} {layer.name} by {what[:-1]}, lowest agreement first{of_figure}"
    rows = [(row, *(figure(score.value) for score in scores)) for row, scores in ordered]
    return first_rows(title, "lrrr", (what[:-1], *HEADS[name]), rows, what)
