"""What a document's page shows: its sentences, each with the arcs and the disagreements of a
pair.
"""

from typing import NamedTuple

from markupsafe import Markup

from brat_iaa.config import GOLD_LAYER
from brat_iaa.corpus.project import OtherText
from brat_iaa.formats import svg
from brat_iaa.layers.disagreement import seen_from_second
from brat_iaa.places.place import joined, key_of, of_pair
from brat_iaa.places.values import Values
from brat_iaa.scores import MEASURES
from brat_iaa.web import element_rows, layer_pictures, span_pictures
from brat_iaa.web.messages import BadRequest, NotFound
from brat_iaa.web.selection import number

SENTENCES = 50  # on one page


class SentenceView(NamedTuple):
    """One sentence.

    found   [(number on the page, Place, address of both side by side in brat or None)]
    scores  of this sentence and pair
    labels  [(layer, cells)] of tokens
    spans   span_pictures.Picture of spans that annotators drew, or None
    """

    sentence: object
    picture: str
    found: list
    scores: dict
    labels: list
    spans: object


class _Layers(NamedTuple):
    """Of the layers without arcs.

    labels    {layer: {sentence number: cells}} of tokens
    spans     {sentence number: span_pictures.Picture}
    pictures  of chains, relations and events
    """

    labels: dict
    spans: dict
    pictures: list


def context(figures, table, pair, args, links):
    """Variables of document.html.

    pair   (a, b); b is None if one annotator alone has the document
    links  function of a Disagreement that returns its Links; None without brat
    args  request parameters: only ("differing": leave out sentences without
          disagreement), page, sentence (the page with that sentence)
    """
    name, to_gold = table.document, figures.gold is not None and figures.gold in pair
    only = args.get("only", "")
    if only not in ("", "differing"):
        raise BadRequest(
            f"“only={only}” means nothing here.", "Use only=differing, or leave it out."
        )
    place = figures.documents.index(name)
    left_out = [found for found in figures.agreement.excluded if found.document == name]
    shared = {
        "figures": figures,
        "left_out": left_out,
        "other_texts": any(isinstance(found, OtherText) for found in left_out),
        "table": figures.table(name, pair),
        "present": figures.present(name),
        "to_gold": to_gold,
        "arcs": figures.layer is not None,
        "name": name,
        "pair": pair,
        "only": only,
        "previous": figures.documents[place - 1] if place else None,
        "next": figures.documents[place + 1] if place + 1 < len(figures.documents) else None,
    }
    if pair[1] is None:
        return dict(
            shared,
            sentences=[],
            places=(),
            listed=False,
            scores={},
            layers=[],
            pictures=[],
            page=1,
            pages=1,
            total=len(table.sentences),
            spans=False,
            small_figures=[],
        )

    table = shared["table"]
    of_document = figures.disagreements_of(name)
    places = of_pair(joined([(Values(figures.agreement), of_document)]), pair)
    found = [
        item if item.annotators == pair else seen_from_second(item)
        for item in of_document
        if sorted(item.annotators) == sorted(pair)
    ]
    number_of = {place.key: number for number, place in enumerate(places, 1)}
    both = {key_of(item): links(item).both for item in reversed(found)} if links else {}
    numbered = {}
    for place in places:
        row = number_of[place.key], place, both.get(place.key)
        numbered.setdefault(place.sentence, []).append(row)
    found = [(number_of[key_of(item)], item) for item in found]
    chosen = [sentence for sentence in table.sentences if not only or sentence.number in numbered]
    page, pages = _page(chosen, table, args)
    scores = figures.sentence_scores(name)
    here = chosen[(page - 1) * SENTENCES : page * SENTENCES]
    layers = _layers(figures, table, pair, found, here)
    views = [
        _view(
            figures,
            table,
            sentence,
            pair,
            found,
            numbered.get(sentence.number, []),
            scores.get(sentence.number, ()),
            layers,
        )
        for sentence in here
    ]
    scores_of_layers = [(layer, _of_document(layer, name, pair)) for layer in figures.others]
    if to_gold:
        scores_of_layers = figures.gold_scores(name, pair)
    return dict(
        shared,
        sentences=[
            view for view in views if view.picture or view.found or view.labels or view.spans
        ],
        spans=bool(layers.spans),
        layers=scores_of_layers,
        small_figures=_small_figures(scores_of_layers),
        pictures=layers.pictures,
        places=places,
        listed=_listed(figures, name, pair),
        scores={
            (measure, statistic): figures.layer.score((measure, statistic), pair, name)
            for measure in MEASURES
            for statistic in ("masi", "exact", "alpha")
            if figures.layer
        },
        page=page,
        pages=pages,
        total=len(chosen),
    )


def _page(chosen, table, args):
    pages = max(1, -(-len(chosen) // SENTENCES))
    sentence = number(args, "sentence", 1, "Sentence")
    if sentence is not None:
        if all(one.number != sentence for one in table.sentences):
            raise NotFound(
                f"“{table.document}” has no sentence {sentence}.",
                f"Its sentences are 1 to {len(table.sentences)}.",
            )
        before = [i for i, one in enumerate(chosen) if one.number <= sentence]
        return (before[-1] // SENTENCES + 1 if before else 1), pages
    page = number(args, "page", 1, "Page") or 1
    if page > pages:
        raise NotFound(
            f"There is no page {page}; the last one is page {pages}.", f"Use page={pages} or lower."
        )
    return page, pages


def _of_document(layer, document, pair):
    """[(key, Score)] of the main figures of a layer in a document, if they are about this pair."""
    own = layer.documents.get(document, {})
    return [
        (key, own[key])
        for key in layer.main
        if key in own and sorted(own[key].annotators) == sorted(pair)
    ]


def _listed(figures, document, pair):
    """Whether anything of which disagreements are listed was compared in a document."""
    trees = [layer.name for layer in figures.others if layer.kind == "trees"]
    return any(
        score.document == document
        and score.layer not in trees
        and score.value is not None
        and set(pair) <= set(score.annotators)
        for score in figures.agreement.scores
    )


def _small_figures(layers):
    """[(keys, [(layer's name, scores)])], a table for the layers that have the same figures.

    layers  [(layer, [(key, Score)])]
    """
    tables = {}
    for layer, scores in layers:
        if scores:
            own = tables.setdefault(tuple(key for key, _ in scores), [])
            own.append((layer.name, [score for _, score in scores]))
    return list(tables.items())


def _layers(figures, table, pair, found, sentences):
    """The _Layers of these sentences.

    found  [(number on the page, Disagreement)] of all layers
    """
    labels, drawn, pictures = {}, [], []
    numbers = {sentence.number for sentence in sentences}
    for place, (name, kind, part) in enumerate(figures.layer_parts(table.document, pair)):
        own = [(number, item) for number, item in found if item.layer == name]
        if kind == "labels":
            if figures.of_tokens:
                labels[name] = layer_pictures.label_cells(part.items, pair, own)
            else:
                drawn.append((name, part.items))
            continue
        if kind == "chains":
            rows = layer_pictures.chain_texts(part.items, table, sentences, pair, own)
        elif kind == "relations":
            rows = layer_pictures.relation_rows(part.items, table, pair, own)
        elif kind in element_rows.KINDS:
            rows = element_rows.element_rows(kind, part.items, table, pair, own)
        else:
            continue
        if kind != "chains":
            rows = [row for row in rows if row.sentence in numbers]
        pictures.append({"kind": kind, "name": name, "anchor": f"picture-{place}", "rows": rows})
    spans = span_pictures.span_pictures(drawn, table, sentences, pair, found) if drawn else {}
    return _Layers(labels, spans, pictures)


def _view(figures, table, sentence, pair, found, places, scores, layers):
    layer = GOLD_LAYER if figures.gold is not None and figures.gold in pair else figures.layer
    arcs = [
        (number, item)
        for number, item in found
        if layer and (item.layer, item.sentence) == (layer.name, sentence.number)
    ]
    picture = ""
    if figures.layer:
        picture = svg.sentence_picture(
            table, sentence, pair, [item for _, item in arcs], [number for number, _ in arcs]
        )
    own = {
        (score.measure, score.statistic): score
        for score in scores
        if sorted(score.annotators) == sorted(pair)
    }
    number = sentence.number
    cells = [(name, cells[number]) for name, cells in layers.labels.items() if number in cells]
    return SentenceView(sentence, Markup(picture), places, own, cells, layers.spans.get(number))
