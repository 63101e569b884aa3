"""The one reader of dependencies, and the ValueTable that it makes.

An item is a token, its value the set of its heads and labels.
An element is ((distance, root), label): the head's token less the item's, in tokens, and whether
the head is a root token. So values mean the same on every token and in every document.

Source of the definition: Ragheb & Dickinson 2013, section 4.1.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy

from brat_iaa.corpus.line_columns import columns_in_a_row
from brat_iaa.layers.arc_problems import arc_problems
from brat_iaa.layers.begun import begun_by
from brat_iaa.layers.tokens import (
    TokenColumns,
    document_of,
    is_punctuation,
    sentence_bounds,
    shared_tokens,
)
from brat_iaa.measures.distinct import packed
from brat_iaa.values.identity import head_and_dependent
from brat_iaa.values.table import ABSENT, EMPTY, UNDRAWN, ValueTable, with_values

# Upper bound of distances between tokens, and so of the tokens in a document.
_FARTHEST = 1 << 30


@dataclass(eq=False)
class ArcTable(ValueTable):
    """The dependencies of some documents.

    tokens  TokenColumns, one for each item
    counts  booleans: whether the token is compared: it is no root token and, if that does not
            count, no punctuation
    """

    tokens: TokenColumns
    counts: numpy.ndarray

    @cached_property
    def elements(self) -> list:
        """See ValueTable; sorted, so that links always come in the same order."""
        return sorted({element for value in self.values for element in value})

    @cached_property
    def distance(self) -> numpy.ndarray:
        """Of each element how far its head is, in tokens."""
        return numpy.array([head[0] for head, _ in self.elements], dtype=numpy.int64)

    def arcs(self) -> tuple:
        """(number of the annotator, token, head, number of the element) of all arcs: arrays."""
        item, annotator = numpy.nonzero(self.cells > EMPTY)
        cell, element = self.elements_of(self.cells[item, annotator])
        token = item[cell]
        return annotator[cell], token, token + self.distance[element], element

    @cached_property
    def _drawn(self):
        annotator, token, head, _ = self.arcs()
        return numpy.sort(self._key(annotator, token, head))

    def drew(self, annotator, token, head) -> numpy.ndarray:
        """Whether annotators (columns) drew arcs to tokens: booleans; head -1: no arc."""
        key, drawn = self._key(annotator, token, head), self._drawn
        if not len(drawn):
            return numpy.zeros(len(key), dtype=bool)
        at = numpy.minimum(numpy.searchsorted(drawn, key), len(drawn) - 1)
        return (drawn[at] == key) & (token >= 0) & (head >= 0)

    def _key(self, annotator, token, head):
        width = len(self.cells)
        return packed(packed(annotator, width, token), width, head)

    @cached_property
    def counted(self) -> "ArcTable":
        """The same without the values of tokens that do not count."""
        if self.counts.all() or (self.cells[~self.counts] == ABSENT).all():
            return self
        return self.with_cells(numpy.where(self.counts[:, None], self.cells, ABSENT))

    def of_documents(self, documents, annotators) -> "ArcTable":
        part: Any = super().of_documents(documents, annotators)
        items = self.items_in(documents)
        tokens = self.tokens.taken(items, self.columns(annotators), part.sentence)
        return replace(part, tokens=tokens, counts=self.counts[items])


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
        keys = [(one.name, one.text, one.identity, one.nothing) for one in documents]
        read = [
            (document.identity and kept.get(key))
            or (document.as_drawn, sentence_bounds(document.text, settings.sentences))
            for key, document in zip(keys, documents)
        ]
        self.kept = dict(zip(keys, read))
        self.documents, self.sentences = zip(*read)
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
    def files(self):
        """[(document, annotator, Annotations)] of all who have begun, with numbers."""
        return [
            (document, column, self.documents[document].annotations[self.annotators[column]])
            for document, column in numpy.argwhere(self.begun).tolist()
        ]

    @cached_property
    def _spans(self):
        texts, settings = [document.text for document in self.documents], self.settings
        return shared_tokens(
            self.files, texts, self.sentences, len(self.annotators), settings.root,
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
        root = any(self.settings.root in file.span_columns.types for *_, file in self.files)
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
        return _relations(self.files, *self._spans, self.settings)

    @cached_property
    def table(self) -> ArcTable:
        """The dependencies of all documents."""
        tokens, settings, drawn = self.tokens, self.settings, self._relations
        valued = self.begun.copy()
        if settings.no_arcs == "missing":
            number = numpy.bincount(drawn.file[drawn.kept], minlength=len(self.files))
            valued[self.begun] = number > 0
        file, token, head, label = (column[drawn.kept] for column in drawn[:4])
        annotator = numpy.array([column for _, column, _ in self.files] or [0])[file]
        used, label = numpy.unique(label, return_inverse=True)
        return _arc_table(
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
            records, of_file = self.files[file][2].relations, arcs.setdefault(name, {})
            rows = kept[slice(*numpy.searchsorted(drawn.file[kept], [file, file + 1]))]
            columns = (drawn.token[rows] - first, drawn.head[rows] - first, drawn.row[rows])
            for token, head, row in zip(*(column.tolist() for column in columns)):
                of_file.setdefault(token, []).append((head, records[row]))
        return arcs

    @cached_property
    def problems(self) -> list:
        """Of each document a tuple of Problem: arcs that cannot be used."""
        return arc_problems(self, self._relations)


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
    wanted = columns.types if settings.labels is None else settings.labels
    labels = sorted({*columns.types} & {*wanted})
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


def _arc_table(
    annotators, tokens, counts, arcs, label, labels, document, drawn, begun, valued
) -> ArcTable:
    """The ArcTable of tokens and arcs.

    arcs           (numbers of the annotators, of the tokens, of their heads)
    label, labels  of each arc the number of its label among these
    drawn          whether annotators draw the tokens: then one that they lack has an empty value
    valued         booleans, documents x annotators: whether the tokens have values, if not none
    """
    annotator, token, head = arcs
    valued = valued[document[tokens.sentence]] & ~tokens.root[:, None]
    cells = numpy.where(tokens.present, EMPTY, UNDRAWN if drawn else ABSENT)
    cells = numpy.where(valued, cells, ABSENT).astype(numpy.int32)
    distance, names = head.astype(numpy.int64) - token + _FARTHEST, max(len(labels), 1)
    keys, element = numpy.unique(
        packed(distance * 2 + tokens.root[head], names, label), return_inverse=True
    )
    elements = []
    for key in keys.tolist():
        head_key, label_number = divmod(key, names)
        elements.append(((head_key // 2 - _FARTHEST, head_key % 2 == 1), labels[label_number]))
    cells, values = with_values(cells, token, annotator, element.reshape(-1), elements)
    return ArcTable(annotators, cells, values, tokens.sentence, document, begun, tokens, counts)
