"""Minutes that annotators wrote down themselves: a table, a line for each annotator, document and
phase.

The first line names the columns annotator, document, minutes and, where there are such, phase and
sentence, in any order; other columns are ignored. Cells are separated by tabs, commas or
semicolons, as in the first line. Several lines of one annotator, document, phase and sentence add
up.
"""

import csv
import io
from pathlib import Path
from typing import NamedTuple, Optional

import numpy

from brat_iaa.corpus.files import read_stable, why_unreadable
from brat_iaa.errors import ConfigError
from brat_iaa.formats.cells import Table, named
from brat_iaa.measures.attachment_scores import Ratios
from brat_iaa.measures.estimate import ratio_interval
from brat_iaa.report.csv_rows import to_csv as rows_to_csv

_COLUMNS = ("annotator", "document", "minutes")
_PHASE, _SENTENCE = "phase", "sentence"
_SEPARATORS = "\t;,"
# Columns of minutes, in this order (Ragheb & Dickinson 2013, table 1).
MINUTES = ("total", "average", "min", "max")
FIELDS = ("phase", "document", "annotator", "sentences", *MINUTES, "low", "high")


class ReportedTime(NamedTuple):
    """Minutes of one annotator on one document in one phase, "" without phases.

    by_sentence  {sentence, as the table names it: minutes}; {} without such a column
    known        number of the document's sentences; None if the project has no such document
    """

    annotator: str
    document: str
    phase: str
    minutes: float
    by_sentence: dict
    known: Optional[int]

    @property
    def sentences(self) -> Optional[int]:
        """Number of the sentences that the minutes are about; None if it is unknown."""
        return len(self.by_sentence) or self.known


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
            "the names annotator, document, phase, sentence and minutes, separated by tabs or "
            "commas; phase and sentence may be left out."
        )
    minutes: dict = {}
    for number, cells in enumerate(lines[1:], 2):
        if any(cell.strip() for cell in cells):
            key, sentence, value = _row(f"--minutes {file}, line {number}", names, cells)
            of_sentences = minutes.setdefault(key, {})
            of_sentences[sentence] = of_sentences.get(sentence, 0) + value
    known = {name: len(table.sentences) for name, table in tables.items()}
    return [
        ReportedTime(
            annotator, document, phase, sum(of_sentences.values()),
            of_sentences if _SENTENCE in names else {}, known.get(document),
        )
        for (annotator, document, phase), of_sentences in minutes.items()
    ]  # fmt: skip


def _row(where, names, cells):
    """((annotator, document, phase), sentence, minutes)"""
    if len(cells) < len(names):
        raise ConfigError(f"{where}: {len(cells)} cells, expected {len(names)}.")
    row = dict(zip(names, (cell.strip() for cell in cells)))
    for name in (*_COLUMNS, _SENTENCE):
        if row.get(name) == "":
            raise ConfigError(f"{where}: the cell of {name} is blank.")
    try:
        minutes = float(row["minutes"])
    except ValueError:
        minutes = -1.0
    if not 0 <= minutes < float("inf"):
        raise ConfigError(
            f"{where}: minutes are “{row['minutes']}”, expected a number such as 12.5."
        )
    key = row["annotator"], row["document"], row.get(_PHASE, "")
    return key, row.get(_SENTENCE), minutes


def reported_rows(times) -> list:
    """A dict with FIELDS for each phase, document and annotator, as in Ragheb & Dickinson 2013,
    table 1; then, of several documents, for each annotator (document None), and of several
    annotators for all of them (annotator None).

    sentences  with minutes; without a column sentence all of the documents
    total      minutes
    average    minutes per sentence, over the documents whose sentences are known; else None
    min, max   of sentences; None without a column sentence
    low, high  95 % interval of the average, with documents drawn; None below ten documents
    """
    rows = []
    for phase in dict.fromkeys(time.phase for time in times):
        of_phase = [time for time in times if time.phase == phase]
        documents: list = list(dict.fromkeys(time.document for time in of_phase))
        annotators: list = list(dict.fromkeys(time.annotator for time in of_phase))
        for document in documents + ([None] if len(documents) > 1 else []):
            for annotator in annotators + ([None] if len(annotators) > 1 else []):
                chosen = [
                    time
                    for time in of_phase
                    if document in (None, time.document) and annotator in (None, time.annotator)
                ]
                if chosen:
                    rows.append(_row_of(phase, document, annotator, chosen))
    return rows


def _row_of(phase, document, annotator, times):
    value, interval = _per_sentence([time for time in times if time.sentences])
    of_sentences = [minutes for time in times for minutes in time.by_sentence.values()]
    low, high = interval or (None, None)
    return {
        "phase": phase,
        "document": document,
        "annotator": annotator,
        "sentences": sum(time.sentences or 0 for time in times),
        "total": sum(time.minutes for time in times),
        "average": value,
        "min": min(of_sentences, default=None),
        "max": max(of_sentences, default=None),
        "low": low,
        "high": high,
    }


def _per_sentence(times):
    """(minutes per sentence, its interval or None): a ratio of sums over documents."""
    if not times:
        return None, None
    names = list(dict.fromkeys(time.document for time in times))
    minutes, sentences = numpy.zeros((2, len(names)))
    for time in times:
        minutes[names.index(time.document)] += time.minutes
        sentences[names.index(time.document)] += time.sentences
    ratio = Ratios(minutes[:, None], sentences[:, None]).estimate()
    documents = numpy.arange(len(names))
    return float(ratio.value[0]), ratio_interval(ratio, None, documents, "documents")


def reported_tables(times) -> list:
    """List of Table: minutes of each annotator on each document in each phase."""
    unknown = list(dict.fromkeys(time.document for time in times if time.sentences is None))
    notes = ["As annotators reported them. Average, min and max are of sentences."]
    if not any(time.by_sentence for time in times):
        notes.append("Without a column sentence in the table, min and max are unknown.")
    made = reported_rows(times)
    if any(row["low"] is not None for row in made):
        notes.append("In brackets: 95 % interval, delete-one variance over documents.")
    lacking = [
        f"{time.annotator} {time.document} {time.known - time.sentences}"
        for time in times
        if time.by_sentence and (time.known or 0) > time.sentences
    ]
    if lacking:
        notes.append(f"Sentences without minutes, left out of the average: {named(lacking)}.")
    if unknown:
        notes.append(f"Not in the project, so not in the average: {named(unknown)}.")
    rows = tuple(
        (
            row["phase"] or "–",
            row["document"] or "all",
            row["annotator"] or "all",
            f"{row['total']:.1f}",
            _printed(row),
            *("–" if row[name] is None else f"{row[name]:.1f}" for name in ("min", "max")),
            str(row["sentences"]),
        )
        for row in made
    )
    header = ("phase", "document", "annotator", *MINUTES, "sentences")
    title = "Minutes of each phase (as Ragheb & Dickinson 2013, table 1)"
    return [Table(title, "lllrrrrr", header, rows, tuple(notes))] if rows else []


def _printed(row):
    value = "–" if row["average"] is None else f"{row['average']:.1f}"
    if row["low"] is None:
        return value
    return f"{value} [{row['low']:.1f}, {row['high']:.1f}]"


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
