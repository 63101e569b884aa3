"""Every setting of iaa.conf, each declared once: as a typed field of the object that the code uses.

To add a setting, add a field. Reading, messages, the file that init writes, options, signatures and
the reference follow from it. The order of fields is the order in the file and in signatures.
"""

import os
import re
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import NamedTuple, Optional

from brat_iaa.config.coarse import coarse_setting
from brat_iaa.config.declaration import (
    Setting,
    as_text,
    choice,
    listed_names,
    names,
    pairs,
    text,
    type_names,
)
from brat_iaa.config.label_distances import LabelDistances
from brat_iaa.corpus.discovery import folder_depth
from brat_iaa.corpus.problem import Problem
from brat_iaa.errors import ConfigError

FILE_NAME = "iaa.conf"


def _layout(value):
    try:
        folder_depth(value)
    except ConfigError:
        raise ConfigError(
            "no layout. Allowed: {annotator}/{document}, and with folders above the annotators "
            "{folder}/{annotator}/{document}."
        ) from None
    return value


def _path_below(value):
    if os.path.isabs(value) or os.pardir in Path(value).parts:
        raise ConfigError("leads out of the project. Expected a file below it, such as table.tsv.")
    return value


def _label_table(**more):
    """The setting that names a table of label distances."""
    return text(
        None,
        parse=_path_below,
        value="FILE",
        example="distances.tsv",
        signature=None,  # measures of which it is a part name what the file says
        label="Table of label distances",
        help="A table below the project of how far labels are from each other, to measure "
        "agreement with disagreements graded by it beside that on equal labels. A line for each "
        "pair: label, label and distance from 0 to 1, separated by tabs. Pairs without a line "
        "have the distance 1. Default: none.",
        **more,
    )


def _label_order(value):
    labels = listed_names(value)
    if len(labels) < 2:
        raise ConfigError("names one label. An order has two or more, such as low, mid, high.")
    return labels


def _label_source(value):
    source, colon, name = value.partition(":")
    named = source in ("attribute", "normalization", "notes", "note") and name.strip()
    if not (named or value == "type"):
        raise ConfigError(
            "does not say where the label stands. Allowed: type, attribute:NAME, "
            "normalization:DATABASE, notes:TYPE, note:PATTERN."
        )
    if source == "note":
        _check_pattern(name.strip())
    return value


def _check_pattern(pattern):
    try:
        groups = re.compile(pattern).groups
    except re.error as error:
        raise ConfigError(
            f"“{pattern}” is no regular expression: {error}. Example: note:<(.*)>"
        ) from None
    if groups != 1:
        raise ConfigError(
            f"“{pattern}” has {groups or 'no'} groups in brackets, expected one, which is the "
            "label. Example: note:<(.*)>. Other brackets are written (?:…)."
        )


def _connective_source(value):
    if value not in ("trigger", "note") and not value.partition("attribute:")[2].strip():
        raise ConfigError(
            "does not say where the connective stands. Allowed: trigger, attribute:NAME, note."
        )
    return value


# In the declarations below, the first lines of a setting are facts, the last are its help.
# fmt: off


@dataclass(frozen=True)
class DependencySettings:
    """How arcs become items and values."""

    punctuation: str = choice(
        "in", "out", option=True, signature="punct", always=True,
        label="Punctuation", words=("counts", "does not count"),
        help="in: punctuation tokens count. out: they do not.")
    tokens: str = choice(
        "shared", "drawn", option=True, always=True,
        label="Tokens are", words=("shared by all", "drawn by each annotator"),
        help="shared: all annotators have the same tokens; a token that one of them lacks is "
        "missing for that one. drawn: annotators draw the tokens themselves; a token that only "
        "one drew counts, with no head for the other.")
    punctuation_types: Optional[tuple[str, ...]] = type_names(
        example="PUNCT, SYM", option=True, signature="punct-types",
        only_with=("punctuation", "out"),
        label="Types that are punctuation",
        help="Span types that are punctuation. Default: tokens made only of Unicode punctuation.")
    labels: Optional[tuple[str, ...]] = type_names(
        example="SUBJ, OBJ", option=True, records=("relations",),
        label="Types of arcs compared",
        help="Relation types that are dependencies. Default: all of them.")
    token_types: Optional[tuple[str, ...]] = type_names(
        example="N, V, A", option=True, records=("spans",),
        label="Types that are tokens",
        help="Span types that are tokens. Default: all of them.")
    no_arcs: str = choice(
        "count", "missing", option=True,
        label="A document without any arc",
        words=("counts: no token has a head", "counts as not annotated yet"),
        help="A document in which an annotator drew no arc at all: count (every token is without "
        "a head) or missing (not annotated yet).")
    head: str = text(
        "Arg1", value="ROLE", example="Head", option=True, signature="head-role",
        label="Role of the head",
        help="Role of the head in a relation. If a relation lacks it, the head is the end written "
        "first.")
    distance: str = choice(
        "masi", "masi-full", "jaccard", option=True,
        signature=None,  # measures of which it is a part are named after it
        label="Similarity of sets in alpha",
        help="Similarity of sets in alpha: masi (Ragheb & Dickinson 2013), masi-full (Passonneau "
        "2006) or jaccard.")
    coarse: Optional[str] = text(
        None, parse=coarse_setting, value="GROUPS", example=":", option=True,
        signature=None,  # measures of which it is a part name it
        label="Coarse labels",
        help="Coarse labels, to measure agreement on them beside that on all labels. A character: "
        "labels count up to there, so with “:” nsubj:pass counts as nsubj. Or groups: core = SUBJ, "
        "OBJ; modifier = MOD, JCT. Default: none.")
    label_distances: Optional[str] = _label_table(option=True)
    root: str = text(
        "ROOT", value="TYPE", example="TOP", option=True, section="project",
        label="Type of the root",
        help="Span type of the root token. It can be a head, but is no item.")
    sentences: str = choice(
        "newline", "punctuation", option=True, section="project", always=True,
        signature="sentence-split",
        label="A sentence ends",
        words=("at the end of a line", "at the end of a line and after . ! ?"),
        help="Where a sentence ends: newline (one sentence a line), or punctuation (also after . "
        "! ?).")


@dataclass(frozen=True)
class LabelSettings:
    """What a layer's labels are."""

    value: str = text(
        "type", parse=_label_source, value="SOURCE", example="attribute:Polarity",
        label="The label is",
        help="Where the label stands: type, attribute:NAME, normalization:DATABASE, notes:TYPE "
        "(the whole text of the notes of a type, such as Lemma), or note:PATTERN, a regular "
        "expression whose group in brackets is the value.")
    types: Optional[tuple[str, ...]] = type_names(
        example="Person, Place", records=("spans",),
        label="Spans compared",
        help="Span types that are items. Default: all but the root.")
    set: str = choice(
        "no", "yes",
        label="A span may have several", words=("no", "yes"),
        help="yes: the value is a set, separated by commas in a note, or all attributes of that "
        "name.")
    coarse: Optional[str] = text(
        None, parse=coarse_setting, value="GROUPS", example="name = Person, Place",
        signature=None,  # measures of which it is a part name it
        label="Coarse labels",
        help="Coarse labels, to measure agreement on them beside that on all labels. A character: "
        "labels count up to there. Or groups: name = Person, Place; time = Date, Hour. Default: "
        "none.")
    gamma: str = choice(
        "no", "yes",
        label="Gamma", words=("no", "yes"),
        signature=None,  # no other measure depends on it
        help="yes: the measure gamma, too, which aligns spans that differ in their boundaries. Its "
        "expected disorder comes from random texts, so it takes longer than other figures of "
        "labels: seconds for some hundred documents.")
    label_distances: Optional[str] = _label_table()
    order: Optional[tuple[str, ...]] = names(
        None, parse=_label_order, value="LABELS", example="low, mid, high",
        signature=None,  # measures of which it is a part name it
        label="Order of the labels",
        help="The labels from one end of a scale to the other, if they have an order: agreement "
        "is then also measured by how far labels are apart on it. Where all of them are numbers, "
        "also by their differences. Default: none.")
    weights: str = choice(
        "ordinal", "linear", "quadratic",
        signature=None,  # measures are named after it
        label="Weights of AC2", words=("ordinal", "linear", "quadratic"),
        help="With order: the weights of Gwet's AC2, which say how much labels agree by their "
        "places on the scale.")


@dataclass(frozen=True)
class TreeSettings:
    """How a layer's trees are made."""

    nodes: str = choice(
        "arcs", "spans",
        label="Trees of", words=("arcs between tokens", "nested spans"),
        help="arcs: dependency trees. spans: phrase structure, with nested spans as nodes.")
    several_heads: str = choice(
        "exclude", "first",
        label="Where a token has several heads",
        words=("leave the sentence out", "keep the first arc"),
        help="A sentence in which a token has several heads is no tree: exclude it, or keep the "
        "first arc.")
    primary: Optional[tuple[str, ...]] = type_names(
        example="SUBJ, OBJ",
        label="Arcs kept before others",
        help="With several_heads = first: labels whose arc is kept before others. Default: the "
        "first in the file.")
    types: Optional[tuple[str, ...]] = type_names(
        example="NP, VP", records=("spans",),
        label="Types that are phrases",
        help="With nodes = spans: span types that are phrases. Default: all.")
    texts: str = choice(
        "same", "by-sentence",
        label="Where the texts of annotators differ",
        words=("compare those who have the same text", "compare sentence by sentence"),
        help="same: of a document whose texts differ, those who have the same one are compared. "
        "by-sentence: all who have as many sentences, the first with the first and so on, "
        "whatever the tokens in them (Skjærholt 2014).")
    expected: str = choice(
        "exact", "sampled",
        label="Expected disagreement", words=("from all pairs of trees", "from a sample of pairs"),
        help="Expected disagreement of alpha: exact (all pairs of trees), or sampled (100000 "
        "pairs drawn at random, if there are more than 100 million; scores name their standard "
        "error). Useful from about 75000 trees on.")
    label_distances: Optional[str] = _label_table()


@dataclass(frozen=True)
class ChainSettings:
    """What a layer's chains are."""

    types: Optional[tuple[str, ...]] = type_names(
        example="Mention", records=("spans",),
        label="Types that are mentions",
        help="Span types that are mentions. Default: all but the root.")
    relations: Optional[tuple[str, ...]] = type_names(
        example="Coref", records=("relations", "equivs"),
        label="Relations that mean coreference",
        help="Relation types, of arcs or of * lines, which say that two mentions corefer. "
        "Default: all * lines.")


@dataclass(frozen=True)
class RelationSettings:
    """What a layer's discourse relations are."""

    types: Optional[tuple[str, ...]] = type_names(
        example="reason, condition", records=("events", "relations"),
        label="Types compared",
        help="Event types, or relation types, that are discourse relations. Default: all events.")
    start: str = text(
        "Start", value="ROLE", example="From",
        label="Role of the start",
        help="Role of the argument where a relation starts.")
    target: str = text(
        "Target", value="ROLE", example="To",
        label="Role of the target",
        help="Role of the argument to which it leads.")
    connective: str = text(
        "trigger", parse=_connective_source, value="SOURCE", example="attribute:Connective",
        label="The connective is",
        help="Where the connective stands: trigger (of the event), attribute:NAME or note.")
    connectives: str = choice(
        "shared", "equal",
        label="Connectives are the same",
        words=("if they share a token", "if all tokens are the same"),
        help="Connectives are the same if they have a token in common (shared) or all of them "
        "(equal).")
    direction: str = choice(
        "counts", "any",
        label="The direction of a relation", words=("counts", "does not count"),
        help="Whether start and target have to be the same (counts), or the two ends in any "
        "direction (any).")


@dataclass(frozen=True)
class EntityRelationSettings:
    """What a layer's relations between spans are."""

    types: Optional[tuple[str, ...]] = type_names(
        example="born-in, lives-in", records=("relations",),
        label="Relations compared",
        help="Relation types that are compared. Default: all of them.")
    symmetric: Optional[tuple[str, ...]] = type_names(
        example="married", records=("relations",), narrows=False,
        label="Relations without direction",
        help="Relation types that mean the same in both directions: they match either way round. "
        "Default: none.")


@dataclass(frozen=True)
class EventSettings:
    """What a layer's events are."""

    types: Optional[tuple[str, ...]] = type_names(
        example="Attack, Transport", records=("events",),
        label="Events compared",
        help="Event types that are compared. Default: all of them.")
    numbers: str = choice(
        "drop", "keep",
        label="Numbers of roles", words=("do not count", "belong to the role"),
        help="brat numbers several arguments of one role: Theme, Theme2. drop: the number does "
        "not count, both are the role Theme. keep: numbers belong to the names of roles, such as "
        "ARG0 and ARG1.")


@dataclass(frozen=True)
class AnchoringSettings:
    """What annotators started from, and in which stages they worked.

    started_from, gold_of  ((directory, anchor), ...)
    """

    anchors: tuple[str, ...] = names(
        (), example="turbo, rbg",
        label="Directories of automatic annotation",
        help="Directories of automatic annotation that annotators started from, one for each "
        "tool. They are no annotators.")
    started_from: tuple[tuple[str, str], ...] = pairs(
        "directory: anchor", example="anna: turbo", unique=(0,),
        rule="An annotator starts from one anchor.",
        label="Who started from which",
        help="What each annotator started from. Default: everybody is compared with every anchor.")
    gold_of: tuple[tuple[str, str], ...] = pairs(
        "directory: anchor", example="turbo_gold: turbo",
        label="Golds made from one",
        help="Directories of references that were made from an anchor. The gold of [project] is "
        "then the one made from scratch.")
    scratch: tuple[str, ...] = names(
        (), example="carla, dan",
        label="Annotators who started from nothing",
        help="Annotators who started from nothing.")
    reviewed: tuple[str, ...] = names(
        (), example="carla2, dan2",
        label="The same after review",
        help="Directories of the same annotation after review, in the order of scratch. They are "
        "no annotators.")
    judges: Optional[str] = text(
        None, parse=_path_below, value="FILE", example="judges.csv",
        label="Table of what judges preferred",
        help="A table below the project (CSV or tab-separated) of what judges preferred, with the "
        "columns document, start, end, judge, preferred: a token's offsets, and the directory "
        "whose annotation of it is better.")

    @property
    def on(self):
        """Whether there is anything to compute."""
        return self != AnchoringSettings()


@dataclass(frozen=True)
class AccessSettings:
    """Who may see what, and whether annotators may review.

    logins  ((brat login, annotator's directory), ...) where the two differ
    """

    managers: tuple[str, ...] = names(
        (), example="lead",
        label="Managers",
        help="Names by which managers log in to brat. They see everything, and alone choose what "
        "others see.")
    reveal: str = choice(
        "none", "scores", "own", "all", phases=True,
        label="Annotators see",
        words=("nothing yet", "figures only", "their own disagreements", "everything"),
        help="What annotators see: none (nothing yet), scores (figures of the whole project, "
        "renewed once a day), own (the disagreements between them and each other annotator, in "
        "documents that both began), or all.")
    others: str = choice(
        "blinded", "named", "hidden", phases=True,
        label="Other annotators are",
        words=("numbered (annotator 1)", "named", "hidden (only where one differs)"),
        help="With reveal = own: other annotators are called annotator 1, annotator 2 (blinded), "
        "or by name (named), or annotators only learn at which token somebody differs from them, "
        "and neither who nor how (hidden).")
    guests: str = choice(
        "none", "scores", "all",
        label="Everybody else sees", words=("nothing", "figures only", "everything"),
        help="What everybody else sees, logged in to brat or not. An annotator sees at least as "
        "much.")
    logins: tuple[tuple[str, str], ...] = pairs(
        "login: annotator", example="asmith: anna", unique=(0, 1),
        rule="A login is one annotator's, and an annotator has one login.",
        label="Logins that differ from the directory",
        help="Annotators who log in to brat by another name than that of their directory.")
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

    @property
    def own_texts(self):
        """Whether annotators whose texts differ are compared, sentence by sentence."""
        return self.kind == "trees" and self.settings.texts == "by-sentence"


@dataclass(frozen=True)
class NoSettings:
    """Settings of a layer that has no section of its own."""


# Comparisons over the dependencies that are reported beside the layers.
GOLD_LAYER = Layer("gold", "gold", NoSettings())
ANCHORING_LAYER = Layer("anchoring", "anchoring", NoSettings())


# fmt: off


@dataclass(frozen=True)
class Config:
    """All settings of a project.

    dependencies  settings of the dependency layer. They also say what is a token and a sentence, so
                  they are here even if no such layer is compared.
    layers        what is compared: tuple of Layer; None if the settings name none, and everything
                  is compared that the files hold
    unit          what is drawn as a whole in intervals
    outdated      tuple of Problem: lines of iaa.conf that no longer have any effect
    distances     ((file, LabelDistances), ...) of the tables that layers name
    access        who may see what, now: in the current phase, if there is one
    phase         name of the current phase, "" if there is none
    phases        tuple of Phase that have a section, in its order

    The last three have no part in what is computed, so settings that differ in them only are equal.
    """

    name: Optional[str] = text(
        None, example="Learner English",
        label="Name of the project",
        help="Name of the project in reports. Default: the directory's name.")
    annotators: Optional[tuple[str, ...]] = names(
        None, example="anna, ben", option=True,
        label="Annotators",
        help="Directories of the annotators, separated by commas. Default: every directory with "
        ".ann files.")
    layout: str = text(
        "{annotator}/{document}", parse=_layout, value="LAYOUT",
        example="{folder}/{annotator}/{document}", option=True,
        label="Where the files are",
        help="Where the files are. With batches of annotators: {folder}/{annotator}/{document}.")
    gold: Optional[str] = text(
        None, value="NAME", example="gold",
        label="Gold",
        help="Directory of the reference, if there is one. It is no annotator.")
    draft: Optional[str] = text(
        None, value="NAME", example="gold", signature=None,
        label="Gold in the making",
        help="Directory in which a gold is being made. It is no annotator, and nothing is compared "
        "with it yet.")
    gold_layers: Optional[tuple[str, ...]] = names(
        None, example="dependencies, lemmas", signature=None,
        label="Layers of the gold",
        help="Layers that the gold, or the gold in the making, is made for: only these are settled "
        "and compared with it. Default: all.")
    groups: tuple[tuple[str, str], ...] = pairs(
        "documents: group", example="de_*: German, fr_*: French", signature=None,
        label="Groups of documents",
        help="Groups of documents that get figures of their own, such as a first language, a "
        "genre or a batch. Before the colon stands the name of a document, in which * is any "
        "text; after it the name of its group. Several may make one group.")
    dependencies: DependencySettings = DependencySettings()
    layers: Optional[tuple[Layer, ...]] = None
    anchoring: AnchoringSettings = AnchoringSettings()
    unit: str = choice(
        "sentences", "documents", option=True, section="intervals",
        label="Intervals draw", words=("sentences", "documents"),
        help="What intervals take as drawn at random, each as a whole: sentences, or documents "
        "(10 or more). With documents they hold for other documents of this kind, too.")
    outdated: tuple[Problem, ...] = ()
    distances: tuple[tuple[str, LabelDistances], ...] = ()
    access: AccessSettings = field(default=AccessSettings(), compare=False)
    phase: str = text(
        "", parse=lambda value: " ".join(value.split()), value="NAME", example="2 revised",
        compare=False,
        label="Current phase",
        help="Name of the current phase of the annotation. Default: none.")
    phases: tuple[Phase, ...] = field(default=(), compare=False)

    def distances_of(self, layer) -> Optional[LabelDistances]:
        """What the table says that a Layer names; None if it names none."""
        return dict(self.distances).get(getattr(layer.settings, "label_distances", None) or "")

    @property
    def references(self):
        """Directories with annotation that is not an annotator's: gold, anchors, what was made of
        them, reviews.
        """
        anchoring = self.anchoring
        gold = (self.gold,) if self.gold else ()
        made = tuple(name for name, _ in anchoring.gold_of)
        return tuple(dict.fromkeys(gold + anchoring.anchors + made + anchoring.reviewed))

    def in_gold(self, layers):
        """List of those of some Layers for which the gold is made."""
        wanted = self.gold_layers
        return [layer for layer in layers if wanted is None or layer.name in wanted]

    @property
    def own_texts(self):
        """Whether any layer compares annotators whose texts differ."""
        return any(layer.own_texts for layer in self.layers or ())

    @property
    def no_annotators(self):
        """Directories that are no annotators': the references, and a gold in the making."""
        return tuple(dict.fromkeys(self.references + ((self.draft,) if self.draft else ())))


# fmt: on


class Section(NamedTuple):
    """A section of iaa.conf. settings: tuple of Setting"""

    name: str
    help: str
    settings: tuple


# The section that stands for those of the phases; each has its own name after "phase".
PHASE = "phase 2 revised"

# Section, class of its settings, help. Settings that name a section themselves are moved to it.
_SECTIONS = (
    ("project", Config, "The project as a whole."),
    ("layer dependencies", DependencySettings, "Arcs between tokens."),
    ("layer labels", LabelSettings, "Labels of spans: their types, attributes or notes."),
    ("layer trees", TreeSettings, "Trees over the dependencies, or of nested spans."),
    ("layer chains", ChainSettings, "Coreference chains."),
    ("layer relations", RelationSettings, "Discourse relations with a connective."),
    (
        "layer entity-relations",
        EntityRelationSettings,
        "Relations between spans, such as born-in between a person and a place.",
    ),
    ("layer events", EventSettings, "Events: a trigger with a type, and arguments in roles."),
    ("anchoring", AnchoringSettings, "Annotation that started from the output of a tool."),
    ("access", AccessSettings, "Who may see what."),
    (
        PHASE,
        None,
        "What annotators see in one phase, while phase in [project] names it. There may be a "
        "section for each phase, in their order.",
    ),
    ("intervals", None, "Confidence intervals."),
)

# Settings of older versions: (section, key), and why they have no effect any more.
_RESAMPLING = "Intervals are computed without resampling now."
OUTDATED = {("intervals", "resamples"): _RESAMPLING, ("intervals", "seed"): _RESAMPLING}

# {kind of layer: class of its settings}
KINDS = {
    name.partition("layer ")[2]: owner for name, owner, _ in _SECTIONS if name.startswith("layer ")
}


def _declared():
    """Every Setting in the order of the classes, complete with its key, section and owner."""
    for name, owner, help in _SECTIONS:
        kind = name.partition("layer ")[2]
        if kind:
            yield Setting(kind, help, choices=(kind,), signature=None, key="kind", section=name)
        for declared in fields(owner) if owner else ():
            if "setting" in declared.metadata:
                setting, key = declared.metadata["setting"], declared.name
                signed = kind and setting.signature is not None
                setting = replace(
                    setting,
                    key=key,
                    section=setting.section or name,
                    owner=owner,
                    signature=(setting.signature or key.replace("_", "-")) if signed else None,
                )
                yield setting
                if setting.phases:
                    help = f"Replaces {key} of [{name}] in this phase. Default: as there."
                    yield replace(setting, default="", help=help, section=PHASE, owner=None)


_ALL = tuple(_declared())
SECTIONS = tuple(
    Section(name, help, tuple(setting for setting in _ALL if setting.section == name))
    for name, _, help in _SECTIONS
)
SETTINGS = tuple(setting for section in SECTIONS for setting in section.settings)
_OF_CLASS = {
    owner: tuple(setting for setting in _ALL if setting.owner is owner)
    for owner in (NoSettings, *(owner for _, owner, _ in _SECTIONS if owner))
}


def settings_of(settings):
    """[(Setting, value)] of an object such as TreeSettings."""
    return [(setting, getattr(settings, setting.key)) for setting in _OF_CLASS[type(settings)]]


def signature_of(settings):
    """What signatures of scores say of a layer's settings, such as ["punct:in", "root:TOP"]."""
    return [
        f"{setting.signature}:{'+'.join(value) if isinstance(value, tuple) else value}"
        for setting, value in settings_of(settings)
        if _signed(setting, value, settings)
    ]


def _signed(setting, value, settings):
    if setting.signature is None:
        return False
    if setting.only_with and getattr(settings, setting.only_with[0]) != setting.only_with[1]:
        return False
    return setting.always or as_text(value) != setting.default


def reference():
    """All sections and settings as data, in the order of iaa.conf.

    [{"section": "layer trees", "help": ..., "settings": [{"key": "nodes", "help": ...,
    "default": "arcs", "value": "{arcs,spans}", "choices": ("arcs", "spans"), "many": False,
    "example": "", "option": False, "signature": "nodes"}, ...]}, ...], see Setting
    """
    shown = "key", "help", "default", "value", "choices", "many", "example", "option", "signature"
    return [
        {
            "section": section.name,
            "help": section.help,
            "settings": [
                {name: getattr(setting, name) for name in shown} for setting in section.settings
            ],
        }
        for section in SECTIONS
    ]
