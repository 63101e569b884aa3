"""What became of the places at which annotators differ, between two states of a project.

The unit is a Place, also for each pair of annotators; a span that was redrawn and overlaps the old
one stays the same place. Whether annotators agree there comes from the same comparisons as the
scores; whose value changed, from the values themselves, with heads identified by their offsets. In
layers without arcs, a pair that has begun the document agrees wherever it does not differ, and what
annotators drew there is all that shares a character with the place as it was and as it is.
"""

from functools import cached_property
from itertools import product
from typing import NamedTuple, Optional

from brat_iaa.kinds import KINDS
from brat_iaa.layers.difference import unordered
from brat_iaa.measures.matching import matched_spans
from brat_iaa.phases import STATUSES
from brat_iaa.phases.differences import common_part, differences
from brat_iaa.places.filters import Filters, meeting
from brat_iaa.places.place import Place, group_into_places
from brat_iaa.places.values import ValueLookup

# Who of a pair changed the value; neither: a head's token was redrawn and the like.
MOVES = ("first", "second", "both", "neither")


class PairChange(NamedTuple):
    """What became of a place between two annotators.

    status   one of STATUSES
    moved    one of MOVES
    counted  Place in the earlier state, if the two differed there, else in the later
    """

    annotators: tuple[str, str]
    status: str
    moved: str
    counted: Place

    @property
    def differences(self):
        """Those between the two that are counted."""
        return self.counted.seen_from(*self.annotators)


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
    def annotators(self) -> None:
        """Those of a pair: it is of none."""

    @property
    def moved(self) -> None:
        """Who of a pair: it is of none."""

    @property
    def place(self) -> Place:
        """The Place in the later state, if it is one, else in the earlier."""
        return next(filter(None, (self.after, self.before)))

    @property
    def counted(self) -> Place:
        """The Place in the earlier state, if it is one, else in the later."""
        return next(filter(None, (self.before, self.after)))

    @property
    def differences(self):
        """Those that are counted."""
        return self.counted.differences


class ComparedStates:
    """Two states of a project compared, be they snapshots, directories or the files as they are.

    before, after  the Agreements of the earlier and the later state; common: their CommonPart
    """

    def __init__(self, before, after):
        self.before, self.after = before, after
        self.common = common_part(before, after)

    @cached_property
    def changes(self) -> list:
        """List of PlaceChange."""
        return changes(self.before, self.after, self.common)

    @cached_property
    def differences(self) -> list:
        """List of Difference."""
        return differences(self.common, self.after.config)


def changes(before, after, common) -> list:
    """List of PlaceChange, in the order of documents, places in the text and layers.

    before, after  the two Agreements
    common         CommonPart of them: other documents and annotators are left out
    """
    states = [_PhasePlaces(agreement, common) for agreement in (before, after)]
    _follow(states[0].places, states[1].places, after.layers)
    return sorted(
        (_change(key, states, common) for key in {**states[0].places, **states[1].places}),
        key=lambda change: (change.place.document, change.place.token.start, change.place.layer),
    )


class _PhasePlaces:
    """The places of one state.

    places  {key of the Place, or of the later one that it became: Place}
    """

    def __init__(self, agreement, common):
        self._tables, self._names = agreement.tables, common.annotators
        self.lookup = ValueLookup(agreement)
        documents, pairs = set(common.documents), {frozenset(pair) for pair in common.pairs}
        listed = agreement.places.between(
            lambda document, pair: document in documents and frozenset(pair) in pairs
        )
        self.places = {place.key: place for place in group_into_places([(self.lookup, listed)])}

    def values(self, key):
        """{annotator: Value} of those annotators who are in both states."""
        place = self.places.get(key)
        values = self.lookup.at(*key) if place is None else place.values
        return {name: values[name] for name in self._names if name in values}

    def compared(self, pair, of_arcs, document, values):
        """Whether a pair was compared there."""
        if not of_arcs:
            return set(pair) <= set(self._tables[document].annotators)
        return all(name in values and not values[name].missing for name in pair)


def _follow(earlier, later, layers):
    """Move places of spans that were redrawn to where they are in a later state."""
    of_spans = {layer.name for layer in layers if KINDS[layer.kind].of_spans}
    groups: dict = {}
    for side, (own, other) in enumerate(((earlier, later), (later, earlier))):
        for layer, document, fragments in own.keys() - other.keys():
            if layer in of_spans:
                groups.setdefault((layer, document), ([], []))[side].append(fragments)
    for where, sides in groups.items():
        gone, come = map(sorted, sides)
        for i, j in matched_spans(gone, come):
            earlier[(*where, come[j])] = earlier.pop((*where, gone[i]))


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
            first, second = (name in changed for name in pair)
            moved = MOVES[2 if first and second else 0 if first else 1 if second else 3]
            counted = places[0] if differs[0] else places[1]
            pairs.append(PairChange(pair, _status(differs, compared), moved, counted))
    # One pair that was compared in the other state is enough.
    statuses = {pair_change.status for pair_change in pairs}
    compared = "regressed" in statuses, "resolved" in statuses
    status = _status([place is not None for place in places], compared)
    return PlaceChange(status, *places, values, tuple(pairs), changed)


def _changed(key, states, places, values):
    """The annotators who drew something else there than before."""
    layer, document, fragments = key
    there = [place for place in places if place is not None]
    if any(place.of_arcs for place in there):
        drawn = [
            {name: None if value.missing else value.drawn for name, value in of_state.items()}
            for of_state in values
        ]
    else:
        stretches = tuple({*fragments}.union(*(place.key[2] for place in there)))
        drawn = [state.lookup.drawn_over(layer, document, stretches) for state in states]
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


def count(changes, *fields) -> dict:
    """{(values of the fields): {status: number of places}}

    fields  "annotators", "moved", "layer", "document", "sentence", "kind", "label"; with
            "annotators" the status is that between the two of a pair

    kind and label are those of the differences before, if there were any, else after.
    """
    counts: dict = {}
    for unit in _units(changes, "annotators" in fields):
        keys = set()
        for each in unit.differences:
            values = {
                "annotators": [unit.annotators],
                "moved": [unit.moved],
                "kind": [unordered(each.kind)],
                "label": {*each.labels},
                "layer": [each.layer],
                "document": [each.document],
                "sentence": [each.sentence],
            }
            keys.update(product(*(values[name] for name in fields)))
        for key in keys:
            counts.setdefault(key, dict.fromkeys(STATUSES, 0))[unit.status] += 1
    return counts


def select(changes, filters=Filters(), status=None, moved=None) -> list:
    """The changes that count() counts under some values.

    filters  Filters of pairs in no order; with a pair, of the place between the two
    """
    found: dict = {}
    for change in changes:
        for unit in _units([change], filters.pair is not None or moved is not None):
            if status in (None, unit.status) and moved in (None, unit.moved):
                found.setdefault(unit.annotators, []).append((change.place.key, unit.counted))
    wanted = set()
    for pair, of_pair in found.items():
        if pair is None or filters.pair in (None, pair, pair[::-1]):
            keys, places = zip(*of_pair)
            met = meeting(places, filters if pair is None else filters._replace(pair=pair))
            wanted.update(key for key, meets in zip(keys, met) if meets)
    return [change for change in changes if change.place.key in wanted]


def _units(changes, of_pairs):
    """What is counted once: the changes, or what became of each between the two of a pair."""
    return [pair for change in changes for pair in change.pairs] if of_pairs else changes
