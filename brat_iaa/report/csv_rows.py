"""Rows as CSV that spreadsheets can open safely."""

import csv
import io

# Characters with which a spreadsheet begins a formula, also in their wide forms.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def to_csv(rows, fields) -> str:
    """CSV with a header, also without rows; text that a spreadsheet would take for a formula begins
    with an apostrophe.

    rows    iterable of dicts
    fields  their keys, in the order of the columns
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    writer.writerows([safe_cell(row[field]) for field in fields] for row in rows)
    return out.getvalue()


def safe_cell(value):
    """A value as a spreadsheet may read it: text stays text, None is empty, numbers are numbers."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value
