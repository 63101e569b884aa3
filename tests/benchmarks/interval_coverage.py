"""How often intervals hold the truth: the figure of a corpus from which sentences are drawn.

    python tests/benchmarks/interval_coverage.py [draws, default 1000] [project ...]

Corpora: the treebanks in tests/data/projects (cdt_da only where it is present) and the projects
named. From each, n sentences are drawn with replacement, as often as asked for; an interval of
95 % should hold the figure of the whole corpus in .95 of the draws. Labels: those for which a draw
has an interval, mean over labels. Phases: the second one is the corpus with two in five of its
differing tokens settled and one in fifty of its agreed ones spoilt, at random.
"""

import sys
from pathlib import Path

import numpy

from brat_iaa.config import Layer, TreeSettings
from brat_iaa.layers.trees import layer_document
from brat_iaa.measures.alpha import MISSING, AlphaTable
from brat_iaa.measures.attachment_scores import by_sentence
from brat_iaa.measures.estimate import change, intervals
from brat_iaa.measures.groups import one_group
from brat_iaa.measures.kappa import CohenTables
from brat_iaa.measures.label_presence import entries, label_agreement
from brat_iaa.measures.similar import NOMINAL
from brat_iaa.measures.tree_alpha import TreeAlphaTable
from brat_iaa.measures.tree_edit import distances
from brat_iaa.scores.alphas import comparable_values
from brat_iaa.study import Study

PROJECTS = Path(__file__).parent.parent / "data" / "projects"
SIZES = (10, 15, 30, 60, 130, 200)
# A label that has an interval in fewer of the draws says little about coverage.
SHARE_OF_DRAWS = 0.1
SETTLED, SPOILT = 0.4, 0.02


class Corpus:
    """The first pair of annotators: their items by sentence, and figures of any of the sentences.

    figures  {name: function of numbers of sentences, some several times, that returns an Estimate}
    """

    def __init__(self, folder):
        agreement = Study(folder, {"annotators": ""}).agreement()
        self._pooled = agreement.pooled()
        pair, own = next(iter(self._pooled.comparisons.items()))
        self._columns = self._pooled.columns.columns(pair)
        used, self._sentence = numpy.unique(own.sentence, return_inverse=True)
        self._item, self.sentences = own.item, len(used)
        # A token has one head in these treebanks: it is right, or it is not.
        self._right = (own.k["LAA"] == own.a).astype(float)
        self._items = [
            numpy.flatnonzero(self._sentence == number) for number in range(self.sentences)
        ]
        self._laa, self._labels = self._codes("LAA", "offset"), self._codes("LOA", None)
        self._ratios = self._by_sentence(self._right)
        start, label = self._labels[1]
        labels = 1 + int(label.max())
        of_value = [label[begin:end].tolist() for begin, end in zip(start, start[1:])]
        found = entries(self._labels[0], of_value)
        common = label_agreement(found, self._labels[0], (0, 1), labels)
        both = common.both.astype(float)
        sentence = self._sentence[common.item]
        self._of_labels = by_sentence(
            2 * both, 1 + both, sentence, self.sentences, common.label, labels
        )
        self.revise(SETTLED, SPOILT)
        self._trees(agreement)
        self.figures = {
            "LAA": lambda drawn: self._ratios.of_sentences(drawn).estimate(),
            "alpha": lambda drawn: self._alpha(self._laa[0], drawn),
            "kappa of labels": self._kappa,
            "F1 of labels": lambda drawn: self._of_labels.of_sentences(drawn).estimate(),
            "alpha-plain of trees": self._tree_alpha,
        }

    def _codes(self, measure, head):
        values = comparable_values(self._pooled.columns, measure, head)
        return values.codes[self._item][:, self._columns], values.sets

    def _by_sentence(self, right):
        return by_sentence(right, numpy.ones(len(right)), self._sentence, self.sentences)

    def revise(self, settled, spoilt):
        """Make another second phase: shares of the differing tokens, and of the agreed ones."""
        changed = numpy.random.RandomState(1).random_sample(len(self._right))
        right = numpy.where(self._right, changed >= spoilt, changed < settled)
        self._after = self._by_sentence(right.astype(float))

    def _drawn_items(self, drawn):
        """(items, number of the draw that each belongs to)"""
        items = [self._items[sentence] for sentence in drawn]
        return numpy.concatenate(items), numpy.repeat(
            numpy.arange(len(drawn)), [len(own) for own in items]
        )

    def _alpha(self, codes, drawn):
        items, sentence = self._drawn_items(drawn)
        return AlphaTable(codes[items], NOMINAL, sentence, len(drawn)).estimate()

    def _kappa(self, drawn):
        items, sentence = self._drawn_items(drawn)
        codes = self._labels[0][items]
        both = (codes != MISSING).all(axis=1)
        groups = one_group(len(drawn), 1 + int(codes.max()))
        return CohenTables(*codes[both].T, sentence[both], groups).estimate()

    def _trees(self, agreement):
        layer = Layer("trees", "trees", TreeSettings())
        index, self._units = {}, []
        for table in agreement.tables.values():
            for own in layer_document(None, table, layer).items.values():
                trees = [
                    own[agreement.annotators[column]]
                    for column in self._columns
                    if agreement.annotators[column] in own
                ]
                if len(trees) == 2:
                    self._units.append(
                        [(index.setdefault(tree.forest, len(index)), tree.size) for tree in trees]
                    )
        self._distance = distances(list(index))

    def _tree_alpha(self, drawn):
        rows = [
            (*tree, unit)
            for unit, place in enumerate(drawn)
            for tree in self._units[place % len(self._units)]
        ]
        return (
            TreeAlphaTable(self._distance, *numpy.array(rows).T, len(drawn)).of("plain").estimate()
        )

    def change(self, drawn):
        """Change from the corpus to its second phase."""
        estimates = (
            ratios.of_sentences(drawn).estimate() for ratios in (self._ratios, self._after)
        )
        return change(*estimates, numpy.zeros(len(drawn), dtype=int), "sentences")


def coverage(corpus, name, size, draws):
    """Share of the intervals that hold the truth; of several figures the mean over them."""
    figure = corpus.figures[name]
    truth = figure(numpy.arange(corpus.sentences)).value
    random = numpy.random.RandomState(size)
    held, made = numpy.zeros(len(truth)), numpy.zeros(len(truth))
    for _ in range(draws):
        drawn = random.randint(corpus.sentences, size=size)
        found = intervals(figure(drawn), numpy.zeros(size, dtype=int), "sentences")
        made += ~numpy.isnan(found.low)
        held += (found.low <= truth) & (truth <= found.high)
    enough = made >= max(1, SHARE_OF_DRAWS * draws)
    return numpy.mean(held[enough] / made[enough]) if enough.any() else numpy.nan


def coverage_of_change(corpus, size, draws):
    """The same for the ratio of two phases' disagreements, and for their difference."""
    truth = corpus.change(numpy.arange(corpus.sentences))
    middle = float(truth.difference.low[0] + truth.difference.high[0]) / 2
    random = numpy.random.RandomState(size)
    held = numpy.zeros(2)
    for _ in range(draws):
        found = corpus.change(random.randint(corpus.sentences, size=size))
        plain = found.difference
        held += found.low <= truth.ratio <= found.high, plain.low[0] <= middle <= plain.high[0]
    return held / draws


def main():
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    folders = [PROJECTS / name for name in ("ndt1", "ndt3", "cdt_da")] + [
        Path(name) for name in sys.argv[2:]
    ]
    print(f"{draws} draws of n sentences; share of the intervals that hold the corpus's own figure")
    for folder in folders:
        if not folder.is_dir():
            continue
        corpus = Corpus(folder)
        rows = {
            name: [coverage(corpus, name, size, draws) for size in SIZES] for name in corpus.figures
        }
        rows["ratio of two phases"], rows["difference of two phases"] = zip(
            *(coverage_of_change(corpus, size, draws) for size in SIZES)
        )
        print(
            f"\n{folder.name}, {corpus.sentences} sentences"
            + " " * 4
            + "".join(f"{'n = %d' % n:>9}" for n in SIZES)
        )
        for name, shares in rows.items():
            print(f"  {name:26}" + "".join(f"{share:9.3f}" for share in shares))


if __name__ == "__main__":
    main()
