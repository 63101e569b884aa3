"""What a document's page shows of trees where no layer lists what differs in them: arcs with those
of one annotator alone marked, or phrases as lines on the text.
"""

from itertools import zip_longest
from typing import NamedTuple

from brat_iaa.layers.difference import Mark
from brat_iaa.web.annotation_pictures import span_pictures


class ArcsOfToken(NamedTuple):
    """What of a token's arcs two annotators do not share: marks as of a Difference."""

    token: object
    marks: tuple
    kind: str = "arc"


class TreesInDocument(NamedTuple):
    """The trees of a pair in a document.

    arcs     whether they are of arcs; else of phrases
    trees    {number of a sentence: the trees of both}
    """

    arcs: bool
    trees: dict

    @property
    def differing(self) -> list:
        """Numbers of the sentences in which the trees differ."""
        return [number for number, (first, second) in self.trees.items() if first != second]

    def phrases(self, table, sentences, pair):
        """{number of a sentence: Picture} of phrases."""
        items: dict = {}
        for trees in self.trees.values():
            for name, tree in zip(pair, trees):
                for start, end, label in tree.brackets:
                    of_span = items.setdefault(((start, end),), {})
                    of_span[name] = of_span.get(name, frozenset()) | {label}
        shown = [sentence for sentence in sentences if sentence.number in self.trees]
        return span_pictures(items.items(), table, shown, pair, ())


def trees_in_document(figures, document, pair):
    """The TreesInDocument of the first layer of trees; None without one."""
    layers = {layer.name: layer for layer in figures.agreement.layers}
    for name, kind, part in figures.layer_parts(document, pair):
        if kind == "trees" and name in layers:
            both = {
                number: (of[pair[0]], of[pair[1]])
                for number, of in part.read_alone()[document].items.items()
                if {*pair} <= of.keys()
            }
            return TreesInDocument(layers[name].settings.arcs, both)
    return None


def differing_arcs(table, sentence, pair) -> list:
    """[ArcsOfToken] of a sentence."""
    found = []
    for index in sentence.tokens:
        first, second = (
            {(head, arc.type): arc for head, arc in table.arcs.get(name, {}).get(index, ())}
            for name in pair
        )
        alone = (
            [_mark(table, head, arc) for (head, type), arc in own.items() if (head, type) not in of]
            for own, of in ((first, second), (second, first))
        )
        found += [ArcsOfToken(table.tokens[index], marks) for marks in zip_longest(*alone)]
    return found


def _mark(table, head, arc):
    return Mark(arc.type, arc.id, arc.line, head=table.tokens[head])
