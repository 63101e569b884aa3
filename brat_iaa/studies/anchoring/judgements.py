"""The judges' preferences: a table below the project, one judgement a line.

The first line names the columns document, start, end, judge and preferred, in any order; other
columns are ignored. Cells are separated by tabs, commas or semicolons, as in the first line. A line
that cannot be used is a problem; the others count.
"""

import csv
import re
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa.corpus.files import read_stable, why_unreadable
from brat_iaa.corpus.problem import Problem, quoted

COLUMNS = ("document", "start", "end", "judge", "preferred")
_SEPARATORS = "\t;,"


class Judgement(NamedTuple):
    """One judge on one token: start, end in characters of the document; line, from 1."""

    document: str
    start: int
    end: int
    judge: str
    preferred: str
    line: int


class Judgements(NamedTuple):
    """file: path of the table below the project, or None; rows: Judgements; problems: Problems."""

    file: Optional[str] = None
    rows: tuple = ()
    problems: tuple = ()


def read_judgements(root, file: Optional[str]) -> Judgements:
    """The Judgements of a table; file: its path below root, or None."""
    if not file:
        return Judgements()
    text, reason = _text_below(root, file)
    if text is None:
        return Judgements(file, (), (Problem(file, None, "unreadable-file", reason),))
    return _table(file, re.split("\r\n|\n|\r", text))


def _text_below(root, file):
    """(text of a file without a byte order mark, None), or (None, why it cannot be read)."""
    root = Path(root)
    try:
        path, inside = (root / file).resolve(), root.resolve()
    except (OSError, RuntimeError, ValueError):
        return None, "The path cannot be followed. Correct the setting judges in iaa.conf."
    if inside not in path.parents:
        return None, "The file is outside of the project. Put a copy into it."
    data = read_stable([path])[path]
    if data is None:
        return None, (
            f"The file cannot be read: {why_unreadable(path)}. The setting judges names it."
        )
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        return None, f"Byte {error.start + 1} is not UTF-8. Save the table as UTF-8 text."


def _table(file, lines):
    header = lines[0]
    separator = max(_SEPARATORS, key=header.count)
    names = [cell.strip().lower() for cell in _cells(header, separator) or ()]
    lacking = [name for name in COLUMNS if name not in names]
    if lacking:
        reason = (
            f"The first line lacks the columns {', '.join(lacking)}. Expected the names "
            f"{', '.join(COLUMNS)}, separated by tabs or commas."
        )
        return Judgements(file, (), (Problem(file, 1, "judgement-columns", reason),))
    columns = [names.index(name) for name in COLUMNS]
    rows, problems, seen = [], [], {}
    for number, line in enumerate(lines[1:], 2):
        cells = _cells(line, separator)
        if cells is not None and not any(cell.strip() for cell in cells):
            continue
        row, fault = _row(cells, columns, number)
        if row is not None:
            first = seen.setdefault(row[:4], row)
            if first is not row:
                row = None
                fault = (
                    f"{quoted(first.judge)} judged this token in line {first.line} already; that "
                    "line counts."
                )
        if row is None:
            problems.append(Problem(file, number, "judgement", fault))
        else:
            rows.append(row)
    return Judgements(file, tuple(rows), tuple(problems))


def _cells(line, separator):
    """List of str; None if the line is no row of a table."""
    try:
        # Line by line, so that an unclosed quotation mark affects its own line only.
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return None


def _row(cells, columns, number):
    """(Judgement, None) or (None, what is wrong)."""
    if cells is None or len(cells) <= max(columns):
        return None, f"Expected a cell for each of {', '.join(COLUMNS)}."
    document, start, end, judge, preferred = (cells[column].strip() for column in columns)
    for name, value in zip(COLUMNS, (document, start, end, judge, preferred)):
        if not value:
            return None, f"The cell of {name} is blank."
    for name, value in (("start", start), ("end", end)):
        if not (value.isascii() and value.isdigit()) or len(value) > 12:
            return None, f"{name} is {quoted(value)}. Expected an offset in characters, such as 17."
    if int(start) >= int(end):
        return None, f"start {start} is not before end {end}."
    return Judgement(document, int(start), int(end), judge, preferred, number), None
