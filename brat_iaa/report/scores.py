"""Scores as rows for programs: JSON and CSV, every figure at full precision."""

import csv
import io

from brat_iaa.report.contents import contents
from brat_iaa.report.disagreements import safe_cell
from brat_iaa.report.places import counts as place_counts

_FIELDS = (
    "layer",
    "measure",
    "statistic",
    "annotators",
    "document",
    "label",
    "sentence",
    "value",
    "observed",
    "expected",
    "items",
    "missing",
    "interval",
    "no_interval",
    "undefined",
    "signature",
    "design_effect",
    "units",
    "standard_error",
)


def rows(scores):
    """A dict for each score, with the fields of Score as keys; value, interval and reasons are None
    where there is none.
    """
    return [
        {
            **{field: getattr(score, field) for field in _FIELDS},
            "annotators": list(score.annotators),
            "interval": list(score.interval) if score.interval else None,
        }
        for score in scores
    ]


def to_dict(agreement, scores=None):
    """The whole report: project, contents, number of places, scores, what was left out, problems.

    scores  those to report; default: all of the agreement
    """
    return {
        "project": agreement.project,
        "annotators": list(agreement.annotators),
        "layers": [{"name": layer.name, "kind": layer.kind} for layer in agreement.layers],
        "contents": contents(agreement),
        "places": place_counts(agreement),
        "scores": rows(agreement.scores if scores is None else scores),
        "excluded": [
            {"document": document, "annotators": list(annotators), "reason": reason}
            for document, annotators, reason in agreement.excluded
        ],
        "problems": [
            {"file": file, "line": line, "code": code, "message": message}
            for file, line, code, message in agreement.problems
        ],
    }


def to_csv(scores, groups=()):
    """One line for each score, below a header; annotators separated by commas, the interval as low
    and high. groups: DocumentGroups, whose scores follow with their name in the last column
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    place = _FIELDS.index("interval")
    header = _FIELDS[:place] + ("low", "high") + _FIELDS[place + 1 :]
    writer.writerow((*header, "group"))
    for name, own in ((None, scores), *((group.name, group.scores) for group in groups)):
        for row in rows(own):
            low, high = row.pop("interval") or (None, None)
            row.update(low=low, high=high, annotators=", ".join(row["annotators"]))
            writer.writerow([safe_cell(row[field]) for field in header] + [safe_cell(name)])
    return out.getvalue()
