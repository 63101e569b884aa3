"""Which of two golds judges prefer where these differ: that made from scratch, or that made from a
tool's output.

Source: Berzak et al. 2016, section 4. All figures are without punctuation, as there.

A judgement prefers what a directory says of a token, so it speaks for every
gold that says the same, and against those that say something else. Where the
golds are pooled (shared approval), it counts once for each gold that it is about:
in the paper's Table 3 more tokens are shared than one gold could hold.
"""

from typing import NamedTuple

import numpy

from brat_iaa.config import ANCHORING_LAYER, nearest
from brat_iaa.corpus.quoting import quoted
from brat_iaa.corpus.standoff import Problem
from brat_iaa.errors import Undefined
from brat_iaa.measures.anchoring import SHARED, SPECIFIC, breakdown, preference
from brat_iaa.references.pooled import METRICS, figures, with_punctuation
from brat_iaa.scores.builder import A_TEST, Figure, ScoreBuilder

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


class _Placed(NamedTuple):
    """A judgement on an item of Together."""

    item: int
    sentence: int
    preferred: str


def judge_scores(together, config, annotators, judgements):
    """(list of Score of the whole project, list of Problem).

    together    Together
    judgements  Judgements
    """
    if judgements.file is None:
        return [], []
    builder = ScoreBuilder(with_punctuation(config, "out"), ANCHORING_LAYER, data=together.data)
    known = tuple(dict.fromkeys(annotators + config.references))
    placed, problems = _placed(together, judgements, known)
    sides = [
        (name, anchor) for name, anchor in _sides(config, annotators) if together.names((name,))
    ]
    if not config.gold or not together.names((config.gold,)):
        return [
            score
            for name, _ in sides
            for metric in METRICS
            for statistic in ("preference", "specific-approval")
            for score in _share(together, builder, metric, statistic, (name,), [], _NO_GOLD)
        ], problems
    anchors = together.names(config.anchoring.anchors)
    same = _Same(together)
    found = []
    for column, metric in enumerate(METRICS):
        shared = []
        for name, anchor in sides:
            side = _judged(same, column, placed, config.gold, name, anchor, anchors)
            annotation = (name, config.gold)
            judged = [row[:2] for row in side]
            found += _share(
                together, builder, metric, "preference", annotation, judged, _NOT_JUDGED
            )
            reason = (
                _NO_ANCHOR
                if anchor is None
                else _ONE_ANCHOR
                if len(anchors) < 2
                else _NONE_SPECIFIC
            )
            specific = [row[:2] for row in side if row[2] == SPECIFIC]
            found += _share(
                together, builder, metric, "specific-approval", annotation, specific, reason
            )
            shared += [row[:2] for row in side if row[2] == SHARED]
        if sides:
            made = [anchor for _, anchor in sides if anchor is not None]
            reason = _NO_ANCHOR if not made else _ONE_ANCHOR if len(anchors) < 2 else _NONE_SHARED
            names = tuple(dict.fromkeys(name for name, _ in sides)) + (config.gold,)
            found += _share(together, builder, metric, "shared-approval", names, shared, reason)
    return found, problems


def _sides(config, annotators):
    """((directory, anchor or None), ...) of what is judged beside the gold: golds of anchors, else
    annotators.
    """
    own = config.anchoring
    if own.gold_of:
        return own.gold_of
    started = dict(own.started_from)
    return tuple((name, started.get(name)) for name in annotators)


def _placed(together, judgements, known):
    """([_Placed], [Problem]): the judgements whose token is there."""
    tokens, first = {}, 0
    sentences = 0
    for name, part in together.parts.items():
        table = part.table
        for row, item in enumerate(table.items):
            token = table.tokens[item]
            tokens.setdefault(
                (name, token.start, token.end), (first + row, sentences + token.sentence - 1)
            )
        first += len(table.items)
        sentences += len(table.sentences)
    placed, problems = [], []
    for row in judgements.rows:
        fault = None
        if row.document not in together.parts:
            fault = f"The document {quoted(row.document)} is not compared." + nearest(
                row.document, together.parts
            )
        elif row.preferred not in known:
            fault = f"{quoted(row.preferred)} is no annotator, gold or anchor." + nearest(
                row.preferred, known
            )
        elif (row.document, row.start, row.end) not in tokens:
            fault = f"{quoted(row.document)} has no token from {row.start} to {row.end}."
        if fault:
            problems.append(Problem(judgements.file, row.line, "judgement", fault))
        else:
            placed.append(_Placed(*tokens[row.document, row.start, row.end], row.preferred))
    return placed, problems


class _Same:
    """Whether two say the same of an item."""

    def __init__(self, together):
        self._together = together
        self._known = {}

    def __call__(self, first, second, item, column):
        """True or False; None if one of them lacks the token, or it is punctuation."""
        if (first, second) not in self._known:
            marks = self._together.marks(first, second)
            marks = marks.chosen(marks.word)
            self._known[first, second] = dict(zip(marks.item.tolist(), marks.right.tolist()))
        right = self._known[first, second].get(item)
        return None if right is None else right[column]


def _judged(same, column, placed, gold, name, anchor, anchors):
    """List of (sentence, whether it prefers the gold made from scratch, kind) of judgements.

    Of the judged tokens on which the two differ; kind as breakdown() says, None if it cannot be
    known.
    """
    found = []
    for item, sentence, preferred in placed:
        if same(name, gold, item, column) is not False:
            continue
        for_gold = preferred == gold or same(preferred, gold, item, column)
        for_name = preferred == name or same(preferred, name, item, column)
        if for_gold or for_name:
            kind = _kind(same, column, item, name, anchor, anchors)
            found.append((sentence, bool(for_gold), kind))
    return found


def _kind(same, column, item, name, anchor, anchors):
    """As breakdown() says; None without an anchor, or if one of the anchors lacks the token."""
    said = {other: same(name, other, item, column) for other in anchors}
    if anchor not in said or None in said.values():
        return None
    # Two values suffice: True is what the gold says, False something else.
    return breakdown(
        True, False, said[anchor], [value for other, value in said.items() if other != anchor]
    )


def _share(together, builder, metric, statistic, annotators, judged, reason):
    """Share of judgements that prefer the gold made from scratch, its z and its p.

    judged  list of (sentence, whether the gold made from scratch is preferred)
    """
    sentence = numpy.array([sentence for sentence, _ in judged], dtype=numpy.int64)
    above = numpy.array([[preferred] for _, preferred in judged], dtype=bool).reshape(-1, 1)
    source = f"BE16|{statistic}"
    found = figures(
        together,
        builder,
        annotators,
        [(metric, statistic)],
        above,
        numpy.ones_like(above),
        sentence,
        source,
        reason=reason,
    )
    z = p = numpy.nan
    try:
        z, p = preference(int(above.sum()), len(judged))[3:5]
    except Undefined:
        pass
    return found + [
        builder.score(
            metric,
            f"{statistic}-{name}",
            annotators,
            source,
            Figure(value, None, A_TEST),
            len(judged),
            None,
            reason=reason,
        )
        for name, value in (("z", z), ("p", p))
    ]
