"""Reads and checks iaa.conf; what is wrong is said with its line, what was found and what is
allowed.
"""

import configparser
import io
import os
import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from brat_iaa.config.model import (
    ANCHORING_LAYER,
    GOLD_LAYER,
    KINDS,
    AccessSettings,
    AnchoringSettings,
    Config,
    DependencySettings,
    Layer,
    Phase,
)
from brat_iaa.config.settings import OUTDATED, PHASE, SETTINGS
from brat_iaa.config.values import Given, nearest, values_of
from brat_iaa.corpus.files import read_stable, why_unreadable
from brat_iaa.corpus.standoff import Problem
from brat_iaa.errors import ConfigError

FILE_NAME = "iaa.conf"


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
    return parse(text, path, overrides)


def parse(text, path, overrides=None):
    """The settings that a text says, with overrides as in load(). path is named in errors."""
    return _parsed(text, path, tuple((overrides or {}).items()))


# The pages ask for the settings with each request, and they seldom change.
@lru_cache(maxsize=256)
def _parsed(text, path, overrides):
    given, layers, phases, outdated = _read(text, path)
    for name, value in overrides:
        # Snapshots keep the overrides of their time.
        if value is not None and ("intervals", name) not in OUTDATED:
            option = f"--{name.replace('_', '-')}"
            given[_setting(name)] = Given(str(value).strip(), f"{option} {str(value).strip()}")
    return replace(_config(given, layers, phases), outdated=tuple(outdated))


def _setting(key):
    return next(setting for setting in SETTINGS if setting.key == key)


def _read(text, path):
    """({Setting: Given} of the project and its dependencies, [(name, kind, {Setting: Given})] of
    the layers, {name: {Setting: Given}} of the phases, [Problem] of outdated lines)."""
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
    given, layers, phases, outdated = {}, [], {}, []
    for section in parser.sections():
        template = _template_section(parser, section, text, path)
        keys = {setting.key: setting for setting in SETTINGS if setting.section == template}
        found = {}
        for key, value in parser.items(section):
            if (section, key) in OUTDATED:
                reason = f"“{key}” has no effect. {OUTDATED[section, key]} Delete the line."
                outdated.append(
                    Problem(FILE_NAME, _line_of(text, section, key), "outdated-setting", reason)
                )
                continue
            where = f"{path}, line {_line_of(text, section, key)}"
            if key not in keys:
                raise ConfigError(
                    f"{where}: unknown setting “{key}” in [{section}]." + nearest(key, keys)
                )
            value = value.strip()
            found[keys[key]] = Given(value, f"{where}: {key} = {' '.join(value.split())}")
            _check_continuation(keys[key], found[keys[key]])
        if template == PHASE:
            phases[_phase(section)] = found
            continue
        kind = template.partition("layer ")[2]
        if kind:
            layers.append((_layer(parser, section)[0], kind, found))
        if kind in ("", "dependencies"):
            given.update(found)
    return given, layers, phases, outdated


def _template_section(parser, section, text, path):
    """The section of SETTINGS that explains a section of the file: for a layer, that of its
    kind.
    """
    if _phase(section):
        _check_name(section, parser.sections(), _phase, "phase", "[phase 2 revised]", text, path)
        return PHASE
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
            raise ConfigError(
                f"{where}: kind = {kind}: there is no such kind of layer." + nearest(kind, KINDS)
            )
        raise ConfigError(
            (
                f"{where}: [{section}] says nothing of its kind. Expected a line below it "
                f"such as kind = labels."
            )
            + nearest(kind, KINDS)
        )
    others = [other for other in parser.sections() if other.startswith("layer ")]
    _check_name(
        section, others, lambda other: _layer(parser, other)[0], "layer", "[layer pos]", text, path
    )
    others = [other for other in others if other != section]
    others = [other for other in others if kind == "dependencies" == _layer(parser, other)[1]]
    if others:
        raise ConfigError(
            f"{path}, line {_line_of(text, section)}: [{section}] and [{others[0]}] "
            f"are both of the kind "
            "dependencies. Only one layer of this kind can be compared; name its arcs "
            "with labels = …."
        )
    return f"layer {kind}"


def _check_name(section, sections, name_of, what, example, text, path):
    """Raise ConfigError if the name of a layer or phase is blank, or that of another section
    too.
    """
    name = name_of(section)
    same = [other for other in sections if other != section and name_of(other) == name]
    if same or not name:
        raise ConfigError(
            f"{path}, line {_line_of(text, section)}: [{section}] "
            + (f"and [{same[0]}] have the same name." if same else "has no name.")
            + f" Expected a name of its own for each {what}, such as {example}."
        )


def _phase(section):
    """Name of the phase of a section, "" if it is none."""
    first, *name = section.split()
    return " ".join(name) if first == "phase" else ""


def _layer(parser, section):
    """(name, kind, whether the kind stands there) of a layer's section; a layer named as a kind is
    of that kind.
    """
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
        return (
            f"{path}, line {line}: “{found}” stands in no section. Expected a line above "
            f"it such as [{first}]."
        )
    return (
        f"{path}, line {line}: found “{found}”, expected “key = value”, “[section]”, or "
        f"“#” and a comment."
    )


def _line_of(text, section, key=None):
    """Number of the line with a section's header, or with a key in it; the first if there are
    several.
    """
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
                f"{given.found}: the value goes over several lines, because "
                f"“{line.strip()}” begins with "
                "a blank. Let each setting begin at the left margin."
            )


def _config(given, layers, phases):
    values = values_of(given)
    values.pop("kind", None)
    known = DependencySettings.__dataclass_fields__
    dependencies = DependencySettings(
        **{key: values.pop(key) for key in list(values) if key in known}
    )
    own = AnchoringSettings.__dataclass_fields__
    anchoring = AnchoringSettings(**{key: values.pop(key) for key in list(values) if key in own})
    own = AccessSettings.__dataclass_fields__
    access = AccessSettings(**{key: values.pop(key) for key in list(values) if key in own})
    _check_references(given, values, anchoring, access)
    phases = tuple(
        Phase(name, replace(access, **values_of(found))) for name, found in phases.items()
    )
    values["phase"] = " ".join(values.get("phase", "").split())
    current = _current(given, values["phase"], phases)
    made = []
    for name, kind, found in layers:
        own = values_of(found)
        own.pop("kind", None)
        settings = dependencies if kind == "dependencies" else KINDS[kind](**own)
        for taken, section in ((values.get("gold"), GOLD_LAYER), (anchoring.on, ANCHORING_LAYER)):
            if taken and name.partition("/")[0] == section.name:
                raise ConfigError(
                    f"iaa.conf: [layer {name}]: “{name}” is the name of figures about "
                    f"{section.name}. "
                    "Give the layer another name."
                )
        made.append(Layer(name, kind, settings))
    return replace(
        Config(),
        dependencies=dependencies,
        layers=tuple(made) or None,
        anchoring=anchoring,
        access=access if current is None else current.access,
        phases=phases,
        **values,
    )


def _current(given, name, phases):
    """The Phase of that name, None if no phase has a section. Raises ConfigError if only others
    have one.
    """
    if not name or not phases:
        return None
    names = [phase.name for phase in phases]
    if name not in names:
        found = given[_setting("phase")].found
        raise ConfigError(
            f"{found}: there is no section [phase {name}]." + nearest(name, names, "Phases")
        )
    return phases[names.index(name)]


def _check_references(given, values, anchoring, access):
    """Raise ConfigError if a directory is named for two things that exclude each other, or an
    anchor is unknown.
    """
    found = {setting.key: value.found for setting, value in given.items()}
    for key in ("started_from", "gold_of"):
        for _, anchor in getattr(anchoring, key):
            if anchor not in anchoring.anchors:
                raise ConfigError(
                    f"{found[key]}: “{anchor}” is not among anchors."
                    + nearest(anchor, anchoring.anchors)
                )
    if anchoring.reviewed and len(anchoring.reviewed) != len(anchoring.scratch):
        raise ConfigError(
            f"{found['reviewed']}: names {len(anchoring.reviewed)}, and scratch names "
            f"{len(anchoring.scratch)}. "
            "Name one directory for each, in the same order."
        )
    places = {"gold": (values["gold"],) if values.get("gold") else ()}
    places.update(anchors=anchoring.anchors, gold_of=tuple(name for name, _ in anchoring.gold_of))
    places["reviewed"] = anchoring.reviewed
    people = {
        "annotators": values.get("annotators") or (),
        "started_from": tuple(name for name, _ in anchoring.started_from),
        "scratch": anchoring.scratch,
        "logins": tuple(annotator for _, annotator in access.logins),
    }
    known = {}
    for key, names in places.items():
        for name in names:
            if name in known:
                raise ConfigError(
                    f"{found[key]}: “{name}” is {known[name]} already. Name it for one of the two."
                )
            known[name] = key
    for key, names in people.items():
        for name in names:
            if name in known:
                raise ConfigError(
                    f"{found[key]}: “{name}” is named in {known[name]} too, and that "
                    f"is no annotator. "
                    "Name it for one of the two."
                )
