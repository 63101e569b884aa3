"""A text of the guide for a terminal."""

import textwrap

from brat_iaa.guide.markup import Code, Heading, List, Paragraph, TextTable
from brat_iaa.guide.topics import GROUPS, find_link, topic

WIDTH = 80
_NARROWEST = 16


def to_text(blocks, width=WIDTH):
    """Blocks as lines of at most `width` characters; code and long words may be longer."""
    return "\n\n".join(_block(block, width) for block in blocks) + "\n"


def contents():
    """The names and titles of all topics."""
    lines = []
    for title, names in GROUPS:
        lines += [title, *(f"  {name:14}{topic(name).title}" for name in names), ""]
    return "\n".join([*lines, "Read one with: brat-agreement guide TOPIC"])


def spans_to_text(spans):
    """A line. Links show where they lead: another topic, or an address."""
    return "".join(_link(span) if span.kind == "link" else _span(span) for span in spans)


def _span(span):
    return {"code": "`{}`", "em": "*{}*"}.get(span.kind, "{}").format(span.text)


def _link(span):
    where = find_link(span.target)[0] or span.target[1:]
    return span.text if where == span.text else f"{span.text} [{where}]"


def _block(block, width):
    if isinstance(block, Heading):
        title = spans_to_text(block.spans)
        rule = {1: "=", 2: "-"}.get(block.level)
        return f"{title}\n{rule * len(title)}" if rule else title
    if isinstance(block, Paragraph):
        return _wrapped(spans_to_text(block.spans), width)
    if isinstance(block, List):
        marks = [f"{n}. " if block.numbered else "- " for n in range(1, len(block.items) + 1)]
        return "\n".join(
            _wrapped(spans_to_text(item), width, mark) for mark, item in zip(marks, block.items)
        )
    if isinstance(block, Code):
        lines = textwrap.indent(block.text, "    ")
        return f"{', '.join(block.paths)}:\n{lines}" if block.paths else lines
    assert isinstance(block, TextTable)
    return _table(block, width)


def _wrapped(text, width, first=""):
    return textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=" " * len(first),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _table(table, width):
    """Columns side by side, the last one wrapped; where it has no room, each below its row."""
    grid = [[spans_to_text(cell) for cell in row] for row in (table.header, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*grid)][:-1]
    room = width - sum(widths) - 2 * len(widths)
    grid.insert(1, ["-" * size for size in widths] + ["-" * min(room, _longest(grid))])
    if room < min(_NARROWEST, _longest(grid)):
        del grid[1]
        return "\n".join(_stacked(row, width) for row in grid[1:])
    lines = []
    for row in grid:
        cells = [
            cell.rjust(size) if right else cell.ljust(size)
            for cell, size, right in zip(row, widths, table.right)
        ]
        start = "  ".join([*cells, ""])
        last = textwrap.wrap(row[-1], room, break_long_words=False, break_on_hyphens=False) or [""]
        if table.right[-1]:
            last = [last[0].rjust(min(room, _longest(grid))), *last[1:]]
        lines.append((start + last[0]).rstrip())
        lines += [" " * len(start) + line for line in last[1:]]
    return "\n".join(lines)


def _longest(grid):
    return max(len(row[-1]) for row in grid)


def _stacked(row, width):
    first, *others = row
    return "\n".join([first, *(_wrapped(cell, width, "    ") for cell in others if cell)])
