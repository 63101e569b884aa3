"""How much annotators kept of the automatic annotation they started from, and whether they agree
on it more.

Source: Berzak et al. 2016. All figures are without punctuation, as there.
"""

from itertools import combinations, product

import numpy

from brat_iaa.errors import Undefined
from brat_iaa.measures.estimate import Estimate, by_sentence, corrected, difference, mean
from brat_iaa.references.pooled_references import METRICS
from brat_iaa.scores.builder import A_TEST, NO_ITEM, EstimatedFigure
from brat_iaa.studies.anchoring.formulas import error_reduction, mcnemar, shared_gap, specific_gap

LAS = METRICS.index("LAS")
_MCNEMAR = ("chi2", "p", "chi2-corrected", "p-corrected", "p-exact")


def anchoring_scores(pooled, builder, annotators) -> list:
    """List of Score of the whole project. pooled: PooledReferences"""
    config = builder.config
    golds = [(name, anchor) for name, anchor in config.anchoring.gold_of if pooled.present((name,))]
    anchors = pooled.present(config.anchoring.anchors)
    scratch = {}
    if pooled.present((config.gold,)):
        scratch = {anchor: pooled.words(config.gold, anchor) for anchor in anchors}
    scores = [
        score
        for names, statistic, pairs, source in _shares(pooled, config, annotators, golds, anchors)
        for tokens in [[pooled.words(*pair) for pair in pairs]]
        for score in _share_scores(pooled, builder, names, statistic, tokens, source)
    ]  # fmt: skip
    for names, *pairs in _conditions(pooled, config, golds, anchors, scratch):
        scores += _mcnemar(builder, names, *(pooled.words(*pair) for pair in pairs))
    for annotator, anchor in filter(pooled.both, _started_from(config, annotators)):
        others = [name for name in annotators if name != annotator]
        for other in pooled.present((*others, config.gold)):
            scores += _kept_against_changed(pooled, builder, (annotator, anchor, other))
    return scores + _on_golds(pooled, builder, golds, anchors, scratch)


def _estimate(pooled, above, below, sentence):
    """Estimate of sums of above divided by sums of below, both tokens x figures.

    sentence  number of each token's sentence
    """
    width = above.shape[1]
    return by_sentence(
        above.ravel(), below.ravel(), numpy.repeat(sentence, width), len(pooled.document),
        numpy.tile(numpy.arange(width), len(sentence)), width,
    ).estimate()  # fmt: skip


def shares(pooled, right, sentence) -> Estimate:
    """Estimate of the share of tokens that are right: booleans, tokens x figures."""
    return _estimate(pooled, right, numpy.ones_like(right), sentence)


def share_scores(pooled, builder, annotators, names, right, sentence, source, missing, reason):
    """List of Score of the same; names: (measure, statistic) of each figure."""
    figures = builder.figures(shares(pooled, right, sentence), pooled.document)
    return [
        builder.score(*name, annotators, source, figure, len(right), missing, reason)
        for name, figure in zip(names, figures)
    ]


def _share_scores(pooled, builder, annotators, statistic, tokens, source):
    """The same of the tokens of several CommonTokens, for each of METRICS."""
    right = numpy.concatenate([counted.right for counted in tokens])
    sentence = numpy.concatenate([counted.sentence for counted in tokens])
    names = [(metric, statistic) for metric in METRICS]
    missing = sum(len(counted.missing) for counted in tokens)
    return share_scores(
        pooled, builder, annotators, names, right, sentence, source, missing, NO_ITEM
    )


def _shares(pooled, config, annotators, golds, anchors):
    """Yield (names, statistic, pairs, source) of each share of tokens that are right."""
    anchoring, started = config.anchoring, _started_from(config, annotators)
    of_stages = (
        ("anchored", dict.fromkeys(annotator for annotator, _ in started)),
        ("scratch", anchoring.scratch),
        ("reviewed", anchoring.reviewed),
    )
    for stage, names in of_stages:
        names = pooled.present(names)
        pairs = [*combinations(names, 2)]
        if pairs:
            yield names, stage, pairs, f"BE16|stage:{stage}|pairs:{len(pairs)}"
    for pair in combinations(anchors, 2):
        yield pair, "tools", [pair], "BE16|tools"
    for pair in filter(pooled.both, zip(anchoring.scratch, anchoring.reviewed)):
        yield pair, "review", [pair], "BE16|review"
    for pair in filter(pooled.both, started):
        yield pair, "unchanged", [pair], "BE16|unchanged"
    for gold, _ in golds:
        for anchor in anchors:
            yield (gold, anchor), "accuracy-nopunct", [(gold, anchor)], "accuracy"


def _started_from(config, annotators):
    """((annotator, anchor), ...) of who started from which anchor.

    As the settings say, else each annotator who did not start from scratch, with every anchor.
    """
    anchoring = config.anchoring
    unlike = [name for name in annotators if name not in anchoring.scratch]
    return anchoring.started_from or tuple(product(unlike, anchoring.anchors))


def _conditions(pooled, config, golds, anchors, scratch):
    """Yield (names, pair, pair) of each two conditions that McNemar's test compares: from scratch
    and after review; an anchor on two golds; two anchors on one gold.
    """
    stages = config.anchoring.scratch, config.anchoring.reviewed
    names = sum(stages, ())
    if [*map(len, stages)] == [2, 2] and len(pooled.present(names)) == 4:
        yield names, *stages
    for gold, _ in golds:
        for anchor in scratch:
            yield (gold, config.gold, anchor), (gold, anchor), (config.gold, anchor)
    for gold in pooled.present((config.gold, *(gold for gold, _ in golds))):
        for first, second in combinations(anchors, 2):
            yield (gold, first, gold, second), (gold, first), (gold, second)


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


def _kept_against_changed(pooled, builder, names):
    """LAS agreement with another on what was kept, on what was changed, and the difference. This
    needs neither a gold nor annotation from scratch.

    names  (annotator, anchor, other)
    """
    annotator, anchor, other = names
    kept, tokens = pooled.words(annotator, anchor), pooled.words(annotator, other)
    row, row_of_other = _same_items(kept, tokens)
    unchanged = kept.right[row, LAS][:, None]
    agreed, sentence = tokens.right[row_of_other, LAS][:, None], tokens.sentence[row_of_other]
    sides = {"left": unchanged, "changed": ~unchanged}
    estimates = {
        name: _estimate(pooled, chosen & agreed, chosen, sentence) for name, chosen in sides.items()
    }
    items = {name: chosen.sum() for name, chosen in sides.items()}
    estimates["left-minus-changed"] = difference(estimates["changed"], estimates["left"])
    return [
        builder.score(
            "LAS", name, names, "BE16|left-and-changed", figure, items.get(name, len(agreed)),
            len(tokens.missing), "nothing was left, or nothing was changed",
        )
        for name, estimate in estimates.items()
        for figure in builder.figures(estimate, pooled.document)
    ]  # fmt: skip


def _on_golds(pooled, builder, golds, anchors, scratch):
    """List of Score of each anchor on each gold made from an anchor, against the gold made from
    scratch: error reductions, and gaps.

    scratch  {anchor: CommonTokens of it and the gold made from scratch}
    """
    on_scratch = {
        name: shares(pooled, counted.right, counted.sentence) for name, counted in scratch.items()
    }
    scores, accuracy = [], {}
    for gold, _ in golds:
        for anchor in anchors:
            tokens = pooled.words(gold, anchor)
            accuracy[gold, anchor] = shares(pooled, tokens.right, tokens.sentence)
        for anchor in scratch:
            estimate, reasons = reduction(accuracy[gold, anchor], on_scratch[anchor])
            scores += [
                builder.score(
                    metric, "error-reduction", (gold, builder.config.gold, anchor),
                    "BE16|error-reduction", figure, len(scratch[anchor].right), None, reason,
                )
                for metric, figure, reason in zip(
                    METRICS, builder.figures(estimate, pooled.document), reasons
                )
            ]  # fmt: skip
    return scores + _gaps(pooled, builder, golds, accuracy, on_scratch)


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
        accuracy.cells, numpy.array(values), 1 - accuracy.value, 1 - on_scratch.value,
        -accuracy.influence, -on_scratch.influence, accuracy.which() | on_scratch.which(),
        accuracy.weight,
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
