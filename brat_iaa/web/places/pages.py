"""The addresses of the list page: one for each two sides between which places are listed.

What is asked for is set before, see web.guard: g.project is what may be seen; g.seen who sees it.
"""

from flask import Blueprint, Response, g, jsonify, redirect, render_template, request, url_for

from brat_iaa.access.permissions import discusses
from brat_iaa.review.discussion import ANY, REVIEW
from brat_iaa.web import selection
from brat_iaa.web.places.changes import Changes, snapshots_of
from brat_iaa.web.places.everyone import Everyone
from brat_iaa.web.places.gold import WithGold
from brat_iaa.web.places.lists import context, to_json

place_pages = Blueprint("places", __name__)


def answer(side, kind):
    """The Response with a Side in a format."""
    given = side.given(request.args)
    if kind == "csv":
        return selection.attachment(side.to_csv(side.select(given)), "disagreements.csv")
    variables = context(side, given, request.args)
    if kind == "json":
        return jsonify(to_json(side, variables))
    return render_template(side.template, **variables)


@place_pages.get("/disagreements")
@place_pages.get("/phases/<int:snapshot>/disagreements")
def everyone():
    discussed = "seen" in g and not g.get("snapshot") and discusses(g.permission)
    group = request.args.get(REVIEW.name) if discussed else None
    kind = selection.wanted_format(
        request.args, "html", "json", "csv", *(["text"] if group else [])
    )
    side = Everyone(g.project, g.project.for_format(kind), discussed)
    if group:
        side.discuss(side.given(request.args)[REVIEW.name])
    if kind == "text":
        return Response(side.for_meeting(), mimetype="text/plain")
    return answer(side, kind)


@place_pages.get("/disagreements/gold")
def gold():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    annotators, annotator = (), g.permission.me
    if g.permission.manager:
        annotators = g.seen.readable_annotators()
        chosen = selection.choice(request.args, "annotator", annotators, "annotator")
        annotator = chosen or annotator or next(iter(annotators), "")
    project, why = g.seen.beside_gold(annotator)
    if project is None:
        words = {"annotator": annotator, "annotators": annotators, "why": why}
        if kind == "html":
            return render_template("no_gold.html", mine=annotator == g.permission.me, **words)
        return jsonify(side="gold", gold=g.permission.gold, count=0, places=[], **words)
    return answer(WithGold(project, project.for_format(kind), annotator, annotators), kind)


@place_pages.get("/disagreements/changes")
def changes():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    earlier, later = snapshots_of(request.args, g.phases)
    compared = g.phases.compare(earlier, later)
    return answer(Changes(compared, g.project.links, **{"from": earlier, "to": later}), kind)


# Addresses of earlier versions.


@place_pages.get("/<any(gold):former>")
def moved(former):
    return redirect(url_for(f"places.{former}", **selection.for_links(request.args)))


@place_pages.get("/discussion")
def discussion():
    kept = {"format": "text"} if request.args.get("format") == "text" else {}
    group = request.args.get("group") or ANY
    return redirect(url_for("places.everyone", review=group, **kept))
