"""Relations between spans."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.kinds.declaration import choice, type_names
from brat_iaa.kinds.figure_names import against_gold
from brat_iaa.kinds.figure_record import FigureRecord
from brat_iaa.kinds.kind import AnswerWords, CodeAt, Kind, LayerSettings, Wording


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


_F1 = FigureRecord(
    "entity-relations", "f1", "exact", "F1, exact", "F1", "same type, same ends",
    "of all relations the share that both drew with the same type and ends (Hripcsak & Rothschild "
    "2005); overlapping: ends of the same types that share a character",
    "item", "relations#relations-between-spans", ("HR05",),
    "F1 of the relations with the same type and ends {0}",
    1)
_FIGURES = [
    _F1,
    _F1._replace(
        statistic="overlap", name="F1, overlapping", short="F1, overlap", narrow=2,
        line="same type, overlapping ends", guide="relations#overlapping-ends",
        paper="F1 where the ends need to share only a character"),
    *against_gold("entity-relations", "f1", ("exact", "overlap")),
]
KIND = Kind(
    name="entity-relations", order=6, words="relations", item="relation",
    help="Relations between spans, such as born-in between a person and a place.",
    settings=EntityRelationSettings,
    figures=tuple(_FIGURES),
    answer=(
        (AnswerWords(
            "%(who)s agree on %(figure)s of the relations (F1, same type and ends)",
            ("f1", "exact")),),
        (AnswerWords("with overlapping ends %(figure)s", ("f1", "overlap")),),
    ),
    paper=Wording(
        "the item is a relation that any annotator drew, with its two spans and its type"),
    layer_documents=CodeAt("brat_iaa.layers.entity_relations:layer_documents"),
    pool=CodeAt("brat_iaa.scores.column_layer:PooledEntityRelations"),
    marks=CodeAt("brat_iaa.layers.marks:of_entity_relations"),
    gains=CodeAt("brat_iaa.places.gains:element_gains"),
    leading="f1",
    settler=CodeAt("brat_iaa.adjudication.relations:SpanRelations"),
    rows=CodeAt("brat_iaa.web.element_rows:of_elements"),
    nothing="missing-relation",
    counted=("f1", "R"),
    elements=("f1",),
)
# fmt: on
