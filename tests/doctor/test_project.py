"""brat-agreement doctor on a project: each trouble is found, named and told what mends it."""

import os
import tempfile
from pathlib import Path

import pytest
from small_projects import put

from brat_iaa.doctor import FINE, PROBLEM, WARNING
from brat_iaa.doctor.project import examine_project
from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "pilot"
    for annotator, label in (("anna", "obj"), ("ben", "obl")):
        put(root, annotator, "d", "one two", f"0>1:root 1>2:{label}")
    (root / "iaa.conf").write_text("[project]\n", "utf-8")
    return root


def examined(project, about):
    """[(level, text, what to do), ...] of what was found about one thing."""
    found = examine_project(project, project.parent / "state")
    return [(one.level, one.text, one.do) for one in found if one.about == about]


def test_bad_lines(project):
    with (project / "anna" / "d.ann").open("a") as file:
        file.write("R9\tobj Arg1:T7\n")
    ((level, text, _),) = examined(project, "Files")
    assert level == WARNING and "1 problem: " in text and "anna/d.ann, line " in text


def test_labels_that_annotation_conf_does_not_have(project):
    conf = "[entities]\nTok\nROOT\n[relations]\nroot Arg1:ROOT, Arg2:Tok\nobj Arg1:Tok, Arg2:Tok\n"
    (project / "annotation.conf").write_text(conf + "[events]\n[attributes]\n", "utf-8")
    relations = [text for _, text, _ in examined(project, "Types") if "[relations]" in text]
    assert relations == ["obl: used, but not in [relations] of annotation.conf."]


def test_a_damaged_store(project):
    path = project_database_path(project, project.parent / "state")
    Reviews(Database(path))
    with Database(path).transaction():
        pass
    assert examined(project, "Kept")[0][0] == FINE
    data = bytearray(path.read_bytes())
    data[100:] = b"x" * (len(data) - 100)
    path.write_bytes(data)
    ((level, text, do),) = examined(project, "Kept")
    assert level == PROBLEM and str(path) in text and "brat-agreement restore" in do


@pytest.fixture
def store():
    """(project, its store) that every account may reach."""
    if os.getuid():
        pytest.skip("needs the right to give files to other accounts")
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        root = Path(folder, "pilot")
        for name in ("anna", "ben"):
            put(root, name, "d", "one two", "0>1:root 1>2:obj")
        path = project_database_path(root, Path(folder, "state"))
        with Database(path).transaction():
            pass
        yield root, path


def test_who_can_open_whose_directory_in_brat(project, tmp_path):
    (tmp_path / "brat").mkdir()
    (tmp_path / "brat" / "ajax.cgi").write_text("")
    root = (tmp_path / "brat" / "data").joinpath("pilot")
    root.parent.mkdir()
    project.rename(root)
    (root / "iaa.conf").write_text("[access]\nlogins = anna: anna, ben: ben\n", "utf-8")
    ((level, text, _),) = examined(root, "acl.conf")
    assert level == WARNING and "anna that of ben" in text
    rules = "User-agent: %s\nDisallow: /pilot/%s/\n\n"
    (root.parent / "acl.conf").write_text(rules % ("anna", "ben") + rules % ("ben", "anna"))
    ((level, text, _),) = examined(root, "acl.conf")
    assert level == FINE and text.startswith("No annotator can open")
