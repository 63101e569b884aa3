"""Arcs on tokens that differ in another layer, against the others: a table, and rows for JSON."""

from brat_iaa.formats.cells import Table, figure


def other_layer_tables(agreement) -> list:
    """List of Table, empty where no token differs in a layer of labels."""
    layers = [layer for layer in agreement.other_layers if layer.risk.items[0]]
    rows = tuple(
        (
            layer_risk.layer,
            "all" if len(layer_risk.annotators) > 2 else " and ".join(layer_risk.annotators),
            *(str(number) for number in layer_risk.risk.items),
            *(figure(risk) for risk in layer_risk.risk.risks),
            _with_interval(layer_risk.risk.ratio, layer_risk.risk.interval, 1),
            _with_interval(layer_risk.risk.share, layer_risk.risk.share_interval, 3),
        )
        for layer_risk in layers
    )
    if not rows:
        return []
    header = (
        "layer", "", "differ", "others", "arcs differ", "elsewhere", "relative risk",
        "share of arcs",
    )  # fmt: skip
    note = (
        "Tokens of a pair that differ in the layer, or have a head that does, and the others; "
        "how many of either have different arcs (LAA), and how many times as often. Share of arcs: "
        "of the tokens with different arcs, those that differ in the layer, too. In brackets: 95 % "
        "intervals, delete-one variance; of the relative risk on a log scale."
    )
    return [Table("Arcs where another layer differs", "llrrrrrr", header, rows, (note,))]


def _with_interval(value, interval, digits):
    if value is None or interval is None:
        return figure(value, digits)
    return f"{figure(value, digits)} [{', '.join(figure(bound, digits) for bound in interval)}]"


def other_layer_rows(agreement) -> list:
    """A dict for each layer and pair, for JSON."""
    return [
        {
            "layer": layer.layer,
            "annotators": list(layer.annotators),
            "tokens_differing": layer.risk.items[0],
            "tokens_alike": layer.risk.items[1],
            "arcs_differ_there": layer.risk.affected[0],
            "arcs_differ_elsewhere": layer.risk.affected[1],
            "relative_risk": layer.risk.ratio,
            "interval": layer.risk.interval,
            "share_of_arcs": layer.risk.share,
            "share_interval": layer.risk.share_interval,
        }
        for layer in agreement.other_layers
    ]
