"""Figures, list and draft say the same of random projects with all that people draw: see
support/projects.py.
"""

import csv
import io
import json
import re
import shutil
import time
from collections import Counter
from itertools import combinations, product
from random import Random
from urllib.parse import quote

import pytest
from adjudication_pages import Lead
from drafts import MadeDraft
from projects import write_project
from site_projects import as_login
from small_projects import agreement

from brat_iaa.adjudication.decisions import Decisions
from brat_iaa.adjudication.draft import Draft
from brat_iaa.adjudication.files import joined
from brat_iaa.adjudication.merge import merge
from brat_iaa.adjudication.rule import DraftRule
from brat_iaa.adjudication.source import source_of
from brat_iaa.adjudication.state import ANNOTATOR, DocumentState
from brat_iaa.cli import main
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.places.filters import Filters
from brat_iaa.report.items import item_rows
from brat_iaa.store.database import Database
from brat_iaa.values.identity import BORNE

ANNOTATORS = ("anna", "ben", "carla")
LEADING = {
    "labels": ("f1", "exact"), "entity-relations": ("f1", "exact"), "events": ("event-f1", "exact"),
    "chains": ("conll", "f1"),
}  # fmt: skip
# Whoever is first: each is the other one then.
DIRECTED = {"recall": "precision"}
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


@pytest.mark.parametrize("seed", (0, 3))
def test_ids_order_and_names_do_not_matter(seed, tmp_path):
    """Of lines, but for those of spans, of which the first counts where some metrics take one;
    of documents and annotators.
    """
    names = ANNOTATORS[: 2 + seed % 2]
    plain, other = (write_project(tmp_path / name, seed, names) for name in "pq")
    dice, found = Random(seed), agreement(plain)
    for path in sorted(other.glob("*/*.ann")):
        spans, others = [], []
        for line in path.read_text("utf-8").splitlines():
            id, rest, *text = line.split("\t")
            new = [re.sub(r"(?<!\w)([TERAN#])(\d+)\b", _other_id, part) for part in (id, rest)]
            (spans if id[0] == "T" else others).append("\t".join([*new, *text]))
        dice.shuffle(others)
        path.write_text("\n".join([*spans, *others]), "utf-8")
    for number, path in enumerate(sorted({each.stem for each in other.glob("*/*.txt")})):
        for each in [*other.glob(f"*/{path}.*")]:
            each.rename(each.with_name(f"e{9 - number}{each.suffix}"))
    for name in names:
        (other / name).rename(other / f"of {9 - names.index(name)}")
    again = agreement(other)
    assert _figures(again) == _figures(found)
    assert Counter(_about(each)[::2] for each in again.places) == Counter(
        _about(each)[::2] for each in found.places
    )


def _other_id(match):
    return f"{match[1]}{5000 - int(match[2])}"


def _figures(found):
    return Counter(
        (score.layer, score.measure, DIRECTED.get(score.statistic, score.statistic), score.label,
         len(score.annotators), score.items, score.value and round(score.value, 9))
        for score in found.scores
    )  # fmt: skip


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
        made = merge(state, DraftRule(), [])
        _nobody_drew_and_all_did(state, document.text, made)
        decisions = [
            state.decide(state.scopes[number], ANNOTATOR, graph, name=name, by="lead")
            for number in state.numbers
            if number is not None
        ]
        decided = merge(state, DraftRule(), decisions)
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


@pytest.mark.parametrize("seed", (1, 2))
def test_all_outputs_have_the_same_disagreements(root, seed, capsys):
    """The list as text, CSV, JSON and on pages, under each filter; the export of items; the cases
    of a draft; what brat shows of each annotator's documents.
    """
    with open(root / "iaa.conf", "a") as conf:
        conf.write("[access]\nmanagers = lead\n")
    lead, found = Lead(root.parent), agreement(root)
    places = found.places
    wanted = Counter(_about(place) for place in places)
    assert len({place.key for place in places}) == len(places) > 0

    def command(*options):
        assert main(["disagreements", str(root), *options]) == 0
        return capsys.readouterr()

    text = command()
    heads = [line for line in text.out.splitlines() if line.startswith("  “")]
    assert f"{len(places)} of {len(places)} disagreements" in text.err and len(heads) == len(places)
    rows = json.loads(command("--format", "json").out)
    assert Counter(_in_row(row) for row in rows) == wanted
    assert lead.twin("disagreements")["count"] == len(places)
    of_csv = [*csv.DictReader(io.StringIO(command("--format", "csv").out))]
    of_page = lead.rows("disagreements")
    for listed in (of_csv, of_page):
        assert {_in_row(row) for row in listed} == {*wanted}
        of_each = Counter((row["annotator"], *_in_row(row)) for row in listed)
        assert of_each == Counter((who, *_about(place)) for place in places for who in place.values)

    pairs = [*combinations(found.annotators, 2)]
    for layer in dict.fromkeys(place.layer for place in places):
        labels = sorted(label for label in places.select(Filters(layer=layer)).labels if label)
        for label, pair in product((None, *labels), (None, *pairs)):
            chosen = places.select(Filters(layer=layer, label=label, pair=pair))
            query = {"layer": layer, "label": label, **dict(zip("ab", pair or ()))}
            query = "&".join(f"{name}={quote(value)}" for name, value in query.items() if value)
            counted = places.select(Filters(layer=layer, pair=pair)).by_label()
            if label in counted:
                assert counted[label] == len(chosen)
            if (seed + len(query)) % 4 == 0:  # they take long
                assert lead.twin(f"disagreements?{query}")["count"] == len(chosen)

    for row in item_rows(found):
        there = [
            place for place in places
            if (*_about(place)[:4], place.token.text) == (*_in_row(row)[:4], row["token"])
        ]  # fmt: skip
        for pair in pairs:
            if any(place.differ(*pair) for place in there):
                assert row[pair[0]] != row[pair[1]], row
            elif "" not in (both := {row[name] for name in pair}) and len(both) > 1:
                # It is listed where the other one's begins, or follows from what is.
                assert any(
                    row["start"] < stretch[-1][1] and stretch[0][0] < row["end"]
                    for each in found.differences
                    if each.annotators == pair and each.document == row["document"]
                    for mark in filter(None, each.marks)
                    for stretch in (each.fragments, *(end.fragments for end in mark.ends))
                ), row

    cases = MadeDraft.make(root, root.parent / "draft").work.cases
    asked = {case.place.item.span for case in cases}
    assert len(asked) == len(cases) and asked <= {place.item.span for place in places}
    # Types of triggers are decided with the events on them.
    assert {span[1:] for span in asked} == {place.item.span[1:] for place in places}
    for name, document in product(found.annotators, found.tables):
        about = f"collection=/p/{name}/&document={document}"
        answers = [
            _in_brat(lead, f"/api/{what}?{about}") for what in ("disagreements", "agreement")
        ]
        number = len(places.select(Filters(annotator=name, document=document)))
        if name in found.tables[document].annotators and len(found.tables[document].annotators) > 1:
            assert [each["count"] for each in answers] == [number] * 2
            assert len(answers[0]["markers"]) == number


def _in_brat(lead, address):
    while "again" in (answer := lead.client.get(address, headers=as_login("lead")).get_json()):
        time.sleep(0.1)
    return answer


def _about(place):
    start, end = place.item.fragments[0][0], place.item.fragments[-1][1]
    return place.layer, place.document, str(start), str(end), ", ".join(place.kinds)


def _in_row(row):
    kinds = row.get("kinds", "")
    kinds = kinds if isinstance(kinds, str) else ", ".join(kinds)
    return row["layer"], row["document"], str(row["start"]), str(row["end"]), kinds
