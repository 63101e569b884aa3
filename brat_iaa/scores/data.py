"""The data behind a figure: numbers of annotators, documents and sentences, and a fingerprint."""

import hashlib
from itertools import chain
from typing import NamedTuple

from brat_iaa.layers.own_texts import tables_by_sentence

_ANY = "?"


class Uncounted(NamedTuple):
    """Lines of one file that could not be read for one reason, in one layer. What cannot be read is
    often what differs, so agreement without it may be too high.

    kind   what they begin with, "T" for spans, or "?"
    lines  their numbers, from 1
    code   short id of the reason
    why    what is wrong with the first, in words
    """

    layer: str
    annotator: str
    document: str
    kind: str
    lines: tuple
    code: str
    why: str


def concerns(layer, problem) -> bool:
    """Whether a Layer would have read the line of a Problem."""
    letter, _, name = problem.unread.partition(" ")
    letters, wanted = layer.settings.reads, layer.settings.label_source.partition(":")[2]
    if not letter or not (letter == _ANY or letter in letters):
        return False
    # An attribute is of one layer, if its name is certain.
    return letter not in "AM" or name in ("", wanted)


def uncounted(layer, document, annotator, problems) -> list:
    """List of Uncounted of a Layer; problems: of the lines of a file that could not be read."""
    groups = {}
    for problem in problems:
        if concerns(layer, problem):
            groups.setdefault((problem.unread[0], problem.code), []).append(problem)
    return [
        Uncounted(
            layer.name, annotator, document, kind, tuple(problem.line for problem in of_group),
            code, of_group[0].message,
        )
        for (kind, code), of_group in groups.items()
    ]  # fmt: skip


# Hexadecimal digits of a fingerprint: enough to tell states of a project apart, few enough to type.
_DIGITS = 12


class DocumentData(NamedTuple):
    """One document.

    sentences    their number
    text         digest of its text, bytes; b"" where annotators have several
    annotations  {annotator: digest of the .ann as it was read, bytes}; with that of the text, where
                 there are several
    unread       {annotator: Problems of lines that could not be read}, where there are such
    """

    sentences: int
    text: bytes
    annotations: dict
    unread: dict = {}


class ComparedData:
    """The documents that are compared.

    documents  {name: DocumentData}
    before     ComparedData with some of the same DocumentData, or None: digests are kept
    """

    def __init__(self, documents, before=None):
        self._documents = documents
        self._descriptions, self._digests = {}, {}
        self._before = before and before._digests
        self._unread = {name: None for name, data in documents.items() if data.unread}

    def of_documents(self, names) -> "ComparedData":
        """The ComparedData of some of the documents."""
        return ComparedData({name: self._documents[name] for name in names})

    def described(self, annotators, document=None) -> tuple:
        """(list of counts for a signature, fingerprint for a signature, frozenset of those
        of the annotators whose files it has).

        annotators  of the figure; if several, documents that only one of them did do not count,
                    nor who has no other
        document    name of the only one; None: all

        The fingerprint does not depend on the names and the order of annotators and documents.
        """
        key = annotators, document = frozenset(annotators), document
        if key not in self._descriptions:
            chosen = self._documents.values() if document is None else [self._documents[document]]
            fewest = min(2, len(annotators))
            chosen = [
                document
                for document in chosen
                if len(annotators & document.annotations.keys()) >= fewest
            ]
            owners = chain.from_iterable(data.annotations for data in chosen)
            compared = annotators.intersection(owners)
            counts = [
                f"annotators:{len(compared) or len(annotators)}",
                f"documents:{len(chosen)}",
                f"sentences:{sum(data.sentences for data in chosen)}",
            ]
            # Digests of these documents with the annotations of these annotators.
            before, digests = (self._before or {}).get(annotators, {}), []
            new = self._digests.setdefault(annotators, {})
            for data in chosen:
                kept, digest = before.get(id(data)) or new.get(id(data)) or (None, b"")
                if kept is not data:
                    there = annotators & data.annotations.keys()
                    own = sorted(data.annotations[name] for name in there)
                    digest = _digest([data.text, *own])
                new[id(data)] = data, digest
                digests.append(digest)
            whole = _digest(sorted(digests)).hex()
            self._descriptions[key] = counts, f"data:{whole[:_DIGITS]}", compared
        return self._descriptions[key]

    def uncounted(self, layer, annotators, document=None) -> list:
        """List of Uncounted: lines that a Layer would have read in the files of a figure.

        annotators, document  as in described()
        """
        fewest = min(2, len(annotators))
        chosen = self._unread if document is None else {document} & self._unread.keys()
        lines = []
        for name in chosen:
            data = self._documents[name]
            if len(annotators & (data.annotations.keys() | data.unread.keys())) >= fewest:
                for annotator in data.unread:
                    if annotator in annotators:
                        lines += uncounted(layer, name, annotator, data.unread[annotator])
        return lines


def document_data(document, table) -> tuple:
    """(DocumentData of a ParallelDocument, of the annotators in its ComparedDocument; that of
    layers that compare annotators whose texts differ).
    """
    digests = {name: document.annotations[name].sha256 for name in table.annotators}
    sentences, text = len(table.sentence_starts), _text(document)
    data = DocumentData(sentences, text, digests, _unread(document))
    if not table.others:
        return data, data
    documents, tables = (document, *document.others), tables_by_sentence(table)
    return data, DocumentData(
        sentences=max((len(of_text.sentences) for of_text in tables.values()), default=0),
        text=b"",
        annotations={
            name: _digest(
                [_text(documents[position]), documents[position].annotations[name].sha256]
            )
            for position, of_text in tables.items()
            for name in of_text.annotators
        },
        unread={name: lines for part in documents for name, lines in _unread(part).items()},
    )


def _unread(document):
    lines = {
        name: tuple(problem for problem in annotations.problems if problem.unread)
        for name, annotations in document.annotations.items()
    }
    return {name: of_file for name, of_file in lines.items() if of_file}


def _text(document):
    return hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).digest()


def _digest(parts):
    return hashlib.sha256(b"".join(parts)).digest()
