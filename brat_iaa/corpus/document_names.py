"""Names of documents: one for each, however its accents are encoded, and which are nearly alike."""

import unicodedata
from collections import Counter
from difflib import get_close_matches

from brat_iaa.corpus.problem import Problem, quoted

# Documents of an annotator for which the nearest names are looked for, among so many.
_TRIED, _AMONG = 20, 500
_SHOWN = 3


def one_name_each(documents_of, known=()) -> dict:
    """{document: the name that it has}: the first annotator's where others encode its accents in
    another way, as macOS does.

    documents_of  {annotator: names of the documents}
    known         names that documents have already
    """
    names = {_composed(name): name for name in known}
    # Who has two such documents means two.
    twice = {
        name
        for documents in documents_of.values()
        for name, times in Counter(map(_composed, documents)).items()
        if times > 1
    }
    return {
        document: document
        if _composed(document) in twice
        else names.setdefault(_composed(document), document)
        for documents in documents_of.values()
        for document in documents
    }


def encoded_otherwise(names, stem_of):
    """Yield the Problem of documents that are read under the name of another encoding.

    names    as of one_name_each()
    stem_of  {document: a stem}
    """
    others = [document for document, name in names.items() if document != name]
    if others:
        first = f"{quoted(others[0])} ({ascii(others[0])[1:-1]})"
        message = (
            "Documents whose names encode accents otherwise than another annotator's: "
            f"{len(others)}, first {first}. They are read as one document. Name the files alike, "
            "so that links into brat lead to them."
        )
        yield Problem(stem_of[others[0]] + ".ann", None, "similar-names", message)


def _composed(name):
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def one_spelling(names) -> dict:
    """{name: that of the first of some names that differs in how accents are encoded alone}"""
    first: dict = {}
    return {name: first.setdefault(_composed(name), name) for name in names}


def as_written(names, there) -> tuple:
    """Names as they are there, however the accents of either are encoded."""
    written = {_composed(name): name for name in sorted(there, reverse=True)}
    return tuple(name if name in there else written.get(_composed(name), name) for name in names)


def nothing_in_common(documents_of):
    """A sentence on annotators who have no document in common: what they have, and which names are
    nearest.

    documents_of  {annotator: names of the documents}
    """
    has = ", ".join(
        f"{annotator} has {', '.join(sorted(names)[:_SHOWN])}" + ", …" * (len(names) > _SHOWN)
        for annotator, names in documents_of.items()
    )
    owner_of = {
        name: annotator for annotator, names in documents_of.items() for name in sorted(names)
    }
    (_, names), *others = documents_of.items()
    among = [name for _, theirs in others for name in sorted(theirs)[:_AMONG]]
    pairs = [
        (name, other)
        for name in sorted(names)[:_TRIED]
        for other in get_close_matches(name, among, 1)
    ]
    nearest = [
        f"{name} of {owner_of[name]}, {other} of {owner_of[other]}"
        for name, other in pairs[:_SHOWN]
    ]
    hint = f" The nearest names: {'; '.join(nearest)}." if nearest else ""
    return (
        f"no two annotators have a document in common: {has}.{hint} A document of two "
        "annotators has the same path and name in both directories: rename one."
    )
