"""Writes an iaa.conf with what was found in the files."""

import textwrap

from brat_iaa.config.sections import settings_of
from brat_iaa.corpus.found import Found
from brat_iaa.corpus.layout import USUAL
from brat_iaa.kinds.declaration import as_text

_HEAD = """\
# Settings of brat-agreement for this project: brat-agreement guide settings explains all of them.
# To compare another layer, remove the # before its lines; choose any name for it.
# Without any [layer …], everything in the files is compared.
"""


def template(proposals=(), found=Found()):
    """The text of an iaa.conf: how the files lie, and layers, as comments where they are only
    proposed.

    proposals  Proposals, in the order in which the layers are reported
    found      corpus.found.Found: how the files lie
    """
    given = {} if found.layout == USUAL else {"layout": found.layout}
    if found.gold is not None:
        given["gold"] = found.gold
    if found.annotators is not None:
        given["annotators"] = as_text(found.annotators)
    lines = "".join(f"{key} = {value}\n" for key, value in given.items())
    return f"{_HEAD}\n[project]\n{lines}" + "".join(map(_proposed, proposals))


def _proposed(proposal):
    """Lines of a Proposal: what was found, its kind, and what is not the default."""
    layer, off = proposal.layer, "#" * (not proposal.active)
    defaults = {setting.key: setting.default for setting, _ in settings_of(layer.settings)}
    values = {setting.key: as_text(value) for setting, value in settings_of(layer.settings)}
    words = textwrap.wrap(f"{proposal.found} {proposal.why}", 88, break_on_hyphens=False)
    lines = [f"# {line}" for line in words] + [f"{off}[layer {layer.name}]"]
    lines += [
        f"{off}{key} = {value}"
        for key, value in {"kind": layer.kind, **values}.items()
        if value != defaults.get(key)
    ]
    return "\n" + "".join(f"{line}\n" for line in lines)
