"""What the page of an annotator's own disagreements shows, and its JSON twin; nothing that the
items do not hold.
"""

from collections import Counter
from typing import NamedTuple

from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.display_names import ends_in_text, ends_in_words
from brat_iaa.review.items import digest, patterns
from brat_iaa.review.progress import TO_DO, look
from brat_iaa.web.filter_form import filter_area, say_values
from brat_iaa.web.one_by_one import RepeatableDecision, around
from brat_iaa.web.place_card import Cards, in_brat, without_values
from brat_iaa.web.review import choice as review_choice

PATTERNS = DOCUMENTS = 12
SETTLED = 50


class ShownItem(NamedTuple):
    """The item in the middle.

    card  place_card.Card; without groups where others are hidden
    link  address of the own document in brat, None if it cannot be linked
    seen  short text that is another one when anything of this is
    """

    standing: object
    card: object
    link: str
    seen: str


class DocumentProgress(NamedTuple):
    """One of the annotator's documents.

    left   disagreements that still ask for a decision or a correction; wrong: of these, corrections
    count  disagreements
    done   "", "done" or "changed" since then
    at     when it was declared
    """

    name: str
    left: int
    count: int  # type: ignore[assignment]  # a field, not tuple.count
    done: str
    at: str
    wrong: int = 0


def _declared(fingerprints, done, progress):
    """List of DocumentProgress.

    fingerprints  {document: fingerprint} of the annotator's documents now
    done          {document: store.reviews.Done}
    """
    count, left, wrong = (
        Counter(
            standing.item.document
            for standing in progress.standings
            if statuses is None or standing.status in statuses
        )
        for statuses in (None, TO_DO, ("wrong",))
    )
    made = []
    for name, fingerprint in fingerprints.items():
        said = done.get(name)
        state = "" if said is None else "done" if said.fingerprint == fingerprint else "changed"
        at = said.at if said else ""
        made.append(DocumentProgress(name, left[name], count[name], state, at, wrong[name]))
    return made


def context(seen, found, chosen, vocabulary, wanted):
    """Variables of the template. That the page was seen is remembered.

    seen    Seen of the annotator
    found   review.items.AnnotatorItems of the same
    chosen  one_by_one.Choice
    vocabulary  of the items
    wanted  what to show more of: "patterns", "documents", or None
    """
    phase, me, brat = seen.permission.phase, seen.permission.me, seen.brat()
    reviews = seen.reviewing().reviews
    progress = look(reviews, phase, me, found)
    done = reviews.done_documents(phase).get(me, {})
    documents = _declared(seen.my_documents(), done, progress)
    selected = review_choice.select(chosen, progress.standings)
    place = review_choice.find(chosen, selected, progress)
    surroundings, listed = around(
        selected, place.current, lambda standing: standing.item.key, review_choice.order
    )
    found_patterns = patterns(found.items)
    todo = {standing.item.key for standing in progress.standings if standing.status in TO_DO}
    known = {standing.item.key: standing for standing in progress.standings}
    said = known.get(chosen.said)
    current = place.current and _shown(place.current, brat, phase)
    say = say_values(review_choice.STATUS_WORDS, [item.place for item in found.items])
    settled = progress.settled if chosen.given.get("status") == "settled" else ()
    variables = {
        **surroundings,
        "progress": progress,
        "given": chosen.given,
        "filters": filter_area(
            review_choice.OFFERED,
            chosen.given,
            vocabulary,
            say=say,
            counts={"status": {review_choice.LEFT: progress.left, **progress.counts}},
            choices={"layer": vocabulary.layers, "kind": ()},
        ),
        "place": place,
        "current": current,
        "comment": current and reviews.last_comment(phase, me, current.standing.item.key),
        "like": _like(known.get(chosen.like), progress),
        "offered": None if chosen.like else _offered(said, place.current, progress),
        "listed": [
            (key, standing, standing.item.in_sentence.near(standing.item.token))
            for key, standing in listed
        ],
        "settled": settled[:SETTLED],
        "patterns": [
            (pattern, review_choice.of_kind(pattern[:4]), sum(key in todo for key in pattern.items))
            for pattern in (found_patterns if wanted == "patterns" else found_patterns[:PATTERNS])
        ],
        "patterns_count": len(found_patterns),
        "documents": _some(documents, place, wanted),
        "documents_count": len(documents),
        "layers": len({standing.item.layer for standing in progress.standings}),
        "compared": len(found.documents),
        "uncompared": found.uncompared,
        "said": said,
        "said_link": said and address(brat, said.item),
    }
    # A page that has this need not be loaded again.
    variables["version"] = digest([
        progress.counts,
        [(key, standing.status) for key, standing, _ in variables["listed"]],
        current and [current.standing.item.key, current.standing.status, current.seen],
        [document[:4] for document in variables["documents"]],
    ])  # fmt: skip
    return variables


def _offered(said, current, progress):
    """The RepeatableDecision of what was just decided on, else of what is shown if it is decided,
    else of the last decision on a place of its kind; None if no place of its kind is left.
    """
    if said is not None and said.review:
        return _like(said, progress, {"said": said.item.key})
    kind = current and review_choice.kind_of(current.item)
    if not kind:
        return None
    if current.review:
        return _like(current, progress, {"said": current.item.key})
    decided = (one for one in progress.standings if one.review and one.status != "changed")
    same = [one for one in decided if review_choice.kind_of(one.item) == kind]
    latest = max(same, key=lambda one: one.review.at, default=None)
    return _like(latest, progress, {"item": current.item.key})


def _like(source, progress, start=None):
    """The RepeatableDecision of a decision; None if there is none, or nothing like it is left."""
    kind = source and source.review and review_choice.kind_of(source.item)
    if not kind:
        return None
    left = sum(
        standing.status in ("open", "changed")
        and standing.item.key != source.item.key
        and review_choice.kind_of(standing.item) == kind
        for standing in progress.standings
    )
    return (
        RepeatableDecision(source, left, {**review_choice.of_kind(kind), **(start or {})})
        if left
        else None
    )


def _some(documents, place, wanted):
    """Those with something to say of: with disagreements, or declared done; and the current one
    among them.
    """
    if wanted == "documents" or len(documents) <= DOCUMENTS:
        return documents
    current = place.current.item.document if place.current else None
    ranked = sorted(
        documents,
        key=lambda one: (one.name != current, not one.left, one.done == "done", not one.count),
    )
    chosen = set(ranked[:DOCUMENTS])
    return [document for document in documents if document in chosen]


def _shown(standing, brat, phase):
    item, place = standing.item, standing.item.place
    if place is None:
        card = without_values(item.in_sentence)
    else:
        call = lambda name: "you" if name == item.me else name  # noqa: E731
        made = Cards(in_brat(brat, item.linked), (item.me,), call, untold=place.values)
        card = made.card(place, sentence=item.in_sentence)
    return ShownItem(standing, card, address(brat, item), what_is_seen(item, phase))


def address(brat, item):
    """Address in brat of the own document, with the item marked."""
    ids = item.place.ids(item.me) if item.place is not None else ()
    return brat.file(item.path, (*ids, *offsets([item])))


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
        "new": progress.new,
        "recently_settled": progress.recently_settled,
        "last_visit": progress.last_visit,
        "current": current.standing.item.key if current else None,
        "asked_is_settled": variables["place"].settled is not None,
        "documents": [document._asdict() for document in variables["documents"]],
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
        "new": standing.new,
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
