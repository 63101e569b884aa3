"""Groups of documents beside each other, and by how much they differ: tables, and rows for JSON."""

from brat_iaa.formats.cells import Table, figure, figure_with_interval, interval_notes, named
from brat_iaa.formats.differences import left, signed
from brat_iaa.formats.words import figure_name, item_name, short_name
from brat_iaa.report.scores import rows
from brat_iaa.scores.document_groups import group_differences
from brat_iaa.scores.index import main_figures
from brat_iaa.scores.kinds import dependencies_first


def group_tables(agreement) -> list:
    """List of Table: the main figures of each layer in each group, then what differs clearly or not
    between each two groups; empty where the settings name no groups.
    """
    groups = agreement.groups
    if len(agreement.annotators) < 2 or not groups:
        return []
    found = [_figures(agreement, layer, groups) for layer in dependencies_first(agreement.layers)]
    found.append(_differences(agreement, groups))
    return [table for table in found if table.rows]


def _figures(agreement, layer, groups):
    own = {group.name: group.figures(layer.name) for group in groups}
    keys = main_figures(layer.kind, tuple(dict.fromkeys(key for of in own.values() for key in of)))
    cells = tuple(
        (
            group.name,
            str(len(group.compared)),
            *(figure_with_interval(own[group.name].get(key)) for key in keys),
            str(next((own[group.name][key].items for key in keys if key in own[group.name]), 0)),
        )
        for group in groups
        if group.compared
    )
    scores = [own[name].get(key) for name in own for key in keys]
    notes = [f"Nothing to compare in {group.name}." for group in groups if not group.compared]
    grouped = {name for group in groups for name in group.documents}
    others = [name for name in agreement.tables if name not in grouped]
    notes += [f"In no group: {named(others)}."] if others else []
    counted = f"{item_name(layer.kind)}s"
    heads = [short_name(*key) for key in keys]
    # "mentions" is the name of a figure, too.
    heads = [figure_name(*key) if head == counted else head for key, head in zip(keys, heads)]
    return Table(
        f"Groups of documents: {layer.name}",
        "lr" + "r" * (len(keys) + 1),
        ("group", "documents", *heads, counted),
        cells,
        tuple(interval_notes(scores) + notes),
        tuple(score.signature for score in scores[:: max(len(keys), 1)] if score is not None),
    )


def _differences(agreement, groups):
    found = group_differences(agreement, groups, pairs=False)
    several = len(agreement.layers) > 1
    cells = tuple(
        (
            (f"{one.layer}: " if several else "") + short_name(one.measure, one.statistic),
            *one.groups,
            figure(one.first),
            figure(one.second),
            left(one),
            signed(one),
            one.clear,
        )
        for one in found
    )
    notes = [
        "Disagreement: that of the second group in per cent of that of the first. In brackets: "
        "95 % intervals, linearised variance of both groups; “up” and “down” where that of the "
        "disagreement leaves out 100 %. Groups may differ in more than what they are named after."
    ]
    reasons = dict.fromkeys(one.no_interval for one in found if one.no_interval)
    notes += [f"No interval: {reason}." for reason in reasons]
    header = ("", "first", "second", "first", "second", "disagreement", "difference", "")
    return Table("Differences between groups of documents", "lllrrrrl", header, cells, tuple(notes))


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
            difference._asdict() | {"clear": difference.clear}
            for difference in group_differences(agreement, agreement.groups)
        ],
    }
