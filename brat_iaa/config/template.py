"""Writes an iaa.conf that explains every setting."""

import re
import textwrap

from brat_iaa.config.sections import PHASE, SECTIONS, settings_of
from brat_iaa.corpus.found import Found
from brat_iaa.corpus.layout import USUAL
from brat_iaa.kinds.declaration import as_text

_HEAD = """\
# Settings of brat-agreement for this project. Lines such as “#key = value” show defaults.
# To change one, remove the # and write another value. A blank value is the default too.
# To compare another layer, remove the # before its [layer …] too; choose any name for it.
# Without any [layer …], everything in the files is compared.
# The same holds for a [phase …].
"""


def template(annotators=(), proposals=(), found=Found()):
    """The text of an iaa.conf that says what each setting does; everything is commented out except
    what was found in the files.

    proposals  Proposals, in the order in which the layers are reported
    found      corpus.found.Found: how the files lie
    """
    excluded_dirs = (found.gold, *found.apart)
    annotators = tuple(name for name in annotators if name not in excluded_dirs)
    # Comments: a list of annotators would silently leave out whoever joins later.
    readable = not any(re.search("[,;#]", name) for name in annotators)
    always = {"annotators": as_text(annotators)} if readable else {}
    given = {} if found.layout == USUAL else {"layout": found.layout}
    if found.gold is not None:
        given["gold"] = found.gold
    if found.annotators is not None:
        given["annotators"] = as_text(found.annotators)
    return _HEAD + "".join(_section(section, proposals, always, given) for section in SECTIONS)


def _section(section, proposals, always, given):
    """A section with its settings explained, and all layers of its kind.

    always  {key: value to show as a comment}
    given   those that hold
    """
    layers = [proposal for proposal in proposals if section.name == f"layer {proposal.layer.kind}"]
    layers.sort(key=lambda proposal: not proposal.active)
    # Further layers have only what differs from the defaults, as all else is explained above.
    return _explained(section, layers[0] if layers else None, always, given) + "".join(
        f"\n{_header(section, proposal)}" + "".join(f"{line}\n" for line in _differing(proposal))
        for proposal in layers[1:]
    )


def _explained(section, proposal, always, given):
    written = {} if proposal is None else _written(proposal.layer)
    differing = [] if proposal is None else _differing(proposal)
    settings = []
    for setting in section.settings:
        value = written.get(setting.key, {**always, **given}.get(setting.key, setting.default))
        line = f"{setting.key} = {value}".rstrip()
        holds = line in differing or setting.key in given
        words = setting.help
        if setting.choices and len(setting.choices) > 1:
            words += f" Allowed: {', '.join(setting.choices)}."
        if setting.example:
            words += f" Example: {setting.example}"
        settings.append(_comment(words) + (line if holds else f"#{line}"))
    return f"\n{_header(section, proposal)}" + "\n\n".join(settings) + "\n"


def _header(section, proposal):
    """The line of a section; of a layer, what was found of it and its name."""
    if proposal is None:
        optional = section.name == PHASE or section.name.startswith("layer ")
        return f"{'#' if optional else ''}[{section.name}]\n"
    words = _comment(" ".join(filter(None, (proposal.found, proposal.why))))
    return f"{words}{'' if proposal.active else '#'}[layer {proposal.layer.name}]\n"


def _written(layer):
    values = {setting.key: as_text(value) for setting, value in settings_of(layer.settings)}
    return {"kind": layer.kind, **values}


def layer_lines(layer) -> list:
    """Lines of a Layer in iaa.conf: its kind, and what is not the default."""
    defaults = {setting.key: setting.default for setting, _ in settings_of(layer.settings)}
    return [
        f"{key} = {value}" for key, value in _written(layer).items() if value != defaults.get(key)
    ]


def _differing(proposal):
    return ["#" * (not proposal.active) + line for line in layer_lines(proposal.layer)]


def _comment(words):
    return "".join(f"# {line}\n" for line in textwrap.wrap(words, 88, break_on_hyphens=False))
