"""Whether a candidate agrees with the annotators, and with the gold, not worse than they do by more
than a margin, see measures.equivalence.
"""

from itertools import combinations

import numpy

from brat_iaa.errors import ProjectError
from brat_iaa.figures import figure_name, main_keys
from brat_iaa.formats.tables import FIGURE, SIGNED, TEXT, Table
from brat_iaa.paper.works import WORKS
from brat_iaa.phases.differences import difference_of, mean_of_figures
from brat_iaa.phases.report import NOT_WORSE, margin_words
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.pooled_layer import SharedSentences
from brat_iaa.studies.study import directories_of

MARGIN_FIELDS = ("with", "measure", "statistic", "theirs", "own", "difference", "margin",
                 "bound_low", "bound_high", "not_worse", "equivalent")  # fmt: skip
_SIDES = "among them", "with the candidate"


def comparisons_within(project, layers, humans, candidate, margin, config, refused) -> list:
    """[(candidate, with whom, who else, Difference)] of the leading figure of each Layer: the
    annotators among themselves and the candidate with them; each of them with the gold and the
    candidate with it.

    refused list, to which (layer, candidate, reason) is added of what has nothing in common
    config   Config that says what the gold is
    """
    sides: list = []
    if len(humans) > 1:
        among, own = [*combinations(humans, 2)], [(name, candidate) for name in humans]
        sides.append(("annotators", ", ".join(humans), (*humans, candidate), among, own))
    if config.gold:
        own = [(config.gold, candidate)]
        for name in humans:
            names = config.gold, name, candidate
            sides.append((config.gold, name, names, [names[:2]], own))
    rows = []
    for with_whom, who, names, *pairs in sides:
        chosen = layers if with_whom != config.gold else config.layers_of_gold(layers)
        if not chosen:
            continue
        try:
            beside = directories_of(project, names, tuple(chosen))
        except ProjectError as error:
            refused.append(("", candidate, str(error).rstrip(".")))
            continue
        for layer in beside.layers:
            found = _difference(beside, layer, names, pairs)._replace(margin=margin)
            rows.append((candidate, with_whom, who, found))
    return rows


def margin_table(layer, rows) -> Table:
    """Of one layer, by its name. rows: [(candidate, with whom, who else, Difference)]"""
    first, reasons = rows[0][-1], dict.fromkeys(row[-1].no_interval for row in rows)
    said = margin_words(first.margin)
    notes = [
        f"{figure_name(first.measure, first.statistic)}: of the annotators with each other, or of "
        "one with the gold; of the candidate with all of them, or with the gold. On the same "
        "documents. In brackets: 90% interval of the difference, by two one-sided tests "
        f"({WORKS['Schuirmann1987'].cited}).",
        *(f"No interval: {reason}." for reason in reasons if reason),
    ]
    columns = [
        TEXT("candidate"), TEXT("with"), TEXT("compared with"), FIGURE("theirs"),
        FIGURE("candidate’s"), SIGNED("difference", ""),
        NOT_WORSE(f"not worse by more than {said}", ""),
    ]  # fmt: skip
    records = [(*row[:-1], row[-1].before, row[-1].after, row[-1], row[-1]) for row in rows]
    return Table(f"{layer}: not worse by more than {said}", columns, records, tuple(notes))


def margin_rows(rows) -> list:
    """The same of all layers as dicts with MARGIN_FIELDS and more, for programs."""
    made = []
    for candidate, with_whom, who, own in rows:
        low, high = own.bounds or (None, None)
        values = (
            with_whom, own.measure, own.statistic, own.before, own.after, own.difference,
            own.margin, low, high, own.not_worse, own.equivalent,
        )  # fmt: skip
        about = {"layer": own.layer, "candidate": candidate, "annotator": who}
        made.append({**about, **dict(zip(MARGIN_FIELDS, values)), "reason": own.no_interval})
    return made


def _difference(beside, layer, names, sides):
    """The Difference between the means over two lists of pairs, on the documents that all pairs of
    a candidate, the last of the names, can have.
    """
    pooled, (key, *_) = beside.pooled_layers[layer.name], main_keys(layer.kind)
    there = {name: beside.annotators_of(name, layer) for name in beside.tables}
    documents = tuple(
        name for name, begun in there.items() if names[-1] in begun and len(begun) > 2
    )
    number = [len(beside.tables[name].sentences) for name in documents]
    counted = {
        name: numpy.repeat(numpy.array([name in there[of] for of in documents], bool), number)
        for name in names
    }
    document = numpy.repeat(numpy.arange(len(number)), number)
    shared = pooled.narrowed(SharedSentences(documents, document, counted))
    pairs = [pair for own in sides for pair in own]
    builder = ScoreBuilder(beside.config, layer)
    by_pair = pooled.over_shared([key], shared, pairs, builder).get(key, {})
    figures = [mean_of_figures(by_pair, own, shared) for own in sides]
    sentences, about = int(shared.of_any_pair(names).sum()), (layer.name, *key, names)
    found = difference_of(
        about, figures, document, sentences, beside.config.unit, True, _SIDES
    )  # fmt: skip
    return found if documents else found._replace(no_interval="no document that all annotated")
