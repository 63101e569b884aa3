"""How well few sentences predict how wide an interval of more sentences will be.

    python tests/benchmarks/sample_size.py [draws, default 400] [project ...]

Corpora: as in interval_coverage. From each, n sentences are drawn with replacement, as often as
asked for; what they predict for 4 n sentences is divided by the half width that 4 n sentences, drawn
the same way, have in the median. Printed: the median of these ratios, and the range of the middle
80 per cent of the draws. 1 is right; at 1.1 the number of sentences needed comes out a fifth too
high.

Then for a second phase, the corpus with half of its differing tokens settled and one in a hundred of
its agreed ones spoilt: the number of sentences that tell the two apart, as the corpus itself says,
and the share of the draws of so many whose interval leaves out no change.
"""

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy
from interval_coverage import PROJECTS, Corpus

from brat_iaa.errors import Undefined
from brat_iaa.measures.intervals import intervals
from brat_iaa.studies.planning import POWER, half_widths, units_to_tell

SIZES = (10, 15, 30, 60)
# Shares of the differing tokens that the second phase settles, and of the agreed ones that it spoils.
SETTLED, SPOILT = 0.5, 0.01
TIMES = 4


def half_widths_of(corpus, name, drawn):
    """(the figure as a Score has it, half width of its interval) of one draw."""
    estimate = corpus.figures[name][0](drawn[None])
    estimate = estimate[0] if isinstance(estimate, list) else estimate
    found = intervals(estimate, numpy.zeros(len(drawn), dtype=int), "sentences")
    expected = 1 if name not in ("UAA", "LAA") else None
    figure = SimpleNamespace(
        value=estimate.value[0], standard_error=found.error[0], units=int(found.units[0]),
        degrees=found.degrees[0], expected=expected,
    )  # fmt: skip
    return figure, (found.high[0] - found.low[0]) / 2


def ratios(corpus, name, size, draws, seed=1):
    """Predicted by found half width, an array over draws and figures."""
    random = numpy.random.RandomState(seed)

    def drawn(number):
        return random.randint(corpus.sentences, size=number)

    there = [half_widths_of(corpus, name, drawn(TIMES * size))[1] for _ in range(draws)]
    found, predicted = _median(numpy.array(there)), []
    for _ in range(draws):
        figure, half = half_widths_of(corpus, name, drawn(size))
        if not numpy.isnan(half):
            try:
                predicted.append(half_widths(figure, [TIMES * figure.units])[0] / found)
            except Undefined:
                continue
    return numpy.array(predicted)


def _median(values):
    defined = values[~numpy.isnan(values)]
    return numpy.median(defined) if len(defined) else numpy.nan


def told(corpus, draws, seed=1):
    """(sentences needed to tell the corpus from its second phase, share of draws that do)"""
    corpus.revise(SETTLED, SPOILT)
    whole = corpus.change(numpy.arange(corpus.sentences))
    needed = units_to_tell(
        SimpleNamespace(
            ratio=whole.ratio, ratio_interval=(whole.low, whole.high), units=corpus.sentences,
            degrees=whole.degrees,
        )
    )  # fmt: skip
    random = numpy.random.RandomState(seed)
    clear = 0
    for _ in range(draws):
        found = corpus.change(random.randint(corpus.sentences, size=needed))
        clear += not found.low <= 1 <= found.high
    return needed, clear / draws


def main():
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    folders = [PROJECTS / name for name in ("ndt1", "ndt3", "cdt_da")]
    folders += [Path(name) for name in sys.argv[2:]]
    print(f"{draws} draws of n; half width predicted for {TIMES} n / that found: median [10%, 90%]")
    for folder in folders:
        if not folder.is_dir():
            continue
        corpus = Corpus(folder)
        print(f"\n{folder.name}, {corpus.sentences} sentences".ljust(33) + "".join(
            f"{f'n = {size}':>20}" for size in SIZES
        ))  # fmt: skip
        for name in corpus.figures:
            cells = []
            for size in SIZES:
                found = ratios(corpus, name, size, draws)
                cells.append(
                    "{:.2f} [{:.2f}, {:.2f}]".format(*numpy.percentile(found, (50, 10, 90)))
                    if len(found)
                    else "–"
                )
            print(f"  {name:30}" + "".join(f"{cell:>20}" for cell in cells), flush=True)
        needed, share = told(corpus, draws)
        print(
            f"  To tell the phases apart with a probability of {POWER:.2f}: {needed} sentences; "
            f"{share:.2f} of the draws do."
        )


if __name__ == "__main__":
    main()
