"""Lists in which somebody looks for a row: columns that sort, words to find."""

from collections.abc import Callable
from typing import NamedTuple

from brat_iaa.config import nearest
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
    matching = [row for row in rows if find.casefold() in words(row).casefold()] if find else rows
    column = next((each for each in columns if each.name == sort.lstrip("-")), None)
    if column is not None:
        matching = _sorted(matching, column.value, sort.startswith("-"))
    # The partner is in every address anyway.
    kept = selection.for_links(args, "format", "with", f"{name}_page")
    shown, page, pages = matching[:FIRST], 1, 1
    if args.get("show") == name:
        pages = max(1, -(-len(matching) // ALL))
        # Of several layers, one list may be shorter than another.
        page = min(selection.number(args, f"{name}_page", 1, "page") or 1, pages)
        shown = matching[(page - 1) * ALL : page * ALL]
    order = {column.name: "descending" if sort.startswith("-") else "ascending"} if column else {}
    clicks = {}
    for each in columns:
        usual = ("-" if each.falls else "") + each.name
        clicks[each.name] = usual if sort != usual else usual[1:] if each.falls else f"-{usual}"
    return SortedList(
        name, list(shown), len(rows), len(matching), find, clicks, order, page, pages, kept
    )  # fmt: skip


def column_name(key):
    """How addresses name the column of a figure, (measure, statistic)."""
    return "-".join(filter(None, key))


def check(name, args, names):
    """Raise BadRequest if no list has the column by which one is to be sorted."""
    sort = args.get(f"{name}_sort", "").lstrip("-")
    if sort and sort not in names:
        reason = f"There is no column “{sort}”."
        raise BadRequest(reason, nearest(sort, names, "There are").strip())


def _sorted(rows, value, falls):
    """Rows in order; those without a value last, whichever way."""
    there = [row for row in rows if value(row) is not None]
    return sorted(there, key=value, reverse=falls) + [row for row in rows if value(row) is None]
