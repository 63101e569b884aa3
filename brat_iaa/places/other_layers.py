"""Do arcs differ because something else does? Tokens that differ in another layer, and the others.

Annotators who take a word for another lemma or part of speech draw other arcs (Ragheb & Dickinson
2013, section 4.3). A token counts as different in a layer if a pair of annotators differ there on
what begins at it, or at a head that either of them gave it.
"""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.kinds import KINDS
from brat_iaa.places.relative_risk import RelativeRisk, relative_risk


class OtherLayer(NamedTuple):
    """How arcs go with the labels of a layer.

    layer       its name
    annotators  a pair, or all: the tokens of every pair
    risk        RelativeRisk of tokens whose arcs differ; the property is to differ in the layer
    """

    layer: str
    annotators: tuple
    risk: RelativeRisk


def other_layers(agreement) -> list:
    """List of OtherLayer: for each layer of labels all pairs together first, then, if there are
    several, each pair; [] without dependencies or labels on their tokens.
    """
    if agreement.dependencies is None or len(agreement.annotators) < 2:
        return []
    layers = [layer.name for layer in agreement.layers if KINDS[layer.kind].of_spans]
    if not layers:
        return []
    view = agreement.pooled_layers[agreement.dependencies.name].view
    names = list(agreement.parts[agreement.dependencies.name])
    tokens = {pair: _Tokens(view, pair) for pair in combinations(view.table.annotators, 2)}
    listed = []
    for layer in layers:
        differing = _differing(agreement, layer, names, view.table, tokens)
        groups = [tuple(tokens)] + ([(pair,) for pair in tokens] if len(tokens) > 1 else [])
        for pairs in groups:
            parts = [tokens[pair] for pair in pairs]
            exposed = [tokens[pair].exposed(differing[pair]) for pair in pairs]
            annotators = agreement.annotators if len(pairs) > 1 else pairs[0]
            listed.append(
                OtherLayer(
                    layer,
                    annotators,
                    relative_risk(
                        numpy.concatenate(exposed),
                        numpy.concatenate([part.affected for part in parts]),
                        numpy.concatenate([part.sentence for part in parts]),
                        view.table.document,
                        agreement.config.unit,
                    ),
                )
            )
    return listed


class _Tokens:
    """The tokens that a pair compared.

    affected  booleans: whether their arcs differ
    sentence  of each
    """

    def __init__(self, view, pair):
        table, compared = view.table, view.compare(pair)
        differs = compared.k["LAA"] < numpy.maximum(compared.a, compared.b)
        self.affected = differs[compared.both]
        self.sentence = table.sentence[compared.item]
        self._token = compared.item
        self._heads = []
        for cells in table.of(pair)[compared.item].T:
            row, element = table.elements_of(cells)
            self._heads.append((row, self._token[row] + table.distance[element]))

    def exposed(self, differing):
        """Whether a token or a head of it differs; differing: booleans, of all tokens."""
        exposed_tokens = differing[self._token]
        for row, head in self._heads:
            exposed_tokens[row[differing[head]]] = True
        return exposed_tokens


def _differing(agreement, layer, names, table, pairs):
    """{pair: booleans, whether the two differ in a layer on the item that begins at a token}"""
    tokens, number = table.tokens, {name: index for index, name in enumerate(names)}
    key = _key(table.item_document, tokens.start)
    starts = defaultdict(list)
    for each in agreement.differences:
        if each.layer == layer and each.document in number:
            where = number[each.document], each.fragments[0][0]
            starts[frozenset(each.annotators)].append(where)
    by_pair = {}
    for pair in pairs:
        there = numpy.array(starts[frozenset(pair)], dtype=numpy.int64).reshape(-1, 2)
        by_pair[pair] = numpy.isin(key, _key(*there.T)) & ~tokens.root
    return by_pair


def _key(document, start):
    return document.astype(numpy.int64) << 32 | start.astype(numpy.int64)
