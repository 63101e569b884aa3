"""Anchoring: how close annotators stay to the output of tools that they started from, and which of
two golds judges prefer (Berzak et al. 2016, sections 3 to 5). No figure counts punctuation, as
there.

Where golds are pooled (shared approval), a judgement counts once for each gold that it is about: in
the paper's table 3 more tokens are shared than one gold could hold.
"""

from dataclasses import dataclass
from itertools import combinations, product, repeat
from math import erfc, sqrt
from typing import Optional

import numpy

from brat_iaa.config import DEPENDENCIES
from brat_iaa.config.settings import Layer, directory_name, directory_names, path_below
from brat_iaa.errors import ConfigError, ProjectError, Undefined
from brat_iaa.formats.cells import (
    count,
    enumerated,
    figure,
    figure_with_interval,
    unread_notes,
    without_figure,
)
from brat_iaa.formats.tables import TEXT, ColumnType, Table
from brat_iaa.kinds import declaration
from brat_iaa.kinds.declaration import Settings, text
from brat_iaa.kinds.kind import LayerSettings
from brat_iaa.measures.estimate import Estimate, corrected, difference, mean, ratios_of_sentences
from brat_iaa.measures.score import FEWEST
from brat_iaa.references.pooled_references import METRICS, PooledReferences, with_punctuation
from brat_iaa.report.gold_tables import METRICS_NOTE, by_name, by_statistic, measure_table
from brat_iaa.report.scores import score_table
from brat_iaa.scores.builder import A_TEST, NO_ITEM, EstimatedFigure, ScoreBuilder
from brat_iaa.spelling import nearest
from brat_iaa.studies.judgements import ABOUT, Judgements
from brat_iaa.studies.study import NamedStudy, Report, directories_of

LAYER = Layer("anchoring", "anchoring", LayerSettings())
LAS = METRICS.index("LAS")
WHAT = (
    "Annotators who correct a tool's output leave some of its errors standing, and agree on them. "
    "No figure counts punctuation."
)
_STAGES = {
    "anchored": "started from an anchor",
    "scratch": "from scratch",
    "reviewed": "after review",
    "review": "before and after review",
    "tools": "tools",
}
_GAPS = {"specific-gap": "specific gap", "shared-gap": "shared gap"}
_TESTS = {
    "mcnemar-only-first": "only 1st",
    "mcnemar-only-second": "only 2nd",
    "mcnemar-chi2": "chi2",
    "mcnemar-p": "p",
}
_JUDGED = ("preference", "specific-approval", "shared-approval")
_KEPT = ("left", "changed", "left-minus-changed")
_UNCHANGED_NOTE = (
    "Share of the tokens, without punctuation, that the annotator has as the anchor has them. "
    + METRICS_NOTE
)
_KEPT_NOTES = (
    "left, changed: of the tokens that the first annotator left as the anchor in brackets "
    "has them, and of those changed, the share with the same head and label as the other.",
    "How to read the difference: above 0, with an interval that does not hold 0, what was "
    "left is agreed on more than what was changed. Easy tokens, on which the anchor was "
    "right, are one cause; that both took over what the anchor had is another. Only "
    "somebody who did not start from the anchor, or a gold made from scratch, can tell the "
    "two apart: if the difference is as large with them, it is hardly the anchor's doing.",
)
_REDUCTION_NOTE = (
    "Error reduction: share of the anchor's errors that go if it is measured against that "
    "reference. Specific gap: how much better an anchor is on its own reference than the "
    "others are; shared gap: how much better on that of another than on the gold (Berzak "
    "et al. 2016). As shares: .010 is one per cent."
)
_TEST_NOTE = (
    "only 1st, only 2nd: tokens right under one of the two conditions only. chi2 has 1 "
    "degree of freedom."
)
_PREFERENCE_NOTE = (
    "Preference: share of the judged tokens on which the gold made from scratch is "
    "preferred to the other. Specific approval: where that other is as its own anchor has "
    "it, and the other anchors are not; shared approval: where it is as all anchors have "
    "it. POS, head and label (UAS, LA) are judged apart. z, p: two-tailed test against one half; "
    f"of fewer than {FEWEST} judged tokens they say little."
)
_NOT_JUDGED = "no judged token on which the two golds differ"
_NONE_SUCH = (
    "no judged token on which the own anchor alone, or all anchors, say the same; "
    "that takes two anchors, and gold-of or started-from to say which is the own one"
)


@dataclass(frozen=True)
class AnchoringOptions(Settings):
    """What annotators started from, and in which stages they worked."""

    anchors: tuple = declaration.names(
        (), parse=directory_names, example="turbo, rbg",
        help="Directories of automatic annotation that annotators started from, one for each tool.",
    )  # fmt: skip
    started_from: tuple = declaration.pairs(
        "directory: anchor", example="anna: turbo", unique=(0,),
        checks=(directory_name, directory_name), rule="An annotator starts from one anchor.",
        help="What each annotator started from. Default: everybody is compared with every anchor.",
    )  # fmt: skip
    gold_of: tuple = declaration.pairs(
        "directory: anchor", example="turbo_gold: turbo", checks=(directory_name, directory_name),
        help="Directories of references that were made from an anchor. The gold of the project is "
        "then the one made from scratch.",
    )  # fmt: skip
    scratch: tuple = declaration.names(
        (), parse=directory_names, example="carla, dan",
        help="Annotators who started from nothing.",
    )  # fmt: skip
    reviewed: tuple = declaration.names(
        (), parse=directory_names, example="carla2, dan2",
        help="Directories of the same annotation after review, in the order of scratch.",
    )  # fmt: skip
    judges: Optional[str] = text(
        None, parse=path_below, value="FILE", example="judges.csv",
        help="A table below the project (CSV or tab-separated) of what judges prefer, with the "
        "columns document, start, end, judge, about, ranking: a token's offsets, POS, head or "
        "label, and the directories from the best to the worst, such as gold > a = b. Those that "
        "are not named come last.",
    )  # fmt: skip


def tables(project, options) -> Report:
    """What was left of the anchors and agreement on it, then reviews, references, tests, judges."""
    agreement = project.agreement()
    found = _found(project, agreement, options)
    said = f"{agreement.project}: {enumerated(found.annotators)}"
    if options.anchors:
        said += f"; {count(len(options.anchors), 'anchor')}: {enumerated(options.anchors)}"
    return Report([said, WHAT], _tables(found.scores), score_table(found.scores))


def scores_of(project, options) -> list:
    """List of all Scores of the study."""
    return _found(project, project.agreement(), options).scores


def _found(project, agreement, options):
    _check(agreement, options)
    annotators, pooled = _pooled(project, agreement, options)
    builder = ScoreBuilder(with_punctuation(agreement.config, "out"), LAYER, data=pooled.data)
    found = _Anchoring(pooled, builder, annotators, options)
    found.add_shares()
    found.add_tests()
    found.add_kept_and_changed()
    found.add_golds()
    if options.judges:
        found.add_judgements(options.judges, project.root)
    return found


def _check(agreement, options):
    if options == AnchoringOptions():
        raise ProjectError(
            f"{agreement.project}: no output of a tool is named. Name its directory as an anchor."
        )
    for name, pairs_of in (("started-from", options.started_from), ("gold-of", options.gold_of)):
        for _, anchor in pairs_of:
            if anchor not in options.anchors:
                raise ConfigError(
                    f"--{name}: “{anchor}” is not among anchors.{nearest(anchor, options.anchors)}"
                )
    if options.reviewed and len(options.reviewed) != len(options.scratch):
        raise ConfigError(
            f"--reviewed names {len(options.reviewed)}, and scratch names {len(options.scratch)}. "
            "Name one directory for each, in the same order."
        )


def _pooled(project, agreement, options):
    """(annotators, PooledReferences of them and all that the options name)"""
    gold = (agreement.config.gold,) if agreement.config.gold else ()
    references = (*gold, *options.anchors, *(name for name, _ in options.gold_of))
    references = tuple(dict.fromkeys((*references, *options.reviewed)))
    annotators = tuple(name for name in agreement.annotators if name not in references)
    everybody, settings = (*annotators, *references), agreement.config.dependencies
    with_all = directories_of(project, everybody, (Layer(DEPENDENCIES, DEPENDENCIES, settings),))
    # Documents without a reference say nothing here.
    there = [
        name for name, table in with_all.tables.items()
        if not {*references}.isdisjoint(table.annotators)
    ]  # fmt: skip
    tables = {name: with_all.tables[name] for name in there}
    return annotators, PooledReferences(tables, with_all.data.of_documents(there))


def shares(pooled, right, sentence, of=None) -> Estimate:
    """Estimate of the share of tokens that are right: booleans, tokens x figures.

    sentence  number of each token's sentence
    of        of which tokens, booleans as well; None: of all
    """
    of = numpy.ones_like(right) if of is None else of
    above, below = (
        numpy.stack(
            [numpy.bincount(sentence, figure, len(pooled.document)) for figure in each.T], 1
        )
        for each in (right & of, of)
    )
    return ratios_of_sentences(above, below).estimate()


def error_reduction(anchored: float, scratch: float) -> float:
    """Percentage of a tool's errors that vanish on a gold made from its own output.

    anchored  score of the tool, in per cent, on the gold made from its output
    scratch   its score, in per cent, on the gold made from scratch
    Raises Undefined if there are no errors to reduce.
    """
    if scratch == 100:
        raise Undefined("no error on the gold made from scratch")
    # In this order all of the errors are exactly 100.
    return 100 * ((anchored - scratch) / (100 - scratch))


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


def gap(high, low):
    """Mean over tools of how much higher its score is: specific, on the gold from its own output
    than on that from another tool's; shared, on that from another tool's than on the gold made from
    scratch.
    """
    return sum(x - y for x, y in zip(high, low)) / len(high)


def mcnemar(b: int, c: int) -> tuple:
    """McNemar's test of two conditions on the same tokens: (chi2, p): (b - c)^2 / (b + c) with one
    degree of freedom, two-tailed.

    b, c  tokens that are right only under the first, only under the second condition

    Raises Undefined if there are none.
    """
    if b + c == 0:
        raise Undefined("no token is right under one condition only")
    chi2 = (b - c) ** 2 / (b + c)
    # chi2 is a squared standard normal variable.
    return chi2, erfc(sqrt(chi2 / 2))


def preference(preferred: int, judged: int) -> tuple:
    """(share of the judgements that prefer one of two sources, z, p): two-tailed, against 1/2, with
    the variance under the hypothesis, 1/4 (section 4). Raises Undefined if nothing was judged.
    """
    if judged == 0:
        raise Undefined("nothing was judged")
    z = (preferred / judged - 0.5) / sqrt(0.25 / judged)
    return preferred / judged, z, erfc(abs(z) / sqrt(2))


def breakdown(own_anchor, others) -> tuple:
    """(specific, shared): where the gold made from a tool's output has what it has from: this tool
    alone, or all tools. Booleans, for each token on which it differs from the gold made from
    scratch.

    own_anchor  of each token whether the tool has the same: 1 or 0, -1 where it lacks the token
    others      the same of the other tools, tools x tokens; without any, nothing is either
    """
    from_own = (own_anchor == 1) & (len(others) > 0)
    return from_own & (others == 0).all(axis=0), from_own & (others == 1).all(axis=0)


class _Anchoring:
    """The scores of the whole project.

    gold        name of the gold made from scratch, "" without
    golds       [(gold made from an anchor, anchor)], anchors: those that annotated anything
    on_scratch  {anchor: CommonTokens of it and the gold made from scratch}
    scores      list of Score, to which is added
    """

    def __init__(self, pooled, builder, annotators, options):
        self.pooled, self.builder, self.options = pooled, builder, options
        self.annotators, self.scores = annotators, []
        self.gold = "".join(pooled.present((builder.config.gold,)))
        self.golds = [pair for pair in options.gold_of if pooled.present(pair[:1])]
        self.anchors = pooled.present(options.anchors)
        self.on_scratch = {
            anchor: pooled.words(self.gold, anchor) for anchor in self.anchors if self.gold
        }
        # Else each annotator who did not start from scratch, with every anchor.
        unlike = [name for name in annotators if name not in options.scratch]
        self.started = options.started_from or tuple(product(unlike, options.anchors))

    def _add(self, statistic, names, source, figures, items, reason=None, missing=None,
             metrics=METRICS):  # fmt: skip
        """Scores of some EstimatedFigures; reason: why they are undefined, or a list of these"""
        reasons = reason if isinstance(reason, list) else repeat(reason)
        self.scores += [
            self.builder.score(metric, statistic, names, source, figure, items, missing, why)
            for metric, figure, why in zip(metrics, figures, reasons)
        ]

    def _figures(self, estimate):
        return self.builder.figures(estimate, self.pooled.document)

    def add_shares(self):
        """Shares of tokens that are right: at each stage, unchanged, and of anchors on golds."""
        for names, statistic, pairs, source in self._shares():
            tokens = [self.pooled.words(*pair) for pair in pairs]
            right = numpy.concatenate([counted.right for counted in tokens])
            sentence = numpy.concatenate([counted.sentence for counted in tokens])
            missing = sum(len(counted.missing) for counted in tokens)
            figures = self._figures(shares(self.pooled, right, sentence))
            self._add(statistic, names, source, figures, len(right), NO_ITEM, missing)

    def _shares(self):
        """Yield (names, statistic, pairs, source)."""
        options, both = self.options, self.pooled.both
        of_stages = (
            ("anchored", dict.fromkeys(annotator for annotator, _ in self.started)),
            ("scratch", options.scratch),
            ("reviewed", options.reviewed),
        )
        for stage, names in of_stages:
            names = self.pooled.present(names)
            pairs = [*combinations(names, 2)]
            if pairs:
                yield names, stage, pairs, f"BE16|stage:{stage}|pairs:{len(pairs)}"
        golds = [self.gold] * bool(self.on_scratch) + [gold for gold, _ in self.golds]
        for statistic, source, pairs in (
            ("tools", "BE16|tools", combinations(self.anchors, 2)),
            ("review", "BE16|review", filter(both, zip(options.scratch, options.reviewed))),
            ("unchanged", "BE16|unchanged", filter(both, self.started)),
            ("accuracy-nopunct", "accuracy", product(golds, self.anchors)),
        ):
            for pair in pairs:
                yield pair, statistic, [pair], source

    def add_tests(self):
        """McNemar's test over the tokens that two pairs share. chi2, p and the numbers of tokens
        that are right in one only are statistics of their own.
        """
        for names, *pairs in self._conditions():
            first, second = (self.pooled.words(*pair) for pair in pairs)
            rows = _same_items(first, second)
            for column, metric in enumerate(METRICS):
                before, after = first.right[rows[0], column], second.right[rows[1], column]
                b, c = int((before & ~after).sum()), int((~before & after).sum())
                values, reason = (numpy.nan,) * 2, None
                try:
                    values = mcnemar(b, c)
                except Undefined as error:
                    reason = str(error)
                for statistic, value in zip(_TESTS, (b, c, *values)):
                    of_test = [EstimatedFigure(value, None, A_TEST)]
                    about = statistic, names, "mcnemar", of_test, len(rows[0]), reason
                    self._add(*about, metrics=[metric])

    def _conditions(self):
        """Yield (names, pair, pair) of each two conditions: from scratch and after review; an
        anchor on two golds; two anchors on one gold.
        """
        stages = self.options.scratch, self.options.reviewed
        names = sum(stages, ())
        if [*map(len, stages)] == [2, 2] and len(self.pooled.present(names)) == 4:
            yield names, *stages
        for (gold, _), anchor in product(self.golds, self.on_scratch):
            yield (gold, self.gold, anchor), (gold, anchor), (self.gold, anchor)
        golds = self.pooled.present((self.gold, *(gold for gold, _ in self.golds)))
        for gold, (first, second) in product(golds, combinations(self.anchors, 2)):
            yield (gold, first, gold, second), (gold, first), (gold, second)

    def add_kept_and_changed(self):
        """LAS agreement with another on what was kept, on what was changed, and the difference.
        This needs neither a gold nor annotation from scratch.
        """
        for annotator, anchor in filter(self.pooled.both, self.started):
            others = [name for name in self.annotators if name != annotator]
            for other in self.pooled.present((*others, self.gold)):
                kept = self.pooled.words(annotator, anchor)
                tokens = self.pooled.words(annotator, other)
                row, row_of_other = _same_items(kept, tokens)
                left = kept.right[row, LAS][:, None]
                agreed = tokens.right[row_of_other, LAS][:, None]
                sentence = tokens.sentence[row_of_other]
                on_left, on_changed = (
                    shares(self.pooled, agreed, sentence, of) for of in (left, ~left)
                )
                for statistic, estimate, items in zip(
                    _KEPT, (on_left, on_changed, difference(on_changed, on_left)),
                    (left.sum(), (~left).sum(), len(agreed)),
                ):  # fmt: skip
                    self._add(
                        statistic, (annotator, anchor, other), "BE16|left-and-changed",
                        self._figures(estimate), items,
                        "nothing was left, or nothing was changed", len(tokens.missing), ["LAS"],
                    )  # fmt: skip

    def add_golds(self):
        """Each anchor on each gold made from an anchor, against the gold made from scratch: error
        reductions, and gaps.
        """

        def accuracy_of(tokens):
            return shares(self.pooled, tokens.right, tokens.sentence)

        on_scratch = {name: accuracy_of(tokens) for name, tokens in self.on_scratch.items()}
        accuracy = {
            (gold, anchor): accuracy_of(self.pooled.words(gold, anchor))
            for (gold, _), anchor in product(self.golds, self.anchors)
        }
        for (gold, _), anchor in product(self.golds, self.on_scratch):
            estimate, reasons = reduction(accuracy[gold, anchor], on_scratch[anchor])
            self._add(
                "error-reduction", (gold, self.gold, anchor), "BE16|error-reduction",
                self._figures(estimate), len(self.on_scratch[anchor].right), reasons,
            )  # fmt: skip
        gold_of = {anchor: gold for gold, anchor in self.golds}
        if len(gold_of) < 2 or not _all_defined(accuracy):
            return
        pairs = [(tool, other) for tool in gold_of for other in gold_of if other != tool]
        on_own = [accuracy[gold_of[tool], tool] for tool, _ in pairs]
        on_other = [accuracy[gold_of[other], tool] for tool, other in pairs]
        gaps = {"specific-gap": (on_own, on_other)}
        if on_scratch and _all_defined(on_scratch):
            gaps["shared-gap"] = (on_other, [on_scratch[tool] for tool, _ in pairs])
        for name, (high, low) in gaps.items():
            estimate = mean([difference(*estimates) for estimates in zip(low, high)])
            value = gap(*([each.value for each in estimates] for estimates in (high, low)))
            figures = self._figures(estimate._replace(value=value))
            self._add(name, tuple(gold_of), f"BE16|{name}", figures, len(gold_of))

    def add_judgements(self, file, root):
        """What judges prefer, by a table below the project's root."""
        if not self.gold:
            raise ProjectError(
                "--judges: there is no gold made from scratch. Name it as gold in [project]."
            )
        judged = Judgements(self.pooled, file, root)
        anchor_of = dict(self.options.started_from)
        # Without golds made from anchors, annotators are judged.
        sides = self.options.gold_of or [(name, anchor_of.get(name)) for name in self.annotators]
        sides = [side for side in sides if self.pooled.present(side[:1])]
        for metric, about in ABOUT.items():
            column, all_shared = METRICS.index(metric), []
            for name, anchor in sides:
                chosen, for_gold = judged.preferred(self.gold, name, column, about)
                specific = shared = numpy.zeros(len(chosen), dtype=bool)
                if anchor in self.anchors:
                    others = [
                        judged.same(name, other)[:, column]
                        for other in self.anchors
                        if other != anchor
                    ]
                    specific, shared = breakdown(
                        judged.same(name, anchor)[:, column],
                        numpy.array(others).reshape(len(others), len(chosen)),
                    )
                for statistic, rows in zip(_JUDGED, (chosen, chosen & specific)):
                    on = [(rows, for_gold)]
                    self._approval(metric, statistic, (name, self.gold), judged, on)
                all_shared.append((chosen & shared, for_gold))
            if sides:
                names = (*dict.fromkeys(name for name, _ in sides), self.gold)
                self._approval(metric, _JUDGED[2], names, judged, all_shared)

    def _approval(self, metric, statistic, names, judged, on):
        """Share of judgements that prefer the gold made from scratch, its z and its p.

        on  list of (judgements that it is about, which of all judgements prefer that gold):
            booleans; each counts as often as it is in it
        """
        sentence = numpy.concatenate([judged.sentence[rows] for rows, _ in on])
        preferred = numpy.concatenate([for_gold[rows] for rows, for_gold in on])
        reason = _NOT_JUDGED if statistic == "preference" else _NONE_SUCH
        (found,) = self._figures(shares(self.pooled, preferred[:, None], sentence))
        z = p = numpy.nan
        try:
            _, z, p = preference(int(preferred.sum()), len(preferred))
        except Undefined:
            pass
        of_tests = (EstimatedFigure(value, None, A_TEST) for value in (z, p))
        for end, each in zip(("", "-z", "-p"), (found, *of_tests)):
            about = f"{statistic}{end}", names, f"BE16|{statistic}", [each], len(preferred), reason
            self._add(*about, metrics=[metric])


def _same_items(first, second):
    """(rows of the first, rows of the second) with the tokens that two CommonTokens share."""
    return numpy.intersect1d(first.item, second.item, assume_unique=True, return_indices=True)[1:]


def _all_defined(estimates):
    return not any(numpy.isnan(estimate.value).any() for estimate in estimates.values())


def _tables(scores):
    def of(title, header, note, **names):
        """measure_table; names: {statistic: function of the annotators that names a row}"""
        rows = [
            (name_of(people), by_measure)
            for statistic, name_of in names.items()
            for (_, people), by_measure in by_statistic(scores, (statistic,)).items()
        ]  # fmt: skip
        return measure_table(title, header, rows, [note])

    def named(words):
        return lambda people: f"{words}: {', '.join(people)}"

    made = [
        of(
            "What was left of the anchor", "annotator, anchor", _UNCHANGED_NOTE,
            unchanged="{0[0]}, of {0[1]}".format,
        ),
        _kept(scores),
        of(
            "Agreement at each stage", "annotators",
            "Without punctuation; all pairs of the named together. " + METRICS_NOTE,
            **{stage: named(words) for stage, words in _STAGES.items()},
        ),
        of(
            "Anchors against the gold and the references made from an anchor",
            "anchor, reference", "Without punctuation. " + METRICS_NOTE,
            **{"accuracy-nopunct": "{0[1]}, on {0[0]}".format},
        ),
        of(
            "What a reference made from an anchor gives away", "figure", _REDUCTION_NOTE,
            **{"error-reduction": "error reduction: {0[2]}, on {0[0]} instead of {0[1]}".format},
            **{each: named(words) for each, words in _GAPS.items()},
        ),
        _mcnemar_table(scores),
        _preferences(scores),
    ]  # fmt: skip
    made = [table for table in made if table.records]
    unread = unread_notes(score.signature for score in scores)
    return [table.with_notes(*unread) for table in made[:1]] + made[1:]


def _kept(scores):
    rows = by_name(scores, _KEPT, "LAS", "{} ({}), with {}".format)
    title = "Agreement with others (LAS) on what was left of the anchor, and on what was changed"
    heads = ("left", "changed", "difference")
    return measure_table(title, "annotator", rows, _KEPT_NOTES, _KEPT, heads)


def _mcnemar_table(scores):
    rows = {}
    for (statistic, names), figures in by_statistic(scores, _TESTS).items():
        for measure, score in figures.items():
            rows.setdefault((_compared(names), measure), {})[statistic] = score
    undefined = without_figure({", ".join(name): of.values() for name, of in rows.items()})
    columns = [TEXT("conditions"), TEXT(""), *map(_TEST, _TESTS.values())]
    records = [(*name, *map(figures.get, _TESTS)) for name, figures in rows.items()]
    return Table("McNemar's test", columns, records, (_TEST_NOTE, *undefined))


def _compared(names):
    """What was compared: two pairs, or an anchor on two references."""
    if len(names) == 3:
        return f"{names[2]}: on {names[0]} / on {names[1]}"
    half = len(names) // 2
    return " / ".join(", ".join(part) for part in (names[:half], names[half:]))


def _preferences(scores):
    """Everything about judges: a row for each figure and its test."""
    rows, with_reasons = [], {}
    statistics = {f"{statistic}{end}" for statistic in _JUDGED for end in ("", "-z", "-p")}
    for (statistic, names), figures in by_statistic(scores, statistics).items():
        name = f"{statistic.replace('-', ' ')}: {', '.join(names)}"
        rows.append((name, *map(figures.get, ABOUT)))
        if statistic in _JUDGED:
            rows.append(("  judged tokens", *(figures[metric].items for metric in ABOUT)))
            with_reasons[name] = figures.values()
    notes = (_PREFERENCE_NOTE, *without_figure(with_reasons))
    return Table("What judges prefer", [TEXT("figure"), *map(_TEST, ABOUT)], rows, notes)


def _test_figure(score):
    """A count, a test statistic, a p that is never printed as 0, or a share."""
    if isinstance(score, int):
        return str(score)
    if score is None or score.value is None:
        return "–"
    if score.statistic.startswith("mcnemar-only"):
        return str(int(score.value))
    if score.statistic.endswith(("-chi2", "-z")):
        return f"{score.value:.2f}"
    if score.statistic.endswith("-p") or score.statistic in _TESTS:
        return "<.001" if score.value < 0.001 else figure(score.value)
    return figure_with_interval(score)


_TEST = ColumnType("r", _test_figure)

STUDY = NamedStudy(
    "anchoring", "How close annotators stay to the output of tools",
    "Measure how close annotators stay to the tools' output that they corrected.",
    AnchoringOptions, tables, reads_files=True,
)  # fmt: skip
