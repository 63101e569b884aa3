"""Which places of a draft a request is about: filters, the one in the middle, where to go next."""

from brat_iaa.adjudication.cases import STATUSES
from brat_iaa.places.filters import NOTHING, Filter

LEFT = "left"
# What nothing meets any more is no mistake: it may have been settled.
OFFERED = (
    Filter("document", "document", ""),
    Filter("layer", "layer", ""),
    Filter("pattern", "pattern", ""),
    Filter("status", "status", "", takes=(LEFT, *STATUSES)),
)
# Between the labels of a pattern in addresses; labels in brat have no blanks.
_BETWEEN = " / "


def select(given, cases):
    """List of the Cases that meet the filters; a filter that nothing meets is no error.

    given  {parameter: text} of the filters in use
    """
    return [case for case in cases if _meets(given, case)]


def _meets(given, case):
    status = given.get("status")
    if status == LEFT:
        if not case.left:
            return False
    elif status and status != case.status:
        return False
    return (
        given.get("document", case.document) == case.document
        and given.get("layer", case.place.layer) == case.place.layer
        and given.get("pattern", pattern_of(case)) == pattern_of(case)
    )


def pattern_of(case):
    """The parameter that selects Cases that differ in the same labels."""
    return _BETWEEN.join(label or NOTHING for label in case.place.labels)


def kind_of(case):
    """(name of the layer, pattern) of a Case: a decision can be the same at all of its kind."""
    return case.place.layer, pattern_of(case)


def labels_of(pattern):
    """Labels of such a parameter, "" for nothing."""
    return ["" if label == NOTHING else label for label in pattern.split(_BETWEEN)]


def current(chosen, selected, cases):
    """The Case in the middle; None if nothing is left to do, or nothing meets the filters.

    chosen  one_by_one.Choice; selected: the Cases that meet its filters
    """
    known = {case.key: case for case in cases}
    if chosen.item in known:
        return known[chosen.item]
    after = order(known[chosen.said]) if chosen.said in known else ()
    left = [case for case in selected if case.left]
    if left:
        behind = (case for case in left if order(case) > after and case.key != chosen.said)
        return next(behind, next((case for case in left if case.key != chosen.said), None))
    if chosen.given and not chosen.said and not chosen.like:
        return selected[0] if selected else None
    return None


def order(case):
    return case.document, case.place.token.fragments, case.number
