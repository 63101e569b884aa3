"""What brat's page asks: the agreement at a glance, and the disagreements of a document as markers
for brat.

Both answer a brat collection, e.g. "/corpus/pilot/anna/", for a brat login. "state" is "open",
"closed", or "none" where there is nothing to compare that the viewer could know of; "reason" says
why it is not open, in a sentence, and "text" of an agreement that is closed in a few words. "pages"
is the address of the page about it. An answer that takes too long is "none" with a key "again": the
seconds after which to ask once more; meanwhile it is computed.
"""

from brat_iaa.access.permissions import ALL, NOTHING, OWN
from brat_iaa.errors import BratIaaError, ConfigError
from brat_iaa.review.items import digest
from brat_iaa.web import background
from brat_iaa.web.background import StillComputing
from brat_iaa.web.in_brat.markers import markers, place_markers
from brat_iaa.web.in_brat.openings import (
    address,
    count_places,
    menu_figure,
    openings,
    path_below,
)
from brat_iaa.web.viewers import denial_messages

_TROUBLE = "The agreement cannot be computed just now; the server's log says more."
_NO_ANNOTATOR = "This collection is not an annotator's: open one that is to see disagreements."
_NOT_YOURS = "You may see disagreements in your own documents only."
_NOT_COMPARED = "This document is not compared: nobody else has begun it, or it was excluded."
_COMPUTING = "The agreement is being computed; this takes a moment in a large project."
_AGAIN = 1
_ALONE = "You and the other annotators have no documents in common yet."


def agreement(site, user, collection, document=None):
    """{"state", "reason", "pages", "text", "detail", "count"} of a document, or of the project of a
    collection.

    site  Site
    user  brat login; "" if nobody is logged in
    """
    empty = {"text": "", "detail": "", "count": None}
    return _answered(
        site, user, collection, document, _agreement, empty, lambda seen: seen.level > NOTHING
    )


def disagreements(site, user, collection, document):
    """{"state", "reason", "pages", "version", "markers", "count"} of the document as it is open in
    brat.

    count is the number of places, as in agreement(), and of markers.

    Where others are hidden the markers hold what the page of the own disagreements does: places.
    """
    opened = lambda seen: seen.level > NOTHING or seen.permission.review  # noqa: E731
    empty = {"version": "", "markers": [], "count": None}
    return _answered(site, user, collection, document, _disagreements, empty, opened)


def page_of(site, seen, collection, document):
    """Path of the page about a collection or document, below the site's address; for those who may
    see any.
    """
    if _only_places(seen):
        folder, _, name = path_below(seen, collection, document).partition("/")
        named = {"document": name} if document and folder == seen.permission.me else {}
        return site.path("places.mine", project=seen.name, **named)
    if not document:
        return site.path("pages.overview", project=seen.name)
    return address(site, seen, openings(seen, collection, document))


def _only_places(seen):
    """Whether the viewer sees at which places somebody differs, and nothing more."""
    return seen.level < OWN and seen.permission.review


def _answered(site, user, collection, document, answer, empty, opened):
    """The answer, or `empty` with the reason why there is none. opened: whether a Viewer has one at
    all.
    """
    about = (
        {"collection": collection, "document": document} if document else {"collection": collection}
    )
    pages, state = site.public(site.path("site.entry", **about)), "closed"
    project, seen = site.projects.of(collection), None
    try:
        seen = site.viewer(user, project)
        if _only_places(seen):
            pages = site.public(page_of(site, seen, collection, document))
        if opened(seen):
            answer_found = background.background.result(
                (site, seen.name),
                lambda: answer(site, seen, collection, document),
                background.BRAT_TIMEOUT,
            )
            site.faults.mended(seen.about)
            if isinstance(answer_found, dict):
                return {"state": "open", "reason": "", "pages": pages, **answer_found}
            why, state = answer_found, "none" if answer_found is _NO_ANNOTATOR else "closed"
        else:
            why = denial_messages.in_brat(user, seen.permission)
            if "text" in empty:
                empty = {**empty, "text": denial_messages.word(user, seen.permission)}
            state = "none" if user and not seen.permission.me else "closed"
    except StillComputing:
        return {"state": "none", "reason": _COMPUTING, "pages": pages, "again": _AGAIN, **empty}
    except (BratIaaError, OSError) as error:
        site.faults.log(
            seen.about if seen else ("settings", project),
            f"{project or 'the data directory'}: {error.__cause__ or error}",
        )
        # Settings that cannot be used are raised for managers only.
        manager = seen.permission.manager if seen else isinstance(error, ConfigError)
        why = str(error) if manager else _TROUBLE
    return {"state": state, "reason": why, "pages": pages, **empty}


def _agreement(site, seen, collection, document):
    opened = openings(seen, collection, document)
    if not opened:
        return _ALONE
    there = [project for project in opened if project.document is not None]
    number = None
    if there:
        text, detail = menu_figure(there, there[0].document)
        number, words = count_places(there)
        detail += f"; {words}"
    elif document:
        text, detail = "", _why_not(seen, collection, document)
    else:
        text, detail = menu_figure(opened, None)
        detail += "; the whole project"
    return {
        "pages": site.public(address(site, seen, opened)),
        "text": text,
        "detail": detail.rstrip(".") + ".",
        "count": number,
    }


def _disagreements(site, seen, collection, document):
    path = path_below(seen, collection, document)
    if _only_places(seen) and seen.permission.me in path.split("/")[:-1]:
        # Whether anybody else has begun the document is not told: it is open, with or without
        # markers.
        items = [item for item in seen.items().items if item.file == path + ".ann"]
        return _marked(place_markers(site, seen, items), len(items))
    if seen.level < OWN:
        return denial_messages.reason("", seen.permission)[0]
    opened = openings(seen, collection, document)
    if not opened:
        return _ALONE
    there = [project for project in opened if project.document is not None]
    if not there:
        return _why_not(seen, collection, document)
    marked = _marked(markers(site, seen, there), count_places(there)[0])
    return {"pages": site.public(address(site, seen, there)), **marked}


def _marked(marked, places):
    return {"version": digest(marked), "markers": marked, "count": places}


def _why_not(seen, collection, document):
    """Why there is nothing to say of a document; from its path alone, not from what exists."""
    folders = path_below(seen, collection, None).split("/")
    if folders == [""]:
        return _NO_ANNOTATOR
    if seen.level == ALL or seen.permission.me in folders:
        return _NOT_COMPARED
    return _NOT_YOURS
