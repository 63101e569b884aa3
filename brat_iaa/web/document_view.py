"""What a document's page shows: its sentences, each with the arcs and the disagreements of a
pair.
"""

from collections import defaultdict

from markupsafe import Markup

from brat_iaa.corpus.project import OtherText
from brat_iaa.figures import short_name, statistic_name
from brat_iaa.formats import svg
from brat_iaa.formats.cells import figure
from brat_iaa.formats.display_names import NOT_ANNOTATED, runs_from_right
from brat_iaa.formats.tables import TEXT, ColumnType, Table
from brat_iaa.kinds import KINDS, leading_first
from brat_iaa.layers.difference import seen_from
from brat_iaa.places.filters import Filters
from brat_iaa.places.place import group_into_places
from brat_iaa.places.values import ValueLookup
from brat_iaa.report.items import values_in_words
from brat_iaa.report.places import rows as place_rows
from brat_iaa.report.scores import rows as score_rows
from brat_iaa.scores import MEASURES
from brat_iaa.scores.score_table import NOTHING
from brat_iaa.web.annotation_pictures import span_pictures
from brat_iaa.web.messages import NotFound
from brat_iaa.web.places.cards import Cards, by_links, side_by_side
from brat_iaa.web.selection import choice, number, page_of
from brat_iaa.web.tables import NUMBER
from brat_iaa.web.tree_pictures import differing_arcs, trees_in_document

SENTENCES = 50  # on one page
_STATISTICS = "masi", "exact", "alpha"  # of arcs
# What is said of an annotator who has nothing there.
_NOTHING = {"", NOT_ANNOTATED}


def context(figures, table, pair, args, project):
    """Variables of document.html.

    pair  (a, b); b is None if one annotator alone has the document
    args  request parameters: only ("differing": leave out sentences without disagreement; "all":
          do not, the default where nothing differs), page, sentence (the page with that sentence)
    """
    name, to_gold = table.document, figures.gold is not None and figures.gold in pair
    asked = choice(args, "only", ("differing", "all"), "sentences")
    place = figures.documents.index(name)
    left_out = [exclusion for exclusion in figures.agreement.excluded if exclusion.document == name]
    shared = {
        "figures": figures,
        "left_out": left_out,
        "other_texts": any(isinstance(exclusion, OtherText) for exclusion in left_out),
        "table": figures.table(name, pair),
        "present": figures.present(name),
        "to_gold": to_gold,
        "name": name,
        "pair": pair,
        "only": asked,
        "previous": figures.documents[place - 1] if place else None,
        "next": figures.documents[place + 1] if place + 1 < len(figures.documents) else None,
    }
    if pair[1] is None:
        return dict(shared, sentences=[], scores={}, layers=[], page=1, pages=1)

    table = shared["table"]
    of_document = figures.differences_in(name)
    every = group_into_places([(ValueLookup(figures.agreement), of_document)])
    places = [place for place in every if place.differ(*pair)]
    listed = seen_from(pair[0], of_document, pair[1])
    number_of = {place.key: number for number, place in enumerate(places, 1)}
    made = Cards(by_links(project.links), pair, redacted=project.redacted)
    places_in = defaultdict(list)
    for place in places:
        places_in[place.sentence].append(place)
    trees = None if figures.layer else trees_in_document(figures, name, pair)
    differing = {*places_in, *(trees.differing if trees else ())}
    numbered = [(number_of[(each.follows or each.item).key], each) for each in listed]
    sentence = number(args, "sentence", 1, "sentence")
    differs_here = bool(differing) and sentence in (None, *differing)
    # Programs get all sentences.
    only = asked or ("differing" if differs_here and args.get("format") != "json" else "all")
    chosen = [
        sentence for sentence in table.sentences if only == "all" or sentence.number in differing
    ]
    here, page, pages = _page(chosen, table, sentence)
    both = side_by_side(project.links)
    drawn_layer, spans = _drawn_layer(figures, name, pair), {}
    if drawn_layer is not None:
        layer, part = drawn_layer
        of_layer = [(number, item) for number, item in numbered if item.layer == layer]
        spans = span_pictures(part.columns().on_spans, table, here, pair, of_layer)
    elif trees and not trees.arcs:
        spans = trees.phrases(table, here, pair)
    arcs = figures.layer and figures.layer.name
    drawn = [(number, item) for number, item in numbered if item.layer == arcs]
    views = [
        {
            "sentence": sentence,
            "picture": _arcs_picture(
                figures, table, sentence, pair, drawn, project.redacted, trees
            ),
            "differs": sentence.number in differing,
            "cards": [
                made.card(place, table, number_of[place.key], both=both)
                for place in places_in.get(sentence.number, ())
            ],
            "scores": {
                (score.measure, score.statistic): score
                for score in figures.sentence_scores(name).get(sentence.number, ())
                if sorted(score.annotators) == sorted(pair)
            },
            "spans": spans.get(sentence.number),
            "rtl": runs_from_right(table.text[sentence.start : sentence.end]),
        }
        for sentence in here
    ]
    layers = figures.gold_scores(name, pair) if to_gold else _scores(figures, name, pair)
    arcs = next((dict(of) for layer, of in layers if layer is figures.layer), {})
    return dict(
        shared,
        sentences=[view for view in views if any(map(view.get, ("picture", "cards", "spans")))],
        spans=bool(spans),
        arcs=figures.layer is not None or bool(trees and trees.arcs),
        layers=layers,
        small_figures=_small_figures(figures, layers, arcs, " and ".join(pair)),
        item_tables=_item_tables(figures, table, pair, places, here, drawn_layer),
        places=places,
        trees_differ=len(trees.differing) if trees else 0,
        only=only,
        listed=_listed(figures, name, pair),
        scores=arcs,
        page=page,
        pages=pages,
    )


def _scores(figures, document, pair):
    """[(ScoreIndex of a layer, [((measure, statistic), Score)])] of a pair in a document."""
    agreement, found = figures.agreement, []
    for layer, index in zip(leading_first(agreement.layers), figures.layers):
        keys = index.main
        if layer == agreement.dependencies:
            keys = [(measure, name) for name in _STATISTICS for measure in MEASURES]
        if document in agreement.parts[layer.name]:
            asked = NOTHING._replace(documents=tuple(keys), document_pairs=tuple(keys))
            scores = {
                (score.measure, score.statistic): score
                for score in agreement.document_scores(layer, document, asked)
                if sorted(score.annotators) == sorted(pair)
            }
            found.append((index, [(key, scores[key]) for key in keys if key in scores]))
    return found


def _page(chosen, table, sentence):
    """page_of() with the sentence that is asked for, or else with the number of the page."""
    if sentence is None:
        return page_of(chosen, SENTENCES)
    if all(each.number != sentence for each in table.sentences):
        raise NotFound(
            f"“{table.document}” has no sentence {sentence}.",
            f"Its sentences are 1 to {len(table.sentences)}.",
        )
    before = [index for index, each in enumerate(chosen) if each.number <= sentence]
    page = before[-1] // SENTENCES if before else 0
    pages = max(1, -(-len(chosen) // SENTENCES))
    return chosen[page * SENTENCES : (page + 1) * SENTENCES], page + 1, pages


def _listed(figures, document, pair):
    """Whether anything of which disagreements are listed was compared in a document."""
    trees = [layer.name for layer in figures.others if not layer.listed]
    return any(
        score.value is not None and set(pair) <= set(score.annotators)
        for layer in (*figures.layers, *figures.gold_layers)
        if layer.name not in trees
        for score in layer.documents.get(document, {}).values()
    )


def _small_figures(figures, layers, arcs, about):
    """List of Table: of arcs, and one for the layers that have the same figures.

    layers  [(layer, [(key, Score)])]
    arcs    {(measure, statistic): Score} of dependencies; {} without
    about   what the first is about
    """
    of_arcs = [
        (statistic_name(statistic), *(arcs.get((measure, statistic)) for measure in MEASURES))
        for statistic in _STATISTICS
        if arcs.get(("LAA", statistic)) is not None
    ]
    made = [Table(f"Agreement of {about} in this document", _columns(MEASURES), of_arcs)]
    tables: dict = {}
    for layer, scores in layers:
        if scores and layer is not figures.layer:
            rows = tables.setdefault(tuple(short_name(*key) for key, score in scores), [])
            rows.append((layer.name, *(score for key, score in scores)))
    made += [
        Table(f"Agreement on {', '.join(row[0] for row in rows)}", _columns(heads), rows)
        for heads, rows in tables.items()
    ]
    return [table for table in made if table.records]


def _value(score):
    if score is not None and score.value is None:
        return f"undefined: {score.undefined}"
    return figure(score and score.value).replace("-", "−")


_VALUE = ColumnType("r", _value)


def _columns(heads):
    return [TEXT(""), *map(_VALUE, heads)]


def _drawn_layer(figures, document, pair):
    """(name, DrawnLayer) of the layer of labels whose spans are drawn on the text; None where
    spans are tokens, or there is none.
    """
    parts = [] if figures.of_tokens else figures.layer_parts(document, pair)
    return next(((name, part) for name, kind, part in parts if KINDS[kind].of_spans), None)


def _item_tables(figures, table, pair, places, sentences, drawn_layer):
    """[(Table of what both gave each item of a layer that is not drawn, addresses, classes of its
    rows)]. places: those of the pair, as they are numbered on the page
    """
    made, lookup = [], ValueLookup(figures.agreement)
    shown = {sentence.number for sentence in sentences}
    for layer, kind, _ in figures.layer_parts(table.document, pair):
        if not KINDS[kind].listed or drawn_layer is not None and layer == drawn_layer[0]:
            continue
        numbers = {
            place.token.fragments: number
            for number, place in enumerate(places, 1)
            if place.layer == layer
        }
        chosen = Filters(document=table.document, layer=layer)
        of_layer = figures.agreement.places.select(chosen)
        rows, differing = [], []
        items = values_in_words(
            figures.agreement, lookup, layer, table.document, of_layer, offsets=False
        )
        for fragments, texts in items:
            both, sentence = [texts.get(each, "") for each in pair], table.sentence_of(fragments)
            if {*both} - _NOTHING and sentence in shown:
                rows.append((sentence, table.words(fragments), *both))
                differing.append(numbers.get(fragments))
        columns = [NUMBER("sentence"), TEXT("words"), *map(TEXT, pair)]
        links = {
            "sentence": [f"#s{row[0]}" for row in rows],
            "words": [f"#d{number}" if number else None for number in differing],
        }
        if rows:
            classes = ["differs" if number else "" for number in differing]
            made.append((Table(layer, columns, rows), links, classes))
    return made


def _arcs_picture(figures, table, sentence, pair, drawn, redacted, trees):
    """The arcs of a pair in a sentence; "" where there are none to compare.

    drawn  [(number on the page, PairDifference)] of the arcs of the pair in the document
    trees  TreesInDocument where what differs in arcs is in no list, else None
    """
    here = [(number, item) for number, item in drawn if item.sentence == sentence.number]
    numbers, items = zip(*here) if here else (None, ())
    if trees and trees.arcs and sentence.number in trees.trees:
        numbers, items = None, differing_arcs(table, sentence, pair)
    elif not figures.layer:
        return ""
    return Markup(svg.sentence_picture(table, sentence, pair, items, numbers, redacted))


def to_json(context, project):
    """context: variables of document.html"""
    body = {
        "project": context["figures"].agreement.project,
        "document": context["name"],
        "annotators": [annotator for annotator in context["pair"] if annotator is not None],
        "page": context["page"],
        "pages": context["pages"],
        "scores": score_rows([score for _, scores in context["layers"] for _, score in scores]),
        "sentences": [],
    }
    text = context["table"].text
    for view in context["sentences"]:
        body["sentences"].append(
            {
                "sentence": view["sentence"].number,
                "text": text[view["sentence"].start : view["sentence"].end],
                "scores": score_rows(view["scores"].values()),
                "places": [
                    *place_rows(
                        [card.place for card in view["cards"]], project.links, project.redacted
                    )
                ],
            }
        )
    return body
