"""Patterns: places that differ in the same labels, whoever drew which, by what settling brings."""

from typing import NamedTuple, Optional

from brat_iaa.kinds import KINDS
from brat_iaa.layers.disagreement import KINDS as IN_ORDER
from brat_iaa.places.gains import Gain, gains


class Pattern(NamedTuple):
    """Places at which the same labels are confused.

    labels  one label (the heads or extents differ) or two, "" for nothing, which comes last
    kinds   ((kind of places.UNORDERED_MEANINGS, places), ...), most frequent first
    places  number of places; one can be in several patterns, and have several kinds
    gains   {measure: gains.Gain}; {} where there are none
    leading measure by which patterns of the layer are ordered; None without gains
    """

    layer: str
    labels: tuple[str, ...]
    kinds: tuple
    places: int
    gains: dict
    leading: Optional[str]

    @property
    def gain(self) -> Optional[Gain]:
        """Gain of the leading measure, or None."""
        return self.gains.get(self.leading)


def place_patterns(disagreements, agreement=None) -> list:
    """List of Pattern of Disagreements, those first that take most errors away, then most places.

    Errors are counted in items: the gain of a pattern times the number of items of its layer. In a
    layer that is the order of gains; between layers a large gain of few items comes after a small
    one of many.

    agreement  Agreement that has all disagreements of the layers; None: without gains
    """
    by_pattern = disagreements.places_by_pattern()
    layers = {} if agreement is None else {layer.name: layer for layer in agreement.layers}
    gains_of = {
        name: gains(agreement, layers[name])
        for name in {name for name, _ in by_pattern}
        if name in layers
    }
    patterns = []
    for (layer, labels), (kinds, number) in by_pattern.items():
        patterns.append(
            Pattern(
                layer=layer,
                labels=labels,
                kinds=tuple(
                    sorted(
                        kinds.items(),
                        key=lambda item: (-item[1], IN_ORDER.index(item[0])),
                    )
                ),
                places=number,
                gains=gains_of.get(layer, {}).get(labels, {}),
                leading=KINDS[layers[layer].kind].leading if layer in layers else None,
            )
        )
    sizes = {} if agreement is None else _sizes(agreement)

    return sorted(patterns, key=lambda pattern: _order(pattern, sizes.get(pattern.layer, 1)))


def _order(pattern, items):
    gain = pattern.gain
    # Sums of the same numbers in another order differ in the last digits.
    rounded = round(gain.after - gain.before, 12) if gain is not None else 0
    return -rounded * items, -pattern.places, pattern.layer, pattern.labels


def _sizes(agreement):
    """{layer: number of items of its leading figure}"""
    sizes: dict = {}
    measures = {layer.name: KINDS[layer.kind].leading for layer in agreement.layers}
    for score in agreement.scores.whole:
        if score.measure == measures.get(score.layer):
            sizes[score.layer] = max(sizes.get(score.layer, 1), score.items)
    return sizes
