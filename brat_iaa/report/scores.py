"""Scores as rows for programs: JSON and CSV, every figure at full precision."""

from operator import attrgetter

from brat_iaa.formats.tables import INTERVAL, NAMES, TEXT, Table
from brat_iaa.measures.score import Score
from brat_iaa.report.contents import contents
from brat_iaa.report.places import counts as place_counts

COLUMNS = [
    {"annotators": NAMES, "compared": NAMES, "interval": INTERVAL}.get(name, TEXT)(name)
    for name in Score._fields
]
values = attrgetter(*Score._fields)


def rows(scores) -> list:
    """A dict for each score, with the fields of Score as keys; value, interval and reasons are None
    where there is none.
    """
    return [*each_row(scores)]


def each_row(scores):
    """Yield the rows()."""
    return Table("", COLUMNS, map(values, scores)).each_dict()


def to_dict(agreement, scores=None):
    """The whole report: project, how its files lie, layers, contents, number of places, scores,
    leading ones if empty files were counted, what was left out, problems.

    scores  those to report; default: all of the agreement
    """
    return {
        "project": agreement.project,
        "annotators": list(agreement.annotators),
        "compared": list(agreement.compared),
        "gold": agreement.config.gold,
        "layout": agreement.config.layout,
        "found": list(agreement.config.found.lines),
        "layers": [{"name": layer.name, "kind": layer.kind} for layer in agreement.layers],
        "drawn_by_one": [
            {"name": layer.name, "kind": layer.kind, "annotator": name}
            for layer, name in agreement.drawn_by_one
        ],
        "contents": contents(agreement),
        "places": place_counts(agreement),
        "scores": rows(agreement.scores if scores is None else scores),
        "if_finished": rows(agreement.if_finished),
        "excluded": [
            {**excluded._asdict(), "annotators": list(excluded.annotators)}
            for excluded in agreement.excluded
        ],
        "uncounted": [
            {**lines._asdict(), "lines": list(lines.lines)} for lines in agreement.uncounted
        ],
        "problems": [problem._asdict() for problem in agreement.problems],
    }


def score_table(scores, groups=()) -> Table:
    """A row for each score, for programs. groups: DocumentGroups, whose scores follow with their
    name in the last column
    """
    of_groups = ((group.name, group.scores) for group in groups)
    records = [
        (*values(score), name)
        for name, of_name in ((None, scores), *of_groups)
        for score in of_name
    ]
    return Table("Scores", [*COLUMNS, TEXT("group")], records)
