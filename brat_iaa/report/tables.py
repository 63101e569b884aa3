"""The tables a linguist reads: which scores stand where, as cells of text."""

from typing import NamedTuple

from brat_iaa.disagreements import KIND_MEANINGS, patterns
from brat_iaa.scores import MEASURES

STATISTICS = {
    "masi": "MASI (RD13)",
    "masi-full": "MASI, full (PA06)",
    "exact": "exact match",
    "gcm-f1": "GCM, F1",
    "alpha": "alpha",
    "alpha-index": "alpha, head as index",
    "alpha-nominal": "alpha, nominal",
}

SHOWN_DOCUMENTS = 15
SHOWN_LABELS = 15
SHOWN_PATTERNS = 10
SHOWN_PROBLEMS = 10


class Table(NamedTuple):
    """title, header cells, rows of cells, notes below; the first column is text, the rest figures."""

    title: str
    header: tuple
    rows: tuple
    notes: tuple = ()


def figure(value, digits=3):
    """A figure as printed: .940, 1.000, -.050; a dash where there is none.

    1.000 means perfect: what is only rounded to it is printed as >.999.
    """
    if value is None:
        return "–"
    printed = f"{value:.{digits}f}"
    if float(printed) == 1 and value < 1:
        return ">." + "9" * digits
    return printed.replace("0.", ".", 1) if printed.lstrip("-").startswith("0.") else printed


def figure_with_interval(score):
    """A figure with its interval: .940 [.925, .953]; a dash where there is no value."""
    if score is None or score.value is None:
        return "–"
    if score.interval is None:
        return figure(score.value)
    low, high = score.interval
    return f"{figure(score.value)} [{figure(low)}, {figure(high)}]"


def tables(agreement):
    """List of Table for the whole report."""
    return [
        table
        for table in (
            _overall(agreement),
            _directions(agreement),
            _pairs(agreement),
            _documents(agreement),
            _labels(agreement),
            _patterns(agreement),
            _excluded(agreement),
            _problems(agreement),
        )
        if table.rows
    ]


def headline(agreement):
    """What was compared, in one line."""
    sentences = sum(len(table.sentences) for table in agreement.tables.values())
    items = max((score.items for score in _overall_scores(agreement)), default=0)
    return (
        f"{agreement.project}: {_listed(agreement.annotators)}; "
        f"{len(agreement.tables)} documents, {sentences} sentences, {items} tokens compared"
    )


def _listed(names):
    names = list(names)
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else "".join(names)


def _overall_scores(agreement):
    return [
        score
        for score in agreement.scores
        if score.document is None
        and score.label is None
        and score.annotators == agreement.annotators
    ]


def _overall(agreement):
    scores = {(s.measure, s.statistic): s for s in _overall_scores(agreement)}
    rows, notes = [], []
    for statistic, name in STATISTICS.items():
        found = [scores.get((measure, statistic)) for measure in MEASURES]
        rows.append((name,) + tuple(figure_with_interval(score) for score in found))
        if statistic == "alpha":
            for part, attribute in (("  observed", "observed"), ("  expected", "expected")):
                rows.append(
                    (part,)
                    + tuple(
                        figure(getattr(score, attribute)) if score and score.value is not None else "–"
                        for score in found
                    )
                )
        notes += _undefined(found, name)
    if len(agreement.annotators) > 2:
        notes.append("All but alpha: mean over pairs of annotators.")
    if _one_head_each(agreement):
        notes.append(
            "Every token has at most one head: exact match is UAS, LAS and label accuracy of parsing."
        )
    notes += _interval_note(scores.get(("LAA", "masi")))
    notes += [
        f"Settings: {scores[key].signature}" for key in (("LAA", "masi"), ("LAA", "alpha")) if key in scores
    ]
    return Table("Agreement", ("",) + MEASURES, tuple(rows), tuple(notes))


def _undefined(scores, name):
    reasons = {s.undefined for s in scores if s is not None and s.undefined}
    return [f"{name} is undefined: {reason}." for reason in sorted(reasons)]


def _interval_note(score):
    if score is None:
        return []
    if score.interval:
        return ["In brackets: 95 % interval, bootstrap over sentences."]
    return [f"No intervals: {score.no_interval}."]


def _one_head_each(agreement):
    return all(
        len(value) <= 1
        for table in agreement.tables.values()
        for values in table.values.values()
        for value in values
        if value is not None
    )


def _directions(agreement):
    found = _select(agreement, statistic="gcm")
    rows = {}
    for score in found:
        rows.setdefault(score.annotators, {})[score.measure] = score
    return Table(
        "GCM by direction: of one annotator's arcs, the share the other agrees with",
        ("arcs of, agreed with by",) + MEASURES,
        tuple(
            (f"{first}, {second}",) + tuple(figure_with_interval(own.get(m)) for m in MEASURES)
            for (first, second), own in rows.items()
        ),
    )


def _select(agreement, statistic, document=None, label=None):
    return [
        score
        for score in agreement.scores
        if score.statistic == statistic and score.document == document and score.label == label
    ]


def _pairs(agreement):
    if len(agreement.annotators) < 3:
        return Table("", (), ())
    masi, alpha = {}, {}
    for statistic, into in (("masi", masi), ("alpha", alpha)):
        for score in _select(agreement, statistic):
            if len(score.annotators) == 2:
                into.setdefault(score.annotators, {})[score.measure] = score
    rows = []
    for pair, own in masi.items():
        rows.append(
            (f"{pair[0]}, {pair[1]}",)
            + tuple(figure_with_interval(own.get(m)) for m in MEASURES)
            + (figure_with_interval(alpha.get(pair, {}).get("LAA")), str(own["LAA"].items))
        )
    return Table(
        "Pairs of annotators (MASI; alpha of LAA)",
        ("pair",) + MEASURES + ("alpha", "tokens"),
        tuple(rows),
    )


def _documents(agreement):
    by_document = {}
    for score in agreement.scores:
        if score.document is not None and score.statistic == "masi" and score.label is None:
            if score.annotators == agreement.tables[score.document].annotators:
                by_document.setdefault(score.document, {})[score.measure] = score
    defined = [item for item in by_document.items() if item[1]["LAA"].value is not None]
    defined.sort(key=lambda item: (item[1]["LAA"].value, item[0]))
    shown = defined[:SHOWN_DOCUMENTS]
    notes = _more(len(defined) - len(shown), "documents")
    return Table(
        "Documents, lowest agreement first (MASI)",
        ("document",) + MEASURES + ("tokens",),
        tuple(
            (name,) + tuple(figure(own[m].value) for m in MEASURES) + (str(own["LAA"].items),)
            for name, own in shown
        ),
        notes,
    )


def _more(number, what):
    return (f"{number} more {what}: use --format json or csv.",) if number > 0 else ()


def _labels(agreement):
    wanted = {}
    for score in agreement.scores:
        if score.label is not None and score.statistic == "gcm-f1":
            if score.annotators == agreement.annotators:
                wanted.setdefault(score.label, {})[score.measure] = score
    defined = [item for item in wanted.items() if item[1]["LAA"].value is not None]
    defined.sort(key=lambda item: (item[1]["LAA"].value, item[0]))
    shown = defined[:SHOWN_LABELS]
    return Table(
        "Labels, lowest agreement first (F1 of arcs with the label)",
        ("label",) + MEASURES + ("tokens",),
        tuple(
            (name,) + tuple(figure(own[m].value) for m in MEASURES) + (str(own["LAA"].items),)
            for name, own in shown
        ),
        _more(len(defined) - len(shown), "labels"),
    )


def _patterns(agreement):
    grouped = patterns(agreement.disagreements)
    shown = grouped[:SHOWN_PATTERNS]
    rows = []
    for pattern in shown:
        sides = ", ".join(
            f"{annotator}: {label or 'no arc'}"
            for annotator, label in zip(pattern.annotators, pattern.labels)
        )
        rows.append((sides, pattern.kind, str(pattern.count)))
    kinds = sorted({pattern.kind for pattern in shown})
    notes = [f"{kind}: {KIND_MEANINGS[kind]}." for kind in kinds]
    number = len(agreement.disagreements)
    from_tokens = sum(found.kind == "token" for found in agreement.disagreements)
    notes.append(
        f"{number} disagreements in {len(grouped)} patterns; {from_tokens} come from tokens that one "
        "annotator lacks. See them: brat-iaa disagreements."
    )
    return Table(
        "Most frequent patterns of disagreement", ("labels", "kind", "times"), tuple(rows), tuple(notes)
    )


def _excluded(agreement):
    return Table(
        "Left out",
        ("document", "annotators", "reason"),
        tuple(
            (document, ", ".join(annotators), reason)
            for document, annotators, reason in agreement.excluded
        ),
    )


def _problems(agreement):
    shown = agreement.problems[:SHOWN_PROBLEMS]
    return Table(
        "Problems in the files",
        ("where", "code", "what"),
        tuple(
            (file if line is None else f"{file}:{line}", code, message)
            for file, line, code, message in shown
        ),
        _more(len(agreement.problems) - len(shown), "problems"),
    )
