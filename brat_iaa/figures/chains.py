"""The figures of coreference chains and of discourse relations."""

from brat_iaa.figures.arcs import CHANCE_LINE
from brat_iaa.figures.names import plain_name
from brat_iaa.figures.record import FigureRecord

# fmt: off
_WEIGHTED = FigureRecord(
    "chains", "alpha-weighted", "weighted", "alpha, weighted (.33, .67)", "alpha, weighted",
    "by inclusion and overlap of chains, corrected for chance", None, "item", "chains#formula",
    ("PA04",),
    "Krippendorff’s alpha with the distances 0, .33, .67 and 1 of {0:by} between sets", 1)
_ALPHA = FigureRecord(
    "chains", "alpha", "nominal", "alpha, nominal", None, CHANCE_LINE, None, "item",
    "chains#other-distances", ("PA04",), "Alpha with nominal distance", 2)
_F1S = [
    FigureRecord(
        "chains", measure, "f1", name, short, line, None, unit, f"chains#{measure}", works, paper,
        narrow)
    for measure, name, short, line, unit, works, paper, narrow in (
        ("muc", "MUC, F1", None, "links of the chains", "link{of both}", ("Vilain1995",),
         "MUC F1 {0}", 0),
        ("b3", "B3, F1", None, "chains, mention by mention", "mention{of both}", ("Bagga1998",),
         "B3 F1 {0}", 0),
        ("ceafe", "CEAFe, F1", None, "chains matched one to one", "chain{of both}", ("Luo2005",),
         "CEAFe F1 {0}", 0),
        ("conll", "CoNLL, F1", "CoNLL F1", "mean of MUC, B3 and CEAFe", "", ("Pradhan2014",),
         "The mean of these three, the CoNLL F1 {0},", 3),
        ("lea", "LEA, F1", None, "links of the chains, long chains counting more",
         "mention{of both}", ("Moosavi2016",), "LEA F1 {0}", 0),
    )
]
CHAINS = [
    _WEIGHTED,
    _WEIGHTED._replace(
        statistic="thirds", name="alpha, weighted (thirds)", short=None, paper="", narrow=0),
    _ALPHA,
    *(
        _ALPHA._replace(
            statistic=distance, name=plain_name("alpha", distance), works=works, paper="",
            narrow=0)
        for distance, works in (("jaccard", ("KR04",)), ("masi", ("RD13",)),
                                ("masi-full", ("PA06",)))
    ),
    *_F1S,
    *(
        figure._replace(
            statistic=side, name=plain_name(figure.measure, side), short=None, paper="", narrow=0)
        for figure in _F1S if figure.measure != "conll"
        for side in ("recall", "precision")
    ),
    FigureRecord(
        "chains", "mentions-f1", "exact", "mentions, F1", "mentions",
        "same mentions, whatever their chains", None, "mention{of both}", "chains#mentions", (),
        "F1 of the mentions, whatever their chains,", 4),
]

_F1 = FigureRecord(
    "relations", "f1", "strict", "F1, strict", None, "same ends",
    "relations that both drew (Mírovský et al. 2010)", "relation{of both}",
    "discourse#ways-to-match", ("MI10",), "F1 of the relations with the same start and target", 1)
_WAYS = [
    _F1,
    _F1._replace(
        statistic="one-level", name="F1, one level", narrow=2,
        line="same ends, or one of them a level off",
        paper="F1 where one end may also be a parent or child of its counterpart in the dependency "
        "tree"),
    _F1._replace(
        statistic="connective", name="F1, connective", narrow=3, line="same connective",
        paper="F1 of the relations with a connective in common"),
]
_STRICTER, _MATCHED = "discourse#stricter-matches", "discourse#agreement-on-what-was-matched"
# What a way to match has beside its F1: (measure, line, meaning, paragraph of the guide).
_FURTHER = (
    ("recall", "", "of the first annotator's relations, those that the second has, too",
     "discourse#recall-and-precision"),
    ("precision", "", "of the second annotator's relations, those that the first has, too",
     "discourse#recall-and-precision"),
    ("f1+types", "", None, _STRICTER), ("f1+connectives", "", None, _STRICTER),
    ("f1+nodes", "", None, _STRICTER), ("f1+both", "", None, _STRICTER),
    ("agreement-types", "", None, _MATCHED), ("agreement-connectives", "", None, _MATCHED),
    ("agreement-nodes", "", None, _MATCHED), ("kappa", CHANCE_LINE, None, _MATCHED),
)
# fmt: on
_PAPER = {
    ("agreement-types", "strict"): (
        "The share of equal types among the relations with the same start and target"
    ),
    ("kappa", "strict"): "Cohen’s kappa {0} on their types",
}
# The heads of columns in the grid of discourse relations that are not the names of measures.
COLUMNS = {
    "f1+types": "+ types",
    "f1+connectives": "+ conn.",
    "f1+nodes": "+ conn.",
    "f1+both": "+ both",
    "agreement-types": "agr. types",
    "agreement-connectives": "agr. conn.",
    "agreement-nodes": "agr. conn.",
}
# Explains that grid.
GRID_NOTE = (
    "strict: the same start and target. one level: or one end a parent or child of its counterpart "
    "in the dependency tree. connective: a common connective. F1 counts the pairs so matched; "
    "+ types, + conn. (connectives; in the row connective the two ends), + both: those that are "
    "equal in that too. agr., kappa: among the matched pairs."
)
RELATIONS = [
    *_WAYS,
    *(
        FigureRecord(
            "relations", measure, way.statistic, plain_name(measure, way.statistic), None, line,
            meaning, "relation" if measure in ("recall", "precision") else "item", guide,
            ("Cohen1960",) if measure == "kappa" else ("MI10",),
            _PAPER.get((measure, way.statistic), ""), 0,
        )
        for measure, line, meaning, guide in _FURTHER
        for way in _WAYS
    ),
]  # fmt: skip
