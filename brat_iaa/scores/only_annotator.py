"""Which layers one annotator alone drew: the others have not begun them, so nobody disagrees."""

from brat_iaa.layers.begun import begun_by
from brat_iaa.measures.distinct import distinct
from brat_iaa.scores.data import concerns


def only_annotators(config, project, references) -> dict:
    """{layer's name: the annotator who alone of all who are compared drew anything of it, or gold}

    config      Config with the layers
    project     Project of the annotators
    references  the same documents with the gold: what it has, an annotator may lack
    """
    in_gold = {layer.name for layer in config.layers_of_gold(config.layers)} if config.gold else ()
    with_gold = {document.name: document for document in references.documents} if in_gold else {}
    documents = [
        (with_gold.get(document.name, document), *document.others) for document in project.documents
    ]
    return {
        layer.name: only
        for layer in config.layers
        if (only := _only_annotator(layer, documents, config, layer.name in in_gold))
    }


def _only_annotator(layer, documents, config, in_gold):
    """Who alone drew anything of a Layer; None if another did, too, or nobody."""
    drew, unclear = set(), set()
    for files in _compared(layer, documents, config, in_gold):
        for name, annotations in files.items():
            if name not in drew and _drew(annotations, layer):
                drew.add(name)
            elif name not in unclear and _is_unclear(annotations, layer):
                unclear.add(name)
        if len(drew | unclear) > 1:
            return None
    return drew.pop() if drew else None


def _compared(layer, documents, config, in_gold):
    """Yield {side: its Annotations} of each document in which several are compared.

    documents  [(ParallelDocument, the same of those who have another text, ...)]
    """
    apart = {*config.references} - ({config.gold} if in_gold else set())
    for versions in documents:
        files = {}
        for version in versions if layer.own_texts else versions[:1]:
            begun = begun_by(version, config.dependencies)[0]
            files.update((name, version.annotations[name]) for name in begun if name not in apart)
        if len(files) > 1:
            yield files


def _is_unclear(annotations, layer):
    """Whether a file without anything of a Layer may say more than that it is not begun: it is
    empty, and compared all the same, or has lines of it that could not be read.
    """
    return not annotations.spanned or any(
        concerns(layer, problem) for problem in annotations.problems
    )


def _drew(annotations, layer):
    settings, spans = layer.settings, annotations.span_columns
    if settings.carried:
        from brat_iaa.layers.labels import labels_in

        rows = labels_in(annotations.attribute_columns, layer)[0]
        types = _used(spans.type[rows], spans.types)
        return bool(types) if settings.types is None else not types.isdisjoint(settings.types)
    relations = annotations.relation_columns
    there = {
        "spans": _used(spans.type, spans.types),
        "relations": _used(relations.type, relations.types),
        "events": {event.type for event in annotations.events.values()},
        "equivs": {equiv.type for equiv in annotations.equivs},
    }
    return any(
        bool(there[records]) if types is None else not {*types}.isdisjoint(there[records])
        for records, types in settings.drawn.items()
    )


def _used(numbers, names):
    """Set of the names that some numbers stand for."""
    return {names[number] for number in distinct(numbers).tolist()}
