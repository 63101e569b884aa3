"""An annotator's own places, and what the annotator says of each; nothing that the items do not
hold.
"""

from flask import g

from brat_iaa.access.permissions import ALL
from brat_iaa.formats.brat_links import offsets
from brat_iaa.places.filters import Filter, Filters, filters_of, vocabulary_of
from brat_iaa.report import places as report
from brat_iaa.report.places import with_it_in_words
from brat_iaa.review.items import digest
from brat_iaa.review.progress import STATUSES, progress
from brat_iaa.review.store import LONGEST_COMMENT
from brat_iaa.web.places.cards import Cards, in_brat, without_values
from brat_iaa.web.places.panel import LEFT, OFFERED, DecisionSide

DECISIONS = {
    "keep": "Keep my annotation",
    "wrong": "I will correct mine",
    "unclear": "Unclear: discuss",
}
BADGES = {
    "open": "open",
    "changed": "changed",
    "wrong": "to correct",
    "unclear": "to discuss",
    "keep": "kept",
}
RESOLVED = 50


class Mine(DecisionSide):
    """The places of an annotator: rows are review.progress.Standings.

    seen   Viewer, who is the annotator
    items  review.items.AnnotatorItems of the same
    """

    name, title, endpoint = "mine", "My disagreements", "places.mine"
    template = "mine.html"
    offered = (Filter("status", "status", "", takes=(LEFT, *STATUSES, "resolved")), *OFFERED)
    statuses = {LEFT: "still to do", "resolved": "resolved", **BADGES}
    fields = (*report.WHERE_FIELDS, "status", "decision", "comment")
    typed, back = "Your comment was", "My disagreements"
    next_step = "Go on with your other disagreements, or look at this one."

    def __init__(self, seen, items):
        self.seen, self.items, self.me = seen, items, seen.permission.me
        self.reviews, self.phase = seen.reviews(), seen.permission.phase
        self.progress = progress(items, self.reviews.of(self.phase, self.me))
        super().__init__(self.progress.standings, seen.name.rpartition("/")[2])
        self.vocabulary = vocabulary_of(
            (item.layer, item.document, item.sentence, item.in_sentence.text,
             (*item.place.labels, *item.place.differing) if item.place else ())
            for item in items.items
        )  # fmt: skip

    def key(self, row):
        return row.item.key

    def order(self, row):
        return row.item.document, row.item.fragments, row.item.layer

    def order_of(self, key):
        resolved = self._resolved(key)
        if resolved is None:
            return super().order_of(key)
        place = resolved.place
        return place["document"], ((place["start"], place["end"]),), place["layer"]

    def _resolved(self, key):
        return next((each for each in self.progress.resolved if each.item == key), None)

    def urgency(self, row):
        # What asks for a decision, then what asks for a correction.
        return {"open": 0, "changed": 0, "wrong": 1}.get(row.status)

    def place(self, row):
        return row.item.place

    def status(self, row):
        return row.status

    def near(self, row):
        return row.item.in_sentence.near(row.item.token)

    def select(self, given):
        known = super().select(given)
        if all(row.item.place is not None for row in self.rows):
            return known
        filters = filters_of(given, self.vocabulary)
        return [
            row
            for row in self.rows
            if self.has_status(row, given.get("status")) and _where_wanted(filters, row.item)
        ]

    def counted(self, name, rows):
        counts = super().counted(name, rows)
        if name == "status":
            counts["resolved"] = self.progress.counts["resolved"]
        return counts

    def _values(self, name, row):
        if name in ("layer", "document"):
            return (getattr(row.item, name),)
        return super()._values(name, row)

    def address(self, item):
        """Address in brat of the own document, with the item marked."""
        ids = item.place.ids(self.me) if item.place is not None else ()
        return self.seen.brat().file(item.file, (*ids, *offsets([item])))

    def fingerprint(self, item):
        """Another one when the phase is, or what an annotator is shown of an item: nobody decides
        on what was not on the page.
        """
        values = item.place.values if item.place is not None else {}
        return digest([self.phase, [[name, _elements(value)] for name, value in values.items()]])

    def _card(self, item):
        if item.place is None:
            return without_values(item.in_sentence)
        call = lambda name: "you" if name == self.me else name  # noqa: E731
        address = in_brat(self.seen.brat(), item.linked)
        made = Cards(address, (self.me,), call, redacted=item.place.values)
        return made.card(item.place, sentence=item.in_sentence)

    def further(self, given, chosen, args):
        variables, now = super().further(given, chosen, args), self.progress
        said, resolved = args.get("said"), self._resolved(args.get("item") or args.get("said"))
        last = next((row for row in self.rows if self.key(row) == said), None)
        current, item = self.row, self.row and self.row.item
        in_list, access = given.get("status") == "resolved", self.seen.access()
        variables |= {
            "progress": now,
            "asked_resolved": resolved,
            "gone": bool(args.get("item"))
            and (current is None or self.key(current) != args.get("item")),
            "current": current,
            "item": item,
            "card": item and self._card(item),
            "link": item and self.address(item),
            "seen": item and self.fingerprint(item),
            "comment": item and self.reviews.last_comment(self.phase, self.me, item.key),
            "resolved": now.resolved[:RESOLVED] if in_list else (),
            "done": self.reviews.done_annotators(self.phase).get(self.me),
            "compared": len(self.items.documents),
            "uncompared": self.items.uncompared,
            "trees": self.items.trees,
            "said": last,
            "said_link": last and self.address(last.item),
            "nothing": not now.standings and not now.resolved,
            "decisions": DECISIONS,
            "longest": LONGEST_COMMENT,
            "hidden": g.viewer.permission.others == "hidden",
            "all_read": (access.reveal == "all") if access else g.viewer.permission.level == ALL,
        }  # fmt: skip
        # A page that has this need not be loaded again.
        variables["version"] = digest([
            now.counts, [(self.key(row), row.status) for row in chosen],
            current and [item.key, current.status, variables["seen"]], variables["done"],
        ])  # fmt: skip
        return variables

    def further_json(self, context):
        return {
            **super().further_json(context),
            "counts": self.progress.counts,
            "asked_is_gone": context["gone"],
            "done": context["done"],
            "uncompared": list(context["uncompared"]),
        }

    def to_json(self, rows):
        for row in rows:
            item, review, told = row.item, row.review, {}
            if item.place is not None:
                (told,) = report.rows([item.place], None, redacted=item.place.values)
            yield {
                "key": item.key,
                **item.told,
                **told,
                "text": item.in_sentence.text,
                "status": row.status,
                "decision": review.decision if review else None,
                "comment": review.comment if review else "",
                "with_it_in_words": with_it_in_words(item.with_it),
                "brat": self.address(item),
            }


def _where_wanted(filters, item):
    """Whether an item of which only the place is told meets filters."""
    where = ("layer", "document", "sentences")
    return (
        (filters.document is None or item.document in filters.document)
        and filters.layer in (None, item.layer)
        and (filters.sentences is None or (item.document, item.sentence) in filters.sentences)
        and filters._replace(**dict.fromkeys(where)) == Filters()
    )


def _elements(value):
    return [
        [
            element.label,
            element.head and element.head.fragments,
            element.head and element.head.is_root,
            [end.fragments for end in element.ends],
        ]
        for element in value.elements
    ]
