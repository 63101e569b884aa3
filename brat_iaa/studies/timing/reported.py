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
from brat_iaa.formats.cells import named
from brat_iaa.formats.tables import COUNT, DECIMAL, DECIMAL_WITH_INTERVAL, Table, text_or
from brat_iaa.measures.changes import ratio_interval
from brat_iaa.measures.estimate import ratios_of_sentences

_COLUMNS = ("annotator", "document", "minutes")
_PHASE, _SENTENCE = "phase", "sentence"
_SEPARATORS = "\t;,"
# Columns of minutes, in this order (Ragheb & Dickinson 2013, table 1).
MINUTES = ("total", "average", "min", "max")


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
    sentences_of = {name: len(table.sentences) for name, table in tables.items()}
    return [
        ReportedTime(
            annotator, document, phase, sum(of_sentences.values()),
            of_sentences if _SENTENCE in names else {}, sentences_of.get(document),
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


def reported_table(times) -> Table:
    """Minutes of each phase, document and annotator, as in Ragheb & Dickinson 2013, table 1; then,
    of several documents, of each annotator (document None), and of several annotators of all of
    them (annotator None).

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
                    rows.append((phase, document, annotator, *_figures(chosen)))
    columns = [text_or("–")("phase"), text_or("all")("document"), text_or("all")("annotator")]
    columns += [COUNT(None, "sentences"), DECIMAL("total"), DECIMAL(None, "average")]
    columns += [DECIMAL_WITH_INTERVAL("average", ""), DECIMAL("min"), DECIMAL("max")]
    columns += [DECIMAL(None, "low"), DECIMAL(None, "high"), COUNT("sentences", "")]
    title = "Minutes of each phase (as Ragheb & Dickinson 2013, table 1)"
    return Table(title, columns, rows, tuple(_notes(times, rows)))


def _figures(times):
    of_sentences = [minutes for time in times for minutes in time.by_sentence.values()]
    average, interval = _per_sentence([time for time in times if time.sentences])
    sentences = sum(time.sentences or 0 for time in times)
    return (
        *(sentences, sum(time.minutes for time in times), average, (average, interval)),
        *(min(of_sentences, default=None), max(of_sentences, default=None)),
        *(*(interval or (None, None)), sentences),
    )


def _per_sentence(times):
    """(minutes per sentence, its interval or None): a ratio of sums over documents."""
    if not times:
        return None, None
    names = list(dict.fromkeys(time.document for time in times))
    minutes, sentences = numpy.zeros((2, len(names)))
    for time in times:
        minutes[names.index(time.document)] += time.minutes
        sentences[names.index(time.document)] += time.sentences
    ratio = ratios_of_sentences(minutes, sentences).estimate()
    documents = numpy.arange(len(names))
    return float(ratio.value[0]), ratio_interval(ratio, None, documents, "documents")


def _notes(times, rows):
    notes = ["As annotators reported them. Average, min and max are of sentences."]
    if not any(time.by_sentence for time in times):
        notes.append("Without a column sentence in the table, min and max are unknown.")
    if any(interval for *_, (_, interval), _, _, _, _, _ in rows):
        notes.append("In brackets: 95 % interval, delete-one variance over documents.")
    lacking = [
        f"{time.annotator} {time.document} {time.known - time.sentences}"
        for time in times
        if time.by_sentence and (time.known or 0) > time.sentences
    ]
    if lacking:
        notes.append(f"Sentences without minutes, excluded from the average: {named(lacking)}.")
    unknown = list(dict.fromkeys(time.document for time in times if time.sentences is None))
    if unknown:
        notes.append(f"Not in the project, so not in the average: {named(unknown)}.")
    return notes
