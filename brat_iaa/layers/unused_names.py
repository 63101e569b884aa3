"""Names in the settings that occur in no file: misspelt, or not used yet."""

from fnmatch import fnmatchcase

from brat_iaa.config import FILE_NAME, labels_in_groups, settings_of
from brat_iaa.corpus.inventory import COMMENT
from brat_iaa.corpus.inventory import inventory as count_records
from brat_iaa.corpus.problem import Problem
from brat_iaa.errors import ConfigError
from brat_iaa.spelling import nearest

_SHOWN = 5  # names in a reason


def unused_names(project, config, inventory) -> tuple:
    """([Problem of each name in the settings of compared layers that no annotator has used],
    {name of a layer that is empty because of it: why it has no figures}).

    inventory  Inventory of all files of the documents whose texts are compared

    If none of the names in a setting is used, the layer is empty, which looks like agreement.
    """
    everything = count_records([
        annotations
        for document in project.documents
        for version in document.others
        for annotations in version.annotations.values()
    ])  # fmt: skip
    everything.add(inventory)
    messages, without = [], {}
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
            if not setting.records or not names:
                continue
            used = set().union(*(getattr(everything, kind) for kind in setting.records))
            unused = [name for name in names if name not in used]
            messages += [
                f"{where}{setting.key} = {name}: no annotator has used it."
                + nearest(name, sorted(used), "There are")
                for name in unused
            ]
            # A setting that does not narrow leaves something to compare.
            if len(unused) == len(names) and setting.narrows:
                without.update(dict.fromkeys(layers, f"nobody has drawn {_shown(names)} yet"))
    sources = {*everything.labels, *([f"notes:{COMMENT}"] if everything.comments else ())}
    for layer in config.layers:
        # A pattern of notes may match nothing yet; a name should be used by somebody.
        source = layer.settings.label_source
        named = source.partition(":")[0] in ("attribute", "normalization", "notes")
        if named and source not in sources:
            messages.append(
                f"[layer {layer.name}] value = {source}: no annotator has used it."
                + nearest(source, sorted(sources), "There are")
            )
            without[layer.name] = f"nobody has given {source} yet"
    messages += _unused_labels(everything, config)
    problems = [Problem(FILE_NAME, None, "unused-name", message) for message in messages]
    return problems, without


def require_used(overrides, unused):
    """Raise ConfigError if an override, such as labels, names what no annotator has used.

    unused  Problems of unused_names()
    """
    for problem in unused:
        key, equals, words = problem.message.partition(" = ")
        if equals and overrides.get(key):
            raise ConfigError(f"{_option(key)} {words}")


def require_directories(overrides, config, there, root):
    """Raise ConfigError if an override names an annotator who has no directory, or a gold is named
    that has none.

    config  Config with the overrides; there: names of all directories
    """
    for key, names in (("annotators", config.annotators or ()), ("gold", (config.gold,))):
        typed = overrides.get(key)
        for name in names if typed or key == "gold" else ():
            if name is not None and name not in there:
                hint = nearest(name, sorted(there), "Directories")
                where = _option(key) if typed else f"{FILE_NAME}: {key} = {name}"
                raise ConfigError(
                    f"{where}: there is no directory {name} in {root.name or root}.{hint}"
                )


def require_documents(overrides, config, project):
    """Raise ConfigError if an override names a document that no annotator has."""
    names = {document.name for document in project.documents}
    names.update(excluded.document for excluded in project.excluded)
    for pattern in config.documents or () if overrides.get("documents") else ():
        if not any(fnmatchcase(name, pattern) for name in names):
            hint = nearest(pattern, sorted(names), "Documents")
            raise ConfigError(
                f"{_option('documents')}: no document is called {pattern}.{hint} A * stands for "
                "any text."
            )


def _option(key):
    return f"--{key.replace('_', '-')}"


def _unused_labels(inventory, config):
    """Yield what is wrong with settings about labels that name no label of their layer: figures
    with them are those without, or undefined. Some labels may be rare; that nobody uses any is a
    mistake.
    """
    for layer in config.layers:
        settings = layer.settings
        groups = labels_in_groups(getattr(settings, "coarse", None) or "")
        of_setting = {"coarse": groups, "order": getattr(settings, "order", None)}
        of_type = settings.label_source == "type"
        # Of some layers labels are not known before they are compared.
        used = () if settings.labelled is None else (
            getattr(inventory, settings.labelled) if of_type
            else inventory.labels.get(settings.label_source, ())
        )  # fmt: skip
        for key, names in of_setting.items():
            if names and used and not {*used} & {*names}:
                yield (
                    f"[layer {layer.name}] {key}: no annotator has used any of the labels that it "
                    f"names ({_shown(names)})." + nearest(names[0], sorted(used), "There are")
                )


def _shown(names):
    return ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
