"""What the test says of candidates: tables, CSV and JSON."""

from brat_iaa.formats.cells import count, enumerated, figure, unread_notes
from brat_iaa.formats.tables import (
    COUNT,
    RATE,
    SCORE,
    SENTENCE,
    TEXT,
    ColumnType,
    Table,
    text_or,
)
from brat_iaa.layers.item_values import MISSING
from brat_iaa.report.notes import uncounted_sentence
from brat_iaa.studies.candidates import EPSILONS, FEWEST_ITEMS
from brat_iaa.studies.candidates.trial import likeliest

FIELDS = ("layer", "candidate", "label", "annotator", "items", "advantage", "low", "high", "p",
          "wins", "p_by_units", "wins_by_units", "winning_rate", "passes", "winning_rate_by_units",
          "passes_by_units", "reason")  # fmt: skip
PLACE_FIELDS = ("document", "sentence", "text", "fragments", "annotators", "candidate", "link")
# Items of each annotator of which it is said how often a candidate passes.
SIZES = (30, 60, 100, 200, 500)
SHOWN = 15
WHAT = (
    "The alternative annotator test (Calderon, Reichart & Dror 2025): a candidate passes if it is "
    "like the other annotators as much as one of them is, against at least half of them. A "
    "candidate counts as an annotator in no other figure."
)
_YES = ColumnType("l", lambda value: {True: "yes", False: "no", None: "–"}[value])
_P = ColumnType("r", lambda p: "–" if p is None else "<.001" if p < 0.001 else figure(p))


def summary(study) -> list:
    """Lines on what was tested, and what it means."""
    agreement = study.agreement
    epsilons = enumerated(f"{figure(value, 2)} for {name}" for name, value in EPSILONS.items())
    return [
        f"{agreement.project}: {', '.join(agreement.annotators)}",
        WHAT,
        f"epsilon {figure(study.epsilon, 2)}: what a candidate's lower cost is worth. "
        f"Choose it before you see the figures: {epsilons}.",
    ]


def tables(study) -> list:
    """List of Table."""
    return [
        table._replace(title=f"{title}: {table.title}")
        for title, _, of_title in sections(study, with_places=True)
        for table in of_title
    ]


def sections(study, with_places=False) -> list:
    """[(title, (), list of Table)]: each layer with its candidates side by side, then each
    candidate, then what could not be tested.

    with_places  whether there are tables of the items where a candidate differs from all
    """
    made: list = []
    for layer in dict.fromkeys(trial.layer.name for trial in study.trials):
        of_layer = [trial for trial in study.trials if trial.layer.name == layer]
        made.append((layer, [_side_by_side(study, of_layer), _power(study, of_layer[0])]))
        for trial in of_layer:
            of_title = [_humans(study, trial), _labels(study, trial)]
            of_title += [_places(trial)] if with_places else []
            made.append((f"{layer}, {trial.candidate}", of_title))
    if study.refused:
        columns = [TEXT("layer"), text_or("all")("candidate"), SENTENCE("reason")]
        made.append(("Not tested", [Table("reasons", columns, study.refused)]))
    return [(title, (), [table for table in of if table.records]) for title, of in made]


def _unit(study):
    return study.agreement.config.unit


def _side_by_side(study, of_layer):
    unit = _unit(study)
    columns = [
        TEXT("candidate"), COUNT("items"), SCORE("advantage"), RATE("winning rate"),
        _YES("passes"), RATE(f"winning rate by {unit}"), _YES(f"passes by {unit}"),
    ]  # fmt: skip
    best_first = sorted(of_layer, key=lambda trial: -trial.whole.advantage.value)
    rows = [(trial.candidate, *trial.whole.figures) for trial in best_first]
    notes = [
        "advantage: how probable it is that the candidate is as good as an annotator, or better; "
        "the mean over the annotators. Compare candidates by it.",
        "winning rate: share of the annotators against whom the candidate wins; it passes with "
        ".50 or more.",
        f"Items of one sentence depend on each other, so read the test by {unit}, which draws "
        f"{unit} as wholes; the paper's own draws items one by one.",
    ]
    if any(trial.whole.rate(True) is None for trial in of_layer):
        notes.append(f"–: fewer than 10 {unit} of an annotator, too few for a test by {unit}.")
    if len({trial.whole.items for trial in of_layer}) > 1:
        notes.append("Candidates have different items: spans that only one drew, or documents.")
    notes += [*_lacking(study, of_layer), *unread_notes(trial.signature for trial in of_layer)]
    for trial in of_layer:
        if trial.beside.unread:
            notes.append(uncounted_sentence(trial.beside.unread))
    return Table(
        "candidates", columns, rows, tuple(notes), tuple(trial.signature for trial in of_layer)
    )


def _lacking(study, of_layer):
    documents = len(study.agreement.parts[of_layer[0].layer.name])
    for trial in of_layer:
        lacking = documents - len(trial.beside.texts)
        if lacking:
            yield (
                f"{trial.candidate} has nothing in {count(lacking, 'document')} of {documents}; "
                "nothing there is counted."
            )


def _humans(study, trial):
    unit = _unit(study)
    columns = [
        TEXT("annotator"), COUNT("items"), SCORE("advantage"), _P("p"), _YES("wins"),
        _P(f"p by {unit}"), _YES(f"wins by {unit}"),
    ]  # fmt: skip
    rows = [
        (
            human.annotator, human.items, human.advantage, human.by_items, human.wins,
            human.by_units, human.wins_by_units,
        )
        for human in trial.whole.humans
    ]  # fmt: skip
    notes = [
        "p: probability of such differences, or clearer ones, if the candidate were worse than "
        "the annotator by epsilon."
    ]
    few = set(trial.beside.humans) - {human.annotator for human in trial.whole.humans}
    if few:
        notes.append(f"Fewer than {FEWEST_ITEMS} items, excluded: {enumerated(sorted(few))}.")
    return Table("against each annotator", columns, rows, tuple(notes))


def _labels(study, trial):
    unit = _unit(study)
    columns = [
        TEXT("label"), COUNT("items"), SCORE("advantage"), RATE("winning rate"),
        _YES("may replace"), RATE(f"winning rate by {unit}"), _YES(f"may replace by {unit}"),
    ]  # fmt: skip
    tested = [result for result in trial.labels if not result.reason]
    rows = [
        (result.label, *result.figures)
        for result in sorted(tested, key=lambda each: (each.advantage.value, each.label))
    ]
    notes = ["Items to which an annotator or the candidate gave the label; all tests of this "
             "table are corrected together."]  # fmt: skip
    few = [result.label for result in trial.labels if result.reason]
    if few:
        notes.append(f"Fewer than {FEWEST_ITEMS} items of each annotator: {enumerated(few)}.")
    return Table("by label", columns, rows, tuple(notes))


def power_rows(trial, epsilon) -> list:
    """[(items of each annotator, share that passes by items, by units)]; [] if nobody knows."""
    if not trial.power.known:
        return []
    power, most_items = trial.power, max(human.items for human in trial.whole.humans)
    return [
        (size, power.passing(size, epsilon), power.passing(size, epsilon, power.design_effect))
        for size in sorted({*SIZES, most_items})
    ]


def _power(study, trial):
    unit = _unit(study)
    rows = power_rows(trial, study.epsilon)
    columns = [COUNT("items"), RATE("pass"), RATE(f"pass by {unit}")]
    most_items = max(human.items for human in trial.whole.humans)
    sentences = [
        f"With {most_items} items each a candidate as good as your annotators passes in "
        f"{_percent(by_items)} of all cases by items, in {_percent(by_units)} by {unit}."
        for size, by_items, by_units in rows
        if size == most_items
    ]
    notes = (
        *sentences,
        "From how often your annotators differ where each takes the place of a candidate among "
        "the others.",
    )
    return Table("how often a candidate like your annotators passes", columns, rows, notes)


def _percent(share):
    return "more than 99 %" if 0.99 < share < 1 else f"{100 * share:.0f} %"


def places(trial, links=None) -> list:
    """A dict with the keys PLACE_FIELDS for each item at which the candidate differs from all
    annotators, who agree; links: BratLinks, or None.
    """
    beside, listed = trial.beside, []
    codes, likely = beside.codes, likeliest(beside.candidate, len(beside.codes))
    for number in trial.against_all:
        item = beside.values.items[number]
        names = [name for name, code in zip(beside.humans, codes[number]) if code != MISSING]
        value = codes[number][codes[number] != MISSING][0]
        file = beside.files[item.document][names[0]]
        focus = [f"{start}~{end}" for start, end in item.fragments if start < end]
        listed.append({
            "document": item.document, "sentence": item.sentence, "text": item.text,
            "fragments": [list(fragment) for fragment in item.fragments],
            "annotators": _text(beside, item, value),
            "candidate": _text(beside, item, likely[number]),
            "link": links and links.file(file, focus),
        })  # fmt: skip
    return listed


def _text(beside, item, code):
    """A value for people."""
    text, words = beside.texts[item.document], []
    for label, where in sorted(beside.values.values[code]):
        ends = " → ".join(" ".join(text[start:end] for start, end in piece) for piece in where)
        words.append(f"{label} ({ends})" if ends and label else label or ends)
    return ", ".join(words) or "nothing"


def _places(trial):
    listed = places(trial)
    columns = [TEXT("document, sentence"), TEXT("text"), TEXT("annotators"), TEXT("candidate")]
    rows = [
        (f"{row['document']}, {row['sentence']}", row["text"], row["annotators"], row["candidate"])
        for row in listed
    ]
    note = f"{count(len(rows), 'item')}: look at them before you read the figures."
    table = Table(
        "where it differs from all annotators, who agree", columns, rows, (note,) if rows else ()
    )
    return table.first("items", SHOWN, "json")


def row_table(study) -> Table:
    """For programs: of each candidate all items together, then each annotator; then the same of
    each label, and what could not be tested.
    """
    rows = []
    for trial in study.trials:
        about = trial.layer.name, trial.candidate
        for result in (trial.whole, *trial.labels):
            items, advantage, *verdict = result.figures
            figures = (None,) * 11 if result.reason else (
                *_with_bounds(advantage), None, None, None, None, *verdict
            )  # fmt: skip
            rows.append((*about, result.label, None, items, *figures, result.reason))
            rows += [
                (
                    *about, result.label, human.annotator, human.items,
                    *_with_bounds(human.advantage), human.by_items, human.wins, human.by_units,
                    human.wins_by_units, None, None, None, None, None,
                )
                for human in result.humans
            ]  # fmt: skip
    rows += [
        (layer, candidate or None, *(None,) * 14, reason)
        for layer, candidate, reason in study.refused
    ]
    return Table("", [*map(TEXT, FIELDS)], rows)


def _with_bounds(estimated):
    return estimated.value, *(estimated.interval or (None, None))


def to_dict(study, links=None) -> dict:
    """All of it as what JSON can hold; links: BratLinks, or None."""
    agreement = study.agreement
    return {
        "project": agreement.project,
        "annotators": list(agreement.annotators),
        "note": WHAT,
        "epsilon": study.epsilon,
        "unit": _unit(study),
        "rows": row_table(study).dicts(),
        "candidates": [
            {
                "layer": trial.layer.name,
                "candidate": trial.candidate,
                "signature": trial.signature,
                "power": [
                    {"items": size, "pass": share, "pass_by_units": by_units}
                    for size, share, by_units in power_rows(trial, study.epsilon)
                ],
                "against_all_who_agree": places(trial, links),
            }
            for trial in study.trials
        ],
    }
