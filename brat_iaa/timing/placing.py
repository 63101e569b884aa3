"""Which directory, document and sentence a record of the log is about."""

import bisect
import json
from typing import NamedTuple

from brat_iaa.corpus.discovery import folder_depth

# Actions that change a document. brat does not log turning an arc round, nor notes on sentences.
EDITS = ("createSpan", "deleteSpan", "splitSpan", "createArc", "deleteArc", "undo")
OPENED = "getDocument"


class Place(NamedTuple):
    """directory: an annotator's or another one below the project; document: as reports name it, ""
    for none.
    """

    directory: str
    document: str


class Places:
    """Finds the Place of a record.

    collection  brat's collection of the project, such as "/my/project/"
    layout      of the project, see discovery
    """

    def __init__(self, collection, layout):
        self._base = _parts(collection)
        self._depth = folder_depth(layout)

    def of(self, record):
        """The Place of a Record, None outside the project."""
        parts = _parts(record.collection)
        if parts[: len(self._base)] != self._base:
            return None
        below = parts[len(self._base) :]
        folders, own = below[: self._depth], below[self._depth :]
        if not own:
            return Place("", "")
        return Place(own[0], "/".join(folders + own[1:] + [record.document]))


def _parts(collection):
    return [part for part in collection.split("/") if part]


class Sentences:
    """Finds the sentence of an edit.

    tables   {document: DependencyTable}
    records  all records of the log that are in the project, as (Place, Record)

    A span is found by its characters, an arc by the id of its origin in the file as
    it is now. brat gives the id of a deleted span to the next one, so an id that was
    deleted after the edit says nothing.
    """

    def __init__(self, tables, records):
        self._starts = {
            name: [one.start for one in table.sentences] for name, table in tables.items()
        }
        self._of_id = {}
        for name, table in tables.items():
            for token in table.tokens:
                for annotator, id in token.ids.items():
                    self._of_id[annotator, name, id] = token.sentence
        self._deleted = {}
        for place, record in records:
            if record.action == "deleteSpan" and record.arguments:
                self._deleted[(*place, record.arguments[0])] = record.line

    def of(self, place, record):
        """Number of the sentence, from 1; None where it cannot be told."""
        starts = self._starts.get(place.document)
        if not starts or not record.arguments:
            return None
        first = record.arguments[0]
        if record.action == "createSpan":
            start = _start(first)
            return None if start is None else max(bisect.bisect_right(starts, start), 1)
        if record.action in ("createArc", "deleteArc"):
            identity = (*place, first)
            if self._deleted.get(identity, 0) > record.line:
                return None
            return self._of_id.get(identity)
        return None


def _start(offsets):
    """The first character of what brat logs as [[58,66]]; None if it is something else."""
    try:
        return int(json.loads(offsets)[0][0])
    except (ValueError, TypeError, IndexError, KeyError):
        return None
