"""What one annotator does throughout as nobody else does, so that nearly all of it differs: arcs
the other way round, labels in another language or another case, offsets that are one off.

It is looked for in the files where the leading figure of two annotators is low, and of each with
the gold; it changes no figure.
"""

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from random import Random

from brat_iaa.config import layers_in_gold
from brat_iaa.formats.cells import enumerated
from brat_iaa.kinds import KINDS
from brat_iaa.layers.label_columns import NO_LABEL
from brat_iaa.values.identity import extent

# Figures of two annotators from here on leave no room for such a habit in half of what they drew;
# the mean over pairs does.
_HIGH, _HIGH_MEAN = 0.6, 0.9
# Of what an annotator drew: the smallest share, and number, that is called a habit.
_SHARE, _NUMBER = 0.5, 3
# Labels are few, so in a few places any two may go together.
_LABELS = 5
# A label stands for another one if it does so twice, and mostly.
_TWICE, _MOSTLY = 2, 0.6
# So often so many labels are dealt out by chance; of what chance leaves, a habit has this part.
_DEALS, _DEALT, _BEYOND_CHANCE = 20, 2000, 0.4
# Of what both linked, as many more are turned as in 1 of 40 files of who turns by chance.
_TURNED_BY_CHANCE = 2
_FARTHEST = 3  # characters
_SHOWN = 3
_OF_LABELS = "labels of "
_NONE = {"", NO_LABEL}
# Spans of two annotators that are looked at first; all of them where these have a habit.
_FIRST = 3000


def habits(agreement) -> list:
    """Sentences, most of one annotator: "9 of 10 of ben's relations are anna's the other way
    round."
    """
    facts = lru_cache(None)(lambda annotations: _facts(annotations))
    found: dict = defaultdict(list)
    for pair in (*_low_pairs(agreement), *_with_gold(agreement)):
        both = _files_of(agreement, pair)
        spans = sum(len(file.span_columns.start) for _, file in both)
        some = both[:: -(-spans // _FIRST) or 1]
        for first, second, of in (*pair, slice(None)), (*pair[::-1], slice(None, None, -1)):
            compared = {}
            if some == both or _found(_compared(facts, [files[of] for files in some])):
                compared = _compared(facts, [files[of] for files in both])
            compared.update(_of_layers(agreement, first, second))
            for what, about in _found(compared).items():
                found[what].append((second, first, *about))
    return [sentence for what in found for sentence in _sentences(found[what])]


def copies(agreement):
    """Sentences on annotators whose files are those of another one, or of the gold."""
    told: set = set()
    for pair in (*combinations(agreement.compared, 2), *_with_gold(agreement)):
        both = _files_of(agreement, pair)
        drawn = sum(len(one.span_columns.start) for one, _ in both)
        alike = all(one.sha256 == other.sha256 for one, other in both)
        if drawn >= _NUMBER and alike and pair[1] not in told:
            told.add(pair[1])
            files = "file" if len(both) == 1 else f"{len(both):,} files"
            yield f"{enumerated(pair)} have the same {files}, byte for byte: a copy?"


def _with_gold(agreement):
    """(gold, annotator) of each annotator who is compared with the gold."""
    gold = agreement.config.gold
    return [(gold, name) for name in agreement.annotators] if agreement.references else []


def _files_of(agreement, pair):
    """(Annotations of the first, of the second) of each document in which two are compared."""
    if agreement.config.gold in pair:
        documents = [each for each in agreement.drawn_in_gold if {*pair} <= {*each.annotations}]
    else:
        documents = [
            each for each in agreement.drawn
            if {*pair} <= {*agreement.annotators_of(each.name)} & {*each.annotations}
        ]  # fmt: skip
    return [tuple(map(document.annotations.get, pair)) for document in documents]


def _found(compared):
    """Those of what _compared() returns that are habits."""
    return {
        what: (words, number, total)
        for what, (words, number, total) in compared.items()
        if number >= (_LABELS if what.startswith(_OF_LABELS) else _NUMBER)
        and number >= _SHARE * total
    }


def _low_pairs(agreement):
    """Pairs of annotators whose leading figure of any layer is low, or cannot be computed."""
    pairs = [*combinations(agreement.compared, 2)]
    low = set()
    for index in agreement.score_indexes:
        # LAA counts what nobody drew as well.
        key = ("LAA", "gcm-f1") if index.arcs else KINDS[index.kind].answer[0][0].key
        for pair in pairs:
            of_pair = index.pairs.get(pair, {}).get(key)
            high = _HIGH if of_pair or len(pairs) == 1 else _HIGH_MEAN
            score = of_pair or index.overall.get(key)
            if score is not None and (score.value is None or score.value < high):
                low.add(pair)
    return [pair for pair in pairs if pair in low]


def _sentences(found):
    """Those of one habit. Of two annotators each may be the odd one: who is that with most of the
    others, else the second.
    """
    while found:
        times = Counter(row[0] for row in found)
        who = max(times, key=lambda name: (times[name], [row[0] for row in found].index(name) == 0))
        own = [row for row in found if row[0] == who]
        others = [row[1] for row in own]
        number, total = (sum(row[at] for row in own) for at in (3, 4))
        whose = enumerated([f"{name}'s" for name in others])
        yield f"{number:,} of {total:,} of {who}'s {own[0][2] % {'whose': whose}}."
        found = [row for row in found if who not in row[:2]]


def _compared(facts_of, files) -> dict:
    """{habit: (words, number, of how many of the second one's)}"""
    shifts, drawn = Counter(), 0
    turned, alike, both = Counter(), Counter(), Counter()
    labels: dict = defaultdict(Counter)
    for of_both in files:
        facts = [*map(facts_of, of_both)]
        drawn += len(facts[1]["extents"])
        shifts.update(_shifts(facts[0]["extents"], facts[1]["extents"]))
        for kind, ends in facts[1]["ends"].items():
            both[kind] += len(ends)
            there = facts[0]["ends"].get(kind, {})
            turned[kind] += sum(_is_turned(there, *each) for each in ends.items())
            alike[kind] += sum(bool(there.get(linked, set()) & ends[linked]) for linked in ends)
        for kind, at in facts[1]["labels"].items():
            there = facts[0]["labels"].get(kind, {})
            for place in at.keys() & there.keys():
                if len(at[place]) == len(there[place]) == 1:
                    labels[kind].update([(*there[place], *at[place])])
    made = {}
    if shifts:
        (start, end), number = max(shifts.items(), key=itemgetter(1))
        made["offsets"] = f"spans are %(whose)s, {_moved(start, end)}", number, drawn
    for kind, words in _TURNED.items():
        more = turned[kind] - alike[kind]
        if more >= _TURNED_BY_CHANCE * (turned[kind] + alike[kind]) ** 0.5:
            made[kind] = words, turned[kind], both[kind]
    for kind, pairs in labels.items():
        made[_OF_LABELS + kind] = _renamed(kind, pairs)
    return made


def _of_layers(agreement, first, second) -> dict:
    """The same of attributes, notes and normalizations: of the layers that compare them."""
    made, gold = {}, agreement.config.gold
    for layer in layers_in_gold(agreement.config) if gold in (first, second) else agreement.layers:
        if layer.settings.carried:
            of_pairs = (
                _confusion_with_gold(agreement, layer, second if first == gold else first)
                if gold in (first, second)
                else agreement.confusion(layer.name)
            )
            pairs = of_pairs.get((first, second)) or {
                labels[::-1]: number for labels, number in of_pairs.get((second, first), {}).items()
            }
            kept = {labels: number for labels, number in pairs.items() if not _NONE & {*labels}}
            made[_OF_LABELS + layer.name] = _renamed(f"values of {layer.name}", kept)
    return made


def _confusion_with_gold(agreement, layer, other):
    pair = agreement.config.gold, other
    drawn = agreement.gold_parts[layer.name]
    of_both = [name for name, table in zip(drawn, drawn.tables) if {*pair} <= {*table.annotators}]
    return KINDS[layer.kind].pool(drawn.of(of_both), pair).confusion


_TURNED = {
    "relations": "relations are %(whose)s the other way round",
    "events": "events with several arguments have %(whose)s in other roles",
}


def _facts(file) -> dict:
    """{"extents": set, "ends": {kind: {what is linked, in no order: what has which role}},
    "labels": {kind: {place: set of labels}}} of Annotations.
    """
    at = {id: extent(span.fragments) for id, span in file.spans.items()}
    at.update((event.id, at[event.trigger]) for event in file.events.values())
    triggers, extents = {event.trigger for event in file.events.values()}, {*at.values()}
    ends: dict = {"relations": defaultdict(set), "events": defaultdict(set)}
    labels: dict = defaultdict(lambda: defaultdict(set))
    for relation in file.relations:
        roles = tuple(sorted((role, at[id]) for role, id in relation.args))
        linked = tuple(sorted(at[id] for _, id in relation.args))
        ends["relations"][linked].add(roles)
        labels["relation types"][linked].add(relation.type)
    for event in file.events.values():
        labels["event types"][at[event.id]].add(event.type)
        if len(event.args) > 1:
            filled = tuple(sorted((role, at[id]) for role, id in event.args))
            linked = at[event.id], tuple(sorted(at[id] for _, id in event.args))
            ends["events"][linked].add(filled)
    for span in file.spans.values():
        if span.id not in triggers:
            labels["span types"][at[span.id]].add(span.type)
    return {"extents": extents, "ends": ends, "labels": labels}


def _is_turned(there, linked, roles) -> bool:
    """Whether another links the same, but everything in another role, and with the same names."""
    other = there.get(linked)
    return (
        other is not None
        and not other & roles
        and {tuple(sorted(role for role, _ in each)) for each in other}
        == {tuple(sorted(role for role, _ in each)) for each in roles}
    )


def _shifts(first, second):
    """Counter of (by how much the start, the end of the second one's spans are moved)."""
    moved: Counter = Counter()
    for pieces in second - first:
        for start, end in _MOVES:
            back = tuple((begin - start, last - end) for begin, last in pieces)
            if back in first and back not in second:
                moved[start, end] += 1
    return moved


_MOVES = (
    *((by, by) for by in range(-_FARTHEST, _FARTHEST + 1) if by),
    *((0, by) for by in (-1, 1)), *((by, 0) for by in (-1, 1)),
)  # fmt: skip


def _moved(start, end) -> str:
    by = start or end
    far = "one character" if abs(by) == 1 else f"{abs(by)} characters"
    far += " later" if by > 0 else " earlier"
    if start == end:
        return far
    return f"with the {'start' if start else 'end'} {far}"


def _renamed(kind, pairs):
    """(words, number, total) of labels that the second has where the first has always another."""
    names, total = _other_names(pairs), sum(pairs.values())
    cased = all(own.casefold() == label.casefold() for _, own, label in names)
    number = sum(row[0] for row in names)
    if not cased and len(pairs) > 1 and number >= _SHARE * total:
        chance = _by_chance(pairs)
        if number / total - chance <= _BEYOND_CHANCE * (1 - chance):
            number = 0
    other = "in another case" if cased else "by other names"
    shown = ", ".join(f"{own} for {label}" for _, own, label in names[:_SHOWN])
    more = ", …" if len(names) > _SHOWN else ""
    return f"{kind} are %(whose)s {other} ({shown}{more})", number, total


def _other_names(pairs):
    """[(how often, label of the second, that of the first)], most frequent first."""
    used = {label for label, _ in pairs}
    by_own: dict = defaultdict(Counter)
    for (label, own), number in pairs.items():
        by_own[own][label] += number
    names = []
    for own, labels in by_own.items():
        label, number = max(labels.items(), key=itemgetter(1))
        if own not in used and number >= _TWICE and number >= _MOSTLY * sum(labels.values()):
            names.append((number, own, label))
    return sorted(names, key=lambda row: (-row[0], row[1]))


def _by_chance(pairs):
    """The largest share of other names if the second one's labels are dealt out by chance."""
    dice, shares = Random(0), []
    both = [*Counter(dict(sorted(pairs.items()))).elements()]
    first, second = map(list, zip(*dice.sample(both, min(len(both), _DEALT))))
    for _ in range(_DEALS):
        dice.shuffle(second)
        names = _other_names(Counter(zip(first, second)))
        shares.append(sum(row[0] for row in names) / len(first))
    return max(shares)
