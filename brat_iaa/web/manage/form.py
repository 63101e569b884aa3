"""Fields of what annotators see, between phases and in each, and what a form wants to change."""

from typing import NamedTuple

from brat_iaa import config
from brat_iaa.kinds.declaration import Setting

# Names of inputs: a setting, and what it was when the form was made.
SETTING, WAS = "set:", "was:"
PHASE = "phase "
_SECTIONS = {section.name: section.settings for section in config.SECTIONS}
(_OF_PHASES,) = (settings for name, settings in _SECTIONS.items() if name.startswith(PHASE))
PHASE_KEYS = tuple(setting.key for setting in _OF_PHASES)


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

    @property
    def open(self):
        """Whether it must be seen: it cannot be used, or was typed and is not saved."""
        return bool(self.error) or self.value != self.was


def fields(section, written, typed=None, errors=None, general=None):
    """List of Field of [access], or of a phase.

    written  {section: {key: text}} of the file
    typed    {name: text} as somebody has typed it
    errors   {name: message}
    general  of a phase: between_phases()
    """
    values, form_fields = written.get(section, {}), []
    for setting in _declared(section):
        value, choices = values.get(setting.key, ""), []
        if setting.choices:
            choices = list(zip(setting.choices, setting.words))
            if general is not None:
                choices.insert(0, ("", f"as between phases: {general[setting.key]}"))
            elif not value:
                value = setting.default
        name = f"{section}|{setting.key}"
        now, error = (typed or {}).get(name, value), (errors or {}).get(name, "")
        form_fields.append(Field(setting, section, now, value, choices, error))
    return form_fields


def _declared(section):
    return _OF_PHASES if section.startswith(PHASE) else _SECTIONS.get(section, ())


def setting_of(section, key):
    """The Setting of a key in a section of the file; None where none is declared."""
    return next((setting for setting in _declared(section) if setting.key == key), None)


def words_of(section, key, value):
    """A value in words, as the pages say it."""
    setting = setting_of(section, key)
    if setting is None or not setting.words:
        return value or ""
    return dict(zip(setting.choices, setting.words)).get(value or setting.default, value)


def between_phases(written):
    """{key: words} of what holds where a phase says nothing, and while none is open.

    written  {section: {key: text}} of the file
    """
    access = written.get("access", {})
    return {key: words_of("access", key, access.get(key, "")) for key in PHASE_KEYS}


def labelled(errors):
    """[(what the setting is called, message)] of {name: message}; "" where it is no setting."""
    labels = []
    for name, message in errors.items():
        setting = setting_of(*name.split("|")) if name.count("|") == 1 else None
        labels.append((setting.label if setting else "", message))
    return labels


def changes(form):
    """{section: {key: text, None to take it out}} of what differs from when the form was made.

    form  werkzeug's MultiDict
    """
    changed = {}
    for name, value in typed(form).items():
        section, _, key = name.rpartition("|")
        changed.setdefault(section, {})[key] = value or None
    return changed


def typed(form):
    """{name: text} of the settings in a form that differ from when it was made."""
    values = {}
    for name in form:
        setting = name[len(SETTING) :]
        if name.startswith(SETTING) and "|" in setting:
            value = form[name].replace("\r\n", "\n").strip()
            if value != form.get(WAS + setting, "").replace("\r\n", "\n").strip():
                values[setting] = value
    return values


def hidden_character(text):
    """Whether a text holds a character that cannot be seen, which no file of settings may hold."""
    return any(
        ord(char) < 32 and char not in "\n\t" or char in "\x7f\x85\u2028\u2029" for char in text
    )
