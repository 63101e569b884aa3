"""Index of the places that are settled here, and why others are settled in brat."""

from brat_iaa.adjudication import ballot
from brat_iaa.adjudication.layer_edit import OtherLayers
from brat_iaa.adjudication.settler import Settler, all_are_arcs
from brat_iaa.kinds import KINDS
from brat_iaa.places.place import Place, group_into_places
from brat_iaa.places.values import ValueLookup
from brat_iaa.review.items import key_in_store

ALSO_ARCS = "its relations count as dependencies too, as labels in [layer dependencies] names none"


def settlers(agreement) -> dict:
    """{name: Settler} of the layers of the gold that are settled here, in their order."""
    chosen = agreement.config.to_settle(agreement.layers)
    layers = [layer for layer in chosen if why_in_brat(layer, agreement) is None]
    types = [layer for layer in layers if _is_of_types(layer)]
    kinds = {layer.kind for layer in layers}
    other_layers = OtherLayers([], False, "events" in kinds, "chains" in kinds)
    of_layer: dict[str, Settler] = {}
    for layer in layers:
        drawn = other_layers._replace(spans=any(_draws(wide, layer) for wide in types))
        of_layer[layer.name] = settler = KINDS[layer.kind].settler(layer, agreement, drawn)
        if KINDS[layer.kind].of_spans and layer not in types:
            other_layers.labels.append(settler)
    return of_layer


def why_in_brat(layer, agreement):
    """Why the places of a layer are settled in brat; None if they are settled here."""
    if isinstance(KINDS[layer.kind].settler, str):
        return KINDS[layer.kind].settler
    arcs = layer.settings.annotations.keys() == {ballot.RELATION} and all_are_arcs(agreement)
    return ALSO_ARCS if arcs else None


def _is_of_types(layer):
    return KINDS[layer.kind].of_spans and not layer.settings.carried


def _draws(wide, layer):
    """Whether a layer of types decides which spans of another layer are drawn."""
    if _is_of_types(layer):
        return False
    every = wide.settings.types is None
    if layer.kind not in ("labels", "chains"):
        return every  # Arguments of events may be spans of any type.
    narrow = layer.settings.types
    return every or (narrow is not None and set(narrow) <= set(wide.settings.types))


class PlaceIndex:
    """The places of an Agreement that are settled here.

    settlers  {name of the layer: what settles it}
    places    in the order in which they are asked: of documents and places in the text, but what
              stands on spans after these
    by_key    {key in the store: Place}
    key_of    {key of a Place: key in the store}
    at        {(document, (kind, fragments) of a note): [Place] that it is about}
    echoes    {key of a Place: [(Place, what is decided there) of what is settled with it]}; what
              joins disputed spans is settled with each of them
    """

    def __init__(self, agreement):
        self.agreement, self.settlers = agreement, settlers(agreement)
        # Who adjudicates makes the gold: it has no voice.
        self._listed = agreement.between.of_layers(self.settlers)
        places = group_into_places([(ValueLookup(agreement, gold=False), self._listed)])
        places = [place for place in places if self.settler(place).counts(place)]
        self._scopes = {place.key: self.settler(place).scope(place) for place in places}
        # Spans come before what stands on them.
        self._of_types = {
            name for name, settler in self.settlers.items() if _is_of_types(settler.layer)
        }
        self._ranks = sorted(self.settlers, key=lambda name: name not in self._of_types)
        self._of_span = {
            (place.document, fragments): place
            for place in places
            if place.layer in self._of_types
            for fragments in self._scopes[place.key]
        }
        places.sort(key=self.order)
        self.places = tuple(places)
        self.by_key = {key_in_store(place): place for place in places}
        self.key_of = {place.key: key for key, place in self.by_key.items()}
        self._documents = {}
        for place in places:
            self._documents.setdefault(place.document, []).append(place)
        self.at = {}
        for place in places:
            for host in self.settler(place).hosts(place, self._scopes[place.key]):
                self.at.setdefault((place.document, host), []).append(place)
        rows_of = {place.key: [row for *_, rows in place.parts for row in rows] for place in places}
        following = {key: [*rows] for key, rows in rows_of.items() if rows}
        for place in places:
            for row in rows_of[place.key]:
                for other in self._disputed_ends(self._listed[row]):
                    if other is not place:
                        following.setdefault(other.key, []).append(row)
        self.echoes = {
            place.key: self._echoes(place, following[place.key])
            for place in places
            if place.key in following
        }

    def _disputed_ends(self, disagreement):
        """The Places of the spans that are joined by what differs, each once."""
        settler = self.settlers.get(disagreement.layer)
        ends = settler.ends(disagreement) if settler else ()
        places = (self._of_span.get((disagreement.document, end)) for end in ends)
        return {place.key: place for place in places if place is not None}.values()

    def spans_elsewhere(self, place):
        """[fragments between which another Place decides] of each that decides on spans."""
        return [
            self._scopes[other.key]
            for other in self.in_document(place.document)
            if other.layer in self._of_types and other is not place
        ]

    def _echoes(self, place, following):
        """What is settled with a Place; but what is settled as a whole at a place of its own.

        following  numbers of the Disagreements
        """
        at: dict = {}
        for row in following:
            if self._listed[row].layer in self.settlers:
                at.setdefault(self._listed[row].key, []).append(row)
        made = []
        for key, rows in at.items():
            echo = Place(place.sources, (self._listed, rows, ()))
            settler = self.settler(echo)
            scope = settler.scope_of_echo(echo)
            if settler.counts(echo) and (key not in self.key_of or scope != settler.scope(echo)):
                made.append((echo, scope))
        shown_first = list(self.settlers).index
        return sorted(made, key=lambda echo: (shown_first(echo[0].layer), echo[0].token.fragments))

    def echo_hosts(self, place):
        """(kind, fragments) of the notes on what is settled with a Place."""
        return {
            host
            for echo, scope in self.echoes.get(place.key, ())
            for host in self.settler(echo).hosts(echo, scope)
        }

    def settler(self, place):
        """What settles a Place, see settlers."""
        return self.settlers[place.layer]

    def order(self, place):
        """For sorting Places as they are asked: a relation after the last of its disputed spans."""
        fragments = place.token.fragments
        ends = (end for pair in place.disagreements for end in self._disputed_ends(pair))
        after = [end.token.fragments for end in ends]
        return place.document, max((fragments, *after)), self._ranks.index(place.layer), fragments

    def scope(self, place):
        """What is decided at a Place, see its settler."""
        return self._scopes[place.key]

    def in_document(self, document):
        """The Places of a document."""
        return self._documents.get(document, ())

    def hosts_of(self, keys):
        """(kind, fragments) of the notes on some Places, by their keys."""
        places = (self.by_key[self.key_of[key]] for key in keys)
        return {
            host for place in places for host in self.settler(place).hosts(place, self.scope(place))
        }

    def also(self, place, value):
        """{key of the Place: its value} of the others that have their chain by a value, too"""
        others = self.settler(place).also(place.document, value).items()
        keys = {(place.layer, place.document, fragments): value for fragments, value in others}
        return {key: value for key, value in keys.items() if key in self.key_of}
