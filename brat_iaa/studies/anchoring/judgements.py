"""The judges' preferences: a table below the project, one judgement a line.

The first line names the columns document, start, end, judge and preferred, in any order; other
columns are ignored. Cells are separated by tabs, commas or semicolons, as in the first line. A line
that cannot be used is a problem; the others count.
"""

import csv
import os
import re
from typing import NamedTuple, Optional

from brat_iaa.corpus.files import inside, read_stable, why_unreadable
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
    path = os.path.join(root, file)
    if not inside(os.path.realpath(path), os.path.realpath(root)):
        return _unusable(file, "The file is outside of the project. Put a copy into it.")
    data = read_stable([path])[path]
    if data is None:
        reason = why_unreadable(path)
        return _unusable(file, f"The file cannot be read: {reason}. The setting judges names it.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unusable(
            file, f"Byte {error.start + 1} is not UTF-8. Save the table as UTF-8 text."
        )
    return _table(file, re.split("\r\n|\n|\r", text))


def _unusable(file, reason, line=None, code="unreadable-file"):
    return Judgements(file, (), (Problem(file, line, code, reason),))


def _table(file, lines):
    separator = max(_SEPARATORS, key=lines[0].count)
    names = [cell.strip().lower() for cell in _cells(lines[0], separator) or ()]
    lacking = [name for name in COLUMNS if name not in names]
    if lacking:
        reason = (
            f"The first line lacks the columns {', '.join(lacking)}. Expected the names "
            f"{', '.join(COLUMNS)}, separated by tabs or commas."
        )
        return _unusable(file, reason, 1, "judgement-columns")
    columns = [names.index(name) for name in COLUMNS]
    problems, seen = [], {}
    for number, line in enumerate(lines[1:], 2):
        cells = _cells(line, separator)
        if cells is not None and not any(cell.strip() for cell in cells):
            continue
        row, fault = _row(cells, columns, number)
        first = row and seen.setdefault(row[:4], row)
        if first is not row:
            fault = (
                f"{quoted(first.judge)} judged this token in line {first.line} already; that line "
                "counts."
            )
        if fault:
            problems.append(Problem(file, number, "judgement", fault))
    return Judgements(file, tuple(seen.values()), tuple(problems))


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
    row = dict(zip(COLUMNS, (cells[column].strip() for column in columns)))
    for name, value in row.items():
        if not value:
            return None, f"The cell of {name} is blank."
    for name in ("start", "end"):
        value = row[name]
        if not (value.isascii() and value.isdigit()) or len(value) > 12:
            return None, f"{name} is {quoted(value)}. Expected an offset in characters, such as 17."
        row[name] = int(value)
    if row["start"] >= row["end"]:
        return None, f"start {row['start']} is not before end {row['end']}."
    return Judgement(**row, line=number), None
