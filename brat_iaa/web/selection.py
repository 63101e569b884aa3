"""What a request asks for: parameters checked against the project, and the same parameters for
links.
"""

import difflib
from typing import NamedTuple

from flask import url_for

from brat_iaa.layers.disagreement import KINDS, Filters
from brat_iaa.web.messages import BadRequest, NotFound

# How the address says "the annotator drew nothing". Labels in brat have no blanks.
NO_ARC = "no arc"
FORMATS = ("html", "json", "csv")


class Selection(NamedTuple):
    """filters: Filters; given: {parameter: text} of the filters in use, for links; page: from 1."""

    filters: Filters
    given: dict
    page: int

    @property
    def pair(self):
        return self.filters.pair


def label_parameter(label):
    return label or NO_ARC


def label_in_words(parameter, figures):
    """A label parameter as the pages say it."""
    return parameter if parameter != NO_ARC or figures.layer is not None else "nothing"


def choice(args, name, allowed, what):
    """The parameter's value, or None if it is not given; BadRequest with near values if it is not
    allowed.
    """
    value = args.get(name, "")
    if not value:
        return None
    if value not in allowed:
        raise BadRequest(
            f"{what} “{value}” is not known here.", _nearest(value, allowed, what.lower())
        )
    return value


def number(args, name, lowest, what):
    """The parameter as a whole number, or None if it is not given."""
    value = args.get(name, "").strip()
    if not value:
        return None
    if not (value.isascii() and value.isdigit()) or len(value) > 9 or int(value) < lowest:
        raise BadRequest(
            f"{what} “{value}” is not a whole number from {lowest} up.",
            f"Change “{name}=” in the address, or leave it out.",
        )
    return int(value)


def wanted_format(args, *allowed):
    """html, json or csv; BadRequest for anything else."""
    value = args.get("format", "html")
    if value not in allowed:
        raise BadRequest(
            f"This page has no format “{value}”.", f"Use one of: {', '.join(allowed)}."
        )
    return value


def _nearest(value, allowed, what):
    near = difflib.get_close_matches(value, list(allowed), 5, 0.4) or sorted(allowed)[:10]
    if not near:
        return f"The project has no {what} to choose from."
    return (
        f"Did you mean: {', '.join(near)}?"
        if len(near) < 2
        else f"Choose one, for example: {', '.join(near)}."
    )


def disagreements_selection(args, figures):
    """The Selection that a request for disagreements asks for."""
    labels = {label_parameter(label) for label in figures.all_labels} | {NO_ARC}
    given = {}

    def take(name, allowed, what):
        value = choice(args, name, allowed, what)
        if value is not None:
            given[name] = value
        return value

    layer = take("layer", figures.agreement.listed_layers, "Layer")
    kind = take("kind", KINDS, "Kind")
    a = take("a", figures.sides, "Annotator")
    b = take("b", figures.sides, "Annotator")
    if a is not None and a == b:
        raise BadRequest(
            f"A pair needs two annotators; both are “{a}”.",
            "Leave out “b=”, or name another annotator.",
        )
    label = take("label", labels, "Label")
    label_a = take("label_a", labels, "Label")
    label_b = take("label_b", labels, "Label")
    if (label_a is None) != (label_b is None):
        raise BadRequest(
            "A pair of labels needs both “label_a=” and “label_b=”.",
            "Use “label=” for a label of either annotator.",
        )
    document = take("document", figures.documents, "Document")
    pos = take("pos", figures.pos, "Part of speech")
    distance = []
    for name, what in (("min_distance", "Smallest distance"), ("max_distance", "Largest distance")):
        distance.append(number(args, name, 0, what))
        if distance[-1] is not None:
            given[name] = str(distance[-1])
    if None not in distance and distance[0] > distance[1]:
        raise BadRequest(
            f"The smallest distance, {distance[0]}, is above the largest, {distance[1]}.",
            "Swap the two.",
        )
    sentence = number(args, "sentence", 1, "Sentence")
    if sentence is not None:
        given["sentence"] = str(sentence)
    filters = Filters(
        layer=layer,
        kind=kind,
        label=_label(label),
        labels=None if label_a is None else (_label(label_a), _label(label_b)),
        annotator=(a or b) if None in (a, b) else None,
        pair=None if None in (a, b) else (a, b),
        document=document,
        sentence=sentence,
        pos=pos,
        distance=None if distance == [None, None] else tuple(distance),
    )
    return Selection(filters, given, number(args, "page", 1, "Page") or 1)


def _label(parameter):
    return "" if parameter == NO_ARC else parameter


def of_pattern(pattern, figures):
    """Parameters that select the places of a patterns.Pattern."""
    return {
        **figures.in_layer(pattern.layer),
        "label_a": label_parameter(pattern.labels[0]),
        "label_b": label_parameter(pattern.labels[-1]),
    }


def of_directed_pattern(pattern, figures):
    """Parameters that select the places of a disagreements.Pattern, of a pair."""
    return {
        **figures.in_layer(pattern.layer),
        "kind": pattern.kind,
        "a": pattern.annotators[0],
        "b": pattern.annotators[1],
        "label_a": label_parameter(pattern.labels[0]),
        "label_b": label_parameter(pattern.labels[1]),
    }


def page_of(items, page, size, given):
    """(items of this page, number of pages); BadRequest if there is no such page."""
    pages = max(1, -(-len(items) // size))
    if page > pages:
        raise NotFound(
            f"There is no page {page}; the last one is page {pages}.",
            "Go to the last page, or to the first.",
            [
                ("last page", url_for("pages.disagreements", **dict(given, page=pages))),
                ("first page", url_for("pages.disagreements", **given)),
            ],
        )
    return items[(page - 1) * size : page * size], pages


def table_of(name, figures):
    """The DependencyTable of a document; NotFound with near names."""
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
    a = choice(args, "a", figures.sides, "Annotator")
    b = choice(args, "b", figures.sides, "Annotator")
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
