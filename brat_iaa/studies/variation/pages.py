"""The page of the same words that are annotated differently, for those who see everybody's work.

g.seen is set before the page is asked.
"""

from flask import Blueprint, g, jsonify, render_template, request

from brat_iaa.access.permissions import adjudicates
from brat_iaa.errors import ProjectError
from brat_iaa.formats.tables import for_programs
from brat_iaa.places.filters import FILTERS, NOTHING, Filter, Vocabulary, search_in
from brat_iaa.studies.variation import CONTEXTS, INNER, report
from brat_iaa.studies.variation.reading import layer_drawn, project_variation, searched_layers
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
OCCURRENCES = 200  # of each nucleus on a page; the CSV has all
_PART = 100  # nuclei of a CSV that are made at once
OFFERED = (
    FILTERS["layer"],
    Filter("annotator", "annotator", "", takes="annotators"),
    Filter("context", "context", "context", takes=CONTEXTS),
    *(FILTERS[name] for name in ("text", "label", "document")),
)


def offered(agreement) -> bool:
    """Whether there is a layer to search."""
    return bool(searched_layers(agreement.layers))


@PAGES.get("/variation")
def variation():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    everything = g.seen.everything
    agreement = g.seen.in_time(everything, "all") if kind == "html" else everything()
    tables, annotators = agreement.tables, agreement.annotators
    layers = {layer.name: layer for layer in searched_layers(agreement.layers)}
    if not layers:
        nothing = f"{agreement.project}: no layer lists what was drawn."
        return render_template("variation.html", nothing=nothing), 404
    context = selection.choice(request.args, "context", CONTEXTS, "context") or INNER
    annotator = selection.choice(request.args, "annotator", annotators, "annotator")
    first, *further = layers
    layer = selection.choice(request.args, "layer", tuple(layers), "layer") or first

    def made():
        parts = agreement.parts[layer]
        in_layer = layer_drawn(
            layers[layer], [tables[document] for document in parts], parts.values(),
            agreement.survey.tokens,
        )  # fmt: skip
        drawn = project_variation(
            agreement.project, annotators, [in_layer], agreement.excluded, agreement.problems
        )
        return report.variation(drawn, context, annotator)

    try:
        study = g.seen.made_of(agreement, made, "variation", layer, context, annotator)
    except ProjectError as error:
        return render_template("variation.html", nothing=str(error)), 404
    (found,) = study.layers
    vocabulary = Vocabulary(
        layers=tuple(layers),
        annotators=annotators,
        labels=frozenset((*found.labels, NOTHING)),
        documents=tuple(tables),
        search=search_in(tables),
    )
    given, filters = selection.chosen_filters(request.args, OFFERED, vocabulary)
    usual = {"context": INNER, "layer": first}
    given = {name: text for name, text in given.items() if usual.get(name) != text}
    nuclei = found.having(filters.document, filters.label, filters.sentences)
    study, links = study._replace(layers=[nuclei]), g.seen.brat()
    if kind == "csv":
        rows = report.flat_rows(nuclei, slice(None), links)
        return selection.attachment(for_programs(rows, report.FIELDS), "variation.csv")
    _, page, pages = selection.page_of(range(len(nuclei)), NUCLEI)
    shown = slice((page - 1) * NUCLEI, page * NUCLEI)
    if kind == "json":
        told = report.to_dict(study, shown, links, OCCURRENCES)
        return jsonify(page=page, pages=pages, **told)
    return render_template(
        "variation.html",
        what=report.WHAT,
        said=[report.found(study, nuclei), *report.left_out_of(study)],
        shown=nuclei[shown],
        first=shown.start + 1,
        page=page,
        pages=pages,
        given=given,
        filters=filter_area(
            OFFERED, given, vocabulary, say=_say(layers[layer]), usual=usual,
            choices={"context": CONTEXTS[1:], "layer": further},
        ),
        annotator=annotator,
        report=report,
        most=OCCURRENCES,
        address=lambda occurrence: report.address(occurrence, links),
    )  # fmt: skip


def _say(layer):
    """Function of a filter's name and value that returns how it is said."""
    nothing = report.nothing(layer)
    return lambda name, text: nothing if (name, text) == ("label", NOTHING) else text
