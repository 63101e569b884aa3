"""Trees over the dependencies, or of nested spans."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.kinds.declaration import choice, type_names
from brat_iaa.kinds.figure_record import FigureRecord
from brat_iaa.kinds.kind import AnswerWords, Kind, LayerSettings, Wording, code_at


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
        help="If texts of a document differ. same: annotators who have the same one are compared. "
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
    "Krippendorff’s alpha over trees with the squared tree edit distance", "item", "trees#formula",
    ("SK14",), True, 1)
_SHARE = FigureRecord(
    "trees", "UAS", "accuracy", "UAS", None, "share of tokens with the same head", "token",
    "trees#uas-las-and-la", ("SK14",), True, 0)
_FIGURES = [
    _TREE_ALPHA,
    _TREE_ALPHA._replace(
        measure="alpha-diff", name="alpha, diff", guide="trees#diff-and-norm", reported=False,
        narrow=2, meaning="alpha with the tree edit distance less the difference in length"),
    _TREE_ALPHA._replace(
        measure="alpha-norm", name="alpha, norm", guide="trees#diff-and-norm", reported=False,
        narrow=3, meaning="alpha with the tree edit distance by the length of both sentences"),
    _SHARE,
    _SHARE._replace(
        measure="LAS", name="LAS", narrow=4,
        meaning="share of tokens with the same head and label"),
    _SHARE._replace(measure="LA", name="LA", meaning="share of tokens with the same label"),
    FigureRecord(
        "trees", "jaccard", "brackets", "brackets, Jaccard", None,
        "share of labelled brackets that both drew", "word", "trees#phrase-structure", ("SK14",),
        True, 0),
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
    layer_document=code_at("brat_iaa.layers.trees:layer_document"),
    pool=code_at("brat_iaa.scores.trees:PooledTrees"),
    differences={},
    syntax=True,
    at_once=True,
    listed=False,  # what differs in a tree are its arcs, which are listed with the dependencies
)
# fmt: on
