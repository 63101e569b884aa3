"""The dependencies that annotators drew in one document, as arrays, and what cannot be used."""

from typing import NamedTuple

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded
from brat_iaa.layers.tokens import TokenRows, is_punctuation, shared_tokens


class DrawnArcs(NamedTuple):
    """The arcs of one document, by annotator, then in the order of the file.

    annotators            who have begun the document
    excluded, problems    tuples of Excluded and Problem
    tokens                TokenRows
    items                 indexes of the tokens that are items
    annotator             of each arc: its number
    dependent, head       of each arc: indexes of tokens
    label                 of each arc: its number in labels
    relation              of each arc: its row in RelationColumns
    labels                sorted tuple
    blank                 frozenset of annotators without arcs whose items are missing
    """

    annotators: tuple
    excluded: tuple
    problems: tuple
    tokens: TokenRows
    items: numpy.ndarray
    annotator: numpy.ndarray
    dependent: numpy.ndarray
    head: numpy.ndarray
    label: numpy.ndarray
    relation: numpy.ndarray
    labels: tuple
    blank: frozenset


def drawn_arcs(document, settings) -> DrawnArcs:
    """The DrawnArcs of a ParallelDocument. settings: DependencySettings"""
    annotators, excluded = _begun(document, settings)
    tokens = shared_tokens(
        document, annotators, settings.root, settings.token_types, settings.sentences
    )
    items = numpy.flatnonzero(_are_items(tokens, document.text, settings))
    relations = _Relations(document, annotators, tokens, settings)
    dependent, head = relations.dependent, relations.head
    inside = (dependent >= 0) & (head >= 0)
    into_root = numpy.zeros(len(inside), dtype=bool)
    into_root[inside] = tokens.root[dependent[inside]]
    arcs = numpy.flatnonzero(inside & ~into_root)
    first_of = relations.first_of_equal(arcs)
    kept = arcs[first_of == arcs]
    repeated = dict(zip(arcs[first_of != arcs].tolist(), first_of[first_of != arcs].tolist()))
    number = numpy.bincount(relations.annotator[kept], minlength=len(annotators))
    outside = numpy.bincount(relations.annotator[~inside], minlength=len(annotators))
    faulty = numpy.flatnonzero(into_root).tolist() + [*repeated]
    problems, texts = [], tokens.texts(document.text) if repeated else ()
    for column, name in enumerate(annotators):
        file = document.files[name]
        for arc in sorted(arc for arc in faulty if relations.annotator[arc] == column):
            records = document.annotations[name].relations
            relation = records[relations.row[arc]]
            if arc in repeated:
                first = records[relations.row[repeated[arc]]]
                problems.append(_repeated(file, relation, first, texts[dependent[arc]]))
            else:
                problems.append(_into_root(file, relation))
        if outside[column]:
            problems.append(_outside(file, outside[column]))
        if len(items) and not number[column]:
            problems.append(_no_arcs(file, len(items), settings))
    problems += _overlapping(document, tokens)
    missing = settings.no_arcs == "missing"
    used, label = numpy.unique(relations.label[kept], return_inverse=True)
    return DrawnArcs(
        annotators, excluded, tuple(problems), tokens, items,
        relations.annotator[kept], dependent[kept], head[kept], label.reshape(-1),
        relations.row[kept], tuple(relations.labels[code] for code in used.tolist()),
        frozenset(
            name for name, arcs in zip(annotators, number.tolist()) if missing and not arcs
        ),
    )  # fmt: skip


class _Relations:
    """The relations of all annotators in a row, without those that the settings leave out.

    annotator        of each relation: the annotator's number
    row              of each relation: its row in RelationColumns
    dependent, head  tokens; -1 for a span that is no token
    label            number in labels
    labels           sorted list
    """

    def __init__(self, document, annotators, tokens, settings):
        columns = [document.annotations[name].relation_columns for name in annotators]
        labels = {label for relations in columns for label in relations.types}
        if settings.labels is not None:
            labels &= {*settings.labels}
        self.labels = sorted(labels)
        number = {label: code for code, label in enumerate(self.labels)}
        parts = [
            self._of_file(relations, of_span, number, settings.head)
            for relations, of_span in zip(columns, tokens.of_span)
        ]
        parts = [numpy.zeros((4, 0), dtype=numpy.int32), *parts]
        self.row, self.dependent, self.head, self.label = numpy.concatenate(parts, axis=1)
        sizes = [part.shape[1] for part in parts[1:]]
        self.annotator = numpy.repeat(numpy.arange(len(sizes), dtype=numpy.int32), sizes)
        self._tokens = len(tokens.start)

    def _of_file(self, columns, of_span, number, head_role):
        label = numpy.array([number.get(name, -1) for name in columns.types], dtype=numpy.int32)
        turned = [
            head_and_dependent(((role, False), (other_role, True)), head_role)[0]
            for role, other_role in columns.pairs
        ]
        turned = numpy.array(turned, dtype=bool)[columns.roles]
        first, second = of_span[columns.first], of_span[columns.second]
        dependent, head = numpy.where(turned, (first, second), (second, first))
        label = label[columns.type]
        rows = numpy.arange(len(label), dtype=numpy.int32)
        return numpy.stack([rows, dependent, head, label])[:, label >= 0]

    def first_of_equal(self, chosen):
        """For each of some relations the first that has the same annotator, ends and label."""
        key = self.annotator[chosen].astype(numpy.int64)
        for part, size in (
            (self.dependent, self._tokens),
            (self.head, self._tokens),
            (self.label, len(self.labels)),
        ):
            key = key * size + part[chosen]
        _, first, index = numpy.unique(key, return_index=True, return_inverse=True)
        return chosen[first][index.reshape(-1)]


def head_and_dependent(args, head_role: str) -> tuple:
    """Head and dependent of ((role, id), (role, id)): the head has this role, else is first."""
    (role, first), (other_role, second) = args
    if other_role == head_role and role != head_role:
        return second, first
    return first, second


def _begun(document, settings):
    """(annotators with tokens, Excluded of the others).

    brat writes an empty .ann when somebody opens a document: that is no annotation, unless
    annotators draw the tokens themselves.
    """
    annotators = tuple(document.annotations)
    if settings.tokens == "drawn":
        return annotators, ()
    without = [name for name in annotators if not document.annotations[name].spanned]
    return tuple(name for name in annotators if name not in without), tuple(
        Excluded(document.name, (name,), _why_none(document.annotations[name].problems))
        for name in without
    )


def _why_none(problems):
    unread = sum(bool(problem.unread) for problem in problems)
    if unread:
        return f"no token in it: none of its {unread} lines could be read"
    return "no token in it: not begun (brat makes such a file when a document is opened)"


def _are_items(tokens, text, settings):
    """is_item() of each token."""
    if settings.punctuation == "in":
        return ~tokens.root
    if settings.punctuation_types is None:
        punctuation = [is_punctuation(words) for words in tokens.texts(text)]
        return ~tokens.root & ~numpy.array(punctuation, dtype=bool)
    punctuation = [is_punctuation_type(type, settings) for type in tokens.types]
    punctuation = numpy.array([*punctuation, False])[tokens.type]
    return ~tokens.root & ~punctuation.any(axis=1)


def is_punctuation_type(type: str, settings) -> bool:
    """Whether a token's type, types joined by "+", is one of those of punctuation."""
    return any(part in settings.punctuation_types for part in type.split("+"))


def _into_root(file, relation):
    return Problem(
        file,
        relation.line,
        "arc-into-root",
        f"{relation.id} {relation.type} makes the root token a dependent. It is left "
        "out. Check the direction of the arc.",
    )


def _repeated(file, relation, first, dependent):
    return Problem(
        file,
        relation.line,
        "duplicate-arc",
        f"{relation.id} repeats {first.id} ({relation.type} on "
        f"“{dependent}”). It is counted once. Delete one of them.",
    )


def _outside(file, number):
    return Problem(
        file,
        None,
        "arc-outside-tokens",
        f"{number} arcs start or end at a span that is no token by the setting "
        "token_types. They are left out.",
    )


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


def _overlapping(document, tokens):
    """A problem if tokens overlap: phrases are probably counted as tokens."""
    continuous = numpy.ones(len(tokens.start), dtype=bool)
    continuous[list(tokens.several)] = False
    overlapping = 1 + numpy.flatnonzero(
        (tokens.start[1:] < tokens.end[:-1]) & continuous[1:] & continuous[:-1]
    )
    if not len(overlapping):
        return []
    start, end = tokens.start[overlapping[0]], tokens.end[overlapping[0]]
    return [
        Problem(
            document.name,
            None,
            "overlapping-tokens",
            f"{len(overlapping)} tokens overlap the token before them, first "
            f"“{document.text[start:end]}” at {start}. Every span counts as a token; if "
            "some are phrases, name the span types of tokens: token_types in iaa.conf.",
        )
    ]
