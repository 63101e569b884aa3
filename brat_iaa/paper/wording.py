"""What a paper says of each kind of layer: its items, and the figures that it reports, in words."""

from typing import NamedTuple

from brat_iaa.config import DEPENDENCIES

# What figures of one annotator beside another count, each annotator's own.
_OF_BOTH = "{of both}"
_OF_SPANS = (("f1", "exact"), ("alpha", "nominal"), ("alpha", "masi"))


class Wording(NamedTuple):
    """What a paper says of a kind of layer.

    reported    {key of a figure: what it is, to be followed by its value}: those that exist are
                reported; a statistic of None is any; {both} stands for the annotators of a pair
    items       what the items and values are; dependencies have sentences of their own
    units       {measure: (noun, what follows it)} of figures that count something else than items;
                None: nothing that a reader could count
    reworded    what a setting changes in these words:
                {(setting, its value): [(words, words instead)]}
    coarse      keys of the figures with coarse labels that are reported
    by_measure  whether the table has a column for the measures, and one for the statistics
    """

    reported: dict
    items: str = ""
    units: dict = {}
    reworded: dict = {}
    coarse: tuple = _OF_SPANS
    by_measure: bool = False


WORDING = {
    DEPENDENCIES: Wording(
        reported={
            (measure, statistic): ""
            for statistic in ("masi", "alpha")
            for measure in ("UAA", "LAA", "LOA")
        },
        units=dict.fromkeys(("UAA", "LAA", "LOA"), ("token", "")),
        coarse=(("LAA", "masi"), ("LOA", "masi"), ("LAA", "alpha")),
        by_measure=True,
    ),
    "labels": Wording(
        reported={
            ("f1", "exact"): (
                "F1 of the spans with the same first and last character and the same label "
                "(Hripcsak and Rothschild, 2005)"
            ),
            ("span-f1", "exact"): "F1 of the spans alone, whatever their labels,",
            ("agreement", "raw"): "The share of equal labels among the spans that {both} drew",
            ("agreement", "masi"): (
                "The mean similarity of the two sets of labels of a span, by MASI as simplified by "
                "Ragheb and Dickinson (2013),"
            ),
            ("agreement", "gcm-f1"): (
                "F1 of all labels in these sets by the global comparison method (Ragheb and "
                "Dickinson, 2013)"
            ),
            ("kappa", "cohen"): "Cohen’s kappa (Cohen, 1960) on the spans that {both} drew",
            ("alpha", "nominal"): "Krippendorff’s alpha (Krippendorff, 2004) with nominal distance",
            ("alpha", "masi"): (
                "Krippendorff’s alpha (Krippendorff, 2004) with one minus MASI as simplified by "
                "Ragheb and Dickinson (2013) as distance of sets of labels"
            ),
            ("alpha", "ordinal"): "Krippendorff’s alpha (Krippendorff, 2004) with ordinal distance",
            ("alpha", "interval"): (
                "Krippendorff’s alpha (Krippendorff, 2004) with interval distance"
            ),
            ("ac1", "gwet"): "Gwet’s AC1 (Gwet, 2008)",
            ("ac2", None): "Gwet’s AC2 (Gwet, 2014) with weights by the order of the labels",
            ("u-alpha", "nominal"): (
                "Krippendorff’s u-alpha of spans and gaps as units of a continuum of characters "
                "(Krippendorff et al., 2016)"
            ),
            ("gamma", "combined"): (
                "Gamma (Mathet et al., 2015) of spans with their labels{gamma}"
            ),
        },
        items=(
            "the item is a span that at least two annotators drew, identified by document and "
            "character offsets; its value is its label"
        ),
        units={
            "f1": ("combination", " of span and label, drawn by any annotator"),
            "span-f1": ("span", " drawn by any annotator"),
            "u-alpha": ("character", ""),
            "gamma": ("span", " of all annotators"),
        },
        reworded={
            ("carried", True): [
                (
                    "F1 of the spans with the same first and last character and the same label",
                    "F1 of the labels on spans that both annotators drew with the same first and "
                    "last character",
                ),
            ],
            ("set", "yes"): [
                ("its value is its label", "its value is the set of its labels"),
                ("share of equal labels", "share of equal sets of labels"),
                ("and the same label", "and a label in common, counted for each label"),
            ],
        },
    ),
    "trees": Wording(
        reported={
            ("alpha-plain", "alpha"): (
                "Krippendorff’s alpha over trees with the squared tree edit distance (Skjærholt, "
                "2014)"
            ),
            ("UAS", None): "The share of tokens with the same head (UAS)",
            ("LAS", None): "The share of tokens with the same head and label (LAS)",
            ("LA", None): "The share of tokens with the same label (LA)",
            ("jaccard", None): "The share of labelled brackets that {both} drew",
        },
        items="the item is the sentence; its value is its tree",
        units={**dict.fromkeys(("UAS", "LAS", "LA"), ("token", "")), "jaccard": ("word", "")},
    ),
    "chains": Wording(
        reported={
            ("alpha-weighted", "weighted"): (
                "Krippendorff’s alpha with the distances 0, .33, .67 and 1 of Passonneau (2004) "
                "between sets"
            ),
            ("alpha", "nominal"): "Alpha with nominal distance",
            ("muc", "f1"): "MUC F1 (Vilain et al., 1995)",
            ("b3", "f1"): "B3 F1 (Bagga and Baldwin, 1998)",
            ("ceafe", "f1"): "CEAFe F1 (Luo, 2005)",
            ("conll", "f1"): "The mean of these three, the CoNLL F1 (Pradhan et al., 2014),",
            ("lea", "f1"): "LEA F1 (Moosavi and Strube, 2016)",
            ("mentions-f1", None): "F1 of the mentions, whatever their chains,",
        },
        items=(
            "the item is a mention that at least two annotators marked, identified by document and "
            "character offsets; its value is the set of the mentions that it corefers with"
        ),
        units={
            "muc": ("link", _OF_BOTH),
            "ceafe": ("chain", _OF_BOTH),
            "conll": None,
            **dict.fromkeys(("b3", "lea", "mentions-f1"), ("mention", _OF_BOTH)),
        },
    ),
    "relations": Wording(
        reported={
            ("f1", "strict"): "F1 of the relations with the same start and target",
            ("f1", "one-level"): (
                "F1 where one end may also be a parent or child of its counterpart in the "
                "dependency tree"
            ),
            ("f1", "connective"): "F1 of the relations with a connective in common",
            ("agreement-types", "strict"): (
                "The share of equal types among the relations with the same start and target"
            ),
            ("kappa", "strict"): "Cohen’s kappa (Cohen, 1960) on their types",
        },
        items=(
            "relations, with a start, a target, a type and a connective, are matched one to one "
            "between two annotators (Mírovský et al., 2010); the item is a matched relation, its "
            "value is its type"
        ),
        units={"f1": ("relation", _OF_BOTH)},
        reworded={
            ("direction", "any"): [
                ("the same start and target", "the same two ends, whichever of them is the start"),
            ],
            ("connectives", "equal"): [("a connective in common", "the same connective")],
        },
    ),
    "entity-relations": Wording(
        reported={
            ("f1", "exact"): (
                "F1 of the relations with the same type and ends (Hripcsak and Rothschild, 2005)"
            ),
            ("f1", "overlap"): "F1 where the ends need to share only a character",
        },
        items="the item is a relation that any annotator drew, with its two spans and its type",
    ),
    "events": Wording(
        reported={
            ("event-f1", None): (
                "F1 of the events with the same trigger, type and arguments (Hripcsak and "
                "Rothschild, 2005)"
            ),
            ("trigger-f1", "exact"): "F1 of the triggers with the same type",
            ("argument-f1", None): "F1 of the arguments with the same trigger, type and role",
        },
        items=(
            "the item is an event that any annotator drew, with its trigger, its type and its "
            "arguments"
        ),
        units={
            "trigger-f1": ("trigger", " drawn by any annotator"),
            "argument-f1": ("argument", " drawn by any annotator"),
        },
    ),
}
