"""The guide on the pages, and the ways to it; it says nothing of any project: all may read it."""

from flask import Blueprint, redirect, render_template, request, url_for

from brat_iaa import guide
from brat_iaa.config import DEPENDENCIES
from brat_iaa.guide.html import to_html
from brat_iaa.guide.search import search
from brat_iaa.spelling import nearest
from brat_iaa.web.messages import NotFound

LONGEST_QUESTION = 200
pages = Blueprint("guide", __name__, url_prefix="/-/guide")


def register(app):
    """Add the guide's pages to an app, and for templates explanation() and guide_at()."""
    app.register_blueprint(pages)
    app.jinja_env.globals.update(explanation=explanation, guide_at=guide_at)


def explained_at(kind, measure, statistic=""):
    """Address of the paragraph that explains a figure; None if there is none. See explained_in."""
    place = guide.explained_in(kind, measure, statistic)
    return place and url_for("guide.topic", name=place[0], _anchor=place[1])


def guide_at(target):
    """Address of a topic, or of a section: NAME#ANCHOR."""
    name, anchor = guide.find_link(target)
    return url_for("guide.topic", name=name, _anchor=anchor or None)


@pages.get("/")
def contents():
    question = request.args.get("q", "")[:LONGEST_QUESTION]
    return render_template(
        "guide_contents.html", groups=_groups(), question=question, found=search(question)
    )


@pages.get("/<name>")
def topic(name):
    topic_name, anchor = guide.find(name)
    if topic_name != name:
        return redirect(url_for("guide.topic", name=topic_name, _anchor=anchor or None))
    try:
        chosen = guide.topic(name)
    except guide.UnknownTopic as error:
        raise NotFound(
            str(error),
            nearest(name, guide.NAMES, others=guide.names_of_sections()),
            [("All topics", url_for("guide.contents"))],
        ) from None
    order = guide.NAMES
    place = order.index(name)
    return render_template(
        "guide.html",
        groups=_groups(),
        topic=chosen,
        text=to_html(chosen.blocks[1:], _address),
        before=guide.topic(order[place - 1]) if place else None,
        after=guide.topic(order[place + 1]) if place + 1 < len(order) else None,
    )


def _groups():
    return [(title, [guide.topic(name) for name in names]) for title, names in guide.GROUPS]


def _address(target):
    """Where a link of a text leads: another topic is named as its file, NAME.md#ANCHOR."""
    return target if "://" in target or target.startswith("#") else guide_at(target)


def explanation(kind, key):
    """Address of the paragraph of the guide on a figure; None if there is none.

    key  (measure, statistic); of dependencies MASI is what a measure stands for
    """
    measure, statistic = key
    leading = kind == DEPENDENCIES and statistic in ("masi", "gcm-f1")
    return explained_at(kind, measure, "" if leading else statistic)
