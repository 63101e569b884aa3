"""What a figure was computed from: numbers of annotators, documents, sentences; and which bytes."""

import hashlib
from typing import NamedTuple

# Hexadecimal digits of a fingerprint: enough to tell states of a project apart, few enough to type.
_DIGITS = 12


class DocumentData(NamedTuple):
    """One document.

    sentences    their number
    text         digest of its text, bytes
    annotations  {annotator: digest of the .ann as it was read, bytes}
    """

    sentences: int
    text: bytes
    annotations: dict


class ComparedData:
    """The documents that are compared.

    documents  {name: DocumentData}
    """

    def __init__(self, documents):
        self._documents = documents
        self._known = {}

    def described(self, annotators, document=None):
        """(parts of a signature that count, the part that identifies the data).

        annotators  whose figure it is; documents that only one of several did are left out
        document    name of the only one; None: all

        The fingerprint does not depend on the names and the order of annotators and documents.
        """
        key = frozenset(annotators), document
        if key not in self._known:
            self._known[key] = self._describe(*key)
        return self._known[key]

    def _describe(self, annotators, document):
        chosen = self._documents.values() if document is None else [self._documents[document]]
        fewest = min(2, len(annotators))
        chosen = [own for own in chosen if len(annotators & own.annotations.keys()) >= fewest]
        digests = sorted(_digest([own.text, *_of(own, annotators)]) for own in chosen)
        counts = [
            f"annotators:{len(annotators)}",
            f"documents:{len(chosen)}",
            f"sentences:{sum(own.sentences for own in chosen)}",
        ]
        return counts, f"data:{_digest(digests).hex()[:_DIGITS]}"


def document_data(document, table):
    """DocumentData of a ParallelDocument and its DependencyTable: of those who have begun it."""
    text = hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).digest()
    digests = {name: document.annotations[name].sha256 for name in table.annotators}
    return DocumentData(table.columns.sentences, text, digests)


def _of(data, annotators):
    return sorted(data.annotations[name] for name in annotators & data.annotations.keys())


def _digest(parts):
    return hashlib.sha256(b"".join(parts)).digest()
