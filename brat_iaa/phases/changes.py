"""What became of the places at which annotators differ, between two states of a project.

The unit is a Place, also for each pair of annotators; a span that was redrawn and overlaps the old
one stays the same place. Whether annotators agree there comes from the same comparisons as the
scores; whose value changed, from the values themselves, with heads identified by their offsets. In
layers without arcs, a pair that has begun the document agrees wherever it does not differ, and what
annotators drew there is all that shares a character with the place as it was and as it is.
"""

from itertools import product
from typing import NamedTuple, Optional

from brat_iaa.kinds import KINDS
from brat_iaa.layers.disagreement import Filters, unordered
from brat_iaa.measures.span_overlap import matched_spans
from brat_iaa.phases import STATUSES
from brat_iaa.places.place import Place, group_into_places, meeting
from brat_iaa.places.values import ValueLookup

# Who changed their value, of a pair.
MOVES = ("first", "second", "both", "neither")


class PairChange(NamedTuple):
    """What became of a place between two annotators.

    status  one of STATUSES
    moved   one of MOVES
    """

    annotators: tuple[str, str]
    status: str
    moved: str


class PlaceChange(NamedTuple):
    """A place in one of two states, or in both.

    status  one of STATUSES
    before  Place in the earlier state, None if there was none
    after   Place in the later state, None if there is none
    values  of all annotators in both states: ({annotator: Value}, {annotator: Value})
    pairs   tuple of PairChange, of the pairs that differed or differ
    changed tuple of the names of annotators who drew something else than before
    """

    status: str
    before: Optional[Place]
    after: Optional[Place]
    values: tuple[dict, dict]
    pairs: tuple[PairChange, ...]
    changed: tuple[str, ...]

    @property
    def place(self) -> Place:
        """The Place in the later state, if it is one, else in the earlier."""
        return next(filter(None, (self.after, self.before)))


def changes(before, after, common) -> list:
    """List of PlaceChange, in the order of documents, places in the text and layers.

    before, after  the two Agreements
    common         CommonPart of them: other documents and annotators are left out
    """
    states = [_PhasePlaces(agreement, common) for agreement in (before, after)]
    labels = {layer.name for layer in after.layers if KINDS[layer.kind].of_spans}
    states[0].follow(states[1], labels)
    made = [_change(key, states, common) for key in {**states[0].places, **states[1].places}]
    return sorted(
        made,
        key=lambda change: (change.place.document, change.place.token.start, change.place.layer),
    )


class _PhasePlaces:
    """The places of one state.

    places  {key of the Place, or of the later one that it became: Place}
    """

    def __init__(self, agreement, common):
        self._tables = agreement.tables
        self._values = ValueLookup(agreement)
        self._names = common.annotators
        documents, pairs = set(common.documents), {frozenset(pair) for pair in common.pairs}
        listed = agreement.disagreements.between(
            lambda document, pair: document in documents and frozenset(pair) in pairs
        )
        self.places = {place.key: place for place in group_into_places([(self._values, listed)])}

    def follow(self, later, layers):
        """Move places of spans that were redrawn to where they are in a later state.

        layers  names of the layers of spans
        """
        groups = {}
        for side, (first, second) in enumerate(((self, later), (later, self))):
            for key in first.places:
                if key[0] in layers and key not in second.places:
                    layer, document, fragments = key
                    groups.setdefault((layer, document), ([], []))[side].append(fragments)
        for where, (gone, come) in groups.items():
            for i, j in matched_spans(gone, come):
                self.places[(*where, come[j])] = self.places.pop((*where, gone[i]))

    def values(self, key):
        """{annotator: Value} of those annotators who are in both states."""
        place = self.places.get(key)
        values = place.values if place is not None else self._values.at(*key)
        return {name: values[name] for name in self._names if name in values}

    def drawn_over(self, key, stretches):
        """{annotator: what they drew there}, see ValueLookup."""
        layer, document, _ = key
        return self._values.drawn_over(layer, document, stretches)

    def compared(self, pair, of_arcs, document, values):
        """Whether a pair was compared there."""
        if not of_arcs:
            return set(pair) <= set(self._tables[document].annotators)
        return all(name in values and not values[name].missing for name in pair)


def _change(key, states, common):
    places = tuple(state.places.get(key) for state in states)
    values = tuple(state.values(key) for state in states)
    of_arcs = (places[1] or places[0]).of_arcs
    changed, pairs = _changed(key, states, places, values), []
    for pair in common.pairs:
        differs = [place is not None and place.differ(*pair) for place in places]
        if any(differs):
            compared = [
                state.compared(pair, of_arcs, key[1], of_state)
                for state, of_state in zip(states, values)
            ]
            pairs.append(PairChange(pair, _status(differs, compared), _moved(pair, changed)))
    # One pair that was compared in the other state is enough.
    statuses = {pair_change.status for pair_change in pairs}
    compared = "regressed" in statuses, "resolved" in statuses
    status = _status([place is not None for place in places], compared)
    return PlaceChange(status, *places, values, tuple(pairs), changed)


def _changed(key, states, places, values):
    """The annotators who drew something else there than before."""
    if any(place is not None and place.of_arcs for place in places):
        drawn = [
            {name: None if value.missing else value.drawn for name, value in of_state.items()}
            for of_state in values
        ]
    else:
        fragments = [key[2], *(place.key[2] for place in places if place is not None)]
        stretches = tuple({stretch for of_value in fragments for stretch in of_value})
        drawn = [state.drawn_over(key, stretches) for state in states]
        # Who has a document in one state only has changed nothing.
        common = drawn[0].keys() & drawn[1].keys()
        drawn = [{name: of_state[name] for name in common} for of_state in drawn]
    names = dict.fromkeys(name for of_state in values for name in of_state)
    return tuple(name for name in names if drawn[0].get(name) != drawn[1].get(name))


def _status(differs, compared):
    before, after = differs
    if before and after:
        return "remaining"
    if before:
        return "resolved" if compared[1] else "gone"
    return "regressed" if compared[0] else "new"


def _moved(pair, changed):
    first, second = (name in changed for name in pair)
    return MOVES[2 if first and second else 0 if first else 1 if second else 3]


def count(changes, *fields) -> dict:
    """{(values of the fields): {status: number of places}}

    fields  "annotators", "layer", "document", "sentence", "kind", "label"; with "annotators" the
            status is that between the two of a pair

    kind and label are those of the differences before, if there were any, else after.
    """
    counts = {}
    for change in changes:
        for status, key in _keys(change, fields):
            counts.setdefault(key, dict.fromkeys(STATUSES, 0))[status] += 1
    return counts


def select(changes, filters=Filters(), status=None, moved=None) -> list:
    """The changes that count(), or moves(), counts under some values.

    filters  Filters of pairs in no order; with a pair, of the place between the two
    """
    of_pairs, wanted, units = filters.pair is not None or moved is not None, set(), {}
    for change in changes:
        for unit in _units(change, of_pairs):
            if status in (None, unit.status) and moved in (None, unit.moved):
                units.setdefault(unit.pair, []).append((change.place.key, unit.place))
    for pair, of_pair in units.items():
        if pair is None or filters.pair in (None, pair, pair[::-1]):
            keys, places = zip(*of_pair)
            met = meeting(places, filters if pair is None else filters._replace(pair=pair))
            wanted.update(key for key, meets in zip(keys, met) if meets)
    return [change for change in changes if change.place.key in wanted]


class _Unit(NamedTuple):
    """What is counted once: a PlaceChange, or one of its PairChanges."""

    status: str
    moved: Optional[str]
    pair: Optional[tuple]
    place: Place

    @property
    def disagreements(self):
        return self.place.seen_from(*self.pair) if self.pair else self.place.disagreements


def _units(change, of_pairs):
    """List of _Unit, with the Place before, if there was any, else that after."""
    places = [place for place in (change.before, change.after) if place is not None]
    if not of_pairs:
        return [_Unit(change.status, None, None, places[0])]
    units = []
    for pair, status, moved in change.pairs:
        place = next(place for place in places if place.differ(*pair))
        units.append(_Unit(status, moved, pair, place))
    return units


def _keys(change, fields):
    """{(status, values of the fields)}: one for each difference there."""
    keys = set()
    for unit in _units(change, "annotators" in fields):
        for disagreement in unit.disagreements:
            values = {
                "annotators": [unit.pair],
                "kind": [unordered(disagreement.kind)],
                "label": sorted(set(disagreement.labels)),
                "layer": [disagreement.layer],
                "document": [disagreement.document],
                "sentence": [disagreement.sentence],
            }
            keys.update((unit.status, key) for key in product(*(values[name] for name in fields)))
    return keys


def moves(changes) -> dict:
    """{pair: {move: number of places}} of what was resolved between the two: who changed.

    first, second  this one changed, the other did not
    both           both changed
    neither        resolved otherwise, as when a head's token was redrawn
    """
    counts = {}
    for change in changes:
        for pair, status, moved in change.pairs:
            if status == "resolved":
                counts.setdefault(pair, dict.fromkeys(MOVES, 0))[moved] += 1
    return counts
