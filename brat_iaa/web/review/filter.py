"""The filter of disagreements by what annotators say of them: what each says beside the places."""

from datetime import datetime, timezone

from flask import g

from brat_iaa.access.permissions import adjudicates
from brat_iaa.places.place import key_of
from brat_iaa.review.discussion import ANY, GROUPS, about, disputes, to_text

SAYS = {
    "keep": "keeps it",
    "wrong": "was wrong, has not corrected it yet",
    "unclear": "finds it unclear",
}


def apply(agreement, chosen, group):
    """(those of some Disagreements, {key of a Place: Dispute}) of the places in a group of GROUPS,
    or of ANY.

    chosen  disagreement_list.Disagreements of the Agreement
    """
    decided = g.seen.reviewing().reviews.all(g.permission.phase)
    said = {
        dispute.place.key: dispute
        for dispute in disputes(agreement, decided)
        if group in (ANY, dispute.group)
    }
    return chosen.where(lambda one: key_of(one) in said), said


def as_text(agreement, group):
    """The list for the meeting: the places of a group, whatever the other filters."""
    phase = g.permission.phase
    listed = disputes(agreement, g.seen.reviewing().reviews.all(phase))
    heading = about(agreement.project, phase, datetime.now(timezone.utc))
    return to_text([one for one in listed if group in (ANY, one.group)], heading=heading)


def rows(places, said):
    """What JSON adds to each of some Places: its group, and what everybody says."""
    return [
        {
            "review": said[place.key].group,
            "said": [
                {
                    "annotator": one.annotator,
                    "decision": one.decision or None,
                    "changed": one.changed,
                    "comment": one.comment,
                }
                for one in said[place.key].sides
            ],
        }
        for place in places
    ]


def context(agreement, said):
    """Variables of disagreements.html where the filter is used: what is said, and for managers from
    whom brat hides nothing how far everybody is.
    """
    variables = {"said": said, "says": SAYS, "meanings": GROUPS}
    # The numbers are of all files: nobody is told how many brat hides.
    if adjudicates(g.permission):
        reviewing, phase, phases = g.seen.reviewing(), g.permission.phase, g.seen.phases()
        every = disputes(agreement, reviewing.reviews.all(phase))
        variables["parts"] = reviewing.parts(agreement.annotators, phase, every)
        variables["all_done"] = phases is not None and reviewing.everyone_is_done(
            phase, phases.list()
        )
    return variables
