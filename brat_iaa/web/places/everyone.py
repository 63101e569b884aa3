"""Places between everybody or the two of a pair, and what is said of them in review."""

from collections import Counter
from datetime import datetime, timezone

from flask import g

from brat_iaa.kinds import UNORDERED_MEANINGS
from brat_iaa.places.filters import ANNOTATORS, FILTERS, filters_of, label_value
from brat_iaa.places.patterns import patterns_of, place_patterns
from brat_iaa.report import places as report
from brat_iaa.report.patterns import none_stands_out
from brat_iaa.review.discussion import ANY, GROUPS, REVIEW, about, disputes, to_text
from brat_iaa.web.overview_view import linked_patterns
from brat_iaa.web.places.cards import Cards, by_links, side_by_side
from brat_iaa.web.places.confusion import confusion
from brat_iaa.web.places.filter_area import alphabetical
from brat_iaa.web.places.lists import TOP_PATTERNS, Side, without

SAYS = {
    "keep": "keeps it",
    "wrong": "was wrong, has not corrected it yet",
    "unclear": "finds it unclear",
}


class Everyone(Side):
    """The places of a ProjectView: of everybody, or of a viewer and a partner.

    discussed  whether there is a filter by what is said in review
    """

    name, title, endpoint = "everyone", "Disagreements", "places.everyone"
    template, documents = "disagreements.html", True

    def __init__(self, project, figures, discussed=False, **fixed):
        self.project, self.figures, self.fixed = project, figures, fixed
        self.project_name, self.vocabulary = figures.agreement.project, figures.vocabulary
        self.offered = (*FILTERS.values(), *([REVIEW] if discussed else ()))
        self.listed, self.disputes, self.reviewed = figures.agreement.places, [], {}
        self.total = figures.between + figures.beside

    def discuss(self, group):
        """List only what is in a group of review.discussion, with what everybody says of it."""
        reviews = g.viewer.reviews().all(g.viewer.permission.phase)
        self.disputes = disputes(self.figures.agreement, reviews)
        self.reviewed = {
            each.place.key: each for each in self.disputes if group in (ANY, each.group)
        }
        self.listed = self.listed.at(self.reviewed)

    def for_meeting(self):
        """The places in discussion as a text."""
        heading = about(self.project_name, g.viewer.permission.phase, datetime.now(timezone.utc))
        return to_text([*self.reviewed.values()], heading=heading)

    def select(self, given):
        return self.listed.select(filters_of(given, self.vocabulary))

    def counts(self, given):
        counts = {"layer": Counter(), "document": Counter()}
        for at, name in enumerate(counts):
            of_both = self.select(without(given, name)).by_document()
            for both, number in of_both.items():
                counts[name][both[at]] += number
        labels: Counter = Counter()
        for label, number in self.select(without(given, "label")).by_label().items():
            labels[label_value(label)] += number
        of_kind = self.select(without(given, "kind"))
        return {
            **counts,
            "label": labels,
            "kind": self._kinds_of_pair(given, of_kind) or self.kinds(of_kind),
        }

    def _kinds_of_pair(self, given, places):
        """{kind, as the first of the chosen pair has it: number of places}; {} without a pair."""
        pair = filters_of(given, self.vocabulary).pair
        return pair and Counter(kind for place in places for kind in place.kinds_of(*pair))

    def patterns(self, given, chosen):
        """What settling them brings is known of whole layers only."""
        layer, differ = given.get("layer"), given.get("differ")
        if set(given) <= {"layer", "differ"} and differ in (None, ANNOTATORS):
            figures = self.figures
            patterns = figures.patterns if differ else figures.all_patterns
            return [pattern for pattern in patterns if layer in (None, pattern.layer)]
        pair = filters_of(given, self.vocabulary).pair
        return patterns_of(chosen, pair, True) if pair else place_patterns(chosen)

    def kinds(self, chosen):
        return chosen.by_kind()

    def in_words(self, name, text):
        if name == REVIEW.name:
            return GROUPS.get(text, "any, with what everybody says")
        return text

    def choices(self, kinds):
        labels = {*map(label_value, self.figures.agreement.places.labels)}
        return {
            "kind": [kind for kind in UNORDERED_MEANINGS if kind in kinds],
            "label": sorted(labels, key=alphabetical),
            # Where annotators draw spans, their types are labels.
            "pos": sorted(self.figures.pos, key=alphabetical) if self.figures.of_tokens else (),
            **dict.fromkeys(() if self.figures.layer else ("min_distance", "max_distance"), ()),
        }

    def cards(self, rows, first, given):
        pair = filters_of(given, self.vocabulary).pair or ()
        made = Cards(by_links(self.project.links), pair, redacted=self.project.redacted)
        both = side_by_side(self.project.links)
        return [
            made.card(
                place, self._table(place), number, both=both, about=self.reviewed.get(place.key)
            )
            for number, place in enumerate(rows, first)
        ]

    def _table(self, place):
        agreement = self.figures.agreement
        tables = agreement.tables if place.document in agreement.tables else agreement.references
        return tables[place.document]

    def beside(self, row):
        dispute = self.reviewed.get(row.key)
        return {} if dispute is None else {
            "review": dispute.group,
            "said": [
                {
                    "annotator": opinion.annotator,
                    "decision": opinion.decision or None,
                    "changed": opinion.changed,
                    "comment": opinion.comment,
                }
                for opinion in dispute.sides
            ],
        }  # fmt: skip

    def to_json(self, rows):
        return report.rows(rows, self.project.links, self.project.redacted)

    def further_json(self, context):
        table = context["confusion"]
        return {
            "confusion": table
            and {
                "annotators": list(table["pair"]) if table["pair"] else None,
                "counts": [
                    {"labels": list(labels), "count": number}
                    for labels, number in sorted(table["counts"].items())
                ],
            }
        }

    def further(self, given, chosen, args):
        figures, filters = self.figures, filters_of(given, self.vocabulary)
        patterns = self.patterns(given, chosen)
        of_names = Counter(layer.kind for layer in figures.layers)
        around = self.select(without(given, "label_a", "label_b"))
        asked = {**self.fixed, **given}
        shown = patterns if args.get("show") == "patterns" else patterns[:TOP_PATTERNS]
        following = figures.agreement.places.following()
        variables = {
            "figures": figures,
            "pair": filters.pair,
            "patterns": linked_patterns(shown, figures, lambda layer: asked),
            "unlike": "" if given else none_stands_out(patterns),
            # Labels do not tell layers of the same kind apart.
            "ambiguous": {each.name for each in figures.layers if of_names[each.kind] > 1},
            "follows": following.get(given.get("layer"), 0) if set(given) == {"layer"} else 0,
            "confusion": confusion(figures, filters, given, around, args),
        }
        if REVIEW.name in given:
            variables |= {"said": self.reviewed, "says": SAYS}
        return variables
