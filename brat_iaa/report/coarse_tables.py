"""Tables of figures with all labels and with coarse ones, and of the share of the disagreement that
goes away.
"""

from brat_iaa.figures import full_name
from brat_iaa.formats.tables import SCORE, TEXT, VALUE, Table
from brat_iaa.kinds import KINDS

HEADS = ("all labels", "coarse labels", "disagreement removed")


def leading(scores_by_name) -> tuple:
    """(key, [(name, Scores)], most disagreement first) of the figure of documents or labels that
    tables show: the first that any has; (None, []) without one.

    scores_by_name  {name: {(measure, statistic): Scores}}, as in CoarseScores
    """
    key = next((key for scores in scores_by_name.values() for key in scores), None)
    rows = [(name, figures[key]) for name, figures in scores_by_name.items() if key in figures]
    rows = [row for row in rows if row[1][0].value is not None]
    return key, sorted(rows, key=lambda row: (row[1][0].value, row[0]))


def coarse_note(layer) -> str:
    """What coarse labels are in a ScoreIndex, and which figures they cannot change."""
    setting = layer.settings.coarse
    how = f"in groups: {setting}" if "=" in setting else f"labels up to “{setting}”"
    return (
        f"Coarse labels, {how}. {KINDS[layer.kind].with_coarse} Removed: the share of the "
        "disagreement that is about fine distinctions alone."
    )


def coarse_table(layer) -> Table:
    """The table of the project, of a ScoreIndex with coarse labels."""
    rows = [(full_name(*key), *scores) for key, scores in layer.coarse.overall.items()]
    signatures = tuple(row[2].signature for row in rows[:1])
    title, columns = f"Fine and coarse labels of {layer.name}", [TEXT(""), *map(SCORE, HEADS)]
    return Table(title, columns, rows, (coarse_note(layer),), signatures).undefined()


def further_coarse_tables(layer) -> list:
    """List of Table of the same: of documents, if there are several, and of labels."""
    tables = []
    coarse = layer.coarse
    for what, by_name in (("document", coarse.documents), ("label", coarse.labels)):
        if len(by_name) > 1:
            key, ordered = leading(by_name)
            title = f"Fine and coarse labels of {layer.name} by {what}, lowest agreement first"
            title += "" if key is None else f" ({full_name(*key)})"
            rows = [(name, *scores) for name, scores in ordered]
            columns = [TEXT(what), *map(VALUE, HEADS)]
            tables.append(Table(title, columns, rows).first(f"{what}s"))
    return tables
