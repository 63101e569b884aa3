"""Names in the settings that stand in no file: misspelt, or not used yet."""

from typing import NamedTuple

from brat_iaa.config import FILE_NAME, nearest, settings_of
from brat_iaa.corpus.standoff import Problem

_SHOWN = 5  # names in a reason


class Unused(NamedTuple):
    """Names that nobody has used.

    problems  a Problem for each name
    without   {name of a layer that is empty for it: why it has no figures}
    """

    problems: list
    without: dict


class _Wanted(NamedTuple):
    """Names that a setting lists.

    where    what a message about it begins with
    records  kinds of record of which these are types
    layers   names of the layers that hold nothing else
    """

    where: str
    names: tuple
    records: tuple
    layers: tuple


def unused_names(project, config):
    """Unused: names in the settings of what is compared that no annotator has used.

    If no name of a setting is used, what the layer compares is empty, and looks like agreement.
    """
    found = _types(project)
    problems, without = [], {}
    for where, names, records, layers in _wanted(config):
        there = set().union(*(found[kind] for kind in records))
        unused = [name for name in names if name not in there]
        for name in unused:
            said = f"{where} = {name}: no annotator has used it." + nearest(
                name, sorted(there), "There are"
            )
            problems.append(Problem(FILE_NAME, None, "unused-name", said))
        if len(unused) == len(names):
            shown = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
            without.update(dict.fromkeys(layers, f"nobody has drawn {shown} yet"))
    for layer in config.layers:
        # A pattern of notes may match nothing in good faith; a name should be somebody's.
        place = layer.settings.value if layer.kind == "labels" else "type"
        if (
            place.partition(":")[0] in ("attribute", "normalization", "notes")
            and place not in found["labels"]
        ):
            names = sorted(found["labels"])
            said = f"[layer {layer.name}] value = {place}: no annotator has used it." + nearest(
                place, names, "There are"
            )
            problems.append(Problem(FILE_NAME, None, "unused-name", said))
            without[layer.name] = f"nobody has given {place} yet"
    return Unused(problems, without)


def _wanted(config):
    # Settings of dependencies say what a token is, so they hold even if no arcs are compared.
    arcs = tuple(
        layer.name
        for layer in config.layers
        if layer.kind == "dependencies"
        or (layer.kind == "trees" and layer.settings.nodes == "arcs")
    )
    settings = [("", "dependencies", config.dependencies, arcs)]
    settings += [
        (f"[layer {layer.name}] ", layer.kind, layer.settings, (layer.name,))
        for layer in config.layers
        if layer.kind != "dependencies"
    ]
    for where, kind, own, layers in settings:
        if kind == "trees" and own.nodes == "arcs":
            continue
        for setting, names in settings_of(own):
            if setting.records and names:
                # Without any name of a setting that does not narrow, something is left to compare.
                empty = layers if setting.narrows else ()
                yield _Wanted(where + setting.key, names, setting.records, empty)


def _types(project):
    """{kind of record: types that the annotators' files have}; "labels": the places where labels
    stand
    """
    found = {name: set() for name in ("spans", "relations", "equivs", "events", "labels")}
    for document in project.documents:
        for own in document.annotations.values():
            for name, types in found.items():
                types.update(getattr(own.inventory, name))
    return found
