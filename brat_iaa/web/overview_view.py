"""What the overview shows: the answer, what to settle first, then pairs, documents and labels."""

from collections import Counter, defaultdict

from markupsafe import Markup

from brat_iaa.errors import BratIaaError
from brat_iaa.figures import full_name
from brat_iaa.formats.cells import figure_with_interval, interval_notes
from brat_iaa.formats.picture import to_svg
from brat_iaa.phases.trend import small_line, trends
from brat_iaa.places.filters import ANNOTATORS, FINE, filters_of
from brat_iaa.report.answer import answers
from brat_iaa.report.charts import scale_of
from brat_iaa.report.contents import compared_line, found_line, layer_in_words
from brat_iaa.report.document_groups import group_rows, group_tables
from brat_iaa.report.gold_tables import gold_tables
from brat_iaa.report.kind_tables import (
    coarse_table,
    further_coarse_tables,
    other_layer_table,
    other_layer_tables,
)
from brat_iaa.report.layer_tables import figure_tables, row_names
from brat_iaa.report.notes import (
    grouped_excluded,
    grouped_problems,
    if_finished,
    left_out_notes,
    other_text_notes,
    prevalence_notes,
)
from brat_iaa.report.places import none_stands_out, pattern_rows
from brat_iaa.report.plots import annotators
from brat_iaa.report.scores import rows as score_rows
from brat_iaa.report.scores import to_dict
from brat_iaa.report.tables import excluded_table, in_no_figure, only_one, problem_table
from brat_iaa.web.guide_view import explained_at
from brat_iaa.web.listing import SortColumn, check, column_name, listing
from brat_iaa.web.messages import BadRequest
from brat_iaa.web.selection import choice, of_pattern, page_of

TOP_PATTERNS = 10
# Annotators from which their means are drawn, and snapshots in a small line.
MANY, SHOWN = 4, 12


def context(figures, args, phases=None):
    """Variables of overview.html.

    phases  web.phases.Phases; None where the viewer may not see them
    args  request parameters: measure and statistic of the pair matrix; those of the lists of
          documents, labels, excluded and problems, see web.listing
    """
    agreement = figures.agreement
    patterns = figures.patterns
    # What measure and statistic are about.
    about = choice(args, "layer", [layer.name for layer in agreement.layers], "Layer")
    about = about or next((layer.name for layer in figures.layers), None)
    layers = [] if figures.alone else figures.layers
    answered, by_layer = answers(layers, patterns), _trends(phases)
    views = [
        layer_view(
            figures,
            answer,
            args if about == answer.layer.name else {},
            args,
            by_layer.get(answer.layer.name),
        )
        for answer in answered
    ]
    by_note = defaultdict(list)
    for view in views:
        for note in view["notes"]:
            by_note[note].append(view["scores"].name)
    for name in ("documents", "labels"):
        check(name, args, [column for view in views for column in view[name].columns])
    return {
        "agreement": agreement,
        "figures": figures,
        "found": found_line(agreement.survey),
        "nothing": None if agreement.layers else compared_line(agreement),
        "answers": answered,
        "layers": views,
        "notes": [(note, names) for note, names in by_note.items() if len(names) > 1],
        "gold_tables": gold_tables(agreement),
        "gold_layers": gold_counts(agreement),
        "other_layer_tables": other_layer_tables(agreement),
        "group_tables": group_tables(agreement),
        "only_one": only_one(agreement) if figures.alone else None,
        "drawn_by_one": [(name, layer_in_words(layer)) for layer, name in agreement.drawn_by_one],
        "in_no_figure": in_no_figure(agreement),
        "if_finished": if_finished(agreement, "empty = nothing in iaa.conf"),
        "compared_total": sum(len(agreement.annotators_of(name)) > 1 for name in agreement.tables),
        "excluded": _of_all(
            "excluded", agreement.excluded, grouped_excluded(agreement), excluded_table, args
        ),
        "problems": _of_all(
            "problems", agreement.problems, grouped_problems(agreement), problem_table, args
        ),
        "patterns": [
            (pattern, {**of_pattern(pattern, figures.several), **figures.between_in(pattern.layer)})
            for pattern in patterns[:TOP_PATTERNS]
        ],
        "patterns_total": len(patterns),
        "every": {"differ": ANNOTATORS} if figures.between and figures.beside else {},
        "settled": any(pattern.gain is not None for pattern in patterns),
        "unlike": none_stands_out(patterns),
    }


def _of_all(name, every, grouped, table, args):
    """(SortedList of [(one, number of others alike)]: of all, if somebody looks for one; its Table)

    table  function of these rows
    """
    looked_for = args.get("show") == name or f"{name}_find" in args
    rows = [(row, 0) for row in every] if looked_for else grouped
    shown = listing(name, rows, (), lambda row: " ".join(map(str, row[0])), args)
    found = shown.found if looked_for else len(every)
    return shown._replace(total=len(every), found=found), table(shown.rows)


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


def _trends(phases):
    """{layer: Trend of its leading figure} of the last snapshots; {} where they are not seen."""
    if phases is None:
        return {}
    try:
        whole = phases.with_figures()[-SHOWN:]
        of_layers = (
            trends([phases.state(snapshot.number) for snapshot in whole]) if len(whole) > 1 else []
        )
    except (BratIaaError, OSError):
        return {}  # the page of phases says what is wrong with the store
    # Of dependencies LAA comes first.
    return {trend.layer: trend for trend in reversed(of_layers)}


def layer_view(figures, answer, chosen, args, trend=None):
    """What the overview shows of a layer.

    answer  Answer
    chosen  request parameters measure and statistic, if they are about this layer
    trend   Trend of the layer, or None
    """
    layer = answer.layer
    scores = [figure.score for figure in answer.figures]
    shown = set(map(figure_with_interval, scores))
    notes = interval_notes(scores)
    made = notes and scores[0].value is not None and scores[0].interval is not None
    method, notes = (notes[0], notes[1:]) if made else ("", notes)
    notes += [*other_text_notes(layer), *prevalence_notes(layer), *left_out_notes(layer)]
    documents, labels = layer.documents_lowest_first(), layer.labels_lowest_first()
    arcs, shown_matrix = layer is figures.layer, matrix(figures, layer, chosen)
    if arcs:
        documents += [(name, {}, 0) for name in figures.documents if name not in layer.documents]
    document_keys = [key for key in layer.main if any(key in scores for _, scores, _ in documents)]
    label_keys = list(dict.fromkeys(key for scores in layer.labels.values() for key in scores))
    if arcs:
        label_keys = [(measure, "gcm-f1") for measure, _ in layer.main]
    documents = _by_name("documents", documents, document_keys, args)
    labels = _by_name("labels", labels, label_keys, args)
    return {
        "scores": layer,
        # The main figures that the sentence does not say.
        "further": [
            (key, layer.overall[key])
            for key in layer.main
            if key in layer.overall
            and figure_with_interval(layer.overall[key]) not in (*shown, "–")
        ],
        "notes": notes,
        "method": method,
        "coarse": coarse_view(figures, layer) if layer.coarse else None,
        "all_figures": [
            table._replace(notes=tuple(note for note in table.notes if note not in notes))
            for table in figure_tables(layer)
            if table.records
        ],
        "explained": {
            name: address
            for name, key in row_names(layer).items()
            if (address := explained_at(layer.kind, *key))
        },
        "matrix": shown_matrix,
        "means": _means(figures, shown_matrix),
        "trend": trend and Markup(to_svg(small_line(trend), "small-trend")),
        "documents": documents,
        "document_keys": document_keys,
        "document_scale": _scale(documents.rows, document_keys),
        "labels": labels,
        "label_scale": _scale(labels.rows, label_keys),
        "label_keys": label_keys,
        "listed": layer.listed,
    }


def _scale(rows, keys):
    return scale_of([scores.get(key) for _, scores, _ in rows for key in keys[:1]])


def coarse_view(figures, layer):
    """What the overview shows of figures with coarse labels of a ScoreIndex:

    {"tables": of the project, of documents, of labels, "explained": {name of a row of the first:
    address}, "fine": number of places with fine distinctions, "parameters": which choose them}
    """
    chosen = filters_of({"layer": layer.name, "distinction": FINE}, figures.vocabulary)
    return {
        "tables": [coarse_table(layer), *further_coarse_tables(layer)],
        "explained": {
            full_name(*key): explained_at(layer.kind, f"{key[0]}-coarse", key[1])
            for key in layer.coarse["overall"]
        },
        "fine": len(figures.agreement.annotator_places.select(chosen)),
        "parameters": {**figures.between_in(layer.name), "distinction": FINE},
    }


def matrix(figures, layer, args):
    """The pair matrix of a layer: its (measure, statistic), those to choose from, rows of scores.

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
    if len(figures.annotators) < 3:
        return None
    layer = layer.with_pairs(chosen)
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
    return {"choices": choices, "chosen": chosen, "rows": rows, "layer": layer}


def _by_name(name, rows, keys, args):
    """The SortedList of [(name, {key: Score}, number of places)], with figures of some keys."""

    def value_of(key):
        return lambda row: row[1][key].value if key in row[1] else None

    columns = [
        SortColumn("name", lambda row: row[0].casefold()),
        *(SortColumn(column_name(key), value_of(key)) for key in keys),
        SortColumn("items", lambda row: row[1][keys[0]].items if keys[0] in row[1] else None, True),
        SortColumn("places", lambda row: row[2], True),
    ]
    return listing(name, rows, columns if keys else [], lambda row: row[0], args)


# Of a list on one page; ten thousand scores take 5 MB.
_ROWS = 5000


def to_json(figures):
    """What the overview has. A list of more than _ROWS comes in pages, and all others on each."""
    body = to_dict(figures.agreement, ())
    body["scores"] = figures.agreement.scores
    body["other_layers"] = other_layer_table(figures.agreement).dicts()
    body.update(group_rows(figures.agreement))
    body["patterns"] = pattern_rows(figures.patterns)
    lists = {name: rows for name, rows in body.items() if isinstance(rows, list)}
    here, page, pages = page_of(range(max(map(len, lists.values()))), _ROWS)
    long = {name: rows for name, rows in lists.items() if len(rows) > _ROWS}
    body.update((name, rows[here.start : here.stop]) for name, rows in long.items())
    body["scores"] = score_rows(body["scores"])
    return {"page": page, "pages": pages, **body}
