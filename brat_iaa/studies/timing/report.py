"""Annotation time as tables, rows and JSON: by annotator, document, sentence, disagreement."""

from typing import Optional

from brat_iaa.figures import short_name
from brat_iaa.formats.cells import count, named
from brat_iaa.formats.tables import (
    COUNT,
    DECIMAL,
    FIGURE,
    HUNDREDTHS,
    RATE,
    SENTENCE,
    TEXT,
    UNDEFINED,
    Table,
    text_or,
)
from brat_iaa.kinds import item_of
from brat_iaa.studies.timing.disagreement import LeadingFigure, compared_documents, correlations
from brat_iaa.studies.timing.reported import MINUTES


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
    sentences = sentence_table(time)
    slowest = sorted(sentences.records, key=lambda row: (-row[-1], row))
    visits = visit_table(time)
    longest = sorted(visits.records, key=lambda row: (-row[2], row[0], row[1] or ""))
    made = [annotator_table(time), _by_document(time, compared, leading)]
    made += [correlation_table(compared, leading)] if compared else []
    made += [
        sentences._replace(records=slowest).first("sentences"),
        visits._replace(records=longest).first("visits"),
        problem_table(time).first("lines"),
    ]
    return [table for table in made if table.records]


def annotator_table(time) -> Table:
    """A row for each annotator with time in the log: minutes of documents, and per sentence of
    those whose sentences are known.
    """
    rows = []
    for annotator in time.annotators:
        documents = [
            document
            for document in time.documents
            if document.annotator == annotator and document.seconds
        ]
        if documents:
            located = [document for document in documents if document.sentences]
            sentences = sum(document.sentences for document in located)
            seconds = sum(document.seconds for document in located)
            minutes = [document.minutes for document in documents]
            changes = [(document.edits, document.failed) for document in documents]
            rows.append(
                (
                    *(annotator, len(documents), sum(minutes), sum(minutes) / len(minutes)),
                    *(min(minutes), max(minutes), sentences),
                    *(seconds / 60 / sentences if sentences else None, *map(sum, zip(*changes))),
                )
            )
    columns = [TEXT("annotator"), COUNT("documents"), *map(DECIMAL, MINUTES)]
    columns += [COUNT(None, "sentences"), HUNDREDTHS("per sentence"), COUNT("changes", "edits")]
    columns.append(COUNT(None, "failed"))
    notes = ["Average, min and max are of documents."]
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
    failed = sum(row[-1] for row in rows)
    if failed:
        notes.append(f"Changes that brat began and did not finish: {failed}.")
    return Table("Minutes of each annotator", columns, rows, tuple(notes))


def document_table(time) -> Table:
    """A row for each annotator and document, for programs."""
    columns = [TEXT("annotator"), TEXT("document"), DECIMAL("minutes"), COUNT("edits")]
    columns += [COUNT("failed"), COUNT("sentences"), DECIMAL("minutes_per_sentence")]
    rows = [
        (
            *(document.annotator, document.document, document.minutes),
            *(document.edits, document.failed, document.sentences),
            document.minutes / document.sentences if document.sentences else None,
        )
        for document in time.documents
    ]
    return Table("Minutes of each annotator and document", columns, rows)


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
        "annotators": annotator_table(time).dicts(),
        "documents": document_table(time).dicts(),
        "sentences": sentence_table(time).dicts(),
        "untimed": [
            {"annotator": annotator, "document": document} for annotator, document in time.untimed
        ],
        "compared": [document._asdict() for document in compared],
        "figure": f"{leading.layer}: {leading.name}" if leading else None,
        "correlations": correlation_table(compared, leading).dicts(),
        "visits": visit_table(time).dicts(),
        "records_elsewhere": time.elsewhere,
        "problems": problem_table(time).dicts(),
    }


def leading_figure(agreement) -> Optional[LeadingFigure]:
    """The first main figure of the first layer; None where nothing is compared."""
    for layer in agreement.score_indexes:
        for measure, statistic in layer.main[:1]:
            name = short_name(measure, statistic)
            return LeadingFigure(layer.name, measure, statistic, name, item_of(layer))
    return None


def _figure_and_item(leading):
    return (leading.name, leading.item) if leading else ("figure", "item")


def _by_document(time, compared, leading):
    """Documents that are compared, those that took longest first, then the others."""
    figure, item = _figure_and_item(leading)
    minutes = {
        (document.annotator, document.document): document.minutes
        for document in time.documents
        if document.seconds
    }
    by_name = {document.document: document for document in compared}
    names = [*by_name, *sorted({document for _, document in minutes} - set(by_name))]
    rows = []
    for name in names:
        timed = by_name.get(name)
        of_all = timed and (timed.minutes, timed.items, timed.disagreements, timed.figure)
        each = (minutes.get((annotator, name)) for annotator in time.annotators)
        rows.append((name, *each, *(of_all or (None,) * 4)))
    columns = [TEXT("document"), *map(DECIMAL, (*time.annotators, "average"))]
    columns += [COUNT(f"{item}s"), COUNT("disagreements"), FIGURE(figure)]
    note = (
        "Average: of the annotators whose time is known. Disagreements: items on which any of "
        "them differ."
    )
    return Table("Minutes of each document", columns, rows, (note,)).first("documents")


def correlation_table(compared, leading) -> Table:
    """Spearman's rho of time and disagreement, over documents; a row for each Correlation."""
    figure, item = _figure_and_item(leading)
    rows = correlations(compared, figure, item)
    columns = [TEXT("", "first"), TEXT("", "second"), COUNT("documents")]
    columns += [RATE("Spearman's rho", "rho"), UNDEFINED("", "undefined")]
    note = (
        "Above 0: what took longer has more of it. Long documents have more of everything; "
        f"“for each {item}” takes that out."
    )
    return Table("Time against disagreement, over documents", columns, rows, (note,))


def sentence_table(time) -> Table:
    """The minutes of each annotator on each sentence."""
    rows = [
        (document.annotator, document.document, number, seconds / 60)
        for document in time.documents
        for number, seconds in document.by_sentence.items()
    ]
    total = sum(document.seconds for document in time.documents)
    placed = sum(sum(document.by_sentence.values()) for document in time.documents)
    share = f"{100 * placed / total:.0f} %" if total else "none"
    note = (
        f"The time up to a change counts for the sentence that is changed: {share} of all time. "
        "The rest is time before a change whose place the log does not tell (a deleted span, an "
        "undo), and after the last change."
    )
    columns = [TEXT("annotator"), TEXT("document"), COUNT("sentence"), DECIMAL("minutes")]
    return Table("Sentences that took longest", columns, rows, (note,))


def visit_table(time) -> Table:
    """The minutes of those who opened documents of others."""
    rows = [(visit.user, visit.directory, visit.minutes, visit.edits) for visit in time.visits]
    columns = [TEXT("user"), text_or("the project's own")("directory"), DECIMAL("minutes")]
    columns.append(COUNT("changes", "edits"))
    title = "Visits to directories that are not one's own (not in the figures above)"
    return Table(title, columns, rows)


def problem_table(time) -> Table:
    """The lines of the log that cannot be read."""
    columns = [TEXT(None, "file"), COUNT("line"), TEXT(None, "code")]
    columns += [SENTENCE("problem", "message"), TEXT(None, "unread")]
    return Table("Lines of the log that are no records", columns, time.problems)
