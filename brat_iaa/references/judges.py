"""Which of two golds judges prefer where they differ: one made from scratch, or one made from a
tool's output.

Source: Berzak et al. 2016, section 4. All figures are without punctuation, as there.

A judgement prefers what a directory says of a token, so it counts for every gold that says the
same, and against those that say something else. Where the golds are pooled (shared approval), it
counts once for each gold that it is about: in the paper's Table 3 more tokens are shared than one
gold could hold.
"""

from collections import defaultdict
from itertools import chain
from typing import NamedTuple

import numpy

from brat_iaa.config import ANCHORING_LAYER, nearest
from brat_iaa.corpus.problem import Problem, quoted
from brat_iaa.errors import Undefined
from brat_iaa.measures.anchoring import SHARED, SPECIFIC, breakdown, preference
from brat_iaa.references.pooled_references import METRICS, with_punctuation
from brat_iaa.scores.builder import A_TEST, EstimatedFigure, ScoreBuilder

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


class _TokenJudgement(NamedTuple):
    """A judgement on a token of PooledReferences: numbers of the token and its sentence."""

    item: int
    sentence: int
    preferred: str


def judge_scores(pooled, config, annotators, judgements) -> tuple:
    """(list of Score of the whole project, list of Problem).

    pooled      PooledReferences
    judgements  Judgements
    """
    if judgements.file is None:
        return [], []
    builder = ScoreBuilder(with_punctuation(config, "out"), ANCHORING_LAYER, data=pooled.data)
    names = tuple(dict.fromkeys(annotators + config.references))
    on_tokens, problems = _on_tokens(pooled, judgements, names)
    sides = [
        (name, anchor) for name, anchor in _sides(config, annotators) if pooled.present((name,))
    ]
    scores = []
    if not config.gold or not pooled.present((config.gold,)):
        for name, _ in sides:
            for metric in METRICS:
                for statistic in ("preference", "specific-approval"):
                    about = metric, statistic, (name,)
                    scores += _approval(pooled, builder, *about, [], _NO_GOLD)
        return scores, problems
    anchors = pooled.present(config.anchoring.anchors)
    same = _SameAnnotation(pooled)
    one_anchor = _ONE_ANCHOR if len(anchors) < 2 else None
    for column, metric in enumerate(METRICS):
        shared = []
        for name, anchor in sides:
            judged = _judged(same, column, on_tokens, config.gold, name, anchor, anchors)
            pair, everything = (name, config.gold), list(chain(*judged.values()))
            scores += _approval(
                pooled, builder, metric, "preference", pair, everything, _NOT_JUDGED
            )
            reason = _NO_ANCHOR if anchor is None else one_anchor or _NONE_SPECIFIC
            scores += _approval(
                pooled, builder, metric, "specific-approval", pair, judged[SPECIFIC], reason
            )
            shared += judged[SHARED]
        if sides:
            no_anchor = _NO_ANCHOR if all(anchor is None for _, anchor in sides) else None
            names = tuple(dict.fromkeys(name for name, _ in sides)) + (config.gold,)
            reason = no_anchor or one_anchor or _NONE_SHARED
            scores += _approval(pooled, builder, metric, "shared-approval", names, shared, reason)
    return scores, problems


def _sides(config, annotators):
    """((directory, anchor or None), ...) of what is judged beside the gold.

    The golds made from anchors; without any, the annotators.
    """
    anchoring = config.anchoring
    if anchoring.gold_of:
        return anchoring.gold_of
    anchor_of = dict(anchoring.started_from)
    return tuple((name, anchor_of.get(name)) for name in annotators)


def _on_tokens(pooled, judgements, names):
    """([_TokenJudgement], [Problem] for each other judgement). names: of all directories"""
    tokens, items, sentences = {}, 0, 0
    for document, table in pooled.tables.items():
        for row, item in enumerate(table.items):
            token = table.tokens[item]
            numbers = items + row, sentences + token.sentence - 1
            tokens.setdefault((document, token.start, token.end), numbers)
        items += len(table.items)
        sentences += len(table.sentences)
    on_tokens, problems = [], []
    for row in judgements.rows:
        problem = None
        if row.document not in pooled.tables:
            problem = f"The document {quoted(row.document)} is not compared." + nearest(
                row.document, pooled.tables
            )
        elif row.preferred not in names:
            problem = f"{quoted(row.preferred)} is no annotator, gold or anchor." + nearest(
                row.preferred, names
            )
        elif (row.document, row.start, row.end) not in tokens:
            problem = f"{quoted(row.document)} has no token from {row.start} to {row.end}."
        if problem:
            problems.append(Problem(judgements.file, row.line, "judgement", problem))
        else:
            numbers = tokens[row.document, row.start, row.end]
            on_tokens.append(_TokenJudgement(*numbers, row.preferred))
    return on_tokens, problems


class _SameAnnotation:
    """Whether two directories say the same of a token."""

    def __init__(self, pooled):
        self._pooled = pooled
        self._right = {}

    def __call__(self, first, second, item, column):
        """True or False; None if either lacks the token, or it is punctuation."""
        if (first, second) not in self._right:
            tokens = self._pooled.words(first, second)
            self._right[first, second] = dict(zip(tokens.item.tolist(), tokens.right.tolist()))
        right = self._right[first, second].get(item)
        return None if right is None else right[column]


def _judged(same, column, on_tokens, gold, name, anchor, anchors):
    """{kind: [(number of the sentence, whether the gold made from scratch is preferred)]}.

    Of the judged tokens on which the two golds differ; kind as breakdown() says, None if unknown.
    """
    judged = defaultdict(list)
    for item, sentence, preferred in on_tokens:
        if same(name, gold, item, column) is not False:
            continue
        for_gold = preferred == gold or same(preferred, gold, item, column)
        for_name = preferred == name or same(preferred, name, item, column)
        if for_gold or for_name:
            kind = _kind(same, column, item, name, anchor, anchors)
            judged[kind].append((sentence, bool(for_gold)))
    return judged


def _kind(same, column, item, name, anchor, anchors):
    """As breakdown() says; None without an anchor, or if one of the anchors lacks the token."""
    agrees = {other: same(name, other, item, column) for other in anchors}
    if anchor not in agrees or None in agrees.values():
        return None
    # Two values suffice: True is what this gold says, False something else.
    return breakdown(
        True, False, agrees[anchor], [value for other, value in agrees.items() if other != anchor]
    )


def _approval(pooled, builder, metric, statistic, annotators, judged, reason):
    """List of Score: share of judgements that prefer the gold made from scratch, its z and its p.

    judged  list of (number of the sentence, whether the gold made from scratch is preferred)
    """
    sentence = numpy.array([sentence for sentence, _ in judged], dtype=numpy.int64)
    preferred = numpy.array([[preferred] for _, preferred in judged], dtype=bool).reshape(-1, 1)
    source = f"BE16|{statistic}"
    scores = pooled.ratio_scores(
        builder, annotators, [(metric, statistic)], preferred, numpy.ones_like(preferred), sentence,
        source, reason=reason,
    )  # fmt: skip
    z = p = numpy.nan
    try:
        z, p = preference(int(preferred.sum()), len(judged))[3:5]
    except Undefined:
        pass
    return scores + [
        builder.score(
            metric, f"{statistic}-{name}", annotators, source,
            EstimatedFigure(value, None, A_TEST), len(judged), None, reason,
        )
        for name, value in (("z", z), ("p", p))
    ]  # fmt: skip
