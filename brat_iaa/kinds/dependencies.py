"""Dependencies: arcs between tokens."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.kinds.coarse import coarse_setting
from brat_iaa.kinds.declaration import choice, text, type_names
from brat_iaa.kinds.figure_names import DISTANCES, STATISTICS, TYPES, of_types, plain_name
from brat_iaa.kinds.figure_record import FigureRecord
from brat_iaa.kinds.kind import (
    AnswerWords,
    DifferenceWords,
    Kind,
    LayerSettings,
    Wording,
    code_at,
)

_OFFERED = ", ".join(distance.help for distance in DISTANCES.values()).rsplit(", ", 1)


# fmt: off
@dataclass(frozen=True)
class DependencySettings(LayerSettings):
    """How arcs become items and values.

    turned  pairs of roles, neither of them `head`, of which the second is the head: as the files
            have these roles in the other order more often
    """

    turned: tuple = ()

    of_project = True
    arcs = True
    labelled = "relations"
    annotations = {"arc": None}

    punctuation: str = choice(
        "in", "out", option=True, signature="punct", always=True,
        help="in: punctuation tokens count. out: they do not.")
    tokens: str = choice(
        "shared", "drawn", always=True,
        help="shared: all annotators have the same tokens; a token that one of them lacks is "
        "missing for that one. drawn: annotators draw the tokens themselves; a token that only "
        "one drew counts, with no head for the other.")
    punctuation_types: Optional[tuple[str, ...]] = type_names(
        example="PUNCT, SYM", option=True, signature="punct-types", records=("spans",),
        narrows=False,
        only_with=("punctuation", "out"),
        help="Span types that are punctuation. Default: tokens made only of Unicode punctuation.")
    labels: Optional[tuple[str, ...]] = type_names(
        example="SUBJ, OBJ", option=True, records=("relations",),
        help="Relation types that are dependencies. Default: all of them.")
    token_types: Optional[tuple[str, ...]] = type_names(
        example="N, V, A", option=True, records=("spans",),
        help="Span types that are tokens. Default: all of them.")
    no_arcs: str = choice(
        "count", "missing", option=True,
        help="A document in which an annotator drew no arc at all: count (every token is without "
        "a head) or missing (not annotated yet).")
    head: str = text(
        "Arg1", value="ROLE", example="Head", option=True, signature="head-role",
        help="Role of the head in a relation. If a relation lacks it, the head is the end written "
        "first; of roles that are written in both orders the one that is more often first.")
    distance: str = choice(
        *DISTANCES, option=True,
        signature=None,  # measures of which it is a part are named after it
        help=f"Similarity of sets in alpha: {_OFFERED[0]} or {_OFFERED[1]}.")
    coarse: Optional[str] = text(
        None, parse=coarse_setting, value="GROUPS", example=":", option=True,
        signature=None,  # measures of which it is a part name it
        help="Coarse labels, to measure agreement on them beside that on all labels. A character: "
        "labels count up to there, so with “:” nsubj:pass counts as nsubj. Or groups: core = SUBJ, "
        "OBJ; modifier = MOD, JCT. Default: none.")
    units: str = choice(
        "guess", "tokens", "spans", section="project", signature=None,
        help="Without layers in this file: whether spans are tokens, between which relations are "
        "dependencies, or were drawn by annotators. guess: tokens are alike in all annotators, and "
        "cover most of their lines.")
    graph: str = choice(
        "basic", "enhanced", "both", option=True, section="project",
        help="Arcs of CoNLL-U that are dependencies: basic (HEAD and DEPREL), enhanced (DEPS), "
        "or both: basic ones, and enhanced ones as relations, with F1.")
    root: str = text(
        "ROOT", value="TYPE", example="TOP", option=True, section="project",
        help="Span type of the root token. It can be a head, but is no item.")
    sentences: str = choice(
        "newline", "punctuation", option=True, section="project", always=True,
        signature="sentence-split",
        help="What ends a sentence: newline (one sentence a line), or punctuation (also after . "
        "! ?).")

    @property
    def drawn(self):
        return {"relations": self.labels}



ARC_MEASURES = {"UAA": "same head", "LAA": "same head and label", "LOA": "same label"}
_SETS = {name: statistic for name, statistic in STATISTICS.items() if statistic.guide}
FURTHER = {
    TYPES: of_types(
        "dependencies", "labels of arcs that both drew from the same head to the same token",
        "dependencies#labels-of-arcs-that-both-drew"),
}
_FIGURES = [
    FigureRecord(
        "dependencies", measure, name,
        f"{measure}, alpha" if name == "alpha" else plain_name(measure, name),
        {"masi": measure, "gcm-f1": measure}.get(name)
        or ("alpha" if (measure, name) == ("LAA", "alpha") else None),
        f"{of}; {statistic.meaning}", "token", statistic.guide, statistic.works,
        name in ("masi", "alpha"),
        ("LAA", "UAA", "LOA").index(measure) + 1 if name == "masi" else 0,
    )
    for name, statistic in _SETS.items()
    for measure, of in ARC_MEASURES.items()
]
_FIGURES += FURTHER[TYPES].figures
KIND = Kind(
    name="dependencies", order=1, words="dependencies", item="token",
    help="Arcs between tokens.",
    settings=DependencySettings,
    figures=tuple(_FIGURES),
    further=FURTHER,
    answer=(
        (AnswerWords("LAA of %(who)s: %(figure)s (mean over %(items)s)", ("LAA", "masi")),),
        (AnswerWords("alpha %(figure)s", ("LAA", "alpha")),),
    ),
    paper=Wording("", coarse=(("LAA", "masi"), ("LOA", "masi"), ("LAA", "alpha"))),
    pool=code_at("brat_iaa.scores.dependencies:PooledDependencies"),
    gains=code_at("brat_iaa.places.gains:masi_gains"),
    leading="LAA",
    differences={
        "head": DifferenceWords(
            "same label, different heads", "different head", about="the heads of %(label)s"),
        "label": DifferenceWords(
            "drawn at the same place, with different labels", "different label"),
        "head+label": DifferenceWords(
            "different heads and labels", "different head and label"),
        "missing-arc": DifferenceWords(
            "only the second annotator drew an arc", "only the other drew an arc",
            unordered="not all annotators drew the arc"),
        "extra-arc": DifferenceWords(
            "only the first annotator drew an arc", "the other drew no arc"),
        "reversed": DifferenceWords(
            "the same two ends, the other way round", "the same two ends, the other way round",
            about="the direction of %(label)s"),
        "token": DifferenceWords(
            "one annotator lacks the token or its head", "a token that not both have"),
    },
    with_coarse="UAA is the same with both, as heads have no labels.",
    guides={
        **{(measure, ""): "dependencies#uaa-laa-and-loa" for measure in ARC_MEASURES},
        **{("", name): statistic.guide for name, statistic in _SETS.items()},
    },
    label_figure=("LAA", "gcm-f1"),
    syntax=True,
    leads=True,
)
# fmt: on
