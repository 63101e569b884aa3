"""Forms made from the declarations of settings, and what a form that comes back wants to change."""

import re
from typing import NamedTuple

from brat_iaa import config
from brat_iaa.config.declaration import Setting
from brat_iaa.errors import ConfigError

# Names of inputs: a setting, and what it was when the form was made.
SETTING, WAS = "set:", "was:"
LONGEST = 20_000
_PHASE = "phase "
_LAYER = "layer "
_SECTIONS = {section.name: section for section in config.SECTIONS}
(_OF_PHASES,) = (section for section in config.SECTIONS if section.name.startswith(_PHASE))
# Where a message begins with a line of the file, and then names the setting.
_LINE = re.compile(rf"{re.escape(config.FILE_NAME)}, line \d+: ")
_NAMED = re.compile(r"\[([^\]]*)\] (\w+) = ")


class Field(NamedTuple):
    """One input.

    setting  as it is declared
    value    as it is written in the file, "" if it is not; of choices the one in force
    was      the value when the form was made
    choices  [(value, words)]; empty for text
    error    why the value cannot be used, "" if it can
    """

    setting: Setting
    section: str
    value: str
    was: str
    choices: list
    error: str

    @property
    def key(self):
        return self.setting.key

    @property
    def name(self):
        """Section and key, such as "access|reveal"."""
        return f"{self.section}|{self.key}"


class FieldGroup(NamedTuple):
    """The fields of a section. title: in words; section: as in the file; help: what the title does
    not say
    """

    title: str
    section: str
    help: str
    fields: list


class Wanted(NamedTuple):
    """What a form wants to be in the file. was: what was there when the form was made"""

    section: str
    key: str
    was: str
    value: str

    @property
    def name(self):
        return f"{self.section}|{self.key}"


def declared(section, values):
    """The Section that declares the settings of a section of the file, None if there is none.

    values  {key: text} of the section
    """
    if section.startswith(_PHASE):
        return _OF_PHASES
    if section.startswith(_LAYER):
        return _SECTIONS.get(_LAYER + (values.get("kind") or section[len(_LAYER) :].strip()))
    return _SECTIONS.get(section)


def fields(section, written, keys=None, typed=None, errors=None, general=None):
    """List of Field of a section.

    written  {section: {key: text}} of the file
    keys     those that are wanted; None: all
    typed    {name: text} as somebody has typed it
    errors   {name: message}
    general  of a phase: between_phases()
    """
    values = written.get(section, {})
    found = declared(section, values)
    return [
        _field(setting, section, values, typed or {}, errors or {}, general)
        for setting in (found.settings if found else ())
        if setting.key != "kind" and (keys is None or setting.key in keys)
    ]


def _field(setting, section, values, typed, errors, general):
    name, written = f"{section}|{setting.key}", values.get(setting.key, "")
    choices = []
    if setting.choices:
        choices = list(zip(setting.choices, setting.words or setting.choices))
        if general is not None:
            between = f"as between phases: {general[setting.key]}"
            choices.insert(0, ("", between))
        elif not written:
            written = setting.default
    return Field(setting, section, typed.get(name, written), written, choices, errors.get(name, ""))


def setting_of(section, key, values=()):
    """The Setting of a key in a section of the file; None where none is declared.

    values  {key: text} of the section
    """
    found = declared(section, dict(values))
    return next((one for one in found.settings if one.key == key), None) if found else None


def words_of(section, key, value):
    """A value in words, as the pages say it."""
    setting = setting_of(section, key)
    if setting is None or not setting.words:
        return value or ""
    words = dict(zip(setting.choices, setting.words)).get(value or setting.default)
    return words if words else value


def label_of(section, key, values=()):
    """What a setting is called on the pages."""
    setting = setting_of(section, key, values)
    return setting.label if setting and setting.label else key


def title_of(section):
    """What the section of a phase or layer is called on the pages; "" of all others."""
    name = section.partition(" ")[2].strip()
    if section.startswith(_PHASE):
        return f"Phase {name}"
    return f"Layer {name}" if section.startswith(_LAYER) else ""


def phase_keys():
    """Keys of the settings that a phase may have."""
    return tuple(setting.key for setting in _OF_PHASES.settings)


def between_phases(written):
    """{key: words} of what holds where a phase says nothing, and while none is open.

    written  {section: {key: text}} of the file
    """
    access = written.get("access", {})
    return {key: words_of("access", key, access.get(key, "")) for key in phase_keys()}


def labelled(errors):
    """[(what the setting is called, message)] of {name: message}; without a name for others."""
    found = []
    for name, message in errors.items():
        section, bar, key = name.rpartition("|")
        found.append((label_of(section, key) if bar else "", message))
    return found


def groups(written, typed=None, errors=None):
    """List of FieldGroup: every setting of the sections that can stand once, and of those of the
    file.
    """
    always = ("project", "access", "intervals", "anchoring")
    others = [name for name in written if name not in always and declared(name, written[name])]
    found = []
    for section in (*always, *others):
        explained, general = declared(section, written.get(section, {})), None
        if section.startswith(_PHASE):
            general = between_phases(written)
        title, help = title_of(section), explained.help
        if not title:
            title, help = help.rstrip("."), ""
        own = fields(section, written, None, typed, errors, general)
        found.append(FieldGroup(title, section, "" if general else help, own))
    return found


def wanted(form):
    """List of Wanted: what differs from when the form was made. form: werkzeug's MultiDict"""
    found = []
    for name in form:
        section, bar, key = name[len(SETTING) :].rpartition("|")
        if name.startswith(SETTING) and bar:
            was, value = (
                _read(form.get(kind + name[len(SETTING) :], "")) for kind in (WAS, SETTING)
            )
            if was != value:
                found.append(Wanted(section, key, was, value))
    return found


def typed(form):
    """{name: text} of all settings in a form."""
    return {name[len(SETTING) :]: form[name] for name in form if name.startswith(SETTING)}


def _read(text):
    return text.replace("\r\n", "\n").strip()


def changes(asked):
    """{section: {key: text, None to take it out}} of a list of Wanted."""
    found = {}
    for one in asked:
        found.setdefault(one.section, {})[one.key] = one.value or None
    return found


def checked(text, asked, off=()):
    """(new text, {}) or (None, {name of the field, "" for all: message}).

    text   of iaa.conf
    asked  list of Wanted
    off    sections that are made comments
    The messages are those of the command line; each setting that cannot be used has its own.
    """
    errors, left, new = {}, list(asked), None
    for one in asked:
        problem = _cannot_stand(one)
        if problem:
            errors[one.name] = problem
            left.remove(one)
    while new is None:
        try:
            new = config.changed(_without(text, off), changes(left))
        except ConfigError as error:
            message = _LINE.sub("", str(error).removeprefix(f"{config.FILE_NAME}: "), count=1)
            about = _NAMED.match(message)
            name = f"{about[1]}|{about[2]}" if about else ""
            errors.setdefault(name, message)
            blamed = [one for one in left if one.name == name]
            if not blamed:
                break
            left.remove(blamed[0])
    return (None, errors) if errors else (new, {})


def _without(text, off):
    for section in off:
        text = config.switched_off(text, section)
    return text


def unusable(section):
    """Why a text cannot be the name of a section in any file of settings, or None."""
    return _cannot_stand(Wanted(section, "", "", ""))


def _cannot_stand(one):
    """Why a text cannot stand in any file of settings, or None."""
    whole = one.section + one.key + one.value
    if any(
        ord(char) < 32 and char not in "\n\t" or char in "\x7f\x85\u2028\u2029" for char in whole
    ):
        return f"[{one.section}] {one.key}: holds a character that cannot be seen. Type it again."
    if len(one.value) > LONGEST:
        return f"[{one.section}] {one.key}: has {len(one.value)} characters; at most {LONGEST}."
    if "\n" in one.section + one.key:
        return f"“{one.section}”: a name stands on one line."
    return None
