"""iaa.conf: every setting, its default and its explanation; reading, checking and writing it."""

import configparser
import difflib
import io
import os
import re
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Optional, Tuple

from brat_iaa.corpus.discovery import folder_depth
from brat_iaa.corpus.files import read_stable, why_unreadable
from brat_iaa.errors import ConfigError

FILE_NAME = "iaa.conf"
# How many allowed names a message lists.
_NAMED = 40
# Lists of directories, whose names can have blanks.
_DIRECTORIES = ("annotators", "anchors", "started_from", "gold_of", "scratch", "reviewed")


@dataclass(frozen=True)
class DependencySettings:
    """How arcs become items and values; see SETTINGS for the meaning of each."""

    root: str = "ROOT"
    sentences: str = "newline"
    head: str = "Arg1"
    labels: Optional[Tuple[str, ...]] = None
    token_types: Optional[Tuple[str, ...]] = None
    tokens: str = "shared"
    no_arcs: str = "count"
    punctuation: str = "in"
    punctuation_types: Optional[Tuple[str, ...]] = None
    distance: str = "masi"


@dataclass(frozen=True)
class TreeSettings:
    """How a layer's trees are made; see SETTINGS."""

    nodes: str = "arcs"
    several_heads: str = "exclude"
    primary: Optional[Tuple[str, ...]] = None
    types: Optional[Tuple[str, ...]] = None


@dataclass(frozen=True)
class LabelSettings:
    """What a layer's labels are; see SETTINGS."""

    value: str = "type"
    types: Optional[Tuple[str, ...]] = None
    set: str = "no"


@dataclass(frozen=True)
class ChainSettings:
    """What a layer's chains are; see SETTINGS."""

    types: Optional[Tuple[str, ...]] = None
    relations: Optional[Tuple[str, ...]] = None


@dataclass(frozen=True)
class RelationSettings:
    """What a layer's discourse relations are; see SETTINGS."""

    types: Optional[Tuple[str, ...]] = None
    start: str = "Start"
    target: str = "Target"
    connective: str = "trigger"
    connectives: str = "shared"


@dataclass(frozen=True)
class AnchoringSettings:
    """What annotators started from, and in which stages they worked; see SETTINGS.

    started_from, gold_of  ((directory, anchor), ...)
    """

    anchors: Tuple[str, ...] = ()
    started_from: Tuple[Tuple[str, str], ...] = ()
    gold_of: Tuple[Tuple[str, str], ...] = ()
    scratch: Tuple[str, ...] = ()
    reviewed: Tuple[str, ...] = ()
    judges: Optional[str] = None

    @property
    def on(self):
        """Whether there is anything to compute."""
        return self != AnchoringSettings()


KINDS = {
    "dependencies": DependencySettings,
    "labels": LabelSettings,
    "trees": TreeSettings,
    "chains": ChainSettings,
    "relations": RelationSettings,
}


class Layer(NamedTuple):
    """One thing that is compared. settings: an object of the class that KINDS gives its kind."""

    name: str
    kind: str
    settings: object


@dataclass(frozen=True)
class NoSettings:
    """Of what has no section of its own as a layer."""


# Comparisons over the dependencies that are reported beside the layers.
GOLD_LAYER = Layer("gold", "gold", NoSettings())
ANCHORING_LAYER = Layer("anchoring", "anchoring", NoSettings())


@dataclass(frozen=True)
class Config:
    """All settings of a project.

    layers        what is compared: tuple of Layer
    dependencies  settings of the dependency layer. They also say what is a token and a sentence,
                  so they are here even if no such layer is compared.
    """

    name: Optional[str] = None
    annotators: Optional[Tuple[str, ...]] = None
    layout: str = "{annotator}/{document}"
    gold: Optional[str] = None
    dependencies: DependencySettings = DependencySettings()
    layers: Tuple[Layer, ...] = (Layer("dependencies", "dependencies", DependencySettings()),)
    anchoring: AnchoringSettings = AnchoringSettings()
    resamples: int = 1000
    seed: int = 1

    @property
    def references(self):
        """Directories with annotation that is not an annotator's: gold, anchors, what was made of them, reviews."""
        own = self.anchoring
        named = (self.gold,) if self.gold else ()
        return tuple(dict.fromkeys(named + own.anchors + tuple(name for name, _ in own.gold_of) + own.reviewed))


class Setting(NamedTuple):
    """One line of iaa.conf. choices: None for free text; many: a list separated by commas."""

    section: str
    key: str
    default: str
    help: str
    choices: Optional[Tuple[str, ...]] = None
    many: bool = False


SETTINGS = (
    Setting("project", "name", "", "Name of the project in reports. Default: the directory's name."),
    Setting(
        "project",
        "annotators",
        "",
        "Directories of the annotators, separated by commas. Default: every directory with .ann files.",
        many=True,
    ),
    Setting(
        "project",
        "layout",
        "{annotator}/{document}",
        "Where the files lie. With batches of annotators: {folder}/{annotator}/{document}.",
    ),
    Setting(
        "project",
        "sentences",
        "newline",
        "Where a sentence ends: newline (one sentence a line), or punctuation (also after . ! ?).",
        ("newline", "punctuation"),
    ),
    Setting("project", "gold", "", "Directory of the reference, if there is one. It is no annotator."),
    Setting("project", "root", "ROOT", "Span type of the root token. It can be a head, but is no item."),
    Setting("layer dependencies", "kind", "dependencies", "What is compared.", ("dependencies",)),
    Setting(
        "layer dependencies",
        "head",
        "Arg1",
        "Role of the head in a relation. If a relation lacks it, the head is the end written first.",
    ),
    Setting(
        "layer dependencies",
        "labels",
        "",
        "Relation types that are dependencies. Default: all of them.",
        many=True,
    ),
    Setting(
        "layer dependencies",
        "token_types",
        "",
        "Span types that are tokens. Default: all of them.",
        many=True,
    ),
    Setting(
        "layer dependencies",
        "tokens",
        "shared",
        "shared: all annotators have the same tokens, and a token that one lacks is missing for that "
        "one. drawn: annotators draw the tokens themselves, and a token that only one drew counts, "
        "with no head for the other.",
        ("shared", "drawn"),
    ),
    Setting(
        "layer dependencies",
        "no_arcs",
        "count",
        "A document in which an annotator drew no arc at all: count (every token is without a head) or "
        "missing (not annotated yet).",
        ("count", "missing"),
    ),
    Setting(
        "layer dependencies",
        "punctuation",
        "in",
        "in: punctuation tokens count. out: they do not.",
        ("in", "out"),
    ),
    Setting(
        "layer dependencies",
        "punctuation_types",
        "",
        "Span types that are punctuation. Default: tokens made only of Unicode punctuation.",
        many=True,
    ),
    Setting(
        "layer dependencies",
        "distance",
        "masi",
        "Similarity of sets in alpha: masi (Ragheb & Dickinson 2013), masi-full (Passonneau 2006) or "
        "jaccard.",
        ("masi", "masi-full", "jaccard"),
    ),
    Setting("layer labels", "kind", "labels", "Labels of spans: their types, attributes or notes.", ("labels",)),
    Setting(
        "layer labels",
        "value",
        "type",
        "Where the label stands: type, attribute:NAME, normalization:DATABASE, or note:PATTERN, a regular "
        "expression whose group in brackets is the value.",
    ),
    Setting("layer labels", "types", "", "Span types that are items. Default: all but the root.", many=True),
    Setting(
        "layer labels",
        "set",
        "no",
        "yes: the value is a set, separated by commas in a note, or all attributes of that name.",
        ("no", "yes"),
    ),
    Setting("layer trees", "kind", "trees", "Trees over the dependencies, or of nested spans.", ("trees",)),
    Setting(
        "layer trees",
        "nodes",
        "arcs",
        "arcs: dependency trees. spans: phrase structure, nested spans are its nodes.",
        ("arcs", "spans"),
    ),
    Setting(
        "layer trees",
        "several_heads",
        "exclude",
        "A sentence in which a token has several heads is no tree: exclude it, or keep the first arc.",
        ("exclude", "first"),
    ),
    Setting(
        "layer trees",
        "primary",
        "",
        "With several_heads = first: labels whose arc is kept before others. Default: the first in the file.",
        many=True,
    ),
    Setting("layer trees", "types", "", "With nodes = spans: span types that are phrases. Default: all.", many=True),
    Setting("layer chains", "kind", "chains", "Coreference chains.", ("chains",)),
    Setting("layer chains", "types", "", "Span types that are mentions. Default: all but the root.", many=True),
    Setting(
        "layer chains",
        "relations",
        "",
        "Relation types, of arcs or of * lines, that say two mentions corefer. Default: all * lines.",
        many=True,
    ),
    Setting("layer relations", "kind", "relations", "Discourse relations with a connective.", ("relations",)),
    Setting(
        "layer relations",
        "types",
        "",
        "Event types, or relation types, that are discourse relations. Default: all events.",
        many=True,
    ),
    Setting("layer relations", "start", "Start", "Role of the argument at which a relation starts."),
    Setting("layer relations", "target", "Target", "Role of the argument to which it leads."),
    Setting(
        "layer relations",
        "connective",
        "trigger",
        "Where the connective stands: trigger (of the event), attribute:NAME or note.",
    ),
    Setting(
        "layer relations",
        "connectives",
        "shared",
        "Connectives are the same if they have a token in common (shared) or all of them (equal).",
        ("shared", "equal"),
    ),
    Setting(
        "anchoring",
        "anchors",
        "",
        "Directories of automatic annotation that annotators started from, one for each tool. They are no "
        "annotators.",
        many=True,
    ),
    Setting(
        "anchoring",
        "started_from",
        "",
        "What each annotator started from, such as anna: turbo, ben: rbg. Default: everybody is compared "
        "with every anchor.",
        many=True,
    ),
    Setting(
        "anchoring",
        "gold_of",
        "",
        "Directories of references that were made from an anchor, such as turbo_gold: turbo. The gold of "
        "[project] is then the one made from scratch.",
        many=True,
    ),
    Setting("anchoring", "scratch", "", "Annotators who started from nothing.", many=True),
    Setting(
        "anchoring",
        "reviewed",
        "",
        "Directories of the same annotation after review, in the order of scratch. They are no annotators.",
        many=True,
    ),
    Setting(
        "anchoring",
        "judges",
        "",
        "A table below the project (CSV or tab-separated) of what judges preferred, with the columns document, "
        "start, end, judge, preferred: a token's offsets, and the directory whose annotation of it is the best.",
    ),
    Setting("intervals", "resamples", "1000", "Bootstrap resamples of the 95 % intervals; 0 for none."),
    Setting("intervals", "seed", "1", "Seed of the bootstrap, so that intervals can be recomputed."),
)


def load(directory, overrides=None):
    """The settings of the project in a directory: iaa.conf if there is one, else the defaults.

    overrides  {setting: text} as the command line gives them; None is "not
               given", blank text is the default
    Raises ConfigError naming file and line, or the option, what was found and what is allowed.
    """
    path = Path(directory) / FILE_NAME
    data = read_stable([path])[path]
    if data is None:
        if os.path.lexists(path):
            raise ConfigError(f"{path}: cannot be read: {why_unreadable(path)}.")
        data = b""  # a directory that is not there is reported by those who look for annotators
    try:
        text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig").read()
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{path}: byte {error.start} is not UTF-8. Save the file as UTF-8 text."
        ) from None
    given, layers = _read(text, path)
    for name, value in (overrides or {}).items():
        if value is not None:
            option = f"--{name.replace('_', '-')}"
            given[_setting(name)] = _Given(str(value).strip(), f"{option} {str(value).strip()}")
    return _config(given, layers)


class _Given(NamedTuple):
    """A value as text; found: the place and what stands there, the beginning of any message about it."""

    value: str
    found: str


def _setting(key):
    return next(setting for setting in SETTINGS if setting.key == key)


def _read(text, path):
    """({Setting: _Given} of the project and its dependencies, [(name, kind, {Setting: _Given})] of the layers)."""
    parser = configparser.ConfigParser(
        interpolation=None,
        delimiters=("=",),
        comment_prefixes=("#", ";"),
        inline_comment_prefixes=("#", ";"),
        empty_lines_in_values=False,
        # Otherwise [DEFAULT] would silently set a key in every section.
        default_section="\0",
    )
    parser.optionxform = str
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ConfigError(_unreadable(error, text, path)) from None
    given, layers = {}, []
    for section in parser.sections():
        template = _template_section(parser, section, text, path)
        keys = {setting.key: setting for setting in SETTINGS if setting.section == template}
        found = {}
        for key, value in parser.items(section):
            where = f"{path}, line {_line_of(text, section, key)}"
            if key not in keys:
                raise ConfigError(f"{where}: unknown setting “{key}” in [{section}]." + nearest(key, keys))
            value = value.strip()
            found[keys[key]] = _Given(value, f"{where}: {key} = {' '.join(value.split())}")
            _check_continuation(keys[key], found[keys[key]])
        kind = template.partition("layer ")[2]
        if kind:
            layers.append((_layer(parser, section)[0], kind, found))
        if kind in ("", "dependencies"):
            given.update(found)
    return given, layers


def _template_section(parser, section, text, path):
    """The section of SETTINGS that explains a section of the file: for a layer, that of its kind."""
    known = list(dict.fromkeys(setting.section for setting in SETTINGS))
    if not section.startswith("layer "):
        if section in known:
            return section
        where = f"{path}, line {_line_of(text, section)}"
        raise ConfigError(f"{where}: unknown section [{section}]." + nearest(section, known))
    name, kind, given = _layer(parser, section)
    if kind not in KINDS:
        where = f"{path}, line {_line_of(text, section, 'kind' if given else None)}"
        if given:
            raise ConfigError(f"{where}: kind = {kind}: there is no such kind of layer." + nearest(kind, KINDS))
        raise ConfigError(
            f"{where}: [{section}] says nothing of its kind. Expected a line below it such as kind = labels."
            + nearest(kind, KINDS)
        )
    others = [other for other in parser.sections() if other != section and other.startswith("layer ")]
    same = [other for other in others if _layer(parser, other)[0] == name]
    if same or not name:
        raise ConfigError(
            f"{path}, line {_line_of(text, section)}: [{section}] "
            + (f"and [{same[0]}] have the same name." if same else "has no name.")
            + " Expected a name of its own for each layer, such as [layer pos]."
        )
    others = [other for other in others if kind == "dependencies" == _layer(parser, other)[1]]
    if others:
        raise ConfigError(
            f"{path}, line {_line_of(text, section)}: [{section}] and [{others[0]}] are both of the kind "
            "dependencies. Only one layer of this kind can be compared; name its arcs with labels = …."
        )
    return f"layer {kind}"


def _layer(parser, section):
    """(name, kind, whether the kind stands there) of a layer's section; a layer named as a kind is of that kind."""
    name = section.partition("layer ")[2].strip()
    given = parser.get(section, "kind", fallback="").strip()
    return name, given or name, bool(given)


def _unreadable(error, text, path):
    """What configparser stumbled over, in words."""
    if isinstance(error, configparser.DuplicateSectionError):
        return (
            f"{path}, line {error.lineno}: the section [{error.section}] is there already, at line "
            f"{_line_of(text, error.section)}. Put all its settings below one of them."
        )
    if isinstance(error, configparser.DuplicateOptionError):
        return (
            f"{path}, line {error.lineno}: “{error.option}” is set already, at line "
            f"{_line_of(text, error.section, error.option)}. Delete one of the two lines."
        )
    line = getattr(error, "lineno", None) or error.errors[0][0]
    found = text.split("\n")[line - 1].strip()
    if isinstance(error, configparser.MissingSectionHeaderError):
        first = SETTINGS[0].section
        return f"{path}, line {line}: “{found}” stands in no section. Expected a line above it such as [{first}]."
    return f"{path}, line {line}: found “{found}”, expected “key = value”, “[section]”, or “#” and a comment."


def _line_of(text, section, key=None):
    """Number of the line with a section's header, or with a key in it; the first if there are several."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        header = re.match(r"\s*\[(.+)\]", line)
        if header:
            inside = header.group(1) == section
            if inside and key is None:
                return number
        elif inside and key is not None and line.partition("=")[0].strip() == key:
            return number
    return "?"


def _check_continuation(setting, given):
    """An indented line belongs to the value above it: right for a list, elsewhere a slip."""
    first, *further = given.value.split("\n")
    for line in further:
        if not setting.many or line.partition("=")[0].strip() in {known.key for known in SETTINGS}:
            raise ConfigError(
                f"{given.found}: the value goes over several lines, because “{line.strip()}” begins with "
                "a blank. Let each setting begin at the left margin."
            )


def nearest(name, names, known="Allowed"):
    """What to say after a name that is not known: the one that was probably meant, and what there is."""
    names = list(names)
    near = difflib.get_close_matches(name, names, 1, 0.5)
    meant = f" Did you mean “{near[0]}”?" if near else ""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{meant} {known}: {', '.join(names[:_NAMED]) or 'nothing'}{more}."


def _config(given, layers):
    values = _values(given)
    values.pop("kind", None)
    known = DependencySettings.__dataclass_fields__
    dependencies = DependencySettings(**{key: values.pop(key) for key in list(values) if key in known})
    own = AnchoringSettings.__dataclass_fields__
    anchoring = AnchoringSettings(**{key: values.pop(key) for key in list(values) if key in own})
    _check_references(given, values, anchoring)
    made = []
    for name, kind, found in layers or [("dependencies", "dependencies", {})]:
        own = _values(found)
        own.pop("kind", None)
        settings = dependencies if kind == "dependencies" else KINDS[kind](**own)
        made.append(Layer(name, kind, settings))
    return replace(Config(), dependencies=dependencies, layers=tuple(made), anchoring=anchoring, **values)


def _check_references(given, values, anchoring):
    """Raise ConfigError if a directory is named for two things that exclude each other, or an anchor is unknown."""
    found = {setting.key: value.found for setting, value in given.items()}
    for key in ("started_from", "gold_of"):
        for _, anchor in getattr(anchoring, key):
            if anchor not in anchoring.anchors:
                raise ConfigError(f"{found[key]}: “{anchor}” is not among anchors." + nearest(anchor, anchoring.anchors))
    if anchoring.reviewed and len(anchoring.reviewed) != len(anchoring.scratch):
        raise ConfigError(
            f"{found['reviewed']}: names {len(anchoring.reviewed)}, and scratch names {len(anchoring.scratch)}. "
            "Name one directory for each, in the same order."
        )
    places = {"gold": (values["gold"],) if values.get("gold") else ()}
    places.update(anchors=anchoring.anchors, gold_of=tuple(name for name, _ in anchoring.gold_of))
    places["reviewed"] = anchoring.reviewed
    people = {
        "annotators": values.get("annotators") or (),
        "started_from": tuple(name for name, _ in anchoring.started_from),
        "scratch": anchoring.scratch,
    }
    known = {}
    for key, names in places.items():
        for name in names:
            if name in known:
                raise ConfigError(f"{found[key]}: “{name}” is {known[name]} already. Name it for one of the two.")
            known[name] = key
    for key, names in people.items():
        for name in names:
            if name in known:
                raise ConfigError(
                    f"{found[key]}: “{name}” is named in {known[name]} too, and that is no annotator. "
                    "Name it for one of the two."
                )


def _values(given):
    return {setting.key: _value(setting, *found) for setting, found in given.items() if found.value}


def _value(setting, value, found):
    if setting.choices and value not in setting.choices:
        raise ConfigError(f"{found}: not a value of this setting." + nearest(value, setting.choices))
    if setting.key in ("started_from", "gold_of"):
        return _pairs(_list(setting, value, found), setting, found)
    if setting.many:
        return _list(setting, value, found)
    if setting.section == "intervals":
        return _whole_number(setting, value, found)
    if setting.key == "judges" and (os.path.isabs(value) or os.pardir in Path(value).parts):
        raise ConfigError(f"{found}: leads out of the project. Expected a file below it, such as judges.csv.")
    if setting.key == "layout":
        try:
            folder_depth(value)
        except ConfigError:
            raise ConfigError(
                f"{found}: no layout. Allowed: {{annotator}}/{{document}}, and with folders above the "
                "annotators {folder}/{annotator}/{document}."
            ) from None
    return value


def _list(setting, value, found):
    parts = tuple(part.strip() for part in value.replace("\n", ",").split(",") if part.strip())
    if not parts:
        raise ConfigError(f"{found}: names nothing. Expected names separated by commas.")
    twice = [part for part in parts if parts.count(part) > 1]
    if twice:
        raise ConfigError(f"{found}: “{twice[0]}” stands twice. Name it once.")
    # Directories may have blanks in their names, brat's types may not.
    joined = [part for part in parts if " " in part and setting.key not in _DIRECTORIES]
    if joined:
        raise ConfigError(f"{found}: “{joined[0]}” holds a blank. Separate the names by commas.")
    return parts


def _pairs(parts, setting, found):
    """((directory, anchor), ...)"""
    pairs = [tuple(side.strip() for side in part.rpartition(":")[::2]) for part in parts]
    for part, pair in zip(parts, pairs):
        if not all(pair):
            raise ConfigError(f"{found}: “{part}” is no pair. Expected “directory: anchor”, such as anna: turbo.")
    if setting.key == "gold_of":
        return tuple(pairs)
    names = [name for name, _ in pairs]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ConfigError(f"{found}: “{twice[0]}” stands twice. An annotator starts from one anchor.")
    return tuple(pairs)


def _whole_number(setting, value, found):
    limit = {"resamples": 100_000, "seed": 2**32 - 1}[setting.key]
    if not (value.isascii() and value.isdigit()) or len(value) > 10 or int(value) > limit:
        raise ConfigError(f"{found}: expected a whole number from 0 to {limit}.")
    return int(value)


class Proposal(NamedTuple):
    """What a new iaa.conf says of one kind of layer.

    active  whether the layer is compared; otherwise its lines stand there as comments
    found   a sentence about what was found in the files
    values  {key of the setting: value to begin with}
    """

    active: bool
    found: str
    values: dict


_ALONE = {"dependencies": Proposal(True, "", {})}


def template(annotators=(), proposals=None):
    """The text of an iaa.conf that says what each setting does; all of it commented out but what was found.

    proposals  {kind: Proposal}; None: dependencies
    """
    proposals = _ALONE if proposals is None else proposals
    named = f"annotators = {', '.join(annotators)}\n"
    out = io.StringIO()
    out.write(
        "# Settings of brat-iaa for this project. Lines such as “#key = value” show the defaults.\n"
        "# To change one, remove the # and write another value. A blank value is the default too.\n"
        "# To compare one more layer, remove the # before its [layer …] too; its name is free.\n"
    )
    section = None
    for setting in SETTINGS:
        kind = setting.section.partition("layer ")[2]
        proposal = proposals.get(kind, Proposal(False, "", {}))
        out.write("\n")
        if setting.section != section:
            section = setting.section
            out.write(_commented(proposal.found))
            out.write(f"{'#' if kind and not proposal.active else ''}[{section}]\n")
        words = setting.help
        if setting.choices and len(setting.choices) > 1:
            words += f" Allowed: {', '.join(setting.choices)}."
        out.write(_commented(words))
        if setting.key == "annotators" and _reads_back(named, annotators):
            out.write(named)
            continue
        value = proposal.values.get(setting.key, setting.default)
        active = proposal.active and (setting.key == "kind" or value != setting.default)
        out.write(f"{'' if active else '#'}{setting.key} = {value}".rstrip() + "\n")
    return out.getvalue()


def _commented(words):
    return "".join(f"# {line}\n" for line in textwrap.wrap(words, 88))


def _reads_back(line, annotators):
    """Whether names survive in a list; directories can hold commas or “ #” in their names."""
    try:
        return _config(*_read(f"[project]\n{line}", FILE_NAME)).annotators == tuple(annotators)
    except ConfigError:
        return False
