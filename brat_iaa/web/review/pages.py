"""An annotator's page of the own disagreements, one at a time, and what the annotator says there.

g.seen is set before a page is asked, for those who may review; what is posted is looked up among
the viewer's own.
"""

from functools import partial

from flask import Blueprint, g, jsonify, redirect, render_template, request, url_for

from brat_iaa.access.permissions import ALL
from brat_iaa.review.store import LONGEST_COMMENT, ReviewError
from brat_iaa.web import one_by_one, selection
from brat_iaa.web.one_by_one import Answers
from brat_iaa.web.review import item_view as review_view

review_pages = Blueprint("review", __name__)

DECISIONS = {
    "keep": "Keep my annotation",
    "wrong": "I will correct mine",
    "unclear": "Unclear: discuss",
}
_ANSWERS = Answers(
    "review.review",
    review_view.OFFERED,
    "Your comment was",
    "Go on with your other disagreements, or look at this one.",
    "My disagreements",
)


@review_pages.get("/review")
def review():
    kind = selection.wanted_format(request.args, "html", "json")
    vocabulary = review_view.vocabulary(g.items.items)
    chosen = one_by_one.choice(request.args, review_view.OFFERED, vocabulary)
    variables = review_view.context(g.seen, g.items, chosen, vocabulary, request.args.get("show"))
    if kind == "json":
        return jsonify(review_view.twin(variables, g.seen.brat()))
    if not variables["progress"].standings and not variables["progress"].settled:
        variables["nothing"] = True
    return render_template(
        "review.html",
        project_name=g.seen.name.rpartition("/")[2],
        decisions=DECISIONS,
        badges=review_view.BADGES,
        longest=LONGEST_COMMENT,
        hidden=g.permission.others == "hidden",
        phase_name=g.permission.phase,
        all_read=(g.access.reveal == "all") if g.access else g.permission.level == ALL,
        **variables,
    )


@review_pages.post("/review")
def decide():
    key, decision, comment = (
        request.form.get(name, "") for name in ("item", "decision", "comment")
    )
    given, permission = _ANSWERS.filters(), g.permission
    refused = partial(_ANSWERS.not_kept, parameters=dict(given, item=key), typed=comment)
    item = next((item for item in g.items.items if item.key == key), None)
    if item is None:
        why = (
            "Its values have changed since, in brat, by you or by somebody else. "
            "Nothing has to be decided."
        )
        return refused(409, "This is no disagreement any more", why)
    if decision and request.form.get("seen") != review_view.what_is_seen(item, permission.phase):
        why = (
            "What you decided on is not what is there now, so the decision was not "
            "kept. Look at it again."
        )
        return refused(409, "It has changed since", why)
    try:
        g.seen.reviews().decide(permission.phase, permission.me, item, decision, comment)
    except ReviewError as error:
        return refused(400, "This was not kept", str(error))
    stays = not decision or request.args.get("stay")
    return _ANSWERS.go_on({**given, **({"item": key} if stays else {"said": key})})


@review_pages.get("/review/done")
def back():
    """Where somebody ends who loads the answer to a form again."""
    return redirect(url_for("review.review"))


@review_pages.post("/review/done")
def done():
    reviews, about = g.seen.reviews(), (g.permission.phase, g.permission.me)
    if request.form.get("done") == "no":
        reviews.undo_done(*about)
    else:
        reviews.say_done(*about)
    item = request.form.get("item")
    return _ANSWERS.go_on(dict(_ANSWERS.filters(), **({"item": item} if item else {})), "done")
