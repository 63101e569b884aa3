"""Tables declared by their rows and columns, and filled from projects.

A row says a part of an address, such as a pair of annotators, and a column another, such as a
figure and a phase. The cell is the figure at the whole address.
"""

from typing import Any, Callable, NamedTuple

from brat_iaa.formats.cells import ROUNDING, figure
from brat_iaa.formats.tables import SENTENCE, Column, ColumnType, Table, for_programs
from brat_iaa.measures.score import Score

# Of the rows for programs.
FIELDS = (
    "paper", "table", "part", "row", "column", "printed", "value", "low", "high", "items",
    "undefined", "signature",
)  # fmt: skip


class PublishedTable(NamedTuple):
    """A table of a paper. Its axes are functions of (ProjectsAtHand, address so far) that return
    [(heading, {further part of the address})].

    number   as the paper has it, such as "table 2"
    place    page or section
    title    what it holds
    rows     axes, the first the outermost; a row without any figure is left out
    columns  the same; the last is the column's heading, those before it stand above
    printed  function of a figure: how the paper prints it
    needs    what a project needs to have such figures
    each     axes: a table for each
    heads    headings of the columns of names, one, or one for each axis of rows
    beside   name of the ProjectsAtHand's notes below it
    """

    number: str
    place: str
    title: str
    rows: tuple
    columns: tuple
    printed: Callable
    needs: str
    each: tuple = ()
    heads: tuple = ("",)
    beside: str = ""


class PublishedPaper(NamedTuple):
    """A paper.

    name         as in works.bib
    tables       tuple of PublishedTable
    directories  what several directories are: "phases" of one corpus, "rows", corpora that are
                 rows, or "tables", corpora with tables of their own
    picture      heading of the column against which the others of its table are drawn, or ""
    """

    name: str
    tables: tuple
    directories: str = "tables"
    picture: str = ""


def each(name) -> Callable:
    """The axis of the ProjectsAtHand's members of a name."""
    return lambda at_hand, address: at_hand.members(name, address)


def figures(parts, **further) -> Callable:
    """The axis of some figures. parts: {heading: {part of the address}}; further: of all of them"""
    named = [(heading, {**further, **part}) for heading, part in parts.items()]
    return lambda at_hand, address: named


def decimal(digits, zero="") -> Callable:
    """How a figure is printed: .96, or 0.96 with a zero; below 1 never as 1."""
    return lambda value: figure(value, digits).replace(".", f"{zero}.", bool(abs(value) < 1))


def per_cent(digits, trimmed=False) -> Callable:
    """How a share is printed: 96.0, or 96 if zeros at the end are trimmed; below 1 never as 100."""

    def printed(share):
        text = f"{100 * share:.{digits}f}"
        if float(text) == 100 and share < 1 - ROUNDING:
            return f">{100 - 10**-digits:.{digits}f}"
        text = text.rstrip("0").rstrip(".") if trimmed else text
        return text.lstrip("-") if float(text) == 0 else text

    return printed


class PublishedCell(NamedTuple):
    """What stands in a cell: the text, the number behind it (a Score's, or as it is) or None."""

    text: str
    number: Any
    figure: Any


# Tables are filled with these.
_CELL = ColumnType("r", lambda cell: cell.text, lambda cell: cell.number)
_NAME = ColumnType("l")


def filled(paper, at_hand) -> list:
    """[(Table, its rows for programs)] of a PublishedPaper."""
    return [made for table in paper.tables for made in _filled(paper, table, at_hand)]


def _filled(paper, table, at_hand):
    at_all = False
    apart = [each("corpora_apart")] * (paper.directories == "tables")
    for part, given in _addresses((*apart, *table.each), at_hand, {}):
        columns = list(_addresses(table.columns, at_hand, given))
        rows = [
            (names, [_cell(table, at_hand, {**of_row, **of_column}) for _, of_column in columns])
            for names, of_row in _addresses(table.rows, at_hand, given)
        ]
        rows = [row for row in rows if any(cell.figure is not None for cell in row[1])]
        if rows:
            at_all = True
            yield _table(
                paper, table, [*filter(None, part)], columns, rows, at_hand.notes(table.beside)
            )
    if not at_all:
        yield Table(_title(paper, table), [SENTENCE("needs")], [(table.needs,)]), []


def _addresses(axes, at_hand, given):
    """Yield (headings, address) of all members of some axes, those of the first outermost."""
    if not axes:
        yield (), given
        return
    for heading, part in axes[0](at_hand, given):
        for headings, address in _addresses(axes[1:], at_hand, {**given, **part}):
            yield (heading, *headings), address


def _cell(table, at_hand, address):
    found = at_hand.figure(address)
    number = found.value if isinstance(found, Score) else found
    if "take" in address and found is not None:
        number = getattr(found, address["take"])
    if number is None:
        return PublishedCell("–", None, found)
    text = number if isinstance(number, str) else address.get("printed", table.printed)(number)
    # A star where another figure of the same name says so.
    ending, holds = address.get("star", ("", None))
    beside = ending and at_hand.figure({**address, "statistic": address["statistic"] + ending})
    beside = beside.value if isinstance(beside, Score) else beside
    star = "*" if ending and beside is not None and holds(beside) else ""
    return PublishedCell(text + star, number, found)


def _title(paper, table, part=()):
    about = f": {', '.join(part)}" if part else ""
    return f"{paper.name}, {table.number} ({table.place}): {table.title}{about}"


def _table(paper, table, part, columns, rows, notes):
    """(Table, rows for programs)"""
    heads = [_NAME(head, f"row{number or ''}") for number, head in enumerate(table.heads)]
    heads += [Column(names[-1], _CELL, " ".join(filter(None, names))) for names, _ in columns]
    over = [" ".join(names[:-1]) for names, _ in columns]
    records, for_each, undefined = [], [], {}
    for names, cells in rows:
        # One name for all axes: the innermost that has one.
        name = names if len(table.heads) > 1 else [*filter(None, names)][-1:]
        records.append((*name, *cells))
        for (of_column, _), cell in zip(columns, cells):
            found, row = cell.figure, ", ".join(name)
            reason = getattr(found, "undefined", None) if cell.number is None else None
            if reason:
                undefined.setdefault(reason, {})[row] = None
            for_each.append((
                paper.name, table.number, ", ".join(part), row, ", ".join(filter(None, of_column)),
                cell.text, cell.number, *(getattr(found, "interval", None) or (None, None)),
                getattr(found, "items", None), reason, getattr(found, "signature", None),
            ))  # fmt: skip
    notes = [*notes, *(f"Undefined: {'; '.join(of)}: {why}." for why, of in undefined.items())]
    if any(cell.figure is None for _, cells in rows for cell in cells):
        notes.append(f"–: needs {table.needs}.")
    made = Table(_title(paper, table, part), heads, records, tuple(notes))
    above = (*[""] * len(table.heads), *over) if any(over) else ()
    return made._replace(over=above), for_each


def figure_cells(rows) -> Table:
    """The rows of all tables, for programs."""
    return for_programs([dict(zip(FIELDS, row)) for row in rows], FIELDS)
