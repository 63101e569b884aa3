"""The page of what the gold has differently: an annotator's own errors, each annotator's for the
lead.

g.seen is set before the page is asked, for those who may see the gold beside the work in question.
"""

from flask import Blueprint, g, jsonify, render_template, request
from markupsafe import Markup

from brat_iaa.access.with_gold import error_patterns
from brat_iaa.adjudication.decisions import NEITHER
from brat_iaa.config import GOLD_LAYER, layers_about_gold
from brat_iaa.figures import figure_name
from brat_iaa.formats.cells import figure_with_interval
from brat_iaa.formats.picture import to_svg
from brat_iaa.places.filters import MINE, NOTHING
from brat_iaa.report.charts import DotRow, rows_of_dots
from brat_iaa.report.places import where
from brat_iaa.review.items import key_in_store
from brat_iaa.scores.index import main_figures
from brat_iaa.web import json_views, selection
from brat_iaa.web.messages import NotFound
from brat_iaa.web.place_card import Cards, in_brat

gold_pages = Blueprint("gold", __name__)


@gold_pages.get("/gold")
def gold():
    kind = selection.wanted_format(request.args, "html", "json")
    annotators, annotator, gold_name = (), g.permission.me, g.permission.gold
    if g.permission.manager:
        annotators = g.seen.readable_annotators()
        annotator = request.args.get("annotator") or annotator or next(iter(annotators), "")
        if annotator not in annotators:
            why = f"There is no annotator “{annotator}”."
            raise NotFound(why, "Choose one of the list.")
    chosen = choice(request.args)
    variables = context(
        g.seen.with_gold(annotator),
        g.seen.past_with_gold(annotator),
        annotator,
        gold_name,
        g.seen.adjudicating().reasons(),
        chosen,
        g.seen.brat(),
        mine=annotator == g.permission.me,
    )
    if kind == "json":
        told = twin(variables, annotator, gold_name)
        return jsonify(annotator=annotator, gold=gold_name, **told)
    return render_template(
        "gold.html",
        annotators=annotators,
        annotator=annotator,
        mine=annotator == g.permission.me,
        gold_name=gold_name,
        phase_name=g.permission.phase,
        **variables,
    )


ERRORS = 100
PATTERNS = 15
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
_FILTERS = ("layer", "kind", "mine", "gold")


def choice(args):
    """{parameter: text} of the filters of a request: those of one pattern."""
    return {name: args[name] for name in _FILTERS if args.get(name)}


def context(agreement, past, annotator, gold, reasons, chosen, brat, mine=True):
    """Variables of the template.

    agreement  Agreement of the annotator with the gold, None if they have no document in common
    past       [(phase, such an Agreement of earlier, or None)]
    gold       name of the gold
    reasons    {key of a place: Decision}
    chosen     filters
    mine       whether the annotator reads it
    """
    if agreement is None:
        return {
            "compared": 0,
            "given": chosen,
            "figures_now": [],
            "trend": [],
            "patterns": [],
            "groups": [],
        }
    patterns = error_patterns(agreement, annotator)
    selected = [
        one
        for one in patterns
        if all(chosen.get(name, text) == text for name, text in parameters(one).items())
    ]
    left, groups = ERRORS, []
    called = {annotator: "you" if mine else annotator, gold: "gold"}
    cards = Cards(in_brat(brat), (annotator,), called.get)
    for pattern in selected:
        shown = [
            (
                cards.card(place, agreement.references[place.document]),
                _reason(place, gold, reasons),
            )
            for place in pattern.items[:left]
        ]
        left -= len(shown)
        if shown:
            groups.append((pattern, shown))
    several = len({pattern.layer for pattern in patterns}) > 1
    by_phase = _trend(past, agreement)
    return {
        "meanings": _FIGURES,
        "figures_now": _figures(agreement),
        "trend": by_phase,
        "trend_picture": _picture(by_phase),
        "patterns": [(one, parameters(one)) for one in patterns],
        "most": PATTERNS,
        "several": several,
        "groups": groups,
        "given": chosen,
        "chips": [(MINE, [chosen[name] for name in ("mine", "gold") if name in chosen], {})]
        if chosen
        else [],
        "places": len({place.key for pattern in patterns for place in pattern.items}),
        "not_shown": sum(len(case.items) for case in selected) - (ERRORS - left),
        "compared": len(agreement.references),
    }


def parameters(pattern):
    """Parameters that select a SeenPattern."""
    return {
        "layer": pattern.layer,
        "kind": pattern.kind,
        "mine": pattern.mine or NOTHING,
        "gold": pattern.theirs or NOTHING,
    }


def _reason(place, gold, reasons):
    """The adjudicator's reason for what the gold has at a place; "" without one."""
    decision = reasons.get(key_in_store(place))
    if decision is None:
        return ""
    # A reason for what is not in the gold any more would mislead.
    elements = place.values[gold].elements
    now = sorted({(one.label, one.head and one.head.fragments) for one in elements})
    return decision.reason if decision.choice == NEITHER or decision.value == now else ""


def _figures(agreement):
    """[(layer, Score)] of the whole work with the gold; of dependencies, whose layer is "", all of
    _FIGURES, else the leading one of each layer.
    """
    own = {(score.layer, score.measure, score.statistic): score for score in agreement.scores.whole}
    found = [own[(GOLD_LAYER.name, *key)] for key in _FIGURES if (GOLD_LAYER.name, *key) in own]
    found = [score for score in found if score.value is not None]
    if found and (found[0].measure, found[0].statistic) == _LEADING:
        return [("", score) for score in found]
    figures = []
    for layer in layers_about_gold(agreement.config)[1:]:
        keys = tuple(key[1:] for key in own if key[0] == layer.name)
        for key in main_figures(layer.kind, keys)[:1] if keys else ():
            figures.append((layer.name, own[(layer.name, *key)]))
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
    said = "; ".join(f"{row.name}: {row.beside}" for row in rows)
    return Markup(to_svg(rows_of_dots(f"{name} against the gold, by phase", f"{said}.", rows)))


def _trend(past, agreement):
    """[(phase, Score)] of the leading figure in earlier phases, and now as ""; [] without any."""
    now = _figures(agreement)[:1]
    if not now:
        return []
    layer, score = now[0]
    found = []
    for phase, earlier in past:
        for own, value in _figures(earlier) if earlier is not None else ():
            same = (own, value.measure, value.statistic) == (layer, score.measure, score.statistic)
            if same and value.value is not None:
                found.append((phase, value))
                break
    return [*found, ("", score)] if found else []


def twin(variables, annotator, gold):
    """The page as JSON."""
    return {
        "figures": [
            {"layer": layer or GOLD_LAYER.name, **json_views.figure(score)}
            for layer, score in variables["figures_now"]
        ],
        "phases": [
            {"phase": phase or None, **json_views.figure(score)}
            for phase, score in variables["trend"]
        ],
        "patterns": [
            {**selected, "count": len(pattern.items)} for pattern, selected in variables["patterns"]
        ],
        "errors": [
            _error(card, reason, annotator, gold)
            for pattern, errors in variables["groups"]
            for card, reason in errors
        ],
    }


def _error(card, reason, annotator, gold):
    members = [member for group in card.groups for member in group.members]
    mine, golds = (
        [
            {"label": element.label, "head": element.head and element.head.text}
            for element in card.place.values[name].elements
        ]
        for name in (annotator, gold)
    )
    return {
        **where(card.place),
        "mine": mine,
        "gold": golds,
        "reason": reason,
        "brat": next(member.address for member in members if member.name == annotator),
    }
