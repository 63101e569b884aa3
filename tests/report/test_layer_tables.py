"""The printed report, the list of disagreements and the floors of layers that are not of
dependencies.
"""

import re

import pytest
from layer_projects import published
from small_projects import agreement, put, put_raw

from brat_iaa.errors import ConfigError
from brat_iaa.formats.latex import to_latex
from brat_iaa.formats.markdown import to_markdown
from brat_iaa.formats.text import WIDEST, to_text
from brat_iaa.report import floors
from brat_iaa.report.scores import to_dict
from brat_iaa.report.tables import brief, summary, tables


def printed(found):
    return to_text(summary(found), tables(found))


def table(found, title):
    return next(table for table in tables(found) if table.title == title)


def test_few_of_many_pairs_are_those_of_lowest_agreement(tmp_path):
    for number in range(5):
        heads = [1 + (number == 4), 2 - (number == 1), 0, 0, 0]
        marks = " ".join(f"{head}>{token}:a" for token, head in enumerate(heads, 3))
        put(tmp_path, f"a{number}", "doc", "t u v w x y z", marks)
    found = agreement(tmp_path)
    (pairs,) = (one for one in brief(found) if one.title.startswith("Pairs"))
    assert pairs.title.endswith(", lowest agreement first") and len(pairs.rows) == 5
    values = [score.value for _, score, *_ in pairs.records]
    assert values == sorted(values) and pairs.rows[0][0] == "a1, a4"
    assert [row[0] for row in table(found, pairs.title.partition(", lowest")[0]).rows][:2] == [
        "a0, a1",
        "a0, a2",
    ]


@pytest.mark.parametrize("name", ["ndt1", "passonneau_fig1", "mirovsky_example"])
def test_every_form_holds_every_layer(name):
    found = published(name)
    parts = summary(found), tables(found)
    for text in (to_text(*parts), to_markdown(*parts), to_latex(*parts)):
        for layer in found.layers:
            assert layer.name in text
    lines = to_text(*parts).split("\n")
    assert all(len(line) <= WIDEST or "|" in line for line in lines)
    assert to_dict(found)["layers"] == [
        {"name": layer.name, "kind": layer.kind} for layer in found.layers
    ]
    assert {row["layer"] for row in to_dict(found)["scores"]} == {
        layer.name for layer in found.layers
    }


@pytest.mark.parametrize(
    "given, line",
    [
        ("pos/kappa=0.9", "ok     pos/kappa cohen: 0.9979, floor 0.9 (odin, thor)"),
        ("pos/kappa:cohen=0.9", "ok     pos/kappa cohen: 0.9979, floor 0.9 (odin, thor)"),
        ("trees/LAS=0.95", "BELOW  trees/LAS accuracy: 0.9396, floor 0.95 (odin, thor)"),
        ("dependencies/LAA=0.9", "ok     dependencies/LAA masi: 0.9396, floor 0.9 (odin, thor)"),
        ("LAA=0.9", "ok     LAA masi: 0.9396, floor 0.9 (odin, thor)"),
    ],
)
def test_floors_of_layers(given, line):
    assert floors.check(floors.read(given), published("ndt1")).line == line


@pytest.mark.parametrize(
    "name, given, words",
    [
        ("ndt1", "pso/kappa=0.9", ["“pso” is no layer", "dependencies, trees, pos"]),
        ("ndt1", "pos/kapa=0.9", ["no “kapa” of pos", "kappa"]),
        ("ndt1", "pos/kappa:scott=0.9", ["no “kappa:scott” of pos", "Fleiss' kappa"]),
        ("ndt1", "dependencies/LAS=0.9", ["no “LAS” of dependencies", "UAA"]),
        ("passonneau_fig1", "LAA=0.9", ["no “LAA” of coref", "e.g. coref/"]),
    ],
)
def test_floors_of_figures_that_are_not_there(name, given, words):
    with pytest.raises(ConfigError) as caught:
        floors.check(floors.read(given), published(name))
    assert str(caught.value).startswith("Floor " + given.partition("=")[0])
    for word in words:
        assert word in str(caught.value)


def test_figures_of_pairs_only_are_checked_at_the_lowest_pair():
    line = floors.check(floors.read("coref/muc:recall=0.75"), published("passonneau_fig1")).line
    assert line == "BELOW  coref/muc recall: 0.7142, floor 0.75 (lowest: RA1, RA2)"


def test_floors_of_one_layer_look_at_that_layer(tmp_path):
    for annotator, value in (("anna", "x"), ("ben", "y")):
        spans = "T1\tW 0 3\tone\nT2\tV 4 7\ttwo\n"
        put_raw(tmp_path, annotator, "d", "one two\n", f"{spans}A1\tk T1 {value}\n")
    (tmp_path / "iaa.conf").write_text(
        "[layer a]\nkind = labels\n[layer b]\nkind = labels\nvalue = attribute:k\n"
    )
    found = agreement(tmp_path)
    assert floors.check(floors.read("a/agreement=1"), found).reached
    assert floors.check(floors.read("b/agreement=0.6"), found).line.startswith(
        "BELOW  b/agreement raw: 0.5000"
    )


NONE_LISTED = "not a single disagreement"
# S, NP, VP against S, NP, NP: alpha 0, Jaccard 1/2.
PHRASES = "T1\tS 0 13\tshe sees dogs\nT2\tNP 0 3\tshe\nT3\t%s 4 13\tsees dogs\n"


@pytest.mark.parametrize(
    "other, said",
    [
        ("NP", "Trees are compared as wholes; some differ: see their figures."),
        ("VP", "All trees are the same."),
    ],
)
def test_trees_list_no_disagreements_so_none_is_no_agreement(tmp_path, other, said):
    for annotator, label in (("anna", "VP"), ("ben", other)):
        put_raw(tmp_path, annotator, "d", "she sees dogs\n", PHRASES % label)
    (tmp_path / "iaa.conf").write_text("[layer trees]\nnodes = spans\n")
    text = printed(agreement(tmp_path))
    assert said in text and NONE_LISTED not in text.lower()


def test_that_none_is_listed_is_said_of_the_layers_that_list_them(tmp_path):
    for annotator, label in (("anna", "VP"), ("ben", "NP")):
        put_raw(tmp_path, annotator, "d", "she sees dogs\n", PHRASES % label)
    (tmp_path / "iaa.conf").write_text(
        "[layer trees]\nnodes = spans\n[layer subjects]\nkind = labels\ntypes = S\n"
    )
    text = printed(agreement(tmp_path))
    assert "No disagreement in subjects. Trees are compared as wholes; some differ" in text


@pytest.mark.parametrize("layer", ["dependencies", "trees"])
def test_without_any_arc_there_is_no_figure_and_the_report_says_what_was_found(layer, tmp_path):
    for annotator in ("anna", "ben"):
        put_raw(tmp_path, annotator, "d", "a b c\n", "T1\tA 0 1\ta\nT2\tB 2 3\tb\nT3\tB 4 5\tc\n")
    (tmp_path / "iaa.conf").write_text(f"[layer {layer}]\n")
    found = agreement(tmp_path)
    text = re.sub(r"\s+", " ", printed(found))
    assert NONE_LISTED not in text.lower() and "1.000" not in text and "are the same" not in text
    assert {score.value for score in found.scores} == {None}
    assert "No arc was found, so there are no figures of arcs." in text
    assert "Not compared: spans, B (4), A (2). To compare them: [layer spans] kind = labels" in text


def test_each_pair_has_one_row(tmp_path):
    """Sets have figures of each direction of a pair, which are in no column of the table."""
    for name, second in (("anna", "A"), ("ben", "B"), ("carla", "C")):
        put_raw(tmp_path, name, "d", "one\n", f"T1\tX 0 3\tone\nT2\t{second} 0 3\tone\n")
    (tmp_path / "iaa.conf").write_text("[layer pos]\nkind = labels\nset = yes\n", "utf-8")
    rows = table(agreement(tmp_path), "Pairs of annotators in pos").rows
    assert [row[0] for row in rows] == ["anna, ben", "anna, carla", "ben, carla"]
