"""What the page of everything that is left to discuss shows."""

from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.direction import runs_from_right
from brat_iaa.review.discussion import GROUPS
from brat_iaa.review.discussion_report import shown as sides_shown
from brat_iaa.web.review.marked import pieces

# Places on a page that nobody asked to have whole.
LIMIT = 150
SAYS = {
    "keep": "keeps it",
    "wrong": "was wrong, has not corrected it yet",
    "unclear": "finds it unclear",
}
TITLES = {
    "dispute": "Both keep theirs",
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
                rows.append(
                    (
                        number,
                        dispute,
                        pieces(dispute.text, dispute.marks),
                        runs_from_right(dispute.text),
                        _sides(dispute, names, brat),
                    )
                )
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


def _sides(dispute, names, brat):
    """[(name shown, Value, address or None, Said)] in the order of the names shown."""
    place = dispute.place
    return [
        (name, place.values[said.annotator], _address(place, said.annotator, brat), said)
        for name, said in sides_shown(dispute, names)
    ]


def _address(place, annotator, brat):
    if brat is None:
        return None
    path = place.values[annotator].file.removesuffix(".ann")
    return brat.file(path, (*place.ids(annotator), *offsets([place.token])))
