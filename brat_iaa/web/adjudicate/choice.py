"""Which places of a draft a request is about: filters, the one in the middle, where to go next."""

from brat_iaa.adjudication.cases import STATUSES
from brat_iaa.places.filters import FILTERS, NOTHING, Filter, vocabulary_of
from brat_iaa.places.place import meeting

LEFT = "left"
# A layer or pattern that nothing has any more is no mistake: it may have been settled.
OFFERED = (
    Filter("status", "status", "", takes=(LEFT, *STATUSES)),
    FILTERS["text"],
    FILTERS["layer"]._replace(takes=None),
    FILTERS["document"],
    FILTERS["label"],
    Filter("pattern", "pattern", ""),
)
# Between the labels of a pattern in addresses; labels in brat have no blanks.
_BETWEEN = " / "


def select(chosen, cases):
    """List of the Cases that meet the filters of a one_by_one.Choice; a filter that nothing meets
    is no error.
    """
    given = chosen.given
    status, pattern = given.get("status"), given.get("pattern")
    cases = [
        case
        for case in cases
        if status in (None, case.status, *([LEFT] if case.left else ()))
        and pattern in (None, pattern_of(case))
    ]
    met = meeting([case.place for case in cases], chosen.filters)
    return [case for case, meets in zip(cases, met) if meets]


def vocabulary(cases):
    """The Vocabulary of some Cases."""
    return vocabulary_of(
        (
            case.place.layer,
            case.document,
            case.place.sentence,
            case.sentence.text,
            case.place.labels,
        )
        for case in cases
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
    by_key = {case.key: case for case in cases}
    if chosen.item in by_key:
        return by_key[chosen.item]
    after = by_key[chosen.said].order if chosen.said in by_key else ()
    left = [case for case in selected if case.left]
    if left:
        behind = (case for case in left if case.order > after and case.key != chosen.said)
        return next(behind, next((case for case in left if case.key != chosen.said), None))
    if chosen.given and not chosen.said and not chosen.like:
        return selected[0] if selected else None
    return None
