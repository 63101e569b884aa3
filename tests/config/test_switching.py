"""Sections that are switched off, and the values of a file as they are written."""

import pytest

from brat_iaa.config import changing
from brat_iaa.errors import ConfigError

TEXT = """\
# mine
[project]
annotators = anna, # the first
  ben,
  carla

[layer pos]   # parts of speech
kind = labels
# kept
types = N,
   V

[layer trees]
[access]
reveal = own
"""


def test_written_values():
    assert changing.written(TEXT) == {
        "project": {"annotators": "anna, ben, carla"},
        "layer pos": {"kind": "labels", "types": "N, V"},
        "layer trees": {},
        "access": {"reveal": "own"},
    }
    assert changing.written("\ufeff[a]\r\nb = c\r\n") == {"a": {"b": "c"}}
    assert changing.written("") == {}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_section_becomes_a_comment(end, mark):
    text = mark + TEXT.replace("\n", end)
    new = changing.switched_off(text, "layer pos")
    assert "layer pos" not in changing.written(new)
    assert {**changing.written(new), "layer pos": {}} == {**changing.written(text), "layer pos": {}}
    changed = [pair for pair in zip(text.split(end), new.split(end)) if pair[0] != pair[1]]
    assert len(changed) == 4 and all(after == "#" + before for before, after in changed)


def test_what_is_left_must_be_valid():
    text = "[project]\nphase = 1\n[phase 1]\nreveal = own\n[phase 2]\nreveal = all\n"
    with pytest.raises(ConfigError, match="there is no section .phase 1."):
        changing.switched_off(text, "phase 1")


def test_a_section_that_is_not_there_changes_nothing():
    assert changing.switched_off(TEXT, "layer dependencies") == TEXT


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_section_gets_another_name_and_nothing_else_changes(end, mark):
    text = mark + end.join(["# a", " [phase  1]  # first", "reveal = own", "[phase 10]", "#[phase 1]", ""])  # fmt: skip
    new = changing.renamed(text, "phase 1", "phase 1 apart")
    assert new == text.replace("[phase  1]", "[phase 1 apart]")
    with pytest.raises(ConfigError, match="no section"):
        changing.renamed(text, "phase 2", "phase 3")
    with pytest.raises(ConfigError, match="cannot be written"):
        changing.renamed(text, "phase 1", "phase # 3")
