"""The words of a file of CoNLL-U as spans in the text of their document, with arcs and labels."""

from collections import defaultdict
from functools import partial

import numpy

from brat_iaa.corpus import conllu, conllu_files
from brat_iaa.corpus.annotations import Annotations
from brat_iaa.corpus.line_columns import AttributeColumns, RelationColumns, SpanColumns
from brat_iaa.corpus.problem import Problem, quoted
from brat_iaa.corpus.treebank_text import bounds_in

LEMMA = "Lemma"
_ROLES = (("Arg1", "Arg2"),)


class _Placed:
    """The words of one Treebank in the text of their document.

    start, end  of each word
    good        booleans: whether the word has characters of its own there
    line        of each sentence its AlignedSentence or None
    sentence    of each word the number of its sentence
    """

    def __init__(self, treebank, lines):
        self.treebank, self.line = treebank, lines
        first = numpy.array(treebank.first, dtype=numpy.int64)
        self.sentence = numpy.repeat(numpy.arange(len(lines)), numpy.diff(first))
        begin = numpy.array([line.begin if line else 0 for line in lines], dtype=numpy.int64)
        self.there = numpy.array([line is not None for line in lines], dtype=bool)
        start, end = treebank.start.copy(), treebank.end.copy()
        for number, line in enumerate(lines):
            if line is not None and (
                number in treebank.multiword
                or line.offsets is not None
                or line.surface != treebank.surface[number]
            ):
                words = slice(treebank.first[number], treebank.first[number + 1])
                start[words], end[words] = self._in_line(number, line, words)
        self.start, self.end = start + begin[self.sentence], end + begin[self.sentence]
        self.good = (end > start) & self.there[self.sentence]

    def _in_line(self, number, line, words):
        """(starts, ends) of the words of a sentence in the text of its AlignedSentence."""
        treebank = self.treebank
        start, end = bounds_in(line, treebank, number, words)
        first, last = (start, end) if line.offsets is None else map(line.offsets.take, (start, end))
        first, last = first.copy(), last.copy()
        for unit in treebank.multiword.get(number, ()):
            words_of_unit = range(unit.first - words.start, unit.last + 1 - words.start)
            forms = line.multiword.get(
                (int(start[words_of_unit[0]]), int(end[words_of_unit[0]])), ()
            )
            at, after = int(first[words_of_unit[0]]), int(last[words_of_unit[0]])
            for left, word in zip(reversed(range(len(words_of_unit))), words_of_unit):
                first[word] = at
                if len(forms) == len(words_of_unit):
                    at += len(forms[len(words_of_unit) - 1 - left])
                    last[word] = at
                    at += 1
                else:
                    # Other words than those written there: each has some of the characters.
                    form = treebank.form[words.start + word]
                    at = max(at, min(at + len(form), after - left)) if left else after
                    last[word] = at
        return first, last


def annotations_of(treebank, lines, text, file, graph, root) -> Annotations:
    """The Annotations of a Treebank.

    lines  of each sentence its AlignedSentence, or None
    text   TextOfTreebanks
    file   its name, for problems
    graph  "basic", "enhanced" or "both", as in the settings
    root   span type of the root
    """
    placed = _Placed(treebank, lines)
    words, sentences = len(treebank.form), len(lines)
    # A row for the root of each sentence, and one for each word.
    first = numpy.array(treebank.first[:-1], dtype=numpy.int64)
    root_slot, word_slot = first + numpy.arange(sentences), numpy.arange(words) + placed.sentence
    word_slot += 1
    used = numpy.zeros(words + sentences, dtype=bool)
    used[root_slot], used[word_slot] = placed.there, placed.good
    row = numpy.cumsum(used) - 1
    row[~used] = -1
    start, end, line = (numpy.zeros(words + sentences, dtype=numpy.int64) for _ in range(3))
    begin = numpy.array([line.begin if line else 0 for line in lines], dtype=numpy.int64)
    start[root_slot], end[root_slot] = begin - len(root) - 1, begin - 1
    start[word_slot], end[word_slot] = placed.start, placed.end
    line[root_slot], line[word_slot] = treebank.lines, treebank.line
    type = numpy.zeros(words + sentences, dtype=numpy.int64)
    names, type[word_slot] = _numbered(treebank.upos, [root])
    types, type = _in_order_of_use(type[used], names)
    start, end = start[used].astype(numpy.int32), end[used].astype(numpy.int32)
    marked = [text[first:last] for first, last in zip(start.tolist(), end.tolist())]
    blank = numpy.array([" " in of for of in marked], dtype=bool)
    named = numpy.array([of == types[code] for of, code in zip(marked, type.tolist())], dtype=bool)
    spans = SpanColumns(start, end, type, blank, named, types, {})
    rows = _Rows(row[root_slot], row[word_slot], placed.sentence, first)
    relations, line_of_relation = _relations(treebank, rows, graph)
    labels, line_of_label = _labels(treebank, rows.word)
    lines_of = {"spans": line[used], "relations": line_of_relation, "attributes": line_of_label}
    return Annotations(
        span_columns=spans, relation_columns=relations, attribute_columns=labels, lines=lines_of,
        numbers={kind: numpy.arange(1, len(of) + 1) for kind, of in lines_of.items()},
        text=text, problems=(*treebank.problems, *_problems(placed, file)), sha256=treebank.sha256,
    )  # fmt: skip


class _Rows:
    """Rows of spans.

    root, word  of each sentence's root, of each word; -1: none
    """

    def __init__(self, root, word, sentence, first):
        self.root, self.word, self._sentence, self._first = root, word, sentence, first

    def heads(self, words, number):
        """Of words with heads, counted in their sentences; 0 the root."""
        sentence = self._sentence[words]
        head = self._first[sentence] + number - 1
        return numpy.where(number == 0, self.root[sentence], self.word[head])


def _numbered(values, names=()):
    """(list of the different values, the number of each); names: those that come first."""
    number = {name: place for place, name in enumerate(names)}
    for value in dict.fromkeys(values):
        number.setdefault(value, len(number))
    codes = numpy.fromiter(map(number.__getitem__, values), dtype=numpy.int64, count=len(values))
    return list(number), codes


def _in_order_of_use(code, names):
    """(tuple of the names in use, the number of each), in the order of first use."""
    used, first, index = numpy.unique(code, return_index=True, return_inverse=True)
    order = numpy.argsort(first)
    place = numpy.empty(len(used), dtype=numpy.int32)
    place[order] = numpy.arange(len(used), dtype=numpy.int32)
    return tuple(names[number] for number in used[order].tolist()), place[index.reshape(-1)]


def _relations(treebank, rows, graph):
    """(RelationColumns of arcs: from HEAD and DEPREL, from DEPS, or both; line of each)."""
    word, head, label = (numpy.zeros(0, dtype=numpy.int64) for _ in range(3))
    names: list = []
    if graph != "enhanced":
        word = numpy.flatnonzero(treebank.head >= 0)
        names, label = _numbered(treebank.deprel)
        head, label = rows.heads(word, treebank.head[word]), label[word]
    if graph != "basic":
        more, number, labels = _enhanced_arcs(treebank)
        if graph == "both":
            labels = [conllu_files.ENHANCED + name for name in labels]
        names, codes = _numbered(labels, names)
        word, label = numpy.append(word, more), numpy.append(label, codes)
        head = numpy.append(head, rows.heads(more, number))
    dependent = rows.word[word]
    kept = (dependent >= 0) & (head >= 0)
    types, type = _in_order_of_use(label[kept], names)
    columns = RelationColumns(
        type, numpy.zeros(len(type), dtype=numpy.int32), head[kept].astype(numpy.int32),
        dependent[kept].astype(numpy.int32), types, _ROLES if len(type) else (),
    )  # fmt: skip
    return columns, treebank.line[word[kept]]


def _enhanced_arcs(treebank):
    """(words, their heads in the sentence, list of labels), an arc each."""
    words, heads, labels, by_cell = [], [], [], {}
    sizes = numpy.diff(treebank.first).tolist()
    for number, (first, size) in enumerate(zip(treebank.first, sizes)):
        empty = treebank.empty.get(number, {})
        for word, cell in enumerate(treebank.deps[first : first + size], first):
            arcs = None if empty else by_cell.get(cell)
            if arcs is None:
                arcs = conllu.enhanced(cell, empty) or []
                if not empty:
                    by_cell[cell] = arcs
            for head, label in arcs:
                if head <= size:
                    words.append(word)
                    heads.append(head)
                    labels.append(label)
    words, heads = (numpy.array(column, dtype=numpy.int64) for column in (words, heads))
    return words, heads, labels


def _labels(treebank, row):
    """(AttributeColumns of XPOS and FEATS, as attributes, and of LEMMA and MISC, as notes; line of
    each).
    """
    sources, values, columns = {}, {}, []
    for kind, column, pairs_of in (
        ("attribute", treebank.xpos, partial(_whole, "XPOS")),
        ("attribute", treebank.feats, conllu.features),
        ("notes", treebank.lemma, partial(_whole, LEMMA)),
        ("notes", treebank.misc, conllu.further),
    ):
        cells, code = _numbered(column)
        pairs = list(map(pairs_of, cells))
        begin = numpy.cumsum([0, *map(len, pairs)])
        size = numpy.diff(begin)[code]
        word = numpy.repeat(numpy.arange(len(code)), size)
        within = numpy.arange(len(word)) - numpy.repeat(numpy.cumsum(size) - size, size)
        flat = [pair for pairs_of_span in pairs for pair in pairs_of_span]
        source, value = (numpy.array(numbers, dtype=numpy.int32) for numbers in (
            [sources.setdefault(f"{kind}:{name}", len(sources)) for name, _ in flat],
            [values.setdefault(label, len(values)) for _, label in flat],
        ))  # fmt: skip
        kept = row[word] >= 0
        number = (begin[code][word] + within)[kept]
        columns.append((source[number], row[word][kept], value[number], treebank.line[word[kept]]))
    source, span, value, line = map(numpy.concatenate, zip(*columns))
    columns = AttributeColumns(
        source, span.astype(numpy.int32), value, tuple(sources), tuple(values)
    )
    return columns, line


def _whole(name, cell):
    return [] if cell in ("_", "") else [(name, cell.strip())]


def _problems(placed, file):
    """Problems of sentences and words that have no place in the text of the document."""
    treebank = placed.treebank
    lost = numpy.flatnonzero(~placed.there)
    if len(lost):
        first = int(lost[0])
        yield Problem(
            file, treebank.lines[first], "other-sentences",
            f"Sentences that no annotator has: {len(lost)}, first "
            f"{quoted(treebank.surface[first])}. They are not compared.",
        )  # fmt: skip
    for word in numpy.flatnonzero(~placed.good & placed.there[placed.sentence]).tolist():
        yield Problem(
            file, int(treebank.line[word]), "no-characters",
            f"{quoted(treebank.form[word])} has no characters of its own in the text of the "
            "sentence. It is excluded, with its arcs.", "T",
        )  # fmt: skip


def differing(annotations: dict, placed: dict, files: dict):
    """Problems of words and sentences that only one annotator has.

    annotations  {annotator: Annotations} of several
    placed       {annotator: (Treebank, list of AlignedSentences)}
    files        {annotator: name of the file}
    """
    if len(annotations) < 2:
        return
    owners, keys = defaultdict(int), {}
    for name, drawn in annotations.items():
        for line in placed[name][1]:
            owners[id(line)] += 1
        columns = drawn.span_columns
        keys[name] = columns.start.astype(numpy.int64) << 32 | columns.end
    every, times = numpy.unique(numpy.concatenate([*keys.values()]), return_counts=True)
    once = every[times == 1]
    for name, (treebank, lines) in placed.items():
        alone = [number for number, line in enumerate(lines) if owners[id(line)] == 1]
        if alone:
            yield _alone(files[name], treebank, alone)
        bounds = sorted(
            (line.begin, line.begin + len(line.text)) for line in lines if owners[id(line)] > 1
        )
        drawn = annotations[name].span_columns
        rows = numpy.flatnonzero(numpy.isin(keys[name], once))
        start, end = numpy.array(bounds, dtype=numpy.int64).reshape(-1, 2).T
        place = numpy.searchsorted(start, drawn.start[rows], "right") - 1
        rows = rows[(place >= 0) & (drawn.start[rows] < numpy.append(end, 0)[place])]
        if len(rows):
            records = [*annotations[name].spans.values()]
            first = records[rows[0]]
            yield Problem(
                files[name], first.line, "other-words",
                f"Words that no other annotator has: {len(rows)}, first {quoted(first.text)}. They "
                "are compared by their characters, and missing in the other files.",
            )  # fmt: skip


def _alone(file, treebank, alone):
    return Problem(
        file, treebank.lines[alone[0]], "other-sentences",
        f"Sentences that no other annotator has with the same characters: {len(alone)}, first "
        f"{quoted(treebank.surface[alone[0]])}. Their words are missing in the other files.",
    )  # fmt: skip
