"""Every setting of iaa.conf, declared once: as a typed field of the object that the code uses.

To add a setting, add a field. Reading, messages, the file that init writes, options, signatures and
the guide follow from it. The order of fields is the order in the file and in signatures. The
settings of layers are declared in kinds/.
"""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Optional

from brat_iaa.corpus.annotation_conf import Hierarchy
from brat_iaa.corpus.found import Found
from brat_iaa.corpus.layout import ALLOWED, USUAL, FileLayout
from brat_iaa.corpus.problem import Problem
from brat_iaa.errors import ConfigError
from brat_iaa.kinds import KINDS, compares_syntax
from brat_iaa.kinds.declaration import (
    Settings,
    choice,
    listed_names,
    names,
    pairs,
    text,
)
from brat_iaa.kinds.dependencies import DependencySettings
from brat_iaa.kinds.kind import LayerSettings
from brat_iaa.spelling import nearest

# The kind of layer that is measured by UAA, LAA and LOA.
DEPENDENCIES = "dependencies"


class Layer(NamedTuple):
    """One thing that is compared.

    settings   an object of its kind's class
    also       names of its kind's further figures that the project asks for
    hierarchy  Hierarchy of types, if they depend on it
    on_tokens  whether its labels are on tokens that are the same for all: one that an annotator
               lacks is missing, and no disagreement
    given      whether they are on all of these tokens
    """

    name: str
    kind: str
    settings: Any
    also: tuple = ()
    hierarchy: Hierarchy = Hierarchy()
    on_tokens: bool = False
    given: bool = False

    @property
    def own_texts(self) -> bool:
        """As in LayerSettings."""
        return self.settings.own_texts

    @property
    def on_shared_spans(self) -> bool:
        """Whether labels are compared on those spans alone that both have."""
        return self.given or self.settings.carried


def dependency_layer(layers) -> Optional[Layer]:
    """The layer of dependencies among some Layers; None if it is not compared."""
    return next((layer for layer in layers if layer.kind == DEPENDENCIES), None)


# The comparison over the dependencies that is reported beside the layers.
GOLD_LAYER = Layer("gold", "gold", LayerSettings())


def gold_name(layer) -> str:
    """Name of the layer of a Layer's figures about the gold: "gold" of dependencies, gold/NAME of
    others.
    """
    return GOLD_LAYER.name if layer.kind == DEPENDENCIES else f"{GOLD_LAYER.name}/{layer.name}"


def layers_in_gold(config) -> list:
    """List of the Layers that are compared with the gold, but for dependencies; [] without one."""
    compared = config.layers_of_gold(config.layers) if config.gold else ()
    return [layer for layer in compared if layer.kind != DEPENDENCIES]


def layers_about_gold(config) -> list:
    """List of the Layers of figures about the gold: of arcs, then of the others; [] without one."""
    others = [layer._replace(name=gold_name(layer)) for layer in layers_in_gold(config)]
    return [GOLD_LAYER, *others] if config.gold else []


def is_gold(layer: str) -> bool:
    """Whether a layer, by its name, is about the gold."""
    return layer.partition("/")[0] == GOLD_LAYER.name


def compared_as(layer: str, config) -> str:
    """Name of the layer whose disagreements figures are about, by the name of theirs."""
    named = {gold_name(each): each.name for each in config.layers}
    return config.gold_arcs if layer == GOLD_LAYER.name else named.get(layer, layer)


# Bytes of a name on most file systems.
_LONGEST = 255
# Files that brat and these pages look for in every directory.
_FILES = (
    "acl.conf",
    "annotation.conf",
    "iaa.conf",
    "kb_shortcuts.conf",
    "tools.conf",
    "visual.conf",
)


def layout(value):
    """A FileLayout, such as {annotator}/{document}. Raises ConfigError with the reason."""
    try:
        return FileLayout(value)
    except ConfigError:
        raise ConfigError(f"no layout. Allowed: {', '.join(ALLOWED)}.") from None


def directory_name(value):
    """The name of a directory in the project. Raises ConfigError with the reason."""
    too_long = len(os.fsencode(value)) > _LONGEST
    if not value or too_long or value.startswith(".") or re.search(r"[\x00-\x1f\x7f/\\]", value):
        raise ConfigError(
            f"“{value}” is no name of a directory in the project. Expected a name without slashes "
            "that does not begin with a dot, such as gold."
        )
    if value.casefold() in _FILES:
        raise ConfigError(
            f"“{value}” is the name of a file with settings, so no directory can have it. Choose "
            "another name."
        )
    return value


def directory_names(value):
    """Tuple of the names of directories in the project. Raises ConfigError with the reason."""
    return tuple(map(directory_name, listed_names(value)))


def path_below(value):
    """A path below the project. Raises ConfigError with the reason."""
    parts = Path(value).parts
    if os.path.isabs(value) or os.pardir in parts:
        raise ConfigError("leads out of the project. Expected a file below it, such as table.tsv.")
    for part in parts:
        directory_name(part)
    return value


# {name: what figures it stands for}, of all kinds of layers.
_FURTHER = {name: own.words for kind in KINDS.values() for name, own in kind.further.items()}


def further_names(value):
    """Tuple of names of further figures. Raises ConfigError with the reason."""
    further = listed_names(value)
    for name in further:
        if name not in _FURTHER:
            raise ConfigError(f"“{name}” names no figures.{nearest(name, _FURTHER)}")
    return further


FILE_NAME = "iaa.conf"

# In the declarations below, the first lines of a setting are facts, the last are its help.
# fmt: off


@dataclass(frozen=True)
class AccessSettings(Settings):
    """Who may see what, and whether annotators may review.

    logins  ((brat login, annotator's directory), ...) where the two differ
    """

    managers: tuple[str, ...] = names(
        (), example="lead",
        label="Managers",
        help="Names by which managers log in to brat. They see everything, and alone choose what "
        "others see.")
    reveal: str = choice(
        "none", "own", "all", phases=True,
        label="Annotators see",
        words=("nothing yet", "their own disagreements", "everything"),
        help="What annotators see: none (nothing yet), own (the disagreements between them and "
        "each other annotator, in documents that both began), or all.")
    others: str = choice(
        "blinded", "named", "hidden", phases=True,
        label="Other annotators are",
        words=("numbered (annotator 1)", "named", "hidden (only where one differs)"),
        help="With reveal = own: other annotators are called annotator 1, annotator 2 (blinded), "
        "or by name (named), or annotators only learn at which token another differs from them, "
        "not who or how (hidden).")
    guests: str = choice(
        "none", "all",
        label="Visitors see", words=("nothing", "everything"),
        help="What visitors see: any other login, and people who are not logged in. An "
        "annotator sees at least as much.")
    logins: tuple[tuple[str, str], ...] = pairs(
        "login: annotator", example="asmith: anna", unique=(0, 1),
        checks=(None, directory_name),
        rule="A login is one annotator's, and an annotator has one login.",
        label="Logins that differ from the directory",
        help="Annotators whose login in brat is not the name of their directory.")
    review: str = choice(
        "yes", "no", phases=True,
        label="Annotators review their disagreements", words=("yes", "no"),
        help="With reveal = own or all: whether annotators may say of each of their disagreements "
        "what they think of it.")


# fmt: on


class Phase(NamedTuple):
    """A named stage of the annotation. access: the AccessSettings in force while it is the current
    one.
    """

    name: str
    access: AccessSettings


# fmt: off


@dataclass(frozen=True)
class Config(Settings):
    """All settings of a project.

    dependencies  settings of the dependency layer. They also say what is a token and a sentence, so
                  they are here even if no such layer is compared.
    layers        what is compared: tuple of Layer; None if the settings name none, and everything
                  is compared that the files hold
    unit          what is drawn as a whole in intervals
    outdated      tuple of Problem: lines of iaa.conf that no longer have any effect
    hierarchy     Hierarchy of the types in annotation.conf, where figures ask for it
    found         corpus.found.Found: how the files lie, as far as no setting says it
    access        who may see what, now: in the current phase, if there is one
    phase         name of the current phase, "" if there is none
    phases        tuple of Phase that have a section, in its order
    snapshot      name of the phase whose snapshot is compared, None for the files as they are:
                  signatures say it
    found_nothing  annotators who have said that they are done, and have empty files: likewise

    Settings that differ only in what nothing is computed from are equal.
    """

    name: Optional[str] = text(
        None, example="Learner English",
        help="Name of the project in reports. Default: the directory's name.")
    annotators: Optional[tuple[str, ...]] = names(
        None, parse=directory_names, example="anna, ben", option=True,
        help="Directories of the annotators, separated by commas. Default: every directory with "
        ".ann files, without a gold.")
    layout: FileLayout = text(
        USUAL, parse=layout, value="PATTERN",
        example="{folder}/{annotator}/{document}", option=True,
        help="Places of the files. With batches of annotators: {folder}/{annotator}/{document}; "
        "with a file for each annotator: {document}/{annotator} or {document}_{annotator}. "
        "Default: found by the names and texts of the files.")
    documents: Optional[tuple[str, ...]] = names(
        None, value="PATTERNS", example="news_*, letters/*", option=True,
        help="Documents that are compared, separated by commas; in a name * is any text. Default: "
        "all.")
    gold: Optional[str] = text(
        None, parse=directory_name, value="NAME", example="gold", option=True,
        help="Directory of the gold standard, if there is one. It is not an annotator. "
        "Default: one called gold, reference, adjudicated, final or the like.")
    draft: Optional[str] = text(
        None, parse=directory_name, value="NAME", example="gold",
        help="Directory of the unfinished gold standard. It is not an annotator and is not yet "
        "used as reference.")
    excluded: tuple[str, ...] = names(
        (), parse=directory_names, example="parser, anna_again",
        help="Directories that are not annotators, such as the output of a model or a second pass. "
        "Studies compare them where they are told to.")
    gold_layers: Optional[tuple[str, ...]] = names(
        None, example="dependencies, lemmas",
        help="Layers that the gold is made for: only these are compared with it. Default: all.")
    draft_layers: Optional[tuple[str, ...]] = names(
        None, example="dependencies, lemmas",
        help="Layers that the draft gold standard is made for: only these are adjudicated. "
        "They are the layers of the gold standard as soon as it is one. Default: all.")
    groups: tuple[tuple[str, str], ...] = pairs(
        "documents: group", example="de_*: German, fr_*: French",
        help="Groups of documents that get figures of their own, such as a first language, a "
        "genre or a batch. Before the colon is the name of a document, in which * is any "
        "text; after it the name of its group. Several may make one group.")
    also: tuple[str, ...] = names(
        (), parse=further_names, value="FIGURES", example="tokens, blanks", option=True,
        help="Figures that are computed only where they are asked for. " + "; ".join(
            f"{name}: {words}" for name, words in _FURTHER.items()) + ". Default: none.")
    empty: str = choice(
        "not-begun", "nothing", option=True,
        help="What an empty .ann file is: not begun, as brat makes one when an annotator opens "
        "a document; or a document in which nothing was found. A note in the file says this of "
        "one document.")
    dependencies: DependencySettings = DependencySettings()
    layers: Optional[tuple[Layer, ...]] = None
    unit: str = choice(
        "sentences", "documents", option=True, section="intervals",
        help="What intervals take as drawn at random, each as a whole: sentences, or documents "
        "(10 or more). With documents they hold for other documents of this kind, too.")
    floors: tuple[str, ...] = names(
        (), value="FLOORS", example="LAA=0.90, F1@PER=0.7", section="check", computed=False,
        help="What brat-agreement check asks for where it is not told otherwise: floors as of its "
        "option --min, separated by commas.")
    outdated: tuple[Problem, ...] = ()
    hierarchy: Hierarchy = Hierarchy()
    found: Found = Found()
    access: AccessSettings = field(default=AccessSettings(), compare=False)
    phase: str = text(
        "", computed=False, parse=lambda value: " ".join(value.split()), value="NAME",
        example="2 revised", label="Current phase",
        help="Name of the current phase of the annotation. Default: none.")
    phases: tuple[Phase, ...] = field(default=(), compare=False)
    snapshot: Optional[str] = None
    found_nothing: tuple = ()

    @property
    def references(self):
        """Directories with annotation that annotators are compared with: the gold."""
        return (self.gold,) if self.gold else ()

    @property
    def reference_dirs(self):
        """Directories with finished annotation of no further annotator: the gold, what is excluded,
        second passes.
        """
        passes = tuple(name for name, _ in self.found.passes)
        return tuple(dict.fromkeys(self.references + self.excluded + passes))

    @property
    def named_gold(self):
        """The gold if a setting names it, and not only its own name: no annotator is shown another
        one.
        """
        return None if self.found.gold else self.gold

    def layers_of_gold(self, layers):
        """List of those of some Layers for which the gold is made."""
        names = self.gold_layers
        return [layer for layer in layers if names is None or layer.name in names]

    @property
    def gold_arcs(self) -> Optional[str]:
        """Name of the layer in which it is listed where annotators' arcs differ from the gold's:
        the dependencies, or "gold" where trees of them are compared alone; None without any.
        """
        if not self.gold or not compares_syntax(self.layers_of_gold(self.layers)):
            return None
        return (dependency_layer(self.layers) or GOLD_LAYER).name

    def layers_of_draft(self, layers):
        """The same of the gold in the making; of the gold where there is no other."""
        names = self.draft_layers if self.draft else self.gold_layers
        return [layer for layer in layers if names is None or layer.name in names]

    def with_dirs(self, names):
        """The Config without gold and excluded directories that are not among some names."""
        there = frozenset(names)
        excluded = tuple(name for name in self.excluded if name in there)
        return self._replace(gold=self.gold if self.gold in there else None, excluded=excluded)

    @property
    def own_texts(self):
        """Whether any layer compares annotators whose texts differ."""
        return any(layer.own_texts for layer in self.layers or ())

    @property
    def excluded_dirs(self):
        """Directories that are no annotators': the gold, what is excluded, a gold in the making."""
        draft = (self.draft,) if self.draft else ()
        return tuple(dict.fromkeys(self.reference_dirs + draft + self.found.apart))


# fmt: on
