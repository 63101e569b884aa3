"""The table of label distances: what it says, and which lines are refused."""

from dataclasses import replace
from fractions import Fraction

import pytest

from brat_iaa.config import load
from brat_iaa.errors import ConfigError

CONF = "[layer dependencies]\nlabel_distances = d.tsv\n"


def load_table(root, table, conf=CONF):
    (root / "iaa.conf").write_text(conf, "utf-8")
    (root / "d.tsv").write_bytes(table if isinstance(table, bytes) else table.encode())
    return load(root)


def distances(root, table):
    ((file, known),) = load_table(root, table).distances
    assert file == "d.tsv"
    return known


def test_what_the_table_says(tmp_path):
    known = distances(tmp_path, "\ufeffSUBJ\tOBJ\t.5\r\n\r\nMOD \t JCT\t0.125\nB\tA\t1\nX\tY\t0\n")
    assert known.of("SUBJ", "OBJ") == known.of("OBJ", "SUBJ") == Fraction(1, 2)
    assert known.of("JCT", "MOD") == Fraction(1, 8)
    assert known.of("A", "B") == known.of("SUBJ", "MOD") == known.of("?", "SUBJ") == 1
    assert known.of("SUBJ", "SUBJ") == known.of("?", "?") == known.of("X", "Y") == 0
    assert known.scale == 8
    assert known.near(["JCT", "A", "B", "MOD", "X"]) == {(0, 3): 0.875, (3, 0): 0.875}


def test_the_fingerprint_is_of_what_is_said(tmp_path):
    known = distances(tmp_path, "a\tb\t.50\nc\td\t1\n").fingerprint
    assert known == distances(tmp_path, "d\tc\t1.0\n\nb\ta\t0.5").fingerprint
    assert known != distances(tmp_path, "a\tb\t.51\nc\td\t1\n").fingerprint
    assert len(known) == 12


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a\tb", "has 2 cells. Expected two labels and a distance from 0 to 1"),
        ("a b .5", "has 1 cell"),
        ("a\tb\t.5\tx", "has 4 cells"),
        ("a\t \t.5", "a label is blank"),
        ("a\ta\t0", "names one label twice"),
        ("a\tb\thalf", "“half” is no distance"),
        ("a\tb\t-.5", "“-.5” is no distance"),
        ("a\tb\t1e-1", "“1e-1” is no distance"),
        ("a\tb\tnan", "“nan” is no distance"),
        ("a\tb\t.1234", "more than three digits"),
        ("a\tb\t1.5", "1.5 is above 1"),
        ("d\tc\t.5", "the pair stands in line 1 already"),
    ],
)
def test_lines_are_refused_with_file_line_and_reason(tmp_path, line, reason):
    with pytest.raises(ConfigError) as refused:
        load_table(tmp_path, f"c\td\t.5\n\n{line}\n")
    assert str(refused.value).startswith(f"{tmp_path / 'd.tsv'}, line 3: “{line.strip()}”: ")
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("table", "reason"), [(b"a\tb\t\xff", "Byte 5 is not UTF-8"), ("\n \n", "names no pair")]
)
def test_tables_are_refused(tmp_path, table, reason):
    with pytest.raises(ConfigError, match=reason) as refused:
        load_table(tmp_path, table)
    assert str(refused.value).startswith(f"{tmp_path / 'd.tsv'}: ")


def test_a_file_that_is_not_there_or_outside(tmp_path):
    (tmp_path / "iaa.conf").write_text(CONF, "utf-8")
    with pytest.raises(
        ConfigError, match="d.tsv: The file cannot be read: .*label_distances names it"
    ):
        load(tmp_path)
    (tmp_path / "d.tsv").symlink_to(tmp_path.parent / "elsewhere.tsv")
    (tmp_path.parent / "elsewhere.tsv").write_text("a\tb\t.5\n", "utf-8")
    with pytest.raises(ConfigError, match="outside of the project"):
        load(tmp_path)
    (tmp_path / "iaa.conf").write_text(CONF.replace("d.tsv", "../d.tsv"), "utf-8")
    with pytest.raises(ConfigError, match="leads out of the project"):
        load(tmp_path)


def test_each_layer_names_its_table(tmp_path):
    conf = "[layer pos]\nkind = labels\nlabel_distances = d.tsv\n[layer x]\nkind = labels\n"
    config = load_table(tmp_path, "a\tb\t.5\n", conf)
    first, second = config.layers
    assert config.distances_of(first).of("a", "b") == Fraction(1, 2)
    assert config.distances_of(second) is None
    other = replace(config, distances=load_table(tmp_path, "a\tb\t.4\n", conf).distances)
    assert other != config


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("order = low", "names one label"),
        ("order = low, mid, low", "“low” stands twice"),
        ("weights = cubic", "not a value"),
        ("order = low, high\nset = yes", "line 3: .*has no place on a scale"),
    ],
)
def test_orders_that_are_refused(tmp_path, setting, reason):
    (tmp_path / "iaa.conf").write_text(f"[layer x]\nkind = labels\n{setting}\n", "utf-8")
    with pytest.raises(ConfigError, match=reason):
        load(tmp_path)
