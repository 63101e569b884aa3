"""One text of a document whose annotators have files of CoNLL-U.

The text is made as brat's converter makes it: a sentence a line, with the word ROOT in front, which
is a token of its own, so that HEAD 0 is an arc from it. Sentences are aligned by sent_id, else by
their characters; words by their characters, whatever the blanks. Where words of a token are not
written in it, as in French du, they stand in its place, with a blank between them: de le.
"""

from collections import Counter, defaultdict
from itertools import accumulate

import numpy


class AlignedSentence:
    """A sentence of the text.

    surface     its text as tokens are written
    characters  the same without blanks
    multiword   {(start, end) in surface: forms of the words there, which are not written so}
    text        with those forms, without the root
    offsets     of each offset in surface that in text; None: the same
    begin       of text in the text of the document
    """

    def __init__(self, surface, characters):
        self.surface, self.characters = surface, characters
        self.multiword: dict = {}
        self.text, self.offsets, self.begin = "", None, 0


class TextOfTreebanks(str):
    """The text of a document, with what was aligned.

    lines     list of AlignedSentence, each a line of the text
    sent_ids  {sent_id: those of lines with it}
    """

    __slots__ = ("lines", "sent_ids")

    @classmethod
    def of(cls, lines, sent_ids, root):
        """The text of some AlignedSentences; root: the word in front of each."""
        pieces, at = [], 0
        for line in lines:
            _write_out(line)
            line.begin = at + len(root) + 1
            pieces.append(f"{root} {line.text}\n")
            at += len(pieces[-1])
        text = cls("".join(pieces))
        text.lines, text.sent_ids = lines, sent_ids
        return text

    @property
    def sentences(self):
        """What tells of two equal texts whether sentences are aligned alike with both."""
        return tuple((key, *(line.begin for line in lines)) for key, lines in self.sent_ids.items())


def _write_out(line):
    """Put the words of tokens in their places."""
    if not line.multiword:
        line.text = line.surface
        return
    offsets, pieces, at, size = numpy.arange(len(line.surface) + 1), [], 0, 0
    for (start, end), forms in sorted(line.multiword.items()):
        before, words = line.surface[at:start], " ".join(forms)
        pieces += before, words
        size += len(before)
        # Inside of the token no more than its own characters have a place of their own.
        inside = numpy.arange(end - start + 1)
        # The end of the token before, which is the first of these, has its place already.
        offsets[at:start] = numpy.arange(at, start) + size - start
        offsets[start : end + 1] = size + numpy.minimum(inside, len(words))
        size += len(words)
        offsets[end] = size
        at = end
    offsets[at:] = size + numpy.arange(len(line.surface) + 1 - at)
    line.offsets = offsets
    line.text = "".join(pieces) + line.surface[at:]


def align(treebanks: dict, standing=None) -> tuple:
    """(lines, sent_ids, {annotator: that of lines for each sentence}), see TextOfTreebanks.

    treebanks  {annotator: Treebank}
    standing   TextOfTreebanks to which no line is added: sentences that it lacks have None
    """
    lines = [] if standing is None else standing.lines
    sent_ids = {} if standing is None else standing.sent_ids
    at_characters = defaultdict(list)
    for line in lines:
        at_characters[line.characters].append(line)
    placed = {}
    for annotator, treebank in treebanks.items():
        sentences = treebank.sentences
        characters = ["".join(sentence.text.split()) for sentence in sentences]
        placed_lines, of_id = _known_lines(sentences, characters, sent_ids, at_characters)
        placed[annotator] = placed_lines
        if standing is not None:
            continue
        for number, (line, sentence) in enumerate(zip(placed_lines, sentences)):
            if line is None:
                line = AlignedSentence(sentence.text, characters[number])
                placed_lines[number] = line
                lines.append(line)
                at_characters[line.characters].append(line)
            if sentence.sent_id is not None and not of_id[number]:
                sent_ids.setdefault(sentence.sent_id, []).append(line)
            _add_multiword(sentence, line)
    return lines, sent_ids, placed


def alone(placed) -> tuple:
    """Annotators of whom no sentence is another's, too; all but the first if it is so of all.

    placed  {annotator: list of the AlignedSentence of each sentence}
    """
    owners = Counter(id(line) for lines in placed.values() for line in lines)
    shared = [any(owners[id(line)] > 1 for line in lines) for lines in placed.values()]
    without = [name for name, lines in zip(placed, shared) if not lines and placed[name]]
    return tuple(without if any(shared) else without[1:])


def _known_lines(sentences, characters, sent_ids, at_characters):
    """For each sentence (list of the AlignedSentence that is there already, or None, none of them
    twice; list of whether its sent_id leads there).
    """
    at_id, taken = defaultdict(list), set()
    for sent_id, of_id in sent_ids.items():
        for line in of_id:
            at_id[sent_id, line.characters].append(line)
    ids = [sentence.sent_id for sentence in sentences]
    by_id = _first_free(at_id, zip(ids, characters), taken)
    of_id = [line is not None for line in by_id]
    others = [None if placed else signs for placed, signs in zip(of_id, characters)]
    by_text = _first_free(at_characters, others, taken)
    return [line or other for line, other in zip(by_id, by_text)], of_id


def _first_free(there, keys, taken):
    """For each key the first of the lines there that is not taken, or None, and takes them."""
    left, lines = {}, []
    for key in keys:
        if key not in left:
            left[key] = iter(there.get(key, ()))
        line = next((line for line in left[key] if id(line) not in taken), None)
        if line is not None:
            taken.add(id(line))
        lines.append(line)
    return lines


def _add_multiword(sentence, line):
    """Let an AlignedSentence have room for words that are not written as they are."""
    bounds = bounds_in(line, sentence) if sentence.multiword else []
    for whole in sentence.multiword:
        forms = [word.form for word in sentence.words[whole.first : whole.last + 1]]
        if "".join(forms) != whole.form:
            start, end = bounds[whole.first]
            if all(end <= other or after <= start for other, after in line.multiword):
                line.multiword[start, end] = forms


def bounds_in(line, sentence) -> list:
    """[(start, end)] of the tokens of the words of a sentence in that of its AlignedSentence."""
    if sentence.text == line.surface:
        return sentence.bounds
    # Blanks alone differ: the characters are counted.
    before = [0, *accumulate(not sign.isspace() for sign in sentence.text)]
    there = [place for place, sign in enumerate(line.surface) if not sign.isspace()]
    there.append(len(line.surface))
    return [(there[before[start]], there[before[end] - 1] + 1) for start, end in sentence.bounds]
