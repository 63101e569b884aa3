"""Names in the settings that occur in no file: misspelt, or not used yet."""

from typing import NamedTuple

from brat_iaa.config import FILE_NAME, labels_in_groups, nearest, settings_of
from brat_iaa.corpus.inventory import COMMENT
from brat_iaa.corpus.problem import Problem

_SHOWN = 5  # names in a reason


class Unused(NamedTuple):
    """Names that nobody has used.

    problems  a Problem for each name
    without   {name of a layer that is empty because of it: why it has no figures}
    """

    problems: list
    without: dict


class _Wanted(NamedTuple):
    """Names in a setting.

    where    start of a message about it
    records  kinds of record that have these types
    layers   names of the layers that contain nothing else
    """

    where: str
    names: tuple
    records: tuple
    layers: tuple


def unused_names(project, config, inventory) -> Unused:
    """Unused: names in the settings of compared layers that no annotator has used.

    inventory  Inventory of all files of the documents whose texts are compared

    If none of the names in a setting is used, the layer is empty, which looks like agreement.
    """
    inventories = [inventory]
    inventories += [
        annotations.inventory
        for document in project.documents
        for own in document.others
        for annotations in own.annotations.values()
    ]
    used = _types(inventories)
    problems, without = [], {}
    for where, names, records, layers in _wanted(config):
        used_names = set().union(*(used[kind] for kind in records))
        unused = [name for name in names if name not in used_names]
        for name in unused:
            message = f"{where} = {name}: no annotator has used it." + nearest(
                name, sorted(used_names), "There are"
            )
            problems.append(Problem(FILE_NAME, None, "unused-name", message))
        if len(unused) == len(names):
            shown = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
            without.update(dict.fromkeys(layers, f"nobody has drawn {shown} yet"))
    for layer in config.layers:
        # A pattern of notes may match nothing yet; a name should be used by somebody.
        source = layer.settings.label_source
        named = source.partition(":")[0] in ("attribute", "normalization", "notes")
        if named and source not in used["labels"]:
            names = sorted(used["labels"])
            message = f"[layer {layer.name}] value = {source}: no annotator has used it." + nearest(
                source, names, "There are"
            )
            problems.append(Problem(FILE_NAME, None, "unused-name", message))
            without[layer.name] = f"nobody has given {source} yet"
    return Unused(problems + _unused_labels(inventories, config), without)


def _unused_labels(inventories, config):
    """Problems with settings about labels that name no label of their layer: figures with them are
    those without, or undefined. Some labels may be rare; that nobody uses any is a mistake.
    """
    problems = []
    for layer in config.layers:
        named = {key: names for key, names in _labels_named(layer).items() if names}
        used = _labels_used(inventories, layer) if named else set()
        for key, names in named.items() if used else ():
            if not used.intersection(names):
                shown = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
                message = (
                    f"[layer {layer.name}] {key}: no annotator has used any of the labels that it "
                    f"names ({shown})." + nearest(names[0], sorted(used), "There are")
                )
                problems.append(Problem(FILE_NAME, None, "unused-name", message))
    return problems


def _labels_named(layer):
    """{setting: labels that it names}"""
    return {
        "coarse": labels_in_groups(getattr(layer.settings, "coarse", None) or ""),
        "order": list(getattr(layer.settings, "order", None) or ()),
    }


def _labels_used(inventories, layer):
    """Set of the labels that annotators gave in a layer; empty where that is not known before it is
    compared.
    """
    records, source = layer.settings.labelled, layer.settings.label_source
    if records is None:
        return set()
    used = set()
    for inventory in inventories:
        if source == "type":
            used.update(getattr(inventory, records))
        elif source in inventory.labels:
            used.update(inventory.labels[source])
    return used


def _wanted(config):
    # The settings of dependencies also define tokens, so they hold even if no arcs are compared.
    arcs = tuple(layer.name for layer in config.layers if layer.settings.arcs)
    settings = [("", config.dependencies, arcs)]
    settings += [
        (f"[layer {layer.name}] ", layer.settings, (layer.name,))
        for layer in config.layers
        if not layer.settings.arcs
    ]
    for where, layer_settings, layers in settings:
        for setting, names in settings_of(layer_settings):
            if setting.records and names:
                # A setting that does not narrow leaves something to compare.
                empty = layers if setting.narrows else ()
                yield _Wanted(where + setting.key, names, setting.records, empty)


def _types(inventories):
    """{kind of record: its types in the annotators' files}; "labels": sources of labels"""
    used = {name: set() for name in ("spans", "relations", "equivs", "events", "labels")}
    for inventory in inventories:
        for name, types in used.items():
            types.update(getattr(inventory, name))
        if inventory.comments:
            used["labels"].add(f"notes:{COMMENT}")
    return used
