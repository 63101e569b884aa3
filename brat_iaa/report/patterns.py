"""Patterns of places as a table, and in words."""

from brat_iaa.figures import measure_name
from brat_iaa.formats.cells import count, figure
from brat_iaa.formats.display_names import NOT_ANNOTATED
from brat_iaa.formats.tables import COUNT, FIGURE, SENTENCE, TEXT, Table
from brat_iaa.kinds import UNORDERED_MEANINGS
from brat_iaa.places.patterns import stands_out
from brat_iaa.report.places import with_it_in_words

_SHOWN = 10
_MEASURES = ("UAA", "LAA", "LOA", "f1")
_FOLLOWING = (
    "Also affects: what differs only because of these, as an attribute or a relation of a span "
    "that one annotator lacks, or bounds otherwise. It is counted with them."
)


def labels_in_words(labels):
    """Such as “JCT / MOD”; a label that differs in heads or extent only is alone."""
    return " / ".join(label or NOT_ANNOTATED for label in labels)


def kinds_in_words(pattern):
    """Such as “head+label 8, label 4”, in places; of which some may be of several kinds."""
    said = ", ".join(f"{kind} {number}" for kind, number in pattern.kinds)
    twice = sum(number for _, number in pattern.kinds) - pattern.places
    if not twice:
        return said
    return f"{said} ({f'{twice} both' if len(pattern.kinds) == 2 else 'some several'})"


def rising(pattern):
    """The figure that would rise: “LAA”; of events “F1”, as their layer is named beside it."""
    return measure_name(pattern.leading).rpartition(", ")[2]


def gain_in_words(pattern):
    """Such as “LAA .911 → .930”; "" without a gain."""
    gain = pattern.gain
    if gain is None:
        return ""
    return f"{rising(pattern)} {figure(gain.before)} → {figure(gain.after)}"


def none_stands_out(patterns):
    """A sentence that settling one of several patterns would not settle much; "" if it would."""
    if len(patterns) < 2 or stands_out(patterns):
        return ""
    first = patterns[0]
    labels = labels_in_words(first.labels)
    share = f"{first.places} of {first.of} disagreements"
    return f"No pattern stands out: the first, {labels}, is {share}."


def pattern_list(grouped, most=None, with_kinds=True) -> Table:
    """The Table of Patterns, of which people see the first, with what its words mean.

    For programs: label_1, label_2 (the second is the first again where heads or extents differ, and
    None for nothing), of (number of all places, those of other layers included), with_it (how many
    places of other layers follow from these), and figures as they are and if the pattern counted as
    agreed.
    """
    shown = grouped[:most]
    several = len({pattern.layer for pattern in grouped}) > 1
    settled = any(pattern.gain is not None for pattern in grouped)
    rows = [
        (
            *(pattern.places, pattern.of, gain_in_words(pattern), pattern.layer),
            *(labels[0], labels[1] or None, kinds_in_words(pattern), with_it),
            labels_in_words(pattern.labels)
            + (f"; also affects: {with_it}" if with_it and with_kinds else ""),
            *(value for measure in _MEASURES for value in pattern.gains.get(measure, (None, None))),
        )
        for pattern in grouped
        for labels in [pattern.labels * (2 // len(pattern.labels))]
        for with_it in [with_it_in_words(pattern.consequences)]
    ]
    used = {kind for pattern in shown for kind, _ in pattern.kinds if with_kinds}
    terms = ["If resolved: what the figure would be if all agreed in this."] if settled else []
    if with_kinds and any(pattern.consequences for pattern in shown):
        terms.append(_FOLLOWING)
    terms += [f"{kind}: {meaning}." for kind, meaning in UNORDERED_MEANINGS.items() if kind in used]
    title = "Disagreement patterns, " + (
        "largest possible gain first" if settled else "most frequent first"
    )
    columns = [
        *(COUNT("number", "places"), COUNT(None, "of")),
        TEXT("if resolved" if settled else None, ""),
        TEXT("layer" if several else None, "layer"),
        *(TEXT(None, "label_1"), TEXT(None, "label_2")),
        *(TEXT("kinds" if with_kinds else None, "kinds"), TEXT(None, "with_it")),
        SENTENCE("labels", ""),
        *(FIGURE(None, f"{name}_{when}") for name in _MEASURES for when in ("before", "after")),
    ]
    return Table(title, columns, rows, shown=most, glossary=tuple(terms))


def pattern_table(grouped, places, where, most=_SHOWN) -> Table:
    """The pattern_list() of the first of some Patterns, with notes on all.

    places  those that are grouped
    where   what to add to the title
    """
    several = len({pattern.layer for pattern in grouped}) > 1
    # In 80 columns there is no room for both.
    table = pattern_list(grouped, most, most == _SHOWN or not several)
    number = count(len(places), "disagreement")
    lacking = places.by_kind().get("token", 0)
    tokens = f", {lacking} from tokens that some annotators lack" if lacking else ""
    note = (
        f"{number} in {count(len(grouped), 'pattern')}{tokens}. See each with: "
        "brat-agreement disagreements."
    )
    notes = *filter(None, [none_stands_out(grouped)]), note
    title = table.title.replace(",", f"{where},", 1)
    return table._replace(title=title, notes=notes)
