"""What the test says of candidates: tables, CSV and JSON."""

from brat_iaa.formats.cells import count, enumerated, figure
from brat_iaa.formats.tables import (
    COUNT,
    RATE,
    SCORE,
    SENTENCE,
    TEXT,
    ColumnType,
    Table,
    for_programs,
    text_or,
)
from brat_iaa.layers.item_values import MISSING
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
_ANY = text_or("all")


def summary(found) -> list:
    """Lines on what was tested, and what it means."""
    agreement = found.agreement
    epsilons = enumerated(f"{figure(own, 2)} for {name}" for name, own in EPSILONS.items())
    return [
        f"{agreement.project}: {', '.join(agreement.annotators)}",
        WHAT,
        f"epsilon {figure(found.epsilon, 2)}: what a candidate's lower cost is worth. "
        f"Choose it before you see the figures: {epsilons}.",
    ]


def tables(found) -> list:
    """List of Table."""
    made = []
    for title, own in sections(found):
        made += [table._replace(title=f"{title}: {table.title}") for table in own]
    return made


def sections(found, with_places=True) -> list:
    """[(title, list of Table)]: each layer with its candidates side by side, then each candidate,
    then what could not be tested.

    with_places  whether there are tables of the items where a candidate differs from all
    """
    made: list = []
    for layer in dict.fromkeys(trial.layer.name for trial in found.trials):
        of_layer = [trial for trial in found.trials if trial.layer.name == layer]
        own = [_side_by_side(found, of_layer), _power(found, of_layer[0])]
        made.append((layer, [table for table in own if table.records]))
        for trial in of_layer:
            own = [_humans(found, trial), _labels(found, trial)]
            own += [_places(found, trial)] if with_places else []
            made.append((f"{layer}, {trial.candidate}", [table for table in own if table.records]))
    if found.refused:
        columns = [TEXT("layer"), _ANY("candidate"), SENTENCE("reason")]
        made.append(("Not tested", [Table("reasons", columns, found.refused)]))
    return made


def _unit(found):
    return found.agreement.config.unit


def _side_by_side(found, of_layer):
    unit = _unit(found)
    columns = [
        TEXT("candidate"), COUNT("items"), SCORE("advantage"), RATE("winning rate"),
        _YES("passes"), RATE(f"winning rate by {unit}"), _YES(f"passes by {unit}"),
    ]  # fmt: skip
    best_first = sorted(of_layer, key=lambda trial: -trial.whole.advantage.value)
    rows = [
        (
            trial.candidate, trial.whole.items, trial.whole.advantage, trial.whole.rate(),
            trial.whole.passes(), trial.whole.rate(True), trial.whole.passes(True),
        )
        for trial in best_first
    ]  # fmt: skip
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
    notes += _lacking(found, of_layer)
    return Table(
        "candidates", columns, rows, tuple(notes), tuple(trial.signature for trial in of_layer)
    )


def _lacking(found, of_layer):
    documents = len(found.agreement.parts[of_layer[0].layer.name])
    for trial in of_layer:
        lacking = documents - len(trial.beside.texts)
        if lacking:
            yield (
                f"{trial.candidate} has nothing in {count(lacking, 'document')} of {documents}; "
                "nothing there is counted."
            )


def _humans(found, trial):
    unit = _unit(found)
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


def _labels(found, trial):
    unit = _unit(found)
    columns = [
        TEXT("label"), COUNT("items"), SCORE("advantage"), RATE("winning rate"),
        _YES("may replace"), RATE(f"winning rate by {unit}"), _YES(f"may replace by {unit}"),
    ]  # fmt: skip
    tested = [own for own in trial.labels if not own.reason]
    rows = [
        (own.label, own.items, own.advantage, own.rate(), own.passes(), own.rate(True),
         own.passes(True))
        for own in sorted(tested, key=lambda own: (own.advantage.value, own.label))
    ]  # fmt: skip
    notes = ["Items to which an annotator or the candidate gave the label; all tests of this "
             "table are corrected together."]  # fmt: skip
    few = [own.label for own in trial.labels if own.reason]
    if few:
        notes.append(f"Fewer than {FEWEST_ITEMS} items of each annotator: {enumerated(few)}.")
    return Table("by label", columns, rows, tuple(notes))


def power_rows(trial, epsilon) -> list:
    """[(items of each annotator, share that passes by items, by units)]; [] if nobody knows."""
    if not trial.power.known:
        return []
    power, own = trial.power, max(human.items for human in trial.whole.humans)
    return [
        (size, power.passing(size, epsilon), power.passing(size, epsilon, power.design_effect))
        for size in sorted({*SIZES, own})
    ]


def _power(found, trial):
    unit = _unit(found)
    rows = power_rows(trial, found.epsilon)
    columns = [COUNT("items"), RATE("pass"), RATE(f"pass by {unit}")]
    own = max(human.items for human in trial.whole.humans)
    said = [
        f"With {own} items each a candidate as good as your annotators passes in "
        f"{_percent(by_items)} of all cases by items, in {_percent(by_units)} by {unit}."
        for size, by_items, by_units in rows
        if size == own
    ]
    notes = (
        *said,
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
    found, listed = trial.beside, []
    codes, said = found.codes, likeliest(found.candidate, len(found.codes))
    for number in trial.against_all:
        item = found.values.items[number]
        names = [name for name, code in zip(found.humans, codes[number]) if code != MISSING]
        value = codes[number][codes[number] != MISSING][0]
        file = found.files[item.document][names[0]]
        focus = [f"{start}~{end}" for start, end in item.fragments if start < end]
        listed.append({
            "document": item.document, "sentence": item.sentence, "text": item.text,
            "fragments": [list(own) for own in item.fragments],
            "annotators": found.values.text(number, value, found.texts),
            "candidate": found.values.text(number, said[number], found.texts),
            "link": links and links.file(file[: -len(".ann")], focus),
        })  # fmt: skip
    return listed


def _places(found, trial):
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


def rows(found) -> list:
    """A flat dict with the keys FIELDS: of each candidate all items together, then each annotator;
    then the same of each label, and what could not be tested.
    """
    flat = []
    for trial in found.trials:
        about = {"layer": trial.layer.name, "candidate": trial.candidate}
        for result in (trial.whole, *trial.labels):
            own = {**about, "label": result.label, "items": result.items, "reason": result.reason}
            if not result.reason:
                own.update(
                    _figure(result.advantage), winning_rate=result.rate(), passes=result.passes(),
                    winning_rate_by_units=result.rate(True), passes_by_units=result.passes(True),
                )  # fmt: skip
            flat.append(own)
            flat += [
                {
                    **about, "label": result.label, "annotator": human.annotator,
                    "items": human.items, **_figure(human.advantage), "p": human.by_items,
                    "wins": human.wins, "p_by_units": human.by_units,
                    "wins_by_units": human.wins_by_units,
                }
                for human in result.humans
            ]  # fmt: skip
    flat += [
        {"layer": layer, "candidate": candidate or None, "reason": reason}
        for layer, candidate, reason in found.refused
    ]
    return [{key: row.get(key) for key in FIELDS} for row in flat]


def _figure(estimated):
    low, high = estimated.interval or (None, None)
    return {"advantage": estimated.value, "low": low, "high": high}


def row_table(found) -> Table:
    """The Table of the rows, for programs."""
    return for_programs(rows(found), FIELDS)


def to_dict(found, links=None) -> dict:
    """All of it as what JSON can hold; links: BratLinks, or None."""
    agreement = found.agreement
    return {
        "project": agreement.project,
        "annotators": list(agreement.annotators),
        "note": WHAT,
        "epsilon": found.epsilon,
        "unit": _unit(found),
        "rows": rows(found),
        "candidates": [
            {
                "layer": trial.layer.name,
                "candidate": trial.candidate,
                "signature": trial.signature,
                "power": [
                    {"items": size, "pass": share, "pass_by_units": by_units}
                    for size, share, by_units in power_rows(trial, found.epsilon)
                ],
                "against_all_who_agree": places(trial, links),
            }
            for trial in found.trials
        ],
    }
