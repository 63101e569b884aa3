"""Arcs on tokens that differ in another layer, against the others."""

from brat_iaa.formats.cells import figure
from brat_iaa.formats.tables import COUNT, FIGURE, INTERVAL, TEXT, ColumnType, Table, with_interval

_NOTE = (
    "Tokens of a pair that differ in the layer, or have a head that does, and the others; "
    "how many of either have different arcs (LAA), and how many times as often. Share of arcs: "
    "of the tokens with different arcs, those that differ in the layer, too. In brackets: 95 % "
    "intervals, delete-one variance; of the relative risk on a log scale."
)
_GROUP = ColumnType("l", lambda names: "all" if len(names) > 2 else " and ".join(names), list)
_RATIO = ColumnType(
    "r", lambda pair: with_interval(pair[0], pair[1], lambda value: figure(value, 1))
)
_SHARE = ColumnType("r", lambda pair: with_interval(*pair))


def other_layer_table(agreement) -> Table:
    """A row for each layer and pair."""
    columns = [TEXT("layer"), _GROUP("", "annotators")]
    columns += [COUNT("differ", "tokens_differing"), COUNT("others", "tokens_alike")]
    columns += [COUNT(None, "arcs_differ_there"), COUNT(None, "arcs_differ_elsewhere")]
    columns += [FIGURE("arcs differ", ""), FIGURE("elsewhere", "")]
    columns += [FIGURE(None, "relative_risk"), _RATIO("relative risk", "")]
    columns += [INTERVAL(None, "interval"), FIGURE(None, "share_of_arcs")]
    columns += [_SHARE("share of arcs", ""), INTERVAL(None, "share_interval")]
    rows = [
        (
            *(layer.layer, layer.annotators, *risk.items, *risk.affected, *risk.risks),
            *(risk.ratio, (risk.ratio, risk.interval), risk.interval),
            *(risk.share, (risk.share, risk.share_interval), risk.share_interval),
        )
        for layer in agreement.other_layers
        for risk in (layer.risk,)
    ]
    return Table("Arcs where another layer differs", columns, rows, (_NOTE,))


def other_layer_tables(agreement) -> list:
    """List of Table of what differs, empty where no token differs in a layer of labels."""
    table = other_layer_table(agreement)
    differing = [row for row in table.records if row[2]]
    return [table._replace(records=differing)] if differing else []
