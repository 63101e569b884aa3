"""A peer for reports.py: the least that NumPy has to do for the main figures of dependencies.

    python tests/benchmarks/columns_peer.py DIRECTORY [processes]

Reads brat files of one tokenisation, with one fragment a span, and prints LAA (MASI) of all pairs
of annotators and alpha (MASI, heads as distances) with intervals over sentences. A measuring
stick, not a tool: it knows no root tokens, no problems, no missing tokens, no texts that differ.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, combinations
from pathlib import Path

import numpy

EMPTY = frozenset()


def read(root, annotators, document):
    """(sentence of each token, [(dependent, distance, label) of each arc of each annotator],
    labels)
    """
    text = (root / annotators[0] / f"{document}.txt").read_text("utf-8")
    ends = numpy.array([place for place, sign in enumerate(text) if sign == "\n"])
    labels, drawn, starts = {}, [], None
    for name in annotators:
        number, own, arcs = {}, [], []
        with open(root / name / f"{document}.ann", encoding="utf-8") as file:
            for line in file:
                id, rest, *_ = line.split("\t")
                if id[0] == "T":
                    number[id] = len(own)
                    own.append(int(rest.split(" ")[1]))
                elif id[0] == "R":
                    label, head, dependent = rest.split(" ")
                    arcs.append((
                        number[dependent[5:]], number[head[5:]], labels.setdefault(label, len(labels))
                    ))  # fmt: skip
        starts = own if starts is None else starts
        arcs = numpy.array(arcs, dtype=numpy.int64).reshape(-1, 3)
        arcs[:, 1] -= arcs[:, 0]
        drawn.append(arcs)
    return numpy.searchsorted(ends, starts), drawn, list(labels)


def masi(x, y):
    common = len(x & y)
    return 1.0 if x == y else 0.0 if not common else 2 / 3 if common in (len(x), len(y)) else 1 / 3


def joined(documents, annotators):
    """(codes: items x annotators, the set of each code, sentence of each item)"""
    labels, values, tokens, sentences = {}, {EMPTY: 0}, 0, 0
    codes, of_item = [], []
    for sentence, drawn, own in documents:
        recoded = numpy.array([labels.setdefault(name, len(labels)) for name in own], dtype=int)
        columns = numpy.zeros((len(sentence), len(annotators)), dtype=numpy.int64)
        for column, arcs in enumerate(drawn):
            element = (arcs[:, 1] + 10**6) * 10**4 + recoded[arcs[:, 2]]
            number = numpy.bincount(arcs[:, 0], minlength=len(sentence))
            single = number[arcs[:, 0]] == 1
            keys, place = numpy.unique(element[single], return_inverse=True)
            known = [values.setdefault(frozenset([key]), len(values)) for key in keys.tolist()]
            columns[arcs[single, 0], column] = numpy.array(known, dtype=int)[place]
            sets = {}
            for item, key in zip(arcs[~single, 0].tolist(), element[~single].tolist()):
                sets.setdefault(item, set()).add(key)
            for item, value in sets.items():
                columns[item, column] = values.setdefault(frozenset(value), len(values))
        codes.append(columns)
        of_item.append(sentence + sentences)
        tokens += len(sentence)
        sentences += int(sentence.max()) + 1
    return numpy.concatenate(codes), list(values), numpy.concatenate(of_item)


def similarities(x, y, sets, several):
    """MASI of pairs of values; only where one of two different ones has several elements by
    hand.
    """
    found = (x == y).astype(float)
    for row in numpy.flatnonzero((x != y) & (several[x] | several[y])).tolist():
        found[row] = masi(sets[x[row]], sets[y[row]])
    return found


def to_all(n, sets, several):
    """For each value the sum of n times its similarity to all values, its own with it.

    Only values with several elements are like others; these are looked up by their elements.
    """
    sizes = numpy.array([len(value) for value in sets])
    owner = numpy.repeat(numpy.arange(len(sets)), sizes)
    element = numpy.fromiter(chain.from_iterable(sets), dtype=numpy.int64, count=len(owner))
    order = numpy.argsort(element, kind="stable")
    known, holder = element[order], owner[order]
    chosen = several[owner]
    low, high = (numpy.searchsorted(known, element[chosen], side) for side in ("left", "right"))
    number = high - low
    first = numpy.repeat(owner[chosen], number)
    begin = numpy.repeat(low - numpy.cumsum(number) + number, number)
    second = holder[begin + numpy.arange(number.sum())]
    kept = (first != second) & (~several[second] | (first < second))
    pairs, k = numpy.unique(first[kept] * len(sets) + second[kept], return_counts=True)
    first, second = numpy.divmod(pairs, len(sets))
    similarity = numpy.where(k == numpy.minimum(sizes[first], sizes[second]), 2 / 3, 1 / 3)
    found = n + numpy.bincount(first, similarity * n[second], minlength=len(sets))
    return found + numpy.bincount(second, similarity * n[first], minlength=len(sets))


def main(root, processes):
    root = Path(root)
    annotators = sorted(path.name for path in root.iterdir() if path.is_dir())
    names = sorted(path.stem for path in (root / annotators[0]).glob("*.ann"))
    with ProcessPoolExecutor(processes) as pool:
        chunk = max(len(names) // (processes * 8), 1)
        documents = pool.map(partial(read, root, annotators), names, chunksize=chunk)
        codes, sets, sentence = joined(documents, annotators)
    several = numpy.array([len(value) > 1 for value in sets])
    items, width, sentences = *codes.shape, int(sentence.max()) + 1
    n_s = numpy.bincount(sentence, minlength=sentences)
    apart = numpy.zeros(items)
    for x, y in combinations(range(width), 2):
        same = similarities(codes[:, x], codes[:, y], sets, several)
        apart += 2 * (1 - same)
        value = same.mean()
        spread = numpy.bincount(sentence, same, sentences) - value * n_s
        error = numpy.sqrt((spread**2).sum() * sentences / (sentences - 1)) / items
        print(f"LAA {annotators[x]}, {annotators[y]}: {value:.12f} +- {1.96 * error:.4f}")
    N = items * width
    n = numpy.bincount(codes.ravel(), minlength=len(sets)).astype(float)
    total = to_all(n, sets, several)
    A, P = (n * total).sum() - N, N * (N - 1)
    D_o, D_e = apart.sum() / (width - 1) / N, 1 - A / P
    o_s = numpy.bincount(sentence, apart, sentences) / (width - 1)
    A_s = 2 * numpy.bincount(sentence, total[codes].sum(axis=1), sentences) - width * n_s
    D_e_s = -(A_s * P - A * (2 * N - 1) * width * n_s) / P**2
    influence = (o_s - D_o * width * n_s) / N / D_o - D_e_s / D_e
    error = numpy.sqrt((influence**2).sum() * sentences / (sentences - 1))
    low, high = (1 - D_o / D_e * numpy.exp(sign * 1.96 * error) for sign in (1, -1))
    print(f"alpha LAA: {1 - D_o / D_e:.12f} [{low:.4f}, {high:.4f}]")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count())
