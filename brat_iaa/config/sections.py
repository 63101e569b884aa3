"""The sections of iaa.conf with their settings, as the classes of settings declare them."""

from typing import NamedTuple

from brat_iaa.config.settings import AccessSettings, Config
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.declaration import Setting, as_text


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
    *((f"layer {kind.name}", kind.settings, kind.help) for kind in KINDS.values()),
    ("access", AccessSettings, "Who may see what."),
    (
        PHASE,
        None,
        "What annotators see in one phase, while phase in [project] names it. There may be a "
        "section for each phase, in their order.",
    ),
    ("intervals", None, "Confidence intervals."),
    ("check", None, "Checks in scripts and jobs of CI."),
)

# Settings of older versions, which what is kept of a project may have. Directories in the first, of
# pairs the first, are excluded.
EXCLUDING = ("candidates", "second_passes", "anchors", "gold_of", "reviewed")
FORMER_SETTINGS = (
    *EXCLUDING, "started_from", "scratch", "judges", "resamples", "seed", "label_distances",
    "expected", "gamma",
)  # fmt: skip
# {(key, value of older versions): what holds in its place}: figures of the whole project alone are
# no level any more, and nothing is open.
FORMER_VALUES = {("reveal", "scores"): "none", ("guests", "scores"): "none"}


def _declared():
    """Every Setting in the order of the classes, with its section and its name in signatures."""
    for name, owner, help in _SECTIONS:
        kind = name.partition("layer ")[2]
        if kind:
            yield Setting(kind, help, choices=(kind,), signature=None, key="kind", section=name)
        for key, setting in owner.declared.items() if owner else ():
            signed = kind and setting.signature is not None
            signature = (setting.signature or key.replace("_", "-")) if signed else None
            setting = setting._replace(section=setting.section or name, signature=signature)
            yield setting
            if setting.phases:
                help = f"Replaces {key} of [{name}] in this phase. Default: as there."
                yield setting._replace(default="", help=help, section=PHASE, owner=None)


_ALL = tuple(_declared())
SECTIONS = tuple(
    Section(name, help, tuple(setting for setting in _ALL if setting.section == name))
    for name, _, help in _SECTIONS
)
SETTINGS = tuple(setting for section in SECTIONS for setting in section.settings)


def settings_of(settings):
    """[(Setting, value)] of an object such as TreeSettings."""
    owner = type(settings)
    return [(each, getattr(settings, each.key)) for each in _ALL if each.owner is owner]


def signature_of(settings):
    """What signatures of scores say of a layer's settings, such as ["punct:in", "root:TOP"]."""
    values = {setting.key: value for setting, value in settings_of(settings)}
    return [
        f"{setting.signature}:{'+'.join(value) if isinstance(value, tuple) else value}"
        for setting, value in settings_of(settings)
        if setting.signature is not None
        and (setting.always or as_text(value) != setting.default)
        and (setting.only_with is None or setting.only_with in values.items())
    ]
