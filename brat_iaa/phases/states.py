"""Two states of one project, be they snapshots, directories or the files as they are: what both
have, by how much their figures differ on that, and what became of each place.
"""

from functools import cached_property
from itertools import combinations

import numpy

from brat_iaa.config import DependencySettings
from brat_iaa.corpus.project import Excluded
from brat_iaa.phases.changes import changes
from brat_iaa.phases.differences import differences
from brat_iaa.scores.pooled_layer import SharedSentences


class ComparedStates:
    """Two states of a project compared.

    before, after  the Agreements of the earlier and the later state
    annotators     those of both, in the order of the later one
    pairs          pairs of them
    documents      names of the documents with the same text in both
    excluded       tuple of Excluded(document, annotators, reason)
    settings       names of the settings of what counts that differ between the states
    """

    def __init__(self, before, after):
        self.before, self.after = before, after
        names = tuple(name for name in after.annotators if name in before.annotators)
        why_not = {
            document: _why_not(before.tables.get(document), after.tables.get(document))
            for document in sorted({*before.tables, *after.tables})
        }
        self.documents = tuple(document for document, why in why_not.items() if not why)
        self.excluded = tuple(
            Excluded(document, names, why) for document, why in why_not.items() if why
        )
        begun = [
            {name for document in self.documents for name in state.tables[document].annotators}
            for state in (before, after)
        ]
        self.annotators = tuple(name for name in names if all(name in there for there in begun))
        self.pairs = tuple(combinations(self.annotators, 2))
        self.settings = _other_settings(before.config, after.config)

    @cached_property
    def changes(self) -> list:
        """List of PlaceChange, in the order of documents, places in the text and layers."""
        return changes(self)

    @cached_property
    def differences(self) -> list:
        """List of Difference of each layer, see differences()."""
        return differences(self)

    def within(self, margin) -> list:
        """The same, with whether a figure is not worse by more than a margin; None: not asked."""
        if margin is None:
            return self.differences
        return [difference._replace(margin=margin) for difference in self._bounded]

    @cached_property
    def _bounded(self):
        return differences(self, bounded=True)

    def sentences(self, layer) -> SharedSentences:
        """The sentences of the documents, with who is compared in them in a Layer in both."""
        states = self.before, self.after
        number = [len(self.before.tables[document].sentences) for document in self.documents]
        in_both = [
            set.intersection(*({*state.annotators_of(document, layer)} for state in states))
            for document in self.documents
        ]
        counted = {
            name: numpy.repeat(numpy.array([name in there for there in in_both], bool), number)
            for name in self.annotators
        }
        documents = numpy.repeat(numpy.arange(len(number)), number)
        return SharedSentences(self.documents, documents, counted)


def _other_settings(before, after):
    names = [
        name
        for name in sorted(DependencySettings.declared)
        if getattr(before.dependencies, name) != getattr(after.dependencies, name)
    ]
    layers = [
        {layer.name: layer for layer in config.layers if not layer.settings.of_project}
        for config in (before, after)
    ]
    names += [
        f"those of the layer {name}"
        for name, layer in layers[0].items()
        if layers[1].get(name, layer) != layer
    ]
    return tuple(names)


def _why_not(before, after):
    """Why a document cannot be compared between two states, given its tables; "" if it can."""
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
    return ""
