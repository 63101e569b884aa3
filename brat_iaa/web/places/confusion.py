"""Confused labels: a table of label by label of a pair, or of all pairs."""

from collections import Counter

from flask import url_for
from markupsafe import Markup

from brat_iaa.formats.display_names import NOT_ANNOTATED, told_apart
from brat_iaa.formats.tables import Table
from brat_iaa.places.filters import ANNOTATORS, GOLD, Filters, label_value
from brat_iaa.web.formatting import shade_of_count
from brat_iaa.web.places.lists import LABEL_PAIR, without
from brat_iaa.web.tables import MARKUP, SHADED, Shaded

TOP_LABELS = 12


def confusion(figures, filters, given, around, args):
    """The label x label table of the chosen pair, or of all pairs: the most confused labels first.

    Of the chosen layer, else of the first that has labels: arcs or spans. None if it has none, or
    there is no pair. Cells count the places that the filters let through, whatever the two labels.
    Of all pairs it is symmetric; of a pair its rows are the first. Where both gave the same label,
    something else differs, such as the head.

    given   {parameter: text} of the filters in use, Filters
    around  the PlaceList that these let through, whatever the two labels
    """
    name = _confused_layer(figures, filters)
    chosen = filters.pair or ((filters.annotator,) if filters.annotator is not None else ())
    if name is None or not figures.pairs or figures.gold in chosen or given.get("differ") == GOLD:
        return None
    pair = filters.pair or (figures.pairs[0] if len(figures.pairs) == 1 else None)
    listed = around.of_layers({name}).select(Filters(differ=(ANNOTATORS, figures.gold)))
    counts = listed.by_labels(pair[0] if pair else None)
    involved = Counter()
    for (first, second), number in counts.items():
        for label in {first, second}:
            involved[label] += number
    # What nobody annotated last: it is no label.
    labels = sorted(involved, key=lambda label: (label == "", -involved[label], label))
    shown = labels
    if args.get("show") != "labels":
        shown = [label for label in labels if label][:TOP_LABELS] + [
            label for label in labels if not label
        ]

    return {
        "layer": name,
        "pair": pair,
        "alone": None if pair else filters.annotator,
        "counts": counts,
        "labels": shown,
        "labels_total": len(labels),
        **_as_table(counts, shown, pair is not None, {
            **without(given, *LABEL_PAIR),
            **dict(zip("ab", pair or chosen)),
            **figures.between_in(name),
        }),
    }  # fmt: skip


def _as_table(counts, labels, ordered, asked):
    """{"table": the Table of label by label, "links": addresses of the places of its cells}"""
    most = max((n for (first, second), n in counts.items() if first != second), default=0)
    shown = told_apart(labels, 24)

    def cell(*both):
        number = counts.get(both if ordered else tuple(sorted(both)), 0)
        same = both[0] == both[1]
        return Shaded(number, "diagonal" if same else f"cell {shade_of_count(number, most)}")

    def address(*both):
        if not counts.get(both if ordered else tuple(sorted(both))):
            return None
        chosen = dict(zip(LABEL_PAIR, map(label_value, both)))
        return url_for("places.everyone", _anchor="items", **{**asked, **chosen})

    def name(label):
        words = shown.get(label, label) or NOT_ANNOTATED
        whole = label or NOT_ANNOTATED
        return Markup('<span class="label" title="{}">{}</span>').format(whole, words)

    heads = [Markup('<span class="upright">{}</span>').format(name(label)) for label in labels]
    columns = [MARKUP("", "row"), *(SHADED(head, label) for head, label in zip(heads, labels))]
    rows = [(name(label), *(cell(label, other) for other in labels)) for label in labels]
    return {
        "table": Table("", columns, rows),
        "links": {other: [address(label, other) for label in labels] for other in labels},
    }


def _confused_layer(figures, filters):
    """The name of the layer whose labels are shown; None if it has none."""
    first = [figures.layer.name] if figures.layer is not None else []
    confused = [*first, *(name for name, counts in figures.confusion.items() if counts)]
    return next((name for name in confused if filters.layer in (None, name)), None)
