"""What the page of everything that is left to discuss shows."""

from brat_iaa.review.discussion import GROUPS
from brat_iaa.web.place_card import Cards, in_brat

# Places on a page that nobody asked to have whole.
LIMIT = 150
SAYS = {
    "keep": "keeps it",
    "wrong": "was wrong, has not corrected it yet",
    "unclear": "finds it unclear",
}
TITLES = {
    "dispute": "Both sides keep theirs",
    "unclear": "Unclear to somebody",
    "uncorrected": "Wrong, not corrected yet",
    "waiting": "Others have not decided",
    "undecided": "Nobody has decided",
}


def context(groups, names, brat, wanted, whole):
    """Variables of the template.

    groups  tuple of DisputeGroup
    names   {annotator: name to be shown}, None: their own
    brat    BratLinks, None: no links, which would name the annotators
    wanted  name of a group, None: all
    whole   whether all are shown, however many
    """
    call, address = names.get if names else str, in_brat(brat)
    shown = [group for group in groups if wanted in (None, group.name)]
    count, room, made, number = sum(group.count for group in shown), LIMIT, [], 0
    for group in shown:
        patterns = []
        for pattern in group.patterns:
            taken = pattern.disputes if whole else pattern.disputes[:room]
            room -= len(taken)
            rows = []
            for dispute in taken:
                number += 1
                made_of = Cards(
                    address, call=call, untold=dispute.place.values, in_order=bool(names)
                )
                card = made_of.card(dispute.place, number=number, sentence=dispute.in_sentence)
                rows.append((card, {said.annotator: said for said in dispute.sides}))
            if rows:
                patterns.append((pattern, rows))
        if patterns:
            made.append((group, patterns))
    return {
        "groups": made,
        "tiles": [(name, next((g.count for g in groups if g.name == name), 0)) for name in GROUPS],
        "titles": TITLES,
        "meanings": GROUPS,
        "says": SAYS,
        "count": count,
        "total": sum(group.count for group in groups),
        "shown": number,
        "wanted": wanted,
    }
