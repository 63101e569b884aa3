"""Pages that say why there is nothing to show, and what to do; in words and as JSON."""

from flask import jsonify, make_response, render_template, request

NOTHING_YET = "Nothing to compare yet"
HOW_TO_BEGIN = (
    "Give each annotator a directory with the same .txt files and an .ann file beside each, or set "
    "gold = DIRECTORY under [project] of iaa.conf; then load this page again."
)


class BadRequest(Exception):
    """A parameter that cannot be used: what was found, what to do, and what could be meant.

    choices  (text, address) of pages that would work
    """

    status, title = 400, "This cannot be shown"

    def __init__(self, text, next_step, choices=()):
        super().__init__(text)
        self.next_step = next_step
        self.choices = choices


class NotFound(BadRequest):
    """Something that the project does not have."""

    status, title = 404, "Not found"


def message(status, title, text, next_step="", choices=(), tree=""):
    """Response with the status, as a page or as JSON; on the page, a link leads on. tree: what lies
    where, for the page
    """
    if request.args.get("format") == "json":
        body = {"error": title, "reason": text, "next_step": next_step}
        if choices:
            body["choices"] = [name for name, _ in choices]
        return make_response(jsonify(body), status)
    page = render_template(
        "message.html", title=title, text=text, next_step=next_step, choices=choices, tree=tree
    )
    return make_response(page, status)


def no_page():
    """Response for an address without a page."""
    return message(404, "Not found", "There is no page at this address.")
