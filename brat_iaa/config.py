"""iaa.conf: every setting, its default and its explanation; reading, checking and writing it."""

import configparser
import difflib
import io
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Optional, Tuple

from brat_iaa.errors import ConfigError

FILE_NAME = "iaa.conf"


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
class Config:
    """All settings of a project."""

    name: Optional[str] = None
    annotators: Optional[Tuple[str, ...]] = None
    layout: str = "{annotator}/{document}"
    layer: str = "dependencies"
    dependencies: DependencySettings = DependencySettings()
    resamples: int = 1000
    seed: int = 1


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
    Setting("intervals", "resamples", "1000", "Bootstrap resamples of the 95 % intervals; 0 for none."),
    Setting("intervals", "seed", "1", "Seed of the bootstrap, so that intervals can be recomputed."),
)


def load(directory, overrides=None):
    """The settings of the project in a directory: iaa.conf if there is one, else the defaults.

    overrides  {setting: value} as the command line gives them; None is "not given"
    Raises ConfigError naming file, line, what was found and what is allowed.
    """
    path = Path(directory) / FILE_NAME
    given = {}
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read ({error}). Save it as UTF-8 text.") from None
    if text:
        given = _read(text, path)
    for name, value in (overrides or {}).items():
        if value is not None:
            given[_setting(name)] = (str(value), f"--{name.replace('_', '-')}")
    return _config(given)


def _setting(key):
    return next(setting for setting in SETTINGS if setting.key == key)


def _read(text, path):
    """{Setting: (value, where)} of the file."""
    parser = configparser.ConfigParser(
        interpolation=None, delimiters=("=",), comment_prefixes=("#", ";"), empty_lines_in_values=False
    )
    parser.optionxform = str
    try:
        parser.read_string(text)
    except configparser.Error as error:
        reason = re.sub(r"\s+", " ", error.message.replace("'<string>'", ""))
        raise ConfigError(
            f"{path}: {reason}. Expected [sections] and lines of the form: key = value"
        ) from None
    sections = list(dict.fromkeys(setting.section for setting in SETTINGS))
    given = {}
    for section in parser.sections():
        line = _line_of(text, section)
        if section not in sections:
            raise ConfigError(
                f"{path}, line {line}: unknown section [{section}]." + _nearest(section, sections)
            )
        keys = {setting.key: setting for setting in SETTINGS if setting.section == section}
        for key, value in parser.items(section):
            where = f"{path}, line {_line_of(text, section, key)}"
            if key not in keys:
                raise ConfigError(f"{where}: unknown setting “{key}” in [{section}]." + _nearest(key, keys))
            if value.strip():
                given[keys[key]] = (value.strip(), where)
    return given


def _line_of(text, section, key=None):
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[(.*)\]", line)
        if header:
            inside = header.group(1) == section
            if inside and key is None:
                return number
        elif inside and key is not None and line.split("=")[0].strip() == key:
            return number
    return "?"


def _nearest(name, names):
    near = difflib.get_close_matches(name, list(names), 1, 0.5)
    meant = f" Did you mean “{near[0]}”?" if near else ""
    return f"{meant} Allowed: {', '.join(names)}."


def _config(given):
    values = {}
    for setting, (value, where) in given.items():
        if setting.choices and value not in setting.choices:
            raise ConfigError(f"{where}: “{setting.key} = {value}”." + _nearest(value, setting.choices))
        if setting.many:
            value = tuple(part.strip() for part in value.replace("\n", ",").split(",") if part.strip())
            twice = [part for part in value if value.count(part) > 1]
            if twice:
                raise ConfigError(f"{where}: “{twice[0]}” stands twice in “{setting.key}”. Name it once.")
        if setting.section == "intervals":
            value = _whole_number(setting, value, where)
        values[setting.key] = value
    values.pop("kind", None)
    known = DependencySettings.__dataclass_fields__
    dependencies = DependencySettings(**{key: values.pop(key) for key in list(values) if key in known})
    return replace(Config(), dependencies=dependencies, **values)


def _whole_number(setting, value, where):
    limit = {"resamples": 100_000, "seed": 2**32 - 1}[setting.key]
    if not value.isascii() or not value.isdigit() or int(value) > limit:
        raise ConfigError(
            f"{where}: “{setting.key} = {value}”. Expected a whole number from 0 to {limit}."
        )
    return int(value)


def template(annotators=()):
    """The text of an iaa.conf that says what each setting does; all of it commented out but the annotators."""
    out = io.StringIO()
    out.write("# Settings of brat-iaa for this project. Lines that begin with # show the defaults.\n")
    section = None
    for setting in SETTINGS:
        if setting.section != section:
            section = setting.section
            out.write(f"\n[{section}]\n")
        for line in _wrapped(setting.help):
            out.write(f"# {line}\n")
        if setting.key == "annotators" and annotators:
            out.write(f"annotators = {', '.join(annotators)}\n")
        elif setting.key == "kind":
            out.write(f"kind = {setting.default}\n")
        else:
            out.write(f"#{setting.key} = {setting.default}".rstrip() + "\n")
    return out.getvalue()


def _wrapped(text, width=88):
    line = ""
    for word in text.split():
        if len(line) + len(word) >= width:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    yield line
