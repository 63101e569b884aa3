"""What became of the places at which annotators differ, between two states of a project.

The unit is a Place, also for each pair of annotators; a span that was redrawn and overlaps the old
one stays the same place. Whether annotators agree there comes from the same comparisons as the
scores; whose value changed, from the values themselves, with heads identified by their offsets. In
layers without arcs, a pair that has begun the document agrees wherever it does not differ, and what
annotators drew there is all that shares a character with the place as it was and as it is.
"""

from itertools import product
from typing import NamedTuple, Optional

from brat_iaa.formats.display_names import NOT_ANNOTATED
from brat_iaa.kinds import KINDS
from brat_iaa.layers.difference import unordered
from brat_iaa.measures.matching import matched_spans
from brat_iaa.phases import STATUSES
from brat_iaa.places.filters import Filters, condition
from brat_iaa.places.place import Place, group_into_places
from brat_iaa.places.values import ValueLookup

# Who of a pair changed the value; neither: a head's token was redrawn and the like.
MOVES = ("first", "second", "both", "neither")


class Outcome(NamedTuple):
    """What became of a place, for all annotators together or between two.

    status      one of STATUSES
    counted     Place in the earlier state, if they differed there, else in the later
    annotators  the pair, None for all
    moved       one of MOVES, None for all
    """

    status: str
    counted: Place
    annotators: Optional[tuple[str, str]] = None
    moved: Optional[str] = None

    @property
    def differences(self):
        """Those that are counted."""
        there = self.counted
        return there.seen_from(*self.annotators) if self.annotators else there.differences


class PlaceChange(NamedTuple):
    """A place in one of two states, or in both.

    before   Place in the earlier state, None if there was none
    after    Place in the later state, None if there is none
    values   of all annotators in both states: ({annotator: Value}, {annotator: Value})
    changed  tuple of the names of annotators who drew something else than before
    whole    Outcome for all annotators together
    pairs    tuple of Outcome, of the pairs that differed or differ
    """

    before: Optional[Place]
    after: Optional[Place]
    values: tuple[dict, dict]
    changed: tuple[str, ...]
    whole: Outcome
    pairs: tuple[Outcome, ...]

    @property
    def status(self) -> str:
        return self.whole.status

    @property
    def place(self) -> Place:
        """The Place in the later state, if it is one, else in the earlier."""
        return self.after or self.whole.counted


def changes(states) -> list:
    """List of PlaceChange, in the order of documents, places in the text and layers.

    states  ComparedStates: documents and annotators that not both have are left out
    """
    both = [_StatePlaces(agreement, states) for agreement in (states.before, states.after)]
    _follow(both[0].places, both[1].places, states.after.layers)
    return sorted(
        (_change(key, both, states.pairs) for key in {**both[0].places, **both[1].places}),
        key=lambda change: (change.place.document, change.place.token.start, change.place.layer),
    )


class _StatePlaces:
    """The places of one state.

    places  {key of the Place, or of the later one that it became: Place}
    """

    def __init__(self, agreement, states):
        self._tables, self._names = agreement.tables, states.annotators
        self._layers = {layer.name for layer in agreement.layers}
        self.lookup = ValueLookup(agreement)
        documents, pairs = {*states.documents}, {*map(frozenset, states.pairs)}
        listed = agreement.places.between(
            lambda document, pair: document in documents and frozenset(pair) in pairs
        )
        self.places = {place.key: place for place in group_into_places([(self.lookup, listed)])}

    def values(self, key):
        """{annotator: Value} of those annotators who are in both states."""
        place = self.places.get(key)
        values = self.lookup.at(*key[:3]) if place is None else place.values
        return {name: values[name] for name in self._names if name in values}

    def compared(self, pair, of_arcs, key, values):
        """Whether a pair was compared there."""
        layer, document, *_ = key
        if not of_arcs:
            return layer in self._layers and {*pair} <= {*self._tables[document].annotators}
        return all(name in values and not values[name].missing for name in pair)


def _follow(earlier, later, layers):
    """Move places of spans that were redrawn to where they are in a later state."""
    of_spans = {layer.name for layer in layers if KINDS[layer.kind].of_spans}
    groups: dict = {}
    for side, (own, other) in enumerate(((earlier, later), (later, earlier))):
        for layer, document, fragments, *name in own.keys() - other.keys():
            if layer in of_spans:
                groups.setdefault((layer, document, *name), ([], []))[side].append(fragments)
    for (layer, document, *name), sides in groups.items():
        gone, come = map(sorted, sides)
        for i, j in matched_spans(gone, come):
            now, before = ((layer, document, of[n], *name) for of, n in ((come, j), (gone, i)))
            earlier[now] = earlier.pop(before)


def _change(key, states, all_pairs):
    before, after = places = tuple(state.places.get(key) for state in states)
    values = tuple(state.values(key) for state in states)
    of_arcs, counted = (after or before).of_arcs, before or after
    changed, pairs = _changed(key, states, places, values), []
    for pair in all_pairs:
        differs = [place is not None and place.differ(*pair) for place in places]
        if any(differs):
            compared = [
                state.compared(pair, of_arcs, key, of_state)
                for state, of_state in zip(states, values)
            ]
            first, second = (name in changed for name in pair)
            moved = MOVES[2 if first and second else 0 if first else 1 if second else 3]
            of_pair = before if differs[0] else after
            pairs.append(Outcome(_status(differs, compared), of_pair, pair, moved))
    # One pair that was compared in the other state is enough.
    statuses = {of_pair.status for of_pair in pairs}
    compared = "regressed" in statuses, "resolved" in statuses
    whole = Outcome(_status([place is not None for place in places], compared), counted)
    return PlaceChange(*places, values, changed, whole, tuple(pairs))


def _changed(key, states, places, values):
    """The annotators who drew something else there than before."""
    layer, document, fragments, *_ = key
    there = [place for place in places if place is not None]
    if there[0].of_arcs:
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
        return "resolved" if compared[1] else "removed"
    return "regressed" if compared[0] else "new"


_VALUES = {
    "annotators": lambda change, each: [change.annotators],
    "moved": lambda change, each: [change.moved],
    "kind": lambda change, each: [unordered(each.kind)],
    "label": lambda change, each: {label or NOT_ANNOTATED for label in each.differing},
    "layer": lambda change, each: [each.layer],
    "document": lambda change, each: [each.document],
}


def count(changes, *fields) -> dict:
    """{(values of the fields): {status: number of places}} of PlaceChanges

    fields  of _VALUES; with "annotators" the status is that between the two of a pair

    kind and label are those of the differences before, if there were any, else after.
    """
    counts: dict = {}
    for change in changes:
        for counted in change.pairs if "annotators" in fields else [change.whole]:
            keys = {
                key
                for each in counted.differences
                for key in product(*(_VALUES[name](counted, each) for name in fields))
            }
            for key in keys:
                counts.setdefault(key, dict.fromkeys(STATUSES, 0))[counted.status] += 1
    return counts


def select(changes, filters=Filters(), status=None, moved=None) -> list:
    """The changes that count() counts under some values.

    filters  Filters of pairs in no order; with a pair, of the place between the two
    """
    of_pairs = filters.pair is not None or moved is not None
    conditions: dict = {None: condition(filters)}

    def meets(change):
        pair = change.annotators
        if status not in (None, change.status) or moved not in (None, change.moved):
            return False
        if pair is not None and filters.pair not in (None, pair, pair[::-1]):
            return False
        if pair not in conditions:
            conditions[pair] = condition(filters._replace(pair=pair))
        there = change.counted.differences
        return any(conditions[pair](each, there) for each in there)

    return [each for each in changes if any(map(meets, each.pairs if of_pairs else [each.whole]))]
