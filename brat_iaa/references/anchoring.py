"""What annotators left of the automatic annotation they started from, and whether they agree on it
more.

Source: Berzak et al. 2016. All figures are without punctuation, as there.
"""

from itertools import combinations

import numpy

from brat_iaa.config import ANCHORING_LAYER
from brat_iaa.errors import Undefined
from brat_iaa.measures.anchoring import error_reduction, mcnemar, shared_gap, specific_gap
from brat_iaa.measures.estimate import corrected, difference, mean
from brat_iaa.references.pooled import METRICS, estimate, figures, with_punctuation
from brat_iaa.scores.builder import A_TEST, NO_ITEM, Figure, ScoreBuilder

LAS = METRICS.index("LAS")
_ACCURACY = "accuracy-nopunct"


def anchoring_scores(together, config, annotators):
    """List of Score of the whole project."""
    if not config.anchoring.on:
        return []
    builder = ScoreBuilder(with_punctuation(config, "out"), ANCHORING_LAYER, data=together.data)
    return (
        _stages(together, builder, annotators)
        + _anchor_left(together, builder, annotators)
        + _anchors_against_golds(together, builder)
    )


def _words(together, first, second):
    marks = together.marks(first, second)
    return marks.chosen(marks.word)


def started_from(config, annotators):
    """((annotator, anchor), ...): as the settings say, else everybody who did not start from
    scratch with every anchor.
    """
    own = config.anchoring
    if own.started_from:
        return own.started_from
    return tuple(
        (annotator, anchor)
        for annotator in annotators
        if annotator not in own.scratch
        for anchor in own.anchors
    )


def _stages(together, builder, annotators):
    """Agreement among those of a stage; and McNemar's test of scratch against reviewed."""
    own = builder.config.anchoring
    anchored = dict.fromkeys(annotator for annotator, _ in started_from(builder.config, annotators))
    found = []
    for stage, names in (
        ("anchored", tuple(anchored)),
        ("scratch", own.scratch),
        ("reviewed", own.reviewed),
    ):
        names = together.names(names)
        pairs = list(combinations(names, 2))
        if not pairs:
            continue
        marks = [_words(together, *pair) for pair in pairs]
        right = numpy.concatenate([one.right for one in marks])
        found += figures(
            together,
            builder,
            names,
            [(metric, stage) for metric in METRICS],
            right,
            numpy.ones_like(right),
            numpy.concatenate([one.sentence for one in marks]),
            f"BE16|stage:{stage}|pairs:{len(pairs)}",
            sum(one.missing for one in marks),
        )
    if len(own.scratch) == 2 and set(own.scratch + own.reviewed) <= set(
        together.names(own.scratch + own.reviewed)
    ):
        before, after = _words(together, *own.scratch), _words(together, *own.reviewed)
        found += _mcnemar(builder, own.scratch + own.reviewed, before, after)
    return found


def _mcnemar(builder, annotators, first, second):
    """McNemar's test over the tokens that two Marks have in common; the value is p, observed chi2
    in its own row.
    """
    _, one, other = numpy.intersect1d(
        first.item, second.item, assume_unique=True, return_indices=True
    )
    found = []
    for column, metric in enumerate(METRICS):
        right, then = first.right[one, column], second.right[other, column]
        b, c = int((right & ~then).sum()), int((~right & then).sum())
        rows = dict.fromkeys(("chi2", "p", "chi2-corrected", "p-corrected", "p-exact"), numpy.nan)
        reason = None
        try:
            rows = dict(zip(rows, mcnemar(b, c)[2:]))
        except Undefined as error:
            reason = str(error)
        rows.update({"only-first": b, "only-second": c})
        found += [
            builder.score(
                metric,
                f"mcnemar-{name}",
                annotators,
                "mcnemar",
                Figure(value, None, A_TEST),
                len(one),
                None,
                reason=reason,
            )
            for name, value in rows.items()
        ]
    return found


def _anchor_left(together, builder, annotators):
    """The check anybody can run: what was left as the tool made it, and is it agreed on more than
    the rest?
    """
    found = []
    present = set(together.names(annotators + builder.config.references))
    for annotator, anchor in started_from(builder.config, annotators):
        if not {annotator, anchor} <= present:
            continue
        left = _words(together, annotator, anchor)
        found += figures(
            together,
            builder,
            (annotator, anchor),
            [(metric, "unchanged") for metric in METRICS],
            left.right,
            numpy.ones_like(left.right),
            left.sentence,
            "BE16|unchanged",
            left.missing,
        )
        others = [name for name in annotators if name != annotator and name in present]
        if builder.config.gold in present:
            others.append(builder.config.gold)
        for other in others:
            found += _left_against_changed(together, builder, annotator, anchor, other, left)
    return found


def _left_against_changed(together, builder, annotator, anchor, other, left):
    """LAS agreement with another on what was left, on what was changed, and the difference."""
    marks = _words(together, annotator, other)
    _, one, two = numpy.intersect1d(left.item, marks.item, assume_unique=True, return_indices=True)
    unchanged, agreed = left.right[one, LAS][:, None], marks.right[two, LAS][:, None]
    sides = {"left": unchanged, "changed": ~unchanged}
    estimates = {
        name: estimate(together, rows & agreed, rows, marks.sentence[two])
        for name, rows in sides.items()
    }
    estimates["left-minus-changed"] = difference(estimates["changed"], estimates["left"])
    return [
        builder.score(
            "LAS",
            name,
            (annotator, anchor, other),
            "BE16|left-and-changed",
            figure,
            sides[name].sum() if name in sides else len(agreed),
            marks.missing,
            reason="nothing was left, or nothing was changed",
        )
        for name, own in estimates.items()
        for figure in builder.figures(own, together.document)
    ]


def _anchors_against_golds(together, builder):
    """Each anchor on each gold made from an anchor; error reduction against the gold made from
    scratch; gaps.
    """
    config = builder.config
    golds = [(name, anchor) for name, anchor in config.anchoring.gold_of if together.names((name,))]
    anchors = together.names(config.anchoring.anchors)
    scratch = {}
    if config.gold and together.names((config.gold,)):
        scratch = {anchor: _words(together, config.gold, anchor) for anchor in anchors}
    against_scratch = {anchor: _accuracy(together, marks) for anchor, marks in scratch.items()}
    found, accuracy = [], {}
    for gold, _ in golds:
        for anchor in anchors:
            marks = _words(together, gold, anchor)
            own = accuracy[gold, anchor] = _accuracy(together, marks)
            found += [
                builder.score(
                    metric,
                    _ACCURACY,
                    (gold, anchor),
                    "accuracy",
                    figure,
                    len(marks.right),
                    marks.missing,
                    reason=NO_ITEM,
                )
                for metric, figure in zip(METRICS, builder.figures(own, together.document))
            ]
            if anchor in scratch:
                items = len(scratch[anchor].right)
                found += _reductions(
                    together, builder, gold, anchor, own, against_scratch[anchor], items
                )
                found += _mcnemar(builder, (gold, config.gold, anchor), marks, scratch[anchor])
    return found + _gaps(together, builder, golds, accuracy, against_scratch)


def _accuracy(together, marks):
    """Estimate of the METRICS."""
    return estimate(together, marks.right, numpy.ones_like(marks.right), marks.sentence)


def _reductions(together, builder, gold, anchor, accuracy, against_scratch, items):
    found, reasons = reduction(accuracy, against_scratch)
    names = (gold, builder.config.gold, anchor)
    return [
        builder.score(
            metric,
            "error-reduction",
            names,
            "BE16|error-reduction",
            figure,
            items,
            None,
            reason=why,
        )
        for metric, figure, why in zip(METRICS, builder.figures(found, together.document), reasons)
    ]


def reduction(accuracy, against_scratch):
    """(Estimate of the error reductions, why each is undefined if it is), of two Estimates.

    A reduction is 1 - (1 - accuracy) / (1 - accuracy on the gold made from scratch).
    """
    values, reasons = [], []
    for x, h in zip(accuracy.value, against_scratch.value):
        values.append(numpy.nan)
        reasons.append("no token that both annotated")
        if not numpy.isnan(x + h):
            try:
                values[-1] = error_reduction(100 * x, 100 * h) / 100
            except Undefined as error:
                reasons[-1] = str(error)
    found = corrected(
        numpy.array(values), 1 - accuracy.value, 1 - against_scratch.value, -accuracy.influence,
        -against_scratch.influence, accuracy.counts | against_scratch.counts,
    )  # fmt: skip
    return found, reasons


def _gaps(together, builder, golds, accuracy, against_scratch):
    """Specific and shared gap, mean over tools that each have a gold of their own."""
    own = {anchor: gold for gold, anchor in golds}
    if len(own) < 2 or any(numpy.isnan(one.value).any() for one in accuracy.values()):
        return []
    pairs = [(tool, other) for tool in own for other in own if other != tool]
    on_own = [accuracy[own[tool], tool] for tool, _ in pairs]
    on_other = [accuracy[own[other], tool] for tool, other in pairs]
    gaps = {"specific-gap": (specific_gap, on_own, on_other)}
    scratch = list(against_scratch.values())
    if scratch and not any(numpy.isnan(one.value).any() for one in scratch):
        gaps["shared-gap"] = (shared_gap, on_other, [against_scratch[tool] for tool, _ in pairs])
    found = []
    for name, (gap, high, low) in gaps.items():
        value = gap([one.value for one in high], [one.value for one in low])
        of_tools = [difference(one, other) for other, one in zip(high, low)]
        figures_of = builder.figures(mean(of_tools)._replace(value=value), together.document)
        found += [
            builder.score(
                metric, name, tuple(own), f"BE16|{name}", figure, len(own), None, reason=None
            )
            for metric, figure in zip(METRICS, figures_of)
        ]
    return found
