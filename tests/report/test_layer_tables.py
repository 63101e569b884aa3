"""The printed report, the list of disagreements and the floors of layers that are not of
dependencies.
"""

from layer_projects import published
from small_projects import agreement, put_raw

from brat_iaa.report import floors


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


# S, NP, VP against S, NP, NP: alpha 0, Jaccard 1/2.
