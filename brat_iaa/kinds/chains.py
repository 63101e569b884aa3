"""Coreference chains."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.kinds.declaration import type_names
from brat_iaa.kinds.figure_names import plain_name
from brat_iaa.kinds.figure_record import CHANCE_LINE, FigureRecord
from brat_iaa.kinds.kind import AnswerWords, CodeAt, DifferenceWords, Kind, LayerSettings, Wording


# fmt: off
@dataclass(frozen=True)
class ChainSettings(LayerSettings):
    """What a layer's chains are."""

    reads = "TER*"

    types: Optional[tuple[str, ...]] = type_names(
        example="Mention", records=("spans",),
        help="Span types that are mentions. Default: all but the root.")
    relations: Optional[tuple[str, ...]] = type_names(
        example="Coref", records=("relations", "equivs"),
        help="Relation types, of arcs or of * lines, which say that two mentions corefer. "
        "Default: all * lines.")

    @property
    def drawn(self):
        return {"equivs": self.relations, "relations": self.relations or ()}

    @property
    def annotations(self):
        return {"chain": None, "span": None, "relation": self.relations or ()}


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
_FIGURES = [
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
KIND = Kind(
    name="chains", order=4, words="coreference chains", item="mention",
    help="Coreference chains.",
    settings=ChainSettings,
    figures=tuple(_FIGURES),
    answer=(
        (AnswerWords(
            "%(who)s agree on their coreference chains with alpha %(figure)s",
            ("alpha-weighted", "weighted")),),
        (AnswerWords("they share %(figure)s of the mentions (F1)", ("mentions-f1", "exact")),),
    ),
    paper=Wording(
        "the item is a mention that at least two annotators marked, identified by document and "
        "character offsets; its value is the set of the mentions that it corefers with"),
    layer_documents=CodeAt("brat_iaa.layers.layer_document:layer_documents"),
    drawn_items=CodeAt("brat_iaa.layers.chains:ChainItems"),
    pool=CodeAt("brat_iaa.scores.chains:PooledChains"),
    draws=3,
    together="The gold takes the whole chain: its mentions leave the chains in which they were, "
    "and those left behind stay together. So it decides all its mentions.",
    differences={
        "chain": DifferenceWords(
            "the mention corefers with others", "different coreference", absent="in no chain"),
    },
)
# fmt: on
