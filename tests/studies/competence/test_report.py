"""What the command and the page say of annotators."""

import csv
import io
import json
from random import Random

import pytest
from small_projects import agreement, like, put, random_marks, random_words

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.guide import section
from brat_iaa.guide.markup import TextTable
from brat_iaa.studies.competence import report

CAREFUL = {"anna": 0.05, "ben": 0.1, "carla": 0.4}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """Three annotators with these shares of errors."""
    folder, random = tmp_path_factory.mktemp("competence") / "p", Random(3)
    words = random_words(random, 60)
    truth = random_marks(random, words, labels="ABCD", heads=(1,))
    for name, share in CAREFUL.items():
        marks = like(random, truth, words, share, labels="ABCD", heads=(1,))
        put(folder, name, "doc", words, marks)
    return folder


@pytest.fixture(scope="module")
def found(root):
    return report.competences(agreement(root))


def test_who_errs_least_comes_out_best(found):
    arcs = found.estimated[0]
    known = {own.annotator: own.competence.value for own in arcs.annotators}
    assert known["anna"] > known["ben"] > known["carla"]
    for name, share in CAREFUL.items():
        assert known[name] == pytest.approx(1 - share, abs=0.08)


def test_every_figure_says_how_it_came_about(found):
    assert [(one.fit.question.about, one.fit.model) for one in found.estimated] == [
        ("heads and labels", "mace"),
        ("labels where heads agree", "dawid-skene"),
        ("labels where heads agree", "mace"),
    ]
    shown = [(doubts, made[0]) for _, doubts, made in report.sections(found)]
    for one, (doubts, table) in zip(found.estimated, shown):
        said = " ".join(table.notes)
        assert "converged after" in said and "EM from the votes" in said and "Prior: 1" in said
        assert f"log-likelihood {one.fit.result.log_likelihood:.2f}" in said
        assert "In brackets: 95 % interval" in said
        # What speaks against the figures stands above them.
        assert any("Three annotators" in doubt for doubt in doubts)
        assert "Three annotators" in " ".join(report.summary(found)) and "Three" not in said
        assert one.signature in table.signatures and "jackknife:20,sentences" in one.signature
    assert "no confusion matrix" in " ".join(report.tables(found)[0].notes)


def test_what_does_not_converge_is_not_to_be_used(found):
    fit = found.estimated[0].fit
    fit.result, kept = fit.result._replace(converged=False), fit.result
    assert "not converged" in report.how(fit) and "do not use" in report.caveats(fit)[0]
    fit.result = kept


def test_json_holds_how_likely_each_value_is(root, capsys):
    assert main(["competence", str(root), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    arcs, labels, _ = told["estimates"]
    assert arcs["converged"] and arcs["log_likelihood"] < 0 and arcs["errors"] == []
    assert {row["annotator"] for row in labels["errors"]} == set(CAREFUL)
    assert arcs["differing"]
    for item in arcs["differing"]:
        values = [one["value"] for one in item["likely"]]
        assert set(values) == set(item["given"].values()) and len(values) > 1
        assert sum(one["probability"] for one in item["likely"]) <= 1 + 1e-9
        assert item["votes"] is None or item["votes"] in values


def test_csv_has_figures_and_errors(root, capsys):
    assert main(["competence", str(root), "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert tuple(rows[0]) == report.FIELDS
    assert {row["figure"] for row in rows} == {"right", "competence", "rate"}
    for row in rows:
        assert 0 <= float(row["value"]) <= 1
        assert not row["low"] or float(row["low"]) <= float(row["value"]) <= float(row["high"])


@pytest.mark.parametrize("form", ("text", "markdown", "latex"))
def test_tables_to_read(root, form, capsys):
    assert main(["competence", str(root), "--format", form, "--layer", "dependencies"]) == 0
    out = capsys.readouterr().out
    assert "carla" in out and "competence" in out and "nan" not in out


def test_one_model_only(root):
    found = report.competences(agreement(root), model="dawid-skene")
    assert [one.fit.model for one in found.estimated] == ["dawid-skene"]


def test_what_is_asked_for_in_vain(root, tmp_path, capsys):
    with pytest.raises(ConfigError, match="no such layer.*dependencies"):
        report.competences(agreement(root), "dependancies")
    for name in ("anna", "ben"):
        put(tmp_path, name, "doc", "a b", f"0>1:{name} 1>2:B")
    with pytest.raises(ProjectError, match="needs 3 annotators"):
        report.competences(agreement(tmp_path))
    assert main(["competence", str(tmp_path)]) == 2
    assert "nobody's competence can be estimated" in capsys.readouterr().err


def test_the_columns_are_all_explained():
    (table, *_) = [
        block
        for block in section("annotators", "competence-columns")
        if isinstance(block, TextTable)
    ]
    assert [row[0][0].text for row in table.rows] == list(report.FIELDS)
