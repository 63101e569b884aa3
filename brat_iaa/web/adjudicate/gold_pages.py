"""The page of what the gold has differently: an annotator's own errors, each annotator's for the
lead.

g.seen is set before the page is asked, for those who may see the gold beside the work in question.
"""

from flask import Blueprint, g, jsonify, render_template, request
from markupsafe import Markup

from brat_iaa.access.with_gold import places_with_gold
from brat_iaa.config import GOLD_LAYER, layers_about_gold
from brat_iaa.figures import figure_name
from brat_iaa.formats.cells import figure_with_interval
from brat_iaa.formats.picture import to_svg
from brat_iaa.places.filters import FILTERS, MINE, THEIRS, label_value, vocabulary_of
from brat_iaa.places.place import meeting, patterns_seen_from
from brat_iaa.report.charts import DotRow, rows_of_dots
from brat_iaa.report.places import where
from brat_iaa.review.items import key_in_store
from brat_iaa.scores.index import main_figures
from brat_iaa.web import selection
from brat_iaa.web.filter_form import filter_area, say_values
from brat_iaa.web.listing import SortColumn, listing
from brat_iaa.web.place_card import Cards, in_brat

gold_pages = Blueprint("gold", __name__)

ITEMS = 50  # on one page
OFFERED = (
    *(FILTERS[name] for name in ("text", "layer", "document", "label", "kind")),
    MINE,
    THEIRS,
)
# Parameters of one pattern.
_PATTERN = ("layer", "kind", "mine", "theirs")


@gold_pages.get("/gold")
def gold():
    kind = selection.wanted_format(request.args, "html", "json")
    annotators, annotator = (), g.permission.me
    if g.permission.manager:
        annotators = g.seen.readable_annotators()
        chosen = selection.choice(request.args, "annotator", annotators, "annotator")
        annotator = chosen or annotator or next(iter(annotators), "")
    (agreement, why), mine = g.seen.with_gold(annotator), annotator == g.permission.me
    fixed = {} if mine and not annotators else {"annotator": annotator}
    variables = {"compared": 0, "why": why, "annotators": annotators, "fixed": fixed}
    if agreement is not None:
        by_phase = _trend(g.seen.past_with_gold(annotator), agreement)
        variables |= {
            "compared": len(agreement.references),
            "meanings": _FIGURES,
            "figures_now": _figures(agreement),
            "trend": by_phase,
            "trend_picture": _picture(by_phase),
            **_listed(agreement, annotator, fixed),
        }
    if kind == "json":
        return jsonify(annotator=annotator, gold=g.permission.gold, **twin(variables, annotator))
    return render_template("gold.html", annotator=annotator, mine=mine, **variables)


def _listed(agreement, annotator, fixed):
    """Variables of what differs: filters, patterns under these, cards of one page."""
    places = places_with_gold(agreement)
    vocabulary = vocabulary_of(
        (place.layer, place.document, place.sentence, _text(agreement, place), place.labels)
        for place in places
    )
    given, filters = selection.chosen_filters(request.args, OFFERED, vocabulary)
    around = filters._replace(layer=None, kind=None, labels=None)
    in_pattern, beside = (_meeting(places, annotator, chosen) for chosen in (filters, around))
    patterns = patterns_seen_from(annotator, [(place, place) for place in beside])
    rest = {name: text for name, text in {**fixed, **given}.items() if name not in _PATTERN}
    here, page, pages = selection.page_of(in_pattern, ITEMS)
    first, gold_name = (page - 1) * ITEMS + 1, g.permission.gold
    called = {annotator: "you" if annotator == g.permission.me else annotator, gold_name: "gold"}
    cards = Cards(in_brat(g.seen.brat()), (annotator,), called.get)
    reasons = g.seen.adjudicating().reasons(agreement)
    rows = [(pattern, {**rest, **parameters(pattern)}) for pattern in patterns]
    return {
        "given": given,
        "filters": filter_area(
            OFFERED, given, vocabulary, say=say_values({}, places), fixed=fixed,
            choices={"kind": list(dict.fromkeys(pattern.kind for pattern in patterns))},
        ),
        "places": len(places),
        "count": len(in_pattern),
        "page": page,
        "pages": pages,
        "patterns": listing(
            "patterns", rows, _COLUMNS, lambda row: " ".join(row[1].values()), request.args
        ),
        "several": len({pattern.layer for pattern in patterns}) > 1,
        "cards": [
            (cards.card(place, agreement.references[place.document], number),
             reasons.get(key_in_store(place), ""))
            for number, place in enumerate(here, first)
        ],
    }  # fmt: skip


def _text(agreement, place):
    table = agreement.references[place.document]
    sentence = table.sentences[place.sentence - 1]
    return table.text[sentence.start : sentence.end]


def _meeting(places, annotator, filters):
    met = meeting(places, filters, annotator)
    return [place for place, meets in zip(places, met) if meets]


# Of a pattern and its parameters.
_COLUMNS = [
    SortColumn("times", lambda row: row[0].count, falls=True),
    *(SortColumn(name, lambda row, name=name: row[1][name]) for name in ("kind", "mine", "theirs")),
]
# Of dependencies, as the reports name them; the first leads.
_FIGURES = {
    ("LAA", "f1"): "arcs with the same head and label as in the gold",
    ("LAA", "precision"): "of the arcs drawn, those that the gold has",
    ("LAA", "recall"): "of the gold’s arcs, those that were drawn",
    ("LAS", "accuracy"): "tokens with all heads and labels as in the gold",
    ("UAS", "accuracy"): "with all heads",
    ("LA", "accuracy"): "with all labels",
}
_LEADING = next(iter(_FIGURES))


def parameters(pattern):
    """Parameters that select a SeenPattern."""
    return {
        "layer": pattern.layer,
        "kind": pattern.kind,
        "mine": label_value(pattern.mine),
        "theirs": label_value(pattern.theirs),
    }


def _figures(agreement):
    """[(layer, Score)] of the whole work with the gold; of dependencies, whose layer is "", all of
    _FIGURES, else the leading one of each layer.
    """
    by_key = {
        (score.layer, score.measure, score.statistic): score for score in agreement.scores.whole
    }
    leading = [
        by_key[(GOLD_LAYER.name, *key)] for key in _FIGURES if (GOLD_LAYER.name, *key) in by_key
    ]
    leading = [score for score in leading if score.value is not None]
    if leading and (leading[0].measure, leading[0].statistic) == _LEADING:
        return [("", score) for score in leading]
    figures = []
    for layer in layers_about_gold(agreement.config)[1:]:
        keys = tuple(key[1:] for key in by_key if key[0] == layer.name)
        for key in main_figures(layer.kind, keys)[:1] if keys else ():
            figures.append((layer.name, by_key[(layer.name, *key)]))
    return figures


def _picture(by_phase):
    """[(phase, Score)] as dots with their intervals."""
    if not by_phase:
        return None
    rows = [
        DotRow(phase or "now", score.value, score.interval, figure_with_interval(score), not phase)
        for phase, score in by_phase
    ]
    name = figure_name(by_phase[0][1].measure, by_phase[0][1].statistic)
    words = "; ".join(f"{row.name}: {row.beside}" for row in rows)
    return Markup(to_svg(rows_of_dots(f"{name} against the gold, by phase", f"{words}.", rows)))


def _trend(past, agreement):
    """[(phase, Score)] of the leading figure in earlier phases, and now as ""; [] without any."""
    now = _figures(agreement)[:1]
    points = [
        (phase, score)
        for phase, earlier in past
        for layer, score in (_figures(earlier) if earlier is not None else ())
        for leading_layer, leading in now
        if (layer, score.measure, score.statistic)
        == (leading_layer, leading.measure, leading.statistic)
        and score.value is not None
    ]
    return [*points, ("", now[0][1])] if points else []


def _figure(score):
    return {
        "measure": score.measure,
        "statistic": score.statistic,
        "value": score.value,
        "interval": score.interval,
    }


def twin(variables, annotator):
    """The page as JSON."""
    if not variables["compared"]:
        return {"figures": [], "phases": [], "patterns": [], "count": 0, "errors": []}
    return {
        "figures": [
            {"layer": layer or GOLD_LAYER.name, **_figure(score)}
            for layer, score in variables["figures_now"]
        ],
        "phases": [
            {"phase": phase or None, **_figure(score)} for phase, score in variables["trend"]
        ],
        "patterns": [
            {**parameters(pattern), "count": pattern.count}
            for pattern, _ in variables["patterns"].rows
        ],
        "filters": variables["given"],
        **{name: variables[name] for name in ("count", "page", "pages")},
        "errors": [_error(card, reason, annotator) for card, reason in variables["cards"]],
    }


def _error(card, reason, annotator):
    members = [member for group in card.groups for member in group.members]
    mine, golds = (
        [
            {"label": element.label, "head": element.head and element.head.text}
            for element in card.place.values[name].elements
        ]
        for name in (annotator, g.permission.gold)
    )
    return {
        **where(card.place),
        "mine": mine,
        "gold": golds,
        "reason": reason,
        "brat": next(member.address for member in members if member.name == annotator),
    }
