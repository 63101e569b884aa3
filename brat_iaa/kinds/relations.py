"""Discourse relations with a connective."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.errors import ConfigError
from brat_iaa.kinds.declaration import choice, text, type_names
from brat_iaa.kinds.figure_names import plain_name
from brat_iaa.kinds.figure_record import FigureRecord
from brat_iaa.kinds.kind import (
    AnswerWords,
    DifferenceWords,
    Kind,
    LayerSettings,
    Wording,
    code_at,
)


def connective_source(value):
    """Where connectives stand. Raises ConfigError with the reason."""
    if value not in ("trigger", "note") and not value.partition("attribute:")[2].strip():
        raise ConfigError(
            "does not say where the connective stands. Allowed: trigger, attribute:NAME, note."
        )
    return value


# fmt: off
@dataclass(frozen=True)
class RelationSettings(LayerSettings):
    """What a layer's discourse relations are."""

    reads = "TER"
    annotations = {"event": None, "relation": None, "span": None}

    types: Optional[tuple[str, ...]] = type_names(
        example="reason, condition", records=("events", "relations"),
        help="Event types, or relation types, that are discourse relations. Default: all events.")
    start: str = text(
        "Start", value="ROLE", example="From",
        help="Role of the argument where a relation starts.")
    target: str = text(
        "Target", value="ROLE", example="To",
        help="Role of the argument to which it leads.")
    connective: str = text(
        "trigger", parse=connective_source, value="SOURCE", example="attribute:Connective",
        help="What is the connective: trigger (of the event), attribute:NAME or note.")
    connectives: str = choice(
        "shared", "equal",
        help="Connectives are the same if they have a token in common (shared) or all of them "
        "(equal).")
    direction: str = choice(
        "counts", "any",
        help="Whether start and target have to be the same (counts), or the two ends in any "
        "direction (any).")

    @property
    def drawn(self):
        return {"events": self.types, "relations": self.types or ()}


_F1 = FigureRecord(
    "relations", "f1", "strict", "F1, strict", None,
    "F1 of the relations with the same start and target", "relation",
    "relations#ways-to-match", ("MI10",), True, 1)
_WAYS = [
    _F1,
    _F1._replace(
        statistic="one-level", name="F1, one level", narrow=2,
        meaning="F1 where one end may also be a parent or child of its counterpart in the "
        "dependency tree"),
    _F1._replace(
        statistic="connective", name="F1, connective", narrow=3,
        meaning="F1 of the relations with a connective in common"),
]
_STRICTER, _MATCHED = "relations#stricter-matches", "relations#agreement-on-what-was-matched"
# What a way to match has beside its F1: (measure, meaning, paragraph of the guide).
_FURTHER = (
    ("recall", "of the first annotator's relations, those that the second has, too",
     "relations#recall-and-precision"),
    ("precision", "of the second annotator's relations, those that the first has, too",
     "relations#recall-and-precision"),
    ("f1+types", "", _STRICTER), ("f1+connectives", "", _STRICTER), ("f1+nodes", "", _STRICTER),
    ("f1+both", "", _STRICTER), ("agreement-types", "", _MATCHED),
    ("agreement-connectives", "", _MATCHED), ("agreement-nodes", "", _MATCHED),
    ("kappa", "", _MATCHED),
)
_REPORTED = {
    ("agreement-types", "strict"): (
        "share of equal types among the relations with the same start and target"
    ),
    ("kappa", "strict"): "Cohen’s kappa on their types",
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
_FIGURES = [
    *_WAYS,
    *(
        FigureRecord(
            "relations", measure, way.statistic, plain_name(measure, way.statistic), None,
            _REPORTED.get((measure, way.statistic), meaning),
            "relation" if measure in ("recall", "precision") else "item", guide,
            ("Cohen1960",) if measure == "kappa" else ("MI10",),
            (measure, way.statistic) in _REPORTED, 0,
        )
        for measure, meaning, guide in _FURTHER
        for way in _WAYS
    ),
]
KIND = Kind(
    name="relations", order=5, words="discourse relations", item="relation",
    help="Discourse relations with a connective.",
    settings=RelationSettings,
    figures=tuple(_FIGURES),
    answer=(
        (AnswerWords(
            "%(who)s agree on %(figure)s of the discourse relations (F1, same start and "
            "target)", ("f1", "strict"),
            instead={
                ("direction", "any"): "%(who)s agree on %(figure)s of the discourse relations "
                "(F1, same two ends)",
            }),),
        (AnswerWords("kappa of their types %(figure)s", ("kappa", "strict")),),
    ),
    paper=Wording(
        "relations, with a start, a target, a type and a connective, are matched one to one "
        "between two annotators (Mírovský et al., 2010); the item is a matched relation, its "
        "value is its type",
        reworded={
            ("direction", "any"): [
                ("the same start and target", "the same two ends, whichever of them is the start"),
            ],
            ("connectives", "equal"): [("a connective in common", "the same connective")],
        }),
    drawn_items=code_at("brat_iaa.layers.relations:DiscourseItems"),
    pool=code_at("brat_iaa.scores.relations:PooledRelations"),
    gains=code_at("brat_iaa.places.gains:discourse_gains"),
    leading="f1",
    differences={
        "missing-relation": DifferenceWords(
            "only the second annotator drew the relation", "only the other drew the relation",
            unordered="not all annotators drew the relation"),
        "extra-relation": DifferenceWords(
            "only the first annotator drew the relation", "the other did not draw the relation"),
        "connective": DifferenceWords(
            "same relation, different connectives", "different connectives"),
        "nodes": DifferenceWords(
            "same connective, different ends of the relation", "different ends of the relation",
            about="the ends of %(label)s"),
    },
)
# fmt: on
