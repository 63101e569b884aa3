"""The settings of a project as objects: what each part of the program asks."""

from dataclasses import dataclass, field
from typing import NamedTuple, Optional

from brat_iaa.corpus.standoff import Problem


@dataclass(frozen=True)
class DependencySettings:
    """How arcs become items and values; see SETTINGS for the meaning of each."""

    root: str = "ROOT"
    sentences: str = "newline"
    head: str = "Arg1"
    labels: Optional[tuple[str, ...]] = None
    token_types: Optional[tuple[str, ...]] = None
    tokens: str = "shared"
    no_arcs: str = "count"
    punctuation: str = "in"
    punctuation_types: Optional[tuple[str, ...]] = None
    distance: str = "masi"


@dataclass(frozen=True)
class TreeSettings:
    """How a layer's trees are made; see SETTINGS."""

    nodes: str = "arcs"
    several_heads: str = "exclude"
    primary: Optional[tuple[str, ...]] = None
    types: Optional[tuple[str, ...]] = None
    expected: str = "exact"


@dataclass(frozen=True)
class LabelSettings:
    """What a layer's labels are; see SETTINGS."""

    value: str = "type"
    types: Optional[tuple[str, ...]] = None
    set: str = "no"


@dataclass(frozen=True)
class ChainSettings:
    """What a layer's chains are; see SETTINGS."""

    types: Optional[tuple[str, ...]] = None
    relations: Optional[tuple[str, ...]] = None


@dataclass(frozen=True)
class RelationSettings:
    """What a layer's discourse relations are; see SETTINGS."""

    types: Optional[tuple[str, ...]] = None
    start: str = "Start"
    target: str = "Target"
    connective: str = "trigger"
    connectives: str = "shared"


@dataclass(frozen=True)
class EntityRelationSettings:
    """What a layer's relations between spans are; see SETTINGS."""

    types: Optional[tuple[str, ...]] = None
    symmetric: Optional[tuple[str, ...]] = None


@dataclass(frozen=True)
class EventSettings:
    """What a layer's events are; see SETTINGS."""

    types: Optional[tuple[str, ...]] = None
    numbers: str = "drop"


@dataclass(frozen=True)
class AnchoringSettings:
    """What annotators started from, and in which stages they worked; see SETTINGS.

    started_from, gold_of  ((directory, anchor), ...)
    """

    anchors: tuple[str, ...] = ()
    started_from: tuple[tuple[str, str], ...] = ()
    gold_of: tuple[tuple[str, str], ...] = ()
    scratch: tuple[str, ...] = ()
    reviewed: tuple[str, ...] = ()
    judges: Optional[str] = None

    @property
    def on(self):
        """Whether there is anything to compute."""
        return self != AnchoringSettings()


@dataclass(frozen=True)
class AccessSettings:
    """Who may see what, and whether annotators may review; see SETTINGS.

    logins  ((brat login, annotator's directory), ...) where the two differ
    """

    managers: tuple[str, ...] = ()
    reveal: str = "none"
    others: str = "blinded"
    guests: str = "none"
    logins: tuple[tuple[str, str], ...] = ()
    review: str = "yes"


class Phase(NamedTuple):
    """A named stage of the annotation. access: the AccessSettings in force while it is the current
    one.
    """

    name: str
    access: AccessSettings


KINDS = {
    "dependencies": DependencySettings,
    "labels": LabelSettings,
    "trees": TreeSettings,
    "chains": ChainSettings,
    "relations": RelationSettings,
    "entity-relations": EntityRelationSettings,
    "events": EventSettings,
}


class Layer(NamedTuple):
    """One thing that is compared. settings: an object of the class that KINDS gives its kind."""

    name: str
    kind: str
    settings: object

    @property
    def arcs(self):
        """Whether arcs are compared: as dependencies, or as the trees that they make."""
        return self.kind == "dependencies" or (
            self.kind == "trees" and self.settings.nodes == "arcs"
        )


@dataclass(frozen=True)
class NoSettings:
    """Of what has no section of its own as a layer."""


# Comparisons over the dependencies that are reported beside the layers.
GOLD_LAYER = Layer("gold", "gold", NoSettings())
ANCHORING_LAYER = Layer("anchoring", "anchoring", NoSettings())


@dataclass(frozen=True)
class Config:
    """All settings of a project.

    layers        what is compared: tuple of Layer; None if the settings name none: what the files
                  hold
    dependencies  settings of the dependency layer. They also say what is a token and a sentence,
                  so they are here even if no such layer is compared.
    unit          what is drawn as a whole in intervals
    outdated      tuple of Problem: lines of iaa.conf that no longer have any effect
    access        who may see what, now: in the current phase, if there is one
    phase         name of the current phase, "" if there is none
    phases        tuple of Phase that have a section, in its order

    The last three have no part in what is computed, so settings that differ in them only are equal.
    """

    name: Optional[str] = None
    annotators: Optional[tuple[str, ...]] = None
    layout: str = "{annotator}/{document}"
    gold: Optional[str] = None
    dependencies: DependencySettings = DependencySettings()
    layers: Optional[tuple[Layer, ...]] = None
    anchoring: AnchoringSettings = AnchoringSettings()
    unit: str = "sentences"
    outdated: tuple[Problem, ...] = ()
    access: AccessSettings = field(default=AccessSettings(), compare=False)
    phase: str = field(default="", compare=False)
    phases: tuple[Phase, ...] = field(default=(), compare=False)

    @property
    def references(self):
        """Directories with annotation that is not an annotator's: gold, anchors, what was made of
        them, reviews.
        """
        own = self.anchoring
        named = (self.gold,) if self.gold else ()
        return tuple(
            dict.fromkeys(
                named + own.anchors + tuple(name for name, _ in own.gold_of) + own.reviewed
            )
        )
