"""The tables a linguist reads: which scores stand where, as cells of text."""

from collections import Counter

from brat_iaa.patterns import place_patterns
from brat_iaa.places import UNORDERED_MEANINGS
from brat_iaa.report.cells import (
    Table,
    count,
    figure,
    figure_with_interval,
    interval_notes,
    more,
    named,
    without_figure,
)
from brat_iaa.report.contents import contents
from brat_iaa.report.layer_tables import layer_tables
from brat_iaa.report.layers import dependencies, of_gold, of_layer, others
from brat_iaa.report.nothing_listed import nothing_drawn
from brat_iaa.report.nothing_listed import sentences as sentences_without_disagreement
from brat_iaa.report.places import (
    gain_in_words,
    kinds_in_words,
    labels_in_words,
    places_between,
)
from brat_iaa.report.references import anchoring_tables, gold_tables
from brat_iaa.scores import MEASURES

STATISTICS = {
    "masi": "MASI (RD13)",
    "masi-full": "MASI, full (PA06)",
    "exact": "exact match",
    "gcm-f1": "GCM, F1",
    "alpha": "alpha",
    "alpha-index": "alpha, head as index",
    "alpha-nominal": "alpha, nominal",
}

SHOWN_DOCUMENTS = 15
SHOWN_LABELS = 15
SHOWN_PATTERNS = 10
SHOWN_PROBLEMS = 10
SHOWN_EXCLUDED = 15


def tables(agreement):
    """List of Table for the whole report: the figures, what is left out, where it hurts, then the rest.

    Dependencies come first, then each layer of another kind, then gold and anchors.
    If there is one annotator only, there is no agreement, and nothing but gold and anchors.
    """
    alone = len(agreement.annotators) < 2
    layer = None if alone else dependencies(agreement)
    found = [] if layer is None else _of_dependencies(of_layer(agreement, layer.name))
    for other in () if alone else others(agreement):
        found += layer_tables(other) + [_patterns(other.agreement, f" in {other.name}")]
    beside = gold_tables(agreement)
    if beside:
        beside.append(_patterns(of_gold(agreement), f" with the gold ({agreement.config.gold})"))
    found += beside + anchoring_tables(agreement)
    found.insert(0 if layer is None else 1, _excluded(agreement))
    found.append(_problems(agreement))
    return [table for table in found if table.rows]


def _of_dependencies(agreement):
    """agreement: of the layer of dependencies only"""
    return [
        _overall(agreement),
        _pairs(agreement),
        _patterns(agreement),
        _documents(agreement),
        _labels(agreement),
        _directions(agreement),
    ]


def summary(agreement):
    """Lines that say what was compared, and what to know before reading on."""
    if len(agreement.annotators) < 2:
        return _summary_of_one(agreement)
    compared = [table for table in agreement.tables.values() if len(table.annotators) > 1]
    sentences = sum(table.columns.sentences for table in compared)
    layer = dependencies(agreement)
    scores = _overall_scores(agreement) if layer is None else _overall_scores(of_layer(agreement, layer.name))
    items = max((score.items for score in scores), default=0)
    counted = [count(len(compared), "document"), count(sentences, "sentence")]
    counted += [] if layer is None else [count(items, "token")]
    between, _ = places_between(agreement.disagreements)
    differ = f"; {count(between, 'disagreement')}" if between else ""
    compared = f"{', '.join(counted)} compared{differ}"
    lines = [f"{agreement.project}: {_listed(agreement.annotators)}; {compared}"]
    lines += contents(agreement)
    known = caveats(agreement)
    if known:
        lines.append(" ".join(known) + " Details below.")
    said = sentences_without_disagreement(agreement)
    nothing = nothing_drawn(agreement)
    return lines + ([" ".join(said)] if said else []) + ([nothing] if nothing else [])


def _summary_of_one(agreement):
    """Lines for the top if there is one annotator and a gold."""
    both = [table for table in agreement.references.values() if set(agreement.sides) <= set(table.annotators)]
    documents = count(len(both), "document")
    lines = [f"{agreement.project}: {agreement.annotators[0]}; {documents} compared with the gold", only_one(agreement)]
    known = caveats(agreement)
    return lines + ([" ".join(known) + " Details below."] if known else [])


def only_one(agreement):
    """The sentence that says why there is no agreement."""
    return (
        f"There is only one annotator, {agreement.annotators[0]}, so there is no agreement. The figures say "
        f"how near {agreement.annotators[0]} is to the gold ({agreement.config.gold})."
    )


def caveats(agreement):
    """Sentences to know beside any figure: how much was left out, how many problems there are."""
    found = []
    if agreement.excluded:
        found.append(f"Left out: {_left_out(agreement.excluded)}.")
    if agreement.problems:
        found.append(f"{count(len(agreement.problems), 'problem')} in the files.")
    return found


def _left_out(excluded):
    """"1 document of carla, 2 documents of ben" """
    by_annotators = {}
    for document, annotators, _ in excluded:
        for annotator in annotators or ("all",):
            by_annotators.setdefault(annotator, set()).add(document)
    return ", ".join(
        f"{count(len(documents), 'document')} of {annotator}" for annotator, documents in by_annotators.items()
    )


def _listed(names):
    names = list(names)
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else "".join(names)


def _overall_scores(agreement):
    return [
        score
        for score in agreement.scores
        if score.document is None
        and score.label is None
        and score.annotators == agreement.annotators
    ]


def _overall(agreement):
    scores = {(s.measure, s.statistic): s for s in _overall_scores(agreement)}
    rows, unexplained = [], {}
    for statistic, name in STATISTICS.items():
        found = [scores.get((measure, statistic)) for measure in MEASURES]
        rows.append((name,) + tuple(figure_with_interval(score) for score in found))
        if statistic == "alpha":
            for part in ("observed", "expected"):
                rows.append((f"  {part}",) + tuple(_part_of_alpha(score, part) for score in found))
        unexplained[name] = found
    notes = [
        "UAA: same head. LAA: same head and label. LOA: same label; it has no heads to index.",
        "RD13: Ragheb & Dickinson 2013. PA06: Passonneau 2006. Observed, expected: disagreement.",
    ]
    if len(agreement.annotators) > 2:
        notes.append("All but alpha: mean over pairs of annotators.")
    if _one_head_each(agreement):
        notes.append("Every token has at most one head: exact match is UAS, LAS and label accuracy of parsing.")
    notes += without_figure(unexplained)
    notes += interval_notes([scores.get(("LAA", "masi"))])
    signatures = [scores[key].signature for key in (("LAA", "masi"), ("LAA", "alpha")) if key in scores]
    return Table("Agreement", "lrrr", ("",) + MEASURES, tuple(rows), tuple(notes), tuple(signatures))


def _part_of_alpha(score, part):
    return figure(getattr(score, part)) if score and score.value is not None else figure(None)


def _one_head_each(agreement):
    values = agreement.layers_pooled[agreement.dependencies.name].compared.columns.values
    return bool((values.sizes <= 1).all())


def _directions(agreement):
    rows = {}
    for score in _of_pairs(agreement, "gcm"):
        rows.setdefault(", ".join(score.annotators), {})[score.measure] = score
    return Table(
        "GCM by direction: of the first annotator's arcs, the share that the second agrees with",
        "lrrr",
        ("first, second",) + MEASURES,
        tuple(
            (name,) + tuple(figure_with_interval(own.get(measure)) for measure in MEASURES)
            for name, own in rows.items()
        ),
        tuple(without_figure({name: own.values() for name, own in rows.items()})),
    )


def _of_pairs(agreement, statistic):
    return [
        score
        for score in agreement.scores
        if score.statistic == statistic
        and score.document is None
        and score.label is None
        and len(score.annotators) == 2
    ]


def _pairs(agreement):
    title = "Pairs of annotators (MASI; alpha of LAA)"
    header = ("pair",) + MEASURES + ("alpha", "tokens")
    if len(agreement.annotators) < 3:
        return Table(title, "lrrrrr", header, ())
    alpha = {
        score.annotators: score for score in _of_pairs(agreement, "alpha") if score.measure == "LAA"
    }
    masi = {}
    for score in _of_pairs(agreement, "masi"):
        masi.setdefault(score.annotators, {})[score.measure] = score
    scores = {
        ", ".join(pair): [own.get(measure) for measure in MEASURES] + [alpha.get(pair)]
        for pair, own in masi.items()
    }
    rows = [
        (name,) + tuple(map(figure_with_interval, own)) + (str(max(score.items for score in own if score)),)
        for name, own in scores.items()
    ]
    return Table(title, "lrrrrr", header, tuple(rows), tuple(without_figure(scores)))


def _documents(agreement):
    found = {}
    for score in agreement.scores:
        if score.document is not None and score.statistic == "masi" and score.label is None:
            if score.annotators == agreement.tables[score.document].annotators:
                found.setdefault(score.document, {})[score.measure] = score
    disagreements = Counter()
    for (_, document), number in agreement.disagreements.places_by_document().items():
        disagreements[document] += number
    rows, notes = _lowest_first(found, disagreements, SHOWN_DOCUMENTS, "documents")
    alone = [name for name, table in agreement.tables.items() if len(table.annotators) == 1]
    if alone:
        notes.append(f"Only one annotator did: {named(alone)}.")
    return Table(
        "Documents, lowest agreement first (MASI)",
        "lrrrrr",
        ("document",) + MEASURES + ("tokens", "disagreements"),
        rows,
        tuple(notes),
    )


def _labels(agreement):
    found = {}
    for score in agreement.scores:
        if score.label is not None and score.statistic == "gcm-f1":
            if score.annotators == agreement.annotators:
                found.setdefault(score.label, {})[score.measure] = score
    disagreements = Counter(agreement.disagreements.places_by_label())
    rows, notes = _lowest_first(found, disagreements, SHOWN_LABELS, "labels")
    return Table(
        "Labels, lowest agreement first (F1 of arcs with the label)",
        "lrrrrr",
        ("label",) + MEASURES + ("tokens", "disagreements"),
        rows,
        tuple(notes),
    )


def _lowest_first(scores, disagreements, shown, what):
    """(rows, notes): the names with the lowest LAA, and why others have none.

    scores         {name: {measure: Score}}
    disagreements  {name: number of disagreements}
    """
    defined = [item for item in scores.items() if item[1]["LAA"].value is not None]
    defined.sort(key=lambda item: (item[1]["LAA"].value, -disagreements[item[0]], item[0]))
    rows = tuple(
        (name,)
        + tuple(figure(own[measure].value) for measure in MEASURES)
        + (str(own["LAA"].items), str(disagreements[name]))
        for name, own in defined[:shown]
    )
    return rows, more(len(defined) - shown, what) + without_figure(
        {name: own.values() for name, own in scores.items()}
    )


def _patterns(agreement, where=""):
    """where: what to add to the title"""
    grouped = place_patterns(agreement.disagreements, agreement)
    shown = grouped[:SHOWN_PATTERNS]
    settled = any(pattern.gain is not None for pattern in grouped)
    rows = [
        (str(pattern.places),)
        + ((gain_in_words(pattern),) if settled else ())
        + (kinds_in_words(pattern), labels_in_words(pattern.labels, pattern.kinds[0][0]))
        for pattern in shown
    ]
    used = {kind for pattern in shown for kind, _ in pattern.kinds}
    notes = ["If settled: what the figure would be if all agreed in this."] if settled else []
    notes += [f"{kind}: {meaning}." for kind, meaning in UNORDERED_MEANINGS.items() if kind in used]
    number = count(agreement.disagreements.number_of_places, "disagreement")
    lacking = agreement.disagreements.places_by_kind().get("token", 0)
    tokens = f", {lacking} from tokens that some annotators lack" if lacking else ""
    notes.append(
        f"{number} in {count(len(grouped), 'pattern')}{tokens}; a place at which annotators differ is one. "
        "See each with: brat-iaa disagreements."
    )
    title = "Patterns of disagreement" + where
    title += ", those that bring most first" if settled else ", most frequent first"
    header = ("places",) + (("if settled",) if settled else ()) + ("kinds", "labels")
    return Table(title, "r" + "l" * settled + "lp", header, tuple(rows), tuple(notes))


def _excluded(agreement):
    shown = agreement.excluded[:SHOWN_EXCLUDED]
    number = len(agreement.excluded) - len(shown)
    return Table(
        "Left out",
        "llp",
        ("document", "annotators", "reason"),
        tuple((document, ", ".join(annotators), reason) for document, annotators, reason in shown),
        (f"{number} more: see --format json.",) if number else (),
    )


def _problems(agreement):
    shown = agreement.problems[:SHOWN_PROBLEMS]
    number = len(agreement.problems) - len(shown)
    return Table(
        "Problems in the files",
        "llp",
        ("where", "code", "what"),
        tuple(
            (file if line is None else f"{file}:{line}", code, message)
            for file, line, code, message in shown
        ),
        (f"{number} more problems: see --format json.",) if number else (),
    )
