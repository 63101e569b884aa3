"""Coreference chains."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.kinds.declaration import type_names
from brat_iaa.kinds.figure_names import STATISTICS, plain_name
from brat_iaa.kinds.figure_record import FigureRecord
from brat_iaa.kinds.kind import AnswerWords, DifferenceWords, Kind, LayerSettings, Wording, code_at


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
    "Krippendorff’s alpha with the distances 0, .33, .67 and 1 between chains, by inclusion and "
    "overlap", "item", "chains#formula", ("PA04",), True, 1)
_ALPHA = FigureRecord(
    "chains", "alpha", "nominal", "alpha, nominal", None, "alpha with nominal distance", "item",
    "chains#other-distances", ("PA04",), True, 2)
_F1S = [
    FigureRecord(
        "chains", measure, "f1", name, short, meaning, unit, f"chains#{measure}", works, True,
        narrow)
    for measure, name, short, meaning, unit, works, narrow in (
        ("muc", "MUC, F1", None, "MUC F1, of the links of chains", "link", ("Vilain1995",), 0),
        ("b3", "B3, F1", None, "B3 F1, of each mention’s chain", "mention", ("Bagga1998",), 0),
        ("ceafe", "CEAFe, F1", None, "CEAFe F1, of chains matched one to one", "chain",
         ("Luo2005",), 0),
        ("conll", "CoNLL, F1", "CoNLL F1", "mean of the F1 of MUC, B3 and CEAFe", "",
         ("Pradhan2014",), 3),
        ("lea", "LEA, F1", None, "LEA F1, of links, long chains counting more", "mention",
         ("Moosavi2016",), 0),
    )
]
_FIGURES = [
    _WEIGHTED,
    _WEIGHTED._replace(
        statistic="thirds", name="alpha, weighted (thirds)", short=None, reported=False, narrow=0,
        meaning="the same with the distances 1/3 and 2/3"),
    _ALPHA,
    *(
        _ALPHA._replace(
            statistic=distance, name=plain_name("alpha", distance), works=works, reported=False,
            narrow=0, meaning=f"alpha with {STATISTICS[distance].title} as distance")
        for distance, works in (("jaccard", ("KR04",)), ("masi", ("RD13",)),
                                ("masi-full", ("PA06",)))
    ),
    *_F1S,
    *(
        figure._replace(
            statistic=side, name=plain_name(figure.measure, side), short=None, meaning="",
            reported=False, narrow=0)
        for figure in _F1S if figure.measure != "conll"
        for side in ("recall", "precision")
    ),
    FigureRecord(
        "chains", "mentions-f1", "exact", "mentions, F1", "mentions",
        "F1 of the mentions, whatever their chains", "mention", "chains#mentions", (), True, 4),
    FigureRecord(
        "chains", "kappa", "links", "kappa of links", "kappa, links",
        "Cohen’s kappa of the links that there can be, one less than mentions in each text",
        "link", "chains#kappa-of-links", ("Passonneau1997",), False, 0),
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
    drawn_items=code_at("brat_iaa.layers.chains:ChainItems"),
    pool=code_at("brat_iaa.scores.chains:PooledChains"),
    draws=3,
    together="The gold takes the whole chain: its mentions leave the chains in which they were, "
    "and those left behind stay together. So it decides all its mentions.",
    differences={
        "chain": DifferenceWords(
            "the mention corefers with others", "different coreference"),
    },
)
# fmt: on
