"""Annotation time as tables, rows and JSON: per annotator, document and sentence, and against
disagreement.
"""

import csv
import io

from brat_iaa.formats.cells import Table, count, figure, more, named
from brat_iaa.formats.words import item_name, short_name
from brat_iaa.report.disagreements import safe_cell
from brat_iaa.scores.index import layers_of
from brat_iaa.timing.disagreement import Leading, compared_documents, correlations

SHOWN = 15
FIELDS = (
    "annotator",
    "document",
    "minutes",
    "edits",
    "failed",
    "sentences",
    "minutes_per_sentence",
)


def summary(time):
    """Lines that say what the figures come from, and how they were made."""
    lines = [
        f"Annotation time in {time.collection}, {time.first:%Y-%m-%d %H:%M} to "
        f"{time.last:%Y-%m-%d %H:%M} by the "
        f"server's clock, from {time.log}",
        rule(time),
    ]
    if time.set_back:
        lines.append(
            f"The clock was set back {count(time.set_back, 'time')} between two "
            f"actions; those pauses count 0."
        )
    return lines


def rule(time):
    """The sentences that say how time was estimated."""
    return (
        "An estimate: the time between two actions of an annotator in brat counts for "
        "the document of the second one, or, "
        "when that one opens a document, for the document before. A pause of more than "
        f"{time.idle:g} s counts as {time.idle:g} s ({count(time.cut, 'pause')} here). "
        f"What was done after the last "
        "action, or outside brat, is not in the log."
    )


def tables(agreement, time):
    """List of Table: annotators, documents, time against disagreement, sentences, visits, lines not
    read.
    """
    leading = leading_figure(agreement)
    compared = compared_documents(agreement, time, leading)
    found = [
        _annotators(time),
        _documents(time, compared, *_words(leading)),
        _correlations(compared, *_words(leading)),
        _sentences(time),
        _visits(time),
        _problems(time),
    ]
    return [table for table in found if table.rows]


def annotator_rows(time):
    """A dict for each annotator with time in the log; minutes as floats (Ragheb & Dickinson 2013,
    table 1).

    per_sentence  over the documents whose sentences are known; None if there are none
    """
    rows = []
    for annotator in time.annotators:
        own = [one for one in time.documents if one.annotator == annotator and one.seconds]
        if own:
            minutes = [one.seconds / 60 for one in own]
            known = [one for one in own if one.sentences]
            sentences = sum(one.sentences for one in known)
            rows.append(
                {
                    "annotator": annotator,
                    "documents": len(own),
                    "total": sum(minutes),
                    "average": sum(minutes) / len(minutes),
                    "min": min(minutes),
                    "max": max(minutes),
                    "sentences": sentences,
                    "per_sentence": sum(one.seconds for one in known) / 60 / sentences
                    if sentences
                    else None,
                    "edits": sum(one.edits for one in own),
                    "failed": sum(one.failed for one in own),
                }
            )
    return rows


def document_rows(time):
    """A flat dict for each annotator and document, the keys FIELDS in each."""
    return [
        {
            "annotator": one.annotator,
            "document": one.document,
            "minutes": one.seconds / 60,
            "edits": one.edits,
            "failed": one.failed,
            "sentences": one.sentences,
            "minutes_per_sentence": one.seconds / 60 / one.sentences if one.sentences else None,
        }
        for one in time.documents
    ]


def to_csv(time):
    """One line for each annotator and document, below a header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    for row in document_rows(time):
        writer.writerow([safe_cell(row[field]) for field in FIELDS])
    return out.getvalue()


def to_dict(agreement, time):
    """Everything, for programs."""
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
                "annotator": one.annotator,
                "document": one.document,
                "sentence": number,
                "minutes": seconds / 60,
            }
            for one in time.documents
            for number, seconds in one.by_sentence.items()
        ],
        "untimed": [
            {"annotator": annotator, "document": document} for annotator, document in time.untimed
        ],
        "compared": [one._asdict() for one in compared],
        "figure": f"{leading.layer}: {leading.name}" if leading else None,
        "correlations": [one._asdict() for one in correlations(compared, *_words(leading))],
        "visits": [
            {
                "user": one.user,
                "directory": one.directory,
                "minutes": one.seconds / 60,
                "edits": one.edits,
            }
            for one in time.visits
        ],
        "records_elsewhere": time.elsewhere,
        "problems": [one._asdict() for one in time.problems],
    }


def leading_figure(agreement):
    """The Leading: the first figure of the first layer; None where nothing is compared."""
    for layer in layers_of(agreement):
        for measure, statistic in layer.main[:1]:
            name = short_name(measure, statistic)
            return Leading(layer.name, measure, statistic, name, item_name(layer.kind))
    return None


def _words(leading):
    """Name of the figure, and what its items are."""
    return (leading.name, leading.item) if leading else ("figure", "item")


def _minutes(value):
    return "–" if value is None else f"{value:.1f}"


def _annotators(time):
    rows = annotator_rows(time)
    notes = []
    if time.untimed:
        own = [f"{annotator} {document}" for annotator, document in time.untimed]
        notes.append(f"Annotated, but with no time in the log: {named(own)}.")
    idle = [
        f"{one.annotator} {one.document}" for one in time.documents if one.seconds and not one.edits
    ]
    if idle:
        notes.append(f"Opened without a change: {named(idle)}. They count as documents.")
    failed = sum(row["failed"] for row in rows)
    if failed:
        notes.append(f"Changes that brat began and did not finish: {failed}.")
    return Table(
        "Minutes of each annotator (as Ragheb & Dickinson 2013, table 1)",
        "lrrrrrrr",
        ("annotator", "documents", "total", "average", "min", "max", "per sentence", "changes"),
        tuple(
            (
                row["annotator"],
                str(row["documents"]),
                *(_minutes(row[name]) for name in ("total", "average", "min", "max")),
                "–" if row["per_sentence"] is None else f"{row['per_sentence']:.2f}",
                str(row["edits"]),
            )
            for row in rows
        ),
        ("Average, min and max are of documents.", *notes),
    )


def _documents(time, compared, name_of_figure, item):
    """Those that are compared, the longest first, then the others."""
    minutes = {
        (one.annotator, one.document): one.seconds / 60 for one in time.documents if one.seconds
    }
    known = {one.document: one for one in compared}
    names = list(known) + sorted({document for _, document in minutes} - set(known))
    rows = []
    for name in names[:SHOWN]:
        one = known.get(name)
        rows.append(
            (
                name,
                *(_minutes(minutes.get((annotator, name))) for annotator in time.annotators),
                _minutes(one.minutes if one else None),
                *(_counts(one) if one else ("–",) * 3),
            )
        )
    return Table(
        "Minutes of each document",
        "l" + "r" * (len(time.annotators) + 4),
        ("document", *time.annotators, "average", f"{item}s", "disagreements", name_of_figure),
        tuple(rows),
        (
            "Average: of the annotators whose time is known. Disagreements: places at which any of "
            "them differ.",
            *more(len(names) - SHOWN, "documents"),
        ),
    )


def _counts(one):
    return str(one.items), str(one.disagreements), figure(one.figure)


def _correlations(compared, name, item):
    found = correlations(compared, name, item)
    return Table(
        "Time against disagreement, over documents",
        "llrrp",
        ("", "", "documents", "Spearman's rho", ""),
        tuple(
            (
                one.first,
                one.second,
                str(one.documents),
                figure(one.rho, 2),
                "" if one.undefined is None else f"undefined: {one.undefined}",
            )
            for one in found
        )
        if compared
        else (),
        (
            "Above 0: what took longer has more of it. Long documents have more of everything; "
            f"“for each {item}” takes that out.",
        ),
    )


def _sentences(time):
    found = sorted(
        (
            (seconds, one.annotator, one.document, number)
            for one in time.documents
            for number, seconds in one.by_sentence.items()
        ),
        key=lambda row: (-row[0], row[1:]),
    )
    total = sum(one.seconds for one in time.documents)
    placed = sum(row[0] for row in found)
    share = f"{100 * placed / total:.0f} %" if total else "none"
    return Table(
        "Sentences that took longest",
        "llrr",
        ("annotator", "document", "sentence", "minutes"),
        tuple(
            (annotator, document, str(number), _minutes(seconds / 60))
            for seconds, annotator, document, number in found[:SHOWN]
        ),
        (
            f"The time up to a change counts for the sentence that is changed: {share} "
            f"of all time. The rest is time before "
            "a change whose place the log does not tell (a deleted span, an undo), and "
            "after the last change.",
            *more(len(found) - SHOWN, "sentences"),
        ),
    )


def _visits(time):
    rows = sorted(time.visits, key=lambda one: (-one.seconds, one.user, one.directory))
    return Table(
        "Visits to directories that are not one's own (not in the figures above)",
        "llrr",
        ("user", "directory", "minutes", "changes"),
        tuple(
            (
                one.user,
                one.directory or "the project's own",
                _minutes(one.seconds / 60),
                str(one.edits),
            )
            for one in rows[:SHOWN]
        ),
        tuple(more(len(rows) - SHOWN, "visits")),
    )


def _problems(time):
    return Table(
        "Lines of the log that are no records",
        "rp",
        ("line", "problem"),
        tuple((str(problem.line), problem.message) for problem in time.problems[:SHOWN]),
        tuple(more(len(time.problems) - SHOWN, "lines")),
    )
