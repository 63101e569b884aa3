"""The places at which an annotator differs from others: one item for each token and layer, whoever and however many differ."""

import hashlib
import json
from collections import defaultdict
from typing import NamedTuple, Optional, Tuple

from brat_iaa.disagreements import KINDS, seen_from_second
from brat_iaa.places import key_of


# The words of an item that stands at a span of others, where that is not told.
SOMEWHERE = "somewhere in the sentence"


class Value(NamedTuple):
    """What somebody gave a token: a label, in layers of arcs the head, of a relation or an argument the ends.

    id         brat's id in this annotator's file
    head       words of the head, None where there is none
    head_at    ((start, end), ...) of the head, () where there is none
    from_root  whether the head is the root token
    ends       disagreements.Ends as in a Mark
    """

    label: str
    id: str
    head: Optional[str] = None
    head_at: tuple = ()
    from_root: bool = False
    ends: tuple = ()


class Side(NamedTuple):
    """One annotator at the place of an item.

    annotator  name as the viewer may know it
    values     tuple of Value in which this annotator differs from anybody; () for none
    has_token  whether this annotator has the token
    path       of the document below the project, without extension; "" if it may not be linked
    """

    annotator: str
    values: Tuple[Value, ...]
    has_token: bool
    path: str

    @property
    def ids(self):
        """brat's ids of the values, each once."""
        return tuple(dict.fromkeys(value.id for value in self.values if value.id))


class Difference(NamedTuple):
    """One disagreement with another annotator. kind: of disagreements.KINDS, the item's own annotator being the first."""

    annotator: str
    kind: str
    mine: Optional[Value]
    theirs: Optional[Value]


class Item(NamedTuple):
    """A token at which an annotator differs from somebody.

    key          the same as long as it is the same layer, document and piece of text
    layer, document, sentence, token (its words)
    token_id     brat's id in the annotator's own file; "" if it is no token there
    fragments    ((start, end), ...) of the token in the document's text
    text         the sentence, without the root token
    marks        ((start, end), ...) of the token in it
    mine         Side of the annotator
    others       tuple of Side of those who differ, () if they are hidden
    differences  tuple of Difference, () if they are hidden
    mine_state   changes when the annotator's own value does
    state        changes when the value of anybody does, if others are not hidden
    drawn        whether it stands at a span that annotators drew, and at no token that all have
    """

    key: str
    layer: str
    document: str
    sentence: int
    token: str
    token_id: str
    fragments: tuple
    text: str
    marks: tuple
    mine: Side
    others: Tuple[Side, ...]
    differences: Tuple[Difference, ...]
    mine_state: str
    state: str
    drawn: bool = False

    @property
    def place(self):
        """What JSON can hold of the place, for those who read of it later."""
        return {
            "layer": self.layer,
            "document": self.document,
            "sentence": self.sentence,
            "token": self.token,
            "start": self.fragments[0][0],
            "end": self.fragments[-1][1],
        }


class Found(NamedTuple):
    """All items of an annotator.

    items      tuple of Item, in the order of documents and places in the text
    documents  {document: names of those whose annotation of it was compared with the annotator's}
    partners   {key: names of those who differ}; not for the annotator to see
    """

    items: Tuple[Item, ...]
    documents: dict
    partners: dict


class ItemPattern(NamedTuple):
    """Items at which the annotator has one label and others another, "" for none; keys are those of the items."""

    layer: str
    kind: str
    mine: str
    theirs: str
    count: int
    keys: Tuple[str, ...]


def find_items(agreements, me, linked=()):
    """Found of an annotator.

    agreements  Agreements that have the annotator, such as those with each other one
    me          name of the annotator
    linked      names of others whose documents the annotator may open in brat
    Only what is between annotators counts, and only in documents that both have begun.
    """
    groups, documents = defaultdict(list), defaultdict(set)
    for agreement in agreements:
        for document, table in agreement.tables.items():
            begun = begun_by(agreement, table)
            if me in begun:
                documents[document].update(name for name in begun if name != me)
        for found in agreement.disagreements:
            if me in found.annotators:
                found = found if found.annotators[0] == me else seen_from_second(found)
                if found.annotators[1] in documents[found.document]:
                    groups[item_key(found)].append((agreement, found))
    items = [_item(key, group, linked) for key, group in groups.items()]
    partners = {key: frozenset(found.annotators[1] for _, found in group) for key, group in groups.items()}
    items.sort(key=_in_order)
    return Found(tuple(items), {name: frozenset(own) for name, own in documents.items() if own}, partners)


def places(found):
    """Found with nothing in it but the places: neither who differs, nor in what, nor in how many.

    What only others drew is what they did: of that the sentence is told, or the own span that
    it overlaps.
    """
    items = sorted((_place(item) for item in found.items), key=_in_order)
    return found._replace(items=tuple(items))


def _in_order(item):
    return item.document, item.fragments, item.layer


def _place(item):
    if item.drawn and not item.mine.has_token:
        item = _without_others_span(item)
    mine = item.mine._replace(values=())
    # Whether the others' values changed is theirs to know.
    return item._replace(mine=mine, others=(), differences=(), state=item.mine_state)


def _without_others_span(item):
    """The item at the annotator's own span, where that is in it, else in its sentence."""
    first = item.fragments[0][0] - item.marks[0][0] if item.marks else item.fragments[0][0]
    own = next((value.ends[0] for value in item.mine.values if len(value.ends) == 1), None)
    if own is None:
        where = ((first, first + len(item.text)),)
        return item._replace(token=SOMEWHERE, token_id="", fragments=where, marks=())
    marks = tuple((start - first, min(end - first, len(item.text))) for start, end in own.fragments)
    marks = tuple((start, end) for start, end in marks if 0 <= start < end)
    id = item.mine.ids[0]
    return item._replace(token=own.text, token_id=id, fragments=own.fragments, marks=marks)


def patterns(items):
    """List of ItemPattern, most frequent first. An item can have several; hidden ones have none."""
    groups = defaultdict(dict)
    for item in items:
        for found in item.differences:
            labels = tuple(value.label if value else "" for value in (found.mine, found.theirs))
            groups[(item.layer, found.kind) + labels][item.key] = None
    made = [ItemPattern(*group, len(keys), tuple(keys)) for group, keys in groups.items()]
    return sorted(made, key=lambda p: (-p.count, p.layer, KINDS.index(p.kind), p.mine, p.theirs))


def item_key(disagreement):
    """The key of the item that a Disagreement belongs to, in a few characters."""
    return _digest(key_of(disagreement))


def begun_by(agreement, table):
    """Names of the annotators of a table who began it: where arcs are compared, tokens alone are no beginning."""
    annotators = [name for name in table.annotators if name in agreement.annotators]
    if agreement.dependencies is None:
        return annotators
    return [name for name in annotators if table.arcs[name]]


def own_value(agreement, group):
    """What JSON can hold of the value of the first annotator of Disagreements about one token: no ids, nothing of others.

    In layers without arcs only what the annotator differs in is known.
    """
    table, first = agreement.tables[group[0].document], group[0]
    me = first.annotators[0]
    if agreement.dependencies is None or first.layer != agreement.dependencies.name:
        own = {(value.label, *(end.fragments for end in value.ends)) for value in values_of(group, 0)}
        return sorted(value[0] if len(value) == 1 else value for value in own)
    if me not in first.token.types:
        return None
    arcs = table.arcs[me].get(first.token.index, ())
    return sorted([list(map(list, table.tokens[arc.head].fragments)), arc.label] for arc in arcs)


def state_of(value):
    """A short text that is another one when the value, see own_value, is."""
    return _digest(value)


def values_of(disagreements, side):
    """Tuple of the Values that one side has in some Disagreements about one token, each once."""
    return tuple(dict.fromkeys(filter(None, (value_of(found, side) for found in disagreements))))


def sentence_of(table, token):
    """(text of a token's sentence without the root token, ((start, end), ...) of the token in it)."""
    sentence = table.sentences[token.sentence - 1]
    start = sentence.start
    first = table.tokens[sentence.tokens[0]] if sentence.tokens else None
    if first is not None and first.is_root and first.index != token.index:
        start = first.end
    text = table.text[start : sentence.end]
    start += len(text) - len(text.lstrip())
    inside = [(max(a, start) - start, min(b, sentence.end) - start) for a, b in token.fragments]
    return text.strip(), tuple((a, b) for a, b in inside if a <= b)


def _item(key, group, linked):
    agreement, first = group[0]
    text, marks = sentence_of(agreement.tables[first.document], first.token)
    all_found, of = [found for _, found in group], defaultdict(list)
    for own, found in group:
        of[found.annotators[1]].append((own, found))
    mine = own_value(agreement, all_found)
    theirs = [own_value(own[0][0], [seen_from_second(found) for _, found in own]) for own in of.values()]
    return Item(
        key=key,
        layer=first.layer,
        document=first.document,
        sentence=first.sentence,
        token=first.token.text,
        # Of a token made for what others drew there, an id would tell what they drew.
        token_id=first.token.ids.get(first.annotators[0], "") if first.token.index >= 0 else "",
        fragments=first.token.fragments,
        text=text,
        marks=marks,
        mine=side_of(all_found, 0, True),
        others=tuple(side_of([found for _, found in own], 1, name in linked) for name, own in of.items()),
        differences=tuple(
            Difference(found.annotators[1], found.kind, value_of(found, 0), value_of(found, 1)) for found in all_found
        ),
        mine_state=state_of(mine),
        state=state_of([mine, sorted(theirs, key=json.dumps)]),
        drawn=first.token.index < 0 or not (agreement.dependencies or agreement.found.tokens),
    )


def side_of(group, side, linked):
    """The Side of one annotator in Disagreements about one token, in all of which it is on that side."""
    first = group[0]
    return Side(
        annotator=first.annotators[side],
        values=values_of(group, side),
        has_token=any(found.annotators[side] in found.token.types for found in group),
        path=first.files[side][: -len(".ann")] if linked else "",
    )


def value_of(found, side):
    """The Value of one side of a Disagreement, None if it has none."""
    arc, head = found.arcs[side], found.heads[side]
    if arc is None:
        return None
    if head is None:
        return Value(arc.label, arc.id, ends=arc.ends)
    return Value(arc.label, arc.id, head.text, head.fragments, head.is_root)


def _digest(what):
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]
