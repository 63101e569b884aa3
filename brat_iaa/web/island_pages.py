"""Where pages of islands stand among the others, and the links to them; see islands.py."""

from flask import Blueprint, g, jsonify, render_template, request, url_for

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


# What a table holds whose title stands above it: figures have signatures.
_CONTENTS = {True: "figures", False: "reasons"}


def study_page(name, report, make, nothing, of_json=None, variables=None, **shown):
    """The Blueprint of a page of everybody's work, in HTML, JSON and CSV.

    name     of the page, of its folder and of its section of the guide. Its template NAME.html, in
             the folder, may take the place of study.html
    report   module with to_dict(study), row_table(study), WHAT and sections(study), [(title,
             doubts, list of Table)]; without these each of tables(study) is a section
    make     function of g.seen that returns the function that computes the study, which raises
             ProjectError where there is nothing to study
    nothing  title of the page where there is nothing
    of_json  function of (study, g.seen) in place of to_dict
    shown    further variables of the template; variables: function of the same that returns some
    """
    pages = Blueprint(name, f"brat_iaa.studies.{name}.pages", template_folder=".")

    @pages.get(f"/{name}", endpoint=name)
    def page():
        kind = selection.wanted_format(request.args, "html", "json", "csv")
        seen, compute = g.seen, make(g.seen)
        try:
            study = seen.in_time(compute, request.full_path) if kind == "html" else compute()
        except NothingToCompare:
            raise
        except ProjectError as error:
            overview = "Figures and disagreements are on the overview."
            links = [("Overview", url_for("pages.overview"))]
            return message(404, nothing, str(error), overview, links)
        if kind == "json":
            return jsonify(of_json(study, seen) if of_json else report.to_dict(study))
        if kind == "csv":
            return selection.attachment(report.row_table(study), f"{name}.csv")
        if hasattr(report, "sections"):
            sections = report.sections(study)
        else:
            sections = [
                (table.title, (), [table._replace(title=_CONTENTS[bool(table.signatures)])])
                for table in report.tables(study)
            ]
        sections = [
            (
                title,
                doubts,
                [of._replace(title=of.title[:1].upper() + of.title[1:]) for of in tables],
            )
            for title, doubts, tables in sections
        ]
        return render_template(
            [f"{name}.html", "study.html"], study=name, what=report.WHAT,
            explained=name in islands.topics(),
            sections=sections, **shown, **(variables(study, seen) if variables else {}),
        )  # fmt: skip

    return pages
