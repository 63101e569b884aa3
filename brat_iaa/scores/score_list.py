"""The scores of an agreement, in blocks that are kept while nothing that they are about changes."""

from functools import cached_property
from itertools import chain, groupby

from brat_iaa.figures import without_ending


class ScoreBlock:
    """Scores of one layer about one document, or about the project, its pairs and its labels.

    layer     its name
    document  name; None: the project
    scores    sequence of Score
    """

    def __init__(self, layer, document, scores):
        self.layer, self.document, self.scores = layer, document, tuple(scores)

    def without_values(self, reason) -> "ScoreBlock":
        """The same, all undefined for this reason."""
        scores = [score.without_value(reason) for score in self.scores]
        return ScoreBlock(self.layer, self.document, scores)

    @cached_property
    def labels(self) -> frozenset:
        """The labels that any of the scores is about."""
        return frozenset(score.label for score in self.scores if score.label is not None)

    @cached_property
    def index(self) -> tuple:
        """({(annotators, document, label): {(measure, statistic): Score}}, the same with {ending:
        Score} of figures with coarse labels).
        """
        plain, coarse, endings = {}, {}, {}
        for score in self.scores:
            name = score.measure
            about = score.annotators, score.document, score.label
            if name not in endings:
                endings[name] = without_ending(name)
            measure, ending = endings[name]
            if ending:
                of_figure = coarse.setdefault(about, {})
                of_figure.setdefault((measure, score.statistic), {})[ending] = score
            else:
                plain.setdefault(about, {})[name, score.statistic] = score
        return plain, coarse


class ScoreList(tuple):
    """Tuple of the Scores of some ScoreBlocks.

    blocks  tuple of ScoreBlock
    """

    blocks: tuple

    def __new__(cls, blocks):
        blocks = tuple(blocks)
        found = super().__new__(cls, chain.from_iterable(block.scores for block in blocks))
        found.blocks = blocks
        return found

    def __reduce__(self):
        return ScoreList, (self.blocks,)

    def of_layers(self, names) -> "ScoreList":
        """Those of some layers."""
        chosen = [block for block in self.blocks if block.layer in names]
        return self if len(chosen) == len(self.blocks) else ScoreList(chosen)

    @property
    def labels(self) -> set:
        """All labels that there are scores of."""
        return set().union(*(block.labels for block in self.blocks))


def in_blocks(scores) -> list:
    """List of the ScoreBlocks of any Scores, in their order."""
    by = groupby(scores, key=lambda score: (score.layer, score.document))
    return [ScoreBlock(*about, list(of_block)) for about, of_block in by]
