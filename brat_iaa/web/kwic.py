"""A token in its sentence: the words before and after it."""

from typing import NamedTuple

from brat_iaa.formats.direction import runs_from_right

WIDTH = 60  # characters on each side


class Context(NamedTuple):
    """Text of the sentence before the token, the token, and after it; cut at WIDTH.

    rtl: whether the sentence runs from right to left, so that "before" is on the right
    """

    before: str
    token: str
    after: str
    rtl: bool


def in_context(table, token):
    """The Context of a token of a table."""
    sentence = _sentence(table, token)
    start = sentence.start
    first = table.tokens[sentence.tokens[0]] if sentence.tokens else None
    if first is not None and first.is_root and first.index != token.index:
        start = first.end
    before = _line(table.text[max(start, token.start - WIDTH) : token.start]).lstrip()
    after = _line(table.text[token.end : min(sentence.end, token.end + WIDTH)]).rstrip()
    if token.start - WIDTH > start:
        before = "…" + before
    if token.end + WIDTH < sentence.end:
        after += "…"
    return Context(before, token.text, after, runs_from_right(table.text[start : sentence.end]))


def _sentence(table, token):
    place = token.sentence - 1
    if place < len(table.sentences) and table.sentences[place].number == token.sentence:
        return table.sentences[place]
    return next(sentence for sentence in table.sentences if sentence.number == token.sentence)


def _line(text):
    return text.replace("\r", " ").replace("\n", " ")
