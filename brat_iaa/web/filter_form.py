"""The form of filters above any list, made of their declarations in places.filters."""

from typing import NamedTuple

from brat_iaa.config import nearest
from brat_iaa.places.filters import meant

# Values up to which one is chosen of a menu; of more, a part of the name is typed.
_MENU = 12
# What people look for first; the other filters unfold.
_FIRST = ("text", "status", "layer", "document", "label", "a", "b", "review")


class FilterField(NamedTuple):
    """The field of one filter.

    values  ((value, how it is said), ...) to choose from; () where something is typed
    names   values that are offered while a part of them is typed
    given   value in use, or ""
    number  whether it takes a number
    """

    name: str
    title: str
    values: tuple
    names: tuple
    given: str
    number: bool


class Form(NamedTuple):
    """Fields of a form.

    first   [FilterField] that stand above the list
    more    [FilterField] that unfold; opened: whether one of these is in use
    hidden  {name: value} of filters in use without a field
    """

    first: list
    more: list
    opened: bool
    hidden: dict


def form(offered, given, choices, say=lambda name, value: value):
    """The Form of some Filters.

    given    {parameter: text} of the filters in use
    choices  {parameter: values}; filters that take one of fewer than two are left out
    say      function of a filter's name and value that returns how it is said
    """
    fields = [
        _field(filter, given.get(filter.name, ""), choices.get(filter.name), say)
        for filter in offered
        if filter.name in given or len(choices.get(filter.name, ("", ""))) > 1
        if filter.name in choices or not _needs_choices(filter)
    ]
    more = [field for field in fields if field.name not in _FIRST]
    shown = {field.name for field in fields}
    return Form(
        [field for field in fields if field.name in _FIRST],
        more,
        any(field.given for field in more),
        {name: text for name, text in given.items() if name not in shown},
    )


def _needs_choices(filter):
    return filter.takes is not None and not isinstance(filter.takes, int)


def _field(filter, given, values, say):
    title = filter.title or filter.noun.capitalize()
    number = isinstance(filter.takes, int)
    if values is None or (filter.part and (len(values) > _MENU or given and given not in values)):
        return FilterField(filter.name, title, (), tuple(values or ()), given, number)
    said = tuple((value, say(filter.name, value)) for value in values)
    return FilterField(filter.name, title, said, (), given, number)


def not_found(offered, given, known):
    """Sentences about names in use that nothing has; known: a Vocabulary"""
    return [
        f"There is no {filter.noun} with “{given[filter.name]}” in its name."
        + nearest(given[filter.name], names, "There are")
        for filter, names in ((one, getattr(known, one.takes)) for one in offered if one.part)
        if filter.name in given and not meant(given[filter.name], names)
    ]
