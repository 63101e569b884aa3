"""Agreement within annotators beside agreement between them: tables, CSV and JSON.

Two passes of one annotator are compared as two annotators are, with all figures of all layers. The
figures between annotators are those of the same documents, and those of all.
"""

import math
from typing import NamedTuple

from brat_iaa.errors import ProjectError
from brat_iaa.figures import full_name, main_keys
from brat_iaa.formats.cells import count, enumerated, figure, interval_notes, unread_notes
from brat_iaa.formats.tables import SCORE, SENTENCE, TEXT, Table
from brat_iaa.report.scores import COLUMNS, values
from brat_iaa.report.scores import rows as score_rows

BETWEEN, SAME = "between annotators", "between, same documents"
WHAT = (
    "Two passes of one annotator over the same documents. Two people can be expected to agree with "
    "each other at most as the geometric mean of how far each agrees with oneself."
)
NOTHING = (
    "no annotator did documents twice. Put the second pass of anna into a directory anna.2, or "
    "name it in second_passes in [project] of iaa.conf"
)


class PeopleCompared(NamedTuple):
    """name: what is compared, "anna, twice"; agreement: its Agreement; annotator: who did it twice,
    "" between annotators
    """

    name: str
    agreement: object
    annotator: str = ""


class Consistency(NamedTuple):
    """agreement: of the annotators, all documents
    within     list of PeopleCompared, one for each annotator who did documents twice
    between    list of PeopleCompared: annotators on the same documents, if any, and on all
    refused    [(directory, reason)] of second passes that cannot be compared
    """

    agreement: object
    within: list
    between: list
    refused: list


def consistency(agreement, of_directories) -> Consistency:
    """The Consistency of an Agreement.

    of_directories  function of (names of directories, layers, names of documents or None) that
                    returns the Agreement of these as annotators; raises ProjectError

    Raises ProjectError if no two passes can be compared.
    """
    within, refused, documents = [], [], set()
    for directory, annotator in agreement.config.second_passes:
        try:
            of_both = of_directories((annotator, directory), agreement.layers, None)
        except ProjectError as error:
            refused.append((directory, str(error)))
            continue
        within.append(PeopleCompared(f"{annotator}, twice", of_both, annotator))
        documents |= {name for name, table in of_both.tables.items() if len(table.annotators) > 1}
    if not within:
        reasons = " ".join(f"{directory}: {reason}" for directory, reason in refused)
        raise ProjectError(f"{agreement.project}: {reasons or NOTHING + '.'}")
    between = [PeopleCompared(BETWEEN, agreement)]
    if not documents >= set(agreement.tables):
        try:
            same = of_directories(agreement.annotators, agreement.layers, frozenset(documents))
            between.insert(0, PeopleCompared(SAME, same))
        except ProjectError as error:
            refused.append((SAME, str(error)))
    return Consistency(agreement, within, between, refused)


def summary(study) -> list:
    """Lines on what is compared, and what it means."""
    who = enumerated([side.name for side in study.within])
    return [f"{study.agreement.project}: {who}", WHAT, *bounds(study)]


def bounds(study) -> list:
    """Sentences on the leading figure of each layer: how far two annotators agree on the documents
    that somebody did twice, and the most that can be expected of them.

    Those of whom both are known come first; of whoever did nothing twice 1 is taken.
    """
    sentences = []
    for layer in study.agreement.score_indexes:
        key, alone = main_keys(layer.kind)[0], {}
        for side in study.within:
            score = _score(side, layer.name, key)
            if _defined(score):
                alone[side.annotator] = score.value
        lines = [
            _bound(f"{layer.name}, {full_name(*key)}", pair, score.value, alone)
            for pair, score in _of_pairs(study.between[0], layer.name, key)
            if _defined(score) and alone.keys() & {*pair}
        ]
        sentences += [line for number, line in sorted(lines) if number == min(lines)[0]]
    return sentences


def _bound(name, pair, between, alone):
    """(how many of the pair did nothing twice, sentence). alone: {annotator: figure within}"""
    most = math.prod(max(alone.get(annotator, 1), 0) for annotator in pair) ** 0.5
    known = enumerated(f"{figure(alone[one])} ({one}, twice)" for one in pair if one in alone)
    unknown = "".join(f"; {one} did nothing twice" for one in pair if one not in alone)
    line = (
        f"{name}: {figure(between)} between {enumerated(pair)}; at most {figure(most)} can be "
        f"expected, by {known}{unknown}"
    )
    if between > most:
        line += ". It is more than that, so look at both passes first"
    return len(pair) - sum(annotator in alone for annotator in pair), line + "."


def _of_pairs(side, layer, key):
    """[(pair, Score)] of each two annotators."""
    index = next((each for each in side.agreement.score_indexes if each.name == layer), None)
    if index is None:
        return []
    pairs = index.pairs or {side.agreement.annotators: index.overall}
    return [
        (pair, scores[key]) for pair, scores in pairs.items() if key in scores and len(pair) == 2
    ]


def tables(study) -> list:
    """List of Table: a layer each, then what could not be compared."""
    made = [_table(study, layer) for layer in study.agreement.score_indexes]
    columns = [TEXT("what"), SENTENCE("reason")]
    made.append(Table("not compared", columns, study.refused))
    return [table for table in made if table.records]


def _table(study, layer):
    compared = [*study.within, *study.between]
    keys = dict.fromkeys(key for side in compared for key in _overall(side, layer.name))
    rows = [
        (full_name(*key), *(_score(side, layer.name, key) for side in compared)) for key in keys
    ]
    rows = [row for row in rows if any(map(_defined, row[1:]))]
    columns = [TEXT("figure"), *(SCORE(side.name) for side in compared)]
    notes = [f"{side.name}: {_size(side)}." for side in compared]
    notes += interval_notes(row[1] for row in rows)
    first = next((side for side in compared if _overall(side, layer.name)), None)
    signatures = [
        score.signature for row in rows[:1] for score in row[1:] if score is not None
    ] if first else []  # fmt: skip
    return Table(layer.name, columns, rows, (*notes, *unread_notes(signatures)), tuple(signatures))


def _size(side):
    documents = [table for table in side.agreement.tables.values() if len(table.annotators) > 1]
    return f"{count(len(documents), 'document')} of {enumerated(side.agreement.annotators)}"


def _overall(side, layer):
    return next(
        (index.overall for index in side.agreement.score_indexes if index.name == layer), {}
    )


def _score(side, layer, key):
    return _overall(side, layer).get(key)


def _defined(score):
    return score is not None and score.value is not None


def row_table(study) -> Table:
    """Every score of all that is compared, for programs."""
    records = [
        (side.name, *values(score))
        for side in (*study.within, *study.between)
        for score in side.agreement.scores
    ]
    return Table("Scores", [TEXT("compared"), *COLUMNS], records)


def to_dict(study) -> dict:
    """All of it as what JSON can hold."""
    return {
        "project": study.agreement.project,
        "annotators": list(study.agreement.annotators),
        "note": WHAT,
        "bounds": bounds(study),
        "compared": [
            {
                "name": side.name,
                "within": side in study.within,
                "annotators": list(side.agreement.annotators),
                "documents": [
                    name for name, table in side.agreement.tables.items()
                    if len(table.annotators) > 1
                ],
                "scores": score_rows(side.agreement.scores),
            }
            for side in (*study.within, *study.between)
        ],
        "not_compared": [{"what": what, "reason": reason} for what, reason in study.refused],
    }  # fmt: skip
