"""Scores as rows for programs: JSON and CSV, every figure at full precision."""

from dataclasses import fields

from brat_iaa.measures.score import Score
from brat_iaa.report.contents import contents
from brat_iaa.report.csv_rows import to_csv as rows_to_csv
from brat_iaa.report.places import counts as place_counts

_FIELDS = tuple(field.name for field in fields(Score))
_PLACE = _FIELDS.index("interval")
_CSV_FIELDS = (*_FIELDS[:_PLACE], "low", "high", *_FIELDS[_PLACE + 1 :], "group")


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
    """The whole report: project, how its files lie, contents, number of places, scores, what was
    left out, problems.

    scores  those to report; default: all of the agreement
    """
    return {
        "project": agreement.project,
        "annotators": list(agreement.annotators),
        "gold": agreement.config.gold,
        "layout": agreement.config.layout,
        "found": list(agreement.config.found.lines),
        "layers": [{"name": layer.name, "kind": layer.kind} for layer in agreement.layers],
        "contents": contents(agreement),
        "places": place_counts(agreement),
        "scores": rows(agreement.scores if scores is None else scores),
        "excluded": [
            {**excluded._asdict(), "annotators": list(excluded.annotators)}
            for excluded in agreement.excluded
        ],
        "uncounted": [
            {**lines._asdict(), "lines": list(lines.lines)} for lines in agreement.uncounted
        ],
        "problems": [problem._asdict() for problem in agreement.problems],
    }


def to_csv(scores, groups=()):
    """One line for each score, below a header; annotators separated by commas, the interval as low
    and high. groups: DocumentGroups, whose scores follow with their name in the last column
    """
    of_groups = ((group.name, group.scores) for group in groups)
    flat = (
        {**flat_row(row), "annotators": ", ".join(row["annotators"]), "group": name}
        for name, scores_of in ((None, scores), *of_groups)
        for row in rows(scores_of)
    )
    return rows_to_csv(flat, _CSV_FIELDS)


def flat_row(row) -> dict:
    """A row with low and high, the ends of the interval, beside it."""
    low, high = row["interval"] or (None, None)
    return {**row, "low": low, "high": high}
