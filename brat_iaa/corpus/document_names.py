"""Names of documents that nearly match: perhaps two annotators' copies of one document."""

import re
import unicodedata
from collections import Counter, defaultdict
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


def similar_names(stems, with_ann):
    """Yield the Problem of documents of two annotators whose names differ only in capitals, in the
    characters between words, or in the name of the annotator.

    stems, with_ann  as in discovery.Listing
    """
    owners = {
        document: sorted(name for name, path in paths.items() if path in with_ann)
        for document, paths in stems.items()
    }
    pairs = _nearly_alike(
        {document: names[0] for document, names in owners.items() if names[1:] == []}
    )
    alike = defaultdict(list)
    for document in stems:
        alike[_composed(document).casefold()].append(document)
    pairs += [
        (documents[0], other)
        for documents in alike.values()
        for other in documents[1:]
        if owners[other] != owners[documents[0]] and (documents[0], other) not in pairs
    ]
    if pairs:
        (first, second), more = (
            pairs[0],
            f" So it is with {len(pairs) - 1} more." * (len(pairs) > 1),
        )
        owner, other = owners[first][0], owners[second][0]
        message = (
            f"{_shown(first, second)} of {owner} and {_shown(second, first)} of {other} have "
            f"nearly one name, and count as different documents.{more} Rename them if they are "
            "the same."
        )
        yield Problem(stems[second][other] + ".ann", None, "similar-names", message)


def _shown(document, other):
    """The name, with codes of its characters above ASCII if both names look the same."""
    same = _composed(document) == _composed(other)
    return quoted(document) + (f" ({ascii(document)[1:-1]})" if same else "")


def _nearly_alike(owner_of):
    """[(document, another one's)]; owner_of: {document: the only annotator who has it}"""
    alike = defaultdict(list)
    for document, owner in owner_of.items():
        alike[_bare(document, owner)].append(document)
    return [
        (first, second)
        for first, *others in alike.values()
        for second in others
        if owner_of[first] != owner_of[second]
    ]


def _bare(document, owner):
    """Its letters and digits, without the name of the annotator at its beginning or end."""
    words, name = (
        [word for word in re.split(r"[\W_]+", _composed(text).casefold()) if word]
        for text in (document, owner)
    )
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
    owner_of = {
        name: annotator for annotator, names in documents_of.items() for name in sorted(names)
    }
    (_, names), *others = documents_of.items()
    among = [name for _, theirs in others for name in sorted(theirs)[:_AMONG]]
    pairs = (
        _nearly_alike(owner_of)[:_SHOWN]
        or [
            (name, other)
            for name in sorted(names)[:_TRIED]
            for other in get_close_matches(name, among, 1)
        ][:_SHOWN]
    )
    nearest = [f"{name} of {owner_of[name]}, {other} of {owner_of[other]}" for name, other in pairs]
    hint = f" The nearest names: {'; '.join(nearest)}." if nearest else ""
    return (
        f"no two annotators have a document in common: {has}.{hint} A document of two "
        "annotators has the same path and name in both directories: rename one."
    )
