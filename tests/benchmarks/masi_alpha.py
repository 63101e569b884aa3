"""Alpha with MASI over sets, beside NLTK's (pip install nltk) in the same run.

    python tests/benchmarks/masi_alpha.py [items, default 5000]

Three annotators; a value is a set of one to four (distance, label). NLTK writes 0.67 and 0.33 for
thirds, so the distance it is given here is exact; both alphas are printed, and the ratio of times.
"""

import random
import sys
import time

import numpy

from brat_iaa.measures.item_alpha import AlphaTable
from brat_iaa.measures.similar import sets, similar_sets


def values(items):
    """Items x annotators frozensets: mostly alike, some with an element of their own."""
    dice = random.Random(1)

    def element():
        return int(dice.gauss(0, 4)), dice.randrange(30)

    rows = []
    for _ in range(items):
        common = {element() for _ in range(dice.choice((1, 1, 1, 2, 3)))}
        rows.append(
            [frozenset(common | ({element()} if dice.random() < 0.2 else set())) for _ in "abc"]
        )
    return rows


def ours(rows):
    number = {}
    codes = numpy.array([[number.setdefault(value, len(number)) for value in row] for row in rows])
    return (
        AlphaTable(
            codes, similar_sets(sets(list(number)), "masi"), numpy.arange(len(rows)), len(rows)
        )
        .score()
        .alpha
    )


def theirs(rows):
    from nltk.metrics import agreement

    agreement.MAX_AGREEMENT_LABELS = 10**9
    data = [
        (annotator, item, value)
        for item, row in enumerate(rows)
        for annotator, value in zip("abc", row)
    ]
    return agreement.AnnotationTask(data, distance=exact).alpha()


def exact(x, y):
    common = len(x & y)
    if x == y or not common:
        return float(x != y)
    return 1 / 3 if common in (len(x), len(y)) else 2 / 3


def main(items):
    rows, times = values(items), []
    for name, compute in (("ours", ours), ("NLTK", theirs)):
        begun = time.perf_counter()
        found = compute(rows)
        times.append(time.perf_counter() - begun)
        print(f"{name}: alpha {found:.12f} in {times[-1]:.4f} s")
    print(f"{times[1] / times[0]:.0f} times as fast")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
