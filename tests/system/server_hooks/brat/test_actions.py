"""Each of brat's actions does what server_hooks.brat.actions says of it; brat itself is asked."""

import json
import subprocess
import sys

import pytest
from brat_checks import COLLECTION
from brat_iaa.server_hooks.brat import actions
from checkout import CHECKOUT
from guarded_brat import VALUES, Brat, snapshot

AGREEMENT = {"iaaScript", "iaaAgreement", "iaaDisagreements"}
CLASSES = (actions.READING, actions.EDITING, actions.SESSION, actions.OTHER)
BRATS = sorted(frozenset.union(*CLASSES) - AGREEMENT)
# What brat keeps beside the documents for a listing.
CACHE = ".stats_cache"
# Prints the parameters of each function that brat's dispatcher knows.
PARAMETERS = """
import json, sys
from brat_iaa.server_hooks.brat import compat
compat.restore()
sys.path[:0] = [sys.argv[1], sys.argv[2] + "/server/src"]
import dispatch
print(json.dumps({
    name: function.__code__.co_varnames[: function.__code__.co_argcount]
    for name, function in dispatch.DISPATCHER.items()
}))
"""


def test_the_place_of_an_action_is_where_brat_takes_it_from(brat_folder, tmp_path):
    (tmp_path / "config.py").write_text(
        "DATA_DIR = WORK_DIR = BASE_DIR = %r\nUSER_PASSWORD = {}\nADMIN_CONTACT_EMAIL = ''\n"
        "DEBUG = False\nLOG_LEVEL = 30\nMAX_SEARCH_RESULT_NUMBER = 1\n"
        "SIMSTRING_DEFAULT_UNICODE = True\n" % str(tmp_path)
    )
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PARAMETERS, str(tmp_path), str(brat_folder)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    for name, parameters in json.loads(run.stdout).items():
        fields = {parameter: parameter for parameter in parameters}
        collection, document = actions.place(name, fields)
        assert collection == fields.get("collection"), name
        assert document == fields.get("document", fields.get("docid")), name
        if name in actions.EDITING:
            assert collection and document, name


@pytest.fixture(scope="module")
def unguarded(brat_folder, tmp_path_factory):
    brat = Brat(brat_folder, tmp_path_factory.mktemp("unguarded"), "unguarded")
    yield brat
    brat.server.close()


@pytest.mark.parametrize("action", BRATS)
def test_brat_alone_changes_documents_by_these_actions_only(action, unguarded):
    document = unguarded.folder / "d1.txt"
    document.write_text("SOME words\n", "utf-8")
    # In another form than brat's, which it changes in whatever it saves.
    unguarded.ann.write_bytes(b"T1\tTok 0 4\tSOME\r\n")
    client = unguarded.client()
    before = snapshot(unguarded.folder)
    scope = "collection" if action.endswith("InCollection") else "document"
    where = {"collection": COLLECTION, "document": "d1", "docid": "new", "scope": scope}
    client.raw(action, **{**VALUES, "text": "SOME", "user": "anna", "password": "pw", **where})
    after = snapshot(unguarded.folder)
    after.pop(CACHE, None)
    before.pop(CACHE, None)
    (unguarded.folder / "new.txt").unlink(missing_ok=True)
    (unguarded.folder / "new.ann").unlink(missing_ok=True)
    # Not carried out, without a tagger and without such an annotation.
    if action not in ("deleteDocument", "tag", "splitSpan"):
        assert (after != before) == (action in actions.SAVING)
