"""What somebody is told who may see nothing, or not this: why, and what would change it.

The words depend on the viewer's own permission alone, never on what was asked
for, so that a project, document or person that exists is answered like one that does not.
"""

from brat_iaa.access.permissions import NOTHING, OWN


def title(viewer):
    """The heading of a page that is closed to somebody."""
    return "Not open to you" if viewer else "Log in"


def reason(viewer, permission):
    """(why, next step) in plain words.

    viewer  login; "" if nobody is logged in
    """
    if _only_places(permission):
        return (
            "You may see where somebody differs from you, and nothing of what others have.",
            "Your own disagreements are on the page My disagreements.",
        )
    if not viewer:
        return (
            "You are not logged in to brat.",
            "Log in to brat first, then load this page again. In brat, Login is at the right of "
            "the bar that opens when you move the mouse to the top of the page.",
        )
    if permission.me:
        return (
            "The project lead has not opened the comparison yet.",
            "Go on annotating. The project lead knows when it will be open.",
        )
    return (
        "There is nothing here that you may see.",
        (
            "If you take part in this project, tell the project lead: the project may not know "
            "your brat login, or its settings may have an error."
        ),
    )


def in_brat(viewer, permission):
    """The same as one text for brat's own page, which asks again by itself after a login."""
    if permission.level == NOTHING and not viewer:
        return "You are not logged in to brat. Log in to see agreement."
    if _only_places(permission):
        return f"{reason(viewer, permission)[0]} The button opens your own disagreements."
    return " ".join(reason(viewer, permission))


def word(viewer, permission):
    """What stands in brat's page in place of the figure; "" for those who have nothing to wait
    for.
    """
    if permission.level > NOTHING:
        return ""
    if not viewer:
        return "log in to see"
    if permission.review:
        return "review is open"
    return "not open yet" if permission.me else ""


def _only_places(permission):
    return permission.review and permission.level < OWN


def after_login(seconds):
    """How long these pages may take to notice a login, as a sentence; "" where they see it at
    once.
    """
    if not seconds:
        return ""
    return f"If you have just logged in: these pages notice it within {seconds} seconds."


def hidden():
    """(why, next step) for those from whom brat hides a part of what a page holds."""
    return (
        "This holds the work of everybody, and brat hides a part of this project from you.",
        "Ask the administrator of brat to open it to you in acl.conf.",
    )


def _of(why, next_step, whole=False):
    """Function like reason(), of one page.

    why, next_step  for those who see their own disagreements; others learn no more than reason()
    whole           whether the page holds what everybody did, which brat may hide a part of
    """

    def told(viewer, permission):
        if permission.level < OWN:
            return reason(viewer, permission)
        return hidden() if whole and permission.limited else (why, next_step)

    return told


of_phases = _of(
    "Snapshots hold the work of everybody, now and before.",
    "Ask the project lead for what you would like to know.",
    whole=True,
)
_of_closed_gold = _of(
    "There is no gold yet that you may compare your work with.",
    "Ask the project lead when it will be open.",
)
# For a paper, and for plans.
of_whole = _of(
    "This page is about the figures of the whole project.",
    "Ask the project lead for it.",
    whole=True,
)
of_discussion = _of(
    "The list of what is left to discuss holds what everybody says.",
    "Ask the project lead for it.",
    whole=True,
)
of_manage = _of(
    "Only managers of the project see this page.",
    "Ask the project lead to name you among the managers.",
)
_of_managers = _of(
    "Only managers of the project see this page.", "Your own disagreements are open to you."
)
_of_annotators = _of(
    "Only annotators have disagreements of their own.",
    "The disagreements of all are on the page Disagreements.",
)
_between_reviews = _of(
    "Disagreements are not reviewed just now.", "Ask the project lead when the next review begins."
)


def of_gold(viewer, permission):
    """The same of the pages about the gold. Managers see it, unless there is none, or brat hides it
    from them.
    """
    if not permission.manager:
        return _of_closed_gold(viewer, permission)
    return hidden() if permission.limited else (
        "This project has no gold.",
        "Make one on the page Adjudicate, or name its directory: gold = DIRECTORY in [project] of "
        "iaa.conf.",
    )  # fmt: skip


def of_review(viewer, permission):
    """The same of the page of one's own disagreements."""
    return (_between_reviews if permission.me else _of_annotators)(viewer, permission)


def of_everybodys_work(viewer, permission):
    """The same of the pages for managers on what everybody did: on which the gold is made, on how
    reliable annotators are, and where each of them varies. Managers are asked from whom brat hides
    a part.
    """
    return hidden() if permission.manager else _of_managers(viewer, permission)
