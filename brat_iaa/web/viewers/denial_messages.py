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


HIDDEN = (
    "This holds the work of everybody, and brat hides a part of this project from you.",
    "Ask the administrator of brat to open it to you in acl.conf.",
)
OF_PHASES = (
    "Snapshots hold the work of everybody, now and before.",
    "Ask the project lead for what you would like to know.",
)
OF_WHOLE = (
    "This page is about the figures of the whole project.",
    "Ask the project lead for it.",
)
OF_DISCUSSION = (
    "The list of what is left to discuss holds what everybody says.",
    "Ask the project lead for it.",
)
OF_GOLD = (
    "There is no gold yet that you may compare with.",
    "Managers make one on the page Adjudicate, or name its directory as gold in iaa.conf, and say "
    "when it is open.",
)
OF_MANAGERS = (
    "Only managers of the project see this page.",
    "Ask the project lead to name you among the managers.",
)
OF_REVIEW = (
    "Your own disagreements are open to annotators alone, while they are reviewed.",
    "Ask the project lead when the next review begins.",
)
