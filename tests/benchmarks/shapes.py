"""Projects for benchmarks: large in one respect, with two annotators A and B; or of entities."""

import random
import re

_WORDS_IN_A_SENTENCE = 10


def one_chain(root, mentions):
    """Each annotator has almost all mentions in one chain of coreference."""
    dice, spans, text = random.Random(1), *_spans(mentions)
    for annotator in "AB":
        members = [f"T{number + 1}" for number in range(mentions) if dice.random() < 0.95]
        _write(root, annotator, text, spans + ["*\tCoref " + " ".join(members)])
    (root / "iaa.conf").write_text("[layer chains]\nkind = chains\n")


def arcs_with_labels(root, tokens, arcs, conf):
    """Arcs between random tokens, a label for each; B has some other ends and labels."""
    dice, spans, text = random.Random(1), *_spans(tokens)
    ends = {}
    while len(ends) < arcs:
        head, dependent = dice.randrange(tokens), dice.randrange(tokens)
        if head != dependent:
            ends[head, dependent] = len(ends)
    for annotator in "AB":
        lines = []
        for (head, dependent), number in ends.items():
            label = number
            if annotator == "B":
                label = dice.randrange(arcs) if dice.random() < 0.05 else number
                head = (head + 1) % tokens if dice.random() < 0.05 else head
            lines.append(f"R{number + 1}\tl{label} Arg1:T{head + 1} Arg2:T{dependent + 1}\t")
        _write(root, annotator, text, spans + lines)
    (root / "iaa.conf").write_text(conf)


def entities(root, documents, annotators, spans, relations, negated=0.3):
    """Spans of 30 types, a share with an attribute, and relations of 5 types between them;
    annotators differ in boundaries, types and ends, and overlook some.
    """
    dice = random.Random(1)
    for annotator in range(annotators):
        (root / f"ann{annotator}").mkdir(parents=True)
    for document in range(documents):
        text = "".join(
            " ".join(f"w{dice.randrange(3000)}" for _ in range(2 * _WORDS_IN_A_SENTENCE)) + "\n"
            for _ in range(max(spans // 3, 1))
        )
        words = [found.span() for found in re.finditer(r"\S+", text)]
        places = dice.sample(range(len(words) - 2), min(spans, len(words) - 2))
        given = [(place, dice.choice((0, 0, 0, 1, 2)), dice.randrange(30)) for place in places]
        related = [
            (dice.randrange(5), *(dice.randrange(len(given)) for _ in "12"))
            for _ in range(relations)
        ]
        for annotator in range(annotators):
            lines, ids = [], {}
            for number, (first, more, type) in enumerate(given):
                if dice.random() < 0.05:
                    continue
                last = first + (max(more - 1, 0) if dice.random() < 0.05 else more)
                type = dice.randrange(30) if dice.random() < 0.07 else type
                start, end = words[first][0], words[last][1]
                id = ids[number] = f"T{len(ids) + 1}"
                marked = text[start:end].replace("\n", " ")
                lines.append(f"{id}\tE{type} {start} {end}\t{marked}")
                if dice.random() < negated:
                    lines.append(f"A{number + 1}\tNegated {id}")
            for number, (type, first, second) in enumerate(related, 1):
                second = dice.randrange(len(given)) if dice.random() < 0.1 else second
                if first != second and first in ids and second in ids:
                    lines.append(f"R{number}\tr{type} Arg1:{ids[first]} Arg2:{ids[second]}\t")
            folder = root / f"ann{annotator}"
            (folder / f"d{document:05}.txt").write_text(text)
            (folder / f"d{document:05}.ann").write_text("\n".join(lines) + "\n")


def _spans(number):
    """(lines of text-bound annotations, text) of so many words."""
    words = [f"w{place}" for place in range(number)]
    starts = range(0, number, _WORDS_IN_A_SENTENCE)
    text = "".join(" ".join(words[start : start + _WORDS_IN_A_SENTENCE]) + "\n" for start in starts)
    found = enumerate(re.finditer(r"\S+", text), 1)
    return [f"T{place}\tX {one.start()} {one.end()}\t{one.group()}" for place, one in found], text


def _write(root, annotator, text, lines):
    (root / annotator).mkdir(parents=True)
    (root / annotator / "doc.txt").write_text(text)
    (root / annotator / "doc.ann").write_text("\n".join(lines) + "\n")
