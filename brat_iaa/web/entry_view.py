"""What the start page says of each project: what the viewer can do there next."""

from typing import NamedTuple, Optional

from flask import url_for

from brat_iaa.access.permissions import ALL, NOTHING, OWN
from brat_iaa.errors import BratIaaError
from brat_iaa.web.viewers.access_summary import revealed


class ProjectEntry(NamedTuple):
    """One project of the list.

    name     its path below brat's data directory, "" for the directory itself
    address  of the page to begin with; None if nothing is open to the viewer
    text     how it stands, and what to do next
    ways     [(text, address)] of further pages
    """

    name: str
    address: Optional[str]
    text: str
    ways: tuple = ()


def projects(site, viewer):
    """List of ProjectEntry that the viewer may know of. Nothing is computed for it."""
    found = (_project(site, viewer, name) for name in site.listed(viewer))
    return [one for one in found if one is not None]


def _project(site, viewer, name):
    def way(endpoint):
        return url_for(endpoint, project=name)

    try:
        seen = site.seen(viewer, name)
        if seen.permission.manager:
            return _for_the_lead(seen, name, way)
    except BratIaaError as error:
        # Raised for managers only.
        ways = (("Manage", way("manage.manage")),)
        words = f"Cannot be read: {error}"
        return ProjectEntry(name, way("pages.overview"), words, ways)
    permission = seen.permission
    if permission.review:
        ways = (("Overview", way("pages.overview")),) if permission.level > NOTHING else ()
        start = way("review.review") if permission.level < OWN else way("pages.overview")
        ways = ways if permission.level < OWN else (("My disagreements", way("review.review")),)
        return ProjectEntry(name, start, "Your turn: look at each of your disagreements.", ways)
    if permission.level == NOTHING:
        words = "The comparison is not open yet. Go on annotating in brat."
        return ProjectEntry(name, None, words) if permission.me else None
    words = {OWN: "Where you and the others differ.", ALL: "All figures and disagreements."}
    return ProjectEntry(name, way("pages.overview"), words.get(permission.level, "Figures only."))


def _for_the_lead(seen, name, way):
    annotators, manage = seen.annotators(), ("Manage", way("manage.manage"))
    if len(annotators) < 2:
        return ProjectEntry(name, way("pages.overview"), _too_few(annotators), (manage,))
    shown = revealed(seen.access(), phase=seen.permission.phase)
    words = f"{len(annotators)} annotators, who see {shown['annotators']}."
    if shown["phase"]:
        words = f"Phase {shown['phase']}. {words}"
    ways = [("Disagreements", way("pages.disagreements")), ("Phases", way("phases.phases"))]
    ways.append(manage)
    return ProjectEntry(name, way("pages.overview"), words, tuple(ways))


def _too_few(annotators):
    """Why nothing can be compared yet."""
    if annotators:
        begun = f"only {annotators[0]} has begun"
        return f"Nothing to compare yet: {begun}. The page says what is missing."
    return "Nothing to compare yet: nobody has begun. The page says what is missing."
