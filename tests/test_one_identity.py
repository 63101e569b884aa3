"""Figures, list and draft say the same of random projects with all that people draw: see
support/projects.py.
"""

import shutil

import pytest
from adjudication_pages import Lead
from projects import write_project
from small_projects import agreement

from brat_iaa.adjudication.decisions import Decisions
from brat_iaa.adjudication.draft import Draft
from brat_iaa.adjudication.files import joined
from brat_iaa.adjudication.merge import merge
from brat_iaa.adjudication.source import source_of
from brat_iaa.adjudication.state import ANNOTATOR, DocumentState
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.places.filters import Filters
from brat_iaa.store.database import Database
from brat_iaa.values.identity import BORNE

ANNOTATORS = ("anna", "ben", "carla")
LEADING = {
    "labels": ("f1", "exact"), "entity-relations": ("f1", "exact"), "events": ("event-f1", "exact"),
    "chains": ("conll", "f1"),
}  # fmt: skip
SEEDS = pytest.mark.parametrize("seed", range(4))
# Three mentions on one extent, chains that are decided twice, events in events on one trigger.
DECIDED = pytest.mark.parametrize("seed", (*range(4), 77, 109, 122, 124))


@pytest.fixture
def root(seed, tmp_path):
    return write_project(tmp_path / "p", seed, ANNOTATORS[: 2 + seed % 2], messy=bool(seed % 3))


@SEEDS
def test_a_place_is_listed_where_a_figure_counts_a_difference(root):
    """For each layer, pair, document and label. Where a place is another layer's, the difference is
    among its consequences; chains have no figures of labels.
    """
    found, checked = agreement(root), 0
    places, listed = found.places, {place.item for place in found.places}
    assert all(each.follows is None or each.follows in listed for each in found.differences)
    layers = {layer.name: layer for layer in found.layers}
    for score in found.scores:
        kind = layers[score.layer].kind
        if (score.measure, score.statistic) == LEADING[kind] and len(score.annotators) == 2:
            about = Filters(
                layer=score.layer, pair=score.annotators, document=score.document, label=score.label
            )
            of_figure = [
                each for each in found.differences
                if (each.layer, each.annotators) == (score.layer, score.annotators)
                and score.document in (None, each.document)
                and (score.label is None or score.label in each.differing)
            ]  # fmt: skip
            if score.value is not None and score.value < 1:
                assert of_figure, score
            if kind != "chains":
                assert not places.select(about) or score.value < 1, score
            checked += 1
    assert checked > 20


@SEEDS
def test_agreement_with_oneself_is_1_or_undefined(root):
    for name in ANNOTATORS[1 : len([*root.glob("*/")])]:
        shutil.rmtree(root / name)
        shutil.copytree(root / "anna", root / name)
    found = agreement(root)
    assert {score.value for score in found.scores} <= {1, None} and not found.places


@DECIDED
def test_all_places_decided_for_an_annotator_leave_none_against_that_annotator(root, seed):
    source = source_of(root)
    draft = Draft(root / "draft", Decisions("draft", Database(root.parent / "s")), writes=False)
    name = ANNOTATORS[seed % 2]
    for document in source.project.documents:
        state = draft.state(source, document)
        graph = state.graphs.get(name)
        if graph is None or len(state.graphs) < 2:
            continue
        made = merge(state, "unanimous", [])
        _nobody_drew_and_all_did(state, document.text, made)
        decisions = [
            state.decide(state.scopes[number], ANNOTATOR, graph, name=name, by="lead")
            for number in state.numbers
            if number is not None
        ]
        decided = merge(state, "unanimous", decisions)
        for side, content in (
            ("draft", joined(decided.lines, b"")),
            (name, (root / name / f"{document.name}.ann").read_bytes()),
        ):
            path = root.parent / "pair" / side / f"{document.name}.ann"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.with_suffix(".txt").write_bytes(document.text.encode())
    shutil.copy(root / "iaa.conf", root.parent / "pair")
    assert [(place.key, place.kinds) for place in agreement(root.parent / "pair").places] == []


def _nobody_drew_and_all_did(state, text, made):
    """The draft holds no record that nobody drew, and all that everybody drew; but nothing that
    refers to what is still to be decided.
    """
    files = {"draft": read_annotations(joined(made.lines, b""), text, "draft")}
    keys, graph = state.keys, DocumentState(text, files, state.kinds).graphs["draft"]
    drafted = {keys.whole(graph, id) for id in graph.records}
    there = {key for id in graph.records for key in keys.answers(graph, id)}
    assert drafted <= {*state.having}
    for whole, names in state.having.items():
        name, id = next(iter(names.items()))
        record = state.graphs[name].records[id]
        needed = {key for key, _ in keys.needs(state.graphs[name], record)}
        if len(names) == len(state.graphs) and record.kind not in BORNE and needed <= there:
            assert whole in drafted


@SEEDS
def test_pages_and_lists_count_the_same_places(root, seed):
    with open(root / "iaa.conf", "a") as conf:
        conf.write("[access]\nmanagers = lead\n")
    lead = Lead(root.parent)
    found = agreement(root).places
    assert lead.twin("disagreements")["count"] == len(found)
    for layer in dict.fromkeys(place.layer for place in found):
        chosen = found.select(Filters(layer=layer))
        assert lead.twin(f"disagreements?layer={layer}")["count"] == len(chosen)
        label = next(iter(sorted(chosen.labels)), "")
        if label:
            asked = lead.twin(f"disagreements?layer={layer}&label={label}")
            assert asked["count"] == len(found.select(Filters(layer=layer, label=label)))
