"""The page of each study, and the list of those that a viewer may see."""

from flask import Blueprint, g, jsonify, redirect, render_template, request, url_for

from brat_iaa.errors import ConfigError, NothingToCompare, ProjectError
from brat_iaa.studies import FORMER, NAMES, named, sees_study
from brat_iaa.studies.study import given_options, options_of
from brat_iaa.web import selection
from brat_iaa.web.messages import BadRequest, NotFound, message

study_pages = Blueprint("studies", __name__)


def open_studies() -> list:
    """The names of the studies that the viewer may see."""
    return [name for name in NAMES if sees_study(g.viewer.permission, name)]


@study_pages.get("/studies/")
def contents():
    return render_template("studies.html", studies=[named(name) for name in open_studies()])


@study_pages.get(f"/<any({', '.join(FORMER)}):former>")
def moved(former):
    """Addresses of earlier versions."""
    return redirect(url_for("studies.study", name=FORMER[former]))


@study_pages.get("/studies/<name>")
def study(name):
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    if name not in open_studies():
        raise NotFound(f"There is no study “{name}”.", "Studies lists them all.")
    made = named(name)
    offered = [key for key in made.options.declared if key not in made.command_only]
    try:
        options = options_of(made, {key: request.args.get(key, "") for key in offered})
        report, nothing = _report(made, options, kind), None
    except ConfigError as error:
        raise BadRequest(str(error), "Change it in the address, or leave it out.") from error
    except NothingToCompare:
        raise
    except ProjectError as error:
        if kind != "html":
            return message(404, made.title, str(error))
        report, nothing = None, str(error)
    given = given_options(options)
    if kind == "json":
        return jsonify(study=name, options=given, **report.to_dict())
    if kind == "csv":
        return selection.attachment(report.rows, f"{name}.csv")
    # What a study needs may not be there yet: its page says what.
    return render_template(
        "study.html", study=made, report=report, nothing=nothing, given=given,
        fields=[(made.options.declared[key], given.get(key, "")) for key in offered],
        tables=[_linked(table) for table in report.tables] if report else (),
    )  # fmt: skip


def _linked(table):
    """(a Table without its column of addresses, {column that leads there instead: these})"""
    at = next((at for at, column in enumerate(table.columns) if column.name == "link"), None)
    if at is None:
        return table, {}
    addresses = [record[at] for record in table.records]
    without = [(*record[:at], *record[at + 1 :]) for record in table.records]
    columns = [*table.columns[:at], *table.columns[at + 1 :]]
    return table._replace(columns=columns, records=without), {"first_at": addresses}


def _report(made, options, kind):
    """The Report of a NamedStudy, as it is kept."""
    seen = g.viewer
    project = seen.studied()

    def compute():
        agreement, asked = project.agreement(), []

        def directories(*wanted):
            asked.append((wanted, project.directories(*wanted)))
            return asked[-1][1]

        if made.reads_files:
            return made.tables(project, options)
        kept, before = seen.made_of(
            agreement,
            lambda: (made.tables(project._replace(directories=directories), options), list(asked)),
            "study", made.name, options,
        )  # fmt: skip
        # The files of other directories may change where those of annotators do not.
        if all(project.directories(*wanted) is of for wanted, of in before):
            return kept
        return made.tables(project, options)

    return seen.in_time(compute, request.full_path) if kind == "html" else compute()
