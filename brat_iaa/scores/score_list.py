"""The scores of an agreement, in blocks that are kept while nothing that they are about changes."""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, islice

from brat_iaa.figures import without_ending
from brat_iaa.scores.score_table import SubjectScores


class ScoreBlock:
    """Scores of one layer about one document, or about the project, its pairs and its labels.

    layer     its name
    document  name; None: the project
    parts     SubjectScores, and lists of Score
    """

    def __init__(self, layer, document, parts):
        self.layer, self.document = layer, document
        self.parts = [part for part in parts if isinstance(part, SubjectScores) or part]

    def __iter__(self):
        return chain.from_iterable(self.parts)

    def __len__(self):
        return sum(map(len, self.parts))

    @property
    def figures_and_labels(self) -> dict:
        """{((measure, statistic), label): None} of the scores, in order; no label: None"""
        return {
            about: None
            for part in self.parts
            for about in (
                ((column.key, part.label) for _, column in part.columns)
                if isinstance(part, SubjectScores)
                else (((score.measure, score.statistic), score.label) for score in part)
            )
        }

    def of_figure(self, key, label) -> list:
        """The Scores of one (measure, statistic) about a label, or all; each of its annotators."""
        found: list = []
        for part in self.parts:
            if not isinstance(part, SubjectScores):
                about = (*key, label)
                found += [
                    score
                    for score in part
                    if (score.measure, score.statistic, score.label) == about
                ]
            elif part.label == label:
                found += part.of_figure(key)
        return found

    def without_values(self, reason) -> "ScoreBlock":
        """The same, all undefined for this reason."""
        scores = [score.without_value(reason) for score in self]
        return ScoreBlock(self.layer, self.document, [scores])

    def figures(self, annotators) -> list:
        """The parts of a ScoreMapping of some annotators about the whole of the document."""
        if all(isinstance(part, SubjectScores) for part in self.parts):
            return [(part, annotators) for part in self.parts]
        return self.index[0].get((annotators, self.document, None), [])

    @cached_property
    def index(self) -> tuple:
        """({(annotators, document, label): parts of a ScoreMapping}, {the same: {(measure,
        statistic): {ending: Score}}} of figures with coarse labels).
        """
        plain, coarse, endings = {}, {}, {}
        for part in self.parts:
            if isinstance(part, SubjectScores):
                for annotators in part.by_annotators:
                    about = annotators, self.document, part.label
                    plain.setdefault(about, []).append((part, annotators))
                continue
            by_annotators = {}
            for score in part:
                name = score.measure
                about = score.annotators, score.document, score.label
                if name not in endings:
                    endings[name] = without_ending(name)
                measure, ending = endings[name]
                if ending:
                    of_figure = coarse.setdefault(about, {})
                    of_figure.setdefault((measure, score.statistic), {})[ending] = score
                else:
                    by_annotators.setdefault(about, {})[name, score.statistic] = score
            for about, figures in by_annotators.items():
                plain.setdefault(about, []).append(figures)
        return plain, coarse


class ScoreList(Sequence):
    """The Scores of some ScoreBlocks.

    blocks  tuple of ScoreBlock
    """

    def __init__(self, blocks):
        self.blocks = tuple(blocks)

    def __eq__(self, other):
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __iter__(self):
        return chain.from_iterable(self.blocks)

    def __len__(self):
        return sum(map(len, self.blocks))

    def __getitem__(self, position):
        if isinstance(position, slice):
            return tuple(islice(self, *position.indices(len(self))))
        if position < 0:
            return tuple(self)[position]
        return next(islice(self, position, None))

    @property
    def whole(self) -> list:
        """List of those about the whole project."""
        of_project = (block for block in self.blocks if block.document is None)
        parts = (part for block in of_project for part in block.parts)
        # No score of a label is made.
        about_all = (part for part in parts if getattr(part, "label", None) is None)
        return [score for part in about_all for score in part if score.whole]

    @property
    def keys(self) -> dict:
        """{layer: (measure, statistic) of its figures of the whole project, in order}"""
        keys: dict = {}
        for block in self.blocks:
            if block.document is None:
                keys.setdefault(block.layer, {}).update(
                    (key, None) for key, label in block.figures_and_labels if label is None
                )
        return {layer: tuple(of_layer) for layer, of_layer in keys.items()}

    def of_figure(self, layer, key, document=None, label=None) -> list:
        """The Scores of one (measure, statistic), each of its annotators."""
        blocks = [
            block for block in self.blocks if (block.layer, block.document) == (layer, document)
        ]
        return [score for block in blocks for score in block.of_figure(key, label)]

    def labels_of(self, layer, key) -> list:
        """The labels that have a figure, sorted."""
        return sorted({
            label
            for block in self.blocks
            if block.layer == layer and block.document is None
            for figure, label in block.figures_and_labels
            if figure == key and label is not None
        })  # fmt: skip

    def of_layers(self, names) -> "ScoreList":
        """Those of some layers."""
        return ScoreList(block for block in self.blocks if block.layer in names)

    @property
    def labels(self) -> set:
        """All labels that there are scores of; none is about a document."""
        of_project = (block.index[0] for block in self.blocks if block.document is None)
        return {label for index in of_project for _, _, label in index} - {None}
