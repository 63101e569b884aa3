"""The estimated competence of annotators as tables, CSV and JSON."""

from typing import NamedTuple, Optional

from brat_iaa.competence import DAWID_SKENE, MACE, MODELS
from brat_iaa.competence.fits import GROUPS, SMOOTHING, Fit, models_of, why_not
from brat_iaa.competence.questions import questions
from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.formats.cells import Table, count, figure, figure_with_interval, more
from brat_iaa.report.csv_rows import to_csv as rows_to_csv
from brat_iaa.scores.builder import NO_FIGURE, ScoreBuilder

FIELDS = ("layer", "about", "model", "annotator", "figure", "true", "given", "value", "low", "high",
          "items")  # fmt: skip
# Rows of a table: errors of each annotator, and items that the model and the majority see apart.
SHOWN_ERRORS, SHOWN_ITEMS = 5, 15
_GUESSES = 5
# Fewer items say little, see the guide.
FEW_ITEMS = 200
_NAMES = {DAWID_SKENE: "Dawid & Skene", MACE: "MACE"}
_SOURCES = {DAWID_SKENE: "DS79", MACE: "HO13"}
WHAT = (
    "Estimated from the annotation alone, without a gold: reliable is who agrees with reliable "
    "annotators. Errors that annotators share count as right."
)
NOT_ASKED = "only dependencies and labels of spans ask for one value of each item"


class Estimated(NamedTuple):
    """A Fit with the figures that take long.

    annotators  list of AnnotatorFigures
    signature   of the settings
    """

    fit: Fit
    annotators: list
    signature: str


class Found(NamedTuple):
    """What is known of a project.

    agreement  Agreement
    estimated  list of Estimated
    refused    [(layer's name, about or "", model or "", reason)]
    """

    agreement: object
    estimated: list
    refused: list


def competences(agreement, layer=None, model: Optional[str] = None) -> Found:
    """The Found of a project.

    layer  name of the only layer; None: all
    model  one of MODELS, None: all that are made for a question

    Raises ConfigError for a layer that is not compared, and ProjectError if nothing can be
    estimated.
    """
    names = [one.name for one in agreement.layers]
    if layer is not None and layer not in names:
        raise ConfigError(f"--layer {layer}: there is no such layer.{nearest(layer, names)}")
    estimated, refused = [], []
    asked = questions(agreement)
    for question in asked:
        if layer is None or question.layer.name == layer:
            for chosen in models_of(question, MODELS if model is None else (model,)):
                reason = why_not(question, chosen)
                if reason:
                    refused.append((question.layer.name, question.about, chosen, reason))
                else:
                    estimated.append(_estimated(agreement, Fit(question, chosen)))
    about = {question.layer.name for question in asked}
    refused += [
        (name, "", "", NOT_ASKED) for name in names if name not in about and layer in (None, name)
    ]
    if not estimated:
        raise ProjectError(
            f"{agreement.project}: nobody's competence can be estimated. " + _reasons(refused)
        )
    return Found(agreement, estimated, refused)


def _reasons(refused):
    said = dict.fromkeys(f"{' '.join(filter(None, row[:2]))}: {row[-1]}." for row in refused)
    return " ".join(said) or (
        "The heads and labels of a token have no classes in common: use --model mace."
    )


def _estimated(agreement, fit):
    question = fit.question
    builder = ScoreBuilder(agreement.config, question.layer, data=agreement.data)
    unit = agreement.config.unit
    source = f"{fit.model}:{_SOURCES[fit.model]}|prior:1|jackknife:{GROUPS},{unit}"
    score = builder.score(
        question.about, fit.model, agreement.annotators, source, NO_FIGURE, len(question.codes),
        question.left_out, None,
    )  # fmt: skip
    return Estimated(fit, fit.annotators(unit), score.signature)


def summary(found) -> list:
    """Lines on what the figures are."""
    return [f"{found.agreement.project}: {', '.join(found.agreement.annotators)}", WHAT]


def tables(found) -> list:
    """List of Table: figures, errors and items of each model, then what is not estimated."""
    made = []
    for one in found.estimated:
        about = heading(one.fit)
        made += [table._replace(title=f"{about}: {table.title}") for table in _tables(one)]
    return [table for table in [*made, _capital(_refused(found))] if table.rows]


def sections(found) -> list:
    """[(title, list of Table)]: the same tables, model by model."""
    made = [(heading(one.fit), _tables(one)) for one in found.estimated]
    made.append(("The rest", [_refused(found)]))
    made = [(title, [_capital(table) for table in tables if table.rows]) for title, tables in made]
    return [(title, tables) for title, tables in made if tables]


def _capital(table):
    return table._replace(title=table.title.capitalize())


def _tables(one):
    return [_figures(one), _errors(one.fit), _against_votes(one.fit)]


def _refused(found):
    rows = tuple(
        (layer, about or "–", _NAMES.get(model, "–"), reason)
        for layer, about, model, reason in found.refused
    )
    return Table("not estimated", "lllp", ("layer", "about", "model", "reason"), rows)


def heading(fit) -> str:
    """What a fit is about, in words."""
    question = fit.question
    about = question.about
    named = about if about == question.layer.name else f"{question.layer.name}, {about}"
    return f"{named} ({_NAMES[fit.model]})"


def _figures(one):
    header = ("annotator", "right", "items")
    rows = [(own.annotator, figure_with_interval(own.right), str(own.items))
            for own in one.annotators]  # fmt: skip
    if one.fit.model == MACE:
        header = ("annotator", "competence", "right", "items")
        rows = [
            (name, figure_with_interval(own.competence), *cells)
            for own, (name, *cells) in zip(one.annotators, rows)
        ]
    return Table(
        "annotators", "l" + "r" * (len(header) - 1), header, tuple(rows),
        tuple(notes(one)), (one.signature,),
    )  # fmt: skip


def notes(one) -> list:
    """Sentences on how the figures came about, and on what speaks against them."""
    fit, said = one.fit, []
    question = fit.question
    if fit.model == MACE:
        said.append(
            "competence: how often the annotator knows the true value; otherwise the annotator "
            "guesses, by frequencies that are the same for all items."
        )
        if question.about == "heads and labels":
            said.append(
                "Candidates are the heads and labels that annotators gave the token, so there is "
                "no table of errors: heads are no classes that tokens share."
            )
    said.append("right: expected share of the annotator's values that are true.")
    if any(own.right.interval for own in one.annotators):
        said.append(
            "In brackets: 95 % interval, delete-a-group jackknife; each group is estimated anew."
        )
    else:
        said.append(f"No intervals: {one.annotators[0].right.no_interval}.")
    said += [how(fit), *caveats(fit)]
    if question.left_out:
        said.append(f"{count(question.left_out, 'item')} of only one annotator left out.")
    return said


def how(fit) -> str:
    """The start, the prior, the steps, and whether they came to an end."""
    result = fit.result
    prior = (
        f"{SMOOTHING:g} imaginary item in each row of the errors, spread evenly"
        if fit.model == DAWID_SKENE
        else "1 imaginary item for each annotator, half known and half guessed, and 1 guess "
        "spread evenly"
    )
    ended = (
        f"converged after {count(result.steps, 'step')}"
        if result.converged
        else f"not converged after {count(result.steps, 'step')}: do not use these figures"
    )
    return (
        f"EM from the votes, no random start; {ended}; log-likelihood "
        f"{result.log_likelihood:.2f}. Prior: {prior}."
    )


def caveats(fit) -> list:
    """Sentences on what makes the figures doubtful."""
    question, said = fit.question, []
    if len(question.codes) < FEW_ITEMS:
        said.append(f"Only {count(len(question.codes), 'item')}: the prior and chance weigh much.")
    if len(question.annotators) == 3:
        said.append(
            "Three annotators: two who make the same error outvote the third, and the model "
            "cannot see it."
        )
    changed = fit.labels_changed_places
    if changed:
        said.append(
            f"What the model takes for {', '.join(changed)} is mostly called something else: the "
            "model has not found the labels of the guidelines. Do not use these figures."
        )
    return said


def _errors(fit):
    rows, left = [], 0
    for annotator, cells in fit.errors().items():
        wrong = [cell for cell in cells if cell.true != cell.given and cell.items >= 0.5]
        wrong.sort(key=lambda cell: (-cell.items, cell.true, cell.given))
        left += len(wrong[SHOWN_ERRORS:])
        rows += [
            (annotator, cell.true, cell.given, figure(cell.rate, 2), f"{cell.items:.1f}")
            for cell in wrong[:SHOWN_ERRORS]
        ]
    return Table(
        "errors", "lllrr", ("annotator", "true", "given", "rate", "items"),
        tuple(rows),
        ("rate: how often the annotator gives this label to an item of the true one. items: "
         "expected number of such items.", *more(left, "errors")),
    )  # fmt: skip


def against_votes(fit) -> list:
    """List of Likely: items where the model does not follow the votes, or breaks a tie; the most
    certain first.
    """
    differing = [one for one in fit.differing() if one.code != one.votes]
    return sorted(differing, key=lambda one: -one.probability)


def _against_votes(fit):
    differing = against_votes(fit)
    rows = []
    for one in differing[:SHOWN_ITEMS]:
        item = _item(fit, one.row)
        votes = "a tie" if one.votes is None else _shown(fit, one.row, one.votes)
        rows.append(
            (f"{item['token']}, {item['document']} {item['sentence']}",
             _shown(fit, one.row, one.code), figure(one.probability, 2), votes)
        )  # fmt: skip
    return Table(
        "where the model and the votes differ", "llrl",
        ("item, document and sentence", "model", "probability", "most votes"), tuple(rows),
        tuple(more(len(differing) - SHOWN_ITEMS, "items")),
    )  # fmt: skip


def _at(fit, row):
    question = fit.question
    return question.documents[question.document[row]], int(question.position[row])


def _shown(fit, row, code):
    return fit.question.shown(*_at(fit, row), code)


def _item(fit, row):
    document, position = _at(fit, row)
    token = fit.question.token(document, position)
    return {
        "document": document,
        "sentence": token.sentence,
        "token": token.text,
        "start": token.start,
        "end": token.end,
    }


def rows(found) -> list:
    """A flat dict for each figure and each cell of a table of errors, with the keys FIELDS."""
    flat = []
    for one in found.estimated:
        question = one.fit.question
        about = {"layer": question.layer.name, "about": question.about, "model": one.fit.model}
        for own in one.annotators:
            for name, figure_of in (("right", own.right), ("competence", own.competence)):
                if figure_of is not None:
                    low, high = figure_of.interval or (None, None)
                    flat.append({
                        **about, "annotator": own.annotator, "figure": name,
                        "value": figure_of.value, "low": low, "high": high, "items": own.items,
                    })  # fmt: skip
        for annotator, cells in one.fit.errors().items():
            flat += [
                {**about, "annotator": annotator, "figure": "rate", "true": cell.true,
                 "given": cell.given, "value": cell.rate, "items": cell.items}
                for cell in cells
            ]  # fmt: skip
    return [{key: row.get(key) for key in FIELDS} for row in flat]


def to_csv(found) -> str:
    """CSV with a header and the rows."""
    return rows_to_csv(rows(found), FIELDS)


def to_dict(found) -> dict:
    """All of it as what JSON can hold; items: those on which annotators differ."""
    return {
        "project": found.agreement.project,
        "annotators": list(found.agreement.annotators),
        "note": WHAT,
        "estimates": [_to_dict(one) for one in found.estimated],
        "not_estimated": [
            {"layer": layer, "about": about or None, "model": model or None, "reason": reason}
            for layer, about, model, reason in found.refused
        ],
    }


def _to_dict(one):
    fit, question, result = one.fit, one.fit.question, one.fit.result
    guesses = fit.guesses(_GUESSES)
    return {
        "layer": question.layer.name,
        "about": question.about,
        "model": fit.model,
        "items": len(question.codes),
        "left_out": question.left_out,
        "values": question.values,
        "log_likelihood": result.log_likelihood,
        "steps": result.steps,
        "converged": result.converged,
        "how": how(fit),
        "caveats": caveats(fit),
        "signature": one.signature,
        "annotators": [
            {
                "annotator": own.annotator,
                "items": own.items,
                "right": _figure(own.right),
                "competence": own.competence and _figure(own.competence),
                "often_guessed": [
                    {"value": value, "probability": probability}
                    for value, probability in guesses.get(own.annotator, ())
                ],
            }
            for own in one.annotators
        ],
        "errors": [
            {"annotator": annotator, **cell._asdict()}
            for annotator, cells in fit.errors().items()
            for cell in cells
        ],
        "differing": [_differing(fit, likely) for likely in fit.differing()],
    }


def _figure(one):
    return {
        "value": one.value,
        "interval": one.interval and list(one.interval),
        "no_interval": one.no_interval,
    }


def _differing(fit, likely):
    question, row = fit.question, likely.row
    codes = question.codes[row].tolist()
    return {
        **_item(fit, row),
        "given": {
            name: _shown(fit, row, code)
            for name, code in zip(question.annotators, codes)
            if code >= 0
        },
        "likely": [
            {"value": _shown(fit, row, code), "probability": probability}
            for code, probability in fit.probabilities(row)
        ],
        "votes": None if likely.votes is None else _shown(fit, row, likely.votes),
    }
