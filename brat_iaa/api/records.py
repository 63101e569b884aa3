"""Flat records: dicts of plain values that pandas.DataFrame and polars.DataFrame take as they are.

Text is "" where there is none, and numbers are None, so that each column has one type.
"""

from typing import Any, Optional, TypedDict, cast

from brat_iaa.figures import full_name
from brat_iaa.measures.score import Score
from brat_iaa.report.places import flat_rows, kinds_in_words, rows


class ScoreRecord(TypedDict):
    """A figure.

    layer, measure, statistic  as in CSV, e.g. dependencies, LAA, masi
    figure             as reports print it, e.g. "F1, overlap"
    annotators         names separated by commas
    document, label    that it is about; "" for all of them
    group              of documents, as iaa.conf names it, or ""
    value, low, high   the figure and its 95 % interval, or None
    observed, expected agreement, of alpha disagreement; None where there is none
    n                  number of items
    missing            number of items left out as not all have them
    uncounted          number of lines that could not be read, so that no figure knows of them
    undefined, no_interval  why there is no value, no interval, or ""
    signature          the settings, to be cited
    """

    layer: str
    figure: str
    measure: str
    statistic: str
    annotators: str
    document: str
    label: str
    group: str
    value: Optional[float]
    low: Optional[float]
    high: Optional[float]
    observed: Optional[float]
    expected: Optional[float]
    n: int
    missing: Optional[int]
    uncounted: int
    undefined: str
    no_interval: str
    signature: str


class PlaceRecord(TypedDict):
    """What one annotator has at a place where annotators differ.

    place              number of the place, from 1: the same for all annotators there
    document, sentence, token, start, end  where it is; characters, end exclusive
    kinds, labels      in what it differs, separated by commas
    annotator, value   who drew what, in words
    group              annotators with the same number agree there, 1 is the largest; None: no token
    ids, lines, file   brat's ids and lines in the annotator's file
    """

    place: int
    layer: str
    document: str
    sentence: int
    token: str
    start: int
    end: int
    kinds: str
    labels: str
    annotator: str
    group: Optional[int]
    value: str
    ids: str
    lines: str
    file: str


class PatternRecord(TypedDict):
    """Places at which the same labels are confused.

    label_1, label_2  the labels; "" for nothing, and the same twice where heads or extents differ
    places, kinds     how many there are, and in what they differ
    measure, before, after  the leading figure of the layer, as it is and if all agreed in this;
                      "" and None where nobody knows
    """

    layer: str
    label_1: str
    label_2: str
    places: int
    kinds: str
    measure: str
    before: Optional[float]
    after: Optional[float]


class ConfusionRecord(TypedDict):
    """How often one annotator said label_1 where another said label_2; "" for nothing."""

    annotator_1: str
    annotator_2: str
    label_1: str
    label_2: str
    n: int


class DocumentRecord(TypedDict):
    """A document. places: at which annotators differ, in all layers"""

    document: str
    annotators: str
    sentences: int
    places: int


class ProblemRecord(TypedDict):
    """Something that was left out of the figures or is odd in a file. line: None for all of it"""

    file: str
    line: Optional[int]
    code: str
    message: str


class SnapshotRecord(TypedDict):
    """A snapshot. number: for brat_iaa.read(project, snapshot=number)"""

    number: int
    phase: str
    taken: str
    taken_by: str
    note: str


class DifferenceRecord(TypedDict):
    """How a figure differs between two states of a project, over what both have.

    difference    after - before, with its 95 % interval low, high
    ratio         what is left of the disagreement, with its interval ratio_low, ratio_high
    change        "up" or "down" where the interval of the ratio leaves out 1, else ""
    """

    layer: str
    measure: str
    statistic: str
    annotators: str
    before: Optional[float]
    after: Optional[float]
    difference: Optional[float]
    low: Optional[float]
    high: Optional[float]
    ratio: Optional[float]
    ratio_low: Optional[float]
    ratio_high: Optional[float]
    change: str


class ChangeRecord(TypedDict):
    """What became of a place at which annotators differed or differ.

    status         resolved, remaining, regressed or new
    before, after  what all annotators drew there, in words
    changed        annotators with another value than before
    """

    status: str
    layer: str
    document: str
    sentence: int
    token: str
    start: int
    end: int
    kinds_before: str
    before: str
    kinds_after: str
    after: str
    changed: str
    pairs: str


_OF_PLACES = tuple(PlaceRecord.__annotations__)


def score_record(score: Score, group: str = "") -> ScoreRecord:
    """The record of a Score."""
    low, high = score.interval or (None, None)
    return {
        "layer": score.layer,
        "figure": full_name(score.measure, score.statistic),
        "measure": score.measure,
        "statistic": score.statistic,
        "annotators": ", ".join(score.annotators),
        "document": score.document or "",
        "label": score.label or "",
        "group": group,
        "value": score.value,
        "low": low,
        "high": high,
        "observed": score.observed,
        "expected": score.expected,
        "n": score.items,
        "missing": score.missing,
        "uncounted": score.uncounted,
        "undefined": score.undefined or "",
        "no_interval": score.no_interval or "",
        "signature": score.signature,
    }


def place_records(places: Any) -> list[PlaceRecord]:
    """A record for each annotator of each Place."""
    records: list[PlaceRecord] = []
    for number, place in enumerate(rows(places), 1):
        labels = ", ".join(label or "nothing" for label in place["labels"])
        for row in flat_rows([place]):
            row.update(place=number, labels=labels)
            records.append(cast(PlaceRecord, {name: row[name] for name in _OF_PLACES}))
    return records


def pattern_record(pattern: Any) -> PatternRecord:
    """The record of a Pattern."""
    gain, labels = pattern.gain, pattern.labels * (2 // len(pattern.labels))
    return {
        "layer": pattern.layer,
        "label_1": labels[0],
        "label_2": labels[1],
        "places": pattern.places,
        "kinds": kinds_in_words(pattern),
        "measure": pattern.leading or "" if gain else "",
        "before": gain.before if gain else None,
        "after": gain.after if gain else None,
    }


def document_records(agreement: Any) -> list[DocumentRecord]:
    """A record for each document of an Agreement."""
    places: dict[str, int] = {}
    for (_, document), number in agreement.places.by_document().items():
        places[document] = places.get(document, 0) + number
    return [
        {
            "document": name,
            "annotators": ", ".join(agreement.annotators_of(name)),
            "sentences": len(table.sentence_starts),
            "places": places.get(name, 0),
        }
        for name, table in agreement.tables.items()
    ]


def difference_record(difference: Any) -> DifferenceRecord:
    """The record of a Difference."""
    low, high = difference.interval or (None, None)
    ratio_low, ratio_high = difference.ratio_interval or (None, None)
    return {
        "layer": difference.layer,
        "measure": difference.measure,
        "statistic": difference.statistic,
        "annotators": ", ".join(difference.annotators),
        "before": difference.before,
        "after": difference.after,
        "difference": difference.difference,
        "low": low,
        "high": high,
        "ratio": difference.ratio,
        "ratio_low": ratio_low,
        "ratio_high": ratio_high,
        "change": difference.clear,
    }


def problem_records(agreement: Any) -> list[ProblemRecord]:
    """A record for each Problem and each document that was left out."""
    left_out: list[ProblemRecord] = [
        {
            "file": ", ".join(f"{name}/{document}" for name in annotators) or document,
            "line": None,
            "code": "left-out",
            "message": reason,
        }
        for document, annotators, reason in agreement.excluded
    ]
    return left_out + [
        {
            "file": problem.file,
            "line": problem.line,
            "code": problem.code,
            "message": problem.message,
        }
        for problem in agreement.problems
    ]
