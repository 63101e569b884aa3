import pytest
from small_projects import agreement, put

from brat_iaa.errors import ConfigError
from brat_iaa.report.floors import STATISTICS, Floor, check, read


@pytest.mark.parametrize(
    "given, floor",
    [
        ("LAA=0.90", Floor("LAA", "masi", 0.9)),
        ("UAA:alpha=.8", Floor("UAA", "alpha", 0.8)),
        (" LOA:gcm-f1 = 1 ", Floor("LOA", "gcm-f1", 1)),
        ("LAA:alpha=-0.1", Floor("LAA", "alpha", -0.1)),
    ],
)
def test_read(given, floor):
    assert read(given) == floor


@pytest.mark.parametrize(
    "given, words",
    [
        ("LAA", ["“” is no floor"]),
        ("LAA=high", ["“high” is no floor", "from -1 to 1"]),
        ("LAA=nan", ["“nan” is no floor"]),
        ("LAA=inf", ["“inf” is no floor"]),
        ("LAA=90", ["“90” is no floor"]),
        ("LAA=0,9", ["“0,9” is no floor", "decimal point"]),
        ("laa=0.9", ["“laa” is no measure", "UAA, LAA, LOA"]),
        ("LAA:kappa=0.9", ["“kappa” is no statistic", "masi-full"]),
        ("LAA:=0.9", ["“” is no statistic"]),
        ("LOA:alpha-index=0.9", ["labels only", "LOA:alpha"]),
    ],
)
def test_wrong_forms_say_what_is_wrong_and_what_is_right(given, words):
    with pytest.raises(ConfigError) as caught:
        read(given)
    message = str(caught.value)
    assert message.startswith(f"--min {given}:")
    assert "MEASURE[:STATISTIC]=FLOOR" in message
    for word in words:
        assert word in message


@pytest.fixture
def three(tmp_path):
    """LAA of anna and ben is 1, of the others with carla 1/2; dan shares no document."""
    for annotator, label in (("anna", "obj"), ("ben", "obj"), ("carla", "obl")):
        put(tmp_path, annotator, "d", "one two", f"0>1:root 1>2:{label}")
    return tmp_path


def test_the_figure_of_all_together(three):
    assert check(Floor("LAA", "masi", 0.66), agreement(three)) == (
        True,
        "ok     LAA masi: 0.6666, floor 0.66 (anna, ben, carla)",
    )
    assert not check(Floor("LAA", "masi", 0.67), agreement(three)).reached


def test_what_is_below_is_never_printed_as_equal(three):
    result = check(Floor("LAA", "masi", 0.66667), agreement(three))
    assert result == (False, "BELOW  LAA masi: 0.6666, floor 0.66667 (anna, ben, carla)")


def test_every_pair_is_one_line_about_the_lowest(three):
    result = check(Floor("LAA", "masi", 0.6), agreement(three), every_pair=True)
    assert result == (False, "BELOW  LAA masi: 0.5000, floor 0.6 (lowest: anna, carla)")


def test_gcm_is_about_each_direction(tmp_path):
    put(tmp_path, "anna", "d", "one two", "0>1:root 1>2:obj")
    put(tmp_path, "ben", "d", "one two", "0>1:root")
    result = check(Floor("LAA", "gcm", 0.6), agreement(tmp_path))
    assert result == (False, "BELOW  LAA gcm: 0.5000, floor 0.6 (lowest: anna, ben)")


def test_undefined_reaches_no_floor(three):
    put(three, "dan", "other", "one", "0>1:root")
    result = check(Floor("LAA", "masi", -1), agreement(three), every_pair=True)
    assert not result.reached
    assert "undefined (no token that both annotated)" in result.line


@pytest.mark.parametrize("statistic", STATISTICS)
def test_every_statistic_can_be_asked_for(three, statistic):
    assert check(read(f"UAA:{statistic}=1"), agreement(three)).reached


def test_figures_of_coarse_labels_are_named_with_the_layer(tmp_path):
    for name, label in (("anna", "SUBJ"), ("ben", "OBJ")):
        put(tmp_path, name, "d", "a b", f"0>1:R 1>2:{label}")
    conf = "[layer dependencies]\ncoarse = core = SUBJ, OBJ\n"
    (tmp_path / "iaa.conf").write_text(conf, "utf-8")
    found = agreement(tmp_path)
    result = check(read("dependencies/LAA-coarse:exact=.8"), found)
    assert result.reached and "dependencies/LAA-coarse exact: 1.0000" in result.line
    with pytest.raises(ConfigError, match="names no statistic; allowed: .*exact"):
        check(read("dependencies/LAA-coarse=.8"), found)
    with pytest.raises(ConfigError, match="“LAA-graded” is no measure"):
        check(read("dependencies/LAA-graded:exact=.8"), found)
    with pytest.raises(ConfigError, match="of coarse labels, write LAYER/"):
        read("LAA-coarse=.8")
