"""Relations between spans."""

from dataclasses import dataclass
from typing import Any, Optional

from brat_iaa.kinds.declaration import choice, type_names
from brat_iaa.kinds.figure_names import LEVELS, TYPES, against_gold, of_levels, of_types
from brat_iaa.kinds.figure_record import FigureRecord, Further
from brat_iaa.kinds.kind import AnswerWords, DifferenceWords, Kind, LayerSettings, Wording, code_at


# fmt: off
@dataclass(frozen=True)
class EntityRelationSettings(LayerSettings):
    """What a layer's relations between spans are."""

    reads = "TER"
    annotations = {"relation": None}

    types: Optional[tuple[str, ...]] = type_names(
        example="born-in, lives-in", records=("relations",),
        help="Relation types that are compared. Default: all of them.")
    symmetric: Optional[tuple[str, ...]] = type_names(
        example="married", records=("relations",), narrows=False,
        help="Relation types that mean the same in both directions: they match either way round. "
        "Default: none.")
    end_types: str = choice(
        "count", "ignore",
        help="count: the ends of a relation must have the same span types for both annotators. "
        "ignore: any types.")

    @property
    def drawn(self):
        return {"relations": self.types}


_F1 = FigureRecord(
    "entity-relations", "f1", "exact", "F1, exact", "F1",
    "F1 of the relations with the same type and ends", "item",
    "relations#relations-between-spans", ("HR05",), True, 1)
_UNTYPED = _F1._replace(
    measure="untyped-f1", name="F1 without types, exact", short="without types",
    guide="relations#without-types", narrow=11,
    meaning="F1 of the relations with the same ends, whatever their type")
_BARE = _UNTYPED._replace(
    measure="bare-f1", name="F1 without types of ends, exact", short="without ends' types",
    narrow=12,
    meaning="F1 of the relations with the same type between the same spans, whatever their types")
_LINKS = _UNTYPED._replace(
    measure="linked-f1", name="F1 of linked spans, exact", short="linked spans", narrow=13,
    meaning="F1 of the relations between the same spans, whatever any types")
_OVERLAP: dict[str, Any] = {"statistic": "overlap", "short": None, "reported": False,
            "narrow": 0, "meaning": "the same with ends that share a character"}
FURTHER = {
    "untyped": Further(
        "F1 of relations with any type, with any types of their ends, and both", tuple(
            record
            for exact in (_UNTYPED, _BARE, _LINKS)
            for record in (exact, exact._replace(
                name=exact.name.replace("exact", "overlapping"), **_OVERLAP)))),
    TYPES: of_types(
        "entity-relations", "types of relations between spans that both linked",
        "relations#types-between-linked-spans"),
    LEVELS: of_levels(
        _F1._replace(
            name="types of level #, F1, exact", short="level #", narrow=30,
            meaning="F1 of the relations whose ends are the same, and whose types and those of the "
            "ends are the same at level # of annotation.conf"),
        _F1._replace(name="types of level #, F1, overlapping", **_OVERLAP)),
}
_FIGURES = [
    _F1,
    _F1._replace(
        statistic="overlap", name="F1, overlapping", short="F1, overlap", narrow=2,
        guide="relations#overlapping-ends",
        meaning="F1 where the ends need to share only a character"),
    *(figure for further in FURTHER.values() for figure in further.figures),
    *against_gold("entity-relations", "f1", ("exact", "overlap")),
]
KIND = Kind(
    name="entity-relations", order=6, words="relations", item="relation",
    help="Relations between spans, such as born-in between a person and a place.",
    settings=EntityRelationSettings,
    figures=tuple(_FIGURES),
    further=FURTHER,
    answer=(
        (AnswerWords(
            "%(who)s agree on %(figure)s of the relations (F1, same type and ends)",
            ("f1", "exact")),),
        (AnswerWords("with overlapping ends %(figure)s", ("f1", "overlap")),),
    ),
    paper=Wording(
        "the item is a relation that any annotator drew, with its two spans and its type"),
    drawn_items=code_at("brat_iaa.layers.entity_relations:RelationItems"),
    pool=code_at("brat_iaa.scores.column_layer:ElementLayer"),
    gains=code_at("brat_iaa.places.gains:element_gains"),
    leading="f1",
    differences={
        "ends": DifferenceWords(
            "same relation type, different ends", "different ends of the relation",
            about="the ends of %(label)s"),
        "role": DifferenceWords(
            "same relation or argument, different roles", "different role"),
    },
    counted=("f1", "R"),
    elements=("f1",),
)
# fmt: on
