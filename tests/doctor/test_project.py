"""brat-agreement doctor on a project: each trouble is found, named and told what mends it."""

import json
import os
import pwd
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


def examined_as(uid, project):
    """What is found about the store by another account."""
    # Which may not be able to read Python's own files: what is imported late is imported now.
    examined(project, "Kept")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setuid(uid)
            os.write(writing, json.dumps(examined(project, "Kept")).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return json.loads(said)


@pytest.mark.parametrize("who", ["root", "owner", "somebody"])
@pytest.mark.parametrize(
    "of_file, of_folder, file, folder, said, does",
    [
        (9, 9, 0o400, 0o700, "mode 0400: nothing can be kept", {"chmod u+rw "}),
        (9, 9, 0o600, 0o500, "mode 0500: nothing can be kept", {"chmod u+rwx "}),
        (0, 9, 0o600, 0o700, "belongs to root, mode 0600", {"sudo chown news "}),
        (9, 9, 0o600, 0o700, "", {}),
    ],
)
def test_a_store_that_is_closed_is_not_called_damaged(
    store, who, of_file, of_folder, file, folder, said, does
):
    project, path = store
    owner = pwd.getpwuid(9).pw_name
    for place, uid, mode in ((path, of_file, file), (path.parent, of_folder, folder)):
        place.chmod(mode)
        os.chown(place, uid, -1)
    uid = {"root": 0, "owner": 9, "somebody": 65534}[who]
    ((level, text, do), *_) = examined_as(uid, project)
    assert "is damaged" not in text and "restore" not in str(do) and "Errno" not in text
    if who == "somebody" and folder == 0o700:
        assert level == PROBLEM and f"{path.parent} belongs to {owner}, mode 0700" in text
        assert "not damaged" in text and do.startswith(f"sudo -u {owner} brat-agreement doctor ")
    elif said:
        assert level == PROBLEM and said in text
        assert any(one.replace("news", owner) + str(path.parent) in do for one in does)
    else:
        assert level == FINE and "is whole" in text


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
