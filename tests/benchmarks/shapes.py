"""Projects for benchmarks that are large in one respect: one document, two annotators A and B."""

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
