"""Phases side by side: agreement per pair and phase, differences, and what changed between two of
them.

The tables are those of Ragheb & Dickinson 2013 (tables 2 to 6), a row for each
pair and a column for each phase.
"""

import csv
import io
from typing import NamedTuple

from brat_iaa.formats.cells import (
    Table,
    figure,
    figure_with_interval,
    interval_method,
    more,
    without_figure,
)
from brat_iaa.formats.words import figure_name
from brat_iaa.phases import STATUSES
from brat_iaa.phases.changes import MOVES, count, moves
from brat_iaa.phases.differences import ROUGH
from brat_iaa.report.disagreements import safe_cell
from brat_iaa.report.places import value_in_words
from brat_iaa.scores import MEASURES
from brat_iaa.scores.index import main_figures

SHOWN = 15
_WORDS = {"masi": "MASI", "exact": "exact match", "gcm-f1": "GCM, F1", "alpha": "alpha"}


class State(NamedTuple):
    """A project at one time.

    name    what the reader knows it by, e.g. "2: revised"
    layers  tuple of (name, kind)
    scores  of all layers; those of documents, labels and sentences are not looked at
    """

    name: str
    layers: tuple
    scores: tuple


def phase_tables(states, statistic="masi"):
    """List of Table, one for each measure: rows are pairs and all together, columns the states."""
    found = []
    for measure in MEASURES:
        rows = _rows_of(states, "dependencies", (measure, statistic))
        found.append(
            _phase_table(f"{measure}, {_WORDS[statistic]}, per pair and phase", states, rows)
        )
    for name, kind in dict.fromkeys(layer for state in states for layer in state.layers):
        if kind != "dependencies":
            keys = dict.fromkeys(
                (score.measure, score.statistic)
                for state in states
                for score in state.scores
                if score.whole and score.layer == name
            )
            for key in main_figures(kind, tuple(keys)):
                rows = _rows_of(states, kind, key, name)
                found.append(
                    _phase_table(f"{name}: {figure_name(*key)}, per pair and phase", states, rows)
                )
    return [table for table in found if table.rows]


def _rows_of(states, kind, key, layer=None):
    """{annotators: {place of the state: Score}} of one figure, pairs first, those of the latest
    state first.

    key    (measure, statistic)
    layer  name of the layer; None: whichever is of this kind
    """
    rows = {}
    for place, state in reversed(list(enumerate(states))):
        names = [layer] if layer else [name for name, own in state.layers if own == kind]
        for score in state.scores:
            if score.whole and score.layer in names and (score.measure, score.statistic) == key:
                row = next(
                    (own for own in rows if sorted(own) == sorted(score.annotators)),
                    score.annotators,
                )
                rows.setdefault(row, {})[place] = score
    return dict(sorted(rows.items(), key=lambda row: len(row[0])))


def _phase_table(title, states, rows):
    groups = [key for key in rows if len(key) > 2]
    # Who joined or left makes another group; of several, each is named.
    names = {
        key: " and ".join(key) if len(key) < 3 else "all" if len(groups) < 2 else ", ".join(key)
        for key in rows
    }
    cells = tuple(
        (names[key], *(figure_with_interval(row.get(place)) for place in range(len(states))))
        for key, row in rows.items()
    )
    notes = without_figure({names[key]: list(row.values()) for key, row in rows.items()})
    methods = dict.fromkeys(
        interval_method(score) for row in rows.values() for score in row.values() if score.interval
    )
    if methods:
        notes.append(
            f"In brackets: 95 % interval, {'; '.join(methods)}. A dash: not compared in that phase."
        )
    signatures = dict.fromkeys(score.signature for row in rows.values() for score in row.values())
    return Table(
        title,
        "l" + "r" * len(states),
        ("", *(state.name for state in states)),
        cells,
        tuple(notes),
        tuple(signatures),
    )


def difference_table(differences, before, after):
    """Table of the differences between two states, all together first.

    before, after  names of the states
    """
    rows = tuple(
        (
            f"{one.measure}, {_WORDS[one.statistic]}",
            "all" if len(one.annotators) > 2 else " and ".join(one.annotators),
            figure(one.before),
            figure(one.after),
            left(one),
            signed(one),
            one.clear,
        )
        for one in differences
    )
    notes = [
        "Both figures are over the sentences that a pair compared in both. Disagreement: what is "
        "left of it, in per cent of what it was before. In brackets: 95 % intervals, linearised "
        "variance of the change; “up” and “down” where that of the disagreement leaves out 100 %."
    ]
    if any(one.rough for one in differences):
        notes.append(f"Intervals over fewer than {ROUGH} sentences or documents are rough.")
    reasons = dict.fromkeys(one.no_interval for one in differences if one.no_interval)
    notes += [f"No interval: {reason}." for reason in reasons]
    return Table(
        f"Difference from {before} to {after}",
        "llrrrrl",
        ("", "", before, after, "disagreement", "difference", ""),
        rows,
        tuple(notes),
    )


def other_settings(names):
    """Notes that two states differ in more than the annotation. names: of settings, see Shared."""
    if not names:
        return []
    return [
        (
            f"The settings differ, too: {', '.join(names)}. What changed may be due to "
            f"them and not to the annotators."
        )
    ]


def signed(one):
    """A Difference as printed: +.050 [+.010, +.090]."""
    if one.difference is None:
        return "–"
    interval = f" [{_signed(one.interval[0])}, {_signed(one.interval[1])}]" if one.interval else ""
    return _signed(one.difference) + interval


def _signed(value):
    printed = f"{value:+.3f}"
    return ".000" if float(printed) == 0 else printed.replace("0.", ".", 1)


def left(one):
    """What is left of the disagreement: 60 % [48, 75]; "from none" if there was none."""
    if one.ratio_interval is not None and one.ratio is None:
        return "from none"
    if one.ratio is None:
        return "–"
    printed = f"{100 * one.ratio:.0f} %"
    return (
        printed
        if one.ratio_interval is None
        else printed + " [{:.0f}, {:.0f}]".format(*(100 * b for b in one.ratio_interval))
    )


def change_tables(changes, excluded=()):
    """List of Table of what changed: in all, per pair with who moved, per document, label and
    kind.
    """
    whole = count(changes).get((), dict.fromkeys(STATUSES, 0))
    found = [
        Table(
            "What became of the disagreements",
            "lrp",
            ("", "places", ""),
            tuple((status, str(whole[status]), meaning) for status, meaning in STATUSES.items()),
            (
                "Counted are places at which annotators differ, whoever and however "
                "many; per pair, "
                "places at which the two differ. One place can have several labels and kinds.",
            ),
        ),
        _of_pairs(changes),
        _grouped(changes, "document", "document"),
        _grouped(changes, "label", "label"),
        _grouped(changes, "kind", "kind"),
    ]
    if len({change.place.layer for change in changes}) > 1:
        found.insert(2, _grouped(changes, "layer", "layer"))
    if excluded:
        rows = tuple((left.document, left.reason) for left in excluded)
        found.append(Table("Documents left out", "lp", ("document", "reason"), rows))
    return [table for table in found if table.rows]


def _of_pairs(changes):
    own = count(changes, "annotators")
    if not any(change.place.of_arcs for change in changes):
        rows = tuple(
            (" and ".join(pair), *(str(number[status]) for status in STATUSES))
            for (pair,), number in sorted(own.items())
        )
        return Table("Per pair", "l" + "r" * len(STATUSES), ("", *STATUSES), rows)
    moved = moves(changes)
    rows = []
    for (pair,), number in sorted(own.items()):
        gave_in = moved.get(pair, dict.fromkeys(MOVES, 0))
        rows.append(
            (
                " and ".join(pair),
                *(str(number[status]) for status in STATUSES),
                *(str(gave_in[move]) for move in MOVES[:3]),
            )
        )
    return Table(
        "Per pair, and who changed what was resolved",
        "l" + "r" * (len(STATUSES) + 3),
        ("", *STATUSES, "first moved", "second moved", "both moved"),
        tuple(rows),
        ("“first moved”: the first of the pair changed, the second did not. Of arcs only.",),
    )


def groups(changes, field):
    """[((value of the field,), {status: number of tokens})], most open disagreements first; field
    as in count().
    """
    return sorted(
        count(changes, field).items(),
        key=lambda row: (
            -row[1]["remaining"] - row[1]["regressed"] - row[1]["new"],
            -row[1]["resolved"],
            row[0],
        ),
    )


def _grouped(changes, field, title):
    rows = groups(changes, field)
    return Table(
        f"Per {title}",
        "l" + "r" * len(STATUSES),
        (title, *STATUSES),
        tuple(
            (key[0] or "nothing", *(str(number[status]) for status in STATUSES))
            for key, number in rows[:SHOWN]
        ),
        tuple(more(len(rows) - SHOWN, f"{title}s")),
    )


CHANGE_FIELDS = (
    "status",
    "layer",
    "document",
    "sentence",
    "token",
    "start",
    "end",
    "kinds_before",
    "before",
    "kinds_after",
    "after",
    "changed",
    "pairs",
)


def change_rows(changes):
    """List of dicts with CHANGE_FIELDS, one for each place.

    before, after  what each had and has: “anna, ben: SUBJ ← “broke”; carla: no arc”
    changed        those who have another value now
    pairs          what became of it between those who differed or differ: “anna and ben resolved”
    """
    return [
        dict(
            status=change.status,
            layer=change.place.layer,
            document=change.place.document,
            sentence=change.place.sentence,
            token=change.place.token.text,
            start=change.place.token.start,
            end=change.place.token.end,
            **_of_state("before", change.before, change),
            **_of_state("after", change.after, change),
            changed=", ".join(change.changed),
            pairs="; ".join(f"{' and '.join(one.annotators)} {one.status}" for one in change.pairs),
        )
        for change in changes
    ]


def _of_state(when, place, change):
    """kinds_ and values of one state; where all agreed, in the words of the other."""
    values = change.values[when == "after"]
    groups = {}
    for name, value in values.items():
        groups.setdefault(value_in_words(change.place, value), []).append(name)
    return {
        f"kinds_{when}": ", ".join(place.kinds) if place is not None else "",
        when: "; ".join(f"{', '.join(names)}: {words}" for words, names in groups.items()),
    }


def difference_rows(differences):
    """List of dicts, for JSON and CSV."""
    return [
        {
            "measure": one.measure,
            "statistic": one.statistic,
            "annotators": list(one.annotators),
            "before": one.before,
            "after": one.after,
            "difference": one.difference,
            "low": one.interval[0] if one.interval else None,
            "high": one.interval[1] if one.interval else None,
            "ratio": one.ratio,
            "ratio_low": one.ratio_interval[0] if one.ratio_interval else None,
            "ratio_high": one.ratio_interval[1] if one.ratio_interval else None,
            "no_interval": one.no_interval,
            "sentences": one.sentences,
            "items_before": one.items[0],
            "items_after": one.items[1],
        }
        for one in differences
    ]


def to_csv(rows):
    """Rows of one kind, with a header."""
    if not rows:
        return ""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    writer.writerows(
        [
            safe_cell("+".join(cell) if isinstance(cell, list) else "" if cell is None else cell)
            for cell in row.values()
        ]
        for row in rows
    )
    return out.getvalue()
