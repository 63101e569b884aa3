"""Gamma of projects: which spans are units, documents together, intervals and what is left out."""

import csv
import io
import json
from itertools import combinations
from random import Random

import pytest
from executors import LastFirst
from small_projects import agreement, whole
from unitized_texts import changed, random_units, write

from brat_iaa.formats.tables import to_csv
from brat_iaa.report.layer_tables import layer_tables
from brat_iaa.report.scores import score_table, to_dict
from brat_iaa.studies.gamma import figures as module
from brat_iaa.studies.gamma.disorder import Continuum, Gamma, disorder
from brat_iaa.study import Study

NAMES = ("anna", "ben", "carla")
PAIR = ("anna", "ben")
KEY = ("gamma", "combined")
ON = "[layer spans]\nkind = labels\ngamma = yes\n"
TEXT = "xxxxxxxxx\n" * 12


def generated(documents=3, names=NAMES):
    """{document: (text, {annotator: units})}; ben has not begun the second."""
    random, made = Random(1), {}
    for number in range(documents):
        base = random_units(random, len(TEXT))
        units = {name: changed(random, base, len(TEXT)) for name in names}
        if number == 1:
            del units["ben"]
        made[f"d{number:02}"] = TEXT, units
    return made


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return agreement(write(tmp_path_factory.mktemp("generated"), generated(), ON))


def of_documents(found):
    """{document: Score of all its annotators}"""
    return {
        score.document: score
        for score in found.scores
        if score.measure == "gamma"
        and score.document
        and score.annotators == found.tables[score.document].annotators
    }


def computed(documents, group):
    disorders = []
    for text, units in documents.values():
        own = [units[name] for name in group if name in units]
        if len(own) > 1:
            disorders.append(disorder(Continuum(own, len(text))))
    return Gamma(disorders)


def test_only_where_it_is_asked_for(tmp_path):
    assert not of_documents(agreement(write(tmp_path, generated())))


@pytest.mark.parametrize("group", [NAMES, PAIR, ("anna", "carla"), ("ben", "carla")])
def test_of_all_documents_and_each_pair(group, found):
    documents = generated()
    score = whole(found)[(*KEY, group)]
    known = computed(documents, group)
    assert (score.value, score.observed, score.expected) == pytest.approx(known.score())
    assert score.items == known.items
    alone = 0
    for _, units in documents.values():
        begun = [units[name] for name in group if name in units]
        alone += len(begun[0]) if len(begun) == 1 else 0
    assert score.missing == alone
    assert f"|expected:shifts,seed:1|random-texts:{known.draws}|" in score.signature
    assert f"|sampling-se:{known.error:.2g}|left-out:0|" in score.signature
    assert "|gamma:Mathet2015|dissimilarity:positional+nominal,1,1,empty:1|" in score.signature


def test_of_each_document(found):
    scores = of_documents(found)
    for name, (text, units) in generated().items():
        score, known = scores[name], computed({name: (text, units)}, NAMES)
        assert score.annotators == tuple(units)
        assert (score.value, score.items) == (pytest.approx(known.score().gamma), known.items)


def test_of_each_document_and_pair(found):
    scores = {(s.document, s.annotators): s for s in found.scores if s.measure == "gamma"}
    for name, (text, units) in generated().items():
        for pair in combinations(units, 2):
            known = computed({name: (text, units)}, pair)
            assert scores[name, pair].value == pytest.approx(known.score().gamma)


@pytest.mark.system
def test_names_and_order_do_not_matter(tmp_path, found):
    documents = generated()
    new = {"anna": "zoe", "ben": "yan", "carla": "amy", "A": "Z", "B": "Y", "C": "B"}
    renamed = {
        f"e{name}": (
            text,
            {
                new[annotator]: [(*where, new[value]) for *where, value in reversed(units)]
                for annotator, units in reversed(units_of.items())
            },
        )
        for name, (text, units_of) in reversed(documents.items())
    }
    first = whole(found)[(*KEY, NAMES)]
    second = whole(agreement(write(tmp_path, renamed, ON)))
    other = second[(*KEY, ("amy", "yan", "zoe"))]
    assert (first.value, first.expected) == pytest.approx((other.value, other.expected))


@pytest.mark.system
def test_with_oneself(tmp_path):
    documents = generated()
    for _, units in documents.values():
        units["ben"] = units["anna"]
    scores = whole(agreement(write(tmp_path, documents, ON)))
    assert scores[(*KEY, PAIR)].value == 1
    assert scores[(*KEY, NAMES)].value < 1


def of_units(tmp_path, units, settings=ON):
    return whole(agreement(write(tmp_path, {"d": (TEXT, units)}, settings)))[(*KEY, PAIR)]


def test_overlapping_and_nested_spans_count(tmp_path):
    units = {"anna": [(0, 9, "A"), (2, 7, "A"), (2, 7, "B")], "ben": [(0, 9, "A"), (3, 7, "B")]}
    score = of_units(tmp_path, units)
    assert (score.items, score.missing) == (5, 0)
    # The outer spans are alike; (2, 7, B) has a counterpart, and (2, 7, A) none.
    assert score.observed == pytest.approx((0 + (1 / 9) ** 2 + 1) / 2.5)


def test_a_span_of_several_parts_reaches_from_the_first_to_the_last(tmp_path):
    score = of_units(tmp_path, {"anna": [([(0, 4), (6, 10)], "A")], "ben": [(0, 9, "A")]})
    assert score.observed == pytest.approx((1 / 19) ** 2)


def test_sets_of_labels_are_the_same_or_not(tmp_path):
    units = {
        "anna": [(0, 4, "A"), (0, 4, "B"), (10, 15, "C")],
        "ben": [(0, 4, "B"), (0, 4, "A"), (10, 15, "C"), (10, 15, "A")],
    }
    score = of_units(tmp_path, units, ON + "set = yes\n")
    assert (score.items, score.observed) == (4, pytest.approx(1 / 2))


@pytest.mark.system
def test_intervals_draw_documents(tmp_path):
    """Whatever the settings say of other figures; ten documents are needed."""
    scores = whole(agreement(write(tmp_path, generated(12, PAIR), ON)))
    score = scores[(*KEY, PAIR)]
    low, high = score.interval
    assert low < score.value < high
    assert (score.units, score.design_effect) == (11, None)
    assert "|interval:delete-one,95,documents|" in score.signature
    others = scores["u-alpha", "nominal", PAIR]
    assert others.units > 12 and "|interval:delete-one,95,sentences|" in others.signature


def test_a_few_documents_have_no_interval(found):
    for score in of_documents(found).values():
        assert score.interval is None
        assert score.no_interval == "fewer than 10 documents: too few to estimate an interval"


@pytest.mark.system
def test_documents_that_take_too_long_are_left_out(tmp_path, monkeypatch):
    """Everything else is there."""
    documents = generated()
    tangle = [(at, at + 8, "A") for at in range(40)]
    documents["tangle"] = TEXT, dict.fromkeys(NAMES, tangle)
    root = write(tmp_path, documents, ON)
    monkeypatch.setattr("brat_iaa.studies.gamma.best_alignment._MOST_GROUPS", 20_000)
    found = agreement(root)
    del documents["tangle"]
    score, known = whole(found)[(*KEY, NAMES)], computed(documents, NAMES)
    assert score.value == pytest.approx(known.score().gamma)
    assert "|left-out:1|" in score.signature and score.missing == 3 * len(tangle)
    left_out = of_documents(found)["tangle"]
    assert left_out.value is None and "too many spans overlap" in left_out.undefined
    assert any("leaves out: 1; too many spans" in note for note in notes(found))


def notes(found):
    (layer,) = found.score_indexes
    return layer_tables(layer)[0].notes


def test_where_all_are_left_out_the_reason_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr("brat_iaa.studies.gamma.best_alignment._MOST_GROUPS", 1)
    found = agreement(write(tmp_path, generated(), ON))
    assert "too many spans overlap" in whole(found)[(*KEY, NAMES)].undefined
    assert whole(found)["u-alpha", "nominal", NAMES].value is not None


@pytest.mark.system
def test_an_edit_costs_its_own_document(tmp_path, monkeypatch):
    documents, continua = generated(), []
    root = write(tmp_path, documents, ON)
    study = Study(root)
    first = study.agreement()
    original = module.disorder_or_reason
    monkeypatch.setattr(
        module, "disorder_or_reason", lambda own: continua.append(own) or original(own)
    )
    text, units = documents["d00"]
    write(root, {"d00": (text, {**units, "anna": units["anna"][1:]})}, ON)
    second = study.agreement()
    # All three, and the two pairs with anna and that without.
    assert len(continua) == 4
    assert of_documents(second)["d02"] == of_documents(first)["d02"]
    assert of_documents(second)["d00"] != of_documents(first)["d00"]


@pytest.mark.system
def test_other_processes_compute_the_same(tmp_path, found):
    executor = LastFirst()
    elsewhere = Study(write(tmp_path, generated(), ON), executor=executor).agreement()
    assert of_documents(elsewhere) == of_documents(found)
    assert whole(elsewhere)[(*KEY, NAMES)].value == whole(found)[(*KEY, NAMES)].value
    assert len(executor.done) == 9


def test_report_says_that_it_is_sampled(found):
    said = " ".join(notes(found))
    assert "Expected disorder of gamma: from" in said and "random texts" in said
    assert "Gamma has no interval: fewer than 10 documents" in said


def test_json_and_csv(found):
    of_csv = csv.DictReader(io.StringIO(to_csv(score_table(found.scores))))
    of_json = json.loads(json.dumps(to_dict(found)))["scores"]
    for rows, no_document in ((of_csv, ""), (of_json, None)):
        gammas = [row for row in rows if row["measure"] == "gamma"]
        assert len(gammas) == 13
        assert {row["document"] for row in gammas} == {no_document, "d00", "d01", "d02"}
