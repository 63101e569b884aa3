"""Annotation time as tables, rows and JSON: by annotator, document, sentence, disagreement."""

from typing import Optional

from brat_iaa.figures import short_name
from brat_iaa.formats.cells import Table, count, figure, named
from brat_iaa.kinds import KINDS
from brat_iaa.report.csv_rows import to_csv as rows_to_csv
from brat_iaa.report.first_rows import first_rows
from brat_iaa.scores.index import layers_of
from brat_iaa.studies.timing.disagreement import LeadingFigure, compared_documents, correlations
from brat_iaa.studies.timing.reported import MINUTES

FIELDS = (
    "annotator", "document", "minutes", "edits", "failed", "sentences", "minutes_per_sentence",
)  # fmt: skip


def summary(time) -> list:
    """Lines on the source of the figures, and how they were estimated."""
    lines = [
        f"Annotation time in {time.collection}, {time.first:%Y-%m-%d %H:%M} to "
        f"{time.last:%Y-%m-%d %H:%M} by the server's clock, from {time.log}",
        rule(time),
    ]
    if time.set_back:
        lines.append(
            f"The clock was set back {count(time.set_back, 'time')} between two "
            f"actions; those pauses count 0."
        )
    return lines


def rule(time) -> str:
    """How time was estimated."""
    return (
        "An estimate: the time between two actions of an annotator in brat counts for the document "
        "of the second one, or, when that one opens a document, for the document before. A pause "
        f"of more than {time.idle:g} s counts as {time.idle:g} s ({count(time.cut, 'pause')} "
        "here). What was done after the last action, or outside brat, is not in the log."
    )


def tables(agreement, time) -> list:
    """List of Table: annotators, documents, disagreement, sentences, visits, unreadable lines."""
    leading = leading_figure(agreement)
    compared = compared_documents(agreement, time, leading)
    made = [
        _annotators(time),
        _documents(time, compared, *_figure_and_item(leading)),
        _correlations(compared, *_figure_and_item(leading)),
        _sentences(time),
        _visits(time),
        _problems(time),
    ]
    return [table for table in made if table.rows]


def annotator_rows(time) -> list:
    """A dict for each annotator with time in the log.

    total, average, min, max  minutes, of documents
    per_sentence              minutes, over the documents whose sentences are known; or None
    """
    rows = []
    for annotator in time.annotators:
        documents = [
            document
            for document in time.documents
            if document.annotator == annotator and document.seconds
        ]
        if documents:
            with_sentences = [document for document in documents if document.sentences]
            sentences = sum(document.sentences for document in with_sentences)
            seconds = sum(document.seconds for document in with_sentences)
            minutes = [document.minutes for document in documents]
            rows.append(
                {
                    "annotator": annotator,
                    "documents": len(documents),
                    "total": sum(minutes),
                    "average": sum(minutes) / len(minutes),
                    "min": min(minutes),
                    "max": max(minutes),
                    "sentences": sentences,
                    "per_sentence": seconds / 60 / sentences if sentences else None,
                    "edits": sum(document.edits for document in documents),
                    "failed": sum(document.failed for document in documents),
                }
            )
    return rows


def document_rows(time) -> list:
    """A flat dict for each annotator and document, with the keys FIELDS."""
    return [
        {
            "annotator": document.annotator,
            "document": document.document,
            "minutes": document.minutes,
            "edits": document.edits,
            "failed": document.failed,
            "sentences": document.sentences,
            "minutes_per_sentence": document.minutes / document.sentences
            if document.sentences
            else None,
        }
        for document in time.documents
    ]


def to_csv(time) -> str:
    """CSV with a header and a line for each annotator and document."""
    return rows_to_csv(document_rows(time), FIELDS)


def to_dict(agreement, time) -> dict:
    """Everything, for JSON."""
    leading = leading_figure(agreement)
    compared = compared_documents(agreement, time, leading)
    return {
        "log": time.log,
        "collection": time.collection,
        "rule": rule(time),
        "idle": time.idle,
        "pauses_cut": time.cut,
        "clock_set_back": time.set_back,
        "first": time.first.isoformat(sep=" "),
        "last": time.last.isoformat(sep=" "),
        "annotators": annotator_rows(time),
        "documents": document_rows(time),
        "sentences": [
            {
                "annotator": document.annotator,
                "document": document.document,
                "sentence": number,
                "minutes": seconds / 60,
            }
            for document in time.documents
            for number, seconds in document.by_sentence.items()
        ],
        "untimed": [
            {"annotator": annotator, "document": document} for annotator, document in time.untimed
        ],
        "compared": [document._asdict() for document in compared],
        "figure": f"{leading.layer}: {leading.name}" if leading else None,
        "correlations": [
            correlation._asdict()
            for correlation in correlations(compared, *_figure_and_item(leading))
        ],
        "visits": [
            {
                "user": visit.user,
                "directory": visit.directory,
                "minutes": visit.minutes,
                "edits": visit.edits,
            }
            for visit in time.visits
        ],
        "records_elsewhere": time.elsewhere,
        "problems": [problem._asdict() for problem in time.problems],
    }


def leading_figure(agreement) -> Optional[LeadingFigure]:
    """The first main figure of the first layer; None where nothing is compared."""
    for layer in layers_of(agreement):
        for measure, statistic in layer.main[:1]:
            name = short_name(measure, statistic)
            return LeadingFigure(layer.name, measure, statistic, name, KINDS[layer.kind].item)
    return None


def _figure_and_item(leading):
    """(name of the figure, name of its items)."""
    return (leading.name, leading.item) if leading else ("figure", "item")


def _minutes(value):
    return "–" if value is None else f"{value:.1f}"


def _annotators(time):
    rows = annotator_rows(time)
    notes = []
    if time.untimed:
        untimed = [f"{annotator} {document}" for annotator, document in time.untimed]
        notes.append(f"Annotated, but with no time in the log: {named(untimed)}.")
    opened_only = [
        f"{document.annotator} {document.document}"
        for document in time.documents
        if document.seconds and not document.edits
    ]
    if opened_only:
        notes.append(f"Opened without a change: {named(opened_only)}. They count as documents.")
    failed = sum(row["failed"] for row in rows)
    if failed:
        notes.append(f"Changes that brat began and did not finish: {failed}.")
    notes.insert(0, "Average, min and max are of documents.")
    title = "Minutes of each annotator"
    header = ("annotator", "documents", *MINUTES, "per sentence", "changes")
    cells = tuple(
        (
            row["annotator"],
            str(row["documents"]),
            *(_minutes(row[name]) for name in MINUTES),
            "–" if row["per_sentence"] is None else f"{row['per_sentence']:.2f}",
            str(row["edits"]),
        )
        for row in rows
    )
    return Table(title, "lrrrrrrr", header, cells, tuple(notes))


def _documents(time, compared, name_of_figure, item):
    """Documents that are compared, those that took longest first, then the others."""
    timed = [document for document in time.documents if document.seconds]
    minutes = {(document.annotator, document.document): document.minutes for document in timed}
    by_document = {timed.document: timed for timed in compared}
    names = list(by_document) + sorted({document for _, document in minutes} - set(by_document))
    rows = []
    for name in names:
        timed = by_document.get(name)
        rows.append(
            (
                name,
                *(_minutes(minutes.get((annotator, name))) for annotator in time.annotators),
                _minutes(timed.minutes if timed else None),
                *(_counts(timed) if timed else ("–",) * 3),
            )
        )
    note = (
        "Average: of the annotators whose time is known. Disagreements: places at which any of "
        "them differ."
    )
    figures = ("average", f"{item}s", "disagreements", name_of_figure)
    header = ("document", *time.annotators, *figures)
    align = "l" + "r" * (len(header) - 1)
    return first_rows("Minutes of each document", align, header, rows, "documents", [note])


def _counts(timed):
    return str(timed.items), str(timed.disagreements), figure(timed.figure)


def _correlations(compared, name, item):
    rows = [
        (
            result.first,
            result.second,
            str(result.documents),
            figure(result.rho, 2),
            "" if result.undefined is None else f"undefined: {result.undefined}",
        )
        for result in (correlations(compared, name, item) if compared else ())
    ]
    note = (
        "Above 0: what took longer has more of it. Long documents have more of everything; "
        f"“for each {item}” takes that out."
    )
    header = ("", "", "documents", "Spearman's rho", "")
    title = "Time against disagreement, over documents"
    return Table(title, "llrrp", header, tuple(rows), (note,))


def _sentences(time):
    rows = sorted(
        (
            (seconds, document.annotator, document.document, number)
            for document in time.documents
            for number, seconds in document.by_sentence.items()
        ),
        key=lambda row: (-row[0], row[1:]),
    )
    total = sum(document.seconds for document in time.documents)
    placed = sum(row[0] for row in rows)
    share = f"{100 * placed / total:.0f} %" if total else "none"
    cells = [
        (annotator, document, str(number), _minutes(seconds / 60))
        for seconds, annotator, document, number in rows
    ]
    note = (
        f"The time up to a change counts for the sentence that is changed: {share} of all time. "
        "The rest is time before a change whose place the log does not tell (a deleted span, an "
        "undo), and after the last change."
    )
    header = ("annotator", "document", "sentence", "minutes")
    return first_rows("Sentences that took longest", "llrr", header, cells, "sentences", [note])


def _visits(time):
    visits = sorted(time.visits, key=lambda visit: (-visit.seconds, visit.user, visit.directory))
    cells = [
        (
            visit.user,
            visit.directory or "the project's own",
            _minutes(visit.minutes),
            str(visit.edits),
        )
        for visit in visits
    ]
    title = "Visits to directories that are not one's own (not in the figures above)"
    return first_rows(title, "llrr", ("user", "directory", "minutes", "changes"), cells, "visits")


def _problems(time):
    rows = [(str(problem.line), problem.message) for problem in time.problems]
    title = "Lines of the log that are no records"
    return first_rows(title, "rp", ("line", "problem"), rows, "lines")
