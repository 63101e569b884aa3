"""What the overview says beside the figures: what is compared, and what in the files is not."""

from typing import NamedTuple, Optional

from brat_iaa.formats.display_names import KIND_WORDS
from brat_iaa.report.contents import (
    compared_line,
    found_line,
    not_compared,
    settings_lines,
    would_find,
)


class Missing(NamedTuple):
    """Something in the files that is not compared, and how it would be.

    what    in words
    why     why nobody is asked to compare it, a sentence; ""
    places  number of places at which annotators differ in it; None if not known
    lines   what to add to iaa.conf; "" if it cannot be compared
    differ  whether annotators may differ in it
    """

    what: str
    why: str
    places: Optional[int]
    lines: str
    differ: bool


def contents(figures):
    """Variables of the overview: found, compared, nothing, missing.

    compared  [(layer, kind, anchor)]; kind is None where the name says it, anchor where there is
              one layer only
    nothing   why nothing is compared, None where something is
    missing   list of Missing, those in which annotators may differ first
    """
    agreement, anchors = figures.agreement, {}
    if len(figures.layers) > 1 and not figures.alone:
        anchors = {layer.name: f"layer-{n}" for n, layer in enumerate(figures.layers, 1)}
    return {
        "found": found_line(agreement.survey),
        "compared": [
            (
                layer.name,
                None if layer.name == KIND_WORDS[layer.kind] else KIND_WORDS[layer.kind],
                anchors.get(layer.name),
            )
            for layer in agreement.layers
        ],
        "nothing": None if agreement.layers else compared_line(agreement),
        "missing": figures.missing,
    }


def missing(agreement):
    """List of Missing of an Agreement."""
    found = [_missing(agreement, layer) for layer in not_compared(agreement)]
    return sorted(found, key=lambda one: not one.differ)


def _missing(agreement, one):
    choice = one.choice and one.layers and not one.why
    places = would_find(agreement, one.layers[0]) if choice else None
    lines = settings_lines(agreement, one.layers[:1]) if one.layers else ""
    return Missing(one.what, one.why, places, lines, bool(choice and places != 0))
