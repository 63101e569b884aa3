"""What the overview shows: figures, pairs, documents, labels and patterns, in the order in which they hurt."""

from collections import Counter

from brat_iaa.report.layers import is_gold
from brat_iaa.report.places import in_words
from brat_iaa.report.references import anchoring_tables, gold_tables
from brat_iaa.report.tables import only_one
from brat_iaa.scores import MEASURES
from brat_iaa.report.words import item_name
from brat_iaa.web.contents_view import contents, meanings
from brat_iaa.web.formatting import STATISTIC_NAMES
from brat_iaa.web.messages import BadRequest
from brat_iaa.web.selection import choice, of_pattern

HEADLINE = ("masi", "exact", "alpha")
TOP_PATTERNS = 10
TOP_ROWS = 25


def context(figures, args):
    """Variables of overview.html.

    args  request parameters: measure and statistic of the pair matrix; show
          ("documents", "labels", "excluded" or "problems"): that table in full;
          labels: their order
    """
    agreement = figures.agreement
    found = [one for one in figures.patterns if figures.alone or not is_gold(one.layer)]
    documents = documents_by_hurt(figures)
    order = choice(args, "labels", ("lowest", "disagreements"), "Order of labels") or "lowest"
    labels = labels_by_hurt(figures, order)
    shown = args.get("show")
    return {
        "agreement": agreement,
        "figures": figures,
        "headline": headline(figures),
        "contents": contents(figures),
        "items": items(figures),
        "others": other_statistics(figures),
        "directed": directed(figures),
        "matrix": matrix(figures, {} if _of_other_layer(figures, args) else args),
        "layers": [] if figures.alone else [layer_view(figures, layer, args) for layer in figures.others],
        "gold_tables": gold_tables(agreement),
        "gold_layers": gold_counts(agreement),
        "anchoring_tables": anchoring_tables(agreement),
        "only_one": only_one(agreement) if figures.alone else None,
        "documents": documents if shown == "documents" else documents[:TOP_ROWS],
        "documents_total": len(documents),
        "compared_total": sum(len(table.annotators) > 1 for table in agreement.tables.values()),
        "order": order,
        "labels": labels if shown == "labels" else labels[:TOP_ROWS],
        "labels_total": len(labels),
        "excluded": agreement.excluded if shown == "excluded" else agreement.excluded[:TOP_ROWS],
        "problems": agreement.problems if shown == "problems" else agreement.problems[:TOP_ROWS],
        "patterns": [(pattern, of_pattern(pattern, figures)) for pattern in found[:TOP_PATTERNS]],
        "patterns_total": len(found),
        "counted": in_words(figures.between, figures.beside),
        "settled": any(one.gain is not None for one in found),
    }


def items(figures):
    """(how many items the leading figure is about, what they are), None where there is none."""
    if figures.alone:
        return None
    if figures.layer:
        return next((score.items for score in figures.overall), 0), item_name("dependencies")
    for layer in figures.others[:1]:
        for key in layer.main[:1]:
            if key in layer.overall:
                return layer.overall[key].items, item_name(layer.kind)
    return None


def gold_counts(agreement):
    """[(layer, number of places that differ from the gold)], of layers that have any."""
    counts = Counter()
    for (layer, _), number in agreement.disagreements.places_by_document().items():
        counts[layer] += number * is_gold(layer)
    return [(name, counts[name]) for name in agreement.listed_layers if counts[name]]


def headline(figures):
    """[(measure, [score or None for each statistic of HEADLINE])]"""
    return [
        (measure, [figures.score(measure, statistic, figures.compared) for statistic in HEADLINE])
        for measure in MEASURES
    ]


def other_statistics(figures):
    """[(statistic, [score or None for each measure])] of what the headline does not show."""
    names = dict.fromkeys(
        score.statistic for score in figures.overall if score.statistic not in HEADLINE + ("gcm",)
    )
    return [
        (name, [figures.score(measure, name, figures.compared) for measure in MEASURES])
        for name in names
    ]


def directed(figures):
    """[((annotator whose arcs are counted, the other), [GCM for each measure])]"""
    ways = dict.fromkeys(score.annotators for score in figures.of_pairs if score.statistic == "gcm")
    return [(way, [figures.score(measure, "gcm", way) for measure in MEASURES]) for way in ways]


def matrix(figures, args):
    """The pair matrix: chosen measure and statistic, what can be chosen, and rows of scores."""
    choices = {
        "measure": list(dict.fromkeys(score.measure for score in figures.of_pairs)),
        "statistic": sorted(
            {score.statistic for score in figures.of_pairs}, key=_place_of_statistic
        ),
    }
    chosen = {}
    for name, default in (("measure", "LAA"), ("statistic", "masi")):
        chosen[name] = args.get(name) or default
        if args.get(name) and chosen[name] not in choices[name]:
            raise BadRequest(
                f"There is no {name} “{chosen[name]}”.", f"Choose one of: {', '.join(choices[name])}."
            )
    rows = [
        (
            row,
            [
                None if row == column else figures.score(chosen["measure"], chosen["statistic"], (row, column))
                for column in figures.annotators
            ],
        )
        for row in figures.annotators
    ]
    return {"choices": choices, "chosen": chosen, "rows": rows, "directed": chosen["statistic"] == "gcm"}


def _of_other_layer(figures, args):
    """The name of the layer, other than dependencies, that the request's measure and statistic are about; or None."""
    name = choice(args, "layer", [layer.name for layer in figures.agreement.layers], "Layer")
    return name if name is not None and name in [other.name for other in figures.others] else None


def layer_view(figures, layer, args):
    """What a section of a layer without arcs shows.

    layer  LayerScores
    """
    documents = layer.by_hurt(layer.documents)
    return {
        "scores": layer,
        "main": [(key, layer.overall[key]) for key in layer.main if key in layer.overall],
        "meanings": meanings(layer),
        "matrix": layer_matrix(figures, layer, args if _of_other_layer(figures, args) == layer.name else {}),
        "documents": documents if args.get("show") == "documents" else documents[:TOP_ROWS],
        "document_keys": [key for key in layer.main if any(key in own for _, own in documents)],
        "labels": layer.labels_by_hurt()[: None if args.get("show") == "labels" else TOP_ROWS],
        "label_keys": list(dict.fromkeys(key for own in layer.labels.values() for key in own)),
        "patterns": sum(one.layer == layer.name for one in figures.patterns),
        "places": layer.agreement.disagreements.number_of_places,
    }


def layer_matrix(figures, layer, args):
    """The pair matrix of a layer: the chosen (measure, statistic), those to choose from, rows of scores; None without."""
    choices = [key for key in layer.keys if any(key in own for own in layer.pairs.values())]
    if not choices:
        return None
    chosen = next((key for key in layer.main if key in choices), choices[0])
    if args.get("measure") or args.get("statistic"):
        chosen = args.get("measure", ""), args.get("statistic", "")
        if chosen not in choices:
            raise BadRequest(
                f"There is no measure “{chosen[0]}” with the statistic “{chosen[1]}” in {layer.name}.",
                f"Choose one of: {', '.join(f'{measure} {statistic}' for measure, statistic in choices)}.",
            )
    rows = [
        (row, [None if row == column else layer.of_pair(chosen, (row, column)) for column in figures.annotators])
        for row in figures.annotators
    ]
    return {"choices": choices, "chosen": chosen, "rows": rows}


def _place_of_statistic(name):
    names = list(STATISTIC_NAMES)
    return names.index(name) if name in names else len(names)


def documents_by_hurt(figures):
    """[(document, [score for each measure], number of places)], lowest LAA first, undefined last."""
    rows = [
        (
            name,
            [figures.of_document(measure, "masi", name) for measure in ("LAA", "UAA", "LOA")],
            figures.count(name, figures.layer.name),
        )
        for name in figures.documents
        if figures.layer
    ]
    return sorted(rows, key=lambda row: _hurt(row[1][0]) + (-row[2], row[0]))


def labels_by_hurt(figures, order):
    """[(label, [GCM F1 for each measure], number of places)]

    order  "lowest": lowest LAA first, then most disagreements, undefined last; "disagreements": most first
    """
    rows = [
        (
            label,
            [figures.of_label(measure, "gcm-f1", label) for measure in ("LAA", "UAA", "LOA")],
            figures.labels[label],
        )
        for label in sorted(figures.all_labels - {""})
    ]
    rows = [row for row in rows if row[1][0] is not None]
    if order == "disagreements":
        return sorted(rows, key=lambda row: (-row[2], _hurt(row[1][0]), row[0]))
    return sorted(rows, key=lambda row: _hurt(row[1][0]) + (-row[2], row[0]))


def _hurt(score):
    if score is None or score.value is None:
        return (1, 0)
    return (0, score.value)
