"""The page of the same words that are annotated differently, for those who see everybody's work.

g.seen is set before the page is asked.
"""

from flask import Blueprint, g, jsonify, render_template, request

from brat_iaa.access.permissions import adjudicates
from brat_iaa.config import dependency_layer
from brat_iaa.errors import ProjectError
from brat_iaa.formats.tables import for_programs
from brat_iaa.places.filters import FILTERS, NOTHING, Filter, Vocabulary, search_in
from brat_iaa.studies.variation import CONTEXTS, INNER, report
from brat_iaa.web import selection
from brat_iaa.web.filter_form import filter_area

PAGES = Blueprint("variation", __name__, template_folder=".")
OPEN_TO = adjudicates
LINK = (
    "",
    "The same words, annotated differently",
    ": what may be an error, also where only one person annotated.",
)
NUCLEI = 20  # on a page
OFFERED = (
    Filter("annotator", "annotator", "", takes="annotators"),
    Filter("context", "context", "context", takes=CONTEXTS),
    *(FILTERS[name] for name in ("text", "label", "document")),
)


def offered(agreement) -> bool:
    """Whether anybody drew an arc."""
    return report.has_arcs(agreement.tables, agreement.annotators)


@PAGES.get("/variation")
def variation():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    everything = g.seen.everything
    agreement = g.seen.in_time(everything, "all") if kind == "html" else everything()
    tables, annotators = agreement.tables, agreement.annotators
    context = selection.choice(request.args, "context", CONTEXTS, "context") or INNER
    annotator = selection.choice(request.args, "annotator", annotators, "annotator")
    try:
        study = g.seen.made_of(
            agreement,
            lambda: report.variation(agreement.project, tables, annotators, context, annotator),
            *("variation", context, annotator),
        )
    except ProjectError as error:
        return render_template("variation.html", nothing=str(error)), 404
    labels = frozenset((*study.nuclei.labels, NOTHING))
    vocabulary = Vocabulary(
        annotators=annotators, labels=labels, documents=tuple(tables), search=search_in(tables)
    )
    given, filters = selection.chosen_filters(request.args, OFFERED, vocabulary)
    if context == INNER:
        given.pop("context", None)
    nuclei = study.nuclei.having(filters.document, filters.label, filters.sentences)
    study, links = study._replace(nuclei=nuclei), g.seen.brat()
    if kind == "json":
        return jsonify(report.to_dict(study, links=links))
    if kind == "csv":
        rows = report.flat_rows(report.rows(study, links=links))
        return selection.attachment(for_programs(rows, report.FIELDS), "variation.csv")
    shown, page, pages = selection.page_of(nuclei, NUCLEI)
    what, words = report.summary(study)[1:]
    return render_template(
        "variation.html",
        what=what,
        said=words,
        shown=shown,
        first=(page - 1) * NUCLEI + 1,
        page=page,
        pages=pages,
        given=given,
        filters=filter_area(
            OFFERED, given, vocabulary, say=_say(agreement), usual={"context": INNER},
            choices={"context": CONTEXTS[1:]},
        ),
        annotator=annotator,
        report=report,
        address=lambda occurrence: report.address(occurrence, links),
    )  # fmt: skip


def _say(agreement):
    """Function of a filter's name and value that returns how it is said."""
    arcs = dependency_layer(agreement.layers) is not None
    return lambda name, text: selection.label_in_words(text, arcs) if name == "label" else text
