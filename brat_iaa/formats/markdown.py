"""Tables as Markdown."""

import re

from brat_iaa.formats.terminal import printable

_COLUMNS = {"l": "---", "p": "---", "r": "---:"}


def to_markdown(summary: list, tables: list) -> str:
    """The report as Markdown tables; markup in names and texts is escaped.

    summary  lines for the top
    tables   list of Table
    """
    first, *further = summary
    out = [f"# {_escaped(first)}", ""]
    for line in further:
        # A drawing stands as it is.
        out += [printable(line), ""] if line.startswith("    ") else [_escaped(line), ""]
    for table in tables:
        out += [f"## {_escaped(table.title)}", "", _row(_heads(table))]
        out.append("| " + " | ".join(_COLUMNS[align] for align in table.align) + " |")
        out += [_row(row) for row in table.rows] + [""]
        for note in (*table.notes, *table.glossary):
            out += [_escaped(note), ""]
        if table.signatures:
            out += ["Settings:", ""] + [f"- {_code(text)}" for text in table.signatures] + [""]
    return "\n".join(out)


def _heads(table):
    over = table.over or [""] * len(table.header)
    return [" ".join(filter(None, heads)) for heads in zip(over, table.header)]


def _row(cells):
    return "| " + " | ".join(_escaped(cell) for cell in cells) + " |"


def _escaped(text):
    return re.sub(r"([\\`*_{}\[\]<>#|&~$!])", r"\\\1", printable(text))


def _code(text):
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{printable(text)}{fence}"
