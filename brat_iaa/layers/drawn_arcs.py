"""The one reader of dependencies: what annotators drew in documents, and what cannot be used."""

from collections import Counter
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.corpus.line_columns import columns_in_a_row
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded
from brat_iaa.layers.arcs import ArcTable, arc_table
from brat_iaa.layers.tokens import (
    TokenColumns,
    document_of,
    is_punctuation,
    sentence_bounds,
    shared_tokens,
)
from brat_iaa.values.identity import head_and_dependent

# Why an annotator without a token in a document is left out there.
NOT_BEGUN = "no span in it: not begun (brat makes such a file when a document is opened)"


class DrawnDocuments:
    """What annotators drew in one document, or in several in a row; read when it is asked for.

    documents   list of ParallelDocument, without what was said in words
    settings    DependencySettings
    annotators  who have begun any of the documents, in order
    begun       booleans, documents x annotators: who has begun the document
    excluded    of each document: tuple of Excluded
    sentences   of each document: [(start, end), ...]

    before      DrawnDocuments with the same settings, of which documents that are the same are kept
    """

    def __init__(self, documents, settings, annotators, before=None):
        begun, self.excluded = zip(*(begun_by(document, settings) for document in documents))
        somebody = set().union(*begun)
        self.annotators = tuple(name for name in annotators if name in somebody)
        self.settings, kept = settings, {} if before is None else before.kept
        # A viewer's table must hold no more of the others than it shows.
        self.kept = {
            id(document): kept.get(id(document))
            or (document, document.as_drawn, sentence_bounds(document.text, settings.sentences))
            for document in documents
        }
        _, self.documents, self.sentences = zip(*self.kept.values())
        self.begun = numpy.array(
            [[name in there for name in self.annotators] for there in map(set, begun)], dtype=bool
        ).reshape(len(documents), len(self.annotators))

    def begun_by(self, document) -> tuple:
        """The annotators who have begun a document, by its number."""
        return tuple(name for name, there in zip(self.annotators, self.begun[document]) if there)

    @cached_property
    def first_sentence(self) -> list:
        """Number of the first sentence of each document."""
        return numpy.cumsum([0, *map(len, self.sentences)])[:-1].tolist()

    @cached_property
    def _files(self):
        """[(document, annotator, Annotations)] of all who have begun, with numbers."""
        return [
            (document, column, self.documents[document].annotations[self.annotators[column]])
            for document, column in numpy.argwhere(self.begun).tolist()
        ]

    @cached_property
    def _spans(self):
        texts, settings = [document.text for document in self.documents], self.settings
        return shared_tokens(
            self._files, texts, self.sentences, len(self.annotators), settings.root,
            settings.token_types,
        )  # fmt: skip

    @property
    def tokens(self) -> TokenColumns:
        """The tokens of all documents."""
        return self._spans[0]

    @cached_property
    def first(self) -> list:
        """Number of the first token of each document, and of all tokens."""
        document = document_of(self.sentences)[self.tokens.sentence]
        return numpy.searchsorted(document, numpy.arange(1 + len(self.documents))).tolist()

    @cached_property
    def is_word(self) -> numpy.ndarray:
        """Of each token whether it is neither a root token nor punctuation: booleans."""
        settings, tokens = self.settings, self.tokens
        if settings.punctuation_types is None:
            fragments = tokens.fragments(numpy.arange(len(tokens.start)))
            left_out = [
                is_punctuation(" ".join([document.text[start:end] for start, end in pieces]))
                for document, low, high in zip(self.documents, self.first, self.first[1:])
                for pieces in fragments[low:high]
            ]
            return ~tokens.root & ~numpy.array(left_out, dtype=bool)
        punctuation = [
            any(part in settings.punctuation_types for part in type.split("+"))
            for type in tokens.types
        ]
        return ~tokens.root & ~numpy.array([*punctuation, False])[tokens.type].any(axis=1)

    @cached_property
    def counts(self) -> numpy.ndarray:
        """Of each token whether it is compared: booleans."""
        return ~self.tokens.root if self.settings.punctuation == "in" else self.is_word

    @cached_property
    def all_count(self) -> bool:
        """Whether all tokens are surely compared, known without reading them."""
        root = any(self.settings.root in file.span_columns.types for *_, file in self._files)
        return self.settings.punctuation == "in" and not root

    @cached_property
    def sizes(self) -> tuple:
        """(compared tokens of each document, documents x annotators: how many they have)"""
        counts, first = self.counts, self.first[:-1]
        rows = numpy.column_stack([counts, self.tokens.present & counts[:, None]])
        # Documents without tokens have none of the next.
        sums = numpy.concatenate([numpy.zeros((1, rows.shape[1]), int), numpy.cumsum(rows, axis=0)])
        number = sums[self.first[1:]] - sums[first]
        return number[:, 0], number[:, 1:]

    @cached_property
    def _relations(self):
        return _relations(self._files, *self._spans, self.settings)

    @cached_property
    def table(self) -> ArcTable:
        """The dependencies of all documents."""
        tokens, settings, drawn = self.tokens, self.settings, self._relations
        valued = self.begun.copy()
        if settings.no_arcs == "missing":
            number = numpy.bincount(drawn.file[drawn.kept], minlength=len(self._files))
            valued[self.begun] = number > 0
        file, token, head, label = (column[drawn.kept] for column in drawn[:4])
        annotator = numpy.array([column for _, column, _ in self._files] or [0])[file]
        used, label = numpy.unique(label, return_inverse=True)
        return arc_table(
            self.annotators, tokens, self.counts, (annotator, token, head), label.reshape(-1),
            [drawn.labels[code] for code in used.tolist()], document_of(self.sentences),
            settings.tokens == "drawn", self.begun, valued,
        )  # fmt: skip

    def arcs_of(self, document) -> dict:
        """{annotator: {token: [(token of the head, Relation)]}} of a document, by numbers in it, in
        the order of the file.
        """
        drawn, first, arcs = self._relations, self.first[document], {}
        kept = drawn.kept
        before = int(self.begun[:document].sum())
        for file, name in enumerate(self.begun_by(document), before):
            records, of_file = self._files[file][2].relations, arcs.setdefault(name, {})
            rows = kept[slice(*numpy.searchsorted(drawn.file[kept], [file, file + 1]))]
            columns = (drawn.token[rows] - first, drawn.head[rows] - first, drawn.row[rows])
            for token, head, row in zip(*(column.tolist() for column in columns)):
                of_file.setdefault(token, []).append((head, records[row]))
        return arcs

    @cached_property
    def problems(self) -> list:
        """Of each document a tuple of Problem: arcs that cannot be used."""
        drawn, by_document, faulty = self._relations, [[] for _ in self.documents], {}
        for relation in sorted((*drawn.into_root.tolist(), *drawn.repeated)):
            faulty.setdefault(int(drawn.file[relation]), []).append(relation)
        outside = Counter(drawn.file[drawn.outside].tolist())
        number = numpy.bincount(drawn.file[drawn.kept], minlength=len(self._files))
        items = self.sizes[0].tolist()
        empty = {
            file for file in numpy.flatnonzero(number == 0).tolist() if items[self._files[file][0]]
        }
        for file in sorted(faulty.keys() | outside.keys() | empty):
            document, column, annotations = self._files[file]
            path, problems = self.documents[document].files[self.annotators[column]], []
            for relation in faulty.get(file, ()):
                record = annotations.relations[drawn.row[relation]]
                code, message = (
                    "arc-into-root",
                    (
                        f"{record.id} {record.type} makes the root token a dependent. It is left "
                        "out. Check the direction of the arc."
                    ),
                )
                if relation in drawn.repeated:
                    first = annotations.relations[drawn.row[drawn.repeated[relation]]]
                    (pieces,) = self.tokens.fragments(drawn.token[[relation]])
                    text = self.documents[document].text
                    words = " ".join([text[start:end] for start, end in pieces])
                    code, message = (
                        "duplicate-arc",
                        (
                            f"{record.id} repeats {first.id} ({record.type} on “{words}”). It is "
                            "counted once. Delete one of them."
                        ),
                    )
                problems.append(Problem(path, record.line, code, message))
            if outside[file]:
                message = (
                    f"{outside[file]} arcs start or end at a span that is no token by the setting "
                    "token_types. They are excluded."
                )
                problems.append(Problem(path, None, "arc-outside-tokens", message))
            if file in empty:
                problems.append(_no_arcs(path, items[document], self.settings))
            by_document[document] += problems
        for document, problem in self._overlapping():
            by_document[document].append(problem)
        return [tuple(problems) for problems in by_document]

    def _overlapping(self):
        """Yield (number of the document, Problem) if tokens overlap: phrases are probably counted
        as tokens.
        """
        tokens = self.tokens
        continuous = numpy.ones(len(tokens.start), dtype=bool)
        continuous[list(tokens.several)] = False
        document = document_of(self.sentences)[tokens.sentence]
        overlapping = 1 + numpy.flatnonzero(
            (tokens.start[1:] < tokens.end[:-1])
            & (document[1:] == document[:-1]) & continuous[1:] & continuous[:-1]
        )  # fmt: skip
        overlaps = numpy.unique(document[overlapping], return_index=True, return_counts=True)
        for at, first, number in zip(*(column.tolist() for column in overlaps)):
            start, end = tokens.start[overlapping[first]], tokens.end[overlapping[first]]
            yield at, Problem(
                self.documents[at].name, None, "overlapping-tokens",
                f"{number} tokens overlap the token before them, first "
                f"“{self.documents[at].text[start:end]}” at {start}. Every span counts as a "
                "token; if some are phrases, name the span types of tokens: token_types in "
                "iaa.conf.",
            )  # fmt: skip


class _Relations(NamedTuple):
    """The relations of all files in a row, without those that the settings leave out.

    file         number of the file
    token, head  tokens; -1 for a span that is no token
    label        number in labels
    row          in the file
    labels       sorted list
    outside      numbers of those with an end that is no token
    into_root    of those of which a root token is the dependent
    kept         of those that count
    repeated     {relation: the first that has the same file, ends and label}
    """

    file: numpy.ndarray
    token: numpy.ndarray
    head: numpy.ndarray
    label: numpy.ndarray
    row: numpy.ndarray
    labels: list
    outside: numpy.ndarray
    into_root: numpy.ndarray
    kept: numpy.ndarray
    repeated: dict


def _relations(files, tokens, of_span, span_begin, settings) -> _Relations:
    columns, begin = columns_in_a_row([file for *_, file in files], "relations")
    labels = {*columns.types}
    if settings.labels is not None:
        labels &= {*settings.labels}
    labels = sorted(labels)
    number = {label: code for code, label in enumerate(labels)}
    label = numpy.array([number.get(name, -1) for name in columns.types] + [-1])[columns.type]
    turned = [
        head_and_dependent(((role, False), (other, True)), settings.head, settings.turned)[0]
        for role, other in columns.pairs
    ]
    turned = numpy.array([*turned, False], dtype=bool)[columns.roles]
    # The spans of a file stand behind those of the files before it.
    file = numpy.repeat(numpy.arange(len(files), dtype=numpy.int32), numpy.diff(begin))
    first, second = (
        of_span[side + span_begin[:-1][file]] for side in (columns.first, columns.second)
    )
    dependent, head = numpy.where(turned, (first, second), (second, first))
    row = (numpy.arange(begin[-1]) - begin[:-1][file]).astype(numpy.int32)
    file, token, head, label, row = (
        column[label >= 0] for column in (file, dependent, head, label, row)
    )
    inside = (token >= 0) & (head >= 0)
    into_root = inside & numpy.append(tokens.root, False)[token]
    arcs = numpy.flatnonzero(inside & ~into_root)
    key = file[arcs].astype(numpy.int64)
    for part, size in ((token, len(tokens.root)), (head, len(tokens.root)), (label, len(labels))):
        key = key * size + part[arcs]
    _, first, index = numpy.unique(key, return_index=True, return_inverse=True)
    first_of = arcs[first][index.reshape(-1)]
    again = first_of != arcs
    return _Relations(
        file, token, head, label, row, labels, numpy.flatnonzero(~inside),
        numpy.flatnonzero(into_root), arcs[~again],
        dict(zip(arcs[again].tolist(), first_of[again].tolist())),
    )  # fmt: skip


def begun_by(document, settings):
    """(annotators with tokens, Excluded of the others).

    brat writes an empty .ann when somebody opens a document: that is no annotation, unless
    annotators draw the tokens themselves.
    """
    annotators = tuple(document.annotations)
    if settings.tokens == "drawn":
        return annotators, ()
    excluded = []
    for name in annotators:
        if not document.begun_by(name):
            excluded.append(Excluded(document.name, (name,), _not_begun(document, name)))
    without = {name for excluded_document in excluded for name in excluded_document.annotators}
    return tuple(name for name in annotators if name not in without), tuple(excluded)


def _not_begun(document, name):
    """Why an annotator has begun nothing: if the file has lines, what is wrong with the first."""
    unread = [problem for problem in document.annotations[name].problems if problem.unread]
    if not unread:
        return NOT_BEGUN
    none = f"none of its {len(unread)} lines could" if len(unread) > 1 else "its line could not"
    why = unread[0].message.rstrip(".")
    return f"no span in it: {none} be read. Line {unread[0].line}: {why}"


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
