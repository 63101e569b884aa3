"""Patterns: places that differ in the same labels, whoever drew which, by what settling brings."""

from collections import Counter, defaultdict
from typing import NamedTuple, Optional

from brat_iaa.figures import main_keys
from brat_iaa.kinds import KINDS
from brat_iaa.layers.difference import DIFFERENCE_NAMES, unordered
from brat_iaa.places.gains import gains
from brat_iaa.places.place import different_labels
from brat_iaa.scores.score_table import NOTHING

# The share of all places from which on a pattern stands out.
_MUCH = 0.05


class Pattern(NamedTuple):
    """Places at which the same labels are confused.

    labels  one label (the heads or extents differ) or two, "" for nothing, which comes last
    kinds   ((kind of places.UNORDERED_MEANINGS, places), ...), most frequent first
    places  number of places; one can be in several patterns, and have several kinds
    gains   {measure: gains.Gain}; {} where there are none
    leading measure by which patterns of the layer are ordered; None without gains
    of      number of all places, those of other layers included
    consequences  {layer: number of its items that follow from these}
    errors  how many errors are gone if all agree in this, see place_patterns
    """

    layer: str
    labels: tuple[str, ...]
    kinds: tuple
    places: int
    gains: dict
    leading: Optional[str]
    of: int = 0
    consequences: dict = {}
    errors: float = 0.0

    @property
    def gain(self) -> Optional[tuple]:
        """Gain of the leading measure, or None."""
        return self.gains.get(self.leading)


def place_patterns(places, agreement=None) -> list:
    """List of Pattern of a PlaceList, those first that take most errors away, then most places.

    Errors of all layers are counted in one unit, items on which a pair of annotators differs, as
    the mean over pairs: the gain of a pattern times the number of items of its layer, or where
    nobody knows a gain, its places. In a layer that is the order of gains. What follows from a
    place counts with that place, and adds nothing; so does what differs from the gold alone.

    agreement  Agreement that has all places of the layers; None: without gains
    """
    by_pattern = places.numbers(lambda each: (_labels_of(each),))
    if not by_pattern:
        return []
    kinds, following = defaultdict(list), _consequences(places)
    of_kinds = places.numbers(lambda each: ((_labels_of(each), unordered(each.kind)),))
    for (pattern, kind), number in of_kinds.items():
        kinds[pattern].append((kind, number))
    compared = () if agreement is None else agreement.layers
    layers = {layer.name: layer for layer in compared if layer.name in agreement.pooled_layers}
    gains_of = {
        name: gains(agreement, layers[name])
        for name in {name for name, _ in by_pattern}
        if name in layers
    }
    sizes, patterns = _sizes(agreement) if agreement else {}, []
    between = by_pattern
    if agreement and agreement.config.gold and not agreement.alone:
        between = agreement.annotator_places.numbers(lambda each: (_labels_of(each),))
    for (layer, labels), number in by_pattern.items():
        leading = KINDS[layers[layer].kind].leading if layer in layers else None
        of_pattern = gains_of.get(layer, {}).get(labels, {})
        errors = between[layer, labels]
        if leading in of_pattern:
            before, after = of_pattern[leading]
            errors = (after - before) * sizes.get(layer, 1)
        ordered = sorted(
            kinds[layer, labels], key=lambda each: (-each[1], DIFFERENCE_NAMES.index(each[0]))
        )
        patterns.append(Pattern(
            layer, labels, tuple(ordered), number, of_pattern, leading,
            len(places), following.get((layer, labels), {}), errors,
        ))  # fmt: skip
    return sorted(patterns, key=_order)


def patterns_of(places, pair=None, ordered=False) -> list:
    """List of Pattern of some Places, most places first, without gains.

    pair  between two alone; ordered: with the first one's label first
    """
    kinds: dict = defaultdict(lambda: defaultdict(set))
    places = [*places]
    for place in places:
        for each in place.seen_from(*pair) if pair else place.differences:
            labels = tuple(dict.fromkeys(each.labels)) if ordered else different_labels(each.labels)
            kinds[place.layer, labels][unordered(each.kind)].add(place.key)
    patterns = []
    for (layer, labels), of_kinds in kinds.items():
        ordered = sorted(
            ((kind, len(keys)) for kind, keys in of_kinds.items()),
            key=lambda item: (-item[1], DIFFERENCE_NAMES.index(item[0])),
        )
        number = len(set().union(*of_kinds.values()))
        patterns.append(Pattern(layer, labels, tuple(ordered), number, {}, None, len(places)))
    return sorted(patterns, key=_order)


def _labels_of(difference):
    """(layer, the different labels, "" last)"""
    return difference.item.layer, different_labels(difference.labels)


def _consequences(places):
    """{(layer, its different labels, "" last): {layer: number of its items that follow}}"""
    following: dict = defaultdict(set)
    for item, of_item in places.consequences.items():
        for cause in places.chosen.get(item, ()):
            there = {each.item for each in of_item if each.annotators == cause.annotators}
            following[_labels_of(cause)].update(there)
    counts = {}
    for pattern, items in following.items():
        of_layers = Counter(item.layer for item in items)
        counts[pattern] = {layer: of_layers[layer] for layer in places.layers if of_layers[layer]}
    return counts


def stands_out(patterns) -> bool:
    """Whether the first of some Patterns has many of all places, so that one rule would settle
    much: a twentieth, and more than one.
    """
    return bool(patterns) and patterns[0].places > max(1, _MUCH * patterns[0].of)


def _order(pattern):
    # Sums of the same numbers in another order differ in the last digits.
    return -round(pattern.errors, 9), -pattern.places, pattern.layer, pattern.labels


def _sizes(agreement):
    """{layer: number of items of its leading figure}"""
    sizes = {}
    for layer in agreement.layers:
        everybody, leading = agreement.annotators_in(layer), KINDS[layer.kind].leading
        # All figures of the measure count the same items.
        items = (
            score.items
            for score in agreement.scores_of(_leading, {layer.name})
            if score.whole and score.measure == leading and score.annotators == everybody
        )
        sizes[layer.name] = next(items, 1)
    return sizes


def _leading(kind):
    """The figures by which patterns of a kind of layer are ordered, see Agreement.scores_of()."""
    keys = (key for key in main_keys(kind) if key[0] == KINDS[kind].leading)
    return NOTHING._replace(project=tuple(keys))
