"""All places of an agreement, or those that some conditions choose, with how many there are."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import compress

from brat_iaa.layers.difference import DIFFERENCE_NAMES, unordered
from brat_iaa.places.filters import Filters, condition
from brat_iaa.places.place import Place

# Selections of a list that are kept.
_KEPT = 8


class PlaceList(Sequence):
    """Places in the order of documents and texts. Each is whole, also where only some of the
    differences there are chosen; what is counted is counted of the chosen.

    differences  list of PairDifference, in the order of documents and texts, with those that follow
                 from others among them
    layers       names of all layers, in order

    What follows from another difference counts nowhere: it belongs to the place of that one.
    """

    def __init__(self, differences, lookup, layers, whole=None):
        self.differences, self.layers, self._lookup = differences, layers, lookup
        self._whole = self if whole is None else whole
        # A page asks for the same again and again: lists, counts and patterns under its filters.
        self.select = lru_cache(_KEPT)(self._select)

    def __len__(self):
        return len(self.chosen)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(map(self._place, self._items[index]))
        return self._place(self._items[index])

    def _place(self, item):
        whole = self._whole
        following = whole.consequences.get(item, ())
        return Place(item, whole.chosen[item], following, (self._lookup,))

    @cached_property
    def chosen(self) -> dict:
        """{PlaceItem: [PairDifference]} of the chosen that follow from no other."""
        of_items = defaultdict(list)
        for each in self.differences:
            if each.follows is None:
                of_items[each.item].append(each)
        return dict(of_items)

    @cached_property
    def consequences(self) -> dict:
        """{PlaceItem: [PairDifference]} of those that follow from what is chosen there."""
        of_items = defaultdict(list)
        for each in self.differences:
            if each.follows is not None:
                of_items[each.follows].append(each)
        return dict(of_items)

    @cached_property
    def _items(self):
        return [item for item in self._whole.chosen if item in self.chosen]

    @cached_property
    def _of_documents(self):
        of_documents = defaultdict(list)
        for each in self.differences:
            of_documents[each.document].append(each)
        return of_documents

    def _taken(self, differences):
        return PlaceList(differences, self._lookup, self.layers, self._whole)

    def _select(self, filters: Filters) -> "PlaceList":
        """Those that meet all conditions, with what follows from them."""
        if filters == Filters():
            return self
        listed, names = self.differences, filters.document
        if names is not None:
            chosen = {names} if isinstance(names, str) else {*names}
            of_documents = self._of_documents
            listed = [
                each for name in of_documents if name in chosen for each in of_documents[name]
            ]
        meets = condition(filters, filters.pair[0] if filters.pair else "")
        whole = self._whole.chosen
        met = [each.follows is None and meets(each, whole[each.item]) for each in listed]
        if not self.consequences:
            return self._taken([*compress(listed, met)])
        causes = {(each.item, each.annotators) for each in compress(listed, met)}
        return self._taken([
            each for each, chosen in zip(listed, met)
            if chosen or each.follows is not None and (each.follows, each.annotators) in causes
        ])  # fmt: skip

    def of_layers(self, names) -> "PlaceList":
        """Those of some layers, with what follows from them."""
        if {*self.layers} <= {*names}:
            return self
        if len(names) == 1:
            return self._taken(self._of_layers[next(iter(names))])
        return self._taken([
            each for each in self.differences if (each.follows or each.item).layer in names
        ])  # fmt: skip

    @cached_property
    def _of_layers(self):
        of_layers = defaultdict(list)
        for each in self.differences:
            of_layers[(each.follows or each.item).layer].append(each)
        return of_layers

    def at(self, keys) -> "PlaceList":
        """Those at some places, by their keys."""
        return self._taken([
            each for each in self.differences if (each.follows or each.item).key in keys
        ])  # fmt: skip

    def between(self, fits: Callable) -> list:
        """The differences of those documents and pairs for which fits(document, pair) holds."""
        fits = lru_cache(None)(fits)
        return [each for each in self.differences if fits(each.document, each.annotators)]

    def numbers(self, keys_of: Callable) -> Counter:
        """{key: number of places}

        keys_of  function of a PairDifference that returns what is counted of its kind and labels;
                 also of the order of its annotators, if there is one pair alone
        """
        counts: Counter = Counter()
        for there, number in self._alike:
            for key in {key for each in there for key in keys_of(each)}:
                counts[key] += number
        return counts

    @cached_property
    def _alike(self):
        """[(differences, each in other labels or of another kind; number of places with such)]"""
        groups: dict = {}
        for item, there in self.chosen.items():
            key = item.layer, frozenset(map(_said, there))
            groups.setdefault(key, [there, 0])[1] += 1
        return [
            ([*dict(zip(map(_said, there), there)).values()], number)
            for there, number in groups.values()
        ]

    @cached_property
    def _by_document(self):
        return Counter((item.layer, item.document) for item in self._items)

    def by_document(self) -> Counter:
        """{(layer, document): number of places}"""
        return Counter(self._by_document)

    def by_kind(self) -> dict:
        """{kind without an order of annotators: number of places}"""
        counts = self.numbers(lambda each: (unordered(each.kind),))
        return {kind: counts[kind] for kind in DIFFERENCE_NAMES if kind in counts}

    def by_label(self) -> Counter:
        """{label in which annotators differ, "" for none: number of places}"""
        return self.numbers(lambda each: each.differing)

    def by_labels(self, first=None) -> Counter:
        """{two labels: number of places}

        first  first annotator of the only pair, whose order the labels have; None: any pairs,
               labels are sorted
        """
        if first is None:
            return self.numbers(lambda each: (tuple(sorted(each.labels)),))
        return self.numbers(
            lambda each: (each.labels if each.annotators[0] == first else each.labels[::-1],)
        )

    @cached_property
    def labels(self) -> frozenset:
        """All labels, "" if an annotator gave none; sets, and what is in them."""
        return frozenset(
            label
            for there, _ in self._alike
            for each in there
            for labels in (each.labels, each.differing)
            for label in labels
        )

    def following(self) -> dict:
        """{layer: number of its items that follow from others, and are no place of their own}"""
        items = {each.item for of_item in self.consequences.values() for each in of_item}
        counts = Counter(item.layer for item in items if item not in self.chosen)
        return {layer: counts[layer] for layer in self.layers if layer in counts}


def _said(difference):
    """What is counted of a difference."""
    return difference.kind, difference.labels, difference.drawn.type_of(difference)
