"""Consistency: one annotator twice. How far annotators agree with themselves, beside how far with
each other.

Two passes of one annotator are compared as two annotators are, with all figures of all layers. The
figures between annotators are those of the same documents, and those of all.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

from brat_iaa.agreement import Agreement
from brat_iaa.config.settings import directory_name
from brat_iaa.errors import ProjectError
from brat_iaa.figures import figure_name, main_keys
from brat_iaa.formats.cells import count, enumerated, figure, interval_notes, unread_notes
from brat_iaa.formats.tables import SCORE, SENTENCE, TEXT, Table
from brat_iaa.kinds.declaration import Settings, pairs
from brat_iaa.report.scores import COLUMNS, values
from brat_iaa.studies.study import NamedStudy, Report, directories_of

BETWEEN, SAME = "between annotators", "between, same documents"
WHAT = (
    "Two passes of one annotator over the same documents. Two people can be expected to agree with "
    "each other at most as the geometric mean of how far each agrees with oneself."
)
NOTHING = (
    "no annotator did documents twice. Put the second pass of anna into a directory anna.2, or "
    "name it as the option passes"
)


@dataclass(frozen=True)
class ConsistencyOptions(Settings):
    """Who did documents twice."""

    passes: tuple = pairs(
        "directory: annotator", example="anna_again: anna", unique=(0,),
        checks=(directory_name, directory_name),
        rule="A directory is the second pass of one annotator.",
        help="Directories in which annotators did documents for the second time. Default: "
        "directories such as anna.2 beside anna.",
    )  # fmt: skip


class Compared(NamedTuple):
    """What is compared: its name, "anna, twice", and its Agreement; within: whose two passes they
    are, "" between annotators.
    """

    name: str
    agreement: Agreement
    within: str = ""

    def overall(self, layer) -> dict:
        """{key: Score} of a layer, by its name."""
        indexes = self.agreement.score_indexes
        return next((index.overall for index in indexes if index.name == layer), {})

    def pairs(self, layer) -> dict:
        """{pair of annotators: {key: Score}} of a layer."""
        for index in self.agreement.score_indexes:
            if index.name == layer:
                return index.pairs or {self.agreement.annotators: index.overall}
        return {}

    @property
    def documents(self) -> list:
        """Names of the documents that both, or several, have begun."""
        tables = self.agreement.tables.items()
        return [name for name, table in tables if len(table.annotators) > 1]


def tables(project, options) -> Report:
    """Agreement within annotators beside agreement between them."""
    agreement = project.agreement()
    compared, refused = _compared(project, agreement, options)
    who = enumerated([side.name for side in compared if side.within])
    made = [_table(compared, layer) for layer in agreement.score_indexes]
    made.append(Table("not compared", [TEXT("what"), SENTENCE("reason")], refused))
    records = [(side.name, *values(score)) for side in compared for score in side.agreement.scores]
    return Report(
        [f"{agreement.project}: {who}", WHAT, *_bounds(agreement, compared)],
        [table for table in made if table.records],
        Table("Scores", [TEXT("passes"), *COLUMNS], records),
    )


def _compared(project, agreement, options):
    """(list of Compared, [(what cannot be compared, reason)])"""
    within, refused = [], []
    passes = options.passes or agreement.config.found.passes
    again = {directory for directory, _ in passes}
    people = tuple(name for name in agreement.annotators if name not in again)
    for directory, annotator in passes:
        try:
            both = directories_of(project, (annotator, directory), agreement.layers)
        except ProjectError as error:
            refused.append((directory, str(error)))
        else:
            within.append(Compared(f"{annotator}, twice", both, annotator))
    if not within:
        reasons = " ".join(f"{directory}: {reason}" for directory, reason in refused)
        raise ProjectError(f"{agreement.project}: {reasons or NOTHING + '.'}")
    if people != agreement.annotators:
        agreement = directories_of(project, people, agreement.layers)
    between = [Compared(BETWEEN, agreement)]
    documents = frozenset(name for side in within for name in side.documents)
    if not documents >= set(agreement.tables):
        try:
            same = directories_of(project, people, agreement.layers, documents)
            between.insert(0, Compared(SAME, same))
        except ProjectError as error:
            refused.append((SAME, str(error)))
    return within + between, refused


def _bounds(agreement, compared):
    """Sentences on the leading figure of each layer: how far two annotators agree on the documents
    that somebody did twice, and the most that can be expected of them.

    Those of whom both are known come first; of whoever did nothing twice 1 is taken.
    """
    sentences = []
    between = next(side for side in compared if not side.within)
    for layer in agreement.score_indexes:
        key, alone = main_keys(layer.kind)[0], {}
        for side in compared:
            score = side.overall(layer.name).get(key)
            if side.within and _defined(score):
                alone[side.within] = score.value
        lines = [
            _bound(f"{layer.name}, {figure_name(*key)}", pair, scores[key].value, alone)
            for pair, scores in between.pairs(layer.name).items()
            if _defined(scores.get(key)) and alone.keys() & {*pair}
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


def _table(compared, layer):
    keys = dict.fromkeys(key for side in compared for key in side.overall(layer.name))
    rows = [
        (figure_name(*key), *(side.overall(layer.name).get(key) for side in compared))
        for key in keys
    ]
    rows = [row for row in rows if any(map(_defined, row[1:]))]
    notes = [
        f"{side.name}: {count(len(side.documents), 'document')} of "
        f"{enumerated(side.agreement.annotators)}."
        for side in compared
    ]
    notes += interval_notes(row[1] for row in rows)
    signatures = tuple(score.signature for row in rows[:1] for score in row[1:] if score)
    columns = [TEXT("figure"), *(SCORE(side.name) for side in compared)]
    return Table(layer.name, columns, rows, (*notes, *unread_notes(signatures)), signatures)


def _defined(score):
    return score is not None and score.value is not None


STUDY = NamedStudy(
    "consistency", "One annotator twice",
    "Compare two passes of the same annotator, beside agreement between annotators.",
    ConsistencyOptions, tables,
)  # fmt: skip
