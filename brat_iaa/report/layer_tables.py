"""The tables of one layer, of any kind: figures, pairs, documents, labels, patterns."""

from collections import defaultdict
from typing import Callable, NamedTuple, Optional

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import (
    GRID_NOTE,
    chance_of,
    figure_name,
    full_name,
    line,
    meaning,
    measure_name,
    short_name,
    statistic_name,
)
from brat_iaa.formats.cells import interval_notes, more, named, without_figure
from brat_iaa.formats.tables import COUNT, FIGURE, SCORE, SHOWN_ROWS, TEXT, VALUE, Table
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.labels import of_items
from brat_iaa.report.grids import GRIDS, grid_of, printed_figure
from brat_iaa.report.notes import left_out_notes, other_text_notes, prevalence_notes
from brat_iaa.report.places import pattern_table
from brat_iaa.scores import MEASURES
from brat_iaa.scores.index import lowest_first
from brat_iaa.scores.score_table import same_pairs

# Rows of tables in a short report.
FEW = 5
# Figures in its narrow tables: of pairs, with their intervals, they fit 80 columns.
FIGURES = 3


_ON_SPANS = (
    "of all labels on spans that both annotators drew, the share that both gave (Hripcsak & "
    "Rothschild 2005). A span that only one of them drew is not counted here but with the spans"
)
_ON_TOKENS = (
    "of all labels on tokens that both annotators have, the share that both gave (Hripcsak & "
    "Rothschild 2005). A token that one of them lacks is missing"
)
_OBSERVED = {
    "disagreement": "disagreement, for alpha",
    "agreement": "agreement, for kappa, AC1 and AC2",
}


def _legend(layer, keys):
    """What the measures of some keys are; observed and expected are explained where they stand."""
    measures = dict.fromkeys(measure for measure, _ in keys)
    words_of = {measure: meaning(layer.kind, measure) for measure in measures}
    if layer.on_shared_spans and not layer.settings.item and "f1" in words_of:
        words_of["f1"] = _ON_TOKENS if layer.given else _ON_SPANS
    # One word may mean something else in another layer.
    where = f" ({layer.name})" if len(layer.agreement.config.layers or ()) > 1 else ""
    notes = [
        f"{measure_name(measure)}{where}: {of_items(words, layer.settings)}."
        for measure, words in words_of.items()
        if words
    ]
    corrected = {chance_of(measure)[1] for measure in measures}
    what = [words for chance, words in _OBSERVED.items() if chance in corrected]
    if what:
        notes.append(f"Observed, expected: {'; '.join(what)}.")
    return notes


def _relation_legend(layer, keys):
    items = sorted({layer.overall[key].items for key in layer.main if key in layer.overall})
    counted = ", ".join(map(str, items))
    notes = [GRID_NOTE]
    if layer.settings.direction == "any":
        notes.append("Ends are the same whichever is the start (direction = any).")
    if items:
        notes.append(f"Relations: {counted} of all pairs of annotators together.")
    return notes


def _dependency_legend(layer, keys):
    notes = [
        "UAA: same head. LAA: same head and label. LOA: same label. It ignores heads, so “head as "
        "index” does not apply.",
        "RD13: Ragheb & Dickinson 2013. PA06: Passonneau 2006. Observed, expected: disagreement.",
    ]
    if len(layer.agreement.annotators) > 2:
        notes.append(f"All but alpha: {of_pairs(layer)}.")
    if layer.agreement.pooled_layers[layer.name].at_most_one_head:
        notes.append(
            "Every token has at most one head: exact match is UAS, LAS and label accuracy of "
            "parsing."
        )
    return notes


def of_pairs(layer) -> str:
    """How the figures of more than two annotators are made of those of pairs."""
    if same_pairs(layer.agreement.pooled_layers[layer.name].begun):
        return "mean over pairs of annotators"
    return "over all items, each with the mean over its pairs, as documents have different pairs"


class Description(NamedTuple):
    """How the tables of a kind of layer are headed, and which figures stand in them.

    overall, pairs, documents, labels  titles; {name} is that of the layer, {kind} what it is
    patterns        what the title of the patterns says of the layer
    legend          function of a ScoreIndex and keys of its figures: sentences on what they are
    directed        function of a ScoreIndex: the Table of what each direction of a pair has its own
                    figure of
    alone           whether documents that only one annotator did are named below the others
    columns         keys of narrow tables; empty: the main figures
    pair_columns    the same, of pairs of annotators
    label_columns   the same, of labels; empty: all that there are
    label_head      function of measure and statistic: the head of its column among the labels
    cited           keys whose settings and intervals stand below the figures; empty: the main
                    figures, and the intervals of all
    items           what is counted
    patterns_third  whether patterns stand before documents
    notes           functions of a ScoreIndex that return notes on its figures
    """

    overall: str = "Agreement on {name}{kind}"
    pairs: str = "Pairs of annotators in {name}"
    documents: str = "Documents, lowest agreement on {name} first"
    labels: str = "Labels of {name}, lowest agreement first"
    patterns: str = " in {name}"
    legend: Callable = _legend
    directed: Optional[Callable] = None
    alone: bool = False
    columns: tuple = ()
    pair_columns: tuple = ()
    label_columns: tuple = ()
    label_head: Callable = figure_name
    cited: tuple = ()
    items: str = "items"
    patterns_third: bool = False
    notes: tuple = (prevalence_notes,)

    def title(self, table, layer):
        """The title of one of the tables of a ScoreIndex."""
        kind = KINDS[layer.kind].words
        kind = "" if layer.name == kind else f" ({kind})"
        return getattr(self, table).format(name=layer.name, kind=kind)


def _directions(layer):
    """The figures of dependencies that each direction of a pair has its own of."""
    keys = [(measure, "gcm") for measure in MEASURES]
    title = "GCM by direction: of the first annotator's arcs, the share that the second agrees with"
    both_ways = (way for pair in layer.pairs for way in (pair, pair[::-1]))
    pairs = {way: layer.pairs[way] for way in both_ways if way in layer.pairs}
    return _by_pair(title, "first, second", pairs, keys, MEASURES)


_MASI = tuple((measure, "masi") for measure in MEASURES)
_DESCRIPTIONS = defaultdict(Description, {
    DEPENDENCIES: Description(
        overall="Agreement",
        pairs="Pairs of annotators (MASI; alpha of LAA)",
        documents="Documents, lowest agreement first (MASI)",
        labels="Labels, lowest agreement first (F1 of arcs with the label)",
        patterns="",
        legend=_dependency_legend,
        directed=_directions,
        alone=True,
        columns=_MASI,
        pair_columns=(*_MASI, ("LAA", "alpha")),
        label_columns=tuple((measure, "gcm-f1") for measure in MEASURES),
        label_head=short_name,
        cited=(("LAA", "masi"), ("LAA", "alpha")),
        items="tokens",
        patterns_third=True,
        notes=(),
    ),
    "relations": Description(legend=_relation_legend),
})  # fmt: skip


def layer_tables(layer):
    """List of Table of a ScoreIndex; some may have no rows."""
    from brat_iaa.report.kind_tables import (
        coarse_table,
        further_coarse_tables,
        mention_table,
        recall_table,
    )

    description = _DESCRIPTIONS[layer.kind]
    tables = [_overall(layer, description), _pairs(layer, description)]
    tables += [_documents(layer, description), _labels(layer, description)]
    about, title = layer.agreement, description.title("patterns", layer)
    patterns = pattern_table(about.patterns, about.annotator_places, title)
    tables.insert(2 if description.patterns_third else 4, patterns)
    if layer.coarse is not None:
        tables[1:1] = [coarse_table(layer)]
        tables += further_coarse_tables(layer)
    return [*tables, (description.directed or recall_table)(layer), mention_table(layer)]


def figure_tables(layer) -> list:
    """List of Table of all figures of a ScoreIndex that are about the whole project, with all
    settings; some may have no rows.
    """
    from brat_iaa.report.kind_tables import recall_table

    description = _DESCRIPTIONS[layer.kind]
    overall = _overall(layer, description)
    signatures = tuple(score.signature for score in layer.overall.values())
    overall = overall._replace(signatures=signatures)
    return [overall, (description.directed or recall_table)(layer)]


def row_names(layer) -> dict:
    """{name of a row of figure_tables(): (measure, statistic); "" for a measure in columns}"""
    if layer.kind in GRIDS:
        return {statistic_name(name): ("", name) for name, _ in grid_of(layer)[1]}
    return {figure_name(*key): key for key in layer.overall}


def _overall(layer, description, chosen=None):
    """The Table of the figures of all annotators.

    chosen  keys of the figures that are shown, where each has a row of its own; None: all
    """
    overall = {key: layer.overall[key] for key in chosen or layer.overall if key in layer.overall}
    cited = [layer.overall[key] for key in description.cited or layer.main if key in layer.overall]
    grid = grid_of(layer)
    if grid is None:
        columns = [TEXT(""), SCORE("value"), *map(FIGURE, ("observed", "expected")), COUNT("items")]
        rows = [
            (
                *(figure_name(*key), score, None if score.expected is None else score.observed),
                *(score.expected, score.items),
            )
            for key, score in overall.items()
        ]
    else:
        columns, rows = [TEXT(""), *map(SCORE, grid[0])], []
        for statistic, scores in grid[1]:
            rows.append((statistic_name(statistic), *scores))
            if statistic == "alpha":
                # Under alpha of dependencies, what it is made of.
                rows += [
                    (f"  {part}", *(score and getattr(score, part) for score in scores))
                    for part in ("observed", "expected")
                ]
    terms, intervals = (
        description.legend(layer, chosen or layer.keys),
        cited if description.cited else overall.values(),
    )
    rows_of_scores = {figure_name(*key): [score] for key, score in overall.items()}
    if layer.kind == DEPENDENCIES:
        # The figures of a row are undefined for one reason, if they are.
        rows_of_scores = {statistic_name(statistic): scores for statistic, scores in grid[1]}
    notes = without_figure(rows_of_scores)
    if layer.kind == "trees":
        notes += other_text_notes(layer)
    method, *about_intervals = interval_notes(intervals) or [""]
    if method.startswith("In brackets"):
        terms.append(method)
    elif method:
        notes.append(method)
    notes += about_intervals
    notes += [note for notes_of in description.notes for note in notes_of(layer)]
    notes += left_out_notes(layer, chosen)
    signatures, title = [score.signature for score in cited], description.title("overall", layer)
    return Table(title, columns, rows, tuple(notes), tuple(signatures), glossary=tuple(terms))


def _pairs(layer, description, shown=None):
    several = len(layer.agreement.annotators) > 2
    # Of a pair the other way round there are directed figures alone, which have no column.
    keys = (description.pair_columns or _main_of(layer, layer.pairs))[: shown and FIGURES]
    pairs = {
        pair: scores for pair, scores in layer.pairs.items()
        if several and any(key in scores for key in keys)
    }  # fmt: skip
    heads = [short_name(*key) for key in keys]
    title, further = description.title("pairs", layer), []
    if shown and len(pairs) > shown + 1:
        title += ", lowest agreement first"
        further = more(len(pairs) - shown, "pairs", "--all")
        pairs = {pair: scores for pair, scores, _ in lowest_first(pairs, keys[0])[:shown]}
    table = _by_pair(title, "pair", pairs, keys, heads, (description.items,))
    return table.with_notes(*further)


def brief_tables(layers) -> list:
    """List of Table of ScoreIndexes for two screens: the main figures of each; of the first layer
    also pairs, and the first documents and labels.
    """
    tables, further = [], []
    for layer in layers:
        description = _DESCRIPTIONS[layer.kind]
        table = _overall(layer, description, layer.main)
        if description.legend is _legend:
            legend = _legend(layer, layer.main)
            table = table._replace(
                glossary=tuple(term for term in table.glossary if term not in legend)
            )
        if tables and layer.kind not in GRIDS:
            further.append((layer.name, table))
        else:
            tables.append(table)
        if layer is layers[0]:
            make = (_pairs, _documents, _labels)
            tables += [make_table(layer, description, FEW) for make_table in make]
    if len(further) > 1:
        tables.append(_together(further))
    else:
        tables += [table for _, table in further]
    short = _in_short(layers)
    if short:
        tables[0] = tables[0]._replace(glossary=(short, *tables[0].glossary))
    return tables


def main_table(layers) -> Table:
    """The Table of the main figures of all ScoreIndexes; figures of a layer that are the same under
    two names have one row.
    """
    rows = []
    for layer in layers:
        printed = {}
        for key in layer.main:
            if key in layer.overall:
                printed.setdefault(printed_figure(layer.overall[key]), key)
        rows += [
            (layer.name, full_name(*key), layer.overall[key], layer.overall[key].items)
            for key in printed.values()
        ]
    several = "layer" if len(layers) > 1 else None
    columns = [TEXT(several), TEXT("figure"), SCORE("value"), COUNT("items")]
    notes = interval_notes(row[2] for row in rows)[:1]
    return Table("Main figures", columns, rows, tuple(notes)).with_undefined_notes()


def _together(further):
    """One Table of the figures of several layers, [(name, Table)], without what they are made of.
    Figures that are the same for a layer under two names have one row.
    """
    rows, notes = [], {}
    for name, table in further:
        same = {printed_figure(record[1]): record for record in reversed(table.records)}
        rows += [
            (name, figure, score, items)
            for figure, score, _, _, items in table.records
            if same[printed_figure(score)][0] == figure
        ]
        for note in table.notes:
            notes.setdefault(note, []).append(name)
    return Table(
        "Agreement on the other layers",
        [TEXT("layer"), TEXT(""), SCORE("value"), COUNT("items")],
        rows,
        tuple(f"{', '.join(names)}: {note}" for note, names in notes.items()),
        tuple(signature for _, short in further for signature in short.signatures),
        glossary=tuple(dict.fromkeys(term for _, short in further for term in short.glossary)),
    )


def _in_short(layers):
    """What the main figures of layers are, each in a few words; "" without any."""
    of_words, corrected = {}, set()
    for layer in layers:
        if _DESCRIPTIONS[layer.kind].legend is not _legend:
            continue
        for measure, statistic in layer.main:
            words = line(layer.kind, measure, statistic)
            if layer.on_shared_spans and not layer.settings.item and measure == "f1":
                if statistic != "exact":
                    continue  # the same, as both drew the span
                words = "label that both gave, on spans that both drew"
            if words:
                lines = figure_name(measure, statistic), of_items(words, layer.settings)
                of_words.setdefault(lines, []).append(layer.name)
            corrected.add(chance_of(measure)[1])
    names = [name for name, _ in of_words]
    lines = [
        f"{name} ({', '.join(of)}): {words}" if names.count(name) > 1 else f"{name}: {words}"
        for (name, words), of in of_words.items()
    ]
    what = [words for chance, words in _OBSERVED.items() if chance in corrected]
    if lines and what:
        lines.append(f"observed, expected: {'; '.join(what)}")
    return "; ".join(lines) + "." if lines else ""


def _by_pair(title, what, pairs, keys, heads, counts=()):
    """Table of {pair: scores}. counts: head of the column of items, if there is one"""
    rows = [
        (", ".join(pair), *map(scores.get, keys), *(_items(scores, keys) for _ in counts))
        for pair, scores in pairs.items()
    ]
    return Table(
        title, [TEXT(what), *map(SCORE, heads), *map(COUNT, counts)], rows
    ).with_undefined_notes()


def _documents(layer, description, shown=None):
    table = _lowest_first(layer, "documents", shown)
    if not description.alone:
        return table
    tables = layer.agreement.tables
    alone = [name for name in tables if len(tables[name].annotators) == 1]
    return table.with_notes(f"Only one annotator did: {named(alone)}.") if alone else table


def _labels(layer, description, shown=None):
    return _lowest_first(layer, "labels", shown)


def list_keys(layer, what) -> tuple:
    """Keys of the figures of "documents" or "labels" of a ScoreIndex that its lists show."""
    description = _DESCRIPTIONS[layer.kind]
    if what == "documents":
        return description.columns or _main_of(layer, layer.documents)
    every = dict.fromkeys(key for scores in layer.labels.values() for key in scores)
    return description.label_columns or tuple(every)


def list_table(layer, what, shown=None, further=()) -> Table:
    """The Table of the documents or labels of a ScoreIndex, lowest agreement first.

    what     "documents" or "labels"
    shown    whether it is short: fewer figures
    further  names without a figure that stand at its end
    """
    description, keys = _DESCRIPTIONS[layer.kind], list_keys(layer, what)[: shown and FIGURES]
    head = short_name if what == "documents" else description.label_head
    rows = layer.documents_lowest_first() if what == "documents" else layer.labels_lowest_first()
    columns = [TEXT(what[:-1], "name")]
    columns += [VALUE(head(*key), "-".join(filter(None, key))) for key in keys]
    columns.append(COUNT(description.items, "items"))
    columns.append(COUNT("disagreements" if layer.listed else None, "places"))
    records = [
        (name, *map(scores.get, keys), _items(scores, keys), places)
        for name, scores, places in (*rows, *((name, {}, 0) for name in further))
    ]
    return Table(description.title(what, layer), columns, records)


def _lowest_first(layer, what, shown):
    """The list_table() of a report: of those that have a figure, with notes on the others.

    shown  how many rows of a short report; None: as many as of a whole one
    """
    table = list_table(layer, what, shown)
    scores_of = {record[0]: record[1:-2] for record in table.records}
    there = [
        record for record in table.records
        if any(score is not None and score.value is not None for score in record[1:-2])
    ]  # fmt: skip
    where = ("--format json or csv", "--all")[shown is not None]
    table = table._replace(records=there).truncated(what, shown or SHOWN_ROWS, where)
    undefined = {
        name: [score for score in scores if score is not None and score.value is None]
        for name, scores in list(scores_of.items())[:shown]
    }
    return table.with_notes(*without_figure(undefined))


def _main_of(layer, scores):
    return tuple(key for key in layer.main if any(key in figures for figures in scores.values()))


def _items(scores, keys):
    """How many items the first figure that is there is about."""
    return next((scores[key].items for key in keys if key in scores), 0)
