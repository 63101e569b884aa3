"""The estimated competence of annotators as tables, CSV and JSON."""

from collections import Counter
from itertools import islice
from typing import NamedTuple, Optional

from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.formats.cells import count, figure, more, unread_notes
from brat_iaa.formats.tables import (
    COUNT,
    DECIMAL,
    RATE,
    SCORE,
    SENTENCE,
    TEXT,
    ColumnType,
    Table,
    text_or,
)
from brat_iaa.scores.builder import NO_FIGURE, ScoreBuilder
from brat_iaa.studies.competence import DAWID_SKENE, MACE, MODELS
from brat_iaa.studies.competence.dawid_skene import DRAWN_STARTS
from brat_iaa.studies.competence.fits import GROUPS, SMOOTHING, Fit, models_of, why_not
from brat_iaa.studies.competence.questions import ARCS, questions

FIELDS = ("layer", "about", "model", "annotator", "figure", "true", "given", "value", "low", "high",
          "items")  # fmt: skip
# Rows of a table: errors of each annotator, and items that the model and the majority see apart.
SHOWN_ERRORS, SHOWN_ITEMS = 5, 15
_GUESSES = 5
# Of three annotators the highest is too low where the lowest and the middle are below these.
_WEAK, _MIDDLE = 0.55, 0.8
# Fewer items say little, see the guide.
FEW_ITEMS = 200
_NAMES = {DAWID_SKENE: "Dawid & Skene", MACE: "MACE"}
_MODEL = ColumnType("l", lambda model: _NAMES.get(model, "–"))
_SOURCES = {DAWID_SKENE: "DS79", MACE: "HO13"}
WHAT = (
    "Estimated from the annotation alone, without a gold: reliable is who agrees with reliable "
    "annotators. Errors that annotators share count as right."
)
_REST = "The rest"
NOT_ASKED = "its items have no values in common"


class Estimated(NamedTuple):
    """A Fit with the figures that take long.

    annotators  list of AnnotatorFigures
    signature   of the settings
    """

    fit: Fit
    annotators: list
    signature: str


class ProjectCompetence(NamedTuple):
    """What is known of a project.

    agreement  Agreement
    estimated  list of Estimated
    refused    [(layer's name, about or "", model or "", reason)]
    """

    agreement: object
    estimated: list
    refused: list


def competences(agreement, layer=None, model: Optional[str] = None) -> ProjectCompetence:
    """The ProjectCompetence of a project.

    layer  name of the only layer; None: all
    model  one of MODELS, None: all that are made for a question

    Raises ConfigError for a layer that is not compared, and ProjectError if nothing can be
    estimated.
    """
    names = [compared.name for compared in agreement.layers]
    if layer is not None and layer not in names:
        raise ConfigError(f"--layer {layer}: there is no such layer.{nearest(layer, names)}")
    estimated, refused = [], []
    asked = [*questions(agreement)]
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
    return ProjectCompetence(agreement, estimated, refused)


def can_be_estimated(agreement) -> bool:
    """Whether anybody's competence can be estimated."""
    return any(
        not why_not(question, model)
        for question in questions(agreement)
        for model in models_of(question, MODELS)
    )


def _reasons(refused):
    reasons = dict.fromkeys(f"{' '.join(filter(None, row[:2]))}: {row[-1]}." for row in refused)
    return " ".join(reasons) or (
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


def summary(competence) -> list:
    """Lines on what the figures are."""
    doubts = [
        f"{heading(estimate.fit)}: {' '.join(words)}"
        for estimate in competence.estimated
        if (words := caveats(estimate.fit))
    ]
    names = ", ".join(competence.agreement.annotators)
    return [f"{competence.agreement.project}: {names}", WHAT, *doubts]


def tables(competence) -> list:
    """List of Table: figures, errors and items of each model, then what is not estimated."""
    return [
        table if title == _REST else table._replace(title=f"{title}: {table.title}")
        for title, _, of_title in sections(competence)
        for table in of_title
    ]


def sections(competence) -> list:
    """[(title, sentences on what makes the figures doubtful, list of Table)]: model by model, then
    what is not estimated.
    """
    made = [(heading(each.fit), caveats(each.fit), _tables(each)) for each in competence.estimated]
    columns = [TEXT("layer"), text_or("–")("about"), _MODEL("model"), SENTENCE("reason")]
    made.append((_REST, [], [Table("Not estimated", columns, competence.refused)]))
    shown = ((*about, [table for table in tables if table.records]) for *about, tables in made)
    return [section for section in shown if section[-1]]


def _tables(estimate):
    competence = "competence" if estimate.fit.model == MACE else None
    columns = [TEXT("annotator"), SCORE(competence), SCORE("right"), COUNT("items")]
    rows = [
        (figures.annotator, figures.competence, figures.right, figures.items)
        for figures in estimate.annotators
    ]
    return [
        Table("annotators", columns, rows, tuple(notes(estimate)), (estimate.signature,)),
        _errors(estimate.fit),
        _against_votes(estimate.fit),
    ]


def heading(fit) -> str:
    """What a fit is about, in words."""
    question = fit.question
    about = question.about
    named = about if about == question.layer.name else f"{question.layer.name}, {about}"
    return f"{named} ({_NAMES[fit.model]})"


def notes(estimate) -> list:
    """Sentences on how the figures came about."""
    fit, lines = estimate.fit, []
    question = fit.question
    if fit.model == MACE:
        lines.append(
            "competence: how often the annotator knows the true value; otherwise the annotator "
            "guesses, by frequencies that are the same for all items."
        )
        if question.about == "heads and labels":
            lines.append(
                "Candidates are the heads and labels that annotators gave the token, so there is "
                "no confusion matrix: heads are no classes that tokens share."
            )
    lines.append("right: expected share of the annotator's values that are true.")
    if any(figures.right.interval for figures in estimate.annotators):
        lines.append(
            "In brackets: 95 % interval, delete-a-group jackknife; each group is estimated again."
        )
    else:
        lines.append(f"No intervals: {estimate.annotators[0].right.no_interval}.")
    lines.append(how(fit))
    if question.left_out:
        lines.append(f"{count(question.left_out, 'item')} of only one annotator excluded.")
    return lines + unread_notes([estimate.signature])


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
        else f"not converged after {count(result.steps, 'step')}"
    )
    starts = (
        f"EM from the votes and from {DRAWN_STARTS} drawn starts with a fixed seed, of which the "
        "most likely is taken"
        if fit.model == DAWID_SKENE
        else "EM from the votes, no random start"
    )
    return f"{starts}; {ended}; log-likelihood {result.log_likelihood:.2f}. Prior: {prior}."


def caveats(fit) -> list:
    """Sentences on what makes the figures doubtful."""
    question, doubts = fit.question, []
    if not fit.result.converged:
        doubts.append("Not converged: do not use these figures.")
    if len(question.codes) < FEW_ITEMS:
        doubts.append(
            f"Only {count(len(question.codes), 'item')}: the prior and chance weigh much."
        )
    if len(question.annotators) == 3:
        doubts.append(
            "Three annotators: two who make the same error outvote the third, and the model "
            "cannot see it."
        )
    if question.about == ARCS and len(question.annotators) == 3:
        lowest, middle, highest = sorted(fit.shares_right)
        if lowest < _WEAK and middle < _MIDDLE:
            doubts.append(
                f"Annotators differ much ({figure(highest)}, {figure(middle)}, {figure(lowest)}): "
                "of three on heads MACE then takes the best one for worse. In simulations where "
                ".90, .64 and .36 were right the best got .74, where .90, .75 and .50 were .83, "
                "and the interval did not hold the truth."
            )
    changed = fit.labels_changed_places
    if changed:
        doubts.append(
            f"What the model takes for {', '.join(changed)} is mostly called something else: the "
            "model has not found the labels of the guidelines. Do not use these figures."
        )
    return doubts


def _errors(fit):
    wrong = [cell for cell in fit.errors() if cell.true != cell.given and cell.items >= 0.5]
    wrong.sort(key=lambda cell: (-round(cell.items, 9), cell.true, cell.given))
    rows, number = [], Counter(cell.annotator for cell in wrong)
    for name in filter(number.get, fit.question.annotators):
        rows += islice((cell for cell in wrong if cell.annotator == name), SHOWN_ERRORS)
    columns = [*map(TEXT, ("annotator", "true", "given")), RATE("rate"), DECIMAL("items")]
    note = (
        "rate: how often the annotator gives this label to an item of the true one. items: "
        "expected number of such items."
    )
    return Table("errors", columns, rows, (note, *more(len(wrong) - len(rows), "errors")))


def _against_votes(fit):
    """Items where the model does not follow the votes, or breaks a tie; the most certain first."""
    likely = [item for item in fit.differing() if item.code != item.votes]
    likely.sort(key=lambda item: -item.probability)
    shown, rows = fit.question.value_at, []
    most = SHOWN_ITEMS + (len(likely) == SHOWN_ITEMS + 1)
    for row, code, probability, votes in likely[:most]:
        item = fit.question.item(row)
        where = f"{item['token']}, {item['document']} {item['sentence']}"
        majority = "a tie" if votes is None else shown(row, votes)
        rows.append((where, shown(row, code), probability, majority))
    columns = [TEXT("item, document and sentence"), TEXT("model"), RATE("probability")]
    columns.append(TEXT("most votes"))
    notes = more(len(likely) - len(rows), "items")
    return Table("where the model and the votes differ", columns, rows, tuple(notes))


def row_table(competence) -> Table:
    """A row for each figure and each cell of a confusion matrix, for programs."""
    rows = []
    for estimate in competence.estimated:
        question = estimate.fit.question
        about = question.layer.name, question.about, estimate.fit.model
        for name, items, *figures in estimate.annotators:
            rows += [
                (*about, name, of, None, None, value, *(interval or (None, None)), items)
                for of, estimated in zip(("right", "competence"), figures) if estimated is not None
                for value, interval, *_ in [estimated]
            ]  # fmt: skip
        rows += [
            (
                *about,
                cell.annotator,
                "rate",
                cell.true,
                cell.given,
                cell.rate,
                None,
                None,
                cell.items,
            )
            for cell in estimate.fit.errors()
        ]
    return Table("", [*map(TEXT, FIELDS)], rows)


def to_dict(competence, most=None) -> dict:
    """All of it as what JSON can hold; items: those on which annotators differ.

    most  items of each model that are listed, and then errors of less than a hundredth of an item
          are not; None: all
    """
    return {
        "project": competence.agreement.project,
        "annotators": list(competence.agreement.annotators),
        "note": WHAT,
        "estimates": [_to_dict(estimate, most) for estimate in competence.estimated],
        "not_estimated": [
            {"layer": layer, "about": about or None, "model": model or None, "reason": reason}
            for layer, about, model, reason in competence.refused
        ],
    }


def _to_dict(estimate, most):
    fit, question, result = estimate.fit, estimate.fit.question, estimate.fit.result
    guesses, differing = fit.guesses(_GUESSES), fit.differing()
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
        "signature": estimate.signature,
        "annotators": [
            {
                "annotator": figures.annotator,
                "items": figures.items,
                "right": _figure(figures.right),
                "competence": figures.competence and _figure(figures.competence),
                "often_guessed": [
                    {"value": value, "probability": probability}
                    for value, probability in guesses.get(figures.annotator, ())
                ],
            }
            for figures in estimate.annotators
        ],
        "errors": [cell._asdict() for cell in fit.errors() if most is None or cell.items >= 0.01],
        "number_differing": len(differing),
        "differing": [_differing(fit, likely) for likely in differing[:most]],
    }


def _figure(estimated):
    return {
        "value": estimated.value,
        "interval": estimated.interval and list(estimated.interval),
        "no_interval": estimated.no_interval,
    }


def _differing(fit, likely):
    question, row = fit.question, likely.row
    shown = question.value_at
    return {
        **question.item(row),
        "given": {
            name: shown(row, code)
            for name, code in zip(question.annotators, question.codes[row].tolist())
            if code >= 0
        },
        "likely": [
            {"value": shown(row, code), "probability": probability}
            for code, probability in fit.probabilities(row)
        ],
        "votes": None if likely.votes is None else shown(row, likely.votes),
    }
