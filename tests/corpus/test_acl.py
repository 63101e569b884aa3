"""acl.conf is read as brat reads it; brat itself is asked for each case."""

import json
import os
import subprocess
import sys

import pytest

from brat_iaa.corpus.acl import DocumentAcl, brat_folder

LOGINS = ("", "ann1", "joann12", "ANN1", "guest", "guesthouse", "lead", "ann1/x", "ann")
DIRECTORIES = (
    "",
    "p",
    "p/anna",
    "p/ben",
    "p/ben/sub",
    "p/ann",
    "hidden",
    "confidential",
    "p/50%",
    "p/a b",
    "p/ä",
    "p/q?r",
)
RULES = {
    "none": {},
    "one closed": {"": "User-agent: *\nDisallow: /p/ben/\n"},
    "all closed but one": {"": "User-agent: *\nAllow: /p/anna/\nDisallow: /\n"},
    "by user": {
        "": (
            "User-agent: ann1\nDisallow: /p/ben\n\nUser-agent: lead\nAllow: "
            "/\n\nUser-agent: *\nDisallow: /p/\n"
        )
    },
    "guest": {"": "User-agent: guest\nDisallow: /\n"},
    "first upwards": {
        "": "User-agent: *\nDisallow: /\n",
        "p/ben": "User-agent: ann1\nDisallow: /p/ben/sub/\n",
    },
    "empty file hides those above": {"": "User-agent: *\nDisallow: /\n", "p": ""},
    "without the slash": {"": "User-agent: *\nDisallow: /p/ann\n"},
    "documents": {"": "User-agent: *\nDisallow: /p/anna/doc1\n"},
    "escapes": {
        "": "User-agent: *\nDisallow: /p/50%25/\nDisallow: /p/a%20b/\nDisallow: /p/%C3%A4\n"
    },
    "line ends and comments": {"": "# rules\r\nUser-agent: *\r\nDisallow: /p/ben/ # his\r\n"},
    "no rules at all": {"p": "nonsense\n\x00\n: :\n"},
    "in brat's own folder": {"..": "User-agent: *\nDisallow: /p/\n"},
}

# Asks brat's own function, in a brat whose folder is the current directory.
ASK = """
import json, sys
tree, cases = sys.argv[1], json.load(sys.stdin)
sys.path[:0] = [".", tree + "/server/src"]
import inspect, codecs, collections
if not hasattr(inspect, "getargspec"):
    inspect.getargspec = inspect.getfullargspec
opened = codecs.open
codecs.open = lambda name, mode="r", *more, **named: opened(name, mode.replace("U", ""), *more, **named)
import auth
class Session(dict): pass
answers = []
for login, path in cases:
    auth.get_session = lambda: Session(user=login) if login else Session()
    answers.append(bool(auth.allowed_to_read(path)))
json.dump(answers, sys.stdout)
"""


@pytest.fixture
def brat_dir(tmp_path):
    """A folder like brat's, with a data directory."""
    folder = tmp_path / "brat"
    data = folder / "data"
    for name in DIRECTORIES:
        (data / name).mkdir(parents=True, exist_ok=True)
        for document in ("doc1", "doc10", "other"):
            (data / name / f"{document}.ann").write_text("")
    (folder / "ajax.cgi").write_text("")
    (folder / "config.py").write_text(
        f"BASE_DIR = {str(folder)!r}\nDATA_DIR = {str(data)!r}\nWORK_DIR = "
        f"{str(folder / 'work')!r}\n"
        "USER_PASSWORD = {}\nADMIN_CONTACT_EMAIL = 'x'\nDEBUG = False\nLOG_LEVEL = 30\n"
    )
    return folder


def brats_answers(brat_folder, brat_dir, cases):
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ASK, str(brat_folder)],
        cwd=brat_dir,
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("name", RULES)
def test_brat_gives_the_same_answers(brat_folder, brat_dir, name):
    data = brat_dir / "data"
    for folder, text in RULES[name].items():
        (data / folder / "acl.conf").write_bytes(text.encode())
    cases = [(login, f"{data / folder}/") for login in LOGINS for folder in DIRECTORIES]
    own = DocumentAcl(data)
    found = [own.allows_directory(login, path) for login, path in cases]
    assert found == brats_answers(brat_folder, brat_dir, cases)
    files = [
        (login, str(data / folder / "doc1.ann")) for login in LOGINS for folder in DIRECTORIES[1:]
    ]
    answers = iter(brats_answers(brat_folder, brat_dir, files))
    for login in LOGINS:
        for folder in DIRECTORIES[1:]:
            listed = next(answers) and own.allows_directory(login, data / folder)
            allowed = own.allowed(login, data / folder, ["doc1"])
            # A document counts as hidden if one of its files or its bare name is.
            assert allowed <= ({"doc1"} if listed else set()), (login, folder)
            if name not in ("documents",):
                assert allowed == ({"doc1"} if listed else set()), (login, folder)


def test_the_table_is_not_all_one_answer(brat_dir):
    data = brat_dir / "data"
    (data / "acl.conf").write_text(RULES["by user"][""])
    own = DocumentAcl(data)
    assert own.allows_directory("lead", data / "p/ben")
    assert not own.allows_directory("joann12", data / "p/ben")
    assert own.allows_directory("joann12", data / "p/anna")
    assert not own.allows_directory("", data / "p/anna")


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
