"""The filters above any list: a form, those in use, and names in use that nothing has."""

from typing import NamedTuple

from brat_iaa.places.filters import Vocabulary, in_use, meant
from brat_iaa.spelling import nearest

# Values up to which one is chosen of a menu; of more, a part of the name is typed, and up to so
# many are offered then: the names of 5,000 documents take 200 kB on every page.
_MENU, _OFFERED = 12, 500
# What people look for first; the other filters unfold.
_FIRST = (
    "annotator", "text", "status", "moved", "context", "layer", "document", "label", "a", "b",
    "review",
)  # fmt: skip
# Chosen by a click on the page.
_CLICKED = ("sentence", "label_a", "label_b", "pattern")


class FilterField(NamedTuple):
    """The field of one filter.

    values  ((value, how it is said), ...) to choose from; () where something is typed
    names   values that are offered while a part of them is typed
    given   value in use, or ""
    number  whether it takes a number
    part    whether a part of a name is enough
    """

    name: str
    title: str
    values: tuple
    names: tuple
    given: str
    number: bool
    part: bool


class FilterArea(NamedTuple):
    """What stands above a list.

    first      [FilterField] that are seen at once
    more       [FilterField] that unfold; opened: whether one of these is in use
    hidden     {name: value} of filters in use, and what stays, without a field
    chips      [(Filter in use, its values as they are said, parameters without it)]
    fixed      {parameter: value} that stays whatever the filters
    not_found  sentences about names in use that nothing has
    """

    first: list
    more: list
    opened: bool
    hidden: dict
    chips: list
    fixed: dict
    not_found: list


def filter_area(
    offered, given, vocabulary=Vocabulary(), choices=None, say=lambda name, value: value,
    counts=None, fixed=None,
):  # fmt: skip
    """The FilterArea of some places.filters.Filters.

    given       {parameter: text} of the filters in use
    vocabulary  Vocabulary: the values that there are; filters of fewer than two have no field
    choices     {parameter: values} where these are others
    say         function of a filter's name and value that returns how it is said
    counts      {parameter: {value: number}}, said behind the value
    fixed       {parameter: value} that stays whatever the filters
    """
    counts, fixed, fields = counts or {}, fixed or {}, []
    for filter in offered:
        values = (choices or {}).get(filter.name, _values(filter, vocabulary))
        typed = values is None or isinstance(values, int)
        if typed or len(values) > 1 or values and filter.name in given:
            text, of_filter = given.get(filter.name, ""), counts.get(filter.name)
            fields.append(_field(filter, values, text, say, of_filter))
    more = [field for field in fields if field.name not in _FIRST]
    shown = {field.name for field in fields}
    return FilterArea(
        [field for field in fields if field.name in _FIRST],
        more,
        any(field.given for field in more),
        {name: text for name, text in {**fixed, **given}.items() if name not in shown},
        in_use(given, offered, say),
        fixed,
        _not_found(offered, given, vocabulary),
    )


def _field(filter, values, text, say, counts):
    """The FilterField of a filter in use, text, or not, ""."""
    number = isinstance(values, int)
    names = () if values is None or number else tuple(values)
    menu = names and not (filter.part and (len(names) > _MENU or text and text not in names))
    words = tuple(
        (name, say(filter.name, name) + ("" if counts is None else f" ({counts.get(name, 0)})"))
        for name in names
        if menu
    )
    offers = () if menu or len(names) > _OFFERED else names
    title = filter.title or filter.noun.capitalize()
    return FilterField(filter.name, title, words, offers, text, number, filter.part)


def _values(filter, vocabulary):
    """What a filter may be: values, None for any text, an int for numbers, () if it is clicked."""
    if filter.name in _CLICKED:
        return ()
    values = getattr(vocabulary, filter.takes) if isinstance(filter.takes, str) else filter.takes
    return sorted(values, key=alphabetical) if isinstance(values, frozenset) else values


def alphabetical(name):
    """A key that sorts names whatever their capitals."""
    return name.casefold(), name


def _not_found(offered, given, vocabulary):
    return [
        f"There is no {filter.noun} with “{given[filter.name]}” in its name."
        + nearest(given[filter.name], names, "There are")
        for filter, names in (
            (each, sorted(getattr(vocabulary, each.takes), key=alphabetical))
            for each in offered
            if each.part
        )
        if filter.name in given and not meant(given[filter.name], names)
    ]
