"""Tables as plain text for a terminal."""

import textwrap

from brat_iaa.formats.display_names import columns
from brat_iaa.formats.terminal import printable

WIDTH = 80
# Tables of figures with intervals may be wider.
WIDEST = 100
# A narrower column of sentences is put below its row.
_NARROWEST = 20


def to_text(summary: list, tables: list, title=str, brief=False) -> str:
    """The report for a terminal: tables, then what their words mean, and how to cite a figure.

    summary  lines for the top
    tables   list of Table
    title    function that emphasises a title
    brief    whether it is to take few lines, and fit a narrow terminal
    """
    width, apart = (WIDTH, []) if brief else (WIDEST, [""])
    out = [line for text in summary for line in _wrapped(text, "") or [""]] + [""]
    for table in tables:
        out += [*map(title, _wrapped(table.title, "")), *apart]
        out += _columns(table, width)
        if table.notes:
            out += apart
        out += [line for note in table.notes for line in _wrapped(note, "  ")]
        out.append("")
    terms = dict.fromkeys(term for table in tables for term in table.glossary)
    if terms:
        out += [title("Terms"), *apart]
        out += [line for term in terms for line in _wrapped(term, "  ", "    ")] + [""]
    cited = dict.fromkeys(signature for table in tables for signature in table.signatures)
    for first in list(cited)[:1]:
        others = len(cited) - 1
        what = "To cite a figure" + (f" ({others} more: --format json)" if others else "")
        # Not wrapped, so that it can be copied.
        out += [title(what), *apart, f"  {printable(first)}", ""]
    return "\n".join(out)


def of_table(table) -> str:
    """A Table alone, without title and notes."""
    return "".join(f"{line}\n" for line in _columns(table, WIDEST)) if table.records else ""


def _columns(table, widest):
    """Lines of the table, its columns aligned."""
    grid = [[printable(cell) for cell in row] for row in (table.header, *table.rows)]
    for column, align in enumerate(table.align):
        if align == "r":
            for row, cell in zip(grid, _aligned_figures([row[column] for row in grid])):
                row[column] = cell
    # Sentences go last and are wrapped.
    fixed = len(table.align) - (table.align[-1] == "p")
    widths = [max(columns(row[column]) for row in grid) for column in range(fixed)]
    over = ""
    for heading, of in table.spans:
        # It begins where its columns do, and ends before the next one.
        over += printable(heading)
        widths[of[-1]] += max(columns(heading) - sum(widths[at] + 2 for at in of) + 2, 0)
        over += " " * (sum(widths[: of[-1] + 1]) + 2 * (of[-1] + 1) - columns(over))
    first_apart = table.align[0] == "l" and sum(widths) + 2 * fixed > widest
    lines: list = [f"  {over}".rstrip()] * bool(over.strip())
    heading = ""
    for row in grid:
        cells = [cell + " " * (width - columns(cell)) for cell, width in zip(row, widths)]
        if first_apart:
            lines += _wrapped(row[0], "  ") if row[0] != heading else []
            heading, cells = row[0], ["", *cells[1:]]
        start = "  " + "  ".join(cells)
        if fixed == len(row):
            lines.append(start.rstrip())
        elif widest - columns(start) - 2 < _NARROWEST:
            lines += [start.rstrip()] if start.strip() else []
            lines += _wrapped(row[-1], " " * 6)
        else:
            lines += _wrapped(row[-1], start + "  ", " " * (columns(start) + 2), widest) or [
                start.rstrip()
            ]
    return lines


def _aligned_figures(cells):
    """The cells of a column of figures, with aligned values and aligned intervals."""
    header, *figures = cells
    parts = [cell.partition(" ") for cell in figures]
    width = max((columns(value) for value, _, _ in parts), default=0)
    intervals = any(interval for _, _, interval in parts)
    if not intervals:
        width = max(width, columns(header))
        header = header.rjust(width)
    return [header] + [value.rjust(width) + blank + interval for value, blank, interval in parts]


def _wrapped(text, first, following=None, width=WIDTH):
    return textwrap.wrap(
        printable(text),
        width,
        initial_indent=first,
        subsequent_indent=first if following is None else following,
        break_long_words=False,
        break_on_hyphens=False,
    )
