"""The JSON twin of each page: the same rows under the names of the JSON report."""

from brat_iaa.report import disagreements as listing
from brat_iaa.report import places as place_listing
from brat_iaa.report import scores as report
from brat_iaa.report.document_groups import group_rows
from brat_iaa.report.kind_tables import other_layer_table
from brat_iaa.scores.score_list import ScoreList
from brat_iaa.web.review.filter import rows as review_rows
from brat_iaa.web.selection import page_of

# Of a list on one page; ten thousand scores take 5 MB.
_ROWS = 5000


def overview(figures):
    """What the overview has. A list of more than _ROWS comes in pages, and all others on each."""
    body = report.to_dict(figures.agreement, ())
    body["scores"] = figures.agreement.scores
    body["other_layers"] = other_layer_table(figures.agreement).dicts()
    body.update(group_rows(figures.agreement))
    body["patterns"] = place_listing.pattern_rows(figures.patterns)
    lists = {name: rows for name, rows in body.items() if isinstance(rows, (list, ScoreList))}
    here, page, pages = page_of(range(max(map(len, lists.values()))), _ROWS)
    long = {name: rows for name, rows in lists.items() if len(rows) > _ROWS}
    body.update((name, rows[here.start : here.stop]) for name, rows in long.items())
    body["scores"] = report.rows(body["scores"])
    return {"page": page, "pages": pages, **body}


def figure(score):
    """A Score where it is told in short."""
    return {
        "measure": score.measure,
        "statistic": score.statistic,
        "value": score.value,
        "interval": score.interval,
    }


def document(context, project):
    """context: variables of document.html"""
    body = {
        "project": context["figures"].agreement.project,
        "document": context["name"],
        "annotators": [annotator for annotator in context["pair"] if annotator is not None],
        "page": context["page"],
        "pages": context["pages"],
        "scores": report.rows(
            [score for score in context["scores"].values() if score is not None]
            + [score for _, own in context["layers"] for _, score in own]
        ),
        "sentences": [],
    }
    text = context["table"].text
    for view in context["sentences"]:
        body["sentences"].append(
            {
                "sentence": view.sentence.number,
                "text": text[view.sentence.start : view.sentence.end],
                "scores": report.rows(view.scores.values()),
                "places": place_listing.rows(
                    [card.place for card in view.cards], project.links, project.untold
                ),
            }
        )
    return body


def disagreements(context, project, said):
    """context: variables of disagreements.html

    disagreements are those of pairs at the places of this page, as far as they meet the filters.
    said: {key of a Place: Dispute} where the filter by what annotators say is used
    """
    shown = [card.place for card in context["cards"]]
    told = [
        row | own
        for row, own in zip(
            place_listing.rows(shown, project.links, project.untold),
            review_rows(shown, said) if said else [{}] * len(shown),
        )
    ]
    return {
        "project": context["figures"].agreement.project,
        "filters": context["given"],
        "count": context["count"],
        "page": context["page"],
        "pages": context["pages"],
        "patterns": place_listing.pattern_rows(context["all_patterns"]),
        "confusion": _confusion(context["confusion"]),
        "places": told,
        "disagreements": listing.rows(context["pairwise"], project.links, project.untold),
    }


def _confusion(table):
    if table is None:
        return None
    return {
        "annotators": list(table["pair"]) if table["pair"] else None,
        "counts": [
            {"labels": list(labels), "count": number}
            for labels, number in sorted(table["counts"].items())
        ],
    }
