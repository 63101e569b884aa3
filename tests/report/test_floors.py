import pytest
from small_projects import agreement, put, put_raw

from brat_iaa.errors import ConfigError
from brat_iaa.figures import figure_name, short_name
from brat_iaa.report.floors import Floor, check, read


@pytest.mark.parametrize(
    "given, floor",
    [
        ("LAA=0.90", Floor("LAA", 0.9)), ("UAA:alpha=.8", Floor("UAA:alpha", 0.8)),
        (" LOA:gcm-f1 = 1 ", Floor("LOA:gcm-f1", 1)), ("LAA:alpha=-0.1", Floor("LAA:alpha", -0.1)),
        ("LAA@nmod:poss=0.5", Floor("LAA", 0.5, "nmod:poss")),
    ],
)  # fmt: skip
def test_read(given, floor):
    assert read(given) == floor


@pytest.mark.parametrize(
    "given, words",
    [
        ("LAA", ["no limit given.", "example: LAA=0.8"]), ("F1@PER=", ["no limit given.", "example: F1@PER=0.8"]),
        ("LAA=high", ["“high” is no limit", "from -1 to 1"]), ("LAA=nan", ["“nan” is no limit"]),
        ("LAA=inf", ["“inf” is no limit"]), ("LAA=90", ["“90” is no limit"]),
        ("LAA=0,9", ["“0,9” is no limit", "decimal point"]), ("=0.9", ["no measure given.", "example: LAA=0.9"]),
        ("0.9", ["no measure given.", "example: LAA=0.9"]),
    ],
)  # fmt: skip
def test_wrong_forms_say_what_is_wrong_and_what_is_right(given, words):
    with pytest.raises(ConfigError) as caught:
        read(given)
    message = str(caught.value)
    assert message.startswith(f"Floor {given}:")
    for word in words:
        assert word in message


def spans(root, *layers):
    """Two annotators with F1 1/2, one label of two alike."""
    for name, end in (("anna", 10), ("ben", 13)):
        drawn = f"T1\tP 0 3\tAnn\nT2\tP 8 {end}\t{'Bo in'[: end - 8]}\nT3\tQ 4 7\tmet\n"
        put_raw(root, name, "d", "Ann met Bo in Ulm .\n", drawn)
    sections = "".join(f"[layer {name}]\nkind = labels\n" for name in layers)
    (root / "iaa.conf").write_text(sections, "utf-8")
    return agreement(root)


def test_every_name_that_a_report_prints_is_understood(tmp_path):
    found = spans(tmp_path)
    printed = {
        name_of(score.measure, score.statistic)
        for score in found.scores
        if score.whole
        for name_of in (short_name, figure_name)
    }
    assert {"F1", "F1, overlap", "Cohen's kappa", "u-alpha", "F1, exact"} <= printed
    for name in printed:
        assert check(read(f"{name}=-1"), found).line.split()[1].startswith("spans/")
    assert check(read("F1=0.6"), found).line.startswith("ok     spans/f1 exact: 0.6666")
    assert check(read("f1=0.7"), found).line == check(read("spans/F1:exact=0.7"), found).line


def test_a_label_has_a_floor_of_its_own_and_a_star_stands_for_the_lowest(tmp_path):
    found = spans(tmp_path)
    assert check(read("F1@Q=1"), found).line.startswith("ok     spans/f1 exact of Q: 1.0000")
    lowest = check(read("F1@*=0.6"), found)
    assert (lowest.reached, lowest.label, lowest.value) == (False, "P", 0.5)
    with pytest.raises(ConfigError, match="no label “R” has this figure. Labels: P, Q. Write"):
        check(read("F1@R=0.6"), found)


@pytest.fixture
def three(tmp_path):
    """LAA of anna and ben is 1, of the others with carla 1/2; dan shares no document."""
    for annotator, label in (("anna", "obj"), ("ben", "obj"), ("carla", "obl")):
        put(tmp_path, annotator, "d", "one two", f"0>1:root 1>2:{label}")
    return tmp_path


def test_undefined_reaches_no_floor(three):
    put(three, "dan", "other", "one", "0>1:root")
    result = check(Floor("LAA:gcm", -1), agreement(three))
    assert not result.reached
    assert "undefined (no token that both annotated)" in result.line


def test_with_a_gold_the_lowest_annotator_counts_and_what_is_excluded_does_not(tmp_path):
    types = {"anna": "PQ", "ben": "PP", "gold": "PQ", "tool": "RR"}
    for name, (first, second) in types.items():
        drawn = f"T1\t{first} 0 3\tAnn\nT2\t{second} 4 7\tmet\n"
        put_raw(tmp_path, name, "d", "Ann met Bo .\n", drawn)
    conf = "[project]\ngold = gold\nexcluded = tool\n[layer spans]\nkind = labels\n"
    (tmp_path / "iaa.conf").write_text(conf, "utf-8")
    found = agreement(tmp_path)
    result = check(read("gold/spans/F1=0.5"), found)
    assert result[:2] == (
        True, "ok     gold/spans/f1 exact: 0.5000, floor 0.5 (lowest: gold, ben)"
    )  # fmt: skip
