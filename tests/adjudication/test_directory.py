"""Where a draft may be written, what comes along, and that it is there as a whole or not at all."""

import os

import pytest
from drafts import MadeDraft
from small_projects import put

from brat_iaa.corpus.directories import Bounds
from brat_iaa.errors import ConfigError
from brat_iaa.study import Study

WORDS = "cats saw dogs / they slept"
ANNA = "2>1:subj 0>2:root 2>3:obj / 2>1:subj 0>2:root"
BEN = "2>1:subj 0>2:root 2>3:iobj / 2>1:subj 0>2:root"


draft = MadeDraft.make


def project(tmp_path):
    for name, marks in (("anna", ANNA), ("ben", BEN)):
        put(tmp_path / "p", name, "doc", WORDS, marks)
    return tmp_path / "p"


def test_who_may_read_the_project_may_read_the_draft(tmp_path):
    root = project(tmp_path)
    (root / "anna" / "acl.conf").write_text("User-agent: *\nDisallow: /p/anna/\n")
    assert "acl.conf" not in draft(root, tmp_path / "one").copied
    (tmp_path / "acl.conf").write_text("User-agent: *\nDisallow: /p/\n")
    result = draft(root, tmp_path / "two")
    assert (result.directory / "acl.conf").read_text() == (tmp_path / "acl.conf").read_text()


def test_settings_that_a_link_leads_to_are_not_copied_out(tmp_path):
    """On the pages: brat would hand out what lies outside of its data."""
    root = project(tmp_path / "data")
    (tmp_path / "secret").write_text("[entities]\nsecret\n")
    for folder in (root, root / "anna"):
        (folder / "annotation.conf").symlink_to(tmp_path / "secret")
        (folder / "acl.conf").symlink_to(tmp_path / "secret")
    bounds = Bounds(os.path.realpath(tmp_path / "data"))
    assert draft(root, tmp_path / "one", bounds=bounds).copied == ()
    # The command line reads what its account has linked.
    assert draft(root, tmp_path / "two").copied == ("annotation.conf", "acl.conf")


def test_a_draft_that_is_being_written_is_no_annotator(tmp_path, monkeypatch):
    root, seen = project(tmp_path), []

    def look(*_):
        seen.append(Study(root).agreement().annotators)
        return ()

    monkeypatch.setattr("brat_iaa.adjudication.making.copy_settings", look)
    draft(root, root / "new")
    assert seen == [("anna", "ben")]


REFUSED = {
    "p/anna/new": "lies in the directory of the annotator anna", "p/anna": "is not empty",
    "p/gold/new": "lies in the directory of the reference gold", "p/file": "is a file",
    "p/nowhere/new": "is no directory", "p/other/new": "would be taken for an annotator",
    "link": "is a symbolic link", "linked/new": "lies in the directory of the annotator ben",
}  # fmt: skip


@pytest.mark.parametrize("place", REFUSED)
def test_where_no_draft_is_written(tmp_path, place):
    root = project(tmp_path)
    (root / "iaa.conf").write_text("[project]\ngold = gold\n")
    (root / "gold").mkdir()
    (root / "other").mkdir()
    (root / "file").write_text("")
    (tmp_path / "link").symlink_to(root / "other")
    (tmp_path / "linked").symlink_to(root / "ben")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ConfigError, match=REFUSED[place]):
        draft(root, tmp_path / place)
    assert sorted(tmp_path.rglob("*")) == before


def test_nothing_is_left_behind_by_a_failure(tmp_path, monkeypatch):
    root = project(tmp_path)
    before = sorted(tmp_path.rglob("*"))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("brat_iaa.server_hooks.saving.replace", full)
    with pytest.raises(ConfigError, match="no space left on device"):
        draft(root, tmp_path / "draft")
    assert sorted({*tmp_path.rglob("*")} - {tmp_path / "state.sqlite3"}) == before
