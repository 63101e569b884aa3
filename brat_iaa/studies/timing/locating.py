"""Locates records of the log: their directory, document and sentence."""

import bisect
import json
from typing import NamedTuple, Optional

# Actions that change a document. brat does not log turning an arc round, nor notes on sentences.
EDITS = ("createSpan", "deleteSpan", "splitSpan", "createArc", "deleteArc", "undo")
OPENED = "getDocument"


class Location(NamedTuple):
    """directory: an annotator's, or another one below the project, or ""; document: as reports
    name it, or "".
    """

    directory: str
    document: str


def location_of(record, collection, layout) -> Optional[Location]:
    """The Location of a Record; None outside the project.

    collection  brat's collection of the project, such as "/my/project/"
    layout      FileLayout of the project
    """
    base, parts = _parts(collection), _parts(record.collection)
    if parts[: len(base)] != base:
        return None
    below = "/".join([*parts[len(base) :], record.document])
    return Location(*(layout.split(below) or ("", "")))


def _parts(collection):
    return [part for part in collection.split("/") if part]


class SentenceLocator:
    """Finds the sentence of an edit.

    tables   {document: DependencyTable}
    records  all records of the log that are in the project, as (Location, Record)

    A span is found by its characters, an arc by the id of its origin in the file as it is now. brat
    gives the id of a deleted span to the next one, so an id that was deleted after the edit says
    nothing.
    """

    def __init__(self, tables, records):
        self._starts = {
            name: [sentence.start for sentence in table.sentences] for name, table in tables.items()
        }
        self._of_id = {}
        for name, table in tables.items():
            for token in table.tokens:
                for annotator, id in token.ids.items():
                    self._of_id[annotator, name, id] = token.sentence
        self._deleted = {}
        for location, record in records:
            if record.action == "deleteSpan" and record.arguments:
                self._deleted[(*location, record.arguments[0])] = record.line

    def locate(self, location, record) -> Optional[int]:
        """Number of the sentence, from 1; None if unknown."""
        starts = self._starts.get(location.document)
        if not starts or not record.arguments:
            return None
        first = record.arguments[0]
        if record.action == "createSpan":
            start = _start(first)
            return None if start is None else max(bisect.bisect_right(starts, start), 1)
        if record.action in ("createArc", "deleteArc"):
            key = (*location, first)
            if self._deleted.get(key, 0) > record.line:
                return None
            return self._of_id.get(key)
        return None


def _start(offsets):
    """The first character of offsets as brat logs them, [[58,66]]; None for anything else."""
    try:
        return int(json.loads(offsets)[0][0])
    except (ValueError, TypeError, IndexError, KeyError):
        return None
