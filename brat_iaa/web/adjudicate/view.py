"""What the page of a draft shows: one place in the middle, who has what, and all that is left."""

from collections import Counter

from brat_iaa.adjudication.cases import STATUSES
from brat_iaa.adjudication.draft import AS_DRAFT, NEITHER, TAKEN
from brat_iaa.adjudication.merge import DECIDED
from brat_iaa.adjudication.state import ANNOTATOR, IN_BRAT
from brat_iaa.formats.brat_links import offsets
from brat_iaa.kinds import KINDS
from brat_iaa.layers.tokens import Locator
from brat_iaa.places.filters import FILTERS, NOTHING, Filter, vocabulary_of
from brat_iaa.places.place import meeting
from brat_iaa.places.sentence import InSentence, in_sentence
from brat_iaa.report.places import where
from brat_iaa.web.one_by_one import Likes, around
from brat_iaa.web.places.cards import Cards, in_brat
from brat_iaa.web.places.filter_area import filter_area, say_values

PATTERNS = 12
NOTES = 100
_KEYS = 9
_EFFECTS = 6
STATUS_WORDS = {
    "left": "still to do",
    "open": "to decide",
    "neither": "to do in brat",
    "changed": "changed",
    "majority": "by majority",
    "decided": "decided",
    "brat": "decided in brat",
}


LEFT = "left"
# A layer or pattern that nothing has any more is no mistake: it may have been settled.
OFFERED = (
    Filter("status", "status", "", takes=(LEFT, *STATUSES)),
    FILTERS["text"],
    FILTERS["layer"]._replace(takes=None),
    FILTERS["document"],
    FILTERS["label"],
    Filter("pattern", "pattern", ""),
)
# Between the labels of a pattern in addresses; labels in brat have no blanks.
_BETWEEN = " / "


def select(chosen, cases):
    """List of the Cases that meet the filters of a one_by_one.Choice; a filter that nothing meets
    is no error.
    """
    given = chosen.given
    status, pattern = given.get("status"), given.get("pattern")
    cases = [
        case
        for case in cases
        if status in (None, case.status, *([LEFT] if case.left else ()))
        and pattern in (None, pattern_of(case))
    ]
    met = meeting([case.place for case in cases], chosen.filters)
    return [case for case, meets in zip(cases, met) if meets]


def vocabulary(cases):
    """The Vocabulary of some Cases."""
    return vocabulary_of(
        (
            case.place.layer,
            case.document,
            case.place.sentence,
            case.sentence.text,
            case.place.labels,
        )
        for case in cases
    )


def pattern_of(case):
    """The parameter that selects Cases that differ in the same labels."""
    return _BETWEEN.join(label or NOTHING for label in case.place.labels)


def kind_of(case):
    """(name of the layer, pattern) of a Case: a decision can be the same at all of its kind."""
    return case.place.layer, pattern_of(case)


def labels_of(pattern):
    """Labels of such a parameter, "" for nothing."""
    return ["" if label == NOTHING else label for label in pattern.split(_BETWEEN)]


def _current(chosen, selected, cases):
    """The Case in the middle; None if nothing is left to do, or nothing meets the filters.

    chosen  one_by_one.Choice; selected: the Cases that meet its filters
    """
    by_key = {case.key: case for case in cases}
    if chosen.item in by_key:
        return by_key[chosen.item]
    after = by_key[chosen.said].order if chosen.said in by_key else ()
    left = [case for case in selected if case.left]
    if left:
        behind = (case for case in left if case.order > after and case.key != chosen.said)
        return next(behind, next((case for case in left if case.key != chosen.said), None))
    if chosen.given and not chosen.said and not chosen.like:
        return selected[0] if selected else None
    return None


def effects_in_words(effects, case):
    """{annotator: ([(words of another place that changes, its layer or "")], number of others)}

    effects  as Draft.effects() gives them for the Case
    """
    told = {
        name: [
            (
                each.place.token.text,
                "" if case.place and each.place.layer == case.place.layer else each.place.layer,
            )
            for each in places
        ]
        for name, places in effects.items()
        if places
    }
    return {name: (words[:_EFFECTS], len(words[_EFFECTS:])) for name, words in told.items()}


def context(work, agreement, chosen, vocabulary, brat, draft, show=None):
    """Variables of the template.

    work        adjudication.draft.Worklist
    chosen      one_by_one.Choice
    vocabulary  of the cases
    brat        BratLinks of the project
    draft       name of the draft's directory
    show        what to show more of: "patterns", or None
    """
    selected = select(chosen, work.cases)
    noted = any(note.key == chosen.item for note in work.notes)
    case = None if noted else _current(chosen, selected, work.cases)
    variables, listed = around(selected, case, lambda item: item.key, lambda item: item.order)
    by_key, likes = {item.key: item for item in work.cases}, _likes(work.cases)
    shown = case and _shown(case, agreement, brat, draft)
    patterns = _patterns(work.cases)
    say = say_values(STATUS_WORDS, [item.place for item in work.cases])
    last = by_key.get(chosen.said)
    note = _noted(work.notes, chosen.item) if noted or not (case or work.left) else None
    to_settle = agreement.config.to_settle(agreement.layers)
    places_of_layers = Counter[str]()
    for (layer, _), number in agreement.between.places_by_document().items():
        places_of_layers[layer] += number
    return {
        **variables,
        "work": work,
        "total": len(work.cases),
        "counts": work.counts,
        "given": chosen.given,
        "filters": filter_area(
            OFFERED,
            chosen.given,
            vocabulary,
            say=say,
            counts={"status": {LEFT: work.left, **work.counts}},
            choices={"layer": vocabulary.layers},
        ),
        "current": shown,
        "listed": [(key, item, item.sentence.near(item.place.token.text)) for key, item in listed],
        "patterns": patterns if show == "patterns" else patterns[:PATTERNS],
        "patterns_count": len(patterns),
        "said": last,
        "said_value": last and last.decision and _in_words(last, agreement),
        "said_other": next((each for each in work.others if each.key == chosen.said), None),
        "said_link": last and address(brat, draft, last),
        "offered": None if chosen.like else likes.offered(last, case),
        "like": shown and _like_here(likes.of(by_key.get(chosen.like)), shown),
        "case": case or (note and note["note"]),
        "layers": _layers(work.cases),
        "left_out": [layer.name for layer in agreement.layers if layer not in to_settle],
        "elsewhere": dict(places_of_layers - Counter(case.place.layer for case in work.cases)),
        "note": note and _shown_note(note, agreement, brat, draft),
        "notes": [(each, _note_link(each, brat, draft)) for each in work.notes[:NOTES]],
        "notes_count": len(work.notes),
        "note_kinds": Counter(note.kind for note in work.notes).most_common(),
        "version": f"{work.left}-{case.seen if case else ''}-{len(work.notes)}",
    }  # fmt: skip


def _layers(cases):
    """{name of a layer: (places settled, places)}; {} with only one"""
    counts = Counter(case.place.layer for case in cases)
    left = Counter(case.place.layer for case in cases if case.left)
    if len(counts) < 2:
        return {}
    return {layer: (counts[layer] - left[layer], counts[layer]) for layer in sorted(counts)}


def address(brat, draft, case):
    """Address in brat of the draft, with a place marked; None if brat cannot link there."""
    return brat.document(draft, case.document, (*case.ids, *offsets([case.place.token])))


def _shown(case, agreement, brat, draft):
    """What the page shows of the Case in the middle."""
    table = agreement.tables[case.document]
    card = Cards(in_brat(brat)).card(case.place, table)
    options = _options(case, card.groups)
    taken = any(option["taken"] for option in options)
    kind = next(layer.kind for layer in agreement.layers if layer.name == case.place.layer)
    return {
        "case": case,
        "card": card,
        "options": options,
        # Who has no such token.
        "missing": [
            member.name for group in card.groups if group.value.missing for member in group.members
        ],
        # What the draft has, if that is nobody's.
        "other": None if taken or not case.drawn else _words(case, case.drawn, table.text),
        "link": address(brat, draft, case),
        # What is decided together, where it does not go without saying.
        "rule": KINDS[kind].together,
    }


def _options(case, groups):
    """What can be taken with one key: groups with a value, in the order of the place's labels. At
    all places of a pattern a key means the same label; what has more than its label has a key
    behind.
    """
    ranked = []
    for group in _with_value(groups):
        name, labels = group.members[0].name, list(case.place.labels)
        labels_of_name = _own_labels(case.place, name) or [""]
        places = [
            labels.index(label) if label in labels else len(labels) for label in labels_of_name
        ]
        ranked.append((places, sorted(case.place.values[name].drawn, key=repr), name, group))
    ranked.sort(key=lambda option: option[:3])
    keys, behind = {}, len(case.place.labels)
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


def _with_value(groups):
    return [group for group in groups if not group.value.missing]


def _likes(cases):
    """The one_by_one.Likes of some Cases."""

    def applies(case):
        decision = case.decision
        return case.status == DECIDED and decision is not None and decision.choice == ANNOTATOR

    return Likes(
        cases,
        key=lambda case: case.key,
        kind=kind_of,
        given=lambda kind: dict(zip(("layer", "pattern"), kind)),
        left=lambda case: case.left,
        decided=lambda case: bool(case.decision),
        applies=applies,
        latest=lambda case: case.decision.at if applies(case) else None,
    )


def _like_here(like, shown):
    """The RepeatableDecision of a decision at the place that is shown, or None."""
    case = shown["case"]
    if like is None or like.source.key == case.key or not case.left:
        return None
    source = like.source
    names = [name for name in source.chosen if name in source.place.values]
    labels = _own_labels(source.place, names[0]) if names else None
    same = [
        option for option in shown["options"] if _own_labels(case.place, option["name"]) == labels
    ]
    if len(same) != 1:
        # The labels do not say which; who was right there is.
        among = same or shown["options"]
        same = [option for option in among if names and set(names) & set(option["group"].names)]
    return like._replace(option=same[0] if len(same) == 1 else None)


def _own_labels(place, name):
    """Labels of what an annotator has and not everybody else, sorted."""
    told = [value.drawn for value in place.values.values() if not value.missing]
    return sorted(label for label, _ in place.values[name].drawn - frozenset.intersection(*told))


def _in_words(case, agreement):
    return _words(case, case.drawn, agreement.tables[case.document].text)


def _words(case, drawn, text):
    """[(label, words of the head, the ends or other offsets of the span, whether it is an arc)]"""
    return [
        (
            label,
            [" ".join(text[start:end] for start, end in span) for span in _offsets(case, where)],
            case.place.of_arcs,
        )
        for label, where in drawn
    ]


def _offsets(case, where):
    """[fragments] that tell what the label is of, beside the place."""
    if where and not isinstance(where[0][0], int):
        return list(where)
    return [] if where == case.place.token.fragments and not case.place.of_arcs else [where]


def _patterns(cases):
    """[(labels, parameters, kind for words, number of places, of these left)], most left first."""
    count = Counter(kind_of(case) for case in cases)
    left = Counter(kind_of(case) for case in cases if case.left)
    kinds = {kind_of(case): case.place.nothing for case in cases}
    ranked = sorted(count, key=lambda row: (-left[row], -count[row], row))
    return [
        (
            labels_of(pattern),
            {"pattern": pattern, "layer": layer},
            kinds[layer, pattern],
            count[layer, pattern],
            left[layer, pattern],
        )
        for layer, pattern in ranked
    ]


def twin(variables):
    """The page as JSON: the same places as its list."""
    current = variables["current"]
    return {
        "version": variables["version"],
        "counts": variables["counts"],
        "current": current["case"].key if current else None,
        "selected": variables["selected"],
        "first": variables["first"] + 1,
        "items": [_item(case) for _, case, _ in variables["listed"]],
        "notes": [
            {
                "key": case.key,
                "document": case.document,
                "about": case.kind,
                "groups": [{"annotators": list(names), "has": has} for names, has in case.groups],
            }
            for case, _ in variables["notes"]
        ],
        "not_in_the_draft": variables["work"].absent,
    }


def _element(case, label, where):
    if case.place.of_arcs:
        return {"label": label, "head_at": where}
    return {"label": label, "at": _offsets(case, where) or [where]}


def _item(case):
    decision = case.decision
    return {
        "key": case.key,
        **where(case.place),
        "labels": list(case.place.labels),
        "text": case.sentence.text,
        "status": case.status,
        "groups": [list(group) for group in case.place.groups],
        "draft": [_element(case, *element) for element in case.drawn],
        "decision": decision
        and {
            "choice": {ANNOTATOR: TAKEN, IN_BRAT: NEITHER}.get(decision.choice, AS_DRAFT),
            "annotators": list(case.chosen),
            "reason": decision.why,
            "by": decision.by,
            "at": decision.at,
        },
    }


def _noted(notes, key):
    """Where one stands among the Cases without a Place, by its key, else the first; None without
    any.
    """
    if not notes:
        return None
    at = next((number for number, note in enumerate(notes) if note.key == key), 0)
    behind = next((other.key for other in notes[at + 1 : at + 2]), None)
    return {"note": notes[at], "number": at + 1, "behind": behind}


def _shown_note(note, agreement, brat, draft):
    """What the page shows of such a Case."""
    case = note["note"]
    table = agreement.tables.get(case.document)
    number, words, sentence = None, "", InSentence("", ())
    if table is not None and case.spot and case.spot[-1][1] <= len(table.text):
        token = Locator(table).token(case.spot, {})
        number, words, sentence = token.sentence, token.text, in_sentence(table, token)
    return {
        **note,
        "sentence": number,
        "words": words,
        "pieces": sentence.pieces(),
        "rtl": sentence.rtl,
        "link": _note_link(case, brat, draft),
    }


def _note_link(case, brat, draft):
    """Address in brat of the draft with what a Case stands on marked, or None."""
    return brat.document(draft, case.document, case.ids)
