"""What somebody is told who may see nothing, or figures only: why, and what would change it.

The words depend on the viewer's own permission alone, never on what was asked
for, so that a project, document or person that exists is answered like one that does not.
"""

from brat_iaa.access.permissions import NOTHING, OWN

TITLE = "Not open to you"


def reason(viewer, permission):
    """(why, next step) in plain words.

    viewer  login; "" if nobody is logged in
    """
    if _only_places(permission):
        return (
            "You may see where somebody differs from you, and nothing of what others have.",
            "Your own disagreements are on the page My disagreements.",
        )
    if permission.level > NOTHING:
        return (
            (
                "The project lead has opened the agreement figures of the whole project, "
                "and nothing else yet."
            ),
            "Ask the project lead for more than that.",
        )
    if not viewer:
        return (
            "You are not logged in to brat.",
            "Log in to brat first, then load this page again.",
        )
    if permission.me:
        return (
            "The project lead has not opened the comparison yet.",
            "Go on annotating. The project lead knows when it will be open.",
        )
    return (
        "There is nothing here that you may see.",
        "If you take part in this project, tell the project lead: the project may not know your "
        "brat login, or its settings may have an error.",
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
    """Whether the own disagreements are open, and the others are hidden."""
    return permission.review and permission.level < OWN


def after_login(seconds):
    """How long these pages may take to notice a login, as a sentence; nothing where they see it at
    once.
    """
    if not seconds:
        return ""
    return f" If you have just logged in: these pages notice it within {seconds} seconds."


def of_phases(viewer, permission):
    """The same of the pages of phases, which hold what everybody did, now and before."""
    if permission.level < OWN:
        return reason(viewer, permission)
    if permission.limited:
        return (
            "Snapshots hold the work of everybody, and brat hides a part of this project from you.",
            "Ask the administrator of brat to open it to you in acl.conf.",
        )
    return (
        "Snapshots hold the work of everybody, now and before.",
        "Ask the project lead for what you would like to know.",
    )


def of_review(viewer, permission):
    """The same of the page of one's own disagreements."""
    if permission.level < OWN:
        return reason(viewer, permission)
    if not permission.me:
        return (
            "Only annotators have disagreements of their own.",
            "The disagreements of all are on the page Disagreements.",
        )
    return (
        "Disagreements are not reviewed just now.",
        "Ask the project lead when the next review begins.",
    )


def of_adjudication(viewer, permission):
    """The same of the pages on which the gold is made."""
    if permission.manager:
        return (
            "The gold is made of everybody's work, and brat hides a part of this project from you.",
            "Whoever looks after brat can open it to you in acl.conf.",
        )
    if permission.level < OWN:
        return reason(viewer, permission)
    return (
        "Only the project lead makes the gold.",
        "Your own disagreements are open to you.",
    )


def of_everybodys_work(viewer, permission):
    """The same of the pages on how reliable annotators are, and where each of them varies."""
    if permission.manager:
        return (
            "This page is about everybody's work, and brat hides a part of this project from you.",
            "Ask the administrator of brat to open it to you in acl.conf.",
        )
    if permission.level < OWN:
        return reason(viewer, permission)
    return (
        "Only managers of the project see this page.",
        "Your own disagreements are open to you.",
    )


def of_gold(viewer, permission):
    """The same of the page with what the gold has differently."""
    if permission.level < OWN:
        return reason(viewer, permission)
    return (
        "There is no gold yet that you may compare your work with.",
        "Ask the project lead when it will be open.",
    )


def of_whole(viewer, permission):
    """The same of the pages about all figures of the whole project: for a paper, and for plans."""
    if permission.level < OWN:
        return reason(viewer, permission)
    if permission.limited:
        return (
            "This page is about the whole project, and brat hides a part of it from you.",
            "Ask the administrator of brat to open it to you in acl.conf.",
        )
    return (
        "This page is about the figures of the whole project.",
        "Ask the project lead for it.",
    )


def of_discussion(viewer, permission):
    """The same of the list of what is left to discuss, with what everybody says."""
    if permission.level < OWN:
        return reason(viewer, permission)
    if permission.limited:
        return (
            "The list holds the work of everybody, and brat hides a part of this project from you.",
            "Ask the administrator of brat to open it to you in acl.conf.",
        )
    return (
        "The list of what is left to discuss holds what everybody says.",
        "Ask the project lead for it.",
    )


def of_manage(viewer, permission):
    """The same of the pages from which a project is led."""
    if permission.level < OWN:
        return reason(viewer, permission)
    return (
        "Only managers of the project see this page.",
        "Ask the project lead to name you among the managers.",
    )
