"""Soft labels: distributions and entropies of items, and the way back as a candidate."""

import csv
import io
import json
from math import log2

import pytest
from every_record import write
from label_projects import standoff, text_of
from small_projects import put, put_raw

from brat_iaa.cli import main
from brat_iaa.guide import section
from brat_iaa.guide.markup import TextTable
from brat_iaa.kinds import KINDS
from brat_iaa.report.soft_labels import entropy, mean_entropies
from brat_iaa.study import Study

WORDS = "a b c d"
LABELS = {"anna": "N V N N", "ben": "N V V N", "carla": "N N V -"}


@pytest.fixture
def root(tmp_path):
    """Words with labels; carla has drawn no span on d."""
    for name, labels in LABELS.items():
        put_raw(tmp_path / "p", name, "doc", text_of(WORDS), standoff(WORDS, labels))
    (tmp_path / "p" / "iaa.conf").write_text("[layer pos]\nkind = labels\n")
    return tmp_path / "p"


def told(capsys, *words):
    assert main([*map(str, words)]) == 0
    return capsys.readouterr().out


def test_a_line_of_each_item(root, capsys):
    out = told(capsys, "report", root, "--format", "soft", "--brat-url", "http://localhost/")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["text"]["item"] for row in rows] == WORDS.split()
    assert rows[1]["soft_label"] == {"V": pytest.approx(2 / 3), "N": pytest.approx(1 / 3)}
    assert rows[1]["annotations"] == {"anna": "V", "ben": "V", "carla": "N"}
    assert rows[3]["annotations"]["carla"] == "(nothing)"
    assert rows[3]["soft_label"] == {"N": pytest.approx(2 / 3), "(nothing)": pytest.approx(1 / 3)}
    one_of_three = log2(3) - 2 / 3
    assert [row["entropy"] for row in rows] == pytest.approx([0, *[one_of_three] * 3])
    assert rows[0]["link"] == "http://localhost/index.xhtml#/p/anna/doc?focus=0~1"
    (table,) = (own for own in section("files", "soft-labels") if isinstance(own, TextTable))
    keys = [span.text for row in table.rows for span in row[0] if span.text.strip(", ")]
    assert sorted(keys) == sorted(rows[0])


def test_means_of_documents_and_labels(root, capsys):
    rows = list(csv.DictReader(io.StringIO(told(capsys, "report", root, "--format", "entropy"))))
    mean = {(row["document"], row["label"]): float(row["mean_entropy"]) for row in rows}
    one_of_three = log2(3) - 2 / 3
    assert mean == {
        ("", ""): pytest.approx(one_of_three * 3 / 4),
        ("doc", ""): pytest.approx(one_of_three * 3 / 4),
        ("", "N"): pytest.approx(one_of_three * 3 / 4),
        ("", "V"): pytest.approx(one_of_three),
    }


def test_links_only_where_there_are_items(root, capsys):
    assert main(["report", str(root), "--brat-url", "http://localhost/"]) == 2
    assert "Add --format soft" in capsys.readouterr().err


def test_entropy_is_largest_where_all_values_are_as_frequent():
    assert entropy("aaaa") == 0 and entropy("aabb") == 1 and entropy("abcd") == 2
    assert 0 < entropy("aaab") < entropy("aabb")


def test_a_file_of_soft_labels_is_a_candidate(tmp_path, capsys):
    """Of every kind of layer; a soft label of one value is that value."""
    conf = (
        "[layer dependencies]\n[layer types]\nkind = labels\n[layer chains]\nkind = chains\n"
        "[layer links]\nkind = entity-relations\n[layer mood]\nkind = labels\n"
        "value = attribute:Mood\n"
    )
    write(tmp_path / "p", conf + "[project]\ncandidates = gpt\n", further=("gpt",))
    write(tmp_path / "alone", conf, further=("gpt",))
    (tmp_path / "alone" / "iaa.conf").write_text(conf + "[project]\nannotators = anna, gpt\n")
    out = told(capsys, "report", tmp_path / "alone", "--format", "soft")
    with open(tmp_path / "gpt.jsonl", "w") as file:
        for row in map(json.loads, out.splitlines()):
            if "gpt" in row["annotations"]:
                row["soft_label"] = {row["annotations"]["gpt"]: 2}
                file.write(json.dumps(row) + "\n")
    answers = [
        json.loads(told(capsys, "candidates", tmp_path / "p", own, "--format", "json"))
        for own in ("gpt", tmp_path / "gpt.jsonl")
    ]
    tested = [
        {(row["layer"], row["annotator"]): (row["items"], row["advantage"], row["p"])
         for row in answer["rows"] if row["label"] is None and not row["reason"]}
        for answer in answers
    ]  # fmt: skip
    assert {layer for layer, _ in tested[0]} >= {"types", "mood", "chains"}
    assert tested[0] == tested[1]


def test_a_line_that_is_no_soft_label(root, tmp_path, capsys):
    (tmp_path / "wrong.jsonl").write_text("\n{\n")
    assert main(["candidates", str(root), str(tmp_path / "wrong.jsonl")]) == 2
    assert "wrong.jsonl, line 2: no soft label" in capsys.readouterr().err.replace("\n", " ")


def test_what_one_alone_has_is_in_no_mean(tmp_path):
    for name, document in (("anna", "d"), ("ben", "d"), ("anna", "e")):
        put(tmp_path, name, document, "a b", f"0>1:r 1>2:{name}")
    rows = mean_entropies(Study(tmp_path).agreement()).dicts()
    assert [(row["document"], row["items"]) for row in rows if not row["label"]] == [
        (None, 2), ("d", 2)
    ]  # fmt: skip


def test_every_kind_with_values_has_soft_labels(tmp_path, capsys):
    write(tmp_path, "[layer events]\nkind = events\n[layer dependencies]\n")
    out = told(capsys, "report", tmp_path, "--format", "soft")
    layers = {json.loads(line)["layer"] for line in out.splitlines()}
    assert layers == {"events", "dependencies"} and not KINDS["trees"].listed
