"""Tables as LaTeX, for papers."""

from brat_iaa.formats.terminal import printable

_COLUMNS = {"l": "l", "r": "r", "p": r"p{.5\linewidth}"}


def to_latex(summary: list, tables: list) -> str:
    """The report as LaTeX tables, with notes and settings as comments below each.

    summary  lines for the top
    tables   list of Table
    """
    out = [_comment(line) for line in summary]
    out += [
        _comment("needs \\usepackage{booktabs}, and a font that has the characters of the labels"),
        "",
    ]
    for table in tables:
        out += [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_escaped(table.title)}}}",
            rf"\begin{{tabular}}{{{''.join(_COLUMNS[align] for align in table.align)}}}",
            r"\toprule",
            *_over(table),
            _row(table.header),
            r"\midrule",
        ]
        out += [_row(row) for row in table.rows]
        out += [r"\bottomrule", r"\end{tabular}"]
        out += [_comment(line) for line in (*table.notes, *table.glossary, *table.signatures)]
        out += [r"\end{table}", ""]
    return "\n".join(out)


# LaTeX takes a star or bracket after the end of a row for an argument.
_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "_": r"\_",
        "%": r"\%",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\symbol{34}",
        "[": "{[}",
        "]": "{]}",
        "*": "{*}",
        "–": "--",
        "“": "``",
        "”": "''",
    }
)


def _over(table):
    """The row of headings above others, each over its columns, and a line below them."""
    spans = table.spans
    row = " & ".join(rf"\multicolumn{{{len(of)}}}{{c}}{{{_escaped(head)}}}" for head, of in spans)
    lines = " ".join(rf"\cmidrule(lr){{{of[0] + 1}-{of[-1] + 1}}}" for head, of in spans if head)
    return [rf"{row} \\", lines] if spans else []


def _row(cells):
    return " & ".join(_escaped(cell) for cell in cells) + r" \\"


def _escaped(text):
    escaped = printable(text).translate(_SPECIAL)
    return escaped if escaped == escaped.lstrip() else r"\quad " + escaped.lstrip()


def _comment(text):
    return f"% {printable(text)}"
