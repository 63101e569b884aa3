"""The pages on which a gold is made: the draft, its places one by one, and what they say of them.

g.viewer is set before a page is asked, for those who adjudicate.
"""

from functools import partial

from flask import Blueprint, g, make_response, redirect, render_template, request, url_for

from brat_iaa.adjudication.decisions import DraftSettings
from brat_iaa.adjudication.draft import Changed, NotSettled
from brat_iaa.adjudication.rule import DraftRule
from brat_iaa.errors import BratIaaError, ConfigError
from brat_iaa.web import selection
from brat_iaa.web.places.draft import InDraft
from brat_iaa.web.places.pages import answer

adjudicate_pages = Blueprint("adjudicate", __name__)


@adjudicate_pages.get("/adjudicate")
def adjudicate():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    adjudicating = g.viewer.adjudicating()
    made = adjudicating.made()
    if made is None or request.args.get("new"):
        return _to_begin(200, adjudicating)
    source = adjudicating.source(g.viewer.everything())
    draft = adjudicating.draft()
    if kind == "html":
        # The first time each document is looked at.
        g.viewer.in_time(lambda: draft.work(source))
    return answer(InDraft(draft, source, made, g.viewer), kind)


@adjudicate_pages.post("/adjudicate")
def decide():
    key, decision, reason = (request.form.get(name, "") for name in ("item", "decision", "comment"))
    given = InDraft.carried()
    refused = partial(InDraft.not_kept, parameters=dict(given, item=key), typed=reason)
    adjudicating = g.viewer.adjudicating()
    draft, made = adjudicating.draft(), adjudicating.made()
    if draft is None:
        why = "There is no draft any more"
        return InDraft.not_kept(409, why, "Make one first.", {}, reason)
    source = adjudicating.source(g.viewer.everything())
    try:
        if not decision:
            draft.undo(source, key, g.viewer.login)
            return InDraft.go_on(dict(given, item=key))
        seen, annotator = InDraft(draft, source, made, g.viewer).asked(request.form)
        choice = decision.partition(":")[0]
        draft.decide(source, seen, choice, annotator, g.viewer.login, reason)
    except Changed as error:
        return refused(409, "This was not kept", str(error))
    except NotSettled as error:
        return refused(400, "This was not kept", str(error))
    return InDraft.go_on(dict(given, said=key), request.form.get("back"))


@adjudicate_pages.get("/adjudicate/draft")
@adjudicate_pages.get("/adjudicate/drafts")
@adjudicate_pages.get("/adjudicate/gold")
def back():
    """Where somebody ends who loads the answer to a form again."""
    return redirect(url_for("adjudicate.adjudicate"))


@adjudicate_pages.post("/adjudicate/draft")
def make():
    """Make a draft, or let the one that is there be made in another way."""
    form, adjudicating = request.form, g.viewer.adjudicating()
    name, agreement = form.get("name", "").strip(), g.viewer.everything()
    layers = form.getlist("layer") if "layers" in form else None
    settings = DraftSettings(_rule(form), form.get("names") == "yes", layers)
    try:
        if form.get("do") == "change":
            adjudicating.change(agreement, name, settings.rule, settings.names)
        else:
            adjudicating.make(agreement, name, settings, g.viewer.login)
    except (BratIaaError, OSError) as error:
        return _to_begin(400, adjudicating, str(error), name, settings)
    return redirect(url_for("adjudicate.adjudicate"), 303)


def _rule(form):
    """The DraftRule that a form asks for: who counts, and whose annotations are taken of a layer or
    a type, as in “PER=ben”.
    """
    votes = form.get("rule", "")
    taken = [each for text in form.getlist("take") for each in text.split(",") if each.strip()]
    pairs = (each.rpartition("=") for each in taken)
    return DraftRule(
        form.get("votes", "").strip() if votes == "votes" else votes,
        tuple((what.strip(), name.strip()) for what, _, name in pairs),
    )


@adjudicate_pages.post("/adjudicate/drafts")
def manage_drafts():
    """Go on with another draft, or delete one."""
    name, adjudicating = request.form.get("name", ""), g.viewer.adjudicating()
    try:
        if request.form.get("do") != "delete":
            adjudicating.resume(name, g.viewer.login)
        elif request.form.get("sure") == name:
            adjudicating.delete(name, g.viewer.login)
        else:
            raise ConfigError("Type the name of the draft beside “Delete”. Nothing was deleted.")
    except (BratIaaError, OSError) as error:
        return _to_begin(400, adjudicating, str(error))
    return redirect(url_for("adjudicate.adjudicate"), 303)


@adjudicate_pages.post("/adjudicate/gold")
def set_gold():
    name, adjudicating = request.form.get("name", ""), g.viewer.adjudicating()
    try:
        if request.form.get("do") == "undo":
            adjudicating.undo_gold(name, g.viewer.login)
        elif request.form.get("sure"):
            adjudicating.set_gold(g.viewer.everything(), name, g.viewer.login)
        else:
            raise ConfigError("Tick that you know what is undecided. Nothing was set.")
    except (BratIaaError, OSError) as error:
        return InDraft.not_kept(400, "The gold was not set", str(error), {}, "")
    return redirect(url_for("adjudicate.adjudicate"), 303)


def _to_begin(status, adjudicating, problem=None, name=None, settings=DraftSettings()):
    agreement, layers = g.viewer.everything(), settings.layers
    variables = {
        "problem": problem or "",
        "gold": adjudicating.gold(),
        "name": adjudicating.proposed_name() if name is None else name,
        "settings": settings,
        "why_elsewhere": adjudicating.why_elsewhere,
        "annotators": agreement.annotators,
        "documents": len(agreement.tables),
        "layers": [
            (layer.name, layers is None or layer.name in layers) for layer in agreement.layers
        ],
        "made": adjudicating.made(),
        "drafts": g.viewer.drafts(),
    }
    return make_response(render_template("adjudicate_new.html", **variables), status)
