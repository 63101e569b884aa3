"""Dependencies as trees: an ordered tree for each sentence and annotator.

Source of the definition: Skjærholt 2014, section 2. An artificial root with the empty label has
the sentence's roots as children; every token is a node labelled with its relation; children have
the order of the tokens.
"""

from collections import defaultdict
from typing import NamedTuple

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers import phrases
from brat_iaa.layers.layer_document import LayerDocument, excluded_sentences
from brat_iaa.layers.own_texts import merged
from brat_iaa.measures.trees import Forest

# Instead of a head: below the artificial root, and not in the tree.
ROOT, NOTHING = -1, None

_SEVERAL_HEADS = (
    "{number} of {of} sentences have a token with several heads {sentences}. "
    "To keep one arc of each, set several_heads = first in [layer trees]"
)


class SentenceTree(NamedTuple):
    """One sentence of one annotator.

    tokens       token indexes of the annotator's words, in text order; where texts differ, the
                 words and their places in the sentence
    heads        of each token: its head, as in tokens, ROOT or NOTHING
    labels       of each token: its relation; "" without an arc
    forest       Forest below the artificial root
    unreachable  number of tokens that cannot be reached from the root (cycles, no head): no nodes
    """

    tokens: tuple
    heads: tuple
    labels: tuple
    forest: Forest
    unreachable: int

    @property
    def size(self):
        """Number of tokens, including unreachable ones, and the artificial root."""
        return len(self.tokens) + 1

    @property
    def drawn(self):
        """Whether the annotator drew an arc in it."""
        return any(self.labels)

    def in_words(self):
        """Each word by its number with its relation and the number of its head, 0 for the root;
        "_" without a head, "?" for one that is no word of the sentence: 1 SUBJ 2, 2 ROOT 0.
        """
        number = {ROOT: 0, NOTHING: "_", **{word: n for n, word in enumerate(self.tokens, 1)}}
        drawn = enumerate(zip(self.labels, self.heads), 1)
        return ", ".join(
            f"{n} {label or '_'} {number.get(head, '?')}" for n, (label, head) in drawn
        )

    def in_sentence(self, table, number):
        """The same with tokens and heads that mean the same in texts that differ elsewhere.

        table, number  ComparedDocument in which the tokens are indexes, and number of the sentence
        """

        def place(index):
            if index in (ROOT, NOTHING):
                return index
            token = table.tokens[index]
            start = table.sentences[token.sentence - 1].start
            fragments = tuple((first - start, last - start) for first, last in token.fragments)
            # A head may stand in another sentence.
            return token.sentence - number, fragments, token.text

        return self._replace(
            tokens=tuple(map(place, self.tokens)), heads=tuple(map(place, self.heads))
        )


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: {sentence number: {annotator: SentenceTree}}.

    With nodes = spans the trees are PhraseTrees, see phrases.py.
    Several texts of a document are compared as in own_texts.py.
    """
    make = phrases.layer_document if layer.settings.nodes == "spans" else _of_arcs
    if layer.own_texts and table.others:
        return merged((document, *document.others), table, make, layer)
    return make(document, table, layer)


def _of_arcs(document, table, layer):
    """layer_document() of one text, with nodes = arcs."""
    settings = layer.settings
    trees, several, cut_off = {}, [], defaultdict(list)
    for sentence in table.sentences:
        words_of = {}
        for annotator in table.annotators:
            words = tuple(
                index
                for index in sentence.tokens
                if table.has(annotator, index) and not table.tokens[index].is_root
            )
            if words:
                words_of[annotator] = words
        if settings.several_heads == "exclude" and any(
            len(table.arcs[annotator].get(index, ())) > 1
            for annotator, words in words_of.items()
            for index in words
        ):
            several.append(sentence.number)
            continue
        has_root = any(table.tokens[index].is_root for index in sentence.tokens)
        trees[sentence.number] = {
            annotator: _tree(table, annotator, words, has_root, settings)
            for annotator, words in words_of.items()
        }
        for annotator, tree in trees[sentence.number].items():
            if tree.unreachable:
                cut_off[annotator].append((sentence.number, tree.unreachable))
    return LayerDocument(
        items=trees,
        excluded=excluded_sentences(table, several, _SEVERAL_HEADS),
        problems=tuple(_cut_off(table.files[name], tokens) for name, tokens in cut_off.items()),
    )


def _cut_off(file, unreachable):
    """Problem for unreachable tokens: [(sentence number, tokens), ...]."""
    tokens = sum(number for _, number in unreachable)
    sentences = ", ".join(str(sentence) for sentence, _ in unreachable[:10])
    more = ", …" if len(unreachable) > 10 else ""
    where = f"in sentence{'s' if len(unreachable) > 1 else ''} {sentences}{more}"
    what, counts = ("1 token", "It counts in the size of the tree, but is no node of it.")
    if tokens > 1:
        what = f"{tokens} tokens"
        counts = "They count in the size of the tree, but are no nodes of it."
    return Problem(
        file,
        None,
        "unreachable-tokens",
        f"{what} cannot be reached from the root (a cycle, or no head), {where}. {counts}",
    )


def _tree(table, annotator, words, has_root, settings):
    heads, labels = [], []
    inside = set(words)
    for index in words:
        head, arc = _chosen(table.arcs[annotator].get(index, ()), settings.primary)
        labels.append(arc.type if arc else "")
        if arc is None:
            # Without a root token, tokens without a head are roots.
            heads.append(NOTHING if has_root else ROOT)
        else:
            heads.append(ROOT if table.tokens[head].is_root else head)
    children = defaultdict(list)
    for index, head in zip(words, heads):
        children[head if head in inside or head == ROOT else NOTHING].append(index)
    forest = forest_of(children, dict(zip(words, labels)))
    return SentenceTree(words, tuple(heads), tuple(labels), forest, len(words) - len(forest.labels))


def _chosen(arcs, primary):
    """(head, arc) to keep: with the first of the primary labels, else the first in the file."""
    order = {label: rank for rank, label in enumerate(primary or ())}
    rank = lambda drawn: order.get(drawn[1].type, len(order))  # noqa: E731
    return min(arcs, key=rank, default=(None, None))


def forest_of(children: dict, label_of: dict) -> Forest:
    """Forest below the artificial root; not recursive, as sentences can be long chains.

    children  {token index or ROOT: token indexes of its children, in text order}
    label_of  {token index: label}
    """
    labels, leftmost = [], []
    stack: list = [(index, None) for index in reversed(children[ROOT])]
    while stack:
        index, first = stack.pop()
        if first is None:
            stack.append((index, len(labels)))
            stack += [(child, None) for child in reversed(children.get(index, ()))]
        else:
            # All nodes below this one were added since it was opened, the leftmost leaf first.
            labels.append(label_of[index])
            leftmost.append(first)
    return Forest(tuple(labels), tuple(leftmost))
