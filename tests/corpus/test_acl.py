"""acl.conf is read as brat reads it: its answers are compared in tests/system/corpus/test_acl.py."""

import os
import random

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
    "none": ({"confidential"}, set(), set()),
    "one closed": (BELOW_BEN, BELOW_BEN, BELOW_BEN),
    "all closed but one": (EVERYWHERE - {"p/anna"},) * 3,
    "by user": (BELOW_P, BELOW_BEN, set()),
    "guest": (EVERYWHERE, set(), set()),
    "first upwards": (EVERYWHERE - BELOW_BEN, EVERYWHERE - {"p/ben"}, EVERYWHERE - BELOW_BEN),
    "empty file hides those above": ({"", "hidden", "confidential"},) * 3,
    "without the slash": ({"p/anna", "p/ann"},) * 3,
    "documents": (set(), set(), set()),
    "escapes": ({"p/50%", "p/a b", "p/ä"},) * 3,
    "line ends and comments": (BELOW_BEN,) * 3,
    "no rules at all": ({"confidential"}, set(), set()),
    "in brat's own folder": (BELOW_P,) * 3,
}


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


def test_the_table_is_not_all_one_answer(brat_dir):
    data = brat_dir / "data"
    (data / "acl.conf").write_text(RULES["by user"][""])
    own = DocumentAcl(data)
    assert own.allows_directory("lead", data / "p/ben")
    assert not own.allows_directory("joann12", data / "p/ben")
    assert own.allows_directory("joann12", data / "p/anna")
    assert not own.allows_directory("", data / "p/anna")


def test_all_documents_are_asked_about_at_once_only_where_all_have_one_answer(tmp_path):
    paths = [
        "",
        "/",
        "/p",
        "/p/",
        "/p/an",
        "/p/anna",
        "/p/anna/",
        "/p/anna/d",
        "/p/anna/doc1",
        "/q",
    ]
    paths += ["/p/anna/doc1.ann", "/p/%61nna/", "/p/anna/*", "/p/anna?x"]
    names = ["doc1", "doc10", "other", "d?1", "a b", "%64"]
    found = set()
    for seed in range(100):
        dice = random.Random(seed)
        lines = [
            line
            for user in dice.sample(["*", "x", "guest"], 2)
            for line in (
                f"User-agent: {user}",
                *(
                    f"{dice.choice(['Allow', 'Disallow'])}: {dice.choice(paths)}"
                    for _ in range(dice.randint(1, 4))
                ),
                "",
            )
        ]
        (tmp_path / "acl.conf").write_text("\n".join(lines))
        own, folder = DocumentAcl(tmp_path), tmp_path / "p" / "anna"
        for login in ("x", "y", ""):
            rules, user = own.rules(str(folder)), login or "guest"
            expected = {
                name
                for name in names
                if rules.can_fetch(user, "/p/anna/")
                and all(
                    rules.can_fetch(user, f"/p/anna/{name}{end}") for end in ("", ".ann", ".txt")
                )
            }
            assert own.allowed(login, folder, names) == expected, (seed, login)
            found.add(len(expected))
    assert {0, len(names)} < found


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


def test_a_change_is_seen(brat_dir):
    data = brat_dir / "data"
    own = DocumentAcl(data)
    assert own.allows_directory("x", data / "p")
    (data / "acl.conf").write_text("User-agent: *\nDisallow: /\n")
    assert not own.allows_directory("x", data / "p")
    (data / "acl.conf").unlink()
    assert own.allows_directory("x", data / "p")


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
