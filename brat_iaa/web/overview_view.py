"""What the overview shows: figures, pairs, documents and labels, lowest first, and patterns."""

from collections import Counter

from brat_iaa.references.gold_layers import is_gold
from brat_iaa.references.report import anchoring_tables, gold_tables
from brat_iaa.report.layer_tables import grid_of
from brat_iaa.report.places import in_words
from brat_iaa.report.tables import only_one
from brat_iaa.scores import MEASURES
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
    shown, about = args.get("show"), _about(figures, args)
    order = choice(args, "labels", ("lowest", "disagreements"), "Order of labels") or "lowest"
    return {
        "agreement": agreement,
        "figures": figures,
        "contents": contents(figures),
        "arcs": None
        if figures.alone or not figures.layer
        else arcs_view(figures, args, about, order),
        "order": order,
        "layers": [
            layer_view(figures, one, args, about) for one in figures.others if not figures.alone
        ],
        "gold_tables": gold_tables(agreement),
        "gold_layers": gold_counts(agreement),
        "anchoring_tables": anchoring_tables(agreement),
        "only_one": only_one(agreement) if figures.alone else None,
        "compared_total": sum(len(table.annotators) > 1 for table in agreement.tables.values()),
        "excluded": agreement.excluded if shown == "excluded" else agreement.excluded[:TOP_ROWS],
        "problems": agreement.problems if shown == "problems" else agreement.problems[:TOP_ROWS],
        "patterns": [(pattern, of_pattern(pattern, figures)) for pattern in found[:TOP_PATTERNS]],
        "patterns_total": len(found),
        "counted": in_words(figures.between, figures.beside),
        "settled": any(one.gain is not None for one in found),
    }


def gold_counts(agreement):
    """[(layer, number of places that differ from the gold)], of layers that have any."""
    counts = Counter()
    for (layer, _), number in agreement.disagreements.places_by_document().items():
        counts[layer] += number * is_gold(layer)
    return [(name, counts[name]) for name in agreement.listed_layers if counts[name]]


def layer_view(figures, layer, args, about):
    """What the section of a layer shows.

    layer  ScoreIndex
    about  name of the layer that the parameters measure and statistic are about
    """
    documents, labels = layer.documents_lowest_first(), layer.labels_lowest_first()
    return {
        "scores": layer,
        "grid": grid_of(layer),
        "main": [(key, layer.overall[key]) for key in layer.main if key in layer.overall],
        "meanings": meanings(layer),
        "matrix": matrix(figures, layer, args if about == layer.name else {}),
        "documents": _top(documents, "documents", args),
        "documents_total": len(documents),
        "document_keys": [key for key in layer.main if any(key in own for _, own, _ in documents)],
        "labels": _top(labels, "labels", args),
        "labels_total": len(labels),
        "label_keys": list(dict.fromkeys(key for own in layer.labels.values() for key in own)),
        "patterns": sum(one.layer == layer.name for one in figures.patterns),
        "places": layer.agreement.disagreements.number_of_places,
    }


def arcs_view(figures, args, about, order):
    """The same of dependencies, with what their sections have beside it.

    order  of labels: "lowest" agreement first, or most "disagreements"
    """
    layer = figures.layer
    view = layer_view(figures, layer, args, about)
    documents, labels = layer.documents_lowest_first(), layer.labels_lowest_first()
    documents += [(name, {}, 0) for name in figures.documents if name not in layer.documents]
    if order == "disagreements":
        labels.sort(key=lambda row: -row[2])
    others = (statistic for _, statistic in layer.overall if statistic not in (*HEADLINE, "gcm"))
    return {
        **view,
        "headline": [
            (measure, [layer.overall.get((measure, statistic)) for statistic in HEADLINE])
            for measure in MEASURES
        ],
        "others": [
            (statistic, [layer.overall.get((measure, statistic)) for measure in MEASURES])
            for statistic in dict.fromkeys(others)
        ],
        "directed": [
            (pair, [own.get((measure, "gcm")) for measure in MEASURES])
            for pair, own in layer.pairs.items()
        ],
        "documents": _top(documents, "documents", args),
        "documents_total": len(documents),
        "labels": _top(labels, "labels", args),
        "label_keys": [(measure, "gcm-f1") for measure, _ in layer.main],
    }


def matrix(figures, layer, args):
    """The pair matrix of a layer: its (measure, statistic), those to choose from, rows of scores.

    None where there is one pair only. Raises BadRequest for a figure that there is not.
    """
    choices = [key for key in layer.keys if any(key in own for own in layer.pairs.values())]
    if not choices:
        return None
    main = next((key for key in layer.main if key in choices), choices[0])
    chosen = args.get("measure") or main[0], args.get("statistic") or main[1]
    if layer is figures.layer:
        choices = _each(choices)
        for name, value in zip(choices, chosen):
            if value not in choices[name]:
                raise BadRequest(
                    f"There is no {name} “{value}”.", f"Choose one of: {', '.join(choices[name])}."
                )
    elif chosen not in choices:
        raise BadRequest(
            f"There is no measure “{chosen[0]}” with the statistic “{chosen[1]}” in {layer.name}.",
            f"Choose one of: {', '.join(map(' '.join, choices))}.",
        )
    if len(figures.annotators) < 3:
        return None
    rows = [
        (
            row,
            [
                None if row == column else layer.score(chosen, (row, column))
                for column in figures.annotators
            ],
        )
        for row in figures.annotators
    ]
    return {"choices": choices, "chosen": chosen, "rows": rows}


def _each(keys):
    """{"measure": those of the keys, "statistic": the same}: each is chosen by itself."""
    statistics = {statistic for _, statistic in keys}
    return {
        "measure": list(dict.fromkeys(measure for measure, _ in keys)),
        "statistic": [name for name in STATISTIC_NAMES if name in statistics],
    }


def _about(figures, args):
    """The name of the layer that measure and statistic are about: the first, if none is named."""
    name = choice(args, "layer", [layer.name for layer in figures.agreement.layers], "Layer")
    return name or next((layer.name for layer in figures.layers), None)


def _top(rows, what, args):
    return rows if args.get("show") == what else rows[:TOP_ROWS]
