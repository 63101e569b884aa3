"""What is answered to a form with a decision: where to go on, or why it was not kept.

A page that sends the form by itself, see review.js, gets the same as JSON.
"""

from typing import NamedTuple

from flask import jsonify, make_response, redirect, request, url_for

from brat_iaa.web.messages import BadRequest, message
from brat_iaa.web.selection import chosen_filters


class Answers(NamedTuple):
    """What is answered to the forms of one page.

    endpoint   of the page
    offered    its filters, which a form carries along
    typed      what is said before what was typed, so that that is not lost
    next_step  what to do where something was not kept
    back       what the link back to the page says
    """

    endpoint: str
    offered: tuple
    typed: str
    next_step: str
    back: str

    def filters(self):
        """{parameter: text} of the filters that the form carries along."""
        try:
            return chosen_filters(request.form, self.offered)[0]
        except BadRequest:
            return {}

    def go_on(self, parameters, anchor=None):
        """The way to the page after the form."""
        address = url_for(self.endpoint, _anchor=anchor, **parameters)
        return jsonify(next=address) if _by_itself() else redirect(address, 303)

    def not_kept(self, status, title, text, parameters, typed=""):
        """Why something was not kept, with what was typed; a page that has sent the form by itself
        still has that.
        """
        address, typed = url_for(self.endpoint, **parameters), typed.strip()
        if _by_itself():
            return _error(status, title, text, address)
        also = f"{self.typed}: “{typed}”" if typed else ""
        choices = [(self.back, address)]
        return message(status, title, f"{text} {also}".rstrip(), self.next_step, choices)


def _error(status, title, text, address):
    # What is there now is said in place of the title: the page shows it beside that.
    error = text.rstrip(".") if status == 409 else title
    return make_response(jsonify(error=error, reason=text, next=address), status)


def _by_itself():
    return request.args.get("format") == "json"
