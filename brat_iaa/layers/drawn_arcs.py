"""The dependencies that annotators drew in documents, as arrays, and what cannot be used."""

from functools import cached_property

import numpy

from brat_iaa.corpus.line_columns import columns_in_a_row, numbers_of_files
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded
from brat_iaa.layers.arcs import Arcs, ArcTable, TokenColumns, arc_table
from brat_iaa.layers.tokens import TokenRows, is_punctuation, sentence_bounds, shared_tokens

# Why an annotator without a token in a document is left out there.
NOT_BEGUN = "no span in it: not begun (brat makes such a file when a document is opened)"


class DrawnDocuments:
    """What annotators drew in one document, or in several in a row.

    documents   list of ParallelDocument, without what was said in words
    settings    DependencySettings
    annotators  who have begun any of the documents, in order
    begun       booleans, documents x annotators: who has begun the document
    excluded    of each document: tuple of Excluded
    """

    def __init__(self, documents, settings, annotators):
        begun, self.excluded = zip(*(begun_by(document, settings) for document in documents))
        somebody = set().union(*begun)
        self.annotators = tuple(name for name in annotators if name in somebody)
        self.settings = settings
        # A viewer's table must hold no more of the others than it shows.
        self.documents = [
            document._replace(
                annotations={name: file.as_drawn for name, file in document.annotations.items()},
            )
            for document in documents
        ]
        self.begun = numpy.array(
            [[name in there for name in self.annotators] for there in map(set, begun)], dtype=bool
        ).reshape(len(documents), len(self.annotators))

    def begun_by(self, document) -> tuple:
        """The annotators who have begun a document, by its number."""
        return tuple(name for name, there in zip(self.annotators, self.begun[document]) if there)

    @property
    def drawn(self) -> bool:
        """Whether annotators draw the tokens."""
        return self.settings.tokens == "drawn"

    @cached_property
    def sentences(self) -> list:
        """Of each document the [(start, end), ...] of its sentences."""
        splitter = self.settings.sentences
        return [sentence_bounds(document.text, splitter) for document in self.documents]

    @cached_property
    def tokens(self) -> TokenRows:
        """The tokens and sentences."""
        return shared_tokens(
            self._files, self._texts, self.sentences, len(self.annotators), self.settings.root,
            self.settings.token_types,
        )  # fmt: skip

    @property
    def _files(self):
        """[(document, annotator, Annotations)] of all who have begun, with numbers."""
        return [
            (document, column, self.documents[document].annotations[self.annotators[column]])
            for document, column in numpy.argwhere(self.begun).tolist()
        ]

    @property
    def _texts(self):
        return [document.text for document in self.documents]

    @cached_property
    def items(self) -> numpy.ndarray:
        """Indexes of the tokens that are items."""
        settings, tokens = self.settings, self.tokens
        if settings.punctuation == "in":
            return numpy.flatnonzero(~tokens.root)
        if settings.punctuation_types is None:
            punctuation = [is_punctuation(words) for words in tokens.texts(self._texts)]
            return numpy.flatnonzero(~tokens.root & ~numpy.array(punctuation, dtype=bool))
        punctuation = [is_punctuation_type(type, settings) for type in tokens.types]
        left_out = numpy.array([*punctuation, False])[tokens.type].any(axis=1)
        return numpy.flatnonzero(~tokens.root & ~left_out)

    @cached_property
    def left_out(self) -> list:
        """Of each document the fragments of the tokens that are no items."""
        outside: list = [[] for _ in self.documents]
        root = any(self.settings.root in file.span_columns.types for *_, file in self._files)
        if self.settings.punctuation == "in" and not root:
            return outside
        columns, several = self._left_out
        for token, number, *bound in zip(*(column.tolist() for column in columns)):
            outside[number].append(several.get(token, (tuple(bound),)))
        return outside

    @cached_property
    def _left_out(self):
        """((tokens that are no items, their documents, starts, ends), fragments of the others)"""
        tokens = self.tokens
        left_out = numpy.ones(len(tokens.start), dtype=bool)
        left_out[self.items] = False
        rows = numpy.flatnonzero(left_out)
        document = tokens.document[tokens.sentence[rows]]
        return (rows, document, tokens.start[rows], tokens.end[rows]), tokens.several

    @cached_property
    def _bounds(self):
        """(where tokens begin, end, the fragments of those with several, first of each document)"""
        tokens, documents = self.tokens, numpy.arange(len(self.documents))
        first = numpy.searchsorted(tokens.document[tokens.sentence], documents)
        return tokens.start, tokens.end, tokens.several, first.tolist()

    def fragments_of(self, document, tokens) -> list:
        """The fragments of some tokens of a document, by their numbers there."""
        start, end, several, first = self._bounds
        number = numpy.array(tokens, dtype=numpy.int64) + first[document]
        bounds = zip(start[number].tolist(), end[number].tolist())
        return [several.get(at, (both,)) for at, both in zip(number.tolist(), bounds)]

    @cached_property
    def _relations(self):
        return _Relations(self._files, self.tokens, self.settings)

    @property
    def arcs(self) -> tuple:
        """(Arcs, numbers of labels, rows in RelationColumns; sorted labels) of the arcs between
        tokens, each counted once: by document, then by annotator, then in the order of the file.
        """
        relations, kept = self._relations, self._relations.kept
        used, label = numpy.unique(relations.label[kept], return_inverse=True)
        arcs = Arcs(relations.annotator[kept], relations.dependent[kept], relations.head[kept])
        labels = tuple(relations.labels[code] for code in used.tolist())
        return arcs, label.reshape(-1), relations.row[kept], labels

    @cached_property
    def blank(self) -> numpy.ndarray:
        """Booleans, documents x annotators: who has no arcs there, so that items are missing."""
        if self.settings.no_arcs != "missing":
            return numpy.zeros_like(self.begun)
        return self.begun & (self._number_of(self._relations.kept) == 0)

    def _number_of(self, chosen):
        """How many of some relations each annotator drew in each document."""
        relations, width = self._relations, len(self.annotators)
        file = relations.document[chosen] * width + relations.annotator[chosen]
        return numpy.bincount(file, minlength=self.begun.size).reshape(self.begun.shape)

    @cached_property
    def table(self) -> ArcTable:
        """The dependencies of all documents."""
        tokens, (arcs, label, _, labels) = self.tokens, self.arcs
        table = arc_table(
            self.annotators,
            TokenColumns(tokens.root, tokens.start, tokens.sentence, tokens.position, tokens.type),
            tokens.types, self.items.astype(numpy.int32), arcs, label.astype(numpy.int32), labels,
            tokens.document, self.drawn, self.begun, self.begun & ~self.blank,
        )  # fmt: skip
        # With these, nobody needs what they are made from, which is as large as the table.
        _ = self.problems, self._left_out, self._bounds
        for source in ("tokens", "items", "_relations"):
            # Another thread may have made the table meanwhile.
            self.__dict__.pop(source, None)
        return table

    @cached_property
    def sizes(self) -> tuple:
        """(items of each document, documents x annotators: how many of them the annotator has)"""
        table, documents = self.table, len(self.documents)
        present = table.tokens.present[table.token].T
        of_annotators = [
            numpy.bincount(table.item_document[has_token], minlength=documents)
            for has_token in present
        ]
        shape = len(self.annotators), documents
        return (
            numpy.bincount(table.item_document, minlength=documents),
            numpy.array(of_annotators, dtype=numpy.int64).reshape(shape).T,
        )

    @cached_property
    def problems(self) -> list:
        """Of each document a tuple of Problem: arcs that cannot be used."""
        relations = self._relations
        faulty: dict = {}
        for relation in numpy.flatnonzero(relations.into_root).tolist() + [*relations.repeated]:
            file = int(relations.document[relation]), int(relations.annotator[relation])
            faulty.setdefault(file, []).append(relation)
        outside, number = map(self._number_of, (relations.outside, relations.kept))
        of_items = self.tokens.document[self.tokens.sentence[self.items]]
        items = numpy.bincount(of_items, minlength=len(self.documents))
        of_files = self.begun & ((outside > 0) | ((number == 0) & (items > 0)[:, None]))
        of_files[tuple(numpy.array([*faulty], dtype=numpy.int64).reshape(-1, 2).T)] = True
        by_document: list = [[] for _ in self.documents]
        for document, column in numpy.argwhere(of_files).tolist():
            document_read, problems = self.documents[document], by_document[document]
            file = document_read.files[self.annotators[column]]
            for relation in sorted(faulty.get((document, column), ())):
                records = document_read.annotations[self.annotators[column]].relations
                record = records[relations.row[relation]]
                if relation in relations.repeated:
                    first = records[relations.row[relations.repeated[relation]]]
                    token = int(relations.dependent[relation])
                    whole = ((self.tokens.start[token], self.tokens.end[token]),)
                    pieces = self.tokens.several.get(token, whole)
                    dependent = " ".join([document_read.text[start:end] for start, end in pieces])
                    code = "duplicate-arc"
                    message = (
                        f"{record.id} repeats {first.id} ({record.type} on “{dependent}”). It is "
                        "counted once. Delete one of them."
                    )
                else:
                    code = "arc-into-root"
                    message = (
                        f"{record.id} {record.type} makes the root token a dependent. It is left "
                        "out. Check the direction of the arc."
                    )
                problems.append(Problem(file, record.line, code, message))
            if outside[document, column]:
                message = (
                    f"{outside[document, column]} arcs start or end at a span that is no token by "
                    "the setting token_types. They are excluded."
                )
                problems.append(Problem(file, None, "arc-outside-tokens", message))
            if items[document] and not number[document, column]:
                problems.append(_no_arcs(file, items[document], self.settings))
        for document, problem in _overlapping(self.documents, self.tokens):
            by_document[document].append(problem)
        return [tuple(problems) for problems in by_document]


class _Relations:
    """The relations of all files in a row, without those that the settings leave out.

    document, annotator  of each relation: numbers
    row              of each relation: its row in RelationColumns
    dependent, head  tokens; -1 for a span that is no token
    label            number in labels
    labels           sorted list
    outside          those with an end that is no token
    into_root        booleans: whether a root token is the dependent
    kept             those that count
    repeated         {relation: the first that has the same annotator, ends and label}
    """

    def __init__(self, files, tokens, settings):
        columns, begin = columns_in_a_row([file for *_, file in files], "relations")
        labels = {*columns.types}
        if settings.labels is not None:
            labels &= {*settings.labels}
        self.labels = sorted(labels)
        number = {label: code for code, label in enumerate(self.labels)}
        label = numpy.array([number.get(name, -1) for name in columns.types] + [-1])[columns.type]
        turned = [
            head_and_dependent(((first, False), (second, True)), settings.head)[0]
            for first, second in columns.pairs
        ]
        turned = numpy.array([*turned, False], dtype=bool)[columns.roles]
        # The spans of a file stand behind those of the files before it.
        sizes = numpy.diff(begin)
        before = numpy.repeat(tokens.begin[:-1], sizes)
        first, second = (tokens.of_span[side + before] for side in (columns.first, columns.second))
        dependent, head = numpy.where(turned, (first, second), (second, first))
        document, annotator = numbers_of_files(files, begin)
        row = (numpy.arange(begin[-1]) - numpy.repeat(begin[:-1], sizes)).astype(numpy.int32)
        self.document, self.annotator, self.row, self.dependent, self.head, self.label = (
            column[label >= 0] for column in (document, annotator, row, dependent, head, label)
        )
        inside = (self.dependent >= 0) & (self.head >= 0)
        self.outside = numpy.flatnonzero(~inside)
        self.into_root = numpy.zeros(len(inside), dtype=bool)
        self.into_root[inside] = tokens.root[self.dependent[inside]]
        arcs = numpy.flatnonzero(inside & ~self.into_root)
        first_of = self._first_of_equal(arcs, len(tokens.start))
        self.kept, again = arcs[first_of == arcs], first_of != arcs
        self.repeated = dict(zip(arcs[again].tolist(), first_of[again].tolist()))

    def _first_of_equal(self, chosen, tokens):
        """For each of some relations the first that has the same annotator, ends and label."""
        key = self.annotator[chosen].astype(numpy.int64)
        for part, size in (
            (self.dependent, tokens), (self.head, tokens), (self.label, len(self.labels)),
        ):  # fmt: skip
            key = key * size + part[chosen]
        _, first, index = numpy.unique(key, return_index=True, return_inverse=True)
        return chosen[first][index.reshape(-1)]


def head_and_dependent(args, head_role: str) -> tuple:
    """Head and dependent of ((role, id), (role, id)): the head has this role, else is first."""
    (role, first), (other_role, second) = args
    if other_role == head_role and role != head_role:
        return second, first
    return first, second


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


def is_punctuation_type(type: str, settings) -> bool:
    """Whether a token's type, types joined by "+", is one of those of punctuation."""
    return any(part in settings.punctuation_types for part in type.split("+"))


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


def _overlapping(documents, tokens):
    """Yield (number of the document, Problem) if tokens overlap: phrases are probably counted as
    tokens.
    """
    continuous = numpy.ones(len(tokens.start), dtype=bool)
    continuous[list(tokens.several)] = False
    document = tokens.document[tokens.sentence]
    overlapping = 1 + numpy.flatnonzero(
        (tokens.start[1:] < tokens.end[:-1])
        & (document[1:] == document[:-1]) & continuous[1:] & continuous[:-1]
    )  # fmt: skip
    overlaps = numpy.unique(document[overlapping], return_index=True, return_counts=True)
    for at, first, number in zip(*(column.tolist() for column in overlaps)):
        start, end = tokens.start[overlapping[first]], tokens.end[overlapping[first]]
        yield at, Problem(
            documents[at].name, None, "overlapping-tokens",
            f"{number} tokens overlap the token before them, first "
            f"“{documents[at].text[start:end]}” at {start}. Every span counts as a token; if "
            "some are phrases, name the span types of tokens: token_types in iaa.conf.",
        )  # fmt: skip
