"""Candidates of a project: what the command says, and who is compared with whom."""

import csv
import io
import json
from random import Random
from types import SimpleNamespace

import numpy
import pytest
from every_record import write
from small_projects import agreement, like, put, random_marks, random_words

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.guide import section
from brat_iaa.guide.markup import TextTable
from brat_iaa.layers.item_values import MISSING
from brat_iaa.studies.candidates import report
from brat_iaa.studies.candidates.alternative import CandidateValues
from brat_iaa.studies.candidates.reading import candidates_of
from brat_iaa.studies.candidates.trial import _against_all, likeliest, trials

SHARES = {"anna": 0.2, "ben": 0.2, "carla": 0.3, "gpt": 0.1}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """Three annotators, a candidate among their directories and one elsewhere."""
    folder, random = tmp_path_factory.mktemp("candidates"), Random(4)
    words = random_words(random, 40)
    truth = random_marks(random, words, labels="ABC", heads=(1, 2))
    for name, share in SHARES.items():
        put(folder / "p", name, "doc", words, like(random, truth, words, share, labels="ABC"))
    put(folder / "elsewhere", "rules", "doc", words, like(random, truth, words, 0.9, labels="ABC"))
    (folder / "elsewhere" / "rules" / "doc.txt").unlink()
    return folder / "p"


def run(root, *words):
    return main(["candidates", str(root), *map(str, words)])


@pytest.fixture(scope="module")
def found(root):
    of_annotators = agreement(root, candidates="gpt")
    names = "gpt", str(root.parent / "elsewhere" / "rules")
    read = candidates_of(root, of_annotators.config, names)
    return trials(of_annotators, read, 0.15)


def test_the_better_one_passes(found):
    passes = {trial.candidate: trial.whole.passes() for trial in found.trials}
    assert passes == {"gpt": True, "rules": False}
    advantage = {trial.candidate: trial.whole.advantage for trial in found.trials}
    for own in advantage.values():
        assert own.interval[0] < own.value < own.interval[1]
    assert advantage["rules"].interval[1] < advantage["gpt"].interval[0]


def test_nobody_but_the_annotators_is_compared_with(found):
    assert found.agreement.annotators == ("anna", "ben", "carla")
    for trial in found.trials:
        assert trial.beside.humans == found.agreement.annotators
        assert {human.annotator for human in trial.whole.humans} == set(trial.beside.humans)


def test_items_against_all_who_agree(found):
    trial = found.trials[1]
    codes, wanted = trial.beside.values.codes, []
    for item, (*humans, candidate) in enumerate(codes.tolist()):
        there = [code for code in humans if code != MISSING]
        alike = len(there) > 1 and len(set(there)) == 1
        if alike and candidate not in (MISSING, there[0]):
            wanted.append(item)
    assert wanted and trial.against_all == wanted
    (table,) = (own for own in report.tables(found) if "rules: where it differs" in own.title)
    assert len(table.records) == len(wanted)


def test_tests_of_labels_are_corrected_together(found):
    trial = found.trials[0]
    humans = [human for own in trial.labels for human in own.humans]
    alone = [human.by_items for human in humans]
    H = sum(1 / number for number in range(1, len(alone) + 1))
    bounds = numpy.arange(1, len(alone) + 1) / len(alone) * 0.05 / H
    below = numpy.flatnonzero(numpy.sort(alone) <= bounds)
    number = below.max() + 1 if len(below) else 0
    assert sum(human.wins for human in humans) == number
    assert {own.label for own in trial.labels} == set("ABC")


def test_every_kind_of_layer(tmp_path):
    conf = (
        "[layer types]\nkind = labels\n[layer mood]\nkind = labels\nvalue = attribute:Mood\n"
        "[layer dependencies]\n[layer links]\nkind = entity-relations\n[layer events]\n"
        "kind = events\n[layer chains]\nkind = chains\n[layer trees]\n"
    )
    write(tmp_path, conf, further=("gpt",))
    of_annotators = agreement(tmp_path, candidates="gpt")
    read = candidates_of(tmp_path, of_annotators.config, ("gpt",))
    made = trials(of_annotators, read, 0.2)
    told = {trial.layer.name for trial in made.trials} | {name for name, *_ in made.refused}
    assert told == {layer.name for layer in of_annotators.layers}
    assert {trial.layer.name for trial in made.trials} >= {"types", "mood", "chains"}
    assert ("trees", "", "trees have no values of single items") in made.refused


def test_csv_json_and_the_columns(root, capsys):
    assert run(root, "gpt", "--format", "csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert tuple(rows[0]) == report.FIELDS and rows[0]["annotator"] == ""
    (table,) = (
        own for own in section("annotators", "candidates-columns") if isinstance(own, TextTable)
    )
    assert [row[0][0].text for row in table.rows] == list(report.FIELDS)
    assert run(root, "gpt", "--format", "json", "--brat-url", "http://localhost/") == 0
    (told,) = json.loads(capsys.readouterr().out)["candidates"]
    assert told["signature"].startswith("advantage|alt-test:CA25|candidate:gpt|similarity:masi")
    for place in told["against_all_who_agree"]:
        assert place["annotators"] != place["candidate"] and "anna/doc" in place["link"]


@pytest.mark.system
def test_a_candidate_named_in_the_settings(root, capsys):
    conf = root / "iaa.conf"
    conf.write_text("[project]\ncandidates = gpt\n")
    try:
        assert run(root) == 0 and "dependencies, gpt" in capsys.readouterr().out
        assert main(["report", str(root), "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["annotators"] == ["anna", "ben", "carla"]
    finally:
        conf.unlink()


@pytest.mark.parametrize(
    "words, said",
    [
        ([], "Name a candidate"),
        (["nobody"], "there is no such candidate"),
        (["gpt", "--epsilon", "2"], "expected a number from 0 to 1"),
        (["gpt", "--layer", "dependancies"], "no such layer"),
        (["carla", "gpt"], "it needs 3 annotators"),
    ],
)
def test_what_is_asked_for_in_vain(root, words, said, capsys):
    assert run(root, *words) == 2
    assert said in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize(
    "sentences, lacking, said",
    [(3, "", "needs 30 items"), (40, "ben carla", "no item has values of two annotators")],
)
def test_too_little(tmp_path, sentences, lacking, said):
    random = Random(1)
    for document in ("a", "b", "c", "d"):
        words = random_words(random, sentences, 2)
        marks = random_marks(random, words)
        for name, own in zip(("anna", "ben", "carla"), "abc"):
            # Two annotators have nothing in common with the candidate, who has document d.
            if not lacking or document in (own, "a") and document != "d":
                put(tmp_path, name, document, words, marks)
        put(tmp_path, "gpt", document, words, marks) if document != "a" or not lacking else None
    of_annotators = agreement(tmp_path, candidates="gpt")
    with pytest.raises(ProjectError, match=said):
        trials(of_annotators, candidates_of(tmp_path, of_annotators.config, ("gpt",)), 0.1)


def test_texts_of_candidates_that_differ_are_left_out(root, tmp_path):
    put(tmp_path, "other", "doc", "quite another text", "1>2:A")
    of_annotators = agreement(root, candidates="gpt")
    read = candidates_of(root, of_annotators.config, (str(tmp_path / "other"),))
    with pytest.raises(ProjectError, match="other: the candidate has none of the documents"):
        trials(of_annotators, read, 0.1)
    with pytest.raises(ConfigError, match="no such layer"):
        trials(of_annotators, read, 0.1, "typos")


def test_of_two_values_that_are_as_likely_the_first_counts():
    candidate = CandidateValues(
        numpy.array([0, 0, 1, 1]), numpy.array([2, 1, 1, 2]), numpy.array([0.5, 0.5, 0.3, 0.7])
    )
    assert likeliest(candidate, 3).tolist() == [1, 2, MISSING]


def test_one_annotator_is_not_all():
    codes = numpy.array([[1, MISSING, 1], [1, MISSING, MISSING], [1, 2, 1], [2, 2, 2]])
    candidate = CandidateValues.of_codes(numpy.array([2, 2, 2, 2]))
    assert _against_all(SimpleNamespace(codes=codes, candidate=candidate)) == [0]
