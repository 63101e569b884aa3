"""The tables of reports, with figures, counts and notes as text."""

from typing import Optional

from brat_iaa.measures.score import FEWEST, LEVEL

_NAMED = 5
ROUNDING = 1e-12
# A design effect from which a note says that documents differ.
MUCH = 1.5
# Sentences from which the interval of alpha-plain over trees is reliable.
ENOUGH_TREES = 200


FEW_DIFFER = (
    f"Rough intervals: the annotators disagree in fewer than {FEWEST} sentences (or documents)."
)


def figure(value: Optional[float], digits: int = 3) -> str:
    """A figure as text: .940, 1.000, -.050; a dash for None.

    1.000 means perfect: lower figures that round to it are >.999, but for what a computer's
    numbers are off.
    """
    if value is None:
        return "–"
    printed = f"{value:.{digits}f}"
    if float(printed) == 1 and value < 1 - ROUNDING:
        return ">." + "9" * digits
    if float(printed) == 0:
        printed = printed.lstrip("-")
    return printed.replace("0.", ".", 1) if printed.lstrip("-").startswith("0.") else printed


def with_interval(value, interval, printed=figure) -> str:
    """A value and its interval as text: .940 [.925, .953]; a dash without a value."""
    if value is None:
        return "–"
    return printed(value) + ("" if interval is None else f" {bracketed(interval, printed)}")


def bracketed(interval, printed=figure) -> str:
    """An interval as text: [.925, .953]"""
    return f"[{', '.join(map(printed, interval))}]"


def figure_with_interval(score) -> str:
    """The same of a Score, or None."""
    return "–" if score is None else with_interval(score.value, score.interval)


def count(number: int, noun: str) -> str:
    """The number with its noun: 1 token, 2 tokens."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def without_figure(scores: dict) -> list:
    """Notes on rows with a missing figure, with the reason.

    scores  {name of the row: its Scores, None if there is none by design}
    """
    reasons = {}
    for name, row_scores in scores.items():
        reason = next(
            (score.undefined for score in row_scores if score is not None and score.undefined), None
        )
        if reason:
            reasons.setdefault(reason, []).append(name)
    return [f"Undefined: {named(names, '; ')}: {reason}." for reason, names in reasons.items()]


def enumerated(texts) -> str:
    """Such as "anna, ben and carla"; "" without any."""
    *first, last = [*texts] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def named(names, separator: str = ", ") -> str:
    """The first names, and the number of others."""
    further = f"{separator}{len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return separator.join(names[:_NAMED]) + further


def unread_notes(signatures) -> list:
    """Sentence, if by their signatures figures lack lines that could not be read; else []."""
    if not any("|uncounted:" in signature for signature in signatures):
        return []
    return ["Lines that could not be read are in no figure; brat-agreement report names them."]


def interval_notes(scores) -> list:
    """Notes on the intervals in a table; the first score with a value is the main one.

    scores  iterable of Score or None
    """
    scores = [score for score in scores if score is not None and score.value is not None]
    with_interval = [score for score in scores if score.interval is not None]
    if not with_interval:
        return [f"No intervals: {scores[0].no_interval}."] if scores else []
    main = with_interval[0]
    notes = [f"In brackets: 95% interval, {interval_method(main)}."]
    if 0 < (FEWEST if main.differing is None else main.differing) < FEWEST:
        notes.append(FEW_DIFFER)
    if (main.design_effect or 0) > MUCH and interval_unit(main) == "sentences":
        notes.append(
            "Agreement varies between documents (design effect "
            f"{main.design_effect:.1f}). To generalise to new documents, set unit = documents in "
            f"[intervals] (at least {FEWEST} documents)."
        )
    reasons = dict.fromkeys(score.no_interval for score in scores if score.interval is None)
    notes += [f"No interval of some figures: {reason}." for reason in filter(None, reasons)]
    if any(
        score.measure == "alpha-plain" and score.interval and score.items < ENOUGH_TREES
        for score in scores
    ):
        notes.append(
            f"The interval of alpha-plain is too narrow below {ENOUGH_TREES} sentences: distances "
            "are squared, so a few sentences carry most of the disagreement."
        )
    return notes


def interval_method(score) -> str:
    """The method of a Score's interval, by its signature; older versions had another one."""
    if "|bootstrap:" in score.signature:
        return "percentile bootstrap over sentences, as an older version made them"
    if "|interval:linearised," in score.signature:
        return f"linearised variance over {interval_unit(score)}, as an older version made them"
    return f"delete-one variance over {interval_unit(score)}"


def interval_unit(score) -> str:
    """What the interval takes as drawn at random: "sentences" or "documents"."""
    return "documents" if f",{LEVEL},documents|" in score.signature else "sentences"


def more(number: int, what: str, where: str = "--format json or csv") -> list:
    """A note on how many more there are, if any.

    what   in the plural
    where  the option that shows all
    """
    what = what.removesuffix("s") if number == 1 else what
    return [" ".join(filter(None, (f"{number} more", what))) + f": see {where}."] * (number > 0)
