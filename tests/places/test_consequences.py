"""Consequences: what differs only because a span does belongs to the place of that span."""

from collections import Counter
from random import Random

import clinical_project
import layered_projects
import linked_projects
import pytest
from chain_projects import Writer
from drawn_projects import Drawn
from small_projects import agreement, put_raw

from brat_iaa.places.filters import Filters
from brat_iaa.report.places import counts

TEXT = "Ann Bob met Eve in Rome\n"
ANN, BOB, MET, EVE, IN, ROME = range(6)
LAYERS = """[layer spans]
kind = labels
[layer mood]
kind = labels
value = attribute:Mood
[layer links]
kind = entity-relations
[layer events]
kind = events
[layer discourse]
kind = relations
types = cause
"""
CHAINS = "[layer chains]\nkind = chains\ntypes = P\n"


def put_beside(root, annotators, ann):
    """A document in which some drew the same, so that nobody is alone in a layer."""
    for name in annotators:
        put_raw(root, name, "alike", TEXT, ann)


def drawn(spans, mood=(), links=(), chain=(), events=(), causes=()):
    """An .ann file.

    spans   {name: (type, words)}
    mood    {name: value}; links: (type, name, name); chain: names
    events  {name of the trigger: {role: name}}; causes: (name, name) of discourse relations
    """
    writer, ids = Writer(TEXT), {}
    for name, (kind, *words) in spans.items():
        ids[name] = writer.span(kind, *words)
    for name, value in dict(mood).items():
        writer.attribute("Mood", ids[name], value)
    for kind, first, second in links:
        writer.relation(kind, ids[first], ids[second])
    if chain:
        writer.lines.append(f"*\tEquiv {' '.join(ids[name] for name in chain)}\n")
    for name, args in dict(events).items():
        ends = {role: ids[end] for role, end in args.items()}
        writer.event(spans[name][0], ids[name], **ends)
    for start, target in causes:
        writer.relation("cause", ids[start], ids[target], ("Start", "Target"))
    return writer.content()


PEOPLE = {"a": ("P", ANN), "b": ("P", BOB), "e": ("P", EVE)}
WITHOUT = {"a": ("P", ANN), "b": ("P", BOB)}
WIDER = {**PEOPLE, "e": ("P", EVE, IN)}
OTHER = {**PEOPLE, "e": ("Q", EVE)}
MEETING = {**PEOPLE, "m": ("Meet", MET)}


@pytest.mark.parametrize(
    "anna, ben, expected",
    [
        # An attribute of a span that is missing, or bounded otherwise; one on a span of both is
        # something of its own, whatever the type of the span.
        ((PEOPLE, {"e": "glad"}), (WITHOUT,), {"spans Eve": {"mood": 1}}),
        ((PEOPLE, {"e": "glad"}), (WIDER, {"e": "sad"}), {"spans Eve": {"mood": 1}}),
        ((PEOPLE, {"e": "glad"}), (PEOPLE,), {"mood Eve": {}}),
        ((PEOPLE, {"e": "glad"}), (OTHER,), {"spans Eve": {}, "mood Eve": {}}),
        # Relations, by an end that one lacks, has wider, or gave another type.
        ((PEOPLE, {}, [("r", "a", "e"), ("r", "b", "e")]), (WITHOUT,), {"spans Eve": {"links": 2}}),
        (
            (PEOPLE, {}, [("r", "a", "e")]), (WIDER, {}, [("r", "a", "e")]), {"spans Eve": {"links": 1}},
        ),
        (
            (PEOPLE, {}, [("r", "a", "e")]), (OTHER, {}, [("r", "a", "e")]), {"spans Eve": {"links": 1}},
        ),
        ((PEOPLE, {}, [("r", "a", "e")]), (OTHER,), {"spans Eve": {}, "links Ann": {}}),
        # Where both ends are missing, the first in the text has it.
        (
            (PEOPLE, {}, [("r", "e", "a")]), ({"b": ("P", BOB)},), {"spans Ann": {"links": 1}, "spans Eve": {}},
        ),
        ((PEOPLE, {}, [("r", "a", "e")]), (PEOPLE,), {"links Ann": {}}),
        # A chain without one of its mentions; another that is split where all are drawn.
        ((PEOPLE, {}, [], "abe"), (WITHOUT, {}, [], "ab"), {"spans Eve": {"chains": 2}}),
        (
            (PEOPLE, {}, [], "abe"), (PEOPLE, {}, [], "ab"), {"chains Ann": {}, "chains Bob": {}, "chains Eve": {}},
        ),
        # An event with its trigger, or an argument that is no span of the other's.
        ((MEETING, {}, [], "", {"m": {"Who": "a"}}), (PEOPLE,), {"spans met": {"events": 1}}),
        (
            (MEETING, {}, [], "", {"m": {"Who": "e"}}), ({**WITHOUT, "m": ("Meet", MET)}, {}, [], "", {"m": {}}),
            {"spans Eve": {"events": 1}},
        ),
        (
            (MEETING, {}, [], "", {"m": {"Who": "e"}}), (MEETING, {}, [], "", {"m": {}}), {"events met": {}},
        ),
        (
            (MEETING, {}, [], "", {"m": {}}), ({**PEOPLE, "m": ("Go", MET)}, {}, [], "", {"m": {}}),
            {"spans met": {"events": 1}},
        ),
        # A discourse relation.
        (
            (PEOPLE, {}, [], "", {}, [("a", "e")]), (WITHOUT,), {"spans Eve": {"links": 1, "discourse": 1}},
        ),
    ],
)  # fmt: skip
def test_by_hand(tmp_path, anna, ben, expected):
    for name, own in (("anna", anna), ("ben", ben)):
        put_raw(tmp_path, name, "d", TEXT, drawn(*own))
    put_beside(tmp_path, ("anna", "ben"), drawn(*anna))
    layers = (LAYERS + CHAINS * any(anna[3:4])).split("[layer")[1:]
    # Whichever layer the settings name first.
    for order in (layers, layers[::-1]):
        (tmp_path / "iaa.conf").write_text("".join(f"[layer{layer}" for layer in order))
        found = agreement(tmp_path).places
        assert {f"{one.layer} {one.token.text}": one.with_it for one in found} == expected


def linked(rng, root):
    return linked_projects.write(rng, root)


def layered(rng, root):
    return layered_projects.write(rng, root)


def clinical(rng, root):
    return clinical_project.write(root, documents=3, seed=rng.random())


def tokens(rng, root):
    """Dependencies and the types of their tokens, which annotators draw themselves."""
    Drawn(rng.randrange(100)).write(root)
    (root / "iaa.conf").write_text(
        "[layer dependencies]\ntokens = drawn\n[layer pos]\nkind = labels\n"
    )
    return root


def with_gold(rng, root):
    """The last annotator is the gold."""
    clinical_project.write(root, documents=2, seed=rng.random())
    conf = root / "iaa.conf"
    conf.write_text(conf.read_text().replace("[project]", "[project]\ngold = carla"))
    return root


@pytest.fixture(scope="module", params=[linked, layered, clinical, tokens, with_gold])
def found(request, tmp_path_factory):
    return agreement(request.param(Random(7), tmp_path_factory.mktemp("p")))


def test_each_disagreement_belongs_to_one_place_that_there_is(found):
    listed, all_places = found.differences, found.places
    assert len(listed) == sum(len(one.differences) + len(one.consequences) for one in all_places)
    by_item = {place.item: place for place in all_places}
    assert len(by_item) == len(all_places)
    following = [one for one in listed if one.follows]
    assert following
    for one in following:
        place = by_item[one.follows]
        assert one.annotators in place.pairs
        assert one.layer != place.layer or one.kind in ("chain", "argument")
    assert sum(all_places.by_document().values()) == len(all_places)
    told = [row for row in counts(found) if row["document"] is None]
    assert sum(row["places"] for row in told) == len(found.annotator_places)


def test_filters_keep_what_follows_with_what_it_follows_from(found):
    for layer in found.layers:
        chosen = found.places.select(Filters(layer=layer.name))
        own = [one for one in chosen.differences if not one.follows]
        assert {one.layer for one in own} <= {layer.name}
        items = {(one.item, one.annotators) for one in own}
        following = [one for one in chosen.differences if one.follows]
        assert all((one.follows, one.annotators) in items for one in following)
        assert sum(chosen.by_kind().values()) >= len(chosen)


def test_a_layer_alone_has_the_gains_that_it_has_among_all(found):
    """Also where some of its disagreements follow from another layer's, and are not in its list."""
    for layer in found.layers:
        alone = found.of_layers({layer.name}).patterns
        among_all = [pattern for pattern in found.patterns if pattern.layer == layer.name]
        assert {(pattern.labels, pattern.gain) for pattern in alone} == {
            (pattern.labels, pattern.gain) for pattern in among_all
        }


def test_a_pair_alone_has_what_it_has_among_all(tmp_path):
    """What follows from what does not depend on who else is compared."""
    root = clinical_project.write(tmp_path / "p", documents=3)
    pair = ("anna", "ben")
    alone = agreement(root, annotators="anna, ben").differences
    among = agreement(root).places.select(Filters(pair=pair)).differences
    assert Counter((one.item, one.kind, one.follows) for one in alone) == Counter(
        (one.item, one.kind, one.follows) for one in among
    )
