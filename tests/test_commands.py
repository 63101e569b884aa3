"""Each command with right input: what it prints, where, and its exit code."""

import csv
import io
import json
import shutil
import signal
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from servers import CHECKOUT, Server
from small_projects import put

from brat_iaa import config
from brat_iaa.cli import main

NDT1 = Path(__file__).parent / "data" / "projects" / "ndt1"
DEMO = CHECKOUT / "brat_iaa" / "demo" / "project"


@pytest.fixture
def run(capsys):
    """Run a command; (exit code, standard output, standard error)."""

    def command(*arguments):
        code = main([str(argument) for argument in arguments])
        return (code, *capsys.readouterr())

    return command


@pytest.fixture
def project(tmp_path):
    """anna and ben differ on one label; carla lacks the document d2."""
    for annotator, label in (("anna", "obj"), ("ben", "obl"), ("carla", "obj")):
        put(tmp_path, annotator, "d1", "én to tre", f"0>1:root 1>2:{label} 2>3:nmod")
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "d2", "fire fem", "0>1:root 1>2:obj")
    return tmp_path


def reject(constant):
    raise AssertionError(f"{constant} is no JSON")


def report_json(run, *arguments):
    code, out, err = run("report", *arguments, "--format", "json")
    assert (code, err) == (0, "")
    return json.loads(out, parse_constant=reject)


def test_report_json_of_the_norwegian_data(run):
    """LAA, UAA and label accuracy as published by its builders."""
    found = report_json(run, NDT1)
    assert found["project"] == "ndt1"
    assert found["excluded"] == found["problems"] == []
    exact = {
        score["measure"]: score
        for score in found["scores"]
        if score["statistic"] == "exact" and score["document"] is None and score["label"] is None
    }
    for measure, value in (("LAA", 0.93966547), ("UAA", 0.96296296), ("LOA", 0.95997611)):
        assert exact[measure]["value"] == pytest.approx(value, abs=5e-9)
        assert exact[measure]["annotators"] == ["odin", "thor"]
        assert exact[measure]["items"] == 1674
        low, high = exact[measure]["interval"]
        assert low < value < high
        assert exact[measure]["undefined"] is None


def test_report_json_has_the_promised_keys_and_rows(run, project):
    found = report_json(run, project)
    promised = {
        "layer", "measure", "statistic", "annotators", "document", "label", "value", "observed", "expected",
        "items", "interval", "undefined", "signature",
    }
    for score in found["scores"]:
        assert promised <= set(score)
        assert (score["value"] is None) == (score["undefined"] is not None)
    assert found["excluded"] == [
        {"document": "d2", "annotators": ["carla"], "reason": found["excluded"][0]["reason"]}
    ]
    overall = {
        (score["measure"], score["statistic"])
        for score in found["scores"]
        if score["annotators"] == ["anna", "ben", "carla"] and score["document"] is None and score["label"] is None
    }
    means = {"masi", "masi-full", "exact", "gcm-f1", "alpha", "alpha-index", "alpha-nominal"}
    assert overall == {(m, s) for m in ("UAA", "LAA", "LOA") for s in means} - {("LOA", "alpha-index")}
    directions = {
        tuple(score["annotators"])
        for score in found["scores"]
        if score["statistic"] == "gcm" and score["document"] is None and score["label"] is None
    }
    assert {("anna", "ben"), ("ben", "anna")} <= directions and len(directions) == 6


def test_json_holds_undefined_figures_and_readable_characters(run, tmp_path):
    for annotator, document in (("anna", "d1"), ("ben", "d2"), ("bø", "d1")):
        put(tmp_path, annotator, document, "én", "0>1:root")
    code, out, _ = run("report", tmp_path, "--format", "json")
    scores = json.loads(out, parse_constant=reject)["scores"]
    assert code == 0 and '"bø"' in out
    assert any(score["value"] is None and score["undefined"] for score in scores)


def test_report_csv(run, project):
    code, out, err = run("report", project, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert len(rows) == len(report_json(run, project)["scores"])
    assert err == "Left out: 1 document of carla. See brat-iaa report.\n"


def test_scores_by_sentence(run, project):
    rows = report_json(run, project, "--by-sentence")["scores"]
    sentences = [row for row in rows if row["sentence"] is not None]
    assert {(row["document"], row["sentence"]) for row in sentences} == {("d1", 1), ("d2", 1)}


@pytest.mark.parametrize("form, sign", [("text", "MASI (RD13)"), ("markdown", "| MASI"), ("latex", r"\begin{tabular}")])
def test_reports_to_read(run, project, form, sign):
    code, out, err = run("report", project, "--format", form)
    assert (code, err) == (0, "")
    assert sign in out


def test_settings_as_options(run, project):
    found = report_json(run, project, "--annotators", "anna,ben", "--labels", "obj,obl,root")
    assert found["annotators"] == ["anna", "ben"]
    assert all("labels:obj+obl+root" in score["signature"] for score in found["scores"])


def test_disagreements_as_text_and_count(run, project):
    code, out, err = run("disagreements", project)
    assert code == 0
    assert out.startswith("d1, sentence 1\n  ROOT én to tre\n  “to” (8–10): label\n    anna, carla: obj ← “én”")
    assert err == "1 of 1 disagreements\n"


def test_limit_says_how_many_there_are(run, project):
    code, out, err = run("disagreements", project, "--limit", "1", "--format", "json")
    assert len(json.loads(out)) == 1
    assert err == "1 of 1 disagreements\n"
    code, out, err = run("disagreements", project, "--limit", "1", "--format", "json", "--pairwise")
    assert len(json.loads(out)) == 1
    assert err == "2 of 2 disagreements of pairs; 1 shown\n"


@pytest.mark.parametrize(
    "filters, number",
    [
        (["--kind", "label"], 2), (["--kind", "head"], 0), (["--label", "obl"], 2), (["--label", "nmod"], 0),
        (["--label", ""], 0), (["--label-pair", "obj,obl"], 2), (["--label-pair", "obj,obl", "--pair", "carla,ben"], 1),
        (["--annotator", "anna"], 1), (["--pair", "ben,anna"], 1), (["--pair", "anna,carla"], 0),
        (["--document", "d2"], 0), (["--document", "d1", "--sentence", "1"], 2), (["--sentence", "7"], 0),
        (["--pos", "W"], 2), (["--pos", "ROOT"], 0), (["--min-distance", "2"], 0), (["--max-distance", "1"], 2),
    ],
)  # fmt: skip
def test_filters(run, project, filters, number):
    code, out, err = run("disagreements", project, "--pairwise", "--format", "csv", *filters)
    assert code == 0
    assert len(list(csv.DictReader(io.StringIO(out)))) == number
    assert err == f"{number} of 2 disagreements of pairs\n"
    _, out, err = run("disagreements", project, "--format", "json", *filters)
    assert len(json.loads(out)) == min(number, 1)
    assert err == f"{min(number, 1)} of 1 disagreements\n"


def test_patterns(run, project):
    _, out, err = run("disagreements", project, "--patterns")
    assert out == "1  obj / obl  label 1  LAA .822 → 1.000\n"
    assert err == "1 of 1 disagreements in 1 patterns\n"
    _, out, _ = run("disagreements", project, "--patterns", "--format", "json")
    (row,) = json.loads(out)
    assert row.pop("LAA_before") == pytest.approx(0.822, abs=0.001) and row["UAA_before"] == 1
    assert (row["places"], row["label_1"], row["label_2"], row["LAA_after"]) == (1, "obj", "obl", 1)
    assert (row["layer"], row["kinds"], row["f1_after"]) == ("dependencies", "label 1", None)
    _, out, _ = run("disagreements", project, "--patterns", "--document", "d1", "--pair", "anna,ben")
    assert out == "1  obj / obl  label 1  LAA .822 → 1.000\n"


def test_patterns_of_pairs(run, project):
    _, out, err = run("disagreements", project, "--patterns", "--pairwise")
    assert out == "1  label  anna: obj, ben: obl\n1  label  ben: obl, carla: obj\n"
    assert err == "2 of 2 disagreements of pairs in 2 patterns\n"
    options = ["--patterns", "--pairwise", "--format", "json", "--limit", "1"]
    _, out, _ = run("disagreements", project, *options)
    assert json.loads(out) == [
        {"times": 1, "layer": "dependencies", "kind": "label", "annotator_a": "anna", "label_a": "obj", "annotator_b": "ben", "label_b": "obl"}
    ]


def test_places_in_json_csv_and_the_report(run, project):
    _, out, _ = run("disagreements", project, "--format", "json")
    (place,) = json.loads(out)
    assert place["groups"] == [["anna", "carla"], ["ben"]] and place["kinds"] == ["label"]
    assert [value["value"] for value in place["values"]] == ["obj ← “én”", "obl ← “én”", "obj ← “én”"]
    assert place["values"][1]["elements"][0]["label"] == "obl"
    _, out, _ = run("disagreements", project, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["annotator"], row["group"], row["ids"]) for row in rows] == [
        ("anna", "1", "R2"), ("ben", "2", "R2"), ("carla", "1", "R2"),
    ]  # fmt: skip
    counts = report_json(run, project)["places"]
    assert counts[0] == {"layer": "dependencies", "document": None, "places": 1, "compared": counts[0]["compared"]}
    assert [row["document"] for row in counts[1:]] == ["d1", "d2"]


@pytest.mark.parametrize(
    "options, start",
    [
        ([], "http://brat/index.xhtml#/{name}/anna/d1?focus="),
        (["--collection", "/team/p/"], "http://brat/index.xhtml#/team/p/anna/d1?focus="),
    ],
)
def test_links(run, project, options, start):
    _, out, _ = run("disagreements", project, "--format", "json", "--brat-url", "http://brat/", *options)
    assert json.loads(out)[0]["values"][0]["link"].startswith(start.format(name=project.name))


def test_the_address_of_brat_may_name_the_collection(run, project):
    _, out, _ = run("disagreements", project, "--format", "json", "--brat-url", "http://brat/index.xhtml#/team/p/")
    assert json.loads(out)[0]["values"][0]["link"].startswith("http://brat/index.xhtml#/team/p/anna/d1")


def test_check_prints_a_line_for_each_floor(run, project):
    code, out, err = run("check", project, "--min", "LAA=0.5", "--min", "UAA=1", "--min", "LOA:gcm=0.99")
    assert code == 1
    assert [line.split(":")[0] for line in out.split("\n")[:-1]] == [
        "ok     LAA masi", "ok     UAA masi", "BELOW  LOA gcm",
    ]
    assert "Left out: 1 document of carla" in err
    code, out, _ = run("check", project, "--min", "LAA=0.5")
    assert (code, out.count("\n")) == (0, 1)


def test_check_every_pair(run, project):
    assert run("check", project, "--min", "LAA=0.7")[0] == 0
    code, out, _ = run("check", project, "--min", "LAA=0.7", "--every-pair")
    assert code == 1 and out == "BELOW  LAA masi: 0.6666, floor 0.7 (lowest: ben, carla)\n"


def test_init_writes_settings_that_change_nothing(run, project):
    before = run("report", project)
    code, out, err = run("init", project)
    assert (code, out) == (0, "")
    assert "Wrote" in err and "anna, ben, carla" in err
    assert "\n#annotators = anna, ben, carla\n" in (project / "iaa.conf").read_text("utf-8")
    assert run("report", project) == before


def test_init_does_not_overwrite(run, project):
    (project / "iaa.conf").write_text("[project]\nname = mine\n")
    code, _, err = run("init", project)
    assert code == 2 and "is there already" in err and "--force" in err
    assert (project / "iaa.conf").read_text() == "[project]\nname = mine\n"
    assert run("init", project, "--force")[0] == 0
    assert config.load(project).name is None


def test_init_mends_a_broken_file(run, project):
    (project / "iaa.conf").write_text("nonsense")
    assert run("init", project, "--force")[0] == 0
    assert config.load(project).annotators is None


def test_init_with_one_annotator(run, tmp_path):
    put(tmp_path, "anna", "d", "one", "0>1:root")
    code, _, err = run("init", tmp_path)
    assert code == 0 and "needs a second annotator" in err
    assert "#annotators = anna\n" in (tmp_path / "iaa.conf").read_text("utf-8")


def test_nothing_is_written_into_the_project(run, project):
    def state():
        return {path: path.stat().st_mtime_ns for path in project.rglob("*")}

    before = state()
    for arguments in (["report"], ["disagreements"], ["check", "--min", "LAA=0"]):
        run(arguments[0], project, *arguments[1:])
    assert state() == before


def test_pages_answer_to_this_computer_and_end_with_ctrl_c(tmp_path):
    shutil.copytree(DEMO, tmp_path / "demo")
    server = Server(
        ["-m", "brat_iaa", "pages", tmp_path / "demo", "--port", "0", "--brat-url", "http://localhost:1/"],
        tmp_path / "server",
    )
    try:
        server.printed("Ctrl-C")
        address = server.err.split("Pages: ")[1].split()[0]
        assert address.startswith("http://127.0.0.1:")
        with urlopen(address) as response:
            assert b"anna" in response.read()
        with urlopen(address + "disagreements?format=json") as response:
            (first, *_) = json.load(response)["disagreements"]
        assert first["link_a"].startswith("http://localhost:1/index.xhtml#/demo/")
        with pytest.raises(OSError, match="400"):
            urlopen(Request(address, headers={"Host": "elsewhere.example"}))
        assert server.stop(signal.SIGINT) == 0
        assert server.out == ""
        assert server.err.count("\n") == 2
    finally:
        server.close()
