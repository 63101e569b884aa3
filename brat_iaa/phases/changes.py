"""What changed between two states of a project: disagreements resolved, remaining, regressed and new.

The unit is a token of a pair of annotators, or a span: one that was drawn anew and
overlaps the old one stays the same unit. Whether the pair agreed on it is
read from the same comparisons as the scores; whose value changed, from the
values themselves, heads named by their place in the text. In layers without
arcs, a pair that has begun the document agrees wherever it does not differ.
"""

from typing import NamedTuple, Tuple

from brat_iaa.measures.span_overlap import matched_spans
from brat_iaa.phases.values import Values

# What became of a token, in the order in which it is shown.
STATUSES = {
    "resolved": "they differed before and agree now",
    "remaining": "they differed before and still differ",
    "regressed": "they agreed before and differ now",
    "new": "they differ now on what they could not be compared on before",
    "gone": "they differed before on what can no longer be compared",
}
# Who changed their value, of a pair.
MOVES = ("first", "second", "both", "neither")


class Change(NamedTuple):
    """A token on which a pair differs in one of two states.

    layer, document, sentence, annotators
    token       Token, as the later state has it if it does
    status      one of STATUSES
    moved       one of MOVES; None in layers without arcs, whose agreed values are not kept
    before      tuple of Disagreement of this token and pair in the earlier state
    after       the same of the later state
    """

    layer: str
    document: str
    sentence: int
    annotators: Tuple[str, str]
    token: object
    status: str
    moved: str
    before: tuple
    after: tuple


def changes(before, after, shared):
    """List of Change, in the order of documents, places in the text and pairs.

    before, after  the two Agreements
    shared         Shared of them: other documents and annotators take no part
    """
    states = [_State(agreement, shared) for agreement in (before, after)]
    labels = {layer.name for layer in after.layers if layer.kind == "labels"}
    states[0].follow(states[1], labels)
    keys = {**states[0].items, **states[1].items}
    found = [_change(key, states, after.dependencies) for key in keys]
    places = {pair: place for place, pair in enumerate(shared.pairs)}
    return sorted(
        found,
        key=lambda change: (change.document, change.token.start, places[change.annotators], change.layer),
    )


class _State:
    """One state: its disagreements by item, and the values behind them.

    items   {(layer, document, fragments of the token, pair): tuple of Disagreement}
    values  Values
    """

    def __init__(self, agreement, shared):
        self._tables = agreement.tables
        self.values = Values(agreement)
        self.items = {}
        documents = set(shared.documents)
        # A state may have the annotators in another order.
        pairs = {order: pair for pair in shared.pairs for order in (pair, pair[::-1])}
        for found in agreement.disagreements:
            pair = pairs.get(found.annotators)
            if found.document in documents and pair is not None:
                key = found.layer, found.document, found.token.fragments, pair
                self.items[key] = self.items.get(key, ()) + (found,)

    def follow(self, later, layers):
        """Put what differs at another place in a later state there: a span that was drawn anew.

        layers  names of those of spans
        """
        groups = {}
        for side, (own, other) in enumerate(((self.items, later.items), (later.items, self.items))):
            for key in own:
                if key[0] in layers and key not in other:
                    layer, document, fragments, pair = key
                    groups.setdefault((layer, document, pair), ([], []))[side].append(fragments)
        for (layer, document, pair), (gone, come) in groups.items():
            for i, j in matched_spans(gone, come):
                was, now = ((layer, document, own, pair) for own in (gone[i], come[j]))
                self.items[now] = self.items.pop(was)

    def arcs(self, document, fragments, pair):
        """What each of the pair has on a token: sorted [(place of the head, label)], None if missing."""
        return tuple(self._arcs(self.values.of(document, fragments, annotator)) for annotator in pair)

    @staticmethod
    def _arcs(found):
        return None if found is None else sorted((head.fragments, label) for label, head in found)

    def begun(self, document, pair):
        """The documents of the pair in layers without arcs: something for each who has begun it, None for others."""
        return tuple(document if name in self._tables[document].annotators else None for name in pair)


def _change(key, states, dependencies):
    layer, document, fragments, pair = key
    earlier, later = (state.items.get(key, ()) for state in states)
    some = (later or earlier)[0]
    if dependencies is not None and layer == dependencies.name:
        values = [state.arcs(document, fragments, pair) for state in states]
        moved = _moved(*values)
    else:
        values, moved = [state.begun(document, pair) for state in states], None
    return Change(layer, document, some.sentence, pair, some.token, _status(earlier, later, *values), moved, earlier, later)


def _status(earlier, later, values_before, values_after):
    if earlier and later:
        return "remaining"
    if earlier:
        return "gone" if None in values_after else "resolved"
    return "new" if None in values_before else "regressed"


def _moved(before, after):
    changed = tuple(x != y for x, y in zip(before, after))
    return {(True, False): "first", (False, True): "second", (True, True): "both"}.get(changed, "neither")


def count(changes, *fields):
    """{(values of the fields): {status: number of tokens}}; fields are names of Change, "kind" or "label".

    kind and label are those of the disagreements, before if there were any, else after.
    """
    counts = {}
    for change in changes:
        for key in _keys(change, fields):
            counts.setdefault(key, dict.fromkeys(STATUSES, 0))[change.status] += 1
    return counts


def select(changes, **wanted):
    """Those of the changes that count() puts under these values, e.g. document="d1", label="obj", in their order."""
    fields, values = tuple(wanted), tuple(wanted.values())
    return [change for change in changes if values in _keys(change, fields)]


def _keys(change, fields):
    """The groups that a change belongs to; a token with several disagreements can be in several."""
    keys = set()
    for found in change.before or change.after:
        choices = [()]
        for field in fields:
            own = {"kind": [found.kind], "label": sorted(set(found.labels))}.get(field)
            own = [getattr(change, field)] if own is None else own
            choices = [done + (value,) for done in choices for value in own]
        keys.update(choices)
    return keys


def moves(changes):
    """{pair: {move: number of tokens}} of what was resolved: who gave in to whom.

    "first" changed towards the second, "second" towards the first; "both"
    changed; "neither": resolved otherwise, as when a head's token was drawn anew.
    """
    counts = {}
    for change in changes:
        if change.status == "resolved" and change.moved is not None:
            counts.setdefault(change.annotators, dict.fromkeys(MOVES, 0))[change.moved] += 1
    return counts
