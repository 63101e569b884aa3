"""Where pages of islands stand among the others, and the links to them; see islands.py."""

from flask import g, jsonify, render_template, request, url_for

from brat_iaa import islands
from brat_iaa.access.permissions import adjudicates, sees_whole
from brat_iaa.errors import NothingToCompare, ProjectError
from brat_iaa.web import selection
from brat_iaa.web.messages import message


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


def answer_of_study(compute, nothing, to_dict, table, variables):
    """What a page of everybody's work answers, in the format that is asked for: its template is
    called as its blueprint is. study.html serves who has none.

    compute    function that computes the study; raises ProjectError where there is nothing to study
    nothing    (what is said there, what is said behind the error)
    to_dict, table, variables  functions of the study that return its JSON, its Table for CSV, and
               the variables of its template
    """
    kind, name = selection.wanted_format(request.args, "html", "json", "csv"), request.blueprint
    try:
        result = g.seen.in_time(compute, request.full_path) if kind == "html" else compute()
    except NothingToCompare:
        raise
    except ProjectError as error:
        title, further = nothing
        return message(
            404,
            title,
            f"{error}{further}",
            "Figures and disagreements are on the overview.",
            [("Overview", url_for("pages.overview"))],
        )
    if kind == "json":
        return jsonify(to_dict(result))
    if kind == "csv":
        return selection.attachment(table(result), f"{name}.csv")
    return render_template([f"{name}.html", "study.html"], study=name, **variables(result))


def sections_of(tables):
    """The sections of study.html with a table each."""
    return [
        (table.title, (), [table._replace(title="Figures" if table.signatures else "Reasons")])
        for table in tables
    ]
