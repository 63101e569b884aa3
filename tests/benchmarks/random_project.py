"""Random projects for benchmarks: the same files for the same numbers.

    python tests/benchmarks/random_project.py DIR documents sentences annotators seed

About 17.5 tokens a sentence, 30 labels, 6% changed arcs, 2% second heads.
"""

import random
import sys
from pathlib import Path

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LABELS = [f"l{number}" for number in range(30)]


def write(root, documents, sentences, annotators, seed, kinds=("X",)):
    """Write a project. kinds: span types, chosen at random for each token and the same for all
    annotators.
    """
    dice = random.Random(seed)
    for annotator in range(annotators):
        (Path(root) / f"ann{annotator}").mkdir(parents=True, exist_ok=True)
    for document in range(documents):
        words = [[_word(dice) for _ in range(dice.randint(8, 27))] for _ in range(sentences)]
        text = "".join(" ".join(own) + "\n" for own in words)
        tree = [_arcs(dice, len(own)) for own in words]
        tags = [[dice.choice(kinds) for _ in own] for own in words]
        for annotator in range(annotators):
            folder = Path(root) / f"ann{annotator}"
            (folder / f"d{document:04}.txt").write_text(text)
            (folder / f"d{document:04}.ann").write_text(_standoff(dice, words, tags, tree))


def _word(dice):
    return "".join(dice.choice(_LETTERS) for _ in range(dice.randint(1, 9)))


def _arcs(dice, size):
    """For each token its (head, label); none for the root of the sentence."""
    root, arcs = dice.randrange(size), []
    for token in range(size):
        head = max(0, min(size - 1, token + dice.choice((-3, -2, -1, 1, 2, 3))))
        arcs.append(
            None if token == root else (root if head == token else head, dice.choice(_LABELS))
        )
    return arcs


def _standoff(dice, words, tags, tree):
    """One annotator's file: the arcs of all, some of them changed or doubled."""
    spans, relations, start = [], [], 0
    for own, kinds, arcs in zip(words, tags, tree):
        first = len(spans) + 1
        for word, kind in zip(own, kinds):
            spans.append(f"T{len(spans) + 1}\t{kind} {start} {start + len(word)}\t{word}\n")
            start += len(word) + 1
        for token, arc in enumerate(arcs):
            for head, label in _changed(dice, token, arc, len(own)):
                number = len(relations) + 1
                relations.append(
                    f"R{number}\t{label} Arg1:T{first + head} Arg2:T{first + token}\t\n"
                )
    return "".join(spans + relations)


def _changed(dice, token, arc, size):
    heads = [] if arc is None else [arc]
    other = dice.randrange(size)
    if heads and dice.random() < 0.06 and other != token:
        heads[0] = other, dice.choice(_LABELS) if dice.random() < 0.5 else heads[0][1]
    other = dice.randrange(size)
    if dice.random() < 0.02 and other != token:
        heads.append((other, dice.choice(_LABELS)))
    return heads


if __name__ == "__main__":
    write(sys.argv[1], *map(int, sys.argv[2:6]))
