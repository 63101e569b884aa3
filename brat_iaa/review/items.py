"""The places at which an annotator differs from others, as that annotator may see them."""

import hashlib
import json
from collections import defaultdict
from typing import NamedTuple, Optional

from brat_iaa.kinds import KINDS
from brat_iaa.places.place import Place, group_into_places
from brat_iaa.places.sentence import InSentence, in_sentence
from brat_iaa.places.values import ValueLookup
from brat_iaa.report.places import WHERE_FIELDS

# The words of an item that stands at a span of others, where that is not told.
SOMEWHERE = "somewhere in the sentence"
# The layer of an item in which only others drew anything.
UNTOLD = ""


class Item(NamedTuple):
    """A Place at which an annotator differs from somebody.

    key          the same as long as it is the same layer, document and piece of text
    layer, document, sentence, token (its words)
    token_id     brat's id in the annotator's own file; "" if it is no token there
    fragments    ((start, end), ...) of the token in the document's text
    in_sentence  places.sentence.InSentence
    me           name of the annotator
    file         of the annotator's own document below the project
    linked       names of those whose documents the annotator may open in brat
    mine_state   changes when the annotator's own value does
    state        changes when the value of anybody does, if others are not hidden
    place        Place with what the annotator may see of it; None if others are hidden
    with_it      {layer: number} of what is settled with it, as Place.with_it
    footing      spans on which the annotator's own value stands: fragments
    """

    key: str
    layer: str
    document: str
    sentence: int
    token: str
    token_id: str
    fragments: tuple
    in_sentence: InSentence
    me: str
    file: str
    linked: frozenset
    mine_state: str
    state: str
    place: Optional[Place] = None
    with_it: dict = {}
    footing: frozenset = frozenset()

    @property
    def told(self):
        """What JSON can hold of where it is, for those who read of it later."""
        about = self.layer, self.document, self.sentence, self.token
        return dict(zip(WHERE_FIELDS, (*about, self.fragments[0][0], self.fragments[-1][1])))


class AnnotatorItems(NamedTuple):
    """All items of an annotator.

    items      tuple of Item, in the order of documents and places in the text
    documents  {document: names of those whose annotation of it was compared with the annotator's}
    uncompared names shown of those with documents of the same names that could not be compared
    trees      whether trees were compared, of which nothing is listed
    """

    items: tuple[Item, ...]
    documents: dict
    uncompared: tuple = ()
    trees: bool = False


def find_items(agreements, me, linked=(), hidden=False):
    """AnnotatorItems of an annotator.

    agreements  Agreements that have the annotator, such as those with each other one
    me          name of the annotator
    linked      names of others whose documents the annotator may open in brat
    hidden      whether of others nothing is told: neither who differs, nor in what, nor in how many
    Only what is between annotators counts, and only in documents that both have begun.
    """
    listed, documents, used = [], defaultdict(set), set()
    for agreement in agreements:
        values = ValueLookup(agreement, begun=True)
        for document in agreement.tables:
            begun = values.begun_by(document)
            if me in begun:
                documents[document].update(begun - {me})
        mine = agreement.places.between(
            lambda document, pair: me in pair and not documents[document].isdisjoint(pair)
        )
        if hidden:
            # What follows from what would tell what others drew.
            mine = [each._replace(follows=None) for each in mine]
            used |= values.used_by(me)
        listed.append((values, mine))
    items = []
    for place in group_into_places(listed):
        agreement = place.home.agreement
        item = _item(place, agreement, me, frozenset(linked))
        if hidden:
            item = _without_others(item, agreement, used)
        items.append(item)
    if hidden:
        items = _each_once(items)
        roots = _on_others(items, agreements)
        items = [item for item in items if item.key not in roots]
        for item, root in roots.values():
            root.with_it[item.layer] = root.with_it.get(item.layer, 0) + 1
    items.sort(key=lambda item: (item.document, item.fragments, item.layer))
    begun = {name: frozenset(others) for name, others in documents.items() if others}
    layers = {layer.kind for agreement in agreements for layer in agreement.layers}
    return AnnotatorItems(tuple(items), begun, trees="trees" in layers)


def _without_others(item, agreement, used):
    """The item with nothing in it but where it is.

    What only others drew is what they did: of that the sentence is told, or the own span that
    it overlaps; and a layer only if the annotator drew something in it, somewhere.
    """
    place, item = item.place, _where_told(item, agreement)
    layer = item.layer if item.layer in used else UNTOLD
    # Whether the others' values changed is theirs to know.
    state = whole_state(place, item.me, item.fragments) if layer else digest([])
    key = digest((layer, item.document, item.fragments))
    value = _whole_value(place, item.me, item.fragments)
    ends = {end.fragments for mark in (value.elements if value else ()) for end in mark.ends}
    return item._replace(
        key=key, layer=layer, place=None, mine_state=state, state=state, with_it={},
        footing=frozenset({item.fragments, *ends} if layer else ()),
    )  # fmt: skip


def _where_told(item, agreement):
    token = item.place.token
    drawn = token.index < 0 or not (agreement.dependencies or agreement.survey.tokens)
    lacks = item.place.differences[0].id_of(item.me) is None
    return _without_others_span(item) if drawn and lacks else item


def _each_once(items):
    """List of those Items without others that can be told from each other: how many layers or
    spans of others are behind one is not told.
    """
    once = {}
    for item in sorted(items, key=lambda item: item.token_id == ""):
        once.setdefault(item.key, item)
    told = {(item.document, item.fragments) for item in once.values() if item.layer}
    return [
        item for item in once.values() if item.layer or (item.document, item.fragments) not in told
    ]


def _on_others(items, agreements):
    """{key: (Item, the Item of a span on which it stands)} of Items without others.

    Whatever others did there, a span is looked at with all that the annotator put on it. On tokens
    each layer is something of its own.
    """
    layers = {layer.name: layer for agreement in agreements for layer in agreement.layers}
    if any(agreement.survey.tokens for agreement in agreements):
        return {}
    spans = {
        (item.document, item.fragments): item
        for item in items
        if item.layer in layers
        and KINDS[layers[item.layer].kind].of_spans
        and not layers[item.layer].settings.carried
    }
    roots = {}
    for item in items:
        places = [(item.document, fragments) for fragments in sorted(item.footing)]
        root = next((spans[place] for place in places if place in spans), None)
        if root is not None and spans.get((item.document, item.fragments)) is not item:
            roots[item.key] = item, root
    return roots


def keys_for(place, agreement, annotator):
    """Keys under which an annotator may have decided on a Place, from whom others were hidden or
    not.
    """
    item = _where_told(_item(place, agreement, annotator, frozenset()), agreement)
    hidden = (digest((layer, item.document, item.fragments)) for layer in (item.layer, UNTOLD))
    return key_in_store(place), *hidden


def _without_others_span(item):
    """The item at the annotator's own span, where that is in it, else in its sentence."""
    text, _, first = item.in_sentence
    marks = (difference.marks[0] for difference in item.place.seen_from(item.me))
    drawn = next((mark for mark in marks if mark and len(mark.ends) == 1), None)
    if drawn is None:
        return item._replace(
            token=SOMEWHERE,
            token_id="",
            fragments=((first, first + len(text)),),
            in_sentence=InSentence(text, (), first),
        )
    (span,) = drawn.ends
    marks = ((start - first, min(end - first, len(text))) for start, end in span.fragments)
    marks = tuple((start, end) for start, end in marks if 0 <= start < end)
    return item._replace(
        token=span.text,
        token_id=drawn.id,
        fragments=span.fragments,
        in_sentence=InSentence(text, marks, first),
    )


def key_in_store(place):
    """The key of a Place in a few characters, by which what is said of it is kept."""
    return digest(place.key)


def span_in_store(place):
    """The same of all places at its span, which are decided together in a draft."""
    return digest(place.item.span)


def own_state(place, annotator):
    """A short text that is another one when an annotator's own value at a Place is."""
    return digest(_own_value(place, annotator))


def whole_state(place, annotator, fragments=None):
    """The same of everything that the annotator drew at a Place, or at other fragments, in its
    layer: it does not change with what others draw.
    """
    if place.of_arcs:
        return own_state(place, annotator)
    value = _whole_value(place, annotator, fragments or place.token.fragments)
    drawn = sorted((label, *ends) for label, ends in value.drawn) if value else []
    return digest([value[0] if len(value) == 1 else value for value in drawn])


def _whole_value(place, annotator, fragments):
    """The Value of an annotator in the layer of a Place, or None; fragments: where"""
    where = place.layer, place.document, fragments
    values = (source.at(*where).get(annotator) for source in place.sources)
    return next(filter(None, values), None)


def _own_value(place, annotator):
    """What JSON can hold of an annotator's value: no ids, nothing of others.

    In layers without arcs it is what the annotator differs in.
    """
    if place.of_arcs:
        value = place.values[annotator]
        if value.token_id is None:
            return None
        return sorted(
            [list(map(list, element.head.fragments)), element.label] for element in value.elements
        )
    marks = filter(None, (difference.marks[0] for difference in place.seen_from(annotator)))
    values = {(mark.label, *(end.fragments for end in mark.ends)) for mark in marks}
    return [value[0] if len(value) == 1 else value for value in sorted(values)]


def _item(place, agreement, me, linked):
    token, seen = place.token, place.seen_from(me)
    theirs = [
        _own_value(place, name)
        for name in dict.fromkeys(difference.annotators[1] for difference in seen)
    ]
    return Item(
        key=key_in_store(place),
        layer=place.layer,
        document=place.document,
        sentence=place.sentence,
        token=token.text,
        # Of a token made for what others drew there, an id would tell what they drew.
        token_id=(token.index >= 0 and seen[0].id_of(me)) or "",
        fragments=token.fragments,
        in_sentence=in_sentence(agreement.tables[place.document], token),
        me=me,
        file=seen[0].files[0],
        linked=linked,
        mine_state=own_state(place, me),
        state=digest([_own_value(place, me), sorted(theirs, key=json.dumps)]),
        place=place,
        with_it=place.with_it,
    )


def digest(what):
    """16 hexadecimal digits of what JSON can hold, the same for the same."""
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]
