"""Lists on which one decides on place after place: one stands in the middle, with an action panel.

A page that sends the form of the panel by itself, see review.js, gets the answer as JSON.
"""

from flask import jsonify, make_response, redirect, request, url_for

from brat_iaa.formats.tables import for_programs
from brat_iaa.web import selection
from brat_iaa.web.messages import BadRequest, message
from brat_iaa.web.places.lists import COMMON, ITEMS, Side

LEFT = "left"
# What nothing has any more is no mistake: it may have been settled.
OFFERED = tuple(
    each._replace(takes=None) if each.name in ("layer", "label_a", "label_b") else each
    for each in COMMON
    if each.name not in ("a", "b")
)


class DecisionSide(Side):
    """Rows that ask for a decision, as far as they have an urgency: the lowest number first.

    typed      what is said before what was typed where a form was not kept, so that it is not lost
    next_step  what to do then; back: what the link back to the page says
    """

    keyed, sorts = False, {}
    parameters = ("format", "page", "show", "with", "item", "said", "stay")
    typed = next_step = back = ""
    row = None  # in the middle

    def key(self, row):
        """The key of a row in addresses."""
        raise NotImplementedError

    def order(self, row):
        """Its place in the order of the list."""
        raise NotImplementedError

    def order_of(self, key):
        """The place in the order of what has, or had, a key; () where it is not known."""
        return next((self.order(row) for row in self.rows if self.key(row) == key), ())

    def urgency(self, row):
        """How urgent it is; None where nothing is to be done."""
        raise NotImplementedError

    def together(self, row):
        """The rows that are shown with it, as they stand in the list."""
        return (row,)

    def near(self, row):
        """(words before it, its own, words behind it)"""
        raise NotImplementedError

    def given(self, args):
        return selection.chosen_filters(args, self.offered, self.vocabulary, typed=True)[0]

    def choices(self, kinds):
        return {**super().choices(kinds), "layer": self.vocabulary.layers}

    def has_status(self, row, status):
        if status == LEFT:
            return self.urgency(row) is not None
        return super().has_status(row, status)

    def counted(self, name, rows):
        counts = super().counted(name, rows)
        if name == "status":
            counts[LEFT] = sum(self.has_status(row, LEFT) for row in rows)
        return counts

    def page(self, given, chosen, args):
        self.row = self.middle(given, chosen, args)
        if self.row in chosen and not args.get("page"):
            page = chosen.index(self.row) // ITEMS
            here = chosen[page * ITEMS : (page + 1) * ITEMS]
            return here, page + 1, max(1, -(-len(chosen) // ITEMS))
        return super().page(given, chosen, args)

    def middle(self, given, chosen, args):
        """The row that is shown: what is asked for, else the most urgent behind what was decided
        last; None if nothing is left to do, or nothing meets the filters.
        """
        said, asked = args.get("said"), args.get("item")
        found = next((row for row in self.rows if self.key(row) == asked), None)
        if found is not None:
            return found
        to_do = [row for row in chosen if self.has_status(row, LEFT) and self.key(row) != said]
        first = min(map(self.urgency, to_do), default=None)
        if first is None:
            return chosen[0] if chosen and given and not said else None
        if said and first > 0:
            return None  # a key too many must not decide anew; the page says that all is decided
        after, most = self.order_of(said or asked), [r for r in to_do if self.urgency(r) == first]
        return next((row for row in most if self.order(row) > after), most[0])

    def cards(self, rows, first, given):
        return []

    def further(self, given, chosen, args):
        here = () if self.row is None else self.together(self.row)
        there = [number for number, row in enumerate(chosen) if row in here]
        if there:
            index = there[0]
            before, behind = chosen[:index][-1:], chosen[there[-1] + 1 :][:1]
        else:  # decided, it may meet the filters no more
            order = () if self.row is None else self.order(self.row)
            at = sum(self.order(row) < order for row in chosen) if order else 0
            index, before, behind = None, chosen[:at][-1:], chosen[at:][:1]
        before, behind = ([self.key(row) for row in rows] for rows in (before, behind))
        return {
            "number": None if index is None else index + 1,
            "before": before[0] if before and self.row is not None else None,
            "behind": behind[0] if behind and self.row is not None else None,
            "current": self.row,
            "key": None if self.row is None else self.key(self.row),
            "badges": self.statuses,
        }

    def further_json(self, context):
        return {"version": context["version"], "current": context["key"]}

    def to_csv(self, rows):
        return for_programs(
            ({name: row[name] for name in self.fields} for row in self.to_json(rows)), self.fields
        )

    @classmethod
    def go_on(cls, parameters, anchor=None):
        """The way to the page after its form."""
        address = url_for(cls.endpoint, _anchor=anchor, **parameters)
        return jsonify(next=address) if _by_itself() else redirect(address, 303)

    @classmethod
    def not_kept(cls, status, title, text, parameters, typed=""):
        """Why something was not kept, with what was typed; a page that has sent the form by itself
        still has that.
        """
        address, typed = url_for(cls.endpoint, **parameters), typed.strip()
        if _by_itself():
            # What is there now is said in place of the title: the page shows it beside that.
            error = text.rstrip(".") if status == 409 else title
            return make_response(jsonify(error=error, reason=text, next=address), status)
        also = f"{cls.typed}: “{typed}”" if typed else ""
        choices = [(cls.back, address)]
        return message(status, title, f"{text} {also}".rstrip(), cls.next_step, choices)

    @classmethod
    def carried(cls):
        """{parameter: text} of the filters that a form carries along."""
        try:
            return selection.chosen_filters(request.form, cls.offered)[0]
        except BadRequest:
            return {}


def _by_itself():
    return request.args.get("format") == "json"
