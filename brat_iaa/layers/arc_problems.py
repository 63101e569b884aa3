"""Arcs that annotators drew and that cannot be used, and what hints at other settings."""

from collections import Counter

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.tokens import document_of


def arc_problems(read, drawn) -> list:
    """Of each document a tuple of Problem.

    read   DrawnDocuments; drawn: its relations
    """
    by_document: list = [[] for _ in read.documents]
    faulty: dict = {}
    for relation in sorted((*drawn.into_root.tolist(), *drawn.repeated)):
        faulty.setdefault(int(drawn.file[relation]), []).append(relation)
    outside = Counter(drawn.file[drawn.outside].tolist())
    number = numpy.bincount(drawn.file[drawn.kept], minlength=len(read.files))
    items = read.sizes[0].tolist()
    empty = {file for file in numpy.flatnonzero(number == 0).tolist() if items[read.files[file][0]]}
    for file in sorted(faulty.keys() | outside.keys() | empty):
        document, column, annotations = read.files[file]
        path, problems = read.documents[document].files[read.annotators[column]], []
        for relation in faulty.get(file, ()):
            record = annotations.relations[drawn.row[relation]]
            if relation in drawn.repeated:
                first = annotations.relations[drawn.row[drawn.repeated[relation]]]
                (pieces,) = read.tokens.fragments(drawn.token[[relation]])
                text = read.documents[document].text
                words = " ".join([text[start:end] for start, end in pieces])
                code, message = "duplicate-arc", (
                    f"{record.id} repeats {first.id} ({record.type} on “{words}”). It is "
                    "counted once. Delete one of them."
                )  # fmt: skip
            else:
                code, message = "arc-into-root", (
                    f"{record.id} {record.type} makes the root token a dependent. It is left "
                    "out. Check the direction of the arc."
                )  # fmt: skip
            problems.append(Problem(path, record.line, code, message))
        if outside[file]:
            message = (
                f"{outside[file]} arcs start or end at a span that is no token by the setting "
                "token_types. They are excluded."
            )
            problems.append(Problem(path, None, "arc-outside-tokens", message))
        if file in empty:
            problems.append(_no_arcs(path, items[document], read.settings))
        by_document[document] += problems
    for document, problem in _overlapping(read):
        by_document[document].append(problem)
    return [tuple(problems) for problems in by_document]


def _overlapping(read):
    """Yield (number of the document, Problem) if tokens overlap: phrases are probably counted
    as tokens.
    """
    tokens = read.tokens
    continuous = numpy.ones(len(tokens.start), dtype=bool)
    continuous[list(tokens.several)] = False
    document = document_of(read.sentences)[tokens.sentence]
    overlapping = 1 + numpy.flatnonzero(
        (tokens.start[1:] < tokens.end[:-1])
        & (document[1:] == document[:-1]) & continuous[1:] & continuous[:-1]
    )  # fmt: skip
    overlaps = numpy.unique(document[overlapping], return_index=True, return_counts=True)
    for at, first, number in zip(*(column.tolist() for column in overlaps)):
        start, end = tokens.start[overlapping[first]], tokens.end[overlapping[first]]
        yield at, Problem(
            read.documents[at].name, None, "overlapping-tokens",
            f"{number} tokens overlap the token before them, first "
            f"“{read.documents[at].text[start:end]}” at {start}. Every span counts as a "
            "token; if some are phrases, name the span types of tokens: token_types in "
            "iaa.conf.",
        )  # fmt: skip


def _no_arcs(file, items, settings):
    if settings.no_arcs == "missing":
        effect = f"Its {items} tokens are missing, because of no_arcs = missing."
    else:
        effect = (
            f"All {items} tokens count as tokens without a head. If the document is not annotated "
            "yet, set no_arcs = missing in iaa.conf."
        )
    kind = "No arc" if settings.labels is None else "No arc with one of the chosen labels"
    return Problem(file, None, "no-arcs", f"{kind} is drawn in this document. {effect}")
