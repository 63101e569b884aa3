"""What a document's page shows: its sentences, each with the arcs and the disagreements of a pair."""

from typing import NamedTuple

from markupsafe import Markup

from brat_iaa.config import GOLD_LAYER
from brat_iaa.corpus.project import OtherText
from brat_iaa.disagreements import seen_from_second
from brat_iaa.report import svg
from brat_iaa.scores import MEASURES
from brat_iaa.web import layer_pictures
from brat_iaa.web.messages import BadRequest, NotFound
from brat_iaa.web.selection import number

SENTENCES = 50  # on one page


class SentenceView(NamedTuple):
    """found: [(number on the page, Disagreement)]; scores: of this sentence and pair; labels: [(layer, cells)]"""

    sentence: object
    picture: str
    found: list
    scores: dict
    labels: list


def context(figures, table, pair, args):
    """Variables of document.html.

    pair  (a, b); b is None if one annotator alone has the document
    args  request parameters: only ("differing": leave out sentences without
          disagreement), page, sentence (the page with that sentence)
    """
    name, to_gold = table.document, figures.gold is not None and figures.gold in pair
    only = args.get("only", "")
    if only not in ("", "differing"):
        raise BadRequest(f"“only={only}” means nothing here.", "Use only=differing, or leave it out.")
    place = figures.documents.index(name)
    left_out = [found for found in figures.agreement.excluded if found.document == name]
    shared = {
        "figures": figures,
        "left_out": left_out,
        "other_texts": any(isinstance(found, OtherText) for found in left_out),
        "table": figures.table(name, pair),
        "present": figures.present(name),
        "to_gold": to_gold,
        "arcs": to_gold or figures.layer is not None,
        "name": name,
        "pair": pair,
        "only": only,
        "previous": figures.documents[place - 1] if place else None,
        "next": figures.documents[place + 1] if place + 1 < len(figures.documents) else None,
    }
    if pair[1] is None:
        return dict(
            shared, sentences=[], found=[], listed=False, scores={}, layers=[], pictures=[],
            page=1, pages=1,
            total=len(table.sentences),
        )

    table = shared["table"]
    found = [
        item if item.annotators == pair else seen_from_second(item)
        for item in figures.found.get(name, ())
        if sorted(item.annotators) == sorted(pair)
    ]
    numbered = {}
    for place, item in enumerate(found, 1):
        numbered.setdefault(item.sentence, []).append((place, item))
    chosen = [
        sentence for sentence in table.sentences if not only or sentence.number in numbered
    ]
    page, pages = _page(chosen, table, args)
    scores = figures.sentence_scores(name)
    here = chosen[(page - 1) * SENTENCES : page * SENTENCES]
    labels, pictures = {}, []
    if not to_gold:
        labels, pictures = _layers(figures, table, pair, list(enumerate(found, 1)), here)
    views = [
        _view(figures, table, sentence, pair, numbered.get(sentence.number, []), scores.get(sentence.number, ()), labels)
        for sentence in here
    ]
    return dict(
        shared,
        sentences=[view for view in views if view.picture or view.found or view.labels],
        layers=[(GOLD_LAYER, figures.gold_scores(name, pair))]
        if to_gold
        else [(layer, _of_document(layer, name, pair)) for layer in figures.others],
        pictures=pictures,
        found=found,
        listed=_listed(figures, name, pair),
        scores={
            (measure, statistic): figures.score(measure, statistic, pair, name)
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
        raise NotFound(f"There is no page {page}; the last one is page {pages}.", f"Use page={pages} or lower.")
    return page, pages


def _of_document(layer, document, pair):
    """[(key, Score)] of the main figures of a layer in a document, if they are about this pair."""
    own = layer.documents.get(document, {})
    return [(key, own[key]) for key in layer.main if key in own and sorted(own[key].annotators) == sorted(pair)]


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


def _layers(figures, table, pair, found, sentences):
    """({layer: {sentence number: cells}} of labels, pictures of chains and relations in these sentences).

    found  [(number on the page, Disagreement)] of all layers
    """
    labels, pictures = {}, []
    numbers = {sentence.number for sentence in sentences}
    for place, layer in enumerate(figures.others):
        part = figures.agreement.parts[layer.name].get(table.document)
        own = [(number, item) for number, item in found if item.layer == layer.name]
        if part is None:
            continue
        if layer.kind == "labels":
            labels[layer.name] = layer_pictures.label_cells(part.items, pair, own)
            continue
        if layer.kind == "chains":
            rows = layer_pictures.chain_texts(part.items, table, sentences, pair, own)
        elif layer.kind == "relations":
            rows = [
                row for row in layer_pictures.relation_rows(part.items, table, pair, own) if row.sentence in numbers
            ]
        else:
            continue
        pictures.append({"kind": layer.kind, "name": layer.name, "anchor": f"picture-{place}", "rows": rows})
    return labels, pictures


def _view(figures, table, sentence, pair, found, scores, labels):
    layer = GOLD_LAYER if figures.gold is not None and figures.gold in pair else figures.layer
    arcs = [(place, item) for place, item in found if layer and item.layer == layer.name]
    picture = ""
    if layer:
        picture = svg.sentence_picture(
            table, sentence, pair, [item for _, item in arcs], [place for place, _ in arcs]
        )
    own = {
        (score.measure, score.statistic): score
        for score in scores
        if sorted(score.annotators) == sorted(pair)
    }
    cells = [(name, by_sentence[sentence.number]) for name, by_sentence in labels.items() if sentence.number in by_sentence]
    return SentenceView(sentence, Markup(picture), found, own, cells)
