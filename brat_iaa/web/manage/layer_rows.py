"""The layers of a project on the page Manage: those that are compared, and those that could be."""

from typing import NamedTuple

from brat_iaa import config
from brat_iaa.config.proposals import named
from brat_iaa.errors import ConfigError
from brat_iaa.web.manage import form

_KINDS = {
    "dependencies": "dependencies between tokens",
    "labels": "labels of spans",
    "trees": "trees",
    "chains": "coreference chains",
    "relations": "discourse relations",
    "entity-relations": "relations between spans",
    "events": "events",
}


class LayerRow(NamedTuple):
    """A layer that is compared, or could be.

    kind     in words
    section  of the file, "" if it has none
    found    what the files hold of it, a sentence
    why      why it is not compared by itself, a sentence, or ""
    on       whether it is compared
    values   {key: text} with which it is added
    """

    name: str
    kind: str
    section: str
    found: str
    why: str
    on: bool
    values: dict


def rows(seen, written):
    """(whether the settings name layers, list of LayerRow). Raises ProjectError where there is
    nothing to read.

    seen     Seen of a manager
    written  {section: {key: text}} of the file
    """
    now, found = seen.config(), seen.survey()
    proposals, inventory = list(found.proposals), found.inventory
    rows = []
    for layer in now.layers or ():
        section = next(
            name
            for name in written
            if name.startswith("layer ") and name[len("layer ") :].strip() == layer.name
        )
        same = next((proposal for proposal in proposals if proposal.layer.is_like(layer)), None)
        if same is not None:
            proposals.remove(same)
        found = same.found if same else _held(layer, inventory)
        rows.append(LayerRow(layer.name, _KINDS[layer.kind], section, found, "", True, {}))
    taken = {row.name for row in rows}
    for proposal in proposals:
        name, number = proposal.layer.name, 2
        while name in taken:
            name, number = f"{proposal.layer.name} {number}", number + 1
        on = now.layers is None and proposal.active
        kind, why = _KINDS[proposal.layer.kind], proposal.why if not on else ""
        rows.append(LayerRow(name, kind, "", proposal.found, why, on, _values(proposal.layer)))
    return now.layers is not None, rows


def changes(rows, toggled):
    """(list of Wanted, sections to switch off) that switch one layer on or off.

    toggled  its name; None: compare everything that the files hold
    """
    if toggled is None:
        return [], [row.section for row in rows if row.section]
    if toggled not in {row.name for row in rows}:
        raise ConfigError(f"There is no layer “{toggled}”. Nothing was changed.")
    on = [row for row in rows if row.on != (row.name == toggled)]
    if not on:
        raise ConfigError("At least one layer is compared. Nothing was changed.")
    new = [row for row in on if not row.section]
    asked = [
        form.Wanted(f"layer {row.name}", key, "", value)
        for row in new
        for key, value in row.values.items()
    ]
    return asked, [row.section for row in rows if row.section and row not in on]


def _held(layer, inventory):
    """What the files hold of a layer that is not among the proposals, a sentence."""
    if layer.arcs:
        kinds, names = ("relations",), ()
    else:
        # Of chains the second setting: what makes a chain, and not its mentions.
        setting, names = [
            (setting, value)
            for setting, value in config.settings_of(layer.settings)
            if setting.records and setting.narrows
        ][-1]
        by_default = "equivs" if layer.kind == "chains" else setting.records[0]
        kinds = setting.records if names else (by_default,)
    held = {
        name: number.number if kind == "spans" else number
        for kind in kinds
        for name, number in getattr(inventory, kind).items()
        if not names or name in names
    }
    return f"Found: {named(held)}." if held else "Nothing of it was found in the files."


def _values(layer):
    """{key: text} with which a layer is added: its kind, and what is not the default."""
    found = {"kind": layer.kind}
    for setting, value in config.settings_of(layer.settings):
        if setting.section.startswith("layer ") and config.as_text(value) != setting.default:
            found[setting.key] = config.as_text(value)
    return found
