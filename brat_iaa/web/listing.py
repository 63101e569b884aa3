"""Lists in which somebody looks for a row: filters above, columns that sort, words to find."""

from collections.abc import Callable
from typing import NamedTuple

from brat_iaa.config import nearest
from brat_iaa.places.filters import meant
from brat_iaa.web import selection
from brat_iaa.web.messages import BadRequest

# Rows at first, and on a page of all.
FIRST, ALL = 25, 100
# Rows from which there is a field to find one.
_MANY = 10


class SortColumn(NamedTuple):
    """A column by which a list is sorted.

    name   in addresses; with "-" in front: from the largest
    value  function of a row: what it is sorted by, None where there is nothing
    falls  whether the largest is wanted first
    """

    name: str
    value: Callable
    falls: bool = False


class SortedList(NamedTuple):
    """The rows that a request asks for.

    name    of the list; its parameters are NAME_sort, NAME_find and NAME_page
    total   number of rows of the list; found: of those with the words to find
    columns {name: address value that a click on its head sorts by}
    order   {name: "ascending" or "descending"} of the column it is sorted by
    kept    parameters of the request without the page
    """

    name: str
    rows: list
    total: int
    found: int
    find: str
    columns: dict
    order: dict
    page: int
    pages: int
    kept: dict

    @property
    def searched(self):
        """Whether there is a field to find rows."""
        return bool(self.find) or self.total > _MANY

    @property
    def without_find(self):
        """Parameters without these words."""
        return {name: text for name, text in self.kept.items() if name != f"{self.name}_find"}


def listing(name, rows, columns, words, args):
    """The SortedList of some rows.

    columns  [SortColumn]; words: function of a row that returns what is searched
    args     request parameters; show=NAME: all rows, in pages
    """
    sort, find = args.get(f"{name}_sort", ""), args.get(f"{name}_find", "").strip()
    found = [row for row in rows if find.casefold() in words(row).casefold()] if find else rows
    column = next((one for one in columns if one.name == sort.lstrip("-")), None)
    if column is not None:
        found = _sorted(found, column.value, sort.startswith("-"))
    # The partner is in every address anyway.
    kept = selection.for_links(args, "format", "with", f"{name}_page")
    shown, page, pages = found[:FIRST], 1, 1
    if args.get("show") == name:
        pages = max(1, -(-len(found) // ALL))
        # Of several layers, one list may be shorter than another.
        page = min(selection.number(args, f"{name}_page", 1, "page") or 1, pages)
        shown = found[(page - 1) * ALL : page * ALL]
    order = {column.name: "descending" if sort.startswith("-") else "ascending"} if column else {}
    clicks = {}
    for one in columns:
        usual = ("-" if one.falls else "") + one.name
        clicks[one.name] = usual if sort != usual else usual[1:] if one.falls else f"-{usual}"
    return SortedList(
        name, list(shown), len(rows), len(found), find, clicks, order, page, pages, kept
    )  # fmt: skip


def column_name(key):
    """How addresses name the column of a figure, (measure, statistic)."""
    return "-".join(filter(None, key))


def check(name, args, known):
    """Raise BadRequest if no list has the column by which one is to be sorted."""
    sort = args.get(f"{name}_sort", "").lstrip("-")
    if sort and sort not in known:
        reason = f"There is no column “{sort}”."
        raise BadRequest(reason, nearest(sort, known, "There are").strip())


def _sorted(rows, value, falls):
    """Rows in order; those without a value last, whichever way."""
    there = [row for row in rows if value(row) is not None]
    return sorted(there, key=value, reverse=falls) + [row for row in rows if value(row) is None]


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
        # Of other than numbers and any text there is nothing to choose without choices.
        if filter.name in choices or filter.takes is None or isinstance(filter.takes, int)
    ]
    more = [field for field in fields if field.name not in _FIRST]
    shown = {field.name for field in fields}
    return Form(
        [field for field in fields if field.name in _FIRST],
        more,
        any(field.given for field in more),
        {name: text for name, text in given.items() if name not in shown},
    )


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
