"""The page of what the gold has differently: an annotator's own errors, each annotator's for the
lead.

g.seen is set before the page is asked, for those who may see the gold beside the work in question.
"""

from flask import Blueprint, g, jsonify, render_template, request

from brat_iaa.web import selection
from brat_iaa.web.adjudicate import gold_view
from brat_iaa.web.messages import NotFound

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
    chosen = gold_view.choice(request.args)
    variables = gold_view.context(
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
        twin = gold_view.twin(variables, annotator, gold_name)
        return jsonify(annotator=annotator, gold=gold_name, **twin)
    return render_template(
        "gold.html",
        annotators=annotators,
        annotator=annotator,
        mine=annotator == g.permission.me,
        gold_name=gold_name,
        phase_name=g.permission.phase,
        **variables,
    )
