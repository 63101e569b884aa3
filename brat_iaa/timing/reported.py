"""Minutes that annotators wrote down themselves: a table, a line for each annotator, document and
phase.

The first line names the columns annotator, document, minutes and, if there are several, phase, in
any order; other columns are ignored. Cells are separated by tabs, commas or semicolons, as in the
first line. Several lines of one annotator, document and phase add up.
"""

import csv
import io
from pathlib import Path
from typing import NamedTuple, Optional

import numpy

from brat_iaa.corpus.files import read_stable, why_unreadable
from brat_iaa.errors import ConfigError
from brat_iaa.formats.cells import Table, figure, named
from brat_iaa.measures.estimate import FEWEST, positive_interval
from brat_iaa.report.csv_rows import to_csv as rows_to_csv

_COLUMNS = ("annotator", "document", "minutes")
_PHASE = "phase"
_SEPARATORS = "\t;,"
# Columns of minutes, in this order (Ragheb & Dickinson 2013, table 1).
MINUTES = ("total", "average", "min", "max")
FIELDS = ("phase", "annotator", "documents", *MINUTES, "sentences", "per_sentence", "low", "high")


class ReportedTime(NamedTuple):
    """Minutes of one annotator on one document in one phase, "" without phases.

    sentences  number of the document's sentences; None if the project has no such document
    """

    annotator: str
    document: str
    phase: str
    minutes: float
    sentences: Optional[int]


def read_reported(file, tables) -> list:
    """List of ReportedTime of a table, in the order of its lines.

    file    path
    tables  {document: DependencyTable} of the project

    Raises ConfigError, which names the line, if the table cannot be used.
    """
    path = Path(file)
    data = read_stable([path])[path]
    if data is None:
        raise ConfigError(f"--minutes {file}: cannot be read: {why_unreadable(path)}.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"--minutes {file}: byte {error.start + 1} is not UTF-8. Save it as UTF-8 text."
        ) from None
    first = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    try:
        lines = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error as error:
        raise ConfigError(f"--minutes {file}: this is no table: {error}.") from None
    names = [cell.strip().lower() for cell in lines[0]] if lines else []
    lacking = [name for name in _COLUMNS if name not in names]
    if lacking:
        raise ConfigError(
            f"--minutes {file}: the first line lacks the columns {', '.join(lacking)}. Expected "
            "the names annotator, document, phase and minutes, separated by tabs or commas."
        )
    minutes: dict = {}
    for number, cells in enumerate(lines[1:], 2):
        if any(cell.strip() for cell in cells):
            key, value = _row(f"--minutes {file}, line {number}", names, cells)
            minutes[key] = minutes.get(key, 0) + value
    sentences = {name: len(table.sentences) for name, table in tables.items()}
    return [
        ReportedTime(annotator, document, phase, value, sentences.get(document))
        for (annotator, document, phase), value in minutes.items()
    ]


def _row(where, names, cells):
    """((annotator, document, phase), minutes)"""
    if len(cells) < len(names):
        raise ConfigError(f"{where}: {len(cells)} cells, expected {len(names)}.")
    row = dict(zip(names, (cell.strip() for cell in cells)))
    for name in _COLUMNS:
        if not row[name]:
            raise ConfigError(f"{where}: the cell of {name} is blank.")
    try:
        minutes = float(row["minutes"])
    except ValueError:
        minutes = -1.0
    if not 0 <= minutes < float("inf"):
        raise ConfigError(
            f"{where}: minutes are “{row['minutes']}”, expected a number such as 12.5."
        )
    return (row["annotator"], row["document"], row.get(_PHASE, "")), minutes


def reported_rows(times) -> list:
    """A dict with FIELDS for each phase and annotator, and for all annotators of a phase (annotator
    None), in the order of the table (Ragheb & Dickinson 2013, table 1).

    total, average, min, max  minutes, of documents
    per_sentence              minutes of the documents that the project has, by their sentences
    low, high                 its 95 % interval, with documents drawn; None below ten documents
    """
    rows = []
    for phase in dict.fromkeys(time.phase for time in times):
        of_phase = [time for time in times if time.phase == phase]
        annotators: list = list(dict.fromkeys(time.annotator for time in of_phase))
        for annotator in annotators + ([None] if len(annotators) > 1 else []):
            chosen = [time for time in of_phase if annotator in (None, time.annotator)]
            value, interval = _per_sentence([time for time in chosen if time.sentences])
            low, high = interval or (None, None)
            rows.append(
                {
                    "phase": phase,
                    "annotator": annotator,
                    "documents": len({time.document for time in chosen}),
                    **summed([time.minutes for time in chosen]),
                    "sentences": sum(time.sentences or 0 for time in chosen),
                    "per_sentence": value,
                    "low": low,
                    "high": high,
                }
            )
    return rows


def summed(minutes) -> dict:
    """{each of MINUTES: its value} of a list of minutes."""
    average = sum(minutes) / len(minutes)
    return dict(zip(MINUTES, (sum(minutes), average, min(minutes), max(minutes))))


def _per_sentence(times):
    """(minutes per sentence, its interval or None): a ratio of sums over documents."""
    if not times:
        return None, None
    names = list(dict.fromkeys(time.document for time in times))
    minutes, sentences = numpy.zeros((2, len(names)))
    for time in times:
        minutes[names.index(time.document)] += time.minutes
        sentences[names.index(time.document)] += time.sentences
    value = float(minutes.sum() / sentences.sum())
    influence = (minutes - value * sentences) / sentences.sum()
    documents = numpy.arange(len(names))
    return value, positive_interval(value, influence, sentences > 0, documents, "documents")


def reported_tables(times) -> list:
    """List of Table: minutes of each annotator in each phase."""
    unknown = list(dict.fromkeys(time.document for time in times if time.sentences is None))
    notes = [
        "As annotators reported them. Average, min and max are of one annotator's document. In "
        "brackets: 95 % interval, linearised variance over documents "
        f"({FEWEST} or more)."
    ]
    if unknown:
        notes.append(f"Not in the project, so not in minutes per sentence: {named(unknown)}.")
    rows = tuple(
        (
            row["phase"] or "–",
            row["annotator"] or "all",
            str(row["documents"]),
            *(f"{row[name]:.1f}" for name in MINUTES),
            _printed(row),
        )
        for row in reported_rows(times)
    )
    header = ("phase", "annotator", "documents", *MINUTES, "per sentence")
    title = "Minutes of each phase (as Ragheb & Dickinson 2013, table 1)"
    return [Table(title, "llrrrrrr", header, rows, tuple(notes))] if rows else []


def _printed(row):
    value = figure(row["per_sentence"], 2)
    if row["low"] is None:
        return value
    return f"{value} [{figure(row['low'], 2)}, {figure(row['high'], 2)}]"


def reported_csv(times) -> str:
    """CSV with a header and a line for each phase and annotator, blank for all of them."""
    return rows_to_csv(reported_rows(times), FIELDS)


def reported_dict(file, times) -> dict:
    """Everything, for JSON."""
    return {
        "minutes": str(file),
        "phases": reported_rows(times),
        "documents": [time._asdict() for time in times],
    }
