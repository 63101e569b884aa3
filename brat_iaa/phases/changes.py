"""What became of the places at which annotators differed, between two states of a project.

The unit is a Place, also for each pair of annotators; a span that was drawn anew and overlaps the
old one stays the same place. Whether annotators agreed there is read from the same comparisons as
the scores; whose value changed, from the values themselves, heads named by their place in the text.
In layers without arcs, a pair that has begun the document agrees wherever it does not differ.
"""

from itertools import product
from typing import NamedTuple, Optional

from brat_iaa.layers.disagreement import Filters, unordered
from brat_iaa.measures.span_overlap import matched_spans
from brat_iaa.phases import STATUSES
from brat_iaa.places.place import Place, group_into_places
from brat_iaa.places.values import ValueLookup

# Who changed their value, of a pair.
MOVES = ("first", "second", "both", "neither")


class PairChange(NamedTuple):
    """What became of a place between two annotators.

    status  one of STATUSES
    moved   one of MOVES; None in layers without arcs, where a span may have been drawn anew
    """

    annotators: tuple[str, str]
    status: str
    moved: Optional[str]


class Change(NamedTuple):
    """A place in one of two states, or in both.

    status  one of STATUSES
    before  Place in the earlier state, None if it was none
    after   the same of the later state
    values  what everybody had and has there: ({annotator: Value}, {annotator: Value})
    pairs   tuple of PairChange, of the pairs that differed or differ
    """

    status: str
    before: Optional[Place]
    after: Optional[Place]
    values: tuple[dict, dict]
    pairs: tuple[PairChange, ...]

    @property
    def place(self):
        """As the later state has it, if it does."""
        return self.after or self.before

    @property
    def changed(self):
        """Names of those who have another value than before; () in layers without arcs."""
        if not self.place.of_arcs:
            return ()
        names = dict.fromkeys(name for values in self.values for name in values)
        return tuple(
            name for name in names if len({_drawn(own.get(name)) for own in self.values}) > 1
        )


def changes(before, after, shared):
    """List of Change, in the order of documents, places in the text and layers.

    before, after  the two Agreements
    shared         Shared of them: other documents and annotators take no part
    """
    states = [_State(agreement, shared) for agreement in (before, after)]
    labels = {layer.name for layer in after.layers if layer.kind == "labels"}
    states[0].follow(states[1], labels)
    found = [_change(key, states, shared) for key in {**states[0].places, **states[1].places}]
    return sorted(
        found,
        key=lambda one: (one.place.document, one.place.token.start, one.place.layer),
    )


class _State:
    """One state.

    places  {key of the Place, or of the later one that it became: Place}
    """

    def __init__(self, agreement, shared):
        self._tables = agreement.tables
        self._values = ValueLookup(agreement)
        self._names = shared.annotators
        documents, pairs = set(shared.documents), {frozenset(pair) for pair in shared.pairs}
        listed = [
            found
            for found in agreement.disagreements
            if found.document in documents and frozenset(found.annotators) in pairs
        ]
        self.places = {place.key: place for place in group_into_places([(self._values, listed)])}

    def follow(self, later, layers):
        """Put what differs at another place in a later state there: a span that was drawn anew.

        layers  names of those of spans
        """
        groups = {}
        for side, (own, other) in enumerate(((self, later), (later, self))):
            for key in own.places:
                if key[0] in layers and key not in other.places:
                    layer, document, fragments = key
                    groups.setdefault((layer, document), ([], []))[side].append(fragments)
        for where, (gone, come) in groups.items():
            for i, j in matched_spans(gone, come):
                self.places[(*where, come[j])] = self.places.pop((*where, gone[i]))

    def values(self, key):
        """{annotator: Value} of the annotators of both states."""
        place = self.places.get(key)
        found = place.values if place is not None else self._values.at(*key)
        return {name: found[name] for name in self._names if name in found}

    def compared(self, pair, of_arcs, document, values):
        """Whether a pair could be compared there."""
        if not of_arcs:
            return set(pair) <= set(self._tables[document].annotators)
        return all(name in values and not values[name].missing for name in pair)


def _change(key, states, shared):
    places = tuple(state.places.get(key) for state in states)
    values = tuple(state.values(key) for state in states)
    of_arcs = (places[1] or places[0]).of_arcs
    pairs = []
    for pair in shared.pairs:
        differs = [place is not None and place.differ(*pair) for place in places]
        if any(differs):
            known = [
                state.compared(pair, of_arcs, key[1], own) for state, own in zip(states, values)
            ]
            moved = _moved(pair, values) if of_arcs else None
            pairs.append(PairChange(pair, _status(differs, known), moved))
    # One pair that is still compared, or was before, is enough.
    statuses = {one.status for one in pairs}
    known = "regressed" in statuses, "resolved" in statuses
    status = _status([place is not None for place in places], known)
    return Change(status, *places, values, tuple(pairs))


def _status(differs, compared):
    before, after = differs
    if before and after:
        return "remaining"
    if before:
        return "resolved" if compared[1] else "gone"
    return "regressed" if compared[0] else "new"


def _moved(pair, values):
    changed = tuple(len({_drawn(own.get(name)) for own in values}) > 1 for name in pair)
    return {(True, False): "first", (False, True): "second", (True, True): "both"}.get(
        changed, "neither"
    )


def _drawn(value):
    return None if value is None or value.missing else value.drawn


def count(changes, *fields):
    """{(values of the fields): {status: number of places}}

    fields  "annotators", "layer", "document", "sentence", "kind", "label"; with "annotators" what
            is counted became of a place between the two of a pair
    kind and label are those of the differences, before if there were any, else after.
    """
    counts = {}
    for change in changes:
        for status, key in _keys(change, fields):
            counts.setdefault(key, dict.fromkeys(STATUSES, 0))[status] += 1
    return counts


def select(changes, filters=Filters(), status=None, moved=None):
    """Those of the changes that count(), or moves(), puts under these values.

    filters  Filters, said of pairs in no order; with a pair, of what became of a place between it
    """
    of_pairs = filters.pair is not None or moved is not None
    return [
        change
        for change in changes
        if any(
            status in (None, unit.status)
            and moved in (None, unit.moved)
            and any(filters.meets(one, directed=False) for one in unit.disagreements)
            for unit in _units(change, of_pairs)
        )
    ]


class _Unit(NamedTuple):
    """What is counted once: a Change, or what became of it between a pair."""

    status: str
    moved: Optional[str]
    pair: Optional[tuple]
    disagreements: tuple


def _units(change, of_pairs):
    """List of _Unit, with the differences before, if there were any, else those after."""
    places = [place for place in (change.before, change.after) if place is not None]
    if not of_pairs:
        return [_Unit(change.status, None, None, places[0].disagreements)]
    units = []
    for one in change.pairs:
        place = next(place for place in places if place.differ(*one.annotators))
        between = place.between(*one.annotators)
        units.append(_Unit(one.status, one.moved, one.annotators, between))
    return units


def _keys(change, fields):
    """{(status, values of the fields)}: one for each difference there."""
    keys = set()
    for unit in _units(change, "annotators" in fields):
        for one in unit.disagreements:
            known = {
                "annotators": [unit.pair],
                "kind": [unordered(one.kind)],
                "label": sorted(set(one.labels)),
                "layer": [one.layer],
                "document": [one.document],
                "sentence": [one.sentence],
            }
            keys.update((unit.status, key) for key in product(*(known[name] for name in fields)))
    return keys


def moves(changes):
    """{pair: {move: number of places}} of what was resolved between the two: who gave in to whom.

    "first" changed towards the second, "second" towards the first; "both"
    changed; "neither": resolved otherwise, as when a head's token was drawn anew.
    """
    counts = {}
    for change in changes:
        for one in change.pairs:
            if one.status == "resolved" and one.moved is not None:
                own = counts.setdefault(one.annotators, dict.fromkeys(MOVES, 0))
                own[one.moved] += 1
    return counts
