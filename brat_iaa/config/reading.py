"""Reads and checks iaa.conf. A message says where something is wrong, what was found and what is
allowed.
"""

import io
import os
from functools import lru_cache
from pathlib import Path

from brat_iaa.config.lines import sections_of
from brat_iaa.config.sections import (
    EXCLUDING,
    FORMER_SETTINGS,
    FORMER_VALUES,
    PHASE,
    SECTIONS,
    SETTINGS,
    Section,
)
from brat_iaa.config.settings import (
    FILE_NAME,
    GOLD_LAYER,
    AccessSettings,
    Config,
    Layer,
    Phase,
    is_gold,
)
from brat_iaa.corpus.annotation_conf import Hierarchy, hierarchy
from brat_iaa.corpus.discovery import directories
from brat_iaa.corpus.document_names import as_written
from brat_iaa.corpus.files import leads_astray, read_stable, why_unreadable
from brat_iaa.corpus.found import find
from brat_iaa.corpus.layout import USUAL
from brat_iaa.corpus.problem import Problem
from brat_iaa.errors import ConfigError
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.dependencies import DependencySettings
from brat_iaa.kinds.figure_names import LEVELS
from brat_iaa.spelling import likely, nearest

_SECTIONS = {section.name: section for section in SECTIONS}
# A section of older versions.
_SECTIONS["anchoring"] = Section("anchoring", "", ())
# Those of layers and phases have names of the user's own.
_NAMES = list(dict.fromkeys(
    f"{name.partition(' ')[0]} NAME" if " " in name else name for name, *_ in SECTIONS
))  # fmt: skip
_KINDS_IN_WORDS = ", ".join(
    f"{kind.name} ({kind.help[0].lower()}{kind.help[1:-1]})" for kind in KINDS.values()
)
_KEYS = {setting.key for setting in SETTINGS}


def load(directory, overrides=None, within=None):
    """The settings of the project in a directory: iaa.conf if there is one, else the defaults.

    overrides  {setting: text} as the command line gives them; None is "not
               given", blank text is the default
    within     as in corpus.directories.Bounds

    What they do not say of where the files are is found in the files. Raises ConfigError naming
    file and line, or the option, what was found and what is allowed.
    """
    path = Path(directory) / FILE_NAME
    if leads_astray(path):
        raise ConfigError(
            f"{path}: is a link of one account to a file of another one. It is not read."
        )
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
    return locate(parse(text, path, overrides), directory, within)


def locate(config, directory, within=None):
    """A Config with what it does not say of where the files are, as the files tell it."""
    # The default itself, which a setting of the same text is not.
    given = config.layout if config.layout is not USUAL else None
    named = {layer.name.partition("/")[0] for layer in config.layers or ()}
    typed = [*(config.annotators or ()), *filter(None, [config.gold])]
    if not "".join(typed).isascii():
        there = directories(directory, config.layout)
        names = as_written(config.annotators or (), there)
        config = config._replace(
            annotators=names or None,
            gold=config.gold and as_written([config.gold], there)[0],
        )
    gold = config.gold if GOLD_LAYER.name not in named else ""
    listing = find(directory, given, config.annotators, gold, config.excluded_dirs, within)
    lowest = Path(directory, *(listing.annotators or ())[:1])
    return config._replace(
        layout=listing.layout if listing.layout.beside else given or listing.layout,
        annotators=config.annotators or listing.annotators,
        gold=config.gold or listing.gold,
        found=listing,
        hierarchy=hierarchy(lowest, directory) if LEVELS in config.also else Hierarchy(),
    )


def parse(text, path, overrides=None):
    """The Config that a text describes, with overrides as in load(). path is named in errors."""
    return _parsed(text, path, tuple((overrides or {}).items()))


# The pages ask for the settings with each request, and they seldom change.
@lru_cache(maxsize=256)
def _parsed(text, path, overrides):
    sections = sections_of(text, path)
    project, layers, phases, outdated, excluded = {}, [], {}, [], []
    for name, section in sections.items():
        explained = _explained(name, sections)
        given = _given(name, section, explained, outdated)
        for key, (_, value) in section.values.items():
            if key in EXCLUDING:
                parts = value.replace("\n", ",").split(",")
                excluded += [part.rpartition(":")[0] if ":" in part else part for part in parts]
        what, own_name = _named(name)
        kind = explained.name.partition("layer ")[2]
        if what == "phase":
            phases[own_name] = given
        elif kind:
            layers.append((own_name, kind, section.where, given))
        if what != "phase" and (not kind or KINDS[kind].settings.of_project):
            project.update(given)
    for key, value in overrides:
        # Snapshots keep the overrides of their time.
        if value is not None and key not in FORMER_SETTINGS:
            value = str(value).strip()
            setting = next(setting for setting in SETTINGS if setting.key == key)
            project[key] = setting, value, f"--{key.replace('_', '-')} {value}"
    config = _config(project, layers, phases)
    excluded = dict.fromkeys((*config.excluded, *filter(None, map(str.strip, excluded))))
    return config._replace(
        outdated=tuple(outdated),
        excluded=tuple(name for name in excluded if name not in (config.gold, config.draft)),
    )


def _given(name, section, explained, outdated):
    """{key: (Setting, its value as text, the beginning of any message about it)} of a section.

    explained  the Section that declares its settings
    outdated   list of Problem, to which lines without effect are added
    """
    keys = {setting.key: setting for setting in explained.settings}
    given = {}
    for key, (where, value) in section.values.items():
        reason, instead = "", FORMER_VALUES.get((key, value))
        if key in FORMER_SETTINGS and key not in keys:
            reason = "There is no such setting any more."
            if key in EXCLUDING:
                reason += " Its directories are left out as before: write them as excluded."
        if key in keys:
            reason = instead and f"“{value}” is no level any more, and nothing is open."
            value = instead or value
        if reason:
            reason = f"“{key}” has no effect. {reason} Delete the line."
            outdated.append(Problem(FILE_NAME, where.line, "outdated-setting", reason))
        elif key not in keys:
            meant = (
                nearest(key, keys) if likely(key, keys) else _elsewhere(key) or nearest(key, keys)
            )
            raise ConfigError(f"{where}: unknown setting “{key}” in [{name}].{meant}")
        if key in keys:
            origin = f"{where}: [{name}] {key} = {' '.join(value.split())}"
            given[key] = keys[key], value, origin
            # An indented line belongs to the value above it: right for a list, elsewhere a slip.
            for line in value.split("\n")[1:]:
                if not keys[key].many or line.partition("=")[0].strip() in _KEYS:
                    raise ConfigError(
                        f"{origin}: the value goes over several lines, because “{line.strip()}” "
                        "begins with a blank. Let each setting begin at the left margin."
                    )
    return given


def _elsewhere(key):
    """A question after an unknown setting that belongs to another section; "" for no such one."""
    near = likely(key, _KEYS)
    if near is None:
        return ""
    owners = [section.name for section in SECTIONS if near in {of.key for of in section.settings}]
    if not owners[0].startswith("layer "):
        return f" Did you mean “{near}”? It belongs to [{owners[0]}]."
    kinds = " or ".join(name.partition(" ")[2] for name in owners)
    return f" Did you mean “{near}”? It belongs to [layer NAME] with kind = {kinds}."


def _explained(name, sections):
    """The Section that declares the settings of a section of the file: for a layer, that of its
    kind.
    """
    where, values = sections[name]
    what, own_name = _named(name)
    if not what:
        if name not in _SECTIONS:
            kind = f" Did you mean [layer {name}]?" if name in KINDS else nearest(name, _NAMES)
            raise ConfigError(f"{where}: unknown section [{name}].{kind}")
        return _SECTIONS[name]
    kind = "" if what == "phase" else _kind(name, sections)
    if kind and kind not in KINDS:
        if values.get("kind", ("", ""))[1]:
            raise ConfigError(
                f"{values['kind'][0]}: [{name}] kind = {kind}: there is no such kind of layer."
                + _nearest_kind(kind)
            )
        raise ConfigError(
            f"{where}: [{name}] has no kind. Expected a line below it such as kind = labels."
            + _nearest_kind(kind)
        )
    for other in sections:
        if other != name and _named(other) == (what, own_name) or not own_name:
            reason = f"and [{other}] have the same name." if own_name else "has no name."
            raise ConfigError(
                f"{where}: [{name}] {reason} Expected a different name for each {what}, such as "
                f"[{what} {'pos' if kind else '2 revised'}]."
            )
        if other != name and kind and KINDS[kind].settings.of_project and _named(other)[0] == what:
            if _kind(other, sections) == kind:
                raise ConfigError(
                    f"{where}: [{name}] and [{other}] are both of the kind {kind}. Only one "
                    "layer of this kind can be compared; name its arcs with labels = …."
                )
    return _SECTIONS[f"layer {kind}" if kind else PHASE]


def _nearest_kind(kind):
    """What to say after an unknown kind: one that is spelt nearly so, and what all are about."""
    near = likely(kind, KINDS)
    meant = f" Did you mean “{near}”?" if near else ""
    return f"{meant} Allowed: {_KINDS_IN_WORDS}."


def _kind(name, sections):
    """Kind of a layer's section; a layer named as a kind is of that kind."""
    # Further lines are reported where the values are checked.
    return sections[name].values.get("kind", ("", ""))[1].partition("\n")[0] or _named(name)[1]


def _named(section):
    """("layer" or "phase", the name of it); ("", "") of other sections."""
    what, blank, name = section.partition(" ")
    return (what, " ".join(name.split())) if blank and what in ("layer", "phase") else ("", "")


def _values(given, owner=None):
    """{key: value} of what _given() returns, of the settings of a class; blank ones are left out.
    Raises ConfigError.
    """
    values = {}
    for key, (setting, text, origin) in given.items():
        # The kind is checked before: it says which settings there are.
        if text and key != "kind" and owner in (None, setting.owner):
            try:
                values[key] = setting.parse(text)
            except ConfigError as error:
                raise ConfigError(f"{origin}: {error}") from None
    return values


def _config(project, layers, phases):
    dependencies, access, config = (
        owner(**_values(project, owner)) for owner in (DependencySettings, AccessSettings, Config)
    )
    _check_references(project, config, access)
    phases = tuple(Phase(name, access._replace(**_values(given))) for name, given in phases.items())
    current = None
    if config.phase and phases:
        by_name = {phase.name: phase for phase in phases}
        current = by_name.get(config.phase)
        if current is None:
            raise ConfigError(
                f"{project['phase'][2]}: there is no section [phase {config.phase}]."
                + nearest(config.phase, by_name, "Phases")
            )
    compared = []
    for name, kind, where, given in layers:
        if config.gold and is_gold(name):
            raise ConfigError(
                f"{where}: [layer {name}]: “{name}” is the name of figures about "
                f"{GOLD_LAYER.name}. Give the layer another name."
            )
        owner = KINDS[kind].settings
        settings = dependencies if owner.of_project else owner(**_values(given))
        key, reason = settings.contradiction
        if reason:
            raise ConfigError(f"{given[key][2]}: {reason}")
        compared.append(Layer(name, kind, settings))
    layer_names = [layer.name for layer in compared]
    for key in ("gold_layers", "draft_layers"):
        for name in (getattr(config, key) or ()) if layer_names else ():
            if name not in layer_names:
                raise ConfigError(
                    f"{project[key][2]}: “{name}” is no layer of this file."
                    + nearest(name, layer_names, "Layers")
                )
    return config._replace(
        dependencies=dependencies,
        layers=tuple(compared) or None,
        access=access if current is None else current.access,
        phases=phases,
    )


def _check_references(project, config, access):
    """Raise ConfigError if a directory is named for two things that exclude each other."""
    origins = {key: origin for key, (_, _, origin) in project.items()}
    directories = {
        "gold": (config.gold,) if config.gold else (),
        "draft": (config.draft,) if config.draft else (),
        "excluded": config.excluded,
    }
    people = {
        "annotators": config.annotators or (),
        "logins": tuple(annotator for _, annotator in access.logins),
    }
    key_of = {}
    for key, names in {**directories, **people}.items():
        for name in names:
            if name in key_of:
                reason = (
                    f"is named in {key_of[name]} too, and that is no annotator"
                    if key in people
                    else f"is {key_of[name]} already"
                )
                raise ConfigError(f"{origins[key]}: “{name}” {reason}. Name it for one of the two.")
            if key in directories:
                key_of[name] = key
