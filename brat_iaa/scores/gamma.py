"""Gamma of layers in which annotators choose the spans: spans are aligned, and may differ a little.

Source: Mathet, Widlöcher & Métivier 2015; see measures/gamma.py. What shifts at random is all of an
annotator's spans in a document, so documents are what intervals take as drawn: expected disorder
has no parts that belong to sentences.
"""

from math import nan

from brat_iaa.errors import Undefined
from brat_iaa.measures.gamma import SEED, Disorder, Gamma, disorder_or_reason
from brat_iaa.measures.shared_work import in_order
from brat_iaa.scores.builder import NO_FIGURE
from brat_iaa.scores.pooled_layer import groups_of

GAMMA = "gamma", "combined"


class GammaLayer:
    """The spans of some documents as units of a continuum.

    tables      list of their LabelTables
    annotators  of the project, in order
    progress    function of (done, total)
    executor    a concurrent.futures.Executor that computes disorders, or None
    """

    def __init__(self, tables, annotators, progress, executor):
        self._tables, self._annotators = tables, annotators
        self._compute(progress, executor)

    def _compute(self, progress, executor):
        """Compute the disorders that the tables lack; they stay there until the file changes."""
        lacking = [
            (table, group)
            for table in self._tables
            for group in dict.fromkeys(
                self._present(table, group) for group in groups_of(self._annotators)
            )
            if len(group) > 1 and group not in table.disorders
        ]
        tasks = (table.continuum(group) for table, group in lacking)
        results = in_order(disorder_or_reason, tasks, len(lacking), executor)
        for done, ((table, group), result) in enumerate(zip(lacking, results)):
            progress(done, len(lacking))
            table.disorders[group] = result

    def _present(self, table, annotators):
        return tuple(name for name in annotators if name in table.annotators)

    def project_scores(self, builder) -> list:
        """List of Score: all annotators, then their pairs."""
        groups = groups_of(self._annotators)
        return [self._score(builder, group, self._tables) for group in groups]

    def document_scores(self, builders) -> list:
        """For each document a list of Score: all its annotators, then their pairs."""
        groups = [groups_of(self._present(table, self._annotators)) for table in self._tables]
        return [
            [self._score(builder, group, [table]) for group in of_document if len(group) > 1]
            for builder, of_document, table in zip(builders, groups, self._tables)
        ]

    def _score(self, builder, group, tables):
        compared, reasons, missing = [], [], 0
        for table in tables:
            present = self._present(table, group)
            result = table.disorders.get(present)
            if isinstance(result, Disorder):
                compared.append(result)
            else:
                missing += sum(map(len, table.continuum(present).units))
                reasons += [] if result is None else [str(result)]
        gamma = Gamma(compared)
        about = (*GAMMA, group)
        try:
            result, error = gamma.score(), gamma.error
        except Undefined as undefined:
            reason = reasons[0] if reasons and not gamma.items else str(undefined)
            source = _source(gamma, len(reasons), nan)
            return builder.score(*about, source, NO_FIGURE, gamma.items, missing, reason)
        (figure,) = builder.figures_of_documents(gamma.estimate())
        source, chance = _source(gamma, len(reasons), error), result[1:]
        return builder.score(*about, source, figure, gamma.items, missing, None, *chance)


def _source(gamma, left_out, error):
    """Source of a score; error: standard error of gamma from the draws, or nan."""
    source = (
        "gamma:Mathet2015|dissimilarity:positional+nominal,1,1,empty:1"
        f"|expected:shifts,seed:{SEED}|random-texts:{gamma.draws}"
    )
    if error == error:
        source += f"|sampling-se:{error:.2g}"
    return source + f"|left-out:{left_out}"
