"""Layers whose labels have an order: alpha with the ordinal distance, for numbers also with the
interval one, and Gwet's AC2.
"""

import numpy

from brat_iaa.measures.gwet import GwetTables
from brat_iaa.measures.item_alpha import MISSING, AlphaItems
from brat_iaa.measures.scales import ScaleAlphas, scale_weights, weighted_values


class Scale:
    """The scale of a layer.

    figures  (measure, statistic) of each

    order    its labels
    weights  name of the weights of AC2
    labels   the label of each value
    """

    def __init__(self, order, weights, labels):
        place = {label: number for number, label in enumerate(order)}
        self._source = f"order:{'<'.join(order)}".replace("|", "¦")
        self._place = numpy.array([place.get(label, -1) for label in labels], dtype=numpy.int64)
        self._numbers, self._name = _numbers(order), weights
        distances = ("ordinal",) if self._numbers is None else ("ordinal", "interval")
        self.figures = *(("alpha", name) for name in distances), ("ac2", weights)
        at = range(len(order)) if self._numbers is None else self._numbers
        self._weights = scale_weights(at, weights)

    def codes(self, codes) -> numpy.ndarray:
        """The codes of values, with those off the scale MISSING."""
        # The last is that of MISSING, -1.
        return numpy.where(numpy.append(self._place, -1)[codes] < 0, MISSING, codes)

    def tables(self, codes, sentence, groups) -> list:
        """[(source, tables with scores() and estimate())] of each of the figures

        codes     as codes() returns them, items x annotators
        sentence  of each item
        groups    Groups
        """
        items = AlphaItems(codes, sentence, groups.sentence, groups.number)
        positions = {"ordinal": self._place}
        if self._numbers is not None:
            positions["interval"] = self._numbers[self._place]
        found = [
            (
                f"alpha:KR04|distance:{name}|{self._source}",
                ScaleAlphas(items, position, groups.value, name == "ordinal"),
            )
            for name, position in positions.items()
        ]
        similar = weighted_values(self._place, groups.value, self._weights)
        tables = GwetTables(codes, sentence, groups, similar, self._weights)
        source = f"ac2:Gwet2014|weights:{self._name}|{self._source}"
        return [*found, (source, tables)]


def _numbers(order):
    """The numbers that labels are, if they ascend or descend; else None."""
    try:
        numbers = numpy.array([float(label) for label in order])
    except ValueError:
        return None
    if not numpy.isfinite(numbers).all():
        return None
    steps = numpy.diff(numbers)
    return numbers if (steps > 0).all() or (steps < 0).all() else None
