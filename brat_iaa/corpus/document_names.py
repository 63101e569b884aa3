"""Names of documents that nearly match: perhaps two annotators' copies of one document."""

import re
import unicodedata
from collections import Counter, defaultdict

from brat_iaa.corpus.problem import Problem, quoted

# Documents of an annotator for which the nearest names are looked for, among so many.
_TRIED, _AMONG = 20, 500
_SHOWN = 3
_CUTOFF = 0.6


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
    """The Problem of documents that are read under the name of another encoding; None without.

    names    as of one_name_each()
    stem_of  {document: a stem}
    """
    others = [document for document, name in names.items() if document != name]
    if not others:
        return None
    first = f"{quoted(others[0])} ({ascii(others[0])[1:-1]})"
    message = (
        f"Documents whose names encode accents otherwise than another annotator's: {len(others)}, "
        f"first {first}. They are read as one document. Name the files alike, so that links into "
        "brat lead to them."
    )
    return Problem(stem_of[others[0]] + ".ann", None, "similar-names", message)


def _composed(name):
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def similar_names(stems, with_ann):
    """Problems of documents whose names differ only in capitals, in the encoding of accents, in the
    characters between words, or in the name of the annotator.

    stems, with_ann  as in discovery.Listing
    """
    owners = {
        document: {annotator for annotator, path in stems[document].items() if path in with_ann}
        for document in stems
    }
    alike = defaultdict(list)
    for document in stems:
        alike[_folded(document)].append(document)
    for documents in alike.values():
        if any(owners[document] != owners[documents[0]] for document in documents):
            owner = min(owners[documents[-1]])
            names = " and ".join(_codes(document, documents) for document in documents)
            message = (
                f"The names of the documents {names} differ only in capitals or in the encoding of "
                "accents. They count as different documents; rename one if they are the same."
            )
            yield Problem(stems[documents[-1]][owner] + ".ann", None, "similar-names", message)
    pairs = _nearly_alike(
        {document: min(names) for document, names in owners.items() if len(names) == 1}
    )
    if pairs:
        first, other = ([*owners[document]][0] for document in pairs[0])
        more = f" So it is with {len(pairs) - 1} more." if len(pairs) > 1 else ""
        yield Problem(
            stems[pairs[0][1]][other] + ".ann",
            None,
            "similar-names",
            f"{quoted(pairs[0][0])} of {first} and {quoted(pairs[0][1])} of {other} have nearly "
            f"one name, and count as different documents.{more} Rename them if they are the same.",
        )


def _nearly_alike(owner_of):
    """[(document, another one's)]; owner_of: {document: the only annotator who has it}"""
    alike = defaultdict(list)
    for document, owner in owner_of.items():
        alike[_bare(document, owner)].append(document)
    return [
        (first, second)
        for first, *others in alike.values()
        for second in others
        if owner_of[first] != owner_of[second] and _folded(first) != _folded(second)
    ]


def _folded(document):
    return _composed(document).casefold()


def _bare(document, owner):
    """Its letters and digits, without the name of the annotator at its beginning or end."""
    words = [word for word in re.split(r"[\W_]+", _folded(document)) if word]
    name = [word for word in re.split(r"[\W_]+", _folded(owner)) if word]
    if len(words) > len(name) and words[-len(name) :] == name:
        words = words[: -len(name)]
    elif len(words) > len(name) and words[: len(name)] == name:
        words = words[len(name) :]
    return "".join(words)


def nothing_in_common(documents_of):
    """A sentence on annotators who have no document in common: what they have, and which names are
    nearest.

    documents_of  {annotator: names of the documents}
    """
    has = ", ".join(
        f"{annotator} has {', '.join(sorted(names)[:_SHOWN])}" + ", …" * (len(names) > _SHOWN)
        for annotator, names in documents_of.items()
    )
    nearest = _nearest(documents_of)
    hint = f" The nearest names: {'; '.join(nearest)}." if nearest else ""
    return (
        f"no two annotators have a document in common: {has}.{hint} A document of two "
        "annotators has the same path and name in both directories: rename one."
    )


def _nearest(documents_of):
    """["letter of anna, letter_ben of ben"]"""
    owner_of = {
        name: annotator for annotator, names in documents_of.items() for name in sorted(names)
    }
    pairs = _nearly_alike(owner_of)[:_SHOWN]
    if not pairs:
        from difflib import SequenceMatcher, get_close_matches

        (first, names), *others = documents_of.items()
        among = [name for _, theirs in others for name in sorted(theirs)[:_AMONG]]
        alike = []
        for name in sorted(names)[:_TRIED]:
            for other in get_close_matches(name, among, 1, _CUTOFF):
                alike.append((SequenceMatcher(None, name, other).ratio(), name, other))
        pairs = [(name, other) for _, name, other in sorted(alike, reverse=True)[:_SHOWN]]
    return [f"{name} of {owner_of[name]}, {other} of {owner_of[other]}" for name, other in pairs]


def _codes(document, documents):
    """The name, with codes of its characters above ASCII if the names look the same."""
    alike = [other for other in documents if _composed(other) == _composed(document)]
    code = f" ({ascii(document)[1:-1]})" if len(alike) > 1 else ""
    return quoted(document) + code
