"""Items and values of every kind of layer: as they are drawn, as lists of disagreements say it."""

from itertools import combinations

import numpy
import pytest
from every_record import write
from small_projects import agreement

from brat_iaa.kinds import KINDS
from brat_iaa.layers.item_values import MISSING, item_values

CONF = """[layer dependencies]
[layer types]
kind = labels
[layer mood]
kind = labels
value = attribute:Mood
[layer links]
kind = entity-relations
[layer events]
kind = events
[layer chains]
kind = chains
types = N
[layer discourse]
kind = relations
types = subj
"""


@pytest.fixture(scope="module", params=range(3))
def found(request, tmp_path_factory):
    root = tmp_path_factory.mktemp("items") / "p"
    write(root, CONF, seed=request.param)
    return agreement(root)


def values_of(found, layer, **more):
    tables = found.tables
    return item_values(layer, found.parts[layer.name], tables, found.annotators, **more)


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.listed])
def test_values_differ_where_disagreements_are_listed(found, kind):
    layers = [layer for layer in found.layers if layer.kind == kind]
    assert layers
    for layer in layers:
        values = values_of(found, layer)
        listed = {
            (one.document, one.annotators) for one in found.differences
            if one.layer == layer.name
        }  # fmt: skip
        differing = set()
        for first, second in combinations(range(len(found.annotators)), 2):
            codes = values.codes[:, [first, second]]
            rows = (codes[:, 0] != codes[:, 1]) & (codes != MISSING).all(axis=1)
            pair = found.annotators[first], found.annotators[second]
            differing |= {(values.items[row][0], pair) for row in numpy.flatnonzero(rows)}
        if layer.settings.carried or kind in ("entity-relations", "events"):
            # Listed are also labels on spans that only one drew, and ends of which only the types
            # differ.
            assert differing <= listed
        else:
            assert differing == listed


def test_dependencies_differ_at_the_places_listed(found):
    layer = found.dependencies
    values = values_of(found, layer)
    known = numpy.where(values.codes == MISSING, values.codes.max(axis=1)[:, None], values.codes)
    rows = numpy.flatnonzero(known.min(axis=1) < known.max(axis=1))
    differing = {values.items[row] for row in rows}
    places = {place.key[1:] for place in found.places if place.layer == layer.name}
    assert differing == places


def test_the_filter_by_span_type_asks_differences_of_every_kind(found):
    kinds = {layer.name: layer.kind for layer in found.layers}
    asked = {kinds[each.layer] for each in found.differences for types in [each.drawn.types(each)]
             if any(types) and all(isinstance(type, str) for type in types)}  # fmt: skip
    assert asked == {kinds[each.layer] for each in found.differences} and len(asked) > 4
