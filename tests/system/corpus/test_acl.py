"""acl.conf is read as brat reads it; brat itself is asked for each case."""

import json
import subprocess
import sys

import pytest
from acl_rules import DIRECTORIES, RULES, brat_with_data
from waiting import PATIENCE

from brat_iaa.corpus.acl import DocumentAcl

LOGINS = ("", "ann1", "joann12", "ANN1", "guest", "guesthouse", "lead", "ann1/x", "ann")
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
    return brat_with_data(tmp_path / "brat")


def brats_answers(brat_folder, brat_dir, cases):
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ASK, str(brat_folder)],
        cwd=brat_dir,
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
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
