"""The words of a file of CoNLL-U as spans in the text of their document, with arcs and labels."""

from collections import Counter
from itertools import chain

import numpy

from brat_iaa.corpus import conllu, conllu_files
from brat_iaa.corpus.annotations import Annotations
from brat_iaa.corpus.line_columns import (
    AttributeColumns,
    RelationColumns,
    SpanColumns,
    first_use,
    whole_numbers,
)
from brat_iaa.corpus.problem import Problem, quoted
from brat_iaa.corpus.treebank_text import bounds_in

LEMMA = "Lemma"
_ROLES = "Arg1", "Arg2"
# Sources of labels, with the function of a Word that returns [(name, label)].
_LABELS = (
    ("attribute:", lambda word: _whole("XPOS", word.xpos)),
    ("attribute:", lambda word: conllu.features(word.feats)),
    ("notes:", lambda word: _whole(LEMMA, word.lemma)),
    ("notes:", lambda word: conllu.further(word.misc)),
)


def annotations_of(treebank, lines, text, file, graph, root) -> Annotations:
    """The Annotations of a Treebank.

    lines  of each sentence its AlignedSentence, or None
    text   TextOfTreebanks
    file   its name, for problems
    graph  "basic", "enhanced" or "both", as in the settings
    root   span type of the root
    """
    lost = [sentence for sentence, line in zip(treebank.sentences, lines) if line is None]
    problems, spans, labels = [*treebank.problems], [], [[] for _ in _LABELS]
    basic, more = [], []
    if lost:
        problems.append(Problem(
            file, lost[0].line, "other-sentences",
            f"Sentences that no annotator has: {len(lost)}, first {quoted(lost[0].text)}. They are "
            "not compared.",
        ))  # fmt: skip
    for sentence, line in zip(treebank.sentences, lines):
        if line is None:
            continue
        row_of = {0: len(spans)}
        spans.append((line.begin - len(root) - 1, line.begin - 1, root, sentence.line))
        for number, (word, bounds) in enumerate(zip(sentence.words, _bounds(sentence, line)), 1):
            start, end = bounds
            if start < end:
                row_of[number] = len(spans)
                spans.append((line.begin + start, line.begin + end, word.upos, word.line))
            else:
                problems.append(Problem(
                    file, word.line, "no-characters",
                    f"{quoted(word.form)} has no characters of its own in the text of the "
                    "sentence. It is excluded, with its arcs.", "T",
                ))  # fmt: skip
        for number, word in enumerate(sentence.words, 1):
            row = row_of.get(number)
            if row is None:
                continue
            if graph != "enhanced" and word.head in row_of:
                basic.append((row_of[word.head], row, word.deprel, word.line))
            if graph != "basic":
                before = conllu_files.ENHANCED if graph == "both" else ""
                for head, label in conllu.enhanced(word.deps, sentence.empty) or ():
                    if head in row_of:
                        more.append((row_of[head], row, before + label, word.line))
            for of_source, (kind, pairs_of) in zip(labels, _LABELS):
                for name, label in pairs_of(word):
                    of_source.append((kind + name, row, label, word.line))
    parts = {
        "spans": _span_columns(spans),
        "relations": _relation_columns([*basic, *more]),
        "attributes": _label_columns([*chain(*labels)]),
    }
    return Annotations(
        **{f"{kind[:-1]}_columns": columns for kind, (columns, _) in parts.items()},
        lines={kind: numpy.array(of, dtype=numpy.int32) for kind, (_, of) in parts.items()},
        numbers={kind: numpy.arange(1, len(of) + 1) for kind, (_, of) in parts.items()},
        text=text, problems=tuple(problems), sha256=treebank.sha256,
    )  # fmt: skip


def _bounds(sentence, line):
    """[(start, end)] of the words of a sentence in the text of its AlignedSentence."""
    tokens = bounds_in(line, sentence)
    if line.offsets is None and not sentence.multiword:
        return tokens
    places = line.offsets
    bounds = tokens[:]
    if places is not None:
        bounds = [(int(places[start]), int(places[end])) for start, end in tokens]
    for whole in sentence.multiword:
        forms = line.multiword.get(tokens[whole.first], ())
        at, after = bounds[whole.first]
        size = whole.last + 1 - whole.first
        for number in range(size):
            left, start, word = size - 1 - number, at, whole.first + number
            if len(forms) == size:
                end = at + len(forms[number])
                at = end + 1
            else:
                # Other words than those written there: each has some of the characters.
                form = sentence.words[word].form
                end = at = max(at, min(at + len(form), after - left)) if left else after
            bounds[word] = start, end
    return bounds


def _columns(rows):
    """Four lists of the columns of some rows."""
    return [[*column] for column in zip(*rows)] or [[], [], [], []]


def _span_columns(rows):
    """(SpanColumns of (start, end, type, line), lines)."""
    start, end, type, line = _columns(rows)
    return SpanColumns(whole_numbers(start), whole_numbers(end), *first_use(type), {}), line


def _relation_columns(rows):
    """(RelationColumns of (row of the head, row of the dependent, label, line), lines)."""
    head, dependent, label, line = _columns(rows)
    (type, types), (roles, pairs) = first_use(label), first_use([_ROLES] * len(rows))
    ends = whole_numbers(head), whole_numbers(dependent)
    return RelationColumns(type, roles, *ends, types, pairs), line


def _label_columns(rows):
    """(AttributeColumns of (source, row of the span, label, line), lines)."""
    source, span, label, line = _columns(rows)
    (source, sources), (value, values) = first_use(source), first_use(label)
    return AttributeColumns(source, whole_numbers(span), value, sources, values), line


def _whole(name, cell):
    return () if cell in ("_", "") else ((name, cell.strip()),)


def differing(annotations: dict, placed: dict, files: dict):
    """Problems of words and sentences that only one annotator has.

    annotations  {annotator: Annotations} of several
    placed       {annotator: (Treebank, list of AlignedSentences)}
    files        {annotator: name of the file}
    """
    if len(annotations) < 2:
        return
    owners = Counter(id(line) for _, lines in placed.values() for line in lines)
    keys = {}
    for name, drawn in annotations.items():
        columns = drawn.span_columns
        keys[name] = columns.start.astype(numpy.int64) << 32 | columns.end
    every, times = numpy.unique(numpy.concatenate([*keys.values()]), return_counts=True)
    for name, (treebank, lines) in placed.items():
        alone = [
            sentence for sentence, line in zip(treebank.sentences, lines) if owners[id(line)] == 1
        ]
        if alone:
            yield Problem(
                files[name], alone[0].line, "other-sentences",
                "Sentences that no other annotator has with the same characters: "
                f"{len(alone)}, first {quoted(alone[0].text)}. Their words are missing in the "
                "other files.",
            )  # fmt: skip
        drawn, lines = annotations[name], sorted(lines, key=lambda line: line.begin)
        ends = [line.begin + len(line.text) for line in lines]
        shared = numpy.array([owners[id(line)] > 1 for line in lines] + [False])
        start, end = drawn.span_columns[:2]
        once = numpy.isin(keys[name], every[times == 1])
        rows = numpy.flatnonzero(once & shared[numpy.searchsorted(ends, start, "right")])
        if len(rows):
            first = quoted(drawn.text[start[rows[0]] : end[rows[0]]])
            yield Problem(
                files[name], int(drawn.lines["spans"][rows[0]]), "other-words",
                f"Words that no other annotator has: {len(rows)}, first {first}. They are compared "
                "by their characters, and missing in the other files.",
            )  # fmt: skip
