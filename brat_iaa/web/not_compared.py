"""What in the files is not compared, as the overview says it beside the figures."""

from typing import NamedTuple, Optional

from brat_iaa.report.contents import not_compared, settings_lines, would_find


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


def missing(agreement):
    """List of Missing of an Agreement."""
    found = [_missing(agreement, layer) for layer in not_compared(agreement)]
    return sorted(found, key=lambda one: not one.differ)


def _missing(agreement, one):
    choice = one.choice and one.layers and not one.why
    places = would_find(agreement, one.layers[0]) if choice else None
    lines = settings_lines(agreement, one.layers[:1]) if one.layers else ""
    return Missing(one.what, one.why, places, lines, bool(choice and places != 0))
