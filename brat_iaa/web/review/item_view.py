"""What the page of an annotator's own disagreements shows, and its JSON twin; nothing that the items do not hold."""

import hashlib
import json
from collections import Counter
from typing import NamedTuple, Tuple

from brat_iaa.links import offsets
from brat_iaa.report.direction import runs_from_right
from brat_iaa.report.words import absent, ends_in_text, ends_in_words
from brat_iaa.review.items import patterns
from brat_iaa.web.review import choice as review_choice
from brat_iaa.web.review.marked import near, pieces

LISTED = 50  # items beside the one in the middle
PATTERNS = DOCUMENTS = 12
SETTLED = 50


class Other(NamedTuple):
    """Somebody who differs. absent: what is said if there are no values; kinds: of the differences; link: or None."""

    name: str
    values: tuple
    absent: str
    kinds: Tuple[str, ...]
    link: str


class Shown(NamedTuple):
    """The item in the middle.

    pieces  [(text, class)] of the sentence: "token", "head-a" (own), "head-b" (of others), or ""
    rtl     whether the sentence runs from right to left
    sides   list of Other
    mine    (values, what is said if there is none)
    link    address of the own document in brat, None if it cannot be linked
    seen    short text that is another one when anything of this is
    """

    standing: object
    pieces: list
    rtl: bool
    sides: list
    mine: tuple
    link: str
    seen: str


class Declared(NamedTuple):
    """One of the annotator's documents. done: "", "done" or "changed"; at: when it was declared."""

    name: str
    left: int
    count: int
    done: str
    at: str


class Seen(NamedTuple):
    """All that a page view is made of.

    found      review.items.Found
    progress   review.progress.Progress
    documents  list of Declared
    brat       BratLinks of the project
    phase      name of the current phase
    """

    found: object
    progress: object
    documents: Tuple[Declared, ...]
    brat: object
    phase: str


def declared(fingerprints, done, progress):
    """List of Declared.

    fingerprints  {document: fingerprint} of the annotator's documents now
    done          {document: store.reviews.Done}
    """
    count = Counter(standing.item.document for standing in progress.standings)
    left = Counter(
        standing.item.document for standing in progress.standings if standing.status in ("open", "changed", "wrong")
    )
    made = []
    for name, fingerprint in fingerprints.items():
        said = done.get(name)
        state = "" if said is None else "done" if said.fingerprint == fingerprint else "changed"
        made.append(Declared(name, left[name], count[name], state, said.at if said else ""))
    return made


def context(seen, chosen, wanted):
    """Variables of the template.

    chosen  review_choice.Choice
    wanted  what to show more of: "patterns", "documents", or None
    """
    progress = seen.progress
    selected = chosen.select(progress.standings)
    place = review_choice.find(chosen, selected, progress)
    index, before, behind = review_choice.neighbours(selected, place.current)
    first = (index or 0) // LISTED * LISTED
    found_patterns = patterns(seen.found.items)
    todo = {standing.item.key for standing in progress.standings if standing.status in ("open", "changed", "wrong")}
    known = {standing.item.key: standing for standing in progress.standings}
    settled = progress.settled if chosen.given.get("status") == "settled" else ()
    variables = {
        "progress": progress,
        "given": chosen.given,
        "selected": len(selected),
        "place": place,
        "current": place.current and shown(place.current, seen.brat, seen.phase),
        "number": None if index is None else index + 1,
        "before": before,
        "behind": behind,
        "listed": [(standing, near(standing.item)) for standing in selected[first : first + LISTED]],
        "first": first,
        "earlier": selected[first - LISTED].item.key if first else None,
        "later": selected[first + LISTED].item.key if first + LISTED < len(selected) else None,
        "settled": settled[:SETTLED],
        "patterns": [
            (pattern, review_choice.of_pattern(pattern), sum(key in todo for key in pattern.keys))
            for pattern in (found_patterns if wanted == "patterns" else found_patterns[:PATTERNS])
        ],
        "patterns_count": len(found_patterns),
        "documents": _some(seen.documents, place, wanted),
        "documents_count": len(seen.documents),
        "document_names": sorted({standing.item.document for standing in progress.standings}),
        "layers": len({standing.item.layer for standing in progress.standings}),
        "compared": len(seen.found.documents),
        "said": known.get(chosen.said),
        "said_link": address(seen.brat, known[chosen.said].item) if chosen.said in known else None,
    }
    variables["version"] = _digest(_version(variables))
    return variables


def _some(documents, place, wanted):
    """Those with something to say of: with disagreements, or declared done; and the current one among them."""
    if wanted == "documents" or len(documents) <= DOCUMENTS:
        return documents
    current = place.current.item.document if place.current else None
    ranked = sorted(documents, key=lambda one: (one.name != current, not one.left, one.done == "done", not one.count))
    chosen = set(ranked[:DOCUMENTS])
    return [one for one in documents if one in chosen]


def shown(standing, brat, phase):
    item = standing.item
    kinds = {side.annotator: {} for side in item.others}
    for found in item.differences:
        kinds[found.annotator][found.kind] = None
    first = item.differences[0].kind if item.differences else ""
    sides = [
        Other(
            side.annotator,
            side.values,
            absent(next(iter(kinds[side.annotator]), ""), side.has_token),
            tuple(kinds[side.annotator]),
            _address(brat, side, item),
        )
        for side in item.others
    ]
    return Shown(
        standing,
        pieces(item.text, item.marks, _heads(item)),
        runs_from_right(item.text),
        sides,
        (item.mine.values, absent(first, item.mine.has_token)),
        address(brat, item),
        what_is_seen(item, phase),
    )


def address(brat, item):
    """Address in brat of the own document, with the item marked."""
    return _address(brat, item.mine, item)


def _address(brat, side, item):
    return brat.file(side.path, (*side.ids, *offsets([item]))) if side.path else None


def what_is_seen(item, phase):
    """Changes when the phase does, or what an annotator is shown of an item: nobody decides on what was not on the page."""
    return _digest([phase, _values(item.mine), [[side.annotator, _values(side)] for side in item.others]])


def _heads(item):
    """[(start, end, class)] of the heads, in the sentence."""
    offset = item.fragments[0][0] - item.marks[0][0] if item.marks else 0
    return [
        (start - offset, end - offset, name)
        for name, sides in (("head-a", (item.mine,)), ("head-b", item.others))
        for side in sides
        for value in side.values
        if not value.from_root
        for start, end in value.head_at
    ]


def _version(variables):
    """What the page shows, shortly; a page that has this need not be loaded again."""
    progress, current = variables["progress"], variables["current"]
    return [
        progress.counts,
        [(standing.item.key, standing.status) for standing, _ in variables["listed"]],
        current and [current.standing.item.key, current.standing.status, current.seen],
        [one[:4] for one in variables["documents"]],
    ]


def _digest(what):
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]


def _values(side):
    return [[value.label, value.head, value.head_at, value.from_root, value.ends] for value in side.values]


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
        "documents": [one._asdict() for one in variables["documents"]],
        "selected": variables["selected"],
        "first": variables["first"] + 1,
        "items": [_item(standing, brat) for standing, _ in variables["listed"]],
    }


def _item(standing, brat):
    item, review = standing.item, standing.review
    return {
        "key": item.key,
        **item.place,
        "text": item.text,
        "status": standing.status,
        "decision": review.decision if review else None,
        "comment": review.comment if review else "",
        "new": standing.new,
        "mine": _twins(item.mine),
        "others": [{"annotator": side.annotator, "values": _twins(side)} for side in item.others],
        "kinds": sorted({found.kind for found in item.differences}),
        "brat": address(brat, item),
    }


def _twins(side):
    return [
        {
            "label": value.label,
            "head": "the root" if value.from_root else value.head,
            "ends": ends_in_words(value.ends) or None,
            "ends_at": ends_in_text(value.ends) or None,
        }
        for value in side.values
    ]
