"""What two states of a project have in common: documents with the same text, and annotators."""

from dataclasses import fields
from typing import NamedTuple

from brat_iaa.config import DependencySettings
from brat_iaa.corpus.project import Excluded
from brat_iaa.scores.pooled_documents import PooledDocuments


class CommonPart(NamedTuple):
    """The part of two Agreements that can be compared.

    annotators  those of both states, in the order of the later one
    pairs       pairs of them that both states compared
    documents   names of the documents with the same text in both
    before      PooledDocuments of these documents in the earlier state
    after       the same of the later state; sentences have the same numbers in both
    excluded    tuple of Excluded(document, annotators, reason)
    settings    names of the settings of what counts that differ between the states
    """

    annotators: tuple
    pairs: tuple
    documents: tuple
    before: PooledDocuments
    after: PooledDocuments
    excluded: tuple
    settings: tuple


def common_part(before, after) -> CommonPart:
    """CommonPart of two Agreements, the earlier and the later one."""
    annotators = tuple(name for name in after.annotators if name in before.annotators)
    documents, excluded = [], []
    for name in sorted(set(before.tables) | set(after.tables)):
        reason = _why_not(before.tables.get(name), after.tables.get(name))
        if reason is None:
            documents.append(name)
        else:
            excluded.append(Excluded(name, annotators, reason))
    earlier, later = (
        PooledDocuments([agreement.tables[name].columns for name in documents], annotators)
        for agreement in (before, after)
    )
    annotators = tuple(name for name in later.annotators if name in earlier.annotators)
    pairs = tuple(pair for pair in later.comparisons if pair in earlier.comparisons)
    return CommonPart(
        annotators,
        pairs,
        tuple(documents),
        earlier,
        later,
        tuple(excluded),
        _settings(before.config, after.config),
    )


def _settings(before, after):
    names = sorted(setting.name for setting in fields(DependencySettings))
    differing = [
        name
        for name in names
        if getattr(before.dependencies, name) != getattr(after.dependencies, name)
    ]
    layers = [
        {layer.name: layer for layer in config.layers if not layer.settings.of_project}
        for config in (before, after)
    ]
    differing += [
        f"those of the layer {name}"
        for name, layer in layers[0].items()
        if layers[1].get(name, layer) != layer
    ]
    return tuple(differing)


def _why_not(before, after):
    """Why a document cannot be compared between two states, given its tables; None if it can."""
    if before is None:
        return "compared in the later snapshot only"
    if after is None:
        return "compared in the earlier snapshot only"
    if before.text != after.text:
        return "its text was changed between the two snapshots"
    if [(sentence.start, sentence.end) for sentence in before.sentences] != [
        (sentence.start, sentence.end) for sentence in after.sentences
    ]:
        return "its sentences are not the same in both snapshots"
    return None
