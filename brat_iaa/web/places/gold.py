"""Places between an annotator and the gold: one's own errors, those of each for the lead."""

from flask import g

from brat_iaa.access.permissions import ALL
from brat_iaa.config import GOLD_LAYER, layers_about_gold
from brat_iaa.figures import figure_name, figure_of_layer
from brat_iaa.formats.tables import SCORE, SENTENCE, TEXT, Table
from brat_iaa.review.items import span_in_store
from brat_iaa.scores.document_groups import OF_PROJECT
from brat_iaa.scores.index import main_figures
from brat_iaa.web.places.cards import Cards, by_links
from brat_iaa.web.places.everyone import Everyone
from brat_iaa.web.places.lists import COMMON

# Of dependencies, as the reports name them; the first leads.
FIGURES = {
    ("LAA", "f1"): "arcs with the same head and label as in the gold",
    ("LAA", "precision"): "of the arcs drawn, those that the gold has",
    ("LAA", "recall"): "of the gold’s arcs, those that were drawn",
    ("LAS", "accuracy"): "tokens with all heads and labels as in the gold",
    ("UAS", "accuracy"): "with all heads",
    ("LA", "accuracy"): "with all labels",
}


class WithGold(Everyone):
    """The places of a ProjectView of one annotator and the gold.

    annotators  whose places may be looked at instead
    """

    name, endpoint, template = "gold", "places.gold", "gold.html"
    parameters = (*Everyone.parameters, "annotator")

    def __init__(self, project, figures, annotator, annotators=()):
        super().__init__(project, figures, **({"annotator": annotator} if annotators else {}))
        self.annotator, self.annotators = annotator, annotators
        self.mine = annotator == g.viewer.permission.me
        self.title = f"{'You' if self.mine else annotator} and the gold standard"
        self.offered = tuple(filter for filter in COMMON if filter.name not in ("a", "b"))
        self.documents = g.viewer.permission.level == ALL
        self._reasons = g.viewer.adjudicating().reasons(figures.agreement)

    def cards(self, rows, first, given):
        called = {self.annotator: "you"} if self.mine else {}
        called[self.figures.gold] = "gold"
        made = Cards(
            by_links(self.project.links), (self.annotator,), lambda name: called.get(name, name)
        )
        return [
            made.card(place, self._table(place), number, about=self.reason(place))
            for number, place in enumerate(rows, first)
        ]

    def reason(self, place):
        """Why the gold has what it has there, "" without a reason."""
        return self._reasons.get(span_in_store(place), "")

    def beside(self, row):
        return {"reason": self.reason(row)}

    def further(self, given, chosen, args):
        agreement, now = self.figures.agreement, figures_now(self.figures.agreement)
        rows = [
            (
                figure_of_layer(layer.partition("/")[2], *key) if layer else figure_name(*key),
                *(score, FIGURES.get(key, "")),
            )
            for layer, score in now
            for key in [(score.measure, score.statistic)]
        ]
        columns = [TEXT("figure"), SCORE("value"), SENTENCE("")]
        return super().further(given, chosen, args) | {
            "compared": len(agreement.references),
            "figures_now": now,
            "figures_table": Table("Figures against the gold standard", columns, rows),
        }

    def further_json(self, context):
        return {
            "annotator": self.annotator,
            "gold": self.figures.gold,
            "figures": [
                {"layer": layer or GOLD_LAYER.name, **_figure(score)}
                for layer, score in context["figures_now"]
            ],
        }


def figures_now(agreement):
    """[(layer, Score)] of the whole work with the gold; of dependencies, whose layer is "", all of
    FIGURES, else the leading one of each layer.
    """
    about_gold = {layer.name for layer in layers_about_gold(agreement.config)}
    by_key = {
        (score.layer, score.measure, score.statistic): score
        for score in agreement.scores_of(lambda kind: OF_PROJECT, about_gold)
        if score.whole
    }
    of_arcs = [by_key.get((GOLD_LAYER.name, *key)) for key in FIGURES]
    of_arcs = [score for score in of_arcs if score is not None and score.value is not None]
    if of_arcs and (of_arcs[0].measure, of_arcs[0].statistic) == next(iter(FIGURES)):
        return [("", score) for score in of_arcs]
    figures = []
    for layer in layers_about_gold(agreement.config)[1:]:
        keys = tuple(key[1:] for key in by_key if key[0] == layer.name)
        for key in main_figures(layer.kind, keys)[:1] if keys else ():
            figures.append((layer.name, by_key[(layer.name, *key)]))
    return figures


def _figure(score):
    names = "measure", "statistic", "value", "interval"
    return {name: getattr(score, name) for name in names}
