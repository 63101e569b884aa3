"""How much annotators kept of the automatic annotation they started from, and whether they agree
on it more.

Source: Berzak et al. 2016. All figures are without punctuation, as there.
"""

from itertools import combinations

import numpy

from brat_iaa.config import ANCHORING_LAYER
from brat_iaa.errors import Undefined
from brat_iaa.measures.anchoring import error_reduction, mcnemar, shared_gap, specific_gap
from brat_iaa.measures.estimate import corrected, difference, mean
from brat_iaa.references.pooled_references import METRICS, with_punctuation
from brat_iaa.scores.builder import A_TEST, NO_ITEM, EstimatedFigure, ScoreBuilder

LAS = METRICS.index("LAS")
_MCNEMAR = ("chi2", "p", "chi2-corrected", "p-corrected", "p-exact")


def anchoring_scores(pooled, config, annotators) -> list:
    """List of Score of the whole project. pooled: PooledReferences"""
    if not config.anchoring.on:
        return []
    builder = ScoreBuilder(with_punctuation(config, "out"), ANCHORING_LAYER, data=pooled.data)
    return (
        _stages(pooled, builder, annotators)
        + _pairs_of_sources(pooled, builder)
        + _kept(pooled, builder, annotators)
        + _anchors_against_golds(pooled, builder)
    )


def started_from(config, annotators) -> tuple:
    """((annotator, anchor), ...) of who started from which anchor.

    As the settings say, else each annotator who did not start from scratch, with every anchor.
    """
    anchoring = config.anchoring
    if anchoring.started_from:
        return anchoring.started_from
    return tuple(
        (annotator, anchor)
        for annotator in annotators
        if annotator not in anchoring.scratch
        for anchor in anchoring.anchors
    )


def _stages(pooled, builder, annotators):
    """Agreement among the annotators of each stage; McNemar's test of scratch against reviewed."""
    scratch, reviewed = builder.config.anchoring.scratch, builder.config.anchoring.reviewed
    anchored = dict.fromkeys(annotator for annotator, _ in started_from(builder.config, annotators))
    scores = []
    for stage, names in (("anchored", anchored), ("scratch", scratch), ("reviewed", reviewed)):
        names = pooled.present(names)
        of_pairs = [pooled.words(*pair) for pair in combinations(names, 2)]
        if of_pairs:
            scores += pooled.share_scores(
                builder, names, stage, numpy.concatenate([tokens.right for tokens in of_pairs]),
                numpy.concatenate([tokens.sentence for tokens in of_pairs]),
                f"BE16|stage:{stage}|pairs:{len(of_pairs)}",
                sum(tokens.missing for tokens in of_pairs),
            )  # fmt: skip
    names = scratch + reviewed
    if len(scratch) == len(reviewed) == 2 and set(names) <= set(pooled.present(names)):
        scores += _mcnemar(builder, names, pooled.words(*scratch), pooled.words(*reviewed))
    return scores


def _pairs_of_sources(pooled, builder):
    """Agreement of each two anchors, and of each annotator's work before and after review."""
    anchoring = builder.config.anchoring
    pairs = [("tools", pair) for pair in combinations(pooled.present(anchoring.anchors), 2)]
    pairs += [
        ("review", pair)
        for pair in zip(anchoring.scratch, anchoring.reviewed)
        if len(pooled.present(pair)) == 2
    ]
    scores = []
    for statistic, pair in pairs:
        tokens = pooled.words(*pair)
        scores += pooled.share_scores(
            builder, pair, statistic, tokens.right, tokens.sentence, f"BE16|{statistic}",
            tokens.missing,
        )  # fmt: skip
    return scores


def _mcnemar(builder, annotators, first, second):
    """List of Score: McNemar's test over the tokens that two CommonTokens share.

    chi2, p and the numbers of tokens that are right in one only are statistics of their own.
    """
    rows = _same_items(first, second)
    scores = []
    for column, metric in enumerate(METRICS):
        before, after = (tokens.right[row, column] for tokens, row in zip((first, second), rows))
        b, c = int((before & ~after).sum()), int((~before & after).sum())
        values, reason = dict.fromkeys(_MCNEMAR, numpy.nan), None
        try:
            values = dict(zip(_MCNEMAR, mcnemar(b, c)[2:]))
        except Undefined as error:
            reason = str(error)
        values.update({"only-first": b, "only-second": c})
        scores += [
            builder.score(
                metric, f"mcnemar-{name}", annotators, "mcnemar",
                EstimatedFigure(value, None, A_TEST), len(rows[0]), None, reason,
            )
            for name, value in values.items()
        ]  # fmt: skip
    return scores


def _same_items(first, second):
    """(rows of the first, rows of the second) with the tokens that two CommonTokens share."""
    return numpy.intersect1d(first.item, second.item, assume_unique=True, return_indices=True)[1:]


def _kept(pooled, builder, annotators):
    """List of Score: what annotators kept of their anchors, and agreement on it.

    This needs neither a gold nor annotation from scratch.
    """
    scores, config = [], builder.config
    present = set(pooled.present(annotators + config.references))
    for annotator, anchor in started_from(config, annotators):
        if not {annotator, anchor} <= present:
            continue
        kept = pooled.words(annotator, anchor)
        scores += pooled.share_scores(
            builder, (annotator, anchor), "unchanged", kept.right, kept.sentence, "BE16|unchanged",
            kept.missing,
        )  # fmt: skip
        others = [name for name in annotators if name != annotator and name in present]
        if config.gold in present:
            others.append(config.gold)
        for other in others:
            scores += _kept_against_changed(pooled, builder, (annotator, anchor, other), kept)
    return scores


def _kept_against_changed(pooled, builder, names, kept):
    """LAS agreement with another on what was kept, on what was changed, and the difference.

    names  (annotator, anchor, other)
    kept   CommonTokens of annotator and anchor
    """
    annotator, _, other = names
    tokens = pooled.words(annotator, other)
    row, row_of_other = _same_items(kept, tokens)
    unchanged = kept.right[row, LAS][:, None]
    agreed, sentence = tokens.right[row_of_other, LAS][:, None], tokens.sentence[row_of_other]
    sides = {"left": unchanged, "changed": ~unchanged}
    estimates = {
        name: pooled.estimate(chosen & agreed, chosen, sentence) for name, chosen in sides.items()
    }
    items = {name: chosen.sum() for name, chosen in sides.items()}
    estimates["left-minus-changed"] = difference(estimates["changed"], estimates["left"])
    return [
        builder.score(
            "LAS", name, names, "BE16|left-and-changed", figure, items.get(name, len(agreed)),
            tokens.missing, "nothing was left, or nothing was changed",
        )
        for name, estimate in estimates.items()
        for figure in builder.figures(estimate, pooled.document)
    ]  # fmt: skip


def _anchors_against_golds(pooled, builder):
    """List of Score: each anchor on each gold made from an anchor, and on the one from scratch.

    Accuracies, error reductions against the gold made from scratch, and gaps.
    """
    config = builder.config
    golds = [(name, anchor) for name, anchor in config.anchoring.gold_of if pooled.present((name,))]
    anchors = pooled.present(config.anchoring.anchors)
    scratch: dict = {}
    if config.gold and pooled.present((config.gold,)):
        scratch = {anchor: pooled.words(config.gold, anchor) for anchor in anchors}
    on_scratch = {
        anchor: pooled.shares(tokens.right, tokens.sentence) for anchor, tokens in scratch.items()
    }
    scores, accuracy = [], {}
    for gold, _ in golds:
        for anchor in anchors:
            tokens = pooled.words(gold, anchor)
            accuracy[gold, anchor] = pooled.shares(tokens.right, tokens.sentence)
            scores += pooled.share_scores(
                builder, (gold, anchor), "accuracy-nopunct", tokens.right, tokens.sentence,
                "accuracy", tokens.missing,
            )  # fmt: skip
            if anchor in scratch:
                names, items = (gold, config.gold, anchor), len(scratch[anchor].right)
                scores += _reductions(
                    pooled, builder, names, accuracy[gold, anchor], on_scratch[anchor], items
                )
                scores += _mcnemar(builder, names, tokens, scratch[anchor])
    scores += _anchors_on_one_gold(pooled, builder, [config.gold, *(gold for gold, _ in golds)])
    return scores + _gaps(pooled, builder, golds, accuracy, on_scratch)


def _anchors_on_one_gold(pooled, builder, golds):
    """List of Score: McNemar's test of each anchor against each other one, on one gold."""
    anchors, scores = pooled.present(builder.config.anchoring.anchors), []
    for gold in golds:
        if gold and pooled.present((gold,)):
            for pair in combinations(anchors, 2):
                tokens = [pooled.words(gold, anchor) for anchor in pair]
                scores += _mcnemar(builder, (gold, pair[0], gold, pair[1]), *tokens)
    return scores


def _reductions(pooled, builder, names, accuracy, on_scratch, items):
    estimate, reasons = reduction(accuracy, on_scratch)
    figures = builder.figures(estimate, pooled.document)
    return [
        builder.score(
            metric, "error-reduction", names, "BE16|error-reduction", figure, items, None, reason
        )
        for metric, figure, reason in zip(METRICS, figures, reasons)
    ]


def reduction(accuracy, on_scratch) -> tuple:
    """(Estimate of the error reductions, why each is undefined if it is), of two Estimates.

    A reduction is 1 - (1 - accuracy) / (1 - accuracy on the gold made from scratch).
    """
    values, reasons = [], []
    for x, h in zip(accuracy.value, on_scratch.value):
        values.append(numpy.nan)
        reasons.append(NO_ITEM)
        if not numpy.isnan(x + h):
            try:
                values[-1] = error_reduction(100 * x, 100 * h) / 100
            except Undefined as error:
                reasons[-1] = str(error)
    estimate = corrected(
        numpy.array(values), 1 - accuracy.value, 1 - on_scratch.value, -accuracy.influence,
        -on_scratch.influence, accuracy.counts | on_scratch.counts, accuracy.weight,
    )  # fmt: skip
    return estimate, reasons


def _gaps(pooled, builder, golds, accuracy, on_scratch):
    """Specific and shared gap, mean over the anchors that each have a gold of their own."""
    gold_of = {anchor: gold for gold, anchor in golds}
    if len(gold_of) < 2 or not _all_defined(accuracy):
        return []
    pairs = [(tool, other) for tool in gold_of for other in gold_of if other != tool]
    on_own = [accuracy[gold_of[tool], tool] for tool, _ in pairs]
    on_other = [accuracy[gold_of[other], tool] for tool, other in pairs]
    gaps = {"specific-gap": (specific_gap, on_own, on_other)}
    if on_scratch and _all_defined(on_scratch):
        gaps["shared-gap"] = (shared_gap, on_other, [on_scratch[tool] for tool, _ in pairs])
    scores = []
    for name, (gap, high, low) in gaps.items():
        value = gap([estimate.value for estimate in high], [estimate.value for estimate in low])
        of_tools = mean([difference(*estimates) for estimates in zip(low, high)])
        figures = builder.figures(of_tools._replace(value=value), pooled.document)
        scores += [
            builder.score(
                metric, name, tuple(gold_of), f"BE16|{name}", figure, len(gold_of), None, None
            )
            for metric, figure in zip(METRICS, figures)
        ]
    return scores


def _all_defined(estimates):
    return not any(numpy.isnan(estimate.value).any() for estimate in estimates.values())
