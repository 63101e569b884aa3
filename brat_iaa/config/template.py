"""Writes an iaa.conf that explains every setting."""

import io
import textwrap
from typing import NamedTuple

from brat_iaa.config.reading import FILE_NAME, parse
from brat_iaa.config.settings import PHASE, SETTINGS
from brat_iaa.errors import ConfigError


class Proposal(NamedTuple):
    """What a new iaa.conf says of one kind of layer.

    active  whether the layer is compared; otherwise its lines stand there as comments
    found   a sentence about what was found in the files
    values  {key of the setting: value to begin with}
    """

    active: bool
    found: str
    values: dict


_ALONE = {"dependencies": Proposal(True, "", {})}


def template(annotators=(), proposals=None, gold=None):
    """The text of an iaa.conf that says what each setting does; all of it commented out but what was found.

    proposals  {kind: Proposal}; None: dependencies
    gold       name of a directory that is probably the gold; it stands there as a comment
    """
    proposals = _ALONE if proposals is None else proposals
    annotators = tuple(name for name in annotators if name != gold)
    named = f"annotators = {', '.join(annotators)}\n"
    out = io.StringIO()
    out.write(
        "# Settings of brat-iaa for this project. Lines such as “#key = value” show the defaults.\n"
        "# To change one, remove the # and write another value. A blank value is the default too.\n"
        "# To compare one more layer, remove the # before its [layer …] too; its name is free.\n"
        "# So it is with a [phase …].\n"
    )
    section = None
    for setting in SETTINGS:
        kind = setting.section.partition("layer ")[2]
        proposal = proposals.get(kind, Proposal(False, "", {}))
        out.write("\n")
        if setting.section != section:
            section = setting.section
            out.write(_commented(proposal.found))
            commented = section == PHASE or (kind and not proposal.active)
            out.write(f"{'#' if commented else ''}[{section}]\n")
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
        value = proposal.values.get(setting.key, setting.default)
        active = proposal.active and (setting.key == "kind" or value != setting.default)
        out.write(f"{'' if active else '#'}{setting.key} = {value}".rstrip() + "\n")
    return out.getvalue()


def _commented(words):
    return "".join(f"# {line}\n" for line in textwrap.wrap(words, 88))


def _reads_back(line, annotators):
    """Whether names survive in a list; directories can hold commas or “ #” in their names."""
    try:
        return parse(f"[project]\n{line}", FILE_NAME).annotators == tuple(annotators)
    except ConfigError:
        return False
