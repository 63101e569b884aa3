"""Names in the settings that stand in no file: misspelt, or not used yet."""

from typing import NamedTuple

from brat_iaa.config import nearest
from brat_iaa.corpus.standoff import Problem
from brat_iaa.errors import ConfigError

# Which records the names of a setting are types of.
_RECORDS = {
    "dependencies": {"labels": ("relations",), "token_types": ("spans",)},
    "labels": {"types": ("spans",)},
    "trees": {"types": ("spans",)},
    "chains": {"types": ("spans",), "relations": ("relations", "equivs")},
    "relations": {"types": ("events", "relations")},
}


class _Wanted(NamedTuple):
    """Names that a setting lists; where: what a message about it begins with."""

    where: str
    names: tuple
    records: tuple


def unused_names(project, config):
    """Problems for names in the settings of what is compared that no annotator has used.

    Raises ConfigError if no name of a setting is used: what is compared would be empty.
    """
    found = _types(project)
    problems = []
    for where, names, records in _wanted(config):
        there = set().union(*(found[kind] for kind in records))
        unused = [name for name in names if name not in there]
        for name in unused:
            said = f"{where} = {name}: no annotator has used it." + nearest(name, sorted(there), "There are")
            if len(unused) == len(names):
                raise ConfigError(said)
            problems.append(Problem("iaa.conf", None, "unused-name", said))
    return problems


def _wanted(config):
    # Settings of dependencies say what a token is, so they hold even if no arcs are compared.
    settings = [("", "dependencies", config.dependencies)]
    settings += [
        (f"[layer {layer.name}] ", layer.kind, layer.settings)
        for layer in config.layers
        if layer.kind != "dependencies"
    ]
    for where, kind, own in settings:
        for key, records in _RECORDS[kind].items():
            names = getattr(own, key)
            if names and not (kind == "trees" and own.nodes == "arcs"):
                yield _Wanted(where + key, names, records)


def _types(project):
    """{kind of record: types that the annotators' files have}"""
    found = {"spans": set(), "relations": set(), "equivs": set(), "events": set()}
    for document in project.documents:
        for own in document.annotations.values():
            found["spans"].update(span.type for span in own.spans.values())
            found["relations"].update(relation.type for relation in own.relations)
            found["equivs"].update(equiv.type for equiv in own.equivs)
            found["events"].update(event.type for event in own.events.values())
    return found
