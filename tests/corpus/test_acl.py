"""acl.conf is read as brat reads it: its answers are compared in tests/system/corpus/test_acl.py."""

import os

import pytest
from acl_rules import DIRECTORIES, RULES, brat_with_data

from brat_iaa.corpus.acl import DocumentAcl, brat_folder


@pytest.fixture
def brat_dir(tmp_path):
    return brat_with_data(tmp_path / "brat")


BELOW_BEN = {"p/ben", "p/ben/sub"}
BELOW_P = {name for name in DIRECTORIES if f"{name}/".startswith("p/")}
EVERYWHERE = set(DIRECTORIES)
# Directories that are closed to guests, to ann1 and to lead, as brat answered.
CLOSED = {
    "none": ({"confidential"}, set(), set()), "one closed": (BELOW_BEN, BELOW_BEN, BELOW_BEN),
    "all closed but one": (EVERYWHERE - {"p/anna"},) * 3, "by user": (BELOW_P, BELOW_BEN, set()),
    "guest": (EVERYWHERE, set(), set()),
    "first upwards": (EVERYWHERE - BELOW_BEN, EVERYWHERE - {"p/ben"}, EVERYWHERE - BELOW_BEN),
    "empty file hides those above": ({"", "hidden", "confidential"},) * 3,
    "without the slash": ({"p/anna", "p/ann"},) * 3, "documents": (set(), set(), set()),
    "escapes": ({"p/50%", "p/a b", "p/ä"},) * 3, "line ends and comments": (BELOW_BEN,) * 3,
    "no rules at all": ({"confidential"}, set(), set()), "in brat's own folder": (BELOW_P,) * 3,
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_what_is_closed_to_whom(name, brat_dir):
    for folder, text in RULES[name].items():
        (brat_dir / "data" / folder / "acl.conf").write_bytes(text.encode())
    own = DocumentAcl(brat_dir / "data")
    found = tuple(
        {one for one in DIRECTORIES if not own.allows_directory(login, brat_dir / "data" / one)}
        for login in ("", "ann1", "lead")
    )
    assert found == CLOSED[name]


def test_a_rule_for_one_document_is_a_prefix(brat_dir):
    data = brat_dir / "data"
    (data / "acl.conf").write_text(RULES["documents"][""])
    own = DocumentAcl(data)
    assert own.allowed("x", data / "p/anna", ["doc1", "doc10", "other"]) == {"other"}
    # Once more, with other names and other rules.
    assert own.allowed("x", data / "p/anna", ["doc10", "more"]) == {"more"}
    (data / "acl.conf").write_text("User-agent: x\nDisallow: /p/anna/more\n")
    assert own.allowed("x", data / "p/anna", ["doc10", "more"]) == {"doc10"}
    assert own.allowed("y", data / "p/anna", ["doc10", "more"]) == {"doc10", "more"}


@pytest.mark.parametrize(
    "spoil", [lambda p: p.write_bytes(b"\xff"), lambda p: p.mkdir(), lambda p: p.symlink_to("gone")]
)
def test_rules_that_cannot_be_read_close_everything(brat_dir, spoil):
    spoil(brat_dir / "data" / "p" / "acl.conf")
    own = DocumentAcl(brat_dir / "data")
    assert not own.allows_directory("x", brat_dir / "data" / "p" / "anna")
    assert own.allows_directory("x", brat_dir / "data")


def test_outside_of_the_data_directory_nothing_is_open(tmp_path):
    (tmp_path / "data").mkdir()
    own = DocumentAcl(tmp_path / "data")
    assert not own.allows_directory("x", tmp_path)
    assert not own.allows_directory("x", tmp_path / "database")
    (tmp_path / "ajax.cgi").write_text("")
    assert not DocumentAcl(tmp_path / "data").allows_directory("x", tmp_path)
    assert own.allowed("x", os.path.join(tmp_path, "data", ".."), ["doc"]) == set()


def test_brats_folder_is_found_above_its_data(brat_dir, tmp_path):
    assert brat_folder(brat_dir / "data" / "p") == str(brat_dir)
    assert brat_folder(tmp_path) is None
