"""Where pages of islands stand among the others, and the links to them; see islands.py."""

from flask import request, url_for

from brat_iaa import islands
from brat_iaa.access.permissions import adjudicates, sees_whole


def of_whole():
    """Blueprints of islands about all figures of the whole project."""
    return [page.PAGES for page in islands.pages(sees_whole)]


def of_everybodys_work():
    """Blueprints of islands for those who see what everybody did."""
    return [page.PAGES for page in islands.pages(adjudicates)]


def is_of_whole():
    """Whether the page that is asked for is about all figures of the whole project."""
    names = [blueprint.name for blueprint in of_whole()]
    return request.endpoint in ("pages.paper", "pages.paper_file") or request.blueprint in names


def links(pages):
    """[(words before, address, words of the link, words after)] of modules islands.pages()"""
    made = []
    for page in pages:
        before, words, after = page.LINK
        made.append((before, url_for("{0}.{0}".format(page.PAGES.name)), words, after))
    return made


def links_of_whole():
    """The links to pages about all figures of the whole project."""
    return links(islands.pages(sees_whole))
