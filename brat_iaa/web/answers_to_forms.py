"""What is answered to a form with a decision: where to go on, or why it was not kept.

A page that sends the form by itself, see review.js, gets the same as JSON.
"""

from flask import jsonify, make_response, redirect, request

from brat_iaa.web.messages import BadRequest, message


def filters_of_form(choice):
    """{parameter: text} of the filters that a form carries along.

    choice  function of the form that returns what it asks for, with `given`
    """
    try:
        return choice(request.form).given
    except BadRequest:
        return {}


def go_on(address):
    """The way to the page after the form."""
    if _by_itself():
        return jsonify(next=address)
    return redirect(address, 303)


def not_kept(status, title, text, typed, address, next_step, back):
    """Why something was not kept.

    typed  a sentence with what was typed, so that it is not lost; a page that has sent the form by
           itself still has it
    back   what the link to the address says
    """
    if _by_itself():
        # What is there now is said in place of the title: the page shows it beside that.
        error = text.rstrip(".") if status == 409 else title
        return make_response(jsonify(error=error, reason=text, next=address), status)
    return message(status, title, f"{text} {typed}".rstrip(), next_step, [(back, address)])


def _by_itself():
    return request.args.get("format") == "json"
