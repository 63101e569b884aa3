"""The settings of each kind of layer, and what a layer is. How to declare: see settings.py."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

from brat_iaa.config.coarse import coarse_setting
from brat_iaa.config.declaration import choice, names, text, type_names
from brat_iaa.config.parsers import connective_source, label_order, label_source
from brat_iaa.figures import DISTANCES

# The kind of layer that is measured by UAA, LAA and LOA. Some reports exist for it alone: on
# anchoring, judges, differences between phases and simulated errors.
DEPENDENCIES = "dependencies"


class LayerSettings:
    """What reports ask of a layer and its settings answer; here, the answers of most kinds.

    of_project  whether they hold even where no such layer is compared, and may stand in [project]:
                they say what a token is. There is one layer of such a kind at most.
    """

    of_project = False

    @property
    def arcs(self) -> bool:
        """Whether arcs are compared: as dependencies, or as the trees that they make."""
        return False

    @property
    def own_texts(self) -> bool:
        """Whether annotators whose texts differ are compared, sentence by sentence."""
        return False

    @property
    def label_source(self) -> str:
        """Where the labels stand: "type", or a source as in Inventory.labels."""
        return "type"

    @property
    def carried(self) -> bool:
        """Whether the labels stand on spans and are not their types."""
        return self.label_source != "type"

    @property
    def labelled(self) -> Optional[str]:
        """The records that carry the labels, "spans" or "relations"; None where the labels are not
        known before the layer is compared.
        """
        return None


_OFFERED = ", ".join(distance.help for distance in DISTANCES.values()).rsplit(", ", 1)

# In the declarations below, the first lines of a setting are facts, the last are its help.
# fmt: off


@dataclass(frozen=True)
class DependencySettings(LayerSettings):
    """How arcs become items and values."""

    of_project = True

    punctuation: str = choice(
        "in", "out", option=True, signature="punct", always=True,
        help="in: punctuation tokens count. out: they do not.")
    tokens: str = choice(
        "shared", "drawn", always=True,
        help="shared: all annotators have the same tokens; a token that one of them lacks is "
        "missing for that one. drawn: annotators draw the tokens themselves; a token that only "
        "one drew counts, with no head for the other.")
    punctuation_types: Optional[tuple[str, ...]] = type_names(
        example="PUNCT, SYM", option=True, signature="punct-types",
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
        "first.")
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
        "cover most of the lines that they stand in.")
    root: str = text(
        "ROOT", value="TYPE", example="TOP", option=True, section="project",
        help="Span type of the root token. It can be a head, but is no item.")
    sentences: str = choice(
        "newline", "punctuation", option=True, section="project", always=True,
        signature="sentence-split",
        help="Where a sentence ends: newline (one sentence a line), or punctuation (also after . "
        "! ?).")

    @property
    def arcs(self):
        return True

    @property
    def labelled(self):
        return "relations"


@dataclass(frozen=True)
class LabelSettings(LayerSettings):
    """What a layer's labels are."""

    value: str = text(
        "type", parse=label_source, value="SOURCE", example="attribute:Polarity",
        help="Where the label stands: type, attribute:NAME, normalization:DATABASE, notes:TYPE "
        "(the whole text of the notes of a type, such as Lemma), or note:PATTERN, a regular "
        "expression whose group in brackets is the value.")
    types: Optional[tuple[str, ...]] = type_names(
        example="Person, Place", records=("spans",),
        help="Span types that are items. Default: all but the root.")
    set: str = choice(
        "no", "yes",
        help="yes: the value is a set, separated by commas in a note, or all attributes of that "
        "name.")
    coarse: Optional[str] = text(
        None, parse=coarse_setting, value="GROUPS", example="name = Person, Place",
        signature=None,  # measures of which it is a part name it
        help="Coarse labels, to measure agreement on them beside that on all labels. A character: "
        "labels count up to there. Or groups: name = Person, Place; time = Date, Hour. Default: "
        "none.")
    gamma: str = choice(
        "no", "yes",
        signature=None,  # no other measure depends on it
        help="yes: the measure gamma, too, which aligns spans that differ in their boundaries. Its "
        "expected disorder comes from random texts, so it takes longer than other figures of "
        "labels: seconds for some hundred documents.")
    order: Optional[tuple[str, ...]] = names(
        None, parse=label_order, value="LABELS", example="low, mid, high",
        signature=None,  # measures of which it is a part name it
        help="The labels from one end of a scale to the other, if they have an order: agreement "
        "is then also measured by how far labels are apart on it. Where all of them are numbers, "
        "also by their differences. Default: none.")
    weights: str = choice(
        "ordinal", "linear", "quadratic",
        signature=None,  # measures are named after it
        help="With order: the weights of Gwet's AC2, which say how much labels agree by their "
        "places on the scale.")

    @property
    def label_source(self):
        return self.value

    @property
    def labelled(self):
        return None if self.set == "yes" else "spans"


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
    expected: str = choice(
        "exact", "sampled",
        help="Expected disagreement of alpha: exact (all pairs of trees), or sampled (100000 "
        "pairs drawn at random, if there are more than 100 million; scores name their standard "
        "error). Useful from about 75000 trees on.")

    @property
    def arcs(self):
        return self.nodes == "arcs"

    @property
    def own_texts(self):
        return self.texts == "by-sentence"

    @property
    def labelled(self):
        return "relations" if self.arcs else "spans"


@dataclass(frozen=True)
class ChainSettings(LayerSettings):
    """What a layer's chains are."""

    types: Optional[tuple[str, ...]] = type_names(
        example="Mention", records=("spans",),
        help="Span types that are mentions. Default: all but the root.")
    relations: Optional[tuple[str, ...]] = type_names(
        example="Coref", records=("relations", "equivs"),
        help="Relation types, of arcs or of * lines, which say that two mentions corefer. "
        "Default: all * lines.")


@dataclass(frozen=True)
class RelationSettings(LayerSettings):
    """What a layer's discourse relations are."""

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
        help="Where the connective stands: trigger (of the event), attribute:NAME or note.")
    connectives: str = choice(
        "shared", "equal",
        help="Connectives are the same if they have a token in common (shared) or all of them "
        "(equal).")
    direction: str = choice(
        "counts", "any",
        help="Whether start and target have to be the same (counts), or the two ends in any "
        "direction (any).")


@dataclass(frozen=True)
class EntityRelationSettings(LayerSettings):
    """What a layer's relations between spans are."""

    types: Optional[tuple[str, ...]] = type_names(
        example="born-in, lives-in", records=("relations",),
        help="Relation types that are compared. Default: all of them.")
    symmetric: Optional[tuple[str, ...]] = type_names(
        example="married", records=("relations",), narrows=False,
        help="Relation types that mean the same in both directions: they match either way round. "
        "Default: none.")


@dataclass(frozen=True)
class EventSettings(LayerSettings):
    """What a layer's events are."""

    types: Optional[tuple[str, ...]] = type_names(
        example="Attack, Transport", records=("events",),
        help="Event types that are compared. Default: all of them.")
    numbers: str = choice(
        "drop", "keep",
        help="brat numbers several arguments of one role: Theme, Theme2. drop: the number does "
        "not count, both are the role Theme. keep: numbers belong to the names of roles, such as "
        "ARG0 and ARG1.")


# fmt: on


class Layer(NamedTuple):
    """One thing that is compared. settings: an object of the class that LAYER_SETTINGS names for
    its kind.
    """

    name: str
    kind: str
    settings: Any

    @property
    def arcs(self) -> bool:
        """As in LayerSettings."""
        return self.settings.arcs

    @property
    def own_texts(self) -> bool:
        """As in LayerSettings."""
        return self.settings.own_texts

    def is_like(self, other) -> bool:
        """Whether another Layer compares the same: of labels, those from the same source."""
        return (self.kind, self.settings.label_source) == (other.kind, other.settings.label_source)


@dataclass(frozen=True)
class NoSettings(LayerSettings):
    """Settings of a layer that has no section of its own."""


def dependency_layer(layers) -> Optional[Layer]:
    """The layer of dependencies among some Layers; None if it is not compared."""
    return next((layer for layer in layers if layer.kind == DEPENDENCIES), None)


# Comparisons over the dependencies that are reported beside the layers.
GOLD_LAYER = Layer("gold", "gold", NoSettings())
ANCHORING_LAYER = Layer("anchoring", "anchoring", NoSettings())


def gold_name(layer) -> str:
    """Name of the layer of a Layer's figures about the gold: "gold" of dependencies, which are
    also compared with anchors (see references/), gold/NAME of others.
    """
    return GOLD_LAYER.name if layer.kind == DEPENDENCIES else f"{GOLD_LAYER.name}/{layer.name}"
