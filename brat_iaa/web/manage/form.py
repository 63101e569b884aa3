"""Fields of what annotators see, between phases and in each, and what a form changes."""

from typing import NamedTuple

from brat_iaa import config
from brat_iaa.kinds.declaration import Setting

SETTING = "set:"  # names of inputs begin so
PHASE = "phase "
_SECTIONS = {section.name: section.settings for section in config.SECTIONS}
(_OF_PHASES,) = (settings for name, settings in _SECTIONS.items() if name.startswith(PHASE))
PHASE_KEYS = tuple(setting.key for setting in _OF_PHASES)


class Field(NamedTuple):
    """One input: a Setting of a section, its value, and [(value, words)] to choose from; of text
    none.
    """

    setting: Setting
    section: str
    value: str
    choices: list

    @property
    def key(self):
        return self.setting.key

    @property
    def name(self):
        return f"{SETTING}{self.section}|{self.key}"


def fields(section, written, typed=(), general=None):
    """List of Field of [access], or of a phase.

    written  {section: {key: text}} of the file
    typed    the form as somebody has sent it, where it was not kept
    general  of a phase: {key: words} of what holds where it says nothing
    """
    found = []
    for setting in _declared(section):
        choices = list(zip(setting.choices, setting.words)) if setting.choices else []
        if choices and general is not None:
            choices.insert(0, ("", f"as between phases: {general[setting.key]}"))
        field = Field(setting, section, _value(section, setting, written), choices)
        found.append(field._replace(value=dict(typed).get(field.name, field.value)))
    return found


def _declared(section):
    return _OF_PHASES if section.startswith(PHASE) else _SECTIONS.get(section, ())


def _value(section, setting, written):
    """As it is written in the file; of choices outside of phases the one that holds."""
    value = written.get(section, {}).get(setting.key, "")
    return value or (setting.default if setting.choices and not section.startswith(PHASE) else "")


def setting_of(section, key):
    """The Setting of a key in a section of the file; None where none is declared."""
    return next((setting for setting in _declared(section) if setting.key == key), None)


def words_of(section, key, value):
    """A value in words, as the pages say it."""
    setting = setting_of(section, key)
    if setting is None or not setting.words:
        return value or ""
    return dict(zip(setting.choices, setting.words)).get(value or setting.default, value)


def sees(access):
    """What annotators see by settings of [access], {key: value}, in words."""
    keys = "reveal", "others", "review", "guests"
    reveal, others, review, guests = (
        access.get(key) or setting_of("access", key).default for key in keys
    )
    if guests == "all":
        reveal = "all"  # annotators see at least as much as everybody else
    if (reveal, others, review) == ("own", "hidden", "no"):
        reveal = "none"
    words = words_of("access", "reveal", reveal)
    if reveal != "own":
        return words
    others = words_of("access", "others", others)
    return f"{words}; others are {others}{'; no review' * (review == 'no')}"


def changes(form, written):
    """{section: {key: text, None to take it out}} of the settings of a form that the file does not
    have so. form: werkzeug's MultiDict
    """
    changed = {}
    for name, value in form.items():
        section, bar, key = name.removeprefix(SETTING).rpartition("|")
        if name.startswith(SETTING) and bar:
            setting, value = setting_of(section, key), value.replace("\r\n", "\n").strip()
            if value != (_value(section, setting, written) if setting else ""):
                changed.setdefault(section, {})[key] = value or None
    return changed


def hidden_character(text):
    """Whether a text holds a character that cannot be seen, which no file of settings may hold."""
    return any(
        ord(char) < 32 and char not in "\n\t" or char in "\x7f\x85\u2028\u2029" for char in text
    )
