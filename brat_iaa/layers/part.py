"""What a layer makes of one document."""

from typing import NamedTuple


class LayerPart(NamedTuple):
    """One document in one layer.

    items          whatever the layer's scores are computed from
    disagreements  tuple of Disagreement
    excluded       tuple of Excluded
    problems       tuple of Problem
    confusion      {pair: {(label of the first, label of the second): items}}, "" for an item that
                   one of them lacks; empty for kinds without labels to confuse
    """

    items: object
    disagreements: tuple = ()
    excluded: tuple = ()
    problems: tuple = ()
    confusion: dict = {}
