"""Disagreements of the document that is open in brat, as marks on its tokens and arcs."""

from brat_iaa.disagreements import seen_from_second
from brat_iaa.report.words import absent, ends_in_words
from brat_iaa.web.in_brat.openings import with_partner

# Said from the side of the document that is open: its annotator is the first of the pair.
KIND_TEXTS = {
    "head": "different head",
    "label": "different label",
    "head+label": "different head and label",
    "missing-arc": "only the other drew an arc",
    "extra-arc": "the other drew no arc",
    "reversed": "the other way round",
    "token": "a token that not both have",
    "missing-span": "only the other drew the span",
    "extra-span": "the other did not draw the span",
    "boundaries": "different first or last character",
    "boundaries+label": "different label and extent",
    "chain": "different coreference",
    "missing-relation": "only the other drew the relation",
    "extra-relation": "the other did not draw the relation",
    "connective": "different connectives",
    "nodes": "different ends of the relation",
    "ends": "different ends of the relation",
    "role": "different role",
    "missing-event": "only the other drew the event",
    "extra-event": "the other did not draw the event",
    "argument": "an argument that not both have",
    "events": "the same arguments in different events",
}
_EXTENT = ("boundaries", "boundaries+label")
# Their words are said, as they may stand at a sentence.
_SPANS = ("missing-span", "extra-span")
SOMEBODY = "Somebody differs here"


def markers(site, seen, opened):
    """List of {"id", "offsets", "kind", "kind_text", "text", "url"}, in text order.

    What the same arc or token of the open document has against several
    annotators is one marker, with a line for each of them. A relation that only
    others drew is marked at both of its ends. What has no id in the open document
    is found by its place there, or else its sentence is marked.
    """
    groups = {}
    for one in opened:
        for found in one.found:
            found = found if found.annotators[0] == one.side else seen_from_second(found)
            for mine, fragments in _places(found, one.side):
                key = mine, fragments, found.layer, found.kind, found.labels[0], found.heads[0]
                groups.setdefault(_hashable(key), []).append((one, found))
    made = [_marker(site, seen, *key[:2], group) for key, group in groups.items()]
    return sorted(made, key=lambda marker: (marker["offsets"], marker["id"]))


def _places(found, side):
    """[(brat's id in the open document or "", fragments)] of what is marked for a Disagreement."""
    own, other = found.arcs
    if own is None and found.kind == "missing-relation":
        known = {found.token.fragments: found.token.ids.get(side, "")}
        return [(known.get(end.fragments, ""), end.fragments) for end in other.ends]
    if own is not None and found.kind in _EXTENT:
        return [(own.id, own.ends[0].fragments)]
    return [(own.id if own else found.token.ids.get(side) or "", found.token.fragments)]


def place_markers(site, seen, items):
    """The same of review.items.Items in which others are hidden: the token, and that somebody differs there."""
    return [
        {
            "id": item.token_id,
            "offsets": [item.fragments[0][0], item.fragments[-1][1]],
            "kind": "place",
            "kind_text": SOMEBODY,
            "text": f"{SOMEBODY}.",
            "url": site.public(site.path("review.review", project=seen.name, item=item.key)),
        }
        for item in items
    ]


def _hashable(key):
    # Tokens hold dicts; a head is known by its place.
    return key[:-1] + (key[-1].fragments if key[-1] is not None else None,)


def _marker(site, seen, own_id, fragments, group):
    one, first = group[0]
    lines = [_line(found, 1, seen) for _, found in group] + [_line(first, 0, seen)]
    return {
        "id": own_id,
        "offsets": [fragments[0][0], fragments[-1][1]],
        "kind": first.kind,
        "kind_text": KIND_TEXTS[first.kind],
        "text": "\n".join(lines),
        "url": site.public(
            site.path(
                "pages.document",
                project=seen.name,
                name=first.document,
                a=first.annotators[0],
                b=first.annotators[1],
                sentence=first.sentence,
                **with_partner(one),
            )
            + f"#s{first.sentence}"
        ),
    }


def _line(found, side, seen):
    name = found.annotators[side]
    return f"{'you' if name == seen.permission.me else name}: {value(found, side)}"


def value(found, side):
    """What one side has, in words: "nsubj from “cats”"."""
    arc, head = found.arcs[side], found.heads[side]
    if arc is None:
        return absent(found.kind, found.annotators[side] in found.token.types)
    if head is None:
        words = f"“{found.token.text}”" if found.kind in _SPANS else ends_in_words(arc.ends)
        return " ".join(filter(None, (arc.label, words)))
    return f"{arc.label} from {'the root' if head.is_root else f'“{head.text}”'}"
