"""Which of two golds judges prefer where they differ: one made from scratch, or one made from a
tool's output.

Source: Berzak et al. 2016, section 4. All figures are without punctuation, as there.

A judgement prefers what a directory says of a token, so it counts for every gold that says the
same, and against those that say something else. Where the golds are pooled (shared approval), it
counts once for each gold that it is about: in the paper's Table 3 more tokens are shared than one
gold could hold.
"""

import numpy

from brat_iaa.config import nearest
from brat_iaa.corpus.problem import Problem, quoted
from brat_iaa.errors import Undefined
from brat_iaa.references.pooled_references import METRICS
from brat_iaa.scores.builder import A_TEST, EstimatedFigure
from brat_iaa.studies.anchoring.formulas import breakdown, preference
from brat_iaa.studies.anchoring.scores import share_scores

_NO_GOLD = "no gold made from scratch: name it as gold in [project]"
_NOT_JUDGED = "no judged token on which the two golds differ"
_NO_ANCHOR = (
    "it is not known from which anchor this annotation was made: name it in gold_of or started_from"
)
_ONE_ANCHOR = "only one anchor: what is specific to a tool and what tools share needs two"
_NONE_SPECIFIC = (
    "no judged token on which only the own anchor says the same, and the gold made from "
    "scratch does not"
)
_NONE_SHARED = (
    "no judged token on which all anchors say the same, and the gold made from scratch does not"
)


def judge_scores(pooled, builder, annotators, judgements) -> tuple:
    """(list of Score of the whole project, list of Problem).

    pooled      PooledReferences
    judgements  Judgements
    """
    if judgements.file is None:
        return [], []
    config, names = builder.config, tuple(dict.fromkeys(annotators + builder.config.references))
    rows, items, problems = _on_tokens(pooled, judgements, names)
    judged = _Judged(pooled, items, [row.preferred for row in rows])
    anchor_of = dict(config.anchoring.started_from)
    # Without golds made from anchors, annotators are judged.
    sides = config.anchoring.gold_of or [(name, anchor_of.get(name)) for name in annotators]
    sides = [(name, anchor) for name, anchor in sides if pooled.present((name,))]
    nothing = numpy.zeros(len(items), dtype=bool)
    scores = []
    if not pooled.present((config.gold,)):
        for name, _ in sides:
            for metric in METRICS:
                for statistic in ("preference", "specific-approval"):
                    scores += judged.approval(
                        builder, metric, statistic, (name,), [(nothing, nothing)], _NO_GOLD
                    )
        return scores, problems
    anchors = pooled.present(config.anchoring.anchors)
    one_anchor = _ONE_ANCHOR if len(anchors) < 2 else None
    for column, metric in enumerate(METRICS):
        for_gold, all_shared = judged.prefer(config.gold, column), []
        for name, anchor in sides:
            differ = judged.same(name, config.gold)[:, column] == 0
            chosen = differ & (for_gold | judged.prefer(name, column))
            specific = shared = nothing
            if anchor in anchors:
                own_anchor, *others = (
                    judged.same(name, other)[:, column]
                    for other in (anchor, *(other for other in anchors if other != anchor))
                )
                specific, shared = breakdown(
                    own_anchor, numpy.array(others).reshape(len(others), len(own_anchor))
                )
            for statistic, rows, reason in (
                ("preference", chosen, _NOT_JUDGED),
                ("specific-approval", chosen & specific,
                 _NO_ANCHOR if anchor is None else one_anchor or _NONE_SPECIFIC),
            ):  # fmt: skip
                pair, counted = (name, config.gold), [(rows, for_gold)]
                scores += judged.approval(builder, metric, statistic, pair, counted, reason)
            all_shared.append((chosen & shared, for_gold))
        if sides:
            no_anchor = _NO_ANCHOR if all(anchor is None for _, anchor in sides) else None
            names = tuple(dict.fromkeys(name for name, _ in sides)) + (config.gold,)
            reason = no_anchor or one_anchor or _NONE_SHARED
            scores += judged.approval(builder, metric, "shared-approval", names, all_shared, reason)
    return scores, problems


def _on_tokens(pooled, judgements, names):
    """(Judgements' rows on tokens, numbers of their items, a Problem for each other row).

    names  of all directories
    """
    rows, items, problems, tokens = [], [], [], {}
    for row in judgements.rows:
        table = pooled.tables.get(row.document)
        if table is not None and row.document not in tokens:
            first = pooled.first_item(row.document)
            tokens[row.document] = of_document = {}
            for number, index in enumerate(table.items, first):
                token = table.tokens[index]
                of_document.setdefault((token.start, token.end), number)
        item = tokens.get(row.document, {}).get((row.start, row.end))
        problem = None
        if table is None:
            problem = f"The document {quoted(row.document)} is not compared." + nearest(
                row.document, pooled.tables
            )
        elif row.preferred not in names:
            problem = f"{quoted(row.preferred)} is no annotator, gold or anchor." + nearest(
                row.preferred, names
            )
        elif item is None:
            problem = f"{quoted(row.document)} has no token from {row.start} to {row.end}."
        if problem:
            problems.append(Problem(judgements.file, row.line, "judgement", problem))
        else:
            rows.append(row)
            items.append(item)
    return rows, numpy.array(items, dtype=numpy.int64), problems


class _Judged:
    """Judgements on items of PooledReferences; preferred: the directory of each."""

    def __init__(self, pooled, items, preferred):
        self._pooled, self._items, self._preferred = pooled, items, preferred
        self._sentence, self._same = pooled.columns.sentence[items], {}

    def same(self, first, second):
        """Whether two directories say the same: judgements x METRICS, 1 or 0; -1 where either lacks
        the token, or it is punctuation.
        """
        if (first, second) not in self._same:
            tokens = self._pooled.words(first, second)
            right = numpy.full((len(self._pooled.columns.sentence), len(METRICS)), -1)
            right[tokens.item] = tokens.right
            self._same[first, second] = right[self._items]
        return self._same[first, second]

    def prefer(self, directory, column):
        """Whether what judges preferred is what a directory says: booleans."""
        alike = [
            name == directory or self.same(name, directory)[row, column] == 1
            for row, name in enumerate(self._preferred)
        ]
        return numpy.array(alike, dtype=bool)

    def approval(self, builder, metric, statistic, annotators, chosen, reason):
        """List of Score: share of judgements that prefer the gold made from scratch, its z and its
        p.

        chosen  [(which judgements, whether they prefer the gold made from scratch)], booleans
        """
        sentence = numpy.concatenate([self._sentence[rows] for rows, _ in chosen])
        preferred = numpy.concatenate([for_gold[rows] for rows, for_gold in chosen])[:, None]
        source = f"BE16|{statistic}"
        scores = share_scores(
            self._pooled, builder, annotators, [(metric, statistic)], preferred, sentence, source,
            None, reason,
        )  # fmt: skip
        z = p = numpy.nan
        try:
            z, p = preference(int(preferred.sum()), len(preferred))[3:]
        except Undefined:
            pass
        return scores + [
            builder.score(
                metric, f"{statistic}-{name}", annotators, source,
                EstimatedFigure(value, None, A_TEST), len(preferred), None, reason,
            )
            for name, value in (("z", z), ("p", p))
        ]  # fmt: skip
