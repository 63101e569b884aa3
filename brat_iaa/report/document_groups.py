"""Groups of documents beside each other, and by how much they differ: tables, and rows for JSON."""

from brat_iaa.figures import figure_name, short_name
from brat_iaa.formats.cells import interval_notes, named
from brat_iaa.formats.tables import COUNT, SCORE, TEXT, Table, difference_cells, difference_columns
from brat_iaa.kinds import item_of, leading_first
from brat_iaa.report.scores import rows
from brat_iaa.scores.document_groups import group_differences
from brat_iaa.scores.index import main_figures

# For JSON, in this order.
_MEASURED = ("difference", "interval", "ratio", "ratio_interval", "no_interval", "clear")


def group_tables(agreement) -> list:
    """List of Table: the main figures of each layer in each group, then what differs clearly or not
    between each two groups; empty where the settings name no groups.
    """
    groups = agreement.groups
    if len(agreement.annotators) < 2 or not groups:
        return []
    tables = [_figures(agreement, layer, groups) for layer in leading_first(agreement.layers)]
    tables.append(_differences(agreement, groups))
    return [table for table in tables if table.records]


def _figures(agreement, layer, groups):
    figures = {group.name: group.figures(layer.name) for group in groups}
    there = tuple(dict.fromkeys(key for of_group in figures.values() for key in of_group))
    keys = main_figures(layer.kind, there)
    rows = []
    for group in groups:
        scores = [figures[group.name].get(key) for key in keys]
        items = next((score.items for score in scores if score is not None), 0)
        rows.append((group.name, len(group.compared), *scores, items))
    counted = f"{item_of(layer)}s"
    heads = [short_name(*key) for key in keys]
    # "mentions" is the name of a figure, too.
    heads = [figure_name(*key) if head == counted else head for key, head in zip(keys, heads)]
    firsts = [row[2] for row in rows if keys and row[2] is not None]
    notes = [f"Nothing to compare in {group.name}." for group in groups if not group.compared]
    grouped = {name for group in groups for name in group.documents}
    others = [name for name in agreement.tables if name not in grouped]
    notes += [f"In no group: {named(others)}."] if others else []
    columns = [TEXT("group"), COUNT("documents"), *map(SCORE, heads), COUNT(counted)]
    return Table(
        f"Groups of documents: {layer.name}",
        columns,
        [row for row in rows if row[1]],
        tuple(interval_notes(score for row in rows for score in row[2:-1]) + notes),
        tuple(score.signature for score in firsts),
    )


def _differences(agreement, groups):
    differences = group_differences(agreement, groups, pairs=False)
    several = len(agreement.layers) > 1
    rows = [
        (
            (f"{difference.layer}: " if several else "")
            + short_name(difference.measure, difference.statistic),
            *names,
            *difference_cells(difference),
        )
        for names, difference in differences
    ]
    notes = [
        "Disagreement: that of the second group in per cent of that of the first. In brackets: "
        "its 95% interval, delete-one variance of both groups; “up” and “down” where it leaves "
        "out 100%. Groups may differ in more than what they are named after."
    ]
    reasons = dict.fromkeys(
        difference.no_interval for _, difference in differences if difference.no_interval
    )
    notes += [f"No interval: {reason}." for reason in reasons]
    columns = [*map(TEXT, ("", "first", "second")), *difference_columns("first", "second")]
    return Table("Differences between groups of documents", columns, rows, tuple(notes))


def group_rows(agreement) -> dict:
    """{"groups": ..., "group_differences": ...} for JSON; {} where the settings name no groups."""
    if not agreement.config.groups:
        return {}
    return {
        "groups": [
            {
                "group": group.name,
                "documents": list(group.documents),
                "compared": list(group.compared),
                "scores": rows(group.scores),
            }
            for group in agreement.groups
        ],
        "group_differences": [
            {
                **dict(zip(difference._fields[:4], difference)),
                "groups": names,
                "first": difference.before,
                "second": difference.after,
                **{name: getattr(difference, name) for name in _MEASURED},
            }
            for names, difference in group_differences(agreement, agreement.groups)
        ],
    }
