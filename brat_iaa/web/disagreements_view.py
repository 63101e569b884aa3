"""What the page of disagreements shows: patterns, the confusion of labels, places of one page."""

from collections import Counter
from typing import NamedTuple

from brat_iaa.layers.disagreement import Filters
from brat_iaa.places.patterns import place_patterns
from brat_iaa.places.place import UNORDERED_MEANINGS, places
from brat_iaa.references.gold_layers import is_gold
from brat_iaa.report.places import in_words
from brat_iaa.web.kwic import in_context
from brat_iaa.web.selection import (
    label_in_words,
    label_parameter,
    of_directed_pattern,
    of_pattern,
    page_of,
)

ITEMS = 50  # on one page
TOP_PATTERNS = 12
TOP_LABELS = 12


class Item(NamedTuple):
    """A Place with its number in the selection and its item in context.

    pair  two who differ there, to open its document with
    """

    number: int
    place: object
    context: object
    pair: tuple


def context(figures, selection, args):
    """Variables of disagreements.html; args: request parameters show ("patterns", "labels": in
    full).
    """
    agreement = figures.agreement
    chosen = agreement.disagreements.select(selection.filters)
    found = places(agreement, chosen)
    here, pages = page_of(found, selection.page, ITEMS, selection.given)
    kinds = chosen.places_by_kind()
    grouped = _patterns(figures, selection, chosen)
    shown = args.get("show")
    first = (selection.page - 1) * ITEMS + 1
    there = found.chosen(range(first - 1, first - 1 + len(here)))
    return {
        "figures": figures,
        "selection": selection,
        "given": selection.given,
        "chips": chips(selection.given, figures),
        "kinds": {kind: words for kind, words in UNORDERED_MEANINGS.items() if kind in kinds},
        "count": len(found),
        "total": figures.between + figures.beside,
        "counted": in_words(figures.between, figures.beside),
        "page": selection.page,
        "pages": pages,
        "patterns": [
            (pattern, {**selection.given, **of_pattern(pattern, figures)})
            for pattern in (grouped if shown == "patterns" else grouped[:TOP_PATTERNS])
        ],
        "all_patterns": grouped,
        "settled": any(pattern.gain is not None for pattern in grouped),
        "directed": _directed(figures, selection, chosen),
        "items": [
            Item(
                number,
                place,
                in_context(figures.table(place.document, own[0].annotators), place.token),
                own[0].annotators,
            )
            for number, (place, own) in enumerate(zip(here, there), first)
        ],
        "pairwise": [one for own in there for one in own],
        "confusion": confusion(figures, selection, args),
        "choices": choices(figures),
    }


def _patterns(figures, selection, chosen):
    """Patterns of what is selected. What settling them brings is known of whole layers only."""
    layer = selection.given.get("layer")
    if set(selection.given) <= {"layer"}:
        return [one for one in figures.patterns if layer in (None, one.layer)]
    return place_patterns(chosen)


def _directed(figures, selection, chosen):
    """[(disagreements.Pattern, places, parameters)]: who drew which label, of a pattern or a
    pair.
    """
    if "label_a" not in selection.given and selection.pair is None:
        return []
    return [
        (
            pattern,
            pattern.items.number_of_places,
            {**selection.given, **of_directed_pattern(pattern, figures)},
        )
        for pattern in chosen.patterns()[:TOP_PATTERNS]
    ]


def choices(figures):
    """{parameter: values that the form offers}"""
    disagreements = figures.agreement.disagreements
    labels, found = disagreements.labels(), disagreements.places_by_kind()
    listed = {layer for layer, _ in disagreements.places_by_document()}
    return {
        "layer": [
            name for name in figures.agreement.listed_layers if name in listed or not is_gold(name)
        ],
        "kind": [kind for kind in UNORDERED_MEANINGS if kind in found],
        "annotator": figures.sides,
        "label": sorted(map(label_parameter, labels), key=str.casefold),
        # Where annotators draw spans, their types are labels.
        "pos": sorted(figures.pos, key=str.casefold) if figures.of_tokens else [],
        "document": figures.documents,
    }


_CHIP_WORDS = {
    "layer": "layer",
    "kind": "kind",
    "label": "label",
    "document": "document",
    "sentence": "sentence",
    "pos": "part of speech",
    "min_distance": "tokens to the head, from",
    "max_distance": "tokens to the head, to",
}


def chips(given, figures):
    """[(text, parameters without this filter)] of the filters in use."""
    found = []
    if "a" in given and "b" in given:
        found.append((f"{given['a']} and {given['b']}", _without(given, "a", "b")))
    else:
        found += [(given[name], _without(given, name)) for name in ("a", "b") if name in given]
    if "label_a" in given:
        both = (label_in_words(given[name], figures) for name in ("label_a", "label_b"))
        found.append((" / ".join(both), _without(given, "label_a", "label_b")))
    found += [
        (f"{words}: {label_in_words(given[name], figures)}", _without(given, name))
        for name, words in _CHIP_WORDS.items()
        if name in given
    ]
    return found


def _without(given, *names):
    return {name: value for name, value in given.items() if name not in names}


def confusion(figures, selection, args):
    """The label x label table of the chosen pair, or of all pairs: the most confused labels first.

    Of the chosen layer, else of the first that has labels: arcs or spans. None if it has none, or
    there is no pair. Cells count places of the whole project, whatever the filters but annotators.
    Of all pairs it is symmetric; of a pair its rows are the first, and cells of the same label
    count the links or spans.
    """
    layer = _confused_layer(figures, selection)
    if layer is None or not figures.pairs or figures.gold in _chosen(selection):
        return None
    name, known = layer
    pair = selection.pair or (figures.pairs[0] if len(figures.pairs) == 1 else None)
    if pair is None:
        counts = _of_all_pairs(figures, name, selection)
    else:
        counts = _of_pair(figures, name, known, pair)
    involved = Counter()
    for (first, second), number in counts.items():
        # Of a pair these are not confused: both drew them alike.
        if first != second or pair is None:
            involved[first] += number
            involved[second] += number
    # "no arc" last: it is no label.
    labels = sorted(involved, key=lambda label: (label == "", -involved[label], label))
    shown = labels
    if args.get("show") != "labels":
        shown = [label for label in labels if label][:TOP_LABELS] + [
            label for label in labels if not label
        ]
    rows = [(label, [_cell(counts, label, other, pair) for other in shown]) for label in shown]
    return {
        "layer": name,
        "nothing": _NOTHING.get(_kind_of(figures, name), ""),
        "pair": pair,
        "whom": {"a": pair[0], "b": pair[1]} if pair else _chosen_alone(selection),
        "counts": counts,
        "labels": shown,
        "labels_total": len(labels),
        "rows": rows,
        "most": max((n for (first, second), n in counts.items() if first != second), default=0),
    }


def _chosen(selection):
    """The annotators whom the filters name."""
    return [name for name in selection.pair or (selection.filters.annotator,) if name is not None]


def _chosen_alone(selection):
    return {"a": selection.filters.annotator} if selection.filters.annotator else {}


def _cell(counts, label, other, pair):
    labels = (label, other) if pair else tuple(sorted((label, other)))
    return counts.get(labels, 0)


def _of_all_pairs(figures, layer, selection):
    """{two labels, sorted: places} whoever drew which; of those with the chosen annotator."""
    filters = Filters(layer=layer, annotator=selection.filters.annotator)
    return figures.agreement.disagreements.select(filters).places_by_labels()


# What is said of an annotator who has nothing, by the kind of layer.
_NOTHING = {
    "labels": "missing-span",
    "entity-relations": "missing-relation",
    "events": "missing-event",
}


def _kind_of(figures, name):
    return next((layer.kind for layer in figures.others if layer.name == name), None)


def _of_pair(figures, layer, known, pair):
    """{(label of the first, of the second): places, as many as a cell opens, or links of one
    label}
    """
    counts = _counts(known, pair)
    listed = figures.agreement.disagreements.select(Filters(layer=layer, pair=pair))
    places = listed.places_by_labels(pair[0])
    return {
        labels: number if labels[0] == labels[1] else places.get(labels, 0)
        for labels, number in counts.items()
    }


def _confused_layer(figures, selection):
    """(name, {pair: {labels: count}}) of the layer whose labels are shown; None if it has none."""
    known = {name: own for name, own in figures.confusion.items() if own}
    if figures.layer is not None:
        known = {figures.layer.name: figures.confusion[figures.layer.name], **known}
    wanted = selection.filters.layer
    return next(((name, own) for name, own in known.items() if wanted in (None, name)), None)


def _counts(known, pair):
    """{(label of the first, label of the second): count} with the pair in this order."""
    if pair in known:
        return known[pair]
    return {labels[::-1]: number for labels, number in known.get(pair[::-1], {}).items()}
