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

# Settings of older versions: (name of their Section, key), and why they have no effect any more.
_RESAMPLING = "Intervals are computed without resampling now."
_GRADED = (
    "Figures with labels graded by distance are gone: coarse takes labels together, and order says "
    "which labels of spans are next to each other."
)
_GAMMA = "brat-agreement guide studies#gamma says how pygamma-agreement computes gamma."
OUTDATED = {
    ("intervals", "resamples"): _RESAMPLING,
    ("intervals", "seed"): _RESAMPLING,
    ("layer dependencies", "label_distances"): _GRADED,
    ("layer labels", "gamma"): _GAMMA,
    ("layer labels", "label_distances"): _GRADED,
    ("layer trees", "label_distances"): _GRADED,
}
# Values of older versions: {key: {value: (what holds instead, why)}} of [access] and of phases.
_ROUNDED = "Figures of the whole project alone are no level any more: nothing is open"
OUTDATED_VALUES = {
    "reveal": {"scores": ("none", f"{_ROUNDED} to annotators. Write none, or own.")},
    "guests": {"scores": ("none", f"{_ROUNDED} to visitors. Write none, or all.")},
}
# Settings of older versions that are options of a study now: (name of their Section, key), and the
# option. Directories that they name are excluded.
MOVED = {
    ("project", "candidates"): ("candidates", "candidate"),
    ("project", "second_passes"): ("consistency", "passes"),
    ("anchoring", "anchors"): ("anchoring", "anchors"),
    ("anchoring", "started_from"): ("anchoring", "started-from"),
    ("anchoring", "gold_of"): ("anchoring", "gold-of"),
    ("anchoring", "scratch"): ("anchoring", "scratch"),
    ("anchoring", "reviewed"): ("anchoring", "reviewed"),
    ("anchoring", "judges"): ("anchoring", "judges"),
}
# Of these the directories: of pairs the first of each.
EXCLUDING = ("candidates", "second_passes", "anchors", "gold_of", "reviewed")


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
