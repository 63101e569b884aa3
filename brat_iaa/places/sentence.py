"""A place in its sentence: the words around it, with the item and its heads marked."""

from typing import NamedTuple

from brat_iaa.formats.display_names import runs_from_right

_AROUND = 600  # characters of a long sentence on each side of the item
_NEAR = 28  # and in narrow lists


class InSentence(NamedTuple):
    """An item in its sentence.

    text   the sentence, without the root token
    marks  ((start, end), ...) of the item in it; () where that is not told
    start  of the text in the document
    """

    text: str
    marks: tuple
    start: int = 0

    @property
    def rtl(self):
        """Whether the sentence runs from right to left."""
        return runs_from_right(self.text)

    @property
    def in_brackets(self):
        """The sentence with the item in brackets."""
        text = self.text
        # Marks may overlap. Those that end at a place come before those that begin there.
        signs = [(end, 0, "]") for start, end in self.marks if start < end]
        signs += [(start, 1, "[" if start < end else "[]") for start, end in self.marks]
        for at, _, sign in sorted(signs, reverse=True):
            text = text[:at] + sign + text[at:]
        return text

    def near(self, words):
        """(before, item, after), cut for narrow lists. words: of an item that is not marked"""
        if not self.marks:
            return "", words, ""
        start, end = self.marks[0][0], self.marks[-1][1]
        before, after = self.text[:start], self.text[end:]
        if len(before) > _NEAR:
            before = "…" + before[-_NEAR:]
        if len(after) > _NEAR:
            after = after[:_NEAR] + "…"
        return before, self.text[start:end], after

    def pieces(self, heads=()):
        """[(text, class)]: "token" at the item, classes of heads, else ""; cut far from the item.

        heads  [(start, end, class)] in the document
        """
        if not self.marks:
            return [(self.text[: 2 * _AROUND], "")]
        low = max(0, self.marks[0][0] - _AROUND)
        high = min(len(self.text), self.marks[-1][1] + _AROUND)
        classes = [""] * (high - low)
        for start, end, name in heads:
            _paint(classes, start - self.start - low, end - self.start - low, name)
        for start, end in self.marks:
            _paint(classes, start - low, end - low, "token")
        made, start = [], 0
        for end in range(1, len(classes) + 1):
            if end == len(classes) or classes[end] != classes[start]:
                made.append((self.text[low + start : low + end], classes[start]))
                start = end
        return [("…", "")] * (low > 0) + made + [("…", "")] * (high < len(self.text))


def in_sentence(table, token):
    """InSentence of a token of a ComparedDocument, or of one made for a span."""
    sentence = table.sentences[token.sentence - 1]
    start = sentence.start
    first = table.tokens[sentence.tokens[0]] if sentence.tokens else None
    if first is not None and first.is_root and first.index != token.index:
        start = first.end
    text = table.text[start : sentence.end]
    start += len(text) - len(text.lstrip())
    inside = [(max(a, start) - start, min(b, sentence.end) - start) for a, b in token.fragments]
    return InSentence(text.strip(), tuple((a, b) for a, b in inside if a <= b), start)


def _paint(classes, start, end, name):
    for index in range(max(0, start), min(end, len(classes))):
        before = classes[index]
        both = name != "token" and before not in ("", name)
        classes[index] = f"{before} {name}" if both else name
