"""Places between annotators and the draft of a gold, and what can be taken from each."""

from collections import Counter

from markupsafe import Markup

from brat_iaa.adjudication.cases import STATUSES
from brat_iaa.adjudication.decisions import LONGEST_REASON
from brat_iaa.adjudication.draft import AS_DRAFT, NEITHER, TAKEN, Changed
from brat_iaa.adjudication.merge import BY_RULE
from brat_iaa.adjudication.questions import letters, questions
from brat_iaa.adjudication.readings import reading_of
from brat_iaa.adjudication.state import ANNOTATOR, IN_BRAT
from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.svg import reading_picture
from brat_iaa.kinds import KINDS
from brat_iaa.places.filters import Filter, vocabulary_of
from brat_iaa.places.sentence import in_sentence
from brat_iaa.report import places as report
from brat_iaa.web.places.cards import Cards, in_brat
from brat_iaa.web.places.panel import LEFT, OFFERED, DecisionSide

NOTES = 100
_KEYS = 9


class InDraft(DecisionSide):
    """The places of a draft: rows are adjudication.cases.Cases. Until all of a Question is decided
    its letters stand for annotators, and nothing leads to their files.

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
        "rule": "by the rule",
        "decided": "decided",
        "brat": "decided in brat",
    }
    fields = (*report.WHERE_FIELDS, "status", "choice", "annotators", "reason", "by", "at")
    typed, back = "Your reason was", "Back to adjudication"
    next_step = "Look at the disagreement again."

    def __init__(self, draft, source, made, seen):
        self.draft, self.source, self.made = draft, source, made
        self.brat, self._adjudicating = seen.brat(), seen.adjudicating()
        self.agreement, self.work = source.agreement, draft.work(source)
        self.settings = draft.settings(source)
        made_of = questions(self.work.cases, self.settings.names)
        self.question_of = {case.key: each for each in made_of for case in each.cases}
        # What hangs together stands together.
        rows = [case for each in made_of for case in each.cases]
        self._numbers = {case.key: number for number, case in enumerate(rows)}
        super().__init__(rows, self.agreement.project)
        self.vocabulary = vocabulary_of(
            (case.place.layer, case.document, case.place.sentence, case.sentence.text,
             (*case.place.labels, *case.place.differing))
            for case in self.rows
        )  # fmt: skip

    def key(self, row):
        return row.key

    def order(self, row):
        return (self._numbers[row.key],)

    def together(self, row):
        return self.question_of[row.key].cases

    def middle(self, given, chosen, args):
        said = self.question_of.get(args.get("said"))
        if said and said.left and not args.get("item"):
            return next(case for case in said.cases if case.left)
        return super().middle(given, chosen, args)

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

    def asked(self, form):
        """({key: what was seen of it} of what a form decides, the annotator whose values it takes).
        Raises Changed if it is another question than was seen.
        """
        key, letter = form.get("item", ""), form.get("decision", "").partition(":")[2]
        question, case = self.question_of.get(key), self.work.case(key)
        if question is None:
            called = self.letters(case) if case else {}
            seen = {key: form.get("seen", "")}
        else:
            if form.get("seen") != question.seen:
                raise Changed(case.why_another())
            called = question.letters
            seen = {
                each.key: each.seen
                for each in question.cases
                if each is case or not form.get("one")
            }
        return seen, next((name for name, own in called.items() if own == letter), "")

    def letters(self, case):
        """{annotator: what stands for the name} at a Case that no list has."""
        annotators = {name for names, _ in case.groups for name in names}
        return letters(case.key, annotators, self.settings.names)

    def _groups(self, case):
        """[([what stands for the names], words of what they have)] of such a Case."""
        called = self.letters(case)
        groups = [(sorted(map(called.get, names)), has) for names, has in case.groups]
        return sorted(groups, key=lambda group: (-len(group[0]), group[0]))

    def further(self, given, chosen, args):
        work, question = self.work, self.row and self.question_of[self.row.key]
        last = next((each for each in self.rows if each.key == args.get("said")), None)
        decided = [case for case in question.cases if case.decision] if question else []
        return super().further(given, chosen, args) | {
            "work": work,
            "counts": work.counts,
            "made": self.made,
            "settings": self.settings,
            "case": self.row,
            "question": question,
            "shown": question and self._shown(question),
            # What an undo takes back.
            "latest": max(decided, key=lambda case: case.decision.at, default=None),
            "reason": self.draft.decisions.last_reason(self.row.key) if question else "",
            "said": last,
            "said_cases": self._at_once(last) if last and last.decision else [],
            "said_other": next((one for one in work.others if one.key == args.get("said")), None),
            "said_link": last and self.address(last),
            "elsewhere": self._elsewhere(),
            "replaces": None if self.made.is_gold else self._adjudicating.gold(),
            "undoes": self.made.is_gold and self._adjudicating.gold_change() is not None,
            "empty": sum(each.left and not each.drawn for each in work.cases),
            "annotators": self.agreement.annotators,
            "layers": [(layer.name, True) for layer in self.agreement.layers],
            "notes": [
                (each, self._groups(each), self._where(each), self.address(each))
                for each in work.notes[:NOTES]
            ],
            "notes_count": len(work.notes),
            "longest": LONGEST_REASON,
            "version": f"{work.left}-{question.seen if question else ''}-{len(work.notes)}",
        }  # fmt: skip

    def further_json(self, context):
        return {
            **super().further_json(context),
            "draft": self.made.name,
            "gold": self.made.is_gold,
            "made_of": self.settings.rule.words,
            "counts": self.work.counts,
            "notes": [
                {
                    "key": case.key,
                    "document": case.document,
                    "about": case.kind,
                    "groups": [{"annotators": names, "has": has} for names, has in groups],
                }
                for case, groups, *_ in context["notes"]
            ],
            "not_in_the_draft": self.work.absent,
        }  # fmt: skip

    def to_json(self, rows):
        for case in rows:
            question, decision = self.question_of[case.key], case.decision
            told = self._told(question)
            (row,) = report.rows([case.place], redacted=() if told else case.place.values)
            yield {
                "key": case.key,
                "question": question.key,
                **(row if told else report.with_names(row, question.letters)),
                "text": case.sentence.text,
                "status": case.status,
                "draft": None if self._tells(question) else case.drawn,
                **dict.fromkeys(("choice", "annotators", "reason", "by", "at")),
                **({} if decision is None else {
                    "choice": {ANNOTATOR: TAKEN, IN_BRAT: NEITHER}.get(decision.choice, AS_DRAFT),
                    "annotators": sorted(question.call(name) for name in case.chosen),
                    "reason": decision.why,
                    "by": decision.by,
                    "at": decision.at,
                }),
            }  # fmt: skip

    def _at_once(self, case):
        """What was decided in one go with a Case."""
        now = case.decision.by, case.decision.at
        mates = [each for each in self.together(case) if each.decision]
        return [each for each in mates if (each.decision.by, each.decision.at) == now]

    def _told(self, question):
        """Whether annotators are named."""
        return self.settings.names or question.is_decided

    def _tells(self, question):
        """Whether what the draft has at a Question tells who is who: by the rule it has what one
        annotator has, who is named.
        """
        by_rule = any(case.status == BY_RULE for case in question.cases)
        return by_rule and bool(self.settings.rule.taken) and not self._told(question)

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

    def _shown(self, question):
        """What the page shows of the Question in the middle."""
        first, cases = question.cases[0], question.cases
        table = self.agreement.tables[first.document]
        kinds = {each.name: KINDS[each.kind] for each in self.agreement.layers}
        around = in_sentence(table, first.place.token)
        marks = {
            mark
            for case in cases
            if case.place.sentence == first.place.sentence
            for mark in case.sentence.marks
        }
        options = self._options(question)
        return {
            "pieces": around._replace(marks=tuple(sorted(marks))).pieces(),
            "rtl": around.rtl,
            "standings": _standings(cases),
            "options": options,
            # What is not drawn, as it is another question.
            "more": any(
                other.place.sentence == first.place.sentence and other not in cases
                for other in self.rows
                if other.document == first.document
            ),
            # Who has no such word.
            "missing": sorted({
                question.call(name)
                for case in cases
                for name, value in case.place.values.items()
                if value.missing
            }),
            # What the draft has, if that is nobody's.
            "other": any(case.drawn for case in cases)
            and not self._tells(question)
            and not any(option["taken"] for option in options),
            "link": self.address(self.row),
            # What is decided together, where it does not go without saying.
            "rules": list(dict.fromkeys(
                filter(None, (kinds[case.place.layer].together for case in cases))
            )),
        }  # fmt: skip

    def _drawn(self, question):
        """Function of an annotator and a side: the sentence of a Question as this one has it."""
        first, state = question.cases[0], self.work.states[question.cases[0].document]
        table = self.agreement.tables[first.document]
        sentence = table.sentences[first.place.sentence - 1]
        roots = {
            at
            for i in sentence.tokens
            if table.tokens[i].is_root
            for at in table.tokens[i].fragments
        }
        scopes = [state.scopes[case.number] for case in question.cases]

        def draw(name, side):
            if name not in state.graphs:  # whose file cannot be read just now
                return ""
            reading = reading_of(state, name, scopes, sentence.start, sentence.end, roots)
            return Markup(reading_picture(reading, side, f"Reading {question.call(name)}"))

        return draw

    def _options(self, question):
        """What can be taken with one key: readings, with what each has at each place."""
        readings, cases = question.readings, question.cases
        keys = {names[0]: number for number, names in enumerate(readings, 1)}
        if len(cases) == 1:
            keys = _keys(cases[0].place, [names[0] for names in readings])
            readings.sort(key=lambda names: keys[names[0]])
        address = in_brat(self.brat) if self._told(question) else None
        cards = Cards(address, call=question.call)
        groups = [cards.groups(case.place, readings, case.place.values) for case in cases]
        drawn, tells = self._drawn(question), self._tells(question)
        return [
            {
                "key": str(keys[names[0]]) if keys[names[0]] <= _KEYS else "",
                "letter": question.letters[names[0]],
                "names": sorted(question.call(name) for name in names),
                "members": groups[0][number].members,
                "side": ("a", "b")[number] if number < 2 else "c",
                "picture": drawn(names[0], ("a", "b")[number] if number < 2 else "c"),
                "values": [(case, own[number]) for case, own in zip(cases, groups)],
                "taken": not tells and all(names[0] in case.has for case in cases),
            }
            for number, names in enumerate(readings)
        ]


def _standings(cases):
    """[(words, Case)]: how Cases stand, those that stand alike together. "" for all of them"""
    alike: dict = {}
    for case in cases:
        made = case.decision and (case.decision.by, case.decision.at, case.decision.why)
        alike.setdefault((case.status, made), []).append(case)
    return [
        (", ".join(case.place.token.text for case in of) if len(alike) > 1 else "", of[0])
        for of in alike.values()
    ]


def _keys(place, names):
    """{annotator: number of the key that takes this one's value}: at all places of a pattern a key
    means the same label; what has more than its label has a key behind.
    """
    labels, ranked = list(place.labels), []
    for name in names:
        places = [
            labels.index(label) if label in labels else len(labels)
            for label in _own_labels(place, name) or [""]
        ]
        ranked.append((places, sorted(place.values[name].drawn, key=repr), names.index(name), name))
    ranked.sort()
    keys: dict = {}
    behind = len(labels)
    for places, *_, name in ranked:
        if len(places) == 1 and places[0] + 1 not in keys.values() and places[0] < behind:
            keys[name] = places[0] + 1
    for *_, name in ranked:
        if name not in keys:
            keys[name] = behind = behind + 1
    return keys


def _own_labels(place, name):
    """Labels of what an annotator has and not everybody else, sorted."""
    told = [value.drawn for value in place.values.values() if not value.missing]
    return sorted(label for label, _ in place.values[name].drawn - frozenset.intersection(*told))
