"""What the page of an annotator's own disagreements shows, and its JSON twin; nothing that the
items do not hold.
"""

from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.display_names import ends_in_text, ends_in_words
from brat_iaa.layers.disagreement import Filters
from brat_iaa.places.filters import FILTERS, MINE, THEIRS, Filter, label_value, vocabulary_of
from brat_iaa.places.place import meeting
from brat_iaa.review.items import digest, patterns
from brat_iaa.review.progress import STATUSES, TO_DO, look
from brat_iaa.web.one_by_one import around
from brat_iaa.web.places.cards import Cards, in_brat, without_values
from brat_iaa.web.places.filter_area import filter_area, say_values

PATTERNS = 12
SETTLED = 50


def context(seen, my_items, chosen, vocabulary, wanted):
    """Variables of the template. That the page was seen is remembered.

    seen        Seen of the annotator
    my_items    review.items.AnnotatorItems of the same
    chosen      one_by_one.Choice
    vocabulary  of the items
    wanted      what to show more of: "patterns", or None
    """
    phase, me, brat = seen.permission.phase, seen.permission.me, seen.brat()
    reviews = seen.reviews()
    progress = look(reviews, phase, me, my_items)
    selected = select(chosen, progress.standings)
    standing, settled, gone = shown_place(chosen, selected, progress)
    surroundings, listed = around(selected, standing, lambda each: each.item.key, order)
    found_patterns = patterns(my_items.items)
    todo = {standing.item.key for standing in progress.standings if standing.status in TO_DO}
    by_key = {standing.item.key: standing for standing in progress.standings}
    last = by_key.get(chosen.said)
    current = standing and _shown(standing, brat, phase)
    say = say_values(STATUS_WORDS, [item.place for item in my_items.items])
    all_settled = progress.settled if chosen.given.get("status") == "settled" else ()
    variables = {
        **surroundings,
        "progress": progress,
        "given": chosen.given,
        "filters": filter_area(
            OFFERED,
            chosen.given,
            vocabulary,
            say=say,
            counts={"status": {LEFT: progress.left, **progress.counts}},
            choices={"layer": vocabulary.layers, "kind": ()},
        ),
        "asked_settled": settled,
        "gone": gone,
        "current": current,
        "comment": standing and reviews.last_comment(phase, me, standing.item.key),
        "listed": [
            (key, standing, standing.item.in_sentence.near(standing.item.token))
            for key, standing in listed
        ],
        "settled": all_settled[:SETTLED],
        "patterns": [
            (pattern, of_kind(pattern[:4]), sum(key in todo for key in pattern.items))
            for pattern in (found_patterns if wanted == "patterns" else found_patterns[:PATTERNS])
        ],
        "patterns_count": len(found_patterns),
        "done": reviews.done_annotators(phase).get(me),
        "layers": len({standing.item.layer for standing in progress.standings}),
        "compared": len(my_items.documents),
        "uncompared": my_items.uncompared,
        "trees": my_items.trees,
        "said": last,
        "said_link": last and address(brat, last.item),
    }
    # A page that has this need not be loaded again.
    variables["version"] = digest([
        progress.counts,
        [(key, standing.status) for key, standing, _ in variables["listed"]],
        standing and [standing.item.key, standing.status, current["seen"]],
        variables["done"],
    ])  # fmt: skip
    return variables


def _shown(standing, brat, phase):
    item, place = standing.item, standing.item.place
    if place is None:
        card = without_values(item.in_sentence)
    else:
        call = lambda name: "you" if name == item.me else name  # noqa: E731
        made = Cards(in_brat(brat, item.linked), (item.me,), call, untold=place.values)
        card = made.card(place, sentence=item.in_sentence)
    return {
        "standing": standing,
        "card": card,
        "link": address(brat, item),
        "seen": what_is_seen(item, phase),
    }


def address(brat, item):
    """Address in brat of the own document, with the item marked."""
    ids = item.place.ids(item.me) if item.place is not None else ()
    return brat.file(item.file, (*ids, *offsets([item])))


def what_is_seen(item, phase):
    """Changes when the phase does, or what an annotator is shown of an item: nobody decides on what
    was not on the page.
    """
    values = item.place.values if item.place is not None else {}
    return digest([phase, [[name, _twins(value)] for name, value in values.items()]])


def twin(variables, brat):
    """The page as JSON: the same items as its list."""
    progress, current = variables["progress"], variables["current"]
    return {
        "version": variables["version"],
        "counts": progress.counts,
        "current": current["standing"].item.key if current else None,
        "asked_is_settled": variables["asked_settled"] is not None,
        "done": variables["done"],
        "selected": variables["selected"],
        "first": variables["first"] + 1,
        "uncompared": list(variables["uncompared"]),
        "items": [_item(standing, brat) for _, standing, _ in variables["listed"]],
    }


def _item(standing, brat):
    item, review = standing.item, standing.review
    values = dict(item.place.values) if item.place is not None else {}
    mine = values.pop(item.me, None)
    return {
        "key": item.key,
        **item.told,
        "text": item.in_sentence.text,
        "status": standing.status,
        "decision": review.decision if review else None,
        "comment": review.comment if review else "",
        "mine": _twins(mine) if mine else [],
        "others": [{"annotator": name, "values": _twins(value)} for name, value in values.items()],
        "groups": [list(group) for group in item.place.groups] if item.place is not None else [],
        "kinds": list(item.place.kinds) if item.place is not None else [],
        "with_it": item.with_it,
        "brat": address(brat, item),
    }


def _twins(value):
    return [
        {
            "label": element.label,
            "head": element.head and ("the root" if element.head.is_root else element.head.text),
            "head_at": element.head and element.head.fragments,
            "ends": ends_in_words(element.ends) or None,
            "ends_at": ends_in_text(element.ends) or None,
        }
        for element in value.elements
    ]


LEFT = "left"
CHOICES = (LEFT, *STATUSES, "settled")
# A layer that nothing has any more is no mistake: it may have been settled.
OFFERED = (
    Filter("status", "status", "", takes=CHOICES),
    FILTERS["text"],
    FILTERS["layer"]._replace(takes=None),
    *(FILTERS[name] for name in ("document", "label", "kind")),
    MINE,
    THEIRS,
)
BADGES = {
    "open": "open",
    "changed": "changed",
    "wrong": "to correct",
    "unclear": "to discuss",
    "keep": "kept",
}
STATUS_WORDS = {LEFT: "still to do", "settled": "settled", **BADGES}
# What asks for a decision, and what asks for a correction when none of these is left.
UNDECIDED, _TO_CORRECT = ("open", "changed"), ("wrong",)


def select(chosen, standings):
    """List of the Standings that meet the filters of a Choice; a filter that nothing meets any
    more is no error.
    """
    status = chosen.given.get("status")
    wanted = TO_DO if status == LEFT else (status,) if status else STATUSES
    standings = [standing for standing in standings if standing.status in wanted]
    items = [standing.item for standing in standings]
    me = items[0].me if items else ""
    met = meeting([item.place for item in items], chosen.filters, me)
    return [
        standing
        for standing, meets in zip(standings, met)
        if meets or standing.item.place is None and _where_wanted(chosen, standing.item)
    ]


def _where_wanted(chosen, item):
    """Whether an item of which only the place is told meets the filters."""
    filters = chosen.filters
    where = ("layer", "document", "sentences")
    return (
        (filters.document is None or item.document in filters.document)
        and filters.layer in (None, item.layer)
        and (filters.sentences is None or (item.document, item.sentence) in filters.sentences)
        and filters._replace(**dict.fromkeys(where)) == Filters()
    )


def vocabulary(items):
    """The Vocabulary of an annotator's own items: nothing that the items do not tell."""
    return vocabulary_of(
        (item.layer, item.document, item.sentence, item.in_sentence.text,
         [label for seen in _seen(item) for label in seen.labels])
        for item in items
    )  # fmt: skip


def _seen(item):
    return item.place.seen_from(item.me) if item.place else ()


def kind_of(item):
    """(layer, kind, own label, that of another) of an Item: a decision can be the same at all of
    its kind. None where that is not told.
    """
    return min(
        ((item.layer, difference.kind, *difference.labels) for difference in _seen(item)),
        default=None,
    )


def of_kind(kind):
    """Parameters that select the items of a kind."""
    return dict(zip(("layer", "kind", "mine", "theirs"), (*kind[:2], *map(label_value, kind[2:]))))


def shown_place(chosen, selected, progress):
    """(the Standing in the middle, None if nothing is left to do, or nothing meets the filters;
    the Settled, if what was asked for is no disagreement any more; whether it is neither there nor
    known to be settled) of a one_by_one.Choice among the Standings that it selects.
    """
    by_key = {standing.item.key: standing for standing in progress.standings}
    if chosen.item in by_key:
        return by_key[chosen.item], None, False
    asked = chosen.item or chosen.said
    settled = next((each for each in progress.settled if each.key == asked), None)
    if asked is None:
        after = ()
    elif settled is not None:
        place = settled.remembered.place
        after = place["document"], ((place["start"], place["end"]),), place["layer"]
    else:
        after = order(by_key[asked]) if asked in by_key else ()
    gone = chosen.item is not None and settled is None
    current = next_to_do(selected, after)
    if chosen.said and current is not None and current.status in _TO_CORRECT:
        # A key too many must not decide anew on what was wrong; the page says that all is decided.
        current = None
    if current is None and chosen.given.get("status") and not chosen.said:
        current = selected[0] if selected else None
    return current, settled, gone


def next_to_do(selected, after=()):
    """The Standing that asks for something: the first one behind a place in the order, else the
    first of all.
    """
    for statuses in (UNDECIDED, _TO_CORRECT):
        to_do = [standing for standing in selected if standing.status in statuses]
        if to_do:
            return next((standing for standing in to_do if order(standing) > after), to_do[0])
    return None


def order(standing):
    """Its place in the order of the list."""
    return standing.item.document, standing.item.fragments, standing.item.layer
