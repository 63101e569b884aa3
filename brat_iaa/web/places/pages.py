"""The addresses of the list page: one for each two sides between which places are listed.

What is asked for is set before, see web.guard: g.project is what may be seen, g.viewer who sees it.
"""

from functools import partial

from flask import Blueprint, Response, g, jsonify, redirect, render_template, request, url_for

from brat_iaa.access.permissions import discusses
from brat_iaa.review.discussion import ANY, REVIEW
from brat_iaa.review.store import ReviewError
from brat_iaa.web import selection
from brat_iaa.web.guard import in_time
from brat_iaa.web.places.changes import Changes, snapshots_of
from brat_iaa.web.places.everyone import Everyone
from brat_iaa.web.places.gold import WithGold
from brat_iaa.web.places.lists import context, to_json
from brat_iaa.web.places.mine import Mine

place_pages = Blueprint("places", __name__)


def answer(side, kind):
    """The Response with a Side in a format."""
    selection.require_known(request.args, (*side.parameters, *(each.name for each in side.offered)))
    given = side.given(request.args)
    if kind == "csv":
        return selection.attachment(
            side.to_csv(side.in_order(side.select(given), request.args)), "disagreements.csv"
        )
    variables = context(side, given, request.args)
    if kind == "json":
        return jsonify(to_json(side, variables))
    return render_template(side.template, **variables)


@place_pages.get("/disagreements")
@place_pages.get("/phases/<int:snapshot>/disagreements")
def everyone():
    # Without logins nobody has said anything.
    discussed = (
        g.viewer.login is not None and not g.get("snapshot") and discusses(g.viewer.permission)
    )
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
    annotators, annotator = (), g.viewer.permission.me
    if g.viewer.permission.manager:
        annotators = g.viewer.readable_annotators()
        chosen = selection.choice(request.args, "annotator", annotators, "annotator")
        annotator = chosen or annotator or next(iter(annotators), "")
    project, why = g.viewer.with_gold(annotator)
    if project is None:
        words = {"annotator": annotator, "annotators": annotators, "why": why}
        if kind == "html":
            mine = annotator == g.viewer.permission.me
            return render_template("no_gold.html", mine=mine, **words)
        return jsonify(side="gold", gold=g.viewer.permission.gold, count=0, places=[], **words)
    return answer(WithGold(project, project.for_format(kind), annotator, annotators), kind)


@place_pages.get("/disagreements/changes")
def changes():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    earlier, later = snapshots_of(request.args, g.phases)
    compared = g.phases.compare(earlier, later)
    return answer(Changes(compared, g.project.links, **{"from": earlier, "to": later}), kind)


@place_pages.get("/disagreements/mine")
def mine():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    return answer(Mine(g.viewer, in_time(g.viewer.items)), kind)


@place_pages.post("/disagreements/mine")
def decide():
    """Keep what an annotator says; what is posted is looked up among the viewer's own."""
    key, decision, comment = (
        request.form.get(name, "") for name in ("item", "decision", "comment")
    )
    items = g.viewer.items()
    side, given = Mine(g.viewer, items), Mine.carried()
    refused = partial(Mine.not_kept, parameters=dict(given, item=key), typed=comment)
    item = next((item for item in items.items if item.key == key), None)
    if item is None:
        why = (
            "Its values have changed since, in brat, by you or by somebody else. "
            "Nothing has to be decided."
        )
        return refused(409, "This is no disagreement any more", why)
    if decision and request.form.get("seen") != side.fingerprint(item):
        why = (
            "What you decided on is not what is there now, so the decision was not "
            "kept. Look at it again."
        )
        return refused(409, "It has changed since", why)
    try:
        side.reviews.decide(side.phase, side.me, item, decision, comment)
    except ReviewError as error:
        return refused(400, "This was not kept", str(error))
    stays = not decision or request.args.get("stay")
    return Mine.go_on({**given, **({"item": key} if stays else {"said": key})})


@place_pages.post("/disagreements/mine/done")
def done():
    reviews, about = g.viewer.reviews(), (g.viewer.permission.phase, g.viewer.permission.me)
    if request.form.get("done") == "no":
        reviews.undo_done(*about)
    else:
        reviews.say_done(*about)
    item = request.form.get("item")
    return Mine.go_on({**Mine.carried(), **({"item": item} if item else {})}, "done")


@place_pages.get("/disagreements/mine/done")
def back():
    """Where somebody ends who loads the answer to a form again."""
    return redirect(url_for("places.mine"))


# Addresses of earlier versions.


@place_pages.get("/<any(gold, review):former>")
def moved(former):
    side = {"gold": "places.gold", "review": "places.mine"}[former]
    return redirect(url_for(side, **selection.for_links(request.args)))


@place_pages.get("/discussion")
def discussion():
    kept = {"format": "text"} if request.args.get("format") == "text" else {}
    group = request.args.get("group") or ANY
    return redirect(url_for("places.everyone", review=group, **kept))
