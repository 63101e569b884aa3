"""The table of fine and coarse labels: both figures, and what the coarse labels remove."""

from brat_iaa.formats.cells import Table, figure_with_interval, without_figure
from brat_iaa.formats.words import full_name

HEADS = ("all labels", "coarse labels", "disagreement removed")


def coarse_rows(layer) -> list:
    """[(name, (measure, statistic), (fine, coarse, removed))] of a ScoreIndex: Scores."""
    return [(full_name(*key), key, scores) for key, scores in layer.coarse.items()]


def coarse_notes(layer) -> list:
    """What coarse labels are in a ScoreIndex, and which figures they cannot change."""
    if not layer.coarse:
        return []
    setting = layer.settings.coarse
    how = f"in groups: {setting}" if "=" in setting else f"labels up to “{setting}”"
    same = (
        "UAA is the same with both, as heads have no labels."
        if layer.kind == "dependencies"
        else "Spans without labels are the same with both."
    )
    return [
        f"Coarse labels, {how}. {same} Removed: the share of the disagreement that is about fine "
        "distinctions alone."
    ]


def coarse_table(layer) -> Table:
    """The Table of a ScoreIndex; without rows if it has no coarse labels."""
    rows = coarse_rows(layer)
    notes = coarse_notes(layer) + without_figure({name: scores for name, _, scores in rows})
    return Table(
        f"Fine and coarse labels of {layer.name}",
        "lrrr",
        ("", *HEADS),
        tuple((name, *map(figure_with_interval, scores)) for name, _, scores in rows),
        tuple(notes),
        tuple(dict.fromkeys(scores[1].signature for _, _, scores in rows[:1])),
    )
