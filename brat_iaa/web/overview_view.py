"""What the overview shows: the answer, what to settle first, then pairs, documents and labels."""

from collections import Counter
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from brat_iaa.figures import figure_name, short_name
from brat_iaa.formats.cells import figure
from brat_iaa.formats.picture import to_svg
from brat_iaa.formats.tables import COUNT, SCORE, SENTENCE, TEXT, ColumnType, Table
from brat_iaa.kinds import DIFFERENCES, KINDS, item_of
from brat_iaa.phases.figures import phase_figures
from brat_iaa.places.filters import ANNOTATORS, FINE, filters_of
from brat_iaa.report.answer import answers
from brat_iaa.report.contents import compared_line, found_line, layer_in_words
from brat_iaa.report.document_groups import group_rows, group_tables
from brat_iaa.report.gold_tables import gold_tables
from brat_iaa.report.kind_tables import (
    coarse_table,
    recall_table,
)
from brat_iaa.report.layer_tables import (
    figure_table,
    further_table,
    list_table,
    main_table,
    row_names,
)
from brat_iaa.report.notes import (
    grouped_excluded,
    grouped_problems,
    if_finished,
    notes_by_layer,
)
from brat_iaa.report.patterns import gain_in_words, labels_in_words, none_stands_out, pattern_list
from brat_iaa.report.plots import annotators
from brat_iaa.report.scores import rows as score_rows
from brat_iaa.report.scores import to_dict
from brat_iaa.report.tables import (
    excluded_table,
    left_aside,
    named_side,
    only_one,
    problem_table,
)
from brat_iaa.report.trees import tree_rows, tree_table
from brat_iaa.web.formatting import count, plural
from brat_iaa.web.guide_view import explained_at, explanation
from brat_iaa.web.messages import BadRequest
from brat_iaa.web.selection import choice, of_pattern, page_of
from brat_iaa.web.tables import PAIR_SCORE, check_sort, sorted_list, with_dots

TOP_PATTERNS = 10
# Annotators from which their means are drawn.
MANY = 4


def context(figures, args, phases=None):
    """Variables of overview.html.

    phases  the Phases whose first and last figures are shown; None: none
    args  request parameters: measure and statistic of the pair matrix; those of the lists of
          documents, labels, excluded and problems, see web.tables
    """
    agreement, patterns = figures.agreement, figures.patterns
    found = agreement.config.found
    # What measure and statistic are about.
    about = choice(args, "layer", [layer.name for layer in agreement.layers], "Layer")
    about = about or next((layer.name for layer in figures.layers), None)
    layers = [] if figures.alone else figures.layers
    told = answers(layers, patterns)
    if len(layers) > 1:
        # What differs most comes first; what differs nowhere, last.
        told.sort(key=lambda answer: -(answer.places or 0))
        layers = [answer.layer for answer in told]
    views = [
        layer_view(figures, layer, args if about == layer.name else {}, args) for layer in layers
    ]
    notes = notes_by_layer(layers, 1 if len(layers) > 1 else None)
    # Those of the only layer stand below its main figures.
    below = {
        note
        for view in views[:1]
        if len(views) == 1 and view["main"][0]
        for note in view["main"][0].notes
    }
    since = {} if phases is None else _since(phases)
    for name in ("documents", "labels", "sentences"):
        check_sort(name, args, [view[name][0] for view in views])
    return {
        "agreement": agreement,
        "figures": figures,
        "found": found_line(agreement.survey),
        "nothing": None if agreement.layers else compared_line(agreement),
        "answers": told,
        "leading": _leading_figures(figures, told, args, since) if len(layers) > 1 else None,
        "since": next(iter(since.values()), "") if len(layers) == 1 else "",
        "layers": views,
        "notes": [(note, names) for note, names in notes.items() if note not in below],
        "gold_tables": gold_tables(agreement),
        "gold_layers": gold_counts(agreement),
        "group_tables": group_tables(agreement),
        "only_one": only_one(agreement) if figures.alone else None,
        "drawn_by_one": [
            (named_side(agreement, name), layer_in_words(layer))
            for layer, name in agreement.drawn_by_one
        ],
        "doubts": [*(found.lines if found.unsure else ()), *agreement.copies],
        "habits": agreement.habits,
        "left_aside": left_aside(agreement),
        "if_finished": if_finished(agreement, "empty = nothing in iaa.conf"),
        "compared_total": sum(len(agreement.annotators_of(name)) > 1 for name in agreement.tables),
        "excluded": _left_out(
            "excluded", agreement.excluded, grouped_excluded(agreement), excluded_table, args
        ),
        "problems": _left_out(
            "problems", agreement.problems, grouped_problems(agreement), problem_table, args
        ),
        "patterns": linked_patterns(
            patterns[:TOP_PATTERNS], figures, figures.between_in, with_kinds=len(layers) < 2
        ),
        "patterns_total": len(patterns),
        "every": {"differ": ANNOTATORS} if figures.between and figures.beside else {},
        "unlike": none_stands_out(patterns),
    }


def linked_patterns(patterns, figures, asked, with_kinds=True):
    """(Table of Patterns, addresses of their places); asked: function of a layer's name that
    returns further parameters
    """
    headings = ["labels", "number", "layer", "if resolved", *["kinds"] * with_kinds]
    addresses = [_places_of(pattern, figures, asked) for pattern in patterns]
    table = pattern_list(patterns).ordered(*headings)
    first, *others = table.columns
    table = table._replace(columns=[first._replace(name="labels"), *others])
    return table, {"labels": addresses, "places": addresses}


def _places_of(pattern, figures, asked):
    chosen = {**asked(pattern.layer), **of_pattern(pattern, figures.several)}
    return url_for("places.everyone", _anchor="items", **chosen)


class _Layer(NamedTuple):
    """A layer's name, and what its leading figure is and on how many items."""

    value: str
    about: str


_LAYER = ColumnType(
    "l", lambda layer: layer.value,
    html=lambda layer: Markup(
        '<strong><bdi>{}</bdi></strong><br><span class="of">{}</span>'
    ).format(*layer),
)  # fmt: skip


def _since(phases):
    """{layer's name: leading figure in the first and in the last snapshot, in words}"""
    whole = phases.with_figures()
    if len(whole) < 2:
        return {}
    states = [phases.state(snapshot.number) for snapshot in (whole[0], whole[-1])]
    said = {}
    for one in phase_figures(states, leading=True):
        values = [score and score.value for score in one.whole]
        if None not in values:
            said.setdefault(one.layer, " → ".join(map(figure, values)))
    return said


def _leading(answer):
    if not answer.figures:
        return KINDS[answer.layer.kind].words
    first = answer.figures[0]
    items = plural(first.score.items, item_of(answer.layer))
    return f"{figure_name(*first.key)} · {items}"


def _first(answer):
    """What there is to resolve first in a layer, in a few words."""
    pattern = answer.first
    if answer.places is None:
        return ""
    if not answer.places:
        value = answer.figures[0].score.value if answer.figures else None
        alone = "differs only where spans differ"
        return "nothing to resolve" if value in (None, 1) else alone
    if pattern is None:
        return ""
    about = DIFFERENCES[pattern.kinds[0][0]].about if len(pattern.labels) == 1 else ""
    labels = labels_in_words(pattern.labels)
    words = [about % {"label": labels} if about else labels, f"({count(pattern.places)})"]
    return " ".join(words) + f": {gain_in_words(pattern)}" * bool(pattern.gain)


def _leading_figures(figures, answers, args, since):
    """What the overview shows of several layers: {"listing": SortedList with a row for each
    Answer, "links": addresses of its cells, "rows": class of each row}

    since  see _since()
    """
    rows, lists, patterns, sections = [], {}, {}, {}
    for number, answer in enumerate(answers, 1):
        name = answer.layer.name
        leading = answer.figures[0].score if answer.figures else None
        also = [
            f"{short_name(*one.key)} {figure(one.score.value)}"
            for one in answer.figures[1:]
            if one.score.value is not None
        ]
        address = None
        if answer.first and answer.places:
            address = _places_of(answer.first, figures, figures.between_in)
        about = _Layer(name, _leading(answer))
        before = since.get(name, "") if since else None
        rows.append((about, leading, before, ", ".join(also), answer.places, _first(answer)))
        asked = figures.between_in(name)
        lists[name] = url_for("places.everyone", **asked) if answer.places else None
        patterns[name], sections[name] = address, f"#layer-{number}"
    columns = [_LAYER("layer", "layer"), SCORE("agreement, 95% interval", "agreement")]
    columns += [TEXT("by phase" if since else None, "since"), TEXT("also")]
    columns += [COUNT("disagreements", "places"), SENTENCE("to resolve first", "first")]
    table = Table("Leading figures", columns, rows).with_undefined_notes()
    listing = sorted_list("layers", table, args)
    names = [row[0].value for row in listing.table.records]
    links = {"layer": sections, "places": lists, "first": patterns}
    return {
        "listing": listing._replace(table=with_dots(listing.table, 1)),
        "links": {column: [*map(of.get, names)] for column, of in links.items()},
        "rows": ["" if row[4] else "quiet" for row in listing.table.records],
    }


def _main_figures(layer):
    """(Table of the main figures of a ScoreIndex with dots, {name: address of what it is})"""
    table = main_table([layer])
    explained = {figure_name(*key): explanation(layer.kind, key) for key in layer.main}
    return (with_dots(table, 2) if table.records else None), explained


def _left_out(name, every, grouped, table, args):
    """The SortedList of what was left out: of all, if somebody looks for one, else one of those
    alike. table: function of [(one, number of others alike)] that returns a Table
    """
    looked_for = args.get("show") == name or f"{name}_find" in args
    rows = [(row, 0) for row in every] if looked_for else grouped
    shown = sorted_list(name, table(rows), args, sortable=False)
    found = shown.found if looked_for else len(every)
    return shown._replace(total=len(every), found=found)


def gold_counts(agreement):
    """[(layer, number of places that differ from the gold)], of layers that have any."""
    counts = Counter()
    for (layer, _document), number in agreement.gold_places.by_document().items():
        counts[layer] += number
    return [(name, counts[name]) for name in agreement.listed_layers if counts[name]]


def _means(figures, shown):
    """The picture of each annotator's mean with the others, of the figure of the matrix; None of
    few annotators.
    """
    if shown is None or len(figures.annotators) < MANY or shown["chosen"][1] == "gcm":
        return None
    drawn = annotators(figures.agreement, shown["layer"], shown["chosen"])
    return drawn and Markup(to_svg(drawn))


def layer_view(figures, layer, chosen, args):
    """What the overview shows of a layer, a ScoreIndex.

    chosen  request parameters measure and statistic, if they are about this layer
    """
    notes = notes_by_layer([layer])
    shown_matrix, further = matrix(figures, layer, chosen), ()
    if layer is figures.layer:
        further = [name for name in figures.documents if name not in layer.documents]
    return {
        "scores": layer,
        "main": _main_figures(layer),
        "coarse": coarse_view(figures, layer) if layer.coarse else None,
        "all_figures": [
            table._replace(notes=tuple(note for note in table.notes if note not in notes))
            for table in (figure_table(layer), further_table(layer), recall_table(layer))
            if table.records
        ],
        "explained": {
            name: address
            for name, key in row_names(layer).items()
            if (address := explained_at(layer.kind, *key))
        },
        "matrix": shown_matrix,
        "means": _means(figures, shown_matrix),
        "documents": _sorted_list(figures, layer, "documents", args, further),
        "labels": _sorted_list(figures, layer, "labels", args),
        "sentences": _sentences(layer, args),
    }


def _sorted_list(figures, layer, what, args, further=()):
    """(SortedList of documents or labels of a layer, addresses of its cells)"""
    listing, links = sorted_list(what, list_table(layer, what, further=further), args), {}
    rows, asked = listing.table.records, figures.between_in(layer.name)
    places = [
        url_for("places.everyone", **{what[:-1]: row[0], **asked}) if row[-1] else None
        for row in rows
    ]
    names = places
    if what == "documents":
        names = [url_for("pages.document", name=row[0]) for row in rows]
    links = {column.name: places for column in listing.table.columns if column.name != "items"}
    if len(listing.table.columns) > 3:
        listing = listing._replace(table=with_dots(listing.table, 1))
    return listing, {**links, "name": names}


def _sentences(layer, args):
    """The same of sentences whose trees differ."""
    columns = tree_table(layer)._replace(shown=None, notes=())
    *others, text = columns.columns
    listing = sorted_list(
        "sentences", columns._replace(columns=[*others, text._replace(heading="text")]), args
    )
    pages = [
        url_for("pages.document", name=row[0], sentence=row[1], _anchor=f"s{row[1]}")
        for row in listing.table.records
    ]
    return listing, {"document": pages}


def coarse_view(figures, layer):
    """What the overview shows of figures with coarse labels of a ScoreIndex:

    {"table": Table, "explained": {name of a row: address}, "fine": number of places with fine
    distinctions, "parameters": which choose them}
    """
    chosen = filters_of({"layer": layer.name, "distinction": FINE}, figures.vocabulary)
    return {
        "table": coarse_table(layer),
        "explained": {
            figure_name(*key): explained_at(layer.kind, f"{key[0]}-coarse", key[1])
            for key in layer.coarse
        },
        "fine": len(figures.agreement.annotator_places.select(chosen)),
        "parameters": {**figures.between_in(layer.name), "distinction": FINE},
    }


def matrix(figures, layer, args):
    """The pair matrix of a layer: its (measure, statistic), those to choose from, its Table, and
    addresses of the places of each pair.

    None where there is one pair only. Raises BadRequest for a figure that there is not.
    """
    choices = layer.pair_keys
    if not choices:
        return None
    main = next((key for key in layer.main if key in choices), choices[0])
    chosen = args.get("measure") or main[0], args.get("statistic") or main[1]
    if chosen not in choices:
        raise BadRequest(
            (
                f"There is no measure “{chosen[0]}” with the statistic “{chosen[1]}” in "
                f"{layer.name}."
            ),
            f"Choose one of: {', '.join(map(' '.join, choices))}.",
        )
    names = figures.annotators
    if len(names) < 3:
        return None
    layer = layer.with_pairs(chosen)
    rows = [
        (row, *("" if row == name else layer.score(chosen, (row, name)) for name in names))
        for row in names
    ]
    # Trees are not listed themselves: what differs in them is in the other layers.
    trees = all(each.kind == "trees" for each in figures.agreement.layers)
    asked = figures.in_layer(layer.name) if layer.listed else None if trees else {}
    links = {} if asked is None else {
        name: [
            url_for("places.everyone", a=row[0], b=name, **asked)
            if row[place] != "" and row[place] and row[place].value is not None else None
            for row in rows
        ]
        for place, name in enumerate(names, 1)
    }  # fmt: skip
    table = Table(
        figure_name(*chosen), [TEXT("", ""), *(PAIR_SCORE(name, name) for name in names)], rows
    )
    return {"choices": choices, "chosen": chosen, "table": table, "links": links, "layer": layer}


# Of a list on one page; ten thousand scores take 5 MB.
_ROWS = 5000


def to_json(figures):
    """What the overview has. A list of more than _ROWS comes in pages, and all others on each."""
    body = to_dict(figures.agreement, ())
    body["scores"] = figures.agreement.scores
    body.update(group_rows(figures.agreement))
    body["patterns"] = pattern_list(figures.patterns).dicts()
    body["trees"] = tree_rows(figures.agreement)
    lists = {name: rows for name, rows in body.items() if isinstance(rows, list)}
    here, page, pages = page_of(range(max(map(len, lists.values()))), _ROWS)
    long = {name: rows for name, rows in lists.items() if len(rows) > _ROWS}
    body.update((name, rows[here.start : here.stop]) for name, rows in long.items())
    body["scores"] = score_rows(body["scores"])
    return {"page": page, "pages": pages, **body}
