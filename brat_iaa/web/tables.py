"""Columns of tables that pages alone have, and lists in which somebody looks for a row."""

from typing import NamedTuple

from flask import url_for
from markupsafe import Markup, escape

from brat_iaa.formats.picture import to_svg
from brat_iaa.formats.tables import ColumnType, Table
from brat_iaa.report.charts import scale_of, small_axis, small_dot
from brat_iaa.spelling import nearest
from brat_iaa.web import selection
from brat_iaa.web.formatting import count, shade, signed_figure
from brat_iaa.web.messages import BadRequest

# Rows at first, and on a page of all; rows from which there is a field to find one.
FIRST, ALL, _MANY = 25, 100, 10

# Markup, or a text.
MARKUP = ColumnType("l", html=escape)
NUMBER = ColumnType("r", lambda number: "" if number is None else count(number))


class Shaded(NamedTuple):
    """A number in a cell of a heat map; css: class of the cell."""

    number: int
    css: str


SHADED = ColumnType(
    "r", lambda cell: count(cell.number) if cell.number else "",
    css=lambda cell: cell.css if cell else "",
)  # fmt: skip


def _of_pair(score):
    if score == "":
        return score
    return "–" if score is None else score.undefined or signed_figure(score.value)


def _shade_of_pair(score):
    if score is None or score == "":
        return "" if score is None else "same"
    return "undefined" if score.value is None else f"cell {shade(score.value)}"


# Of a pair matrix: a Score, None where there is none, "" on the diagonal.
PAIR_SCORE = ColumnType("r", _of_pair, css=_shade_of_pair)


def with_dots(table, number) -> Table:
    """A Table with dots before one of its columns, of Scores, all on one scale; one row alone has
    nothing to be compared with.
    """
    if len(table.records) < 2:
        return table
    scale = scale_of([record[number] for record in table.records])

    def dot(score):
        there = score is not None and score.value is not None
        return Markup(to_svg(small_dot(score, scale), "dots", aloud=False)) if there else ""

    axis = Markup(to_svg(small_axis(scale), "dots", aloud=False))
    column = ColumnType("l", lambda score: "", html=dot, css=lambda score: "bars")(axis, "")
    return table._replace(
        columns=[*table.columns[:number], column, *table.columns[number:]],
        records=[(*row[:number], row[number], *row[number:]) for row in table.records],
    )


class SortedList(NamedTuple):
    """The rows of a Table that a request asks for.

    name    of the list; its parameters are NAME_sort, NAME_find and NAME_page
    table   with these rows alone
    total   number of rows of the list; found: of those with the words to find
    clicks  {name of a column: what a click on its head sorts by}
    order   {name: "ascending" or "descending"} of the column it is sorted by
    kept    parameters of the request without the page
    """

    name: str
    table: Table
    total: int
    found: int
    find: str
    clicks: dict
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

    def sorts(self, endpoint, anchor):
        """{name of a column: address of the list sorted by it}"""
        return {
            column: url_for(endpoint, _anchor=anchor, **{**self.kept, f"{self.name}_sort": sort})
            for column, sort in self.clicks.items()
            if self.total > 1
        }


def sorted_list(name, table, args, sortable=True):
    """The SortedList of a Table, whose first columns are searched. args: request parameters;
    show=NAME: all rows, in pages
    """
    sort, find = args.get(f"{name}_sort", ""), args.get(f"{name}_find", "").strip()
    rows = table.records
    if find:
        rows = [row for row in rows if find.casefold() in " ".join(map(str, row[:3])).casefold()]
    columns = {column.name: number for number, column in table.for_people if sortable}
    wanted, falls = sort.lstrip("-"), sort.startswith("-")
    if wanted in columns:
        rows = _in_order(rows, columns[wanted], falls)
    # The partner is in every address anyway.
    kept = selection.for_links(args, "format", "with", f"{name}_page")
    shown, page, pages = rows[:FIRST], 1, 1
    if args.get("show") == name:
        pages = max(1, -(-len(rows) // ALL))
        # Of several layers, one list may be shorter than another.
        page = min(selection.number(args, f"{name}_page", 1, "page") or 1, pages)
        shown = rows[(page - 1) * ALL : page * ALL]
    clicks = {}
    for column, number in columns.items():
        usual = "-" * (table.columns[number].name in ("items", "places")) + column
        other = column if usual.startswith("-") else f"-{column}"
        clicks[column] = usual if sort != usual else other
    order = {wanted: "descending" if falls else "ascending"} if wanted in columns else {}
    return SortedList(
        name, table._replace(records=shown), len(table.records), len(rows), find, clicks, order,
        page, pages, kept,
    )  # fmt: skip


def _in_order(rows, number, falls):
    """Rows by a column; those without a value last, whichever way."""

    def value(row):
        found = getattr(row[number], "value", row[number])
        return found.casefold() if isinstance(found, str) else found

    there = [row for row in rows if value(row) is not None]
    return sorted(there, key=value, reverse=falls) + [row for row in rows if value(row) is None]


def check_sort(name, args, lists):
    """Raise BadRequest if no SortedList has the column by which one is to be sorted."""
    sort = args.get(f"{name}_sort", "").lstrip("-")
    names = [column for each in lists for column in each.clicks]
    if sort and sort not in names:
        reason = f"There is no column “{sort}”."
        raise BadRequest(reason, nearest(sort, dict.fromkeys(names), "There are").strip())
