"""Places that are decided on one by one: what is asked for, what surrounds the one in the middle,
and where a form with a decision leads.

A page that sends the form by itself, see review.js, gets the same as JSON.
"""

from collections.abc import Callable
from typing import NamedTuple, Optional

from flask import jsonify, make_response, redirect, request, url_for

from brat_iaa.layers.disagreement import Filters
from brat_iaa.web import selection
from brat_iaa.web.messages import BadRequest, message
from brat_iaa.web.selection import chosen_filters

LISTED = 50  # beside the one in the middle


class Choice(NamedTuple):
    """What a request asks for.

    given    {parameter: text} of the filters in use, for links; filters: the same as Filters
    item     key of what is to be shown, or None
    said     of what something was just said of, or that is skipped; the next one is shown
    like     of that whose decision is applied to its likes, one by one
    """

    given: dict
    filters: Filters
    item: Optional[str]
    said: Optional[str]
    like: Optional[str]


class RepeatableDecision(NamedTuple):
    """That of source, a Standing or a Case, which count others of its kind could have, too; given:
    parameters that begin with these; option: what it would be here, None if it is not clear
    """

    source: object
    count: int  # type: ignore[assignment]  # a field, not tuple.count
    given: dict
    option: Optional[object] = None


class Likes(NamedTuple):
    """Which decisions can be the same at which other places.

    every     all that are decided on one by one
    key       function of one: its key in addresses; kind: its kind, None where that is not told
    given     function of a kind: the parameters that select it
    left      function of one: whether it asks for a decision
    decided   function of one: whether it has a decision; applies: whether that can be the same
              elsewhere
    latest    function of one: when it was decided, None where the decision is not to go by
    """

    every: list
    key: Callable
    kind: Callable
    given: Callable
    left: Callable
    decided: Callable
    applies: Callable
    latest: Callable

    def of(self, source, **start):
        """The RepeatableDecision of one; None if it has none, or nothing like it is left."""
        kind = self.kind(source) if source is not None and self.applies(source) else None
        if not kind:
            return None
        left = sum(
            self.left(other) and self.key(other) != self.key(source) and self.kind(other) == kind
            for other in self.every
        )
        given = {**self.given(kind), **start}
        return RepeatableDecision(source, left, given) if left else None

    def offered(self, last, current):
        """That of what was just decided on, else of what is shown if it is decided, else of the
        last decision at a place of its kind.
        """
        if last is not None and self.decided(last):
            return self.of(last, said=self.key(last))
        kind = self.kind(current) if current is not None else None
        if not kind:
            return None
        if self.decided(current):
            return self.of(current, said=self.key(current))
        same = [
            other
            for other in self.every
            if self.latest(other) is not None and self.kind(other) == kind
        ]
        return self.of(max(same, key=self.latest, default=None), item=self.key(current))


def choice(args, offered, vocabulary):
    """The Choice of a request; BadRequest for what cannot be. offered: places.filters.Filters;
    vocabulary: their Vocabulary
    """
    given, filters = selection.chosen_filters(args, offered, vocabulary, typed=True)
    return Choice(given, filters, *(args.get(name) or None for name in ("item", "said", "like")))


def around(selected, current, key, order):
    """({variable of the template: value}, [(key, one)] of the list that are shown).

    selected  what the filters let through, in order
    current   the one in the middle, or None; decided, it may be no longer among the selected
    key       function of one: its key in addresses
    order     function of one: its place in the order
    The variables are the number of the current one, the keys of the ones before and behind it, how
    many stand before those shown, and the keys of the earlier and the later part of the list.
    """
    keys = [key(each) for each in selected]
    index, before, behind = None, [], []
    if current is not None and key(current) in keys:
        index = keys.index(key(current))
        before, behind = keys[:index], keys[index + 1 :]
    elif current is not None:
        there = sum(order(each) < order(current) for each in selected)
        before, behind = keys[:there], keys[there:]
    first = (index or 0) // LISTED * LISTED
    end = first + LISTED
    return {
        "selected": len(selected),
        "number": None if index is None else index + 1,
        "before": before[-1] if before else None,
        "behind": behind[0] if behind else None,
        "first": first,
        "earlier": keys[first - LISTED] if first else None,
        "later": keys[end] if end < len(keys) else None,
    }, list(zip(keys[first:end], selected[first:end]))


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
            # What is there now is said in place of the title: the page shows it beside that.
            error = text.rstrip(".") if status == 409 else title
            return make_response(jsonify(error=error, reason=text, next=address), status)
        also = f"{self.typed}: “{typed}”" if typed else ""
        choices = [(self.back, address)]
        return message(status, title, f"{text} {also}".rstrip(), self.next_step, choices)


def _by_itself():
    return request.args.get("format") == "json"
