"""Writes an iaa.conf that explains every setting."""

import io
import textwrap
from typing import NamedTuple

from brat_iaa.config.model import Layer
from brat_iaa.config.reading import FILE_NAME, parse
from brat_iaa.config.settings import PHASE, SETTINGS
from brat_iaa.errors import ConfigError


class Proposal(NamedTuple):
    """A layer that a new iaa.conf begins with.

    layer   Layer
    active  whether it is compared; otherwise its lines stand there as comments
    found   what was found in the files: a sentence
    why     why it is not compared: a sentence; "" if it is
    """

    layer: Layer
    active: bool
    found: str
    why: str = ""


def template(annotators=(), proposals=(), gold=None):
    """The text of an iaa.conf that says what each setting does; all of it commented out but what
    was found.

    proposals  Proposals, in the order in which the layers are reported
    gold       name of a directory that is probably the gold; it stands there as a comment
    """
    annotators = tuple(name for name in annotators if name != gold)
    named = f"annotators = {', '.join(annotators)}\n"
    out = io.StringIO()
    out.write(
        "# Settings of brat-iaa for this project. Lines such as “#key = value” show the defaults.\n"
        "# To change one, remove the # and write another value. A blank value is the default too.\n"
        "# To compare one more layer, remove the # before its [layer …] too; its name is free.\n"
        "# If there is no [layer …] at all, everything is compared that the files hold.\n"
        "# So it is with a [phase …].\n"
    )
    section = None
    for setting in SETTINGS:
        if setting.section != section:
            out.write(_further(section, proposals) + "\n")
            section = setting.section
            out.write(_header(section, proposals))
        else:
            out.write("\n")
        words = setting.help
        if setting.choices and len(setting.choices) > 1:
            words += f" Allowed: {', '.join(setting.choices)}."
        out.write(_commented(words))
        if setting.key == "annotators" and _reads_back(named, annotators):
            # Not active: a list would leave out whoever joins later, and say nothing.
            out.write(f"#{named}")
            continue
        if setting.key == "gold" and gold is not None:
            out.write(f"#gold = {gold}\n")
            continue
        out.write(_line(setting, next(iter(_of(section, proposals)), None)))
    return out.getvalue()


def _of(section, proposals):
    """The Proposals of the kind that a section explains, those that are active first."""
    own = [one for one in proposals if section == f"layer {one.layer.kind}"]
    return sorted(own, key=lambda one: not one.active)


def _header(section, proposals):
    """The line of a section; of a layer, what was found of it and its name."""
    own = _of(section, proposals)
    if own:
        first = own[0]
        return (
            _commented(_words(first)) + f"{'' if first.active else '#'}[layer {first.layer.name}]\n"
        )
    return f"{'#' if section == PHASE or section.startswith('layer ') else ''}[{section}]\n"


def _line(setting, proposal):
    """A setting as it is explained first, in the section of a Proposal if there is one."""
    value, active = setting.default, False
    if proposal is not None:
        value = _text(proposal.layer, setting)
        active = proposal.active and (setting.key == "kind" or value != setting.default)
    return f"{'' if active else '#'}{setting.key} = {value}".rstrip() + "\n"


def _text(layer, setting):
    """The value of a setting in a layer as it is written."""
    if setting.key == "kind":
        return layer.kind
    value = getattr(layer.settings, setting.key)
    return ", ".join(value) if isinstance(value, tuple) else "" if value is None else value


def _further(section, proposals):
    """The layers of a kind after the first: only what differs from the defaults, as all else is
    explained above.
    """
    lines = []
    for proposal in _of(section, proposals)[1:]:
        lines.append("\n" + _commented(_words(proposal)))
        comment = "" if proposal.active else "#"
        lines.append(f"{comment}[layer {proposal.layer.name}]\n")
        for setting in SETTINGS:
            if setting.section == section:
                value = _text(proposal.layer, setting)
                if setting.key == "kind" or value != setting.default:
                    lines.append(f"{comment}{setting.key} = {value}\n")
    return "".join(lines)


def _words(proposal):
    return " ".join(filter(None, (proposal.found, proposal.why)))


def _commented(words):
    return "".join(f"# {line}\n" for line in textwrap.wrap(words, 88))


def _reads_back(line, annotators):
    """Whether names survive in a list; directories can hold commas or “ #” in their names."""
    try:
        return parse(f"[project]\n{line}", FILE_NAME).annotators == tuple(annotators)
    except ConfigError:
        return False
