"""Places of the document that is open in brat, as marks on its tokens and arcs."""

from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.difference import DIFFERENCE_NAMES, seen_from
from brat_iaa.places.place import group_into_places
from brat_iaa.places.values import ValueLookup
from brat_iaa.report.places import groups_in_words, with_it_in_words
from brat_iaa.web.in_brat.openings import with_partner

_EXTENT = ("boundaries", "boundaries+label")
# Their words are said, as they may stand at a sentence.
_SPANS = ("missing-span", "extra-span", "missing-label", "extra-label")
SOMEBODY = "Somebody differs here"


def markers(site, seen, opened):
    """List of dicts, one for each Place, in text order.

    id, offsets, kind, kind_text, text, url: of the first thing that is marked
    also: [{"id", "offsets"}] of all that is marked beside it

    Marked is what the annotator of the open document drew otherwise; where that is nothing, the
    token, or both ends of a relation that only others drew. What has no id in the open document
    is found by its offsets, or else its sentence is marked.
    """
    views = {
        ValueLookup(project.figures.agreement): project
        for project in opened
        if project.document is not None
    }
    listed = [(lookup, project.found) for lookup, project in views.items()]
    made = [_marker(site, seen, place, views[place.home]) for place in group_into_places(listed)]
    return sorted(made, key=lambda marker: (marker["offsets"], marker["id"]))


def _marked(item, side):
    """[(brat's id in the open document or "", fragments)] of what is marked of a difference."""
    arc, other = item.marks
    if arc is None and item.kind == "missing-relation":
        ids = {item.fragments: item.id_of(side) or ""}
        return [(ids.get(end.fragments, ""), end.fragments) for end in other.ends]
    if arc is not None and item.kind in _EXTENT:
        return [(arc.id, arc.ends[0].fragments)]
    return [(arc.id if arc else item.id_of(side) or "", item.fragments)]


def place_markers(site, seen, items):
    """The same of review.items.Items in which others are hidden: the token, and that somebody
    differs there.
    """
    return [
        {
            "id": item.token_id,
            "offsets": [item.fragments[0][0], item.fragments[-1][1]],
            "kind": "place",
            "kind_text": SOMEBODY,
            "text": f"{SOMEBODY}.",
            "url": site.public(site.path("places.mine", project=seen.name, item=item.key)),
        }
        for item in items
    ]


def _marker(site, seen, place, side):
    items = place.seen_from(side.side)
    listed = [*items, *seen_from(side.side, place.consequences)]
    first, *also = dict.fromkeys(mark for item in listed for mark in _marked(item, side.side))
    kinds = sorted({item.kind for item in items}, key=DIFFERENCE_NAMES.index)
    words = ", ".join(DIFFERENCES[kind].in_brat for kind in kinds)
    if side.figures.several:
        words = f"{place.layer}, {words}"
    with_it = with_it_in_words(place.with_it, "also affects: ")
    call = lambda name: "you" if name == seen.permission.me else name  # noqa: E731
    groups = groups_in_words(place, (side.side,), call)
    return {
        **_at(*first),
        "also": [_at(*mark) for mark in also],
        "kind": kinds[0],
        "kind_text": f"{words}: “{place.token.text}”" if kinds[0] in _SPANS else words,
        "text": "\n".join([*(": ".join(group) for group in groups), *filter(None, [with_it])]),
        "url": site.public(
            site.path(
                "pages.document",
                project=seen.name,
                name=place.document,
                a=side.side,
                b=items[0].annotators[1],
                sentence=place.sentence,
                **with_partner(side),
            )
            + f"#s{place.sentence}"
        ),
    }


def _at(id, fragments):
    return {"id": id, "offsets": [fragments[0][0], fragments[-1][1]]}
