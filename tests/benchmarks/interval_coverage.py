"""How often intervals hold the truth: the figure of a corpus from which sentences are drawn.

    python tests/benchmarks/interval_coverage.py [draws, default 1000] [project ...]

Corpora: the treebanks in tests/data/projects (cdt_da only where it is present) and the projects
named; for the spans, relations, chains and events that treebanks lack, random projects of
tests/support: one in which a third of everything differs, one in which a twentieth does. From each,
n sentences are drawn with replacement, as often as asked for; an interval of 95% should hold the
figure of the whole corpus in .95 of the draws: .93 to .98 from 15 sentences on. Marked (*) is what
does not. Labels: those for which a draw has an interval, mean over labels. Phases: the second one
is the corpus with two in five of its differing tokens settled and one in fifty of its agreed ones
spoilt, at random. The last columns: median width of the intervals at n = 30 and 130.
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy

SUPPORT = Path(__file__).parent.parent / "support"
sys.path.insert(0, str(SUPPORT))

import layered_projects  # noqa: E402
import linked_projects  # noqa: E402
from small_projects import put_raw  # noqa: E402

from brat_iaa.config import Layer, TreeSettings  # noqa: E402
from brat_iaa.layers.trees import layer_document  # noqa: E402
from brat_iaa.measures.alphas import MISSING, AlphaItems, krippendorff_alpha  # noqa: E402
from brat_iaa.measures.coreference import (  # noqa: E402
    Classes,  # noqa: E402
    b_cubed,
    ceaf_e,
    f1,
    lea,
    muc,
)
from brat_iaa.measures.equivalence import difference_bounds  # noqa: E402
from brat_iaa.measures.estimate import (  # noqa: E402
    Contributions,
    Groups,  # noqa: E402
    by_sentence,
    mean,
    ratios_of_sentences,
)
from brat_iaa.measures.intervals import (  # noqa: E402
    FEWEST,
    change,  # noqa: E402
    intervals,
)
from brat_iaa.measures.kappas import (  # noqa: E402
    cohen_kappa,
    presence_kappas,
    scale_weights,
    weighted_values,
)
from brat_iaa.measures.similarities import NOMINAL  # noqa: E402
from brat_iaa.measures.tree_alpha import TreeAlphaTable  # noqa: E402
from brat_iaa.measures.trees import distances  # noqa: E402
from brat_iaa.scores.alphas import comparable_values  # noqa: E402
from brat_iaa.scores.chains import PooledChains  # noqa: E402
from brat_iaa.scores.column_layer import ColumnLayer, ElementLayer  # noqa: E402
from brat_iaa.scores.elements import _counted  # noqa: E402
from brat_iaa.scores.score_table import LABELS, PROJECT  # noqa: E402
from brat_iaa.scores.set_figures import LabelFigures  # noqa: E402
from brat_iaa.study import Study  # noqa: E402
from brat_iaa.values.view import View  # noqa: E402

PROJECTS = Path(__file__).parent.parent / "data" / "projects"
SIZES = (10, 15, 20, 30, 60, 130)
# Draws computed at a time.
BATCH = 250
LEAST, MOST, FROM = 0.93, 0.98, 15
# A label that has an interval in fewer of the draws says little about coverage.
SHARE_OF_DRAWS = 0.1
SETTLED, SPOILT = 0.4, 0.02


class Drawn:
    """Ratios of sums over sentences, and means of several: all figures of one Estimate.

    With its influence u and its share w of what a figure x is divided by, a sentence adds x w + u
    above the line and w below.
    """

    def __init__(self, estimate, sentences, figure=0):
        own = estimate.of_figure(figure, sentences)
        self._terms = [
            (part.value * part.weights() + part.influence, part.weights())
            for part in own.parts or (own,)
        ]
        self.value = own.value[0]

    def estimate(self, drawn):
        """Estimate with a figure for each of several draws: rows of numbers of sentences."""
        found = [
            ratios_of_sentences(*(terms[drawn].T for terms in part)).estimate()
            for part in self._terms
        ]
        return found[0] if len(found) == 1 else mean(found)


class Corpus:
    """The first pair of annotators of a treebank.

    figures  {name: (function of draws, rows of numbers of sentences, that returns an Estimate with
             a figure for each, the truth)}
    """

    def __init__(self, folder):
        agreement = Study(folder, {"annotators": ""}).agreement()
        self._view = agreement.pooled_layers[agreement.dependencies.name].view
        self._pair, table = self._view.table.annotators[:2], self._view.table
        own = self._view.compare(self._pair)
        used, self._sentence = numpy.unique(table.sentence[own.item], return_inverse=True)
        self._item, self.sentences = own.item, len(used)
        self._items = [
            numpy.flatnonzero(self._sentence == number) for number in range(self.sentences)
        ]
        # A token has one head in these treebanks: it is right, or it is not.
        self._right = {m: (own.k[m] == own.a)[own.both].astype(float) for m in ("UAA", "LAA")}
        self.revise(SETTLED, SPOILT)
        arcs, labels = self._codes("LAA", "offset"), self._codes("LOA", None)
        self.figures = {}
        for measure, right in self._right.items():
            self._add(measure, self._by_sentence(right).estimate)
        self._add_codes("alpha of LAA", arcs.cells, alphas)
        self._add_codes("alpha of labels", labels.cells, alphas)
        self._add_codes("kappa of labels", labels.cells, kappas)
        # As if their labels had an order, that of their numbers.
        self._add_codes("weighted kappa, linear", labels.cells, weighted("linear"))
        self._add_codes("weighted kappa, quadratic", labels.cells, weighted("quadratic"))
        self.presence = View(labels)
        self._add_labels(labels)
        self._trees(agreement)

    def _add(self, name, ratios):
        drawn = Drawn(ratios(), self.sentences)
        self.figures[name] = drawn.estimate, drawn.value

    def _add_codes(self, name, codes, compute):
        self.figures[name] = coefficient(codes, self._items, compute, self.sentences)

    def _add_labels(self, table):
        """Each label's F1."""
        figures = LabelFigures(View(table))
        cells = figures.estimate(self._pair, "exact", "gcm-f1")
        self.labels = [Drawn(cells, self.sentences, label) for label in range(figures.number)]

    def _codes(self, measure, head):
        """The Table of the values of the pair's items."""
        values = comparable_values(self._view.table, measure, head)
        return replace(
            values, annotators=self._pair, cells=values.of(self._pair)[self._item],
            sentence=self._sentence, document=numpy.zeros(self.sentences, dtype=int),
        )  # fmt: skip

    def _by_sentence(self, right):
        return by_sentence(right, numpy.ones(len(right)), self._sentence, self.sentences)

    def revise(self, settled, spoilt):
        """Make another second phase: shares of the differing tokens, and of the agreed ones."""
        changed = numpy.random.RandomState(1).random_sample(len(self._item))
        self.phases = {}
        for measure, right in self._right.items():
            after = numpy.where(right, changed >= spoilt, changed < settled).astype(float)
            self.phases[measure] = self._by_sentence(right), self._by_sentence(after)

    def kappa_of_each_label(self, drawn):
        """Estimate of the sentences drawn, a figure for each label."""
        rows, sentence = _rows(self._items, drawn)
        table = replace(
            self.presence.table, cells=self.presence.table.cells[rows], sentence=sentence
        )
        both = numpy.ones(len(rows), dtype=bool)
        labels = len(self.presence.label_names)
        return presence_kappas(View(table).having, 1, both, sentence, len(drawn), labels)[0]

    def change(self, drawn):
        """FigureChange of LAA from the corpus to its second phase."""
        return change_of(self.phases["LAA"], drawn)

    def _trees(self, agreement):
        layer = Layer("trees", "trees", TreeSettings())
        index, units = {}, []
        for table in agreement.tables.values():
            for own in layer_document(None, table, layer).items.values():
                names = self._pair
                trees = [own[name] for name in names if name in own]
                if len(trees) == 2:
                    units.append(
                        [(index.setdefault(tree.forest, len(index)), tree.size) for tree in trees]
                    )
        distance = distances(list(index))

        def one(drawn):
            rows = [
                (*tree, unit)
                for unit, place in enumerate(drawn)
                for tree in units[place % len(units)]
            ]
            table = TreeAlphaTable(distance, *numpy.array(rows).T, len(drawn))
            return table.of("plain").estimate()

        self.figures["alpha-plain of trees"] = one_by_one(one, self.sentences)


class RandomCorpus:
    """Spans, relations, chains and events of a random project of one sentence a document."""

    def __init__(self, write):
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder))
            agreement = Study(folder).agreement()
            self.figures, self.labels, self.phases = {}, [], {}
            self.sentences = len(agreement.tables)
            for layer in agreement.layers:
                pooled = agreement.pooled_layers[layer.name]
                if isinstance(pooled, ElementLayer):
                    for measure in pooled.columns.measures():
                        elements = pooled.elements(measure)
                        self._add_f1(f"{layer.name}, {measure}", elements)
                    self._add_links(layer.name, pooled.columns.common_links())
                elif isinstance(pooled, PooledChains):
                    self._add_chains(pooled.columns)
                elif isinstance(pooled, ColumnLayer):
                    self._add_f1(f"{layer.name}, F1", pooled.elements("f1"))
                    self._add_ways(layer.name, pooled.elements("f1"))

    def _add_f1(self, name, elements):
        found, of_labels = (
            [_counted(elements, pair, about).f1("exact") for pair in elements.pairs]
            for about in (PROJECT, LABELS)
        )
        self._add(f"{name}, mean of pairs", Drawn(mean(found), self.sentences))
        self._add(f"{name}, a pair", Drawn(found[0], self.sentences))
        for number in range(len(elements.names)):
            self.labels.append(Drawn(mean(of_labels), self.sentences, number))

    def _add_ways(self, name, elements):
        pair = elements.pairs[0]
        for way in elements.ways[1:]:
            found = _counted(elements, pair, PROJECT).f1(way)
            self._add(f"{name}, F1, {way}", Drawn(found, self.sentences))

    def _add_links(self, name, links):
        codes, sentence = links.view.table.cells[:, :2], links.sentence
        items = [numpy.flatnonzero(sentence == n) for n in range(self.sentences)]
        for words, compute in (("kappa", kappas), ("alpha", alphas)):
            figure = coefficient(codes, items, compute, self.sentences)
            if figure[1] < 1:
                self.figures[f"{name}, {words} of types between linked spans"] = figure

    def _add(self, name, drawn):
        if 0 < drawn.value < 1:
            self.figures[name] = drawn.estimate, drawn.value

    def _add_chains(self, columns):
        chains, both = columns.chains[:, :2], columns.of_pair(0, 1)
        for metric in (muc, b_cubed, ceaf_e, lea):
            sides = [self._ratios(metric(own), columns.sentence) for own in (both, both.swapped)]
            name = f"chains, {metric.__name__}"
            self._add(f"{name}, recall", Drawn(sides[0].estimate(), self.sentences))
            self._add_chain_f1(f"{name}, F1", sides)
        items = [numpy.flatnonzero(columns.sentence == n) for n in range(self.sentences)]
        self.figures["chains, alpha nominal"] = coefficient(
            columns.equal[:, :2], items, alphas, self.sentences, apart=True
        )
        number = len(columns.sizes)

        def weighted(drawn):
            rows, sentence = _rows(items, drawn)
            # A sentence that is drawn twice has chains of its own each time.
            own = chains[rows]
            own = numpy.where(own == MISSING, MISSING, own + number * sentence[:, None])
            sizes, one_group = numpy.tile(columns.sizes, len(drawn)), numpy.zeros(len(drawn), int)
            classes = Classes(own, sizes, sentence, one_group, 1)
            return classes.alpha("weighted").estimate()

        self.figures["chains, alpha weighted"] = one_by_one(weighted, self.sentences)

    @staticmethod
    def _ratios(added, sentence):
        sentence = sentence[added.mention]
        where = Contributions(sentence, numpy.zeros_like(sentence), 1)
        return where.ratios(added.above, added.below)

    def _add_chain_f1(self, name, sides):
        terms = numpy.zeros((2, 2, self.sentences))
        for side, ratios in zip(terms, sides):
            side[:, ratios.cells.sentence] = ratios.above, ratios.below

        def estimate(drawn):
            sentence = numpy.tile(numpy.arange(drawn.shape[1]), len(drawn))
            draw = numpy.repeat(numpy.arange(len(drawn)), drawn.shape[1])
            where = Contributions(sentence, draw, len(drawn))
            return f1(*(where.ratios(*(own[drawn].reshape(-1) for own in side)) for side in terms))

        self.figures[name] = estimate, estimate(numpy.arange(self.sentences)[None]).value[0]


def _rows(items, drawn):
    """(items of the sentences drawn, number of the draw that each belongs to)"""
    chosen = [items[sentence] for sentence in drawn]
    return numpy.concatenate(chosen), numpy.repeat(
        numpy.arange(len(drawn)), [len(own) for own in chosen]
    )


def coefficient(codes, items, compute, sentences, apart=False):
    """(function of draws, truth) of an alpha or kappa of codes, items x 2.

    apart  whether a sentence that is drawn twice has other values each time
    """

    def estimate(draws):
        rows, sentence = _rows(items, draws.reshape(-1))
        group = numpy.repeat(numpy.arange(len(draws)), draws.shape[1])
        number = numpy.arange(draws.size) if apart else group
        of_value = numpy.repeat(group if apart else numpy.arange(len(draws)), codes.max() + 1)
        groups = Groups(group, of_value, len(draws))
        of_draw = number[sentence][:, None] * (codes.max() + 1)
        own = codes[rows]
        return compute(numpy.where(own == MISSING, MISSING, own + of_draw), sentence, groups)

    return estimate, estimate(numpy.arange(sentences)[None]).value[0]


def alphas(codes, sentence, groups):
    items = AlphaItems(codes, sentence, groups.sentence, groups.number)
    return krippendorff_alpha(items, NOMINAL, groups.value).estimate()


def kappas(codes, sentence, groups):
    both = (codes != MISSING).all(axis=1)
    return cohen_kappa(*codes[both].T, sentence[both], groups).estimate()


def weighted(weights):
    """As kappas(), by the places of labels."""

    def compute(codes, sentence, groups):
        both, width = (codes != MISSING).all(axis=1), len(groups.value) // groups.number
        place = numpy.arange(len(groups.value)) % width
        similar = weighted_values(place, groups.value, scale_weights(range(width), weights))
        return cohen_kappa(*codes[both].T, sentence[both], groups, similar).estimate()

    return compute


def one_by_one(compute, sentences):
    """(function of draws, truth) of what is computed for one draw at a time: of the first few."""

    def estimate(draws):
        return [compute(drawn) for drawn in draws[: BATCH // 5]]

    return estimate, compute(numpy.arange(sentences)).value[0]


def bounds_of(estimate, size):
    """(low, high) of each draw."""
    if isinstance(estimate, list):
        each = [intervals(own, numpy.zeros(size, int), "sentences") for own in estimate]
        return tuple(numpy.concatenate(own) for own in zip(*((one.low, one.high) for one in each)))
    found = intervals(estimate, numpy.zeros(len(estimate.cells), dtype=int), "sentences")
    return found.low, found.high


def coverage(figure, sentences, size, draws):
    """(share of the intervals that hold the truth, share of draws with an interval, width)"""
    estimate, truth = figure
    random, held, made, number = numpy.random.RandomState(size), 0, 0, 0
    widths = [numpy.zeros(0)]
    for _ in range(max(1, draws // BATCH)):
        low, high = bounds_of(estimate(random.randint(sentences, size=(BATCH, size))), size)
        there = ~numpy.isnan(low)
        number += len(low)
        made += there.sum()
        held += ((low <= truth) & (truth <= high)).sum()
        widths.append((high - low)[there])
    return held / max(made, 1), made / number, _median(numpy.concatenate(widths))


def _median(widths):
    return numpy.median(widths) if len(widths) else numpy.nan


def coverage_of_labels(labels, sentences, size, draws):
    found = [coverage((own.estimate, own.value), sentences, size, draws // 4) for own in labels]
    found = [own for own in found if own[1] >= SHARE_OF_DRAWS]
    return tuple(numpy.mean(found, axis=0)) if found else (numpy.nan,) * 3


def change_of(phases, drawn):
    """FigureChange between two phases' Ratios, of some sentences."""
    both = (ratios_of_sentences(own.above[drawn], own.below[drawn]).estimate() for own in phases)
    return change(*both, numpy.zeros(len(drawn), dtype=int), "sentences")


def coverage_of_change(phases, sentences, size, draws):
    """The same for the ratio of two phases' disagreements, of the draws that have an interval."""
    truth, random = change_of(phases, numpy.arange(sentences)).ratio, numpy.random.RandomState(size)
    each = [change_of(phases, random.randint(sentences, size=size)) for _ in range(draws)]
    each = [own for own in each if min(own.of_each) >= FEWEST]
    if not each:
        return numpy.nan, 0.0, numpy.nan
    width = [own.high - own.low for own in each if own.high < numpy.inf]
    held = [own.low <= truth <= own.high for own in each]
    return numpy.mean(held), len(each) / draws, _median(width)


def coverage_of_kappas(corpus, size, draws):
    """As coverage_of_labels(), of the kappa of each label."""
    random, found = numpy.random.RandomState(size), []
    truth = corpus.kappa_of_each_label(numpy.arange(corpus.sentences)).value
    for _ in range(draws // 4):
        estimate = corpus.kappa_of_each_label(random.randint(corpus.sentences, size=size))
        spread = intervals(estimate, numpy.zeros(size, dtype=int), "sentences")
        held = (spread.low <= truth) & (truth <= spread.high)
        found.append((~numpy.isnan(spread.low), held, spread.high - spread.low))
    there, held, widths = map(numpy.array, zip(*found))
    number = there.sum(axis=0)
    often = number >= SHARE_OF_DRAWS * len(there)
    if not often.any():
        return (numpy.nan,) * 3
    share = held[:, often].sum(axis=0) / number[often]
    return share.mean(), number.sum() / there.size, _median(widths[there])


def coverage_of_bounds(phases, sentences, size, draws):
    """Of the 90% interval of the difference of two phases: .05 more, to be read as the others."""
    random, held, widths = numpy.random.RandomState(size), 0, []

    def estimates(drawn):
        return [
            ratios_of_sentences(own.above[drawn], own.below[drawn]).estimate() for own in phases
        ]

    first, second = estimates(numpy.arange(sentences))
    truth, document = second.value[0] - first.value[0], numpy.zeros(size, dtype=int)
    for _ in range(draws // 4):
        drawn = random.randint(sentences, size=size)
        if min(change_of(phases, drawn).of_each) >= FEWEST:
            low, high = difference_bounds(*estimates(drawn), document, "sentences")
            held += low <= truth <= high
            widths.append(high - low)
    return held / len(widths) + 0.05 if widths else numpy.nan, len(widths) / draws, _median(widths)


def table(name, corpus, draws):
    """Print the rows of one corpus."""
    heads = "".join(f"{'n = %d' % n:>9}" for n in SIZES)
    print(f"\n{name}, {corpus.sentences} sentences".ljust(47) + heads + "    width")
    compute = {
        name: lambda size, own=own: coverage(own, corpus.sentences, size, draws)
        for name, own in corpus.figures.items()
    }
    if corpus.labels:
        compute["F1 of labels"] = lambda size: coverage_of_labels(
            corpus.labels, corpus.sentences, size, draws
        )
    if isinstance(corpus, Corpus):
        compute["kappa of each label"] = lambda size: coverage_of_kappas(corpus, size, draws)
    for measure, phases in corpus.phases.items():
        compute[f"difference of two phases, {measure}, 90%"] = lambda size, own=phases: (
            coverage_of_bounds(own, corpus.sentences, size, draws)
        )
        compute[f"ratio of two phases, {measure}"] = lambda size, own=phases: coverage_of_change(
            own, corpus.sentences, size, draws
        )
    for row, of_size in compute.items():
        found = {size: of_size(size) for size in SIZES}
        cells = "".join(
            f"{share:8.3f}{'*' if size >= FROM and not LEAST <= round(share, 2) <= MOST else ' '}"
            for size, (share, _, _) in found.items()
        )
        widths = " ".join(f"{found[size][2]:5.3f}" for size in (30, 130))
        print(f"  {row:44}{cells}  {widths}", flush=True)


def spans(share):
    """Function that writes spans with labels, and relations; a share of everything differs."""

    def write(root):
        random = Random(1)
        for number in range(200):
            first = layered_projects.spans_of(random)
            linked = layered_projects.relations_of(random, first)
            for name in layered_projects.ANNOTATORS:
                drawn, relations = first, linked
                if name != "anna":
                    drawn = layered_projects.changed(random, first, share)
                    relations = {one for one in linked if {*one[1:]} <= drawn.keys()}
                text = layered_projects.standoff(random, drawn, relations)
                put_raw(root, name, f"d{number:03}", layered_projects.TEXT, text)
        (root / "iaa.conf").write_text(
            "[project]\nalso = iou, partial\n"
            "[layer spans]\nkind = labels\n[layer relations]\nkind = entity-relations\n"
        )

    return write


def links(share):
    """Function that writes relations of three types, four a sentence; a share of types differs."""

    def write(root):
        random, words = Random(1), "a b c d e f\n"
        spans = "".join(f"T{n}\tW {2 * n} {2 * n + 1}\t{words[2 * n]}\n" for n in range(6))
        for number in range(200):
            drawn = [(random.choice("PPQR"), *ends) for ends in random.sample(_TWO, 4)]
            for name in layered_projects.ANNOTATORS:
                own = [
                    (random.choice("PQR") if random.random() < share else kind, *ends)
                    for kind, *ends in drawn
                    if random.random() < 0.9
                ]
                lines = (f"R{n}\t{kind} A:T{a} B:T{b}\n" for n, (kind, a, b) in enumerate(own))
                put_raw(root, name, f"d{number:03}", words, spans + "".join(lines))
        (root / "iaa.conf").write_text("[layer relations]\nkind = entity-relations\n")

    return write


_TWO = [(a, b) for a in range(6) for b in range(6) if a != b]


def chains_and_events(root):
    linked_projects.write(Random(1), root, [f"d{number:03}" for number in range(200)])


def main():
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    folders = [PROJECTS / name for name in ("ndt1", "ndt3", "cdt_da")] + [
        Path(name) for name in sys.argv[2:]
    ]
    print(f"{draws} draws of n sentences; share of the intervals that hold the corpus's own figure")
    for folder in folders:
        if folder.is_dir():
            table(folder.name, Corpus(folder), draws)
    for name, write in (
        ("spans, a third differs", spans(0.3)),
        ("spans, a twentieth differs", spans(0.05)),
        ("relations, a third differs", links(0.3)),
        ("relations, a tenth differs", links(0.1)),
        ("chains and events", chains_and_events),
    ):
        table(name, RandomCorpus(write), draws)


if __name__ == "__main__":
    main()
