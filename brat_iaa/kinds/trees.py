"""Trees over the dependencies, or of nested spans."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.kinds.declaration import choice, type_names
from brat_iaa.kinds.figure_record import FigureRecord
from brat_iaa.kinds.kind import AnswerWords, CodeAt, EachDocument, Kind, LayerSettings, Wording


# fmt: off
@dataclass(frozen=True)
class TreeSettings(LayerSettings):
    """How a layer's trees are made."""

    nodes: str = choice(
        "arcs", "spans",
        help="arcs: dependency trees. spans: phrase structure, with nested spans as nodes.")
    several_heads: str = choice(
        "exclude", "first",
        help="A sentence in which a token has several heads is no tree: exclude it, or keep the "
        "first arc.")
    primary: Optional[tuple[str, ...]] = type_names(
        example="SUBJ, OBJ",
        help="With several_heads = first: labels whose arc is kept before others. Default: the "
        "first in the file.")
    types: Optional[tuple[str, ...]] = type_names(
        example="NP, VP", records=("spans",),
        help="With nodes = spans: span types that are phrases. Default: all.")
    texts: str = choice(
        "same", "by-sentence",
        help="same: of a document whose texts differ, those who have the same one are compared. "
        "by-sentence: all who have as many sentences, the first with the first and so on, "
        "whatever the tokens in them (Skjærholt 2014).")

    @property
    def arcs(self):
        return self.nodes == "arcs"

    @property
    def own_texts(self):
        return self.texts == "by-sentence"

    @property
    def labelled(self):
        return "relations" if self.arcs else "spans"


    @property
    def drawn(self):
        return {"relations": None} if self.arcs else {"spans": self.types}

    @property
    def annotations(self):
        return {"arc" if self.arcs else "span": None}


_TREE_ALPHA = FigureRecord(
    "trees", "alpha-plain", "alpha", "alpha, plain", None,
    "by tree edit distance, corrected for chance", None, "item", "trees#formula", ("SK14",),
    "Krippendorff’s alpha over trees with the squared tree edit distance {0}", 1)
_SHARE = FigureRecord(
    "trees", "UAS", "accuracy", "UAS", None, "", None, "token", "trees#uas-las-and-la", ("SK14",),
    "The share of tokens with the same head (UAS)", 0)
_FIGURES = [
    _TREE_ALPHA,
    _TREE_ALPHA._replace(
        measure="alpha-diff", name="alpha, diff", line="less the difference in length",
        guide="trees#diff-and-norm", paper="", narrow=2),
    _TREE_ALPHA._replace(
        measure="alpha-norm", name="alpha, norm", line="by the length of both sentences",
        guide="trees#diff-and-norm", paper="", narrow=3),
    _SHARE,
    _SHARE._replace(
        measure="LAS", name="LAS", narrow=4,
        paper="The share of tokens with the same head and label (LAS)"),
    _SHARE._replace(
        measure="LA", name="LA", paper="The share of tokens with the same label (LA)"),
    FigureRecord(
        "trees", "jaccard", "brackets", "brackets, Jaccard", None, "", None, "word",
        "trees#phrase-structure", ("SK14",), "The share of labelled brackets that {both} drew", 0),
]
KIND = Kind(
    name="trees", order=3, words="trees", item="sentence",
    help="Trees over the dependencies, or of nested spans.",
    settings=TreeSettings,
    figures=tuple(_FIGURES),
    answer=(
        (AnswerWords(
            "%(who)s agree on their trees with alpha %(figure)s", ("alpha-plain", "alpha")),),
        (
            AnswerWords("same head and label (LAS) %(figure)s", ("LAS", "accuracy")),
            AnswerWords("same brackets (Jaccard) %(figure)s", ("jaccard", "brackets")),
        ),
    ),
    paper=Wording("the item is the sentence; its value is its tree"),
    layer_documents=EachDocument("brat_iaa.layers.trees:layer_document"),
    pool=CodeAt("brat_iaa.scores.trees:PooledTrees"),
    differences={},
    syntax=True,
    at_once=True,
    listed=False,  # what differs in a tree are its arcs, which are listed with the dependencies
)
# fmt: on
