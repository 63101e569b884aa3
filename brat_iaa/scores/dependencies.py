"""Dependencies over all documents of a project: UAA, LAA and LOA, alpha, and the disagreements."""

from functools import cached_property

import numpy

from brat_iaa.corpus.standoff import Problem
from brat_iaa.layers.disagreement import KINDS
from brat_iaa.layers.disagreement_list import Rows
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.scores.alphas import alpha_scores, document_alphas
from brat_iaa.scores.arc_disagreements import arc_disagreements, made
from brat_iaa.scores.compared import Compared
from brat_iaa.scores.pairs import document_scores, label_scores, pair_scores

# Values of all annotators on all tokens above which alphas are worth a process of their own.
LARGE = 1_000_000
# Above this share of missing tokens a pair's tokenisation is probably not shared.
MISSING_TOKENS_WARNING = 0.01


def layer_document(document, table, layer):
    """LayerDocument of one document; items: ArcColumns."""
    return LayerDocument(items=table.columns)


class PooledDependencies:
    """The layer of dependencies, with the methods of Pooled.

    parts       {document: LayerDocument}
    annotators  of the project, in order
    progress    function of (done, total); here nothing is computed yet
    executor    computes alphas of large projects meanwhile; None: nobody does
    """

    def __init__(self, parts, annotators, progress, executor=None):
        self.parts, self.annotators = parts, annotators
        cells = sum(part.items.codes.size for part in parts.values())
        self._meanwhile = _Meanwhile(executor if cells > LARGE else None)

    @cached_property
    def compared(self):
        """Compared of all documents."""
        return Compared([part.items for part in self.parts.values()], self.annotators)

    def project_scores(self, builder):
        """List of Score of the whole project."""
        alphas = self._meanwhile.start(alpha_scores, *_of_alphas(self.compared), builder)
        of_pairs, labels = (
            compute(self.compared, builder) for compute in (pair_scores, label_scores)
        )
        return of_pairs + alphas() + labels

    def document_scores(self, builders, progress):
        """{document: list of Score} of some documents, all in one pass."""
        several = [name for name in builders if len(self.parts[name].items.annotators) > 1]
        found = dict.fromkeys(builders, [])
        if several:
            compared = self.compared
            if several != list(self.parts):
                compared = Compared([self.parts[name].items for name in several], self.annotators)
            own = [builders[name] for name in several]
            alphas = self._meanwhile.start(document_alphas, *_of_alphas(compared), own)
            of_documents = zip(several, document_scores(compared, own), alphas())
            found.update((name, scores + own_alphas) for name, scores, own_alphas in of_documents)
        return found

    @property
    def confusion(self):
        """{pair: {(label of the first, label of the second): links}}, "" for no arc."""
        return self.compared.confusion

    def problems(self):
        """A Problem for each pair of which one side lacks more than 1 % of the tokens."""
        return [
            Problem(
                annotator,
                None,
                "tokens-missing",
                f"{annotator} lacks {missing} of the {own.common} tokens compared with "
                f"{other}; they "
                "are left out of every score of this pair. If annotators draw the tokens "
                "themselves, set tokens = drawn in iaa.conf.",
            )
            for pair, own in self.compared.pairs.items()
            for annotator, other, missing in zip(pair, pair[::-1], own.token_missing)
            if own.common and missing / own.common > MISSING_TOKENS_WARNING
        ]

    def list_disagreements(self, builder, layer, tables):
        """Add all disagreements to a DisagreementBuilder."""
        source = _Source(self.compared, [tables[name] for name in self.parts], layer)
        columns, found = self.compared.columns, source.found
        sentence = columns.tokens.sentence[found.token]
        first_of_document = numpy.searchsorted(columns.document, columns.document)
        number_in_document = numpy.arange(columns.sentences) - first_of_document + 1
        sides = numpy.array([columns.columns(pair) for pair in source.pairs]).reshape(-1, 2)
        nowhere = (found.heads < 0) | numpy.append(columns.tokens.root, True)[found.heads]
        builder.add_columns(
            layer, list(self.parts), source.pairs, self.compared.label_names, columns.types,
            Rows(
                None, columns.document[sentence], found.pair, found.kind, found.token,
                columns.tokens.start[found.token], number_in_document[sentence], found.labels,
                numpy.append(found.heads - found.token[:, None], nowhere, axis=1),
                columns.tokens.type[found.token[:, None], sides[found.pair]], None, None,
            ),
            source,
        )  # fmt: skip


def _of_alphas(compared):
    return compared.columns, compared.drawn_by_document


class _Meanwhile:
    """Computes something while this process does something else, if there is an executor."""

    def __init__(self, executor):
        self._submit = getattr(executor, "submit", None)

    def start(self, function, *given):
        """A function that waits for function(*given) and returns it."""
        if self._submit is None:
            return lambda: function(*given)
        return self._submit(function, *given).result


class _Source:
    """Makes a Disagreement of a row.

    found  ArcDisagreements
    pairs  list of the pairs that it refers to
    """

    def __init__(self, compared, tables, layer):
        self.found, self.pairs = arc_disagreements(compared), list(compared.pairs)
        self._labels, self._tables, self._layer = (*compared.label_names, ""), tables, layer
        self._first = numpy.cumsum([0] + [len(table.columns.tokens.root) for table in tables])

    def __getitem__(self, number):
        found = self.found
        token = int(found.token[number])
        document = int(numpy.searchsorted(self._first, token, "right")) - 1
        first = int(self._first[document])
        heads = found.heads[number].tolist()
        return made(
            self._tables[document], self.pairs[found.pair[number]], KINDS[found.kind[number]],
            token - first, [None if head < 0 else head - first for head in heads],
            [self._labels[label] for label in found.labels[number]], self._layer,
        )  # fmt: skip
