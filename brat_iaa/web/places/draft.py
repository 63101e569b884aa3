"""Places between annotators and the draft of a gold, and what can be taken from each."""

from collections import Counter

from brat_iaa.adjudication.cases import STATUSES
from brat_iaa.adjudication.decisions import LONGEST_REASON
from brat_iaa.adjudication.draft import AS_DRAFT, NEITHER, TAKEN
from brat_iaa.adjudication.state import ANNOTATOR, IN_BRAT
from brat_iaa.formats.brat_links import offsets
from brat_iaa.kinds import KINDS
from brat_iaa.places.filters import Filter, vocabulary_of
from brat_iaa.report import places as report
from brat_iaa.web.places.cards import Cards, in_brat
from brat_iaa.web.places.panel import LEFT, OFFERED, DecisionSide

NOTES = 100
_KEYS = 9


class InDraft(DecisionSide):
    """The places of a draft: rows are adjudication.draft.Cases.

    draft   Draft; source: what it is made of; made: the GoldDirectory
    seen    Viewer who adjudicates
    """

    name, title, endpoint = "draft", "Adjudicate", "adjudicate.adjudicate"
    template = "adjudicate.html"
    offered = (Filter("status", "status", "", takes=(LEFT, *STATUSES)), *OFFERED)
    statuses = {
        LEFT: "still to do",
        "open": "to decide",
        "neither": "to do in brat",
        "changed": "changed",
        "majority": "by majority",
        "decided": "decided",
        "brat": "decided in brat",
    }
    fields = (*report.WHERE_FIELDS, "status", "choice", "annotators", "reason", "by", "at")
    typed, back = "Your reason was", "Back to adjudication"
    next_step = "Look at the disagreement again."

    def __init__(self, draft, source, made, seen):
        self.draft, self.source, self.made = draft, source, made
        self.brat = seen.brat()
        self.agreement, self.work = source.agreement, draft.work(source)
        super().__init__(self.work.cases, self.agreement.project)
        self.vocabulary = vocabulary_of(
            (case.place.layer, case.document, case.place.sentence, case.sentence.text,
             (*case.place.labels, *case.place.differing))
            for case in self.rows
        )  # fmt: skip

    def key(self, row):
        return row.key

    def order(self, row):
        return row.order

    def urgency(self, row):
        return 0 if row.left else None

    def place(self, row):
        return row.place

    def status(self, row):
        return row.status

    def near(self, row):
        return row.sentence.near(row.place.token.text)

    def address(self, case):
        """Address in brat of the draft with a Case marked; None if brat cannot link there."""
        marked = offsets([case.place.token]) if case.place else ()
        return self.brat.file(f"{self.made.name}/{case.document}.ann", (*case.ids, *marked))

    def further(self, given, chosen, args):
        work, case = self.work, self.row
        last = next((each for each in self.rows if each.key == args.get("said")), None)
        return super().further(given, chosen, args) | {
            "work": work,
            "counts": work.counts,
            "made": self.made,
            "case": case,
            "shown": case and self._shown(case),
            "reason": self.draft.decisions.last_reason(case.key) if case else "",
            "said": last,
            "said_value": last and last.decision and last.drawn,
            "said_other": next((one for one in work.others if one.key == args.get("said")), None),
            "said_link": last and self.address(last),
            "elsewhere": self._elsewhere(),
            "notes": [(each, self._where(each), self.address(each)) for each in work.notes[:NOTES]],
            "notes_count": len(work.notes),
            "longest": LONGEST_REASON,
            "version": f"{work.left}-{case.seen if case else ''}-{len(work.notes)}",
        }  # fmt: skip

    def further_json(self, context):
        return {
            **super().further_json(context),
            "draft": self.made.name,
            "gold": self.made.is_gold,
            "counts": self.work.counts,
            "notes": [
                {
                    "key": case.key,
                    "document": case.document,
                    "about": case.kind,
                    "groups": [
                        {"annotators": list(names), "has": has} for names, has in case.groups
                    ],
                }
                for case, *_ in context["notes"]
            ],
            "not_in_the_draft": self.work.absent,
        }

    def to_json(self, rows):
        for case, row in zip(rows, report.rows([case.place for case in rows])):
            decision = case.decision
            yield {
                "key": case.key,
                **row,
                "text": case.sentence.text,
                "status": case.status,
                "draft": case.drawn,
                **dict.fromkeys(("choice", "annotators", "reason", "by", "at")),
                **({} if decision is None else {
                    "choice": {ANNOTATOR: TAKEN, IN_BRAT: NEITHER}.get(decision.choice, AS_DRAFT),
                    "annotators": list(case.chosen),
                    "reason": decision.why,
                    "by": decision.by,
                    "at": decision.at,
                }),
            }  # fmt: skip

    def _where(self, case):
        """(words, number of the sentence) of a Case that no list has; ("", "") of no text."""
        table = self.agreement.tables.get(case.document)
        if table is None or not case.spot or case.spot[-1][1] > len(table.text):
            return "", ""
        return table.words(case.spot), table.sentence_of(case.spot)

    def _elsewhere(self):
        """{layer: number of places that are not adjudicated here}"""
        places = Counter[str]()
        for (layer, _), number in self.agreement.annotator_places.by_document().items():
            places[layer] += number
        return dict(places - Counter(case.place.layer for case in self.rows))

    def _shown(self, case):
        """What the page shows of the Case in the middle."""
        card = Cards(in_brat(self.brat)).card(case.place, self.agreement.tables[case.document])
        options = _options(case, [group for group in card.groups if not group.value.missing])
        taken = any(option["taken"] for option in options)
        kind = next(each.kind for each in self.agreement.layers if each.name == case.place.layer)
        return {
            "card": card,
            "options": options,
            # Who has no such token.
            "missing": [
                name for group in card.groups if group.value.missing for name in group.names
            ],
            # What the draft has, if that is nobody's.
            "other": None if taken or not case.drawn else case.drawn,
            "link": self.address(case),
            # What is decided together, where it does not go without saying.
            "rule": KINDS[kind].together,
        }


def _options(case, groups):
    """What can be taken with one key: groups with a value, in the order of the place's labels. At
    all places of a pattern a key means the same label; what has more than its label has a key
    behind.
    """
    labels, ranked = list(case.place.labels), []
    for group in groups:
        name = group.members[0].name
        places = [
            labels.index(label) if label in labels else len(labels)
            for label in _own_labels(case.place, name) or [""]
        ]
        ranked.append((places, sorted(case.place.values[name].drawn, key=repr), name, group))
    ranked.sort(key=lambda option: option[:3])
    keys, behind = {}, len(labels)
    for places, _, name, _ in ranked:
        if len(places) == 1 and places[0] + 1 not in keys.values() and places[0] < behind:
            keys[name] = places[0] + 1
    for *_, name, _ in ranked:
        if name not in keys:
            keys[name] = behind = behind + 1
    ranked.sort(key=lambda option: keys[option[2]])
    return [
        {
            "key": str(keys[name]) if keys[name] <= _KEYS else "",
            "name": name,
            "group": group,
            "taken": name in case.has,
        }
        for *_, name, group in ranked
    ]


def _own_labels(place, name):
    """Labels of what an annotator has and not everybody else, sorted."""
    told = [value.drawn for value in place.values.values() if not value.missing]
    return sorted(label for label, _ in place.values[name].drawn - frozenset.intersection(*told))
