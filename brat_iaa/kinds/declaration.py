"""How a setting is declared: as a value of a record, with how to read and explain it.

    class TreeSettings(Settings):
        nodes: str = choice("arcs", "spans", help="arcs: dependency trees. spans: nested spans.")

Parsers raise ConfigError with the reason alone; reading.py puts the file, line and value before it.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Callable, NamedTuple, Optional

from brat_iaa.errors import ConfigError
from brat_iaa.spelling import nearest


class Setting(NamedTuple):
    """A setting of iaa.conf.

    default    as it is written in the file; "" for none
    help       one or two sentences
    label      its name on pages, in a few words
    words      what choices mean, in a few words each; empty if they speak for themselves
    parse      function of the text in the file that returns the value; raises ConfigError
    value      what is written, in a word: "NAMES", "{in,out}"
    choices    allowed texts; None if there are others
    many       whether it is a list, which may continue on further lines
    example    a value as it is written; "" if there are choices
    option     whether commands have it as an option as well; not of kinds of layers that a project
               may have several of
    phases     whether a phase may replace it
    signature  its name in the signatures of scores; None if it is not part of them
    always     whether signatures also name its default
    only_with  (key, value) of the setting without which signatures do not name it
    records    kinds of records whose types it lists, as Inventory calls them
    narrows    whether only what it lists is compared
    computed   whether anything is computed from it
    initial    the default as a value
    key        name of the value
    section    section of iaa.conf, "layer trees" for layers of the kind trees; in a declaration ""
               is the section of its class
    owner      class with the value; None if there is none
    """

    default: str
    help: str
    parse: Callable = str
    value: str = "TEXT"
    choices: Optional[tuple[str, ...]] = None
    label: str = ""
    words: tuple[str, ...] = ()
    many: bool = False
    example: str = ""
    option: bool = False
    phases: bool = False
    signature: Optional[str] = ""
    always: bool = False
    only_with: Optional[tuple[str, str]] = None
    records: tuple[str, ...] = ()
    narrows: bool = True
    computed: bool = True
    initial: Any = None
    key: str = ""
    section: str = ""
    owner: Optional[type] = None


@dataclass(frozen=True)
class Settings:
    """Base of the classes of settings. A subclass may have values besides.

    declared  {key: Setting}
    """

    _replace = replace

    def __init_subclass__(cls):
        cls.declared = {
            key: declared._replace(key=key, owner=cls)
            for key, declared in vars(cls).items()
            if isinstance(declared, Setting)
        }
        for key, declared in cls.declared.items():
            initial = field(default=declared.initial, compare=declared.computed)
            setattr(cls, key, initial)


def as_text(value):
    """A setting's value as it is written: of lists the names with commas, "" for None."""
    if isinstance(value, tuple):
        return ", ".join(part if isinstance(part, str) else ": ".join(part) for part in value)
    return "" if value is None else value


def text(default, *, help, **declared) -> Any:
    """A setting that is any text, unless it has a parser."""
    return Setting(as_text(default), help, initial=default, **declared)


def choice(*choices, help, **declared) -> Any:
    """A setting with a few values; the first is the default."""

    def parse(value):
        if value not in choices:
            raise ConfigError("not a value of this setting." + nearest(value, choices))
        return value

    shown = "{" + ",".join(choices) + "}"
    return text(choices[0], parse=parse, choices=choices, value=shown, help=help, **declared)


def names(default, **declared) -> Any:
    """A list of directories or logins; their names may contain blanks."""
    return text(default, **{"parse": listed_names, "value": "NAMES", "many": True, **declared})


def type_names(**declared) -> Any:
    """A list of brat's types; their names contain no blanks. Default: None."""
    return names(None, parse=_types, value="TYPES", **declared)


def pairs(sides, *, example, unique=(), rule="", checks=(None, None), **declared) -> Any:
    """A list of pairs of names, ((first, second), ...). Default: empty.

    sides   what the two are, such as "login: annotator"
    unique  sides, 0 or 1, on which a name may occur once only
    rule    why, as a sentence
    checks  for each side a parser of the names on it, or None
    """

    def parse(value):
        parts = listed_names(value)
        split = tuple(tuple(side.strip() for side in part.rpartition(":")[::2]) for part in parts)
        for part, pair in zip(parts, split):
            if not all(pair):
                raise ConfigError(f"“{part}” is no pair. Expected “{sides}”, such as {example}.")
            for check, name in zip(checks, pair):
                if check is not None:
                    check(name)
        for side in unique:
            _check_once([pair[side] for pair in split], rule)
        return split

    return names((), parse=parse, value="PAIRS", example=example, **declared)


def listed_names(value: str) -> tuple:
    """Parser of names separated by commas or lines; raises ConfigError if one stands twice."""
    parts = tuple(part.strip() for part in value.replace("\n", ",").split(",") if part.strip())
    if not parts:
        raise ConfigError("names nothing. Expected names separated by commas.")
    _check_once(parts, "Name it once.")
    return parts


def _types(value):
    parts = listed_names(value)
    for part in parts:
        if " " in part:
            raise ConfigError(f"“{part}” contains a blank. Separate the names by commas.")
    return parts


def _check_once(parts, rule):
    for part in parts:
        if parts.count(part) > 1:
            raise ConfigError(f"“{part}” stands twice. {rule}")
