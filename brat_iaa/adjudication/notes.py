"""Words for what somebody drew, and the notes of a draft on what is open. Notes are written for
people who work in brat; nothing reads them.
"""

from collections import defaultdict

from brat_iaa.adjudication.merge import BY_RULE, CHANGED, OPEN, TO_DO
from brat_iaa.adjudication.state import first_extent, first_slot
from brat_iaa.corpus.drafts import note
from brat_iaa.formats.display_names import NOT_ANNOTATED, drawn_in_words

# What is disputed at a slot of a kind.
_KINDS = {"token": "type", "span": "type", "normalization": "reference", "notes": "note"}
# Roles of relations, unless brat is told otherwise.
_USUAL_ROLES = ("Arg1", "Arg2")


def kind_in_words(slot) -> str:
    """What competes in a slot: type, arc, relation, event, chain, attribute, reference or note."""
    kind = slot[1].partition(":")[0] if slot[0] == "label" else slot[0]
    return _KINDS.get(kind, kind)


class DocumentWords:
    """Words for the records of a document with this text."""

    def __init__(self, text):
        self.text = text

    def at(self, fragments) -> str:
        """The words of a span."""
        return " ".join(" ".join(self.text[start:end] for start, end in fragments).split())

    def record(self, graph, id, told=0) -> str:
        """A record in words, as at its place; with what else tells it from another of the same
        words, told: 1: the arguments of events that it refers to, 2: also types and offsets.
        """
        record = graph.records[id]
        words = self._record(graph, record, told)
        if told > 1:
            below = [graph.records[each] for each in graph.with_needs([id])]
            where = {f"{each.type} at {_offsets(each.extent)}" for each in below if each.extent}
            words += f" ({', '.join(sorted(where))})"
        return words

    def _end(self, graph, id, told):
        words, record = self.at(first_extent((graph.spot(id),))), graph.records[id]
        return words + self._arguments(graph, record) if told and record.kind == "event" else words

    def _arguments(self, graph, event):
        args = [f"{role}: {self._end(graph, ref, 0)}" for role, ref in event.refs[1:]]
        return f" ({', '.join(args)})" if args else ""

    def _record(self, graph, record, told=0):
        ends = [self._end(graph, ref, told) for _, ref in record.refs]
        if record.kind == "arc":
            head, _ = graph.ends(record)
            return drawn_in_words(record.type, f"“{self.at(graph.spot(head))}”")
        if record.kind == "relation":
            roles = tuple(role for role, _ in record.refs)
            named = "" if roles == _USUAL_ROLES else f"({', '.join(roles)}) "
            return f"{record.type} {named}{' → '.join(ends)}"
        if record.kind == "event":
            return record.type + self._arguments(graph, record)
        if record.kind == "chain":
            return f"{record.type} of {' = '.join(ends)}"
        return record.type if record.kind != "label" else self._label(graph, record, told)

    def _label(self, graph, record, told):
        source, _, name = record.type.partition(":")
        on = [graph.records[id] for _, id in record.refs]
        more = "".join(
            f" on {each.type if each.extent and not told else self.record(graph, each.id)}"
            for each in on
        )
        if source == "attribute":
            return (f"{name} = {record.value}" if record.value else name) + more
        return (record.value if source == "normalization" else f"“{record.value or name}”") + more

    def groups(self, state, place) -> list:
        """[(names, words of what they have)], the largest group first."""
        groups = defaultdict(list)
        first = first_slot(place.scope)
        for name, wholes in place.values.items():
            if name in state.voters(first[0]):
                groups[wholes].append(name)
        for told in range(3):
            said = [
                (names, " and ".join(sorted({
                    self.record(state.graphs[names[0]], state.having[whole][names[0]], told)
                    for whole in wholes
                })) or NOT_ANNOTATED)
                for wholes, names in groups.items()
            ]  # fmt: skip
            if len({what for _, what in said}) == len(said):
                break
        return sorted(said, key=lambda group: (-len(group[0]), group[0], group[1]))


def note_lines(state, merged, words, names=True, concerns=lambda scope: True) -> list:
    """Lines with a note on each place that is open, or as the rule has it.

    names     whether annotators are named
    concerns  function of a scope: whether it gets a note
    """
    spans = {}
    for whole, (graph, id) in merged.content.items():
        if graph.records[id].kind in ("token", "span", "event"):
            spans.setdefault(graph.records[id].extent, merged.ids[whole])
    notes = []
    if len(state.graphs) == 1:
        who = next(iter(state.graphs)) if names else "one annotator"
        text = (
            f"Only {who} annotated this document. It is taken over as it is; nobody has checked it."
        )
        notes.append((min(spans.items(), default=(None, "sent:1"))[1], text))
    for place in merged.places:
        if place.status in (OPEN, TO_DO, CHANGED, BY_RULE) and concerns(place.scope):
            notes.append(_note(state, place, words, names, spans))
    return [note(number, *each) for number, each in enumerate(notes, 1)]


def _note(state, place, words, names, spans):
    first = first_slot(place.scope)
    kind, spot = kind_in_words(first), first_extent(first)
    groups = words.groups(state, place)
    if not names:  # the order must not tell them either
        groups.sort(key=lambda group: (-len(group[0]), group[1]))
    said = "; ".join(f"{', '.join(who) if names else _number(who)}: {what}" for who, what in groups)
    begin = {BY_RULE: f"{kind.capitalize()} by the rule", CHANGED: f"Changed since, {kind}"}
    text = f"{begin.get(place.status, f'Disputed {kind}')}: {said}"
    if place.ids and not place.ids[0].startswith("*"):
        return place.ids[0], text
    if not spot:
        return first[-1], text  # a sentence
    if spot in spans:
        return spans[spot], text
    near = min(spans, key=lambda at: (abs(at[0][0] - spot[0][0]), at), default=None)
    target = "sent:1" if near is None else spans[near]
    return target, f"Not in the draft: {words.at(spot)} (characters {_offsets(spot)}): {text}"


def _offsets(fragments) -> str:
    return ", ".join(f"{start} to {end}" for start, end in sorted(fragments))


def _number(names):
    return f"{len(names)} annotator{'' if len(names) == 1 else 's'}"
