"""What a request asks for: parameters checked against the project, and the same parameters for
links.
"""

import difflib
from itertools import islice

from flask import make_response, request, stream_with_context, url_for

from brat_iaa.formats.tables import Table, csv_parts, to_csv
from brat_iaa.places import filters
from brat_iaa.places.filters import label_value
from brat_iaa.spelling import nearest
from brat_iaa.web.messages import BadRequest, NotFound

# Lines of a table that are sent at a time.
_LINES = 2000


def chosen_filters(args, offered, vocabulary=filters.Vocabulary(), typed=None):
    """({name: text}, Filters) of a request; BadRequest with near values for what cannot be.

    typed  whether a name that is not there is no error; None: on pages, where that is seen
    """
    typed = args.get("format", "html") == "html" if typed is None else typed
    try:
        given = filters.read(args, offered, vocabulary, typed)
        return given, filters.filters_of(given, vocabulary)
    except filters.FilterError as error:
        step = error.next_step or f"Change “{error.name}=” in the address, or leave it out."
        raise BadRequest(str(error), step) from error


def choice(args, name, allowed, noun):
    """The parameter's value, or None if it is not given; BadRequest with near values if it is not
    allowed.
    """
    offered = filters.Filter(name, noun.lower(), "", takes=tuple(allowed))
    return chosen_filters(args, (offered,))[0].get(name)


def number(args, name, lowest, noun):
    """The parameter as a whole number, or None if it is not given."""
    given, _ = chosen_filters(args, (filters.Filter(name, noun, "", takes=lowest),))
    return int(given[name]) if name in given else None


def require_known(args, names):
    """Raise BadRequest for a parameter that a page does not have, with near names."""
    for name in args:
        if name not in names:
            reason = f"This page has no parameter “{name}”."
            raise BadRequest(reason, nearest(name, names, "It has").strip())


def wanted_format(args, *allowed):
    """The one asked for, by default the first; BadRequest for any other."""
    value = args.get("format", allowed[0])
    if value not in allowed:
        raise BadRequest(
            f"This page has no format “{value}”.", f"Use one of: {', '.join(allowed)}."
        )
    return value


def of_pattern(pattern, several):
    """Parameters that select the places of a patterns.Pattern; several: of more layers than one."""
    return {
        **({"layer": pattern.layer} if several else {}),
        "label_a": label_value(pattern.labels[0]),
        "label_b": label_value(pattern.labels[-1]),
    }


def for_links(args, *without):
    """{parameter: text} of a request for url_for(): nothing that this takes for another thing."""
    taken = ("endpoint", "project", "snapshot", *(request.view_args or ()), *without)
    return {
        name: text for name, text in args.items() if name not in taken and not name.startswith("_")
    }


def page_of(items, size):
    """(items of the page that the request asks for, its number, number of pages).

    NotFound if there is no such page.
    """
    page, pages = number(request.args, "page", 1, "page") or 1, max(1, -(-len(items) // size))
    if page > pages:
        here = {**request.view_args, **for_links(request.args, "format", "page")}
        last, first = (url_for(request.endpoint, **here, page=to) for to in (pages, 1))
        raise NotFound(
            f"There is no page {page}; the last one is page {pages}.",
            "Go to the last page, or to the first.",
            [("last page", last), ("first page", first)],
        )
    return items[(page - 1) * size : page * size], page, pages


def attachment(content, name, of="text/csv"):
    """Response with a file. content: text, or a Table; of: its media type

    Of a Table whose records are no list, lines are sent as they are made, some hundred at a time.
    """
    if isinstance(content, Table) and isinstance(content.records, list):
        content = to_csv(content)
    elif isinstance(content, Table):
        lines = csv_parts(content)
        content = stream_with_context(iter(lambda: "".join(islice(lines, _LINES)), ""))
    response = make_response(content)
    response.headers["Content-Type"] = f"{of}; charset=utf-8"
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def table_of(name, figures):
    """The ComparedDocument of a document; NotFound with near names."""
    table = figures.agreement.tables.get(name)
    if table is None:
        near = difflib.get_close_matches(name, figures.documents, 8, 0.3) or list(
            figures.documents[:8]
        )
        raise NotFound(
            f"There is no document “{name}” that can be compared.",
            "Did you mean one of these?" if near else "The project has no documents yet.",
            [(document, url_for("pages.document", name=document)) for document in near],
        )
    return table


def document_pair(args, table, figures):
    """The two to show of a document, one may be the gold; by default the first two who annotated
    it.
    """
    a = choice(args, "a", figures.sides, "annotator")
    b = choice(args, "b", figures.sides, "annotator")
    present = figures.present(table.document)
    for annotator in (a, b):
        if annotator is not None and annotator not in present:
            raise NotFound(
                f"“{annotator}” has not annotated “{table.document}”.",
                f"It was annotated by: {', '.join(present)}.",
                [(table.document, url_for("pages.document", name=table.document))],
            )
    if a is not None and a == b:
        raise BadRequest(
            f"A pair needs two annotators; both are “{a}”.",
            "Choose another annotator for one side.",
            [(table.document, url_for("pages.document", name=table.document, a=a))],
        )
    if a is None:
        a = next((annotator for annotator in present if annotator != b), None)
    if b is None:
        b = next((annotator for annotator in present if annotator != a), None)
    return a, b
