"""Tables as plain text, Markdown and LaTeX."""

import re
import textwrap
import unicodedata

WIDTH = 100


def to_text(headline, tables):
    """The report for a terminal."""
    out = [headline, ""]
    for table in tables:
        out += [table.title, ""]
        out += _columns(table.header, table.rows)
        out += [line for note in table.notes for line in _wrapped(note, "  ")]
        out.append("")
    return "\n".join(out)


def _columns(header, rows):
    """Lines of aligned columns; the last column wraps if it holds sentences."""
    grid = [header, *rows]
    widths = [max(_width(row[column]) for row in grid) for column in range(len(header))]
    used = sum(widths[:-1]) + 2 * len(widths)
    lines = []
    for row in grid:
        cells = [_padded(cell, width) for cell, width in zip(row, widths)]
        line = "  " + "  ".join(cells).rstrip()
        if len(line) > WIDTH and used < WIDTH - 20:
            first = "  " + "  ".join(cells[:-1]) + "  "
            lines += _wrapped(row[-1], first, " " * used)
        else:
            lines.append(line)
    return lines


def _wrapped(text, first, following=None):
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=first if following is None else following,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _width(text):
    """Columns of a terminal: East Asian wide characters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _padded(text, width):
    return text + " " * (width - _width(text))


def to_markdown(headline, tables):
    """The report as Markdown tables."""
    out = [f"# {_markdown(headline)}", ""]
    for table in tables:
        out += [f"## {_markdown(table.title)}", ""]
        out.append("| " + " | ".join(_markdown(cell) for cell in table.header) + " |")
        out.append("|" + " --- |" * len(table.header))
        out += ["| " + " | ".join(_markdown(cell) for cell in row) + " |" for row in table.rows]
        out.append("")
        out += [f"{_markdown(note)}\n" for note in table.notes]
    return "\n".join(out)


def _markdown(text):
    escaped = re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)
    return re.sub(r"\s+", " ", escaped)


def to_latex(headline, tables):
    """The report as LaTeX tables (package booktabs)."""
    out = [f"% {_one_line(headline)}", "% needs \\usepackage{booktabs} and a font with the labels' characters", ""]
    for table in tables:
        out += [
            "\\begin{table}",
            f"\\caption{{{_latex(table.title)}}}",
            "\\begin{tabular}{l" + "r" * (len(table.header) - 1) + "}",
            "\\toprule",
            " & ".join(_latex(cell) for cell in table.header) + " \\\\",
            "\\midrule",
        ]
        out += [" & ".join(_latex(cell) for cell in row) + " \\\\" for row in table.rows]
        out += ["\\bottomrule", "\\end{tabular}"]
        out += [f"% {_one_line(note)}" for note in table.notes]
        out += ["\\end{table}", ""]
    return "\n".join(out)


_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "[": "{[}", "]": "{]}", "–": "--", "“": "``", "”": "''",
}


def _latex(text):
    return "".join(_LATEX.get(character, character) for character in _one_line(text))


def _one_line(text):
    return re.sub(r"\s+", " ", text)
