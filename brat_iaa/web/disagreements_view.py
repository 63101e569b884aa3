"""What the page of disagreements shows: filters, places of one page, patterns, confused labels."""

from collections import Counter

from flask import g

from brat_iaa.access.permissions import adjudicates
from brat_iaa.formats.display_names import told_apart
from brat_iaa.kinds import UNORDERED_MEANINGS
from brat_iaa.layers.disagreement import ANNOTATORS, GOLD, Filters
from brat_iaa.places.filters import label_value
from brat_iaa.places.patterns import place_patterns
from brat_iaa.places.place import PlaceList
from brat_iaa.report.places import none_stands_out, pattern_rows
from brat_iaa.report.places import rows as place_rows
from brat_iaa.review.discussion import GROUPS, REVIEW
from brat_iaa.web.filter_form import alphabetical, filter_area
from brat_iaa.web.place_card import Cards, by_links, side_by_side
from brat_iaa.web.review.reviewing import everyone_is_done, progress_of_each
from brat_iaa.web.selection import label_in_words, of_pattern, page_of

ITEMS = 50  # on one page
TOP_PATTERNS = 12
TOP_LABELS = 12
KEYS = 9  # patterns that a key chooses
LABEL_PAIR = ("label_a", "label_b")


def context(figures, given, filters, offered, select, args, project):
    """Variables of disagreements.html.

    given    {parameter: text} of the filters in use
    filters  the same as Filters
    offered  the Filters that the page has
    select   function of Filters that returns the Disagreements that the page may list
    args     request parameters show ("patterns", "labels": in full)
    """
    chosen = select(filters)

    def say(name, text):
        if name == REVIEW.name:
            return GROUPS.get(text, "any, with what everybody says")
        return label_in_words(text, figures.layer is not None) if "label" in name else text

    listed = PlaceList(figures.agreement, chosen)
    # What else there is to choose under the same filters.
    around = chosen if filters.labels is None else select(filters._replace(labels=None))
    here, page, pages = page_of(listed, ITEMS)
    first = (page - 1) * ITEMS + 1
    of_places = listed.chosen(range(first - 1, first - 1 + len(here)))
    grouped = _patterns(figures, given, chosen)
    rows = [(pattern, {**given, **of_pattern(pattern, figures)}) for pattern in grouped]
    kinds = chosen.places_by_kind()
    made = Cards(by_links(project.links), filters.pair or (), untold=project.untold)
    both = side_by_side(project.links)
    # Patterns that a key chooses, with the parameters that do beside the other filters.
    rest = {name: text for name, text in given.items() if name not in LABEL_PAIR}
    keyed = _patterns(figures, rest, around)[:KEYS]
    return {
        "figures": figures,
        "given": given,
        "pair": filters.pair,
        "filters": filter_area(
            offered, given, figures.vocabulary, say=say, choices=_choices(figures, kinds)
        ),
        "kinds": {kind: words for kind, words in UNORDERED_MEANINGS.items() if kind in kinds},
        "count": len(listed),
        "total": figures.between + figures.beside,
        "page": page,
        "pages": pages,
        "first": first,
        "patterns": rows if args.get("show") == "patterns" else rows[:TOP_PATTERNS],
        "keyed": [
            _one_click(pattern, of_pattern(pattern, figures), given, rest) for pattern in keyed
        ],
        "told_apart": told_apart({label for pattern in keyed for label in pattern.labels}, 24),
        "ambiguous": _ambiguous(figures),
        "all_patterns": grouped,
        "settled": any(pattern.gain is not None for pattern in grouped),
        "unlike": "" if given else none_stands_out(grouped),
        "follows": figures.agreement.disagreements.echoes_by_layer().get(given.get("layer"), 0)
        if set(given) == {"layer"}
        else 0,
        "cards": [
            made.card(
                place, figures.table(place.document, differing[0].annotators), number, both=both
            )
            for number, (place, differing) in enumerate(zip(here, of_places), first)
        ],
        "confusion": confusion(figures, filters, given, around, args),
    }


def _ambiguous(figures):
    """Names of the layers of the same kind as another one: labels do not tell them apart."""
    kinds = {layer.name: layer.kind for layer in figures.layers}
    of_kind = Counter(kinds.values())
    return {name for name, kind in kinds.items() if of_kind[kind] > 1}


def _patterns(figures, given, chosen):
    """Patterns of what is selected. What settling them brings is known of whole layers only."""
    layer, differ = given.get("layer"), given.get("differ")
    if set(given) <= {"layer", "differ"} and differ in (None, ANNOTATORS):
        patterns = figures.patterns if differ else figures.all_patterns
        return [pattern for pattern in patterns if layer in (None, pattern.layer)]
    return place_patterns(chosen)


def _one_click(pattern, parameters, given, rest):
    """A pattern as macro one_click shows it."""
    chosen = all(given.get(name) == parameters[name] for name in LABEL_PAIR)
    chosen = chosen and given.get("layer") in (None, pattern.layer)
    return pattern, pattern.places, {**rest, **parameters}, chosen


def _choices(figures, kinds):
    """{parameter: values} where the form offers fewer than a filter takes. kinds: that occur"""
    return {
        "kind": [kind for kind in UNORDERED_MEANINGS if kind in kinds],
        "label": sorted(
            map(label_value, figures.agreement.disagreements.labels()), key=alphabetical
        ),
        # Where annotators draw spans, their types are labels.
        "pos": sorted(figures.pos, key=alphabetical) if figures.of_tokens else (),
        **dict.fromkeys(() if figures.layer else ("min_distance", "max_distance"), ()),
    }


def confusion(figures, filters, given, around, args):
    """The label x label table of the chosen pair, or of all pairs: the most confused labels first.

    Of the chosen layer, else of the first that has labels: arcs or spans. None if it has none, or
    there is no pair. Cells count the places that the filters let through, whatever the two labels.
    Of all pairs it is symmetric; of a pair its rows are the first. If nothing but a pair is chosen
    (alike), cells of the same label count what both gave that label in the whole project.

    given   {parameter: text} of the filters in use, Filters
    around  the Disagreements that these let through, whatever the two labels
    """
    layer = _confused_layer(figures, filters)
    chosen = filters.pair or ((filters.annotator,) if filters.annotator is not None else ())
    if layer is None or not figures.pairs or figures.gold in chosen or given.get("differ") == GOLD:
        return None
    name, counts_of = layer
    pair = filters.pair or (figures.pairs[0] if len(figures.pairs) == 1 else None)
    listed = around.of_layers({name}).select(Filters(differ=(ANNOTATORS, figures.gold)))
    counts = listed.places_by_labels(pair[0] if pair else None)
    alike = pair is not None and set(given) <= {"layer", "differ", "a", "b"}
    if alike:
        same = {
            both: number for both, number in _counts(counts_of, pair).items() if len({*both}) == 1
        }
        counts = {both: n for both, n in counts.items() if both[0] != both[1]} | same
    involved = Counter()
    for (first, second), number in counts.items():
        if first != second or not alike:
            involved[first] += number
            involved[second] += number
    # "no arc" last: it is no label.
    labels = sorted(involved, key=lambda label: (label == "", -involved[label], label))
    shown = labels
    if args.get("show") != "labels":
        shown = [label for label in labels if label][:TOP_LABELS] + [
            label for label in labels if not label
        ]

    def cell(*both):
        return counts.get(both if pair else tuple(sorted(both)), 0)

    settings = next((layer.settings for layer in figures.others if layer.name == name), None)
    beside = {name: text for name, text in given.items() if name not in LABEL_PAIR}
    return {
        "layer": name,
        "nothing": settings.nothing if settings else "",
        "pair": pair,
        "alone": None if pair else filters.annotator,
        "alike": alike,
        "rest": {**beside, **dict(zip("ab", pair or chosen)), **figures.between_in(name)},
        "counts": counts,
        "labels": shown,
        "told_apart": told_apart(shown, 24),
        "labels_total": len(labels),
        "rows": [(label, [cell(label, other) for other in shown]) for label in shown],
        "most": max((n for (first, second), n in counts.items() if first != second), default=0),
    }


def _confused_layer(figures, filters):
    """(name, {pair: {labels: count}}) of the layer whose labels are shown; None if it has none."""
    confused = {name: counts for name, counts in figures.confusion.items() if counts}
    if figures.layer is not None:
        confused = {figures.layer.name: figures.confusion[figures.layer.name], **confused}
    wanted = filters.layer
    return next((layer for layer in confused.items() if wanted in (None, layer[0])), None)


def _counts(confused, pair):
    """{(label of the first, label of the second): count} with the pair in this order."""
    if pair in confused:
        return confused[pair]
    return {labels[::-1]: number for labels, number in confused.get(pair[::-1], {}).items()}


def twin(context, project, reviewed):
    """context: variables of disagreements.html

    reviewed: {key of a Place: Dispute} where the filter by what annotators say is used
    """
    shown, table = [card.place for card in context["cards"]], context["confusion"]
    told = [
        row | extra
        for row, extra in zip(
            place_rows(shown, project.links, project.untold),
            _said_rows(shown, reviewed) if reviewed else [{}] * len(shown),
        )
    ]
    return {
        "project": context["figures"].agreement.project,
        "filters": context["given"],
        "count": context["count"],
        "page": context["page"],
        "pages": context["pages"],
        "patterns": pattern_rows(context["all_patterns"]),
        "confusion": table
        and {
            "annotators": list(table["pair"]) if table["pair"] else None,
            "counts": [
                {"labels": list(labels), "count": number}
                for labels, number in sorted(table["counts"].items())
            ],
        },
        "places": told,
    }


SAYS = {
    "keep": "keeps it",
    "wrong": "was wrong, has not corrected it yet",
    "unclear": "finds it unclear",
}


def _said_rows(places, reviewed):
    """What JSON adds to each of some Places: its group, and what everybody says."""
    return [
        {
            "review": reviewed[place.key].group,
            "said": [
                {
                    "annotator": review.annotator,
                    "decision": review.decision or None,
                    "changed": review.changed,
                    "comment": review.comment,
                }
                for review in reviewed[place.key].sides
            ],
        }
        for place in places
    ]


def discussion_context(agreement, every, reviewed):
    """Variables of disagreements.html where the filter is used: what is said, and for managers from
    whom brat hides nothing how far everybody is.

    every     list of Dispute; reviewed: {key of a Place: Dispute} of those that are shown
    """
    variables = {"said": reviewed, "says": SAYS, "meanings": GROUPS}
    # The numbers are of all files: nobody is told how many brat hides.
    if adjudicates(g.permission):
        phases = g.seen.phases()
        variables["parts"] = progress_of_each(g.seen, agreement.annotators, every)
        variables["all_done"] = phases and everyone_is_done(g.seen, phases.list())
    return variables
