"""What a document's page shows: its sentences, each with the arcs and the disagreements of a pair."""

from typing import NamedTuple

from markupsafe import Markup

from brat_iaa.report import svg
from brat_iaa.scores import MEASURES
from brat_iaa.web.messages import BadRequest, NotFound
from brat_iaa.web.selection import number

SENTENCES = 50  # on one page


class SentenceView(NamedTuple):
    """found: [(number on the page, Disagreement)]; scores: of this sentence and pair"""

    sentence: object
    picture: str
    found: list
    scores: dict


def context(figures, table, pair, args):
    """Variables of document.html.

    pair  (a, b); b is None if one annotator alone has the document
    args  request parameters: only ("differing": leave out sentences without
          disagreement), page, sentence (the page with that sentence)
    """
    name = table.document
    only = args.get("only", "")
    if only not in ("", "differing"):
        raise BadRequest(f"“only={only}” means nothing here.", "Use only=differing, or leave it out.")
    place = figures.documents.index(name)
    shared = {
        "figures": figures,
        "table": table,
        "name": name,
        "pair": pair,
        "only": only,
        "previous": figures.documents[place - 1] if place else None,
        "next": figures.documents[place + 1] if place + 1 < len(figures.documents) else None,
    }
    if pair[1] is None:
        return dict(shared, sentences=[], found=[], scores={}, page=1, pages=1, total=len(table.sentences))

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
    return dict(
        shared,
        sentences=[
            _view(table, sentence, pair, numbered.get(sentence.number, []), scores.get(sentence.number, ()))
            for sentence in chosen[(page - 1) * SENTENCES : page * SENTENCES]
        ],
        found=found,
        scores={
            (measure, statistic): figures.score(measure, statistic, pair, name)
            for measure in MEASURES
            for statistic in ("masi", "exact", "alpha")
        },
        page=page,
        pages=pages,
        total=len(chosen),
    )


def page_with(table, sentence):
    """The page of the document that shows the sentence, from 1."""
    place = next((i for i, one in enumerate(table.sentences) if one.number == sentence), 0)
    return place // SENTENCES + 1


def seen_from_second(disagreement):
    """The same disagreement with the pair in the other order."""
    turned = {"missing-arc": "extra-arc", "extra-arc": "missing-arc"}
    return disagreement._replace(
        kind=turned.get(disagreement.kind, disagreement.kind),
        annotators=disagreement.annotators[::-1],
        arcs=disagreement.arcs[::-1],
        heads=disagreement.heads[::-1],
        files=disagreement.files[::-1],
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


def _view(table, sentence, pair, found, scores):
    picture = svg.sentence_picture(
        table, sentence, pair, [item for _, item in found], [place for place, _ in found]
    )
    own = {
        (score.measure, score.statistic): score
        for score in scores
        if sorted(score.annotators) == sorted(pair)
    }
    return SentenceView(sentence, Markup(picture), found, own)
