"""What a report says where figures leave out lines, text or labels that others count."""

from itertools import combinations
from typing import NamedTuple

from brat_iaa.formats.cells import count, figure, named
from brat_iaa.kinds import KINDS

_U_ALPHA = ("u-alpha", "nominal")
# A tenth of the text: whoever reads the figure takes it for one of all of it.
_MUCH = 0.1


def left_out_notes(layer) -> list:
    """Notes on a ScoreIndex: lines that could not be read; the share of the text without u-alpha,
    if it is large; spans whose labels are not on the scale.
    """
    lines = [left_out for left_out in layer.agreement.uncounted if left_out.layer == layer.name]
    notes = [uncounted_sentence(lines)] + _bounds(layer, lines) if lines else []
    return notes + _without_u_alpha(layer) + _off_the_scale(layer)


def uncounted_sentence(lines) -> str:
    """Sentence on some Uncounted, of one layer or several."""
    lines_of, documents_of, reasons = {}, {}, {}
    for left_out in lines:
        own = lines_of.setdefault(left_out.annotator, set())
        own.update((left_out.document, line) for line in left_out.lines)
        documents_of.setdefault(left_out.annotator, set()).add(left_out.document)
        reasons.setdefault(left_out.code, left_out)
    whose = [
        f"{count(len(own), 'line')} of {name} ({named(sorted(documents_of[name]))})"
        for name, own in lines_of.items()
    ]
    first = lines[0]
    return (
        f"{_listed(whose)} could not be read, and no figure knows of them: {', '.join(reasons)}. "
        f"First, in {first.document} of {first.annotator}, line {first.lines[0]}: {first.why}"
    )


def _listed(words):
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


class Range(NamedTuple):
    """A figure if nothing of what could not be read agreed, and if all of it did."""

    lowest: float
    highest: float


def bounds(layer, statistic, lines):
    """The Range of the F1 of a ScoreIndex; None where there are none. lines: Uncounted"""
    measure, letter = KINDS[layer.kind].counted
    if not measure or layer.settings.carried:
        return None
    found = []
    for pair in combinations(layer.agreement.annotators, 2):
        scores = layer.pairs.get(pair) or layer.overall
        exact, score = (scores.get((measure, name)) for name in ("exact", statistic))
        if score is None or None in (exact.value, score.value):
            return None
        # F1 is 2 m / s, and the items are the s - m different ones.
        drawn = exact.items / (1 - exact.value / 2)
        both = score.value * drawn
        lost = sum(
            len(left_out.lines)
            for left_out in lines
            if left_out.annotator in pair and left_out.kind in (letter, "?")
        )
        highest = min(1.0, (both + 2 * lost) / (drawn + lost))
        found.append((both / (drawn + lost), highest))
    if not found:
        return None
    return Range(*(sum(of_pairs) / len(found) for of_pairs in zip(*found)))


def _bounds(layer, lines):
    measure, _ = KINDS[layer.kind].counted
    within = {
        name: found
        for statistic, name in (("exact", "exact"), ("overlap", "overlapping"))
        if (measure, statistic) in layer.overall
        and (found := bounds(layer, statistic, lines)) is not None
    }
    shown = [f"F1, {name}: {figure(low)} to {figure(high)}" for name, (low, high) in within.items()]
    return [f"If none of them agreed, and if all did: {'; '.join(shown)}."] if shown else []


def _off_the_scale(layer):
    every, ordered = (layer.overall.get(("alpha", name)) for name in ("nominal", "ordinal"))
    if None in (every, ordered) or every.items == ordered.items:
        return []
    return [
        f"Alpha by the order of the labels, and AC2, leave out {every.items - ordered.items} of "
        f"{every.items} spans: fewer than two annotators gave them a label that is in order = "
        f"{', '.join(layer.settings.order)}."
    ]


def _without_u_alpha(layer):
    score = layer.overall.get(_U_ALPHA)
    if score is None or score.value is None:
        return []
    share = score.missing / (score.items + score.missing)
    if share < _MUCH:
        return []
    return [
        f"u-alpha, cu-alpha and (k)u-alpha leave out a share of {figure(share)} of the text: "
        "sentences in which spans of one annotator overlap, and documents that one annotator "
        "alone has begun."
    ]


def grouped_problems(agreement) -> list:
    """[(Problem, number of others)]: of those with one code in one annotator's files, the first."""
    layout, groups = agreement.config.layout, {}
    for problem in agreement.problems:
        # What is wrong with settings has a message of its own.
        whose = layout.owner(problem.file) if "/" in problem.file else problem.message
        groups.setdefault((whose, problem.code), []).append(problem)
    return [(problems[0], len(problems) - 1) for problems in groups.values()]


def grouped_excluded(agreement) -> list:
    """[(Excluded, number of others)]: of those of one annotator for one reason, the first."""
    groups = {}
    for excluded in agreement.excluded:
        groups.setdefault((excluded.annotators, excluded.reason), []).append(excluded)
    return [(of_group[0], len(of_group) - 1) for of_group in groups.values()]


def with_further(where: str, further: int) -> str:
    """A place, and the number of others."""
    return f"{where} and {further} more" if further else where
