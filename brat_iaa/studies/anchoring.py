"""Anchoring: how close annotators stay to the output of tools that they started from, and which of
two golds judges prefer (Berzak et al. 2016). No figure counts punctuation, as there.

A judgement prefers what a directory says of a token, so it counts for every gold that says the
same, and against those that say something else. Where the golds are pooled (shared approval), it
counts once for each gold that it is about: in the paper's Table 3 more tokens are shared than one
gold could hold.
"""

import csv
import os
import re
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple, Optional

import numpy

from brat_iaa.config import DEPENDENCIES, nearest
from brat_iaa.config.settings import Layer, directory_name, directory_names, path_below
from brat_iaa.corpus.files import inside, read_stable, why_unreadable
from brat_iaa.corpus.problem import Problem, quoted
from brat_iaa.errors import ConfigError, ProjectError, Undefined
from brat_iaa.formats.cells import (
    count,
    enumerated,
    figure,
    figure_with_interval,
    unread_notes,
    without_figure,
)
from brat_iaa.formats.tables import SENTENCE, TEXT, ColumnType, Table
from brat_iaa.kinds import declaration
from brat_iaa.kinds.declaration import Settings, text
from brat_iaa.kinds.kind import LayerSettings
from brat_iaa.measures.anchoring import (
    breakdown,
    error_reduction,
    mcnemar,
    preference,
    shared_gap,
    specific_gap,
)
from brat_iaa.measures.estimate import Estimate, by_sentence, corrected, difference, mean
from brat_iaa.references.pooled_references import METRICS, PooledReferences, with_punctuation
from brat_iaa.report.gold_tables import METRICS_NOTE, by_name, by_statistic, measure_table
from brat_iaa.report.scores import score_table
from brat_iaa.scores.builder import A_TEST, NO_ITEM, EstimatedFigure, ScoreBuilder
from brat_iaa.studies.study import NamedStudy, Report

LAYER = Layer("anchoring", "anchoring", LayerSettings())
LAS = METRICS.index("LAS")
_MCNEMAR = ("chi2", "p", "chi2-corrected", "p-corrected", "p-exact")
JUDGEMENT = ("document", "start", "end", "judge", "preferred")
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
    "mcnemar-chi2-corrected": "chi2 (c)",
    "mcnemar-p-corrected": "p (c)",
    "mcnemar-p-exact": "p (exact)",
}
_ABOVE_ONE = ("mcnemar-chi2", "mcnemar-chi2-corrected")
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
_STAGES_NOTE = "Without punctuation; all pairs of the named together. " + METRICS_NOTE
_REDUCTION_NOTE = (
    "Error reduction: share of the anchor's errors that go if it is measured against that "
    "reference. Specific gap: how much better an anchor is on its own reference than the "
    "others are; shared gap: how much better on that of another than on the gold (Berzak "
    "et al. 2016). As shares: .010 is one per cent."
)
_TEST_NOTE = (
    "only 1st, only 2nd: tokens right under one of the two conditions only. chi2 has 1 "
    "degree of freedom; (c): corrected for continuity; (exact): binomial."
)
_PREFERENCE_NOTE = (
    "Preference: share of the judged tokens on which the gold made from scratch is "
    "preferred to the other. Specific approval: where that other is as its own anchor has "
    "it, and the other anchors are not; shared approval: where it is as all anchors have "
    "it. z, p: two-tailed test against one half."
)
_NO_GOLD = "no gold made from scratch: name it as gold in [project]"
_NOT_JUDGED = "no judged token on which the two golds differ"
_NO_ANCHOR = (
    "it is not known from which anchor this annotation was made: name it in gold-of or started-from"
)
_ONE_ANCHOR = "only one anchor: what is specific to a tool and what tools share needs two"
_NONE_SPECIFIC = (
    "no judged token on which only the own anchor says the same, and the gold made from "
    "scratch does not"
)
_NONE_SHARED = (
    "no judged token on which all anchors say the same, and the gold made from scratch does not"
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
        help="A table below the project (CSV or tab-separated) of what judges preferred, with the "
        "columns document, start, end, judge, preferred: a token's offsets, and the directory "
        "whose annotation of it is better.",
    )  # fmt: skip


class Judgement(NamedTuple):
    """One judge on one token: start, end in characters of the document; line, from 1."""

    document: str
    start: int
    end: int
    judge: str
    preferred: str
    line: int


def tables(project, options) -> Report:
    """What was left of the anchors and agreement on it, then reviews, references, tests, judges,
    and what cannot be used of the judges' table.
    """
    agreement = project.agreement()
    _check(agreement, options)
    annotators, pooled = _pooled(project, agreement, options)
    builder = ScoreBuilder(with_punctuation(agreement.config, "out"), LAYER, data=pooled.data)
    rows, problems = read_judgements(project.root, options.judges)
    scores = anchoring_scores(pooled, builder, annotators, options)
    judged, unused = judge_scores(pooled, builder, annotators, options, rows)
    tools = options.anchors and f"; {count(len(options.anchors), 'anchor')}: "
    said = f"{agreement.project}: {enumerated(annotators)}"
    said += f"{tools}{enumerated(options.anchors)}" if tools else ""
    scores, problems = scores + judged, [*problems, *unused]
    return Report([said, WHAT], _tables(scores, problems), score_table(scores))


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
    with_all, words = (
        project.directories(
            everybody,
            (Layer(DEPENDENCIES, DEPENDENCIES, settings._replace(punctuation=punctuation)),), None,
        )
        for punctuation in ("in", "out")
    )  # fmt: skip
    # Documents without a reference say nothing here.
    there = [
        name for name, table in with_all.tables.items()
        if not {*references}.isdisjoint(table.annotators)
    ]  # fmt: skip
    both = ({name: each.tables[name] for name in there} for each in (with_all, words))
    return annotators, PooledReferences(*both, with_all.data.of_documents(there))


def anchoring_scores(pooled, builder, annotators, options) -> list:
    """List of Score of the whole project. pooled: PooledReferences"""
    config = builder.config
    golds = [(name, anchor) for name, anchor in options.gold_of if pooled.present((name,))]
    anchors = pooled.present(options.anchors)
    scratch = {}
    if pooled.present((config.gold,)):
        scratch = {anchor: pooled.words(config.gold, anchor) for anchor in anchors}
    scores = [
        score
        for names, statistic, pairs, source in _shares(
            pooled, options, annotators, scratch and config.gold, golds, anchors
        )
        for tokens in [[pooled.words(*pair) for pair in pairs]]
        for score in _share_scores(pooled, builder, names, statistic, tokens, source)
    ]  # fmt: skip
    for names, *pairs in _conditions(pooled, options, config.gold, golds, anchors, scratch):
        scores += _mcnemar(builder, names, *(pooled.words(*pair) for pair in pairs))
    for annotator, anchor in filter(pooled.both, _started_from(options, annotators)):
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


def _shares(pooled, options, annotators, scratch, golds, anchors):
    """Yield (names, statistic, pairs, source) of each share of tokens that are right."""
    started = _started_from(options, annotators)
    of_stages = (
        ("anchored", dict.fromkeys(annotator for annotator, _ in started)),
        ("scratch", options.scratch),
        ("reviewed", options.reviewed),
    )
    for stage, names in of_stages:
        names = pooled.present(names)
        pairs = [*combinations(names, 2)]
        if pairs:
            yield names, stage, pairs, f"BE16|stage:{stage}|pairs:{len(pairs)}"
    for pair in combinations(anchors, 2):
        yield pair, "tools", [pair], "BE16|tools"
    for pair in filter(pooled.both, zip(options.scratch, options.reviewed)):
        yield pair, "review", [pair], "BE16|review"
    for pair in filter(pooled.both, started):
        yield pair, "unchanged", [pair], "BE16|unchanged"
    for gold in [*filter(None, [scratch]), *(gold for gold, _ in golds)]:
        for anchor in anchors:
            yield (gold, anchor), "accuracy-nopunct", [(gold, anchor)], "accuracy"


def _started_from(options, annotators):
    """((annotator, anchor), ...) of who started from which anchor.

    As the options say, else each annotator who did not start from scratch, with every anchor.
    """
    unlike = [name for name in annotators if name not in options.scratch]
    return options.started_from or tuple(product(unlike, options.anchors))


def _conditions(pooled, options, made, golds, anchors, scratch):
    """Yield (names, pair, pair) of each two conditions that McNemar's test compares: from scratch
    and after review; an anchor on two golds; two anchors on one gold.

    made  name of the gold made from scratch
    """
    stages = options.scratch, options.reviewed
    names = sum(stages, ())
    if [*map(len, stages)] == [2, 2] and len(pooled.present(names)) == 4:
        yield names, *stages
    for gold, _ in golds:
        for anchor in scratch:
            yield (gold, made, anchor), (gold, anchor), (made, anchor)
    for gold in pooled.present((made, *(gold for gold, _ in golds))):
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


def read_judgements(root, file) -> tuple:
    """(list of Judgement, list of Problem) of a table below root; file: its path, or None. A line
    that cannot be used is a Problem; the others count.
    """
    if not file:
        return [], []
    path = os.path.join(root, file)
    if not inside(os.path.realpath(path), os.path.realpath(root)):
        return _unusable(file, "The file is outside of the project. Put a copy into it.")
    data = read_stable([path])[path]
    if data is None:
        reason = why_unreadable(path)
        return _unusable(file, f"The file cannot be read: {reason}. The option judges names it.")
    try:
        lines = re.split("\r\n|\n|\r", data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return _unusable(
            file, f"Byte {error.start + 1} is not UTF-8. Save the table as UTF-8 text."
        )
    separator = max("\t;,", key=lines[0].count)
    heads = [cell.strip().lower() for cell in _cells(lines[0], separator) or ()]
    lacking = [name for name in JUDGEMENT if name not in heads]
    if lacking:
        reason = (
            f"The first line lacks the columns {', '.join(lacking)}. Expected the names "
            f"{', '.join(JUDGEMENT)}, separated by tabs or commas."
        )
        return _unusable(file, reason, 1, "judgement-columns")
    columns = [heads.index(name) for name in JUDGEMENT]
    problems, seen = [], {}
    for number, line in enumerate(lines[1:], 2):
        cells = _cells(line, separator)
        if cells is not None and not any(cell.strip() for cell in cells):
            continue
        row, fault = _row(cells, columns, number)
        first = row and seen.setdefault(row[:4], row)
        if first is not row:
            fault = (
                f"{quoted(first.judge)} judged this token in line {first.line} already; that line "
                "counts."
            )
        if fault:
            problems.append(Problem(file, number, "judgement", fault))
    return [*seen.values()], problems


def _unusable(file, reason, line=None, code="unreadable-file"):
    return [], [Problem(file, line, code, reason)]


def _cells(line, separator):
    """List of str; None if the line is no row of a table."""
    try:
        # Line by line, so that an unclosed quotation mark affects its own line only.
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return None


def _row(cells, columns, number):
    """(Judgement, None) or (None, what is wrong)."""
    if cells is None or len(cells) <= max(columns):
        return None, f"Expected a cell for each of {', '.join(JUDGEMENT)}."
    row = dict(zip(JUDGEMENT, (cells[column].strip() for column in columns)))
    for name, value in row.items():
        if not value:
            return None, f"The cell of {name} is blank."
    for name in ("start", "end"):
        value = row[name]
        if not (value.isascii() and value.isdigit()) or len(value) > 12:
            return None, f"{name} is {quoted(value)}. Expected an offset in characters, such as 17."
        row[name] = int(value)
    if row["start"] >= row["end"]:
        return None, f"start {row['start']} is not before end {row['end']}."
    return Judgement(**row, line=number), None


def judge_scores(pooled, builder, annotators, options, judgements) -> tuple:
    """(list of Score of the whole project, list of Problem).

    pooled      PooledReferences
    judgements  list of Judgement
    """
    if not options.judges:
        return [], []
    config, names = builder.config, pooled.columns.annotators
    rows, items, problems = _on_tokens(pooled, judgements, names, options.judges)
    judged = _Judged(pooled, items, [row.preferred for row in rows])
    anchor_of = dict(options.started_from)
    # Without golds made from anchors, annotators are judged.
    sides = options.gold_of or [(name, anchor_of.get(name)) for name in annotators]
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
    anchors = pooled.present(options.anchors)
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


def _on_tokens(pooled, judgements, names, file):
    """(Judgements' rows on tokens, numbers of their items, a Problem for each other row).

    names  of all directories
    """
    rows, items, problems, tokens = [], [], [], {}
    for row in judgements:
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
            problems.append(Problem(file, row.line, "judgement", problem))
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


def _tables(scores, problems):
    def rows(statistics, name_of):
        """Rows of measure_table. name_of: function of a statistic and its annotators"""
        figures = by_statistic(scores, statistics)
        return [(name_of(*about), by_measure) for about, by_measure in figures.items()]

    made = [
        measure_table(
            "What was left of the anchor",
            "annotator, anchor",
            rows(("unchanged",), lambda _, pair: f"{pair[0]}, of {pair[1]}"),
            [_UNCHANGED_NOTE],
        ),
        _kept(scores),
        measure_table(
            "Agreement at each stage",
            "annotators",
            rows(_STAGES, lambda stage, names: f"{_STAGES[stage]}: {', '.join(names)}"),
            [_STAGES_NOTE],
        ),
        measure_table(
            "Anchors against the gold and the references made from an anchor",
            "anchor, reference",
            rows(("accuracy-nopunct",), lambda _, pair: f"{pair[1]}, on {pair[0]}"),
            ["Without punctuation. " + METRICS_NOTE],
        ),
        measure_table(
            "What a reference made from an anchor gives away",
            "figure",
            rows(
                ("error-reduction",),
                lambda _, names: "error reduction: {2}, on {0} instead of {1}".format(*names),
            )
            + rows(_GAPS, lambda gap, anchors: f"{_GAPS[gap]}: {', '.join(anchors)}"),
            [_REDUCTION_NOTE],
        ),
        _mcnemar_table(scores),
        _preferences(scores),
        Table(
            "Problems in the judges' table",
            [TEXT("where"), SENTENCE("what")],
            [(f"{problem.file}:{problem.line}" if problem.line else problem.file, problem.message)
             for problem in problems],
        ),
    ]  # fmt: skip
    tables = [table for table in made if table.records]
    unread = unread_notes(score.signature for score in scores)
    return [table.noting(*unread) for table in tables[:1]] + tables[1:]


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
    others = {*_STAGES, *_GAPS, *_TESTS, *_KEPT, "unchanged", "accuracy-nopunct", "error-reduction"}
    rows, with_reasons = [], {}
    figures_of = by_statistic(scores, {score.statistic for score in scores} - others)
    for (statistic, names), figures in figures_of.items():
        name = f"{statistic.replace('-', ' ')}: {', '.join(names)}"
        rows.append((name, *map(figures.get, METRICS)))
        if not statistic.endswith(("-z", "-p")):
            with_reasons[name] = figures.values()
    notes = (_PREFERENCE_NOTE, *without_figure(with_reasons))
    return Table("What judges prefer", [TEXT("figure"), *map(_TEST, METRICS)], rows, notes)


def _test_figure(score):
    """A count, a test statistic, a p that is never printed as 0, or a share."""
    if score is None or score.value is None:
        return "–"
    if score.statistic.startswith("mcnemar-only"):
        return str(int(score.value))
    if score.statistic in _ABOVE_ONE or score.statistic.endswith("-z"):
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
