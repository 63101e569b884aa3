"""Display names of figures, layers and missing annotations, for reports and pages."""

import functools
from typing import Optional

KIND_WORDS = {
    "dependencies": "dependencies",
    "labels": "labels",
    "trees": "trees",
    "chains": "coreference chains",
    "relations": "discourse relations",
    "entity-relations": "relations",
    "events": "events",
}

# Of measures that are not called as in scores.
MEASURES = {
    "alpha-plain": "alpha, plain",
    "alpha-diff": "alpha, diff",
    "alpha-norm": "alpha, norm",
    "alpha-weighted": "alpha, weighted",
    "span-f1": "F1 without labels",
    "event-f1": "events, F1",
    "trigger-f1": "triggers, F1",
    "argument-f1": "arguments, F1",
    "mentions-f1": "mentions, F1",
    "muc": "MUC",
    "b3": "B3",
    "ceafe": "CEAFe",
    "lea": "LEA",
    "conll": "CoNLL",
    "f1": "F1",
    "ac1": "AC1",
    "ac2": "AC2",
    "ku-alpha": "(k)u-alpha",
    "jaccard": "brackets, Jaccard",
    "agreement-types": "agreement on types",
    "agreement-connectives": "agreement on connectives",
    "agreement-nodes": "agreement on both ends",
}
STATISTIC_WORDS = {
    "f1": "F1",
    "masi": "MASI (RD13)",
    "masi-full": "MASI, full (PA06)",
    "jaccard": "Jaccard",
    "gcm-f1": "GCM, F1",
    "gcm": "GCM",
    "cohen": "Cohen",
    "fleiss": "Fleiss",
    "exact": "exact match",
    "one-level": "one level",
    "alpha-index": "alpha, head as index",
    "alpha-nominal": "alpha, nominal",
}
# The statistics of dependencies, in the order in which they are shown.
STATISTICS = ("masi", "masi-full", "exact", "gcm-f1", "alpha", "alpha-index", "alpha-nominal")
# What the measures of figures with coarse labels end in, and what that adds to the name.
COARSE_WORDS = {"coarse": "coarse labels", "removed": "disagreement that coarse labels remove"}
# Names of figures that are not "measure, statistic".
FIGURES = {
    ("f1", "exact"): "F1, exact",
    ("f1", "overlap"): "F1, overlapping",
    ("span-f1", "exact"): "F1 without labels, exact",
    ("span-f1", "overlap"): "F1 without labels, overlapping",
    ("event-f1", "exact"): "events, F1",
    ("trigger-f1", "exact"): "triggers, F1, exact",
    ("trigger-f1", "overlap"): "triggers, F1, overlapping",
    ("argument-f1", "exact"): "arguments, F1",
    ("kappa", "cohen"): "Cohen's kappa",
    ("kappa", "fleiss"): "Fleiss' kappa",
    ("ac1", "gwet"): "Gwet's AC1",
    ("ac2", "ordinal"): "Gwet's AC2, ordinal",
    ("ac2", "linear"): "Gwet's AC2, linear",
    ("ac2", "quadratic"): "Gwet's AC2, quadratic",
    ("u-alpha", "nominal"): "u-alpha",
    ("gamma", "combined"): "gamma",
    ("u-alpha", "binary"): "u-alpha without labels",
    ("cu-alpha", "nominal"): "cu-alpha",
    ("ku-alpha", "nominal"): "(k)u-alpha",
    ("agreement", "raw"): "agreement",
    ("mentions-f1", "exact"): "mentions, F1",
    ("alpha-weighted", "weighted"): "alpha, weighted (.33, .67)",
    ("alpha-weighted", "thirds"): "alpha, weighted (thirds)",
}
# Names in the headers of narrow columns.
SHORT = {
    ("UAA", "masi"): "UAA",
    ("LAA", "masi"): "LAA",
    ("LOA", "masi"): "LOA",
    ("UAA", "gcm-f1"): "UAA",
    ("LAA", "gcm-f1"): "LAA",
    ("LOA", "gcm-f1"): "LOA",
    ("LAA", "alpha"): "alpha",
    ("f1", "exact"): "F1",
    ("f1", "overlap"): "F1, overlap",
    ("span-f1", "exact"): "spans",
    ("event-f1", "exact"): "events",
    ("trigger-f1", "exact"): "triggers",
    ("argument-f1", "exact"): "arguments",
    ("alpha-weighted", "weighted"): "alpha, weighted",
    ("mentions-f1", "exact"): "mentions",
    ("kappa", "cohen"): "kappa",
    ("conll", "f1"): "CoNLL F1",
}
COLUMNS = {
    "f1+types": "+ types",
    "f1+connectives": "+ conn.",
    "f1+nodes": "+ conn.",
    "f1+both": "+ both",
    "agreement-types": "agr. types",
    "agreement-connectives": "agr. conn.",
    "agreement-nodes": "agr. conn.",
}
# Explains the grid of discourse relations.
GRID_NOTE = (
    "strict: the same start and target. one level: or one end a parent or child of its counterpart "
    "in the dependency tree. connective: a common connective. F1 counts the pairs so matched; "
    "+ types, + conn. (connectives; in the row connective the two ends), + both: those that are "
    "equal in that too. agr., kappa: among the matched pairs."
)
# Statistics that add nothing to the name of their measure.
_SILENT = ("accuracy", "alpha", "mean", "value", "")

MEANINGS = {
    "alpha-plain": "tree edit distance, as it is (Skjærholt 2014, who recommends it)",
    "alpha-diff": "tree edit distance less the difference in length",
    "alpha-norm": "tree edit distance by the length of both sentences",
    "UAS": "share of tokens with the same head",
    "LAS": "share of tokens with the same head and label",
    "LA": "share of tokens with the same label",
    "jaccard": "share of labelled brackets that both drew",
    "span-f1": "the same, whatever the labels of the spans",
    "agreement": "share of items with the same value, not corrected for chance",
    "kappa": "agreement corrected for chance",
    "ac1": "agreement corrected for the chance of guesses alone (Gwet 2008)",
    "ac2": "the same with weights by the order of the labels (Gwet 2014)",
    "u-alpha": "alpha of the characters in spans and between them, its items (Krippendorff et al. "
    "2016); without labels: in spans or not",
    "cu-alpha": "the same of the labels, where spans of two annotators share characters",
    "ku-alpha": "the same of one label",
    "gamma": "spans aligned so that boundaries and labels differ as little as possible, corrected "
    "for chance (Mathet et al. 2015)",
    "alpha": "Krippendorff's alpha: 1 is perfect, 0 is chance",
    "alpha-weighted": "chains compared by inclusion and overlap (Passonneau 2004)",
    "muc": "links of the chains (Vilain et al. 1995)",
    "b3": "of each mention's chain, the share that the other has too (Bagga & Baldwin 1998)",
    "ceafe": "likeness of chains, each matched with at most one (Luo 2005)",
    "lea": "links of the chains, long chains counting more (Moosavi & Strube 2016)",
    "conll": "mean of the F1 of MUC, B3 and CEAFe (Pradhan et al. 2014)",
    "mentions-f1": "mentions that both marked, whatever their chains",
    "f1": "of all that either drew, the share that both drew",
    "event-f1": "of all events the share that both drew with the same arguments",
    "trigger-f1": "of all triggers the share that both drew with the same type of event",
    "argument-f1": "of all arguments the share that both drew, in one role of one trigger and type",
}
# Meanings that depend on the kind of layer.
MEANINGS_OF_KIND = {
    ("relations", "f1"): "relations that both drew (Mírovský et al. 2010)",
    ("relations", "recall"): "of the first annotator's relations, those that the second has, too",
    (
        "relations",
        "precision",
    ): "of the second annotator's relations, those that the first has, too",
    ("events", "event-f1"): (
        "of all events the share that both drew, with trigger, type and all arguments (Hripcsak & "
        "Rothschild 2005)"
    ),
    ("entity-relations", "f1"): (
        "of all relations the share that both drew with the same type and ends (Hripcsak & "
        "Rothschild 2005); overlapping: ends of the same types that share a character"
    ),
    ("labels", "f1"): (
        "of all spans with their labels the share that both drew (Hripcsak & Rothschild 2005); "
        "exact: the same first and last character; overlapping: at least one common character, "
        "each span matched once"
    ),
    ("labels", "agreement"): (
        "of the spans that both drew, the share with the same label, not corrected for chance"
    ),
    ("labels", "kappa"): "the same, corrected for chance",
}

ABSENT = {
    "missing-span": "no such span",
    "extra-span": "no such span",
    "missing-mention": "no such mention",
    "extra-mention": "no such mention",
    "missing-relation": "no such relation",
    "extra-relation": "no such relation",
    "missing-event": "no such event",
    "extra-event": "no such event",
    "argument": "no such argument",
    "chain": "in no chain",
    "connective": "no connective",
}

# The items of the first figure of a kind of layer.
ITEMS = {
    "dependencies": "token",
    "labels": "span",
    "trees": "sentence",
    "chains": "mention",
    "relations": "relation",
    "entity-relations": "relation",
    "events": "event",
}


def item_name(kind: str) -> str:
    """The name of an item in a kind of layer: "token", "span"."""
    return ITEMS[kind]


def meaning(kind, measure):
    """What a measure means in a kind of layer, in a few words; None if its name says it."""
    return MEANINGS_OF_KIND.get((kind, measure)) or MEANINGS.get(measure)


def figure_name(measure: str, statistic: str) -> str:
    """The name of a figure: "alpha, plain", "Cohen's kappa", "alpha, nominal", "LAS"."""
    if (measure, statistic) in FIGURES:
        return FIGURES[measure, statistic]
    base, ending = without_ending(measure)
    if ending:
        return f"{full_name(base, statistic)}, {COARSE_WORDS[ending]}"
    name = MEASURES.get(measure, measure)
    return name if statistic in _SILENT else f"{name}, {statistic_name(statistic)}"


def full_name(measure: str, statistic: str) -> str:
    """figure_name() for tables without other words on the statistic: "LAA, alpha"."""
    name = figure_name(measure, statistic)
    return f"{name}, {statistic}" if statistic == "alpha" and name == measure else name


@functools.lru_cache(1000)
def without_ending(measure: str) -> tuple:
    """(measure, "") of a measure; (that with all labels, a key of COARSE_WORDS) of one with coarse
    labels.
    """
    base, _, ending = measure.rpartition("-")
    return (base, ending) if ending in COARSE_WORDS else (measure, "")


def short_name(measure: str, statistic: str) -> str:
    """The name of a figure in the header of a narrow column."""
    name = SHORT.get((measure, statistic))
    return name if name else figure_name(measure, statistic)


def statistic_name(statistic: str) -> str:
    return STATISTIC_WORDS.get(statistic, statistic)


def measure_name(measure: str) -> str:
    """The name of a measure, also of "f1+types"."""
    first, *further = measure.split("+")
    return " + ".join([MEASURES.get(first, first), *further])


def column_name(measure: str) -> str:
    """The header of a measure's column in the grid of discourse relations."""
    return COLUMNS.get(measure) or measure_name(measure)


def drawn_in_words(label: str, head: Optional[str] = None, ends: str = "") -> str:
    """What an annotator drew: “SUBJ ← “broke””; without a head the label and its ends, in words."""
    return f"{label} ← {head}" if head is not None else " ".join(filter(None, (label, ends)))


def ends_in_words(ends: tuple) -> str:
    """The ends of a relation: "a2 → b3"; "" without any. ends: two disagreements.End, or ()."""
    return " → ".join(end.text for end in ends)


def ends_in_text(ends: tuple) -> str:
    """The offsets of ends in the text: "3–5 → 10–12"; "" without any."""
    return " → ".join(f"{end.fragments[0][0]}–{end.fragments[-1][1]}" for end in ends)


def absent(kind: str, has_token: bool = True) -> str:
    """The text for an annotator who marked nothing where the other did.

    kind       of the disagreement
    has_token  whether this annotator has the token
    """
    return ABSENT.get(kind) or ("no arc" if has_token else "no such token")
