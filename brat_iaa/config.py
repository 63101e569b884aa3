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
    given = _read(text, path)
    for name, value in (overrides or {}).items():
        if value is not None:
            option = f"--{name.replace('_', '-')}"
            given[_setting(name)] = _Given(str(value).strip(), f"{option} {str(value).strip()}")
    return _config({setting: found for setting, found in given.items() if found.value})


class _Given(NamedTuple):
    """A value as text; found: the place and what stands there, the beginning of any message about it."""

    value: str
    found: str


def _setting(key):
    return next(setting for setting in SETTINGS if setting.key == key)


def _read(text, path):
    """{Setting: _Given} of the file."""
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
    sections = list(dict.fromkeys(setting.section for setting in SETTINGS))
    given = {}
    for section in parser.sections():
        where = f"{path}, line {_line_of(text, section)}"
        if section not in sections:
            raise ConfigError(f"{where}: unknown section [{section}]." + nearest(section, sections))
        keys = {setting.key: setting for setting in SETTINGS if setting.section == section}
        for key, value in parser.items(section):
            where = f"{path}, line {_line_of(text, section, key)}"
            if key not in keys:
                raise ConfigError(f"{where}: unknown setting “{key}” in [{section}]." + nearest(key, keys))
            value = value.strip()
            given[keys[key]] = _Given(value, f"{where}: {key} = {' '.join(value.split())}")
            _check_continuation(keys[key], given[keys[key]])
    return given


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


def _config(given):
    values = {setting.key: _value(setting, *both) for setting, both in given.items()}
    values.pop("kind", None)
    known = DependencySettings.__dataclass_fields__
    dependencies = DependencySettings(**{key: values.pop(key) for key in list(values) if key in known})
    return replace(Config(), dependencies=dependencies, **values)


def _value(setting, value, found):
    if setting.choices and value not in setting.choices:
        raise ConfigError(f"{found}: not a value of this setting." + nearest(value, setting.choices))
    if setting.many:
        return _list(setting, value, found)
    if setting.section == "intervals":
        return _whole_number(setting, value, found)
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
    joined = [part for part in parts if " " in part and setting.key != "annotators"]
    if joined:
        raise ConfigError(f"{found}: “{joined[0]}” holds a blank. Separate the names by commas.")
    return parts


def _whole_number(setting, value, found):
    limit = {"resamples": 100_000, "seed": 2**32 - 1}[setting.key]
    if not (value.isascii() and value.isdigit()) or len(value) > 10 or int(value) > limit:
        raise ConfigError(f"{found}: expected a whole number from 0 to {limit}.")
    return int(value)


def template(annotators=()):
    """The text of an iaa.conf that says what each setting does; all of it commented out but the annotators."""
    out = io.StringIO()
    out.write(
        "# Settings of brat-iaa for this project. Lines such as “#key = value” show the defaults.\n"
        "# To change one, remove the # and write another value. A blank value is the default too.\n"
    )
    section = None
    for setting in SETTINGS:
        if setting.section != section:
            section = setting.section
            out.write(f"\n[{section}]\n")
        else:
            out.write("\n")
        words = setting.help
        if setting.choices and len(setting.choices) > 1:
            words += f" Allowed: {', '.join(setting.choices)}."
        out.write("".join(f"# {line}\n" for line in textwrap.wrap(words, 88)))
        named = f"annotators = {', '.join(annotators)}\n"
        if setting.key == "annotators" and _reads_back(named, annotators):
            out.write(named)
        elif setting.key == "kind":
            out.write(f"kind = {setting.default}\n")
        else:
            out.write(f"#{setting.key} = {setting.default}".rstrip() + "\n")
    return out.getvalue()


def _reads_back(line, annotators):
    """Whether names survive in a list; directories can hold commas or “ #” in their names."""
    try:
        return _config(_read(f"[project]\n{line}", FILE_NAME)).annotators == tuple(annotators)
    except ConfigError:
        return False
