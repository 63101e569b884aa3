"""Phases side by side: agreement per pair and phase, differences, and what changed.

The tables are those of Ragheb & Dickinson 2013 (tables 2 to 6), a row for each pair and a column
for each phase.
"""

from brat_iaa.figures import STATISTICS, chance_of, figure_name, figure_of_layer
from brat_iaa.formats.cells import FEW_DIFFER, bracketed, interval_method, without_figure
from brat_iaa.formats.tables import (
    COUNT,
    FIGURE,
    INTERVAL,
    NAMES,
    SCORE,
    SENTENCE,
    TEXT,
    ColumnType,
    Table,
    difference_cells,
    difference_columns,
)
from brat_iaa.paper.works import WORKS
from brat_iaa.phases import STATUSES
from brat_iaa.phases.changes import MOVES, count
from brat_iaa.phases.figures import layers_of, phase_figures
from brat_iaa.report import scores as score_report
from brat_iaa.report.places import WHERE_FIELDS, value_in_words, where
from brat_iaa.scores import MEASURES

_GROUP = ColumnType(
    "l",
    lambda names: "all" if len(names) > 2 else " and ".join(names),
    list,
    cells=NAMES.cells,
)


def _not_worse(difference):
    """Such as "yes [-.010, .031]"."""
    said = "yes" if difference.not_worse else "not shown"
    return f"{said} {bracketed(difference.bounds)}" if difference.bounds else said


def margin_words(margin) -> str:
    """A margin as text: .02"""
    return f"{margin:g}".replace("0.", ".", 1)


def margin_sentence(difference) -> str:
    """Whether a figure is not worse by more than the margin of its Difference."""
    said = f"not worse by more than {margin_words(difference.margin)}"
    if not difference.bounds:
        return f"That it is {said} is not shown, as there is no interval."
    said = f"It is {said}" if difference.not_worse else f"That it is {said} is not shown"
    said += f": 90% interval of the difference {bracketed(difference.bounds)}."
    return said + " Nor is it better by more than that." * difference.equivalent


NOT_WORSE = ColumnType("l", _not_worse)
# For programs, what the figures of a difference are made of.
_OF_DIFFERENCE = (
    "difference", "ratio", "ratio_low", "ratio_high", "no_interval", "sentences", "items_before",
    "items_after",
)  # fmt: skip
# The same where a margin is given.
_OF_MARGIN = "margin", "bound_low", "bound_high", "not_worse", "equivalent"
# Of scores of whole snapshots; the interval comes last.
_LEFT_OUT = ("interval", "document", "label", "sentence")


def phase_tables(states, statistic="masi", leading=False, parts=None, by="") -> list:
    """List of Table of PhaseStates, one for each figure: a row for each pair and for all, a column
    for each state.

    statistic  of dependencies and sets of labels, in STATISTICS or DIRECTED
    leading    whether only the leading figures are meant
    parts      for each state {name of a part of the project: its Scores}: instead a row for each of
               these in each part; by: what the parts are, such as "document"
    """
    named = [("", states)]
    if parts is not None:
        named = [
            (part, [*map(_of_part, states, (by_part.get(part, ()) for by_part in parts))])
            for part in sorted({name for by_part in parts for name in by_part})
        ]
    figures: dict = {}
    for part, of_part in named:
        for figure in phase_figures(of_part, statistic, leading):
            if figure.rows:
                figures.setdefault(figure.title, []).append((part, figure))
    return [_phase_table(*each, by) for each in figures.items()]


def _of_part(state, scores):
    """The PhaseState of a part, as of a project that is nothing else."""
    return state._replace(scores=tuple(score._replace(document=None) for score in scores))


def _phase_table(title, figures, by):
    """Table of one figure. figures: [(part of the project, PhaseFigure)]"""
    records, there, signatures = [], {}, ()
    for part, figure in figures:
        names = _names(figure)
        records += [(*[part] * bool(by), names[key], *row) for key, row in figure.rows.items()]
        of_part = {names[key]: [*filter(None, row)] for key, row in figure.rows.items()}
        there.update((f"{part}, {name}" if by else name, row) for name, row in of_part.items())
    scores = [score for row in there.values() for score in row]
    methods = dict.fromkeys(interval_method(score) for score in scores if score.interval)
    glossary = [
        *["Of the arcs or labels of the first annotator, the share that the second agrees with."]
        * figures[0][1].directed,
        *[f"In brackets: 95% interval, {'; '.join(methods)}."] * bool(methods),
        "A dash: not compared in that phase.",
    ]
    if not by:
        signatures = tuple(dict.fromkeys(score.signature for score in scores))
    columns = [*[TEXT(by)] * bool(by), TEXT(""), *map(SCORE, figures[0][1].names)]
    title += f", per {f'{by}, ' * bool(by)}pair and phase"
    notes = tuple(without_figure(there))
    return Table(title, columns, records, notes, signatures, glossary=tuple(glossary))


def _names(figure):
    """{annotators: what they are called}. Annotators who join or leave make another group; of
    several, each is named.
    """
    groups = [annotators for annotators in figure.rows if len(annotators) > 2]
    return {
        annotators: "all"
        if len(annotators) > 2 and len(groups) < 2
        else (", " if figure.directed or len(annotators) > 2 else " and ").join(annotators)
        for annotators in figure.rows
    }


def without_statistic(states, statistic) -> list:
    """A sentence on the layers of PhaseStates that have no such figure."""
    lacking = [
        layer
        for layer, kind in layers_of(states)
        if not any(key[1] == statistic for each in states for key in each.of_layer(layer, kind))
    ]
    if not lacking:
        return []
    have = "has" if len(lacking) == 1 else "have"
    return [
        f"--statistic {statistic}: {', '.join(lacking)} {have} no such figure, and the leading one "
        "is shown instead."
    ]


def difference_table(differences, before, after) -> Table:
    """Table of the Differences between two states, all annotators together first.

    before, after  names of the states
    """
    columns = [TEXT("", ""), *(TEXT(None, name) for name in ("layer", "measure", "statistic"))]
    columns += [_GROUP("", "annotators"), FIGURE(None, "before"), FIGURE(None, "after")]
    columns += difference_columns(before, after)
    columns += [FIGURE(None, name) for name in _OF_DIFFERENCE]
    rows = [
        (
            difference_name(difference, len({each.layer for each in differences}) > 1),
            *(difference.layer, difference.measure, difference.statistic, difference.annotators),
            *(difference.before, difference.after),
            *difference_cells(difference),
            *(difference.difference, difference.ratio),
            *(difference.ratio_interval or (None, None)),
            *(difference.no_interval, difference.sentences, *difference.items),
        )
        for difference in differences
    ]
    notes = [
        "Both figures are over the sentences that a pair compared in both. Disagreement: what is "
        "left of it, in per cent of what it was before. In brackets: its 95% interval, delete-one "
        "variance of the change; “up” and “down” where it leaves out 100%."
    ]
    margin = next((difference.margin for difference in differences), None)
    if margin is not None:
        said = margin_words(margin)
        columns.append(NOT_WORSE(f"not worse by more than {said}", ""))
        columns += [FIGURE(None, name) for name in _OF_MARGIN]
        rows = [
            (
                *(*row, difference, margin, *(difference.bounds or (None, None))),
                *(difference.not_worse, difference.equivalent),
            )
            for row, difference in zip(rows, differences)
        ]
        notes.append(
            "Not worse, in brackets: 90% interval of the difference, by two one-sided tests "
            f"({WORKS['Schuirmann1987'].cited}). Where it ends below {said}, agreement is not "
            "better by more than that, either."
        )
    if any(difference.rough for difference in differences):
        notes.append(FEW_DIFFER)
    reasons = dict.fromkeys(difference.no_interval for difference in differences)
    notes += [f"No interval: {reason}." for reason in reasons if reason]
    return Table(f"Difference from {before} to {after}", columns, rows, tuple(notes))


def leading_differences(differences, statistic="masi") -> list:
    """Those Differences that are of the leading figure of their layer, and of the first that is
    corrected for chance; of dependencies, those of a statistic.
    """
    chosen: dict = {}
    for difference in differences:
        leads = difference.layer not in chosen
        keys = chosen.setdefault(difference.layer, {})
        corrected = bool(chance_of(difference.measure)[0])
        if difference.measure in MEASURES:
            if difference.statistic == statistic:
                keys[difference.measure, difference.statistic] = corrected
        elif leads or corrected and not any(keys.values()):
            keys[difference.measure, difference.statistic] = corrected
    return [
        difference
        for difference in differences
        if (difference.measure, difference.statistic) in chosen[difference.layer]
    ]


def difference_name(difference, several=False) -> str:
    """The figure of a Difference, with the name of its layer if there are several."""
    if difference.measure in MEASURES:
        return f"{difference.measure}, {STATISTICS[difference.statistic].title}"
    key = difference.measure, difference.statistic
    return figure_of_layer(difference.layer, *key) if several else figure_name(*key)


def other_settings(names) -> list:
    """Notes that two states have different settings; names: ComparedStates.settings."""
    if not names:
        return []
    return [
        f"The settings differ, too: {', '.join(names)}. What changed may be due to them and not "
        "to the annotators."
    ]


def change_tables(changes, excluded=(), in_short=False) -> list:
    """List of Table of PlaceChanges: in all, per pair with who moved, per layer; if it is not to be
    short, also per document, label and kind.
    """
    whole = count(changes).get((), dict.fromkeys(STATUSES, 0))
    tables = [
        Table(
            "Status of the disagreements",
            [TEXT("status"), COUNT("disagreements"), SENTENCE("")],
            [(status, whole[status], meaning) for status, meaning in STATUSES.items()],
            (
                "Each item on which annotators differ counts once, however many differ; per "
                "pair, each on which the two differ. One item can have several labels and "
                "kinds.",
            ),
        ),
        _of_pairs(changes),
        *(_grouped(changes, field) for field in ("document", "label", "kind") if not in_short),
    ]
    if len({change.place.layer for change in changes}) > 1:
        tables.insert(2, _grouped(changes, "layer"))
    if excluded:
        columns = [TEXT("document"), SENTENCE("reason")]
        rows = [(each.document, each.reason) for each in excluded]
        left_out = Table("Documents excluded", columns, rows)
        tables.append(left_out.truncated("documents", 5) if in_short else left_out)
    return [table for table in tables if table.records]


_PAIR = ColumnType("l", " and ".join)
_MOVED = ColumnType(
    "l", lambda moved: ", ".join(f"{name} {number}" for name, number in moved.items() if number)
)


def _of_pairs(changes):
    moved = count(changes, "annotators", "moved")

    def by_move(pair):
        return [moved.get((pair, move), {}).get("resolved", 0) for move in MOVES[:3]]

    rows = [
        (
            pair,
            *map(counts.get, STATUSES),
            *by_move(pair),
            dict(zip((*pair, "both"), by_move(pair))),
        )
        for (pair,), counts in sorted(count(changes, "annotators").items())
    ]
    return Table(
        "Per pair, and who changed what was resolved",
        [
            _PAIR(""),
            *map(COUNT, STATUSES),
            *(COUNT(None, move) for move in MOVES[:3]),
            _MOVED("changed by", ""),
        ],
        rows,
        (
            "Changed by: who of the pair changed what is resolved now. What remains between others "
            "may be resolved or regressed between two.",
        ),
    )


def _grouped(changes, field):
    """The Table per value of a field, see count(); most open disagreements first."""
    counted = sorted(
        count(changes, field).items(),
        key=lambda row: (
            -row[1]["remaining"] - row[1]["regressed"] - row[1]["new"],
            -row[1]["resolved"],
            row[0],
        ),
    )
    rows = [(value, *map(number.get, STATUSES)) for (value,), number in counted]
    table = Table(f"Per {field}", [TEXT(field), *map(COUNT, STATUSES)], rows)
    return table.truncated(f"{field}s")


CHANGE_FIELDS = (
    "status", *WHERE_FIELDS, "kinds_before", "before", "kinds_after", "after", "changed", "pairs",
)  # fmt: skip


def change_rows(changes) -> list:
    """List of dicts with CHANGE_FIELDS, one for each PlaceChange.

    before, after  the values of all: “anna, ben: SUBJ ← “broke”; carla: not annotated”
    changed        annotators who have another value now
    pairs          status of the place for each pair that differed or differs: “anna and ben
                   resolved”
    """
    return [
        dict(
            status=change.status,
            **where(change.place),
            **_of_state("before", change.before, change),
            **_of_state("after", change.after, change),
            changed=", ".join(change.changed),
            pairs="; ".join(
                f"{' and '.join(pair.annotators)} {pair.status}" for pair in change.pairs
            ),
        )
        for change in changes
    ]


def _of_state(when, place, change):
    """kinds_ and values of one state; where all agreed, described as in the other state."""
    values = change.values[when == "after"]
    groups = {}
    for name, value in values.items():
        groups.setdefault(value_in_words(change.place, value), []).append(name)
    return {
        f"kinds_{when}": ", ".join(place.kinds) if place is not None else "",
        when: "; ".join(f"{', '.join(names)}: {words}" for words, names in groups.items()),
    }


def phase_dict(kept, snapshot, by=None) -> dict:
    """What JSON holds of the figures of a Snapshot; kept, by: as for score_table()"""
    state = kept.state(snapshot.number)
    rows = score_report.rows
    result = {"snapshot": snapshot.number, "name": state.name, "scores": rows(state.scores)}
    if by:
        parts = kept.parts(snapshot.number, by).items()
        result[f"{by}s"] = {name: rows(scores) for name, scores in parts}
    return result


def score_table(kept, by=None) -> Table:
    """A row for each Score of the snapshots that are not deleted, for programs.

    kept  Snapshots
    by    parts of the project, such as "document"; None: the whole
    """
    columns = [COUNT("snapshot"), TEXT("phase"), TEXT("taken"), TEXT(None, by or "")]
    records = [
        (
            *(snapshot.number, snapshot.phase, snapshot.taken, part),
            *(*score_report.values(score), score.interval),
        )
        for snapshot in kept.list()
        if not snapshot.deleted
        for part, scores in _parts(kept, snapshot.number, by)
        for score in scores
    ]
    columns += [
        column._replace(name="" if column.name in _LEFT_OUT else column.name)
        for column in score_report.COLUMNS
    ]
    return Table("Scores of snapshots", [*columns, INTERVAL("interval")], records)


def _parts(kept, number, by):
    return kept.parts(number, by).items() if by else [(None, kept.state(number).scores)]
