import functools
import json

import pytest
from site_projects import LABELS, as_login, configure, login_in_header, make_project
from small_projects import put

from brat_iaa.web.in_brat import api
from brat_iaa.web.site import create_site, site_of


@pytest.fixture
def folder(tmp_path):
    """A data directory with one project, "corpus/pilot"."""
    make_project(tmp_path / "data" / "corpus" / "pilot", reveal="own")
    return tmp_path


@functools.lru_cache(maxsize=2)
def site(folder, **settings):
    data, state = folder / "data", folder / "state"
    return site_of(create_site(data, "/", login_in_header, state_dir=state, **settings))


def agreement(folder, login, person="anna", document="shared", **settings):
    return api.agreement(site(folder, **settings), login, f"/corpus/pilot/{person}/", document)


def disagreements(folder, login, person="anna", document="shared", **settings):
    return api.disagreements(site(folder, **settings), login, f"/corpus/pilot/{person}/", document)


def names_in(answer):
    text = json.dumps(answer["markers"])
    return {name for name, label in LABELS.items() if label in text}


def test_agreement_of_a_document_at_a_glance(folder):
    assert agreement(folder, "lead") == {
        "state": "open", "reason": "", "pages": "/corpus/pilot/-/document/shared?a=anna", "text": "LAA .80",
        "detail": "LAA, MASI (RD13): .800 over 10 tokens; 2 disagreements in this document.", "count": 2,
    }  # fmt: skip


def test_markers_have_the_ids_of_the_open_file(folder):
    put(folder / "data/corpus/pilot", "anna", "shared", "one two three four five / six seven eight nine ten",
        "0>1:root 1>2:subj 1>3:Qa1 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 4>5:mod", first_id=40)  # fmt: skip
    label, missing = disagreements(folder, "lead")["markers"]
    assert (label["id"], label["offsets"], label["kind"], label["kind_text"]) == (
        "R42", [13, 18], "label", "different label",
    )  # fmt: skip
    assert label["text"] == "anna: Qa1 ← “one”\nben: Qb2 ← “one”\ncarla: Qc3 ← “one”"
    assert label["url"] == "/corpus/pilot/-/document/shared?a=anna&b=ben&sentence=1#s1"
    # No arc there: the token is marked.
    assert (missing["id"], missing["kind"], missing["text"].split("\n")[0]) == (
        "T50", "missing-arc", "anna: not annotated",
    )  # fmt: skip
    other = disagreements(folder, "lead", "ben")["markers"]
    assert other[0]["id"] == "R3" and other[0]["text"].split("\n")[0] == "ben: Qb2 ← “one”"
    assert other[1]["kind_text"] == "different label, the other drew no arc"


def test_an_annotator_sees_all_own_pairs_and_nobody_elses(folder):
    found = disagreements(folder, "anna")
    assert found["state"] == "open" and names_in(found) == {"anna", "ben", "carla"}
    assert found["markers"][0]["text"].split("\n")[0] == "you: Qa1 ← “one”"
    assert "ben" not in json.dumps(found) and "annotator 2: " in json.dumps(found)
    assert disagreements(folder, "anna", "ben")["state"] == "closed"
    configure(folder / "data/corpus/pilot", reveal="own", others="named")
    pair = disagreements(folder, "anna", "ben")
    assert pair["state"] == "open" and names_in(pair) == {"anna", "ben"}
    assert pair["markers"][0]["text"] == "ben: Qb2 ← “one”\nyou: Qa1 ← “one”"


@pytest.mark.parametrize(
    "login, state, word",
    [("", "closed", "log in to see"), ("zoe", "none", ""), ("anna", "closed", "not open yet")],
)
def test_closed_says_why_and_where(folder, login, state, word):
    configure(folder / "data/corpus/pilot")
    for found in (agreement(folder, login), disagreements(folder, login)):
        assert found["state"] == state and found["reason"].endswith(".")
        assert found["pages"] == "/?collection=/corpus/pilot/anna/&document=shared"
    assert (agreement(folder, login)["count"], agreement(folder, login)["text"]) == (None, word)
    assert (
        "text" not in disagreements(folder, login) and disagreements(folder, login)["markers"] == []
    )


def test_hidden_others_are_marked_as_the_places_of_the_review_and_nothing_more(folder):
    root, words = folder / "data/corpus/pilot", "one two three four five / six seven eight nine ten"
    configure(root, reveal="own", others="hidden")
    pages = create_site(
        folder / "data", "/", login_in_header, state_dir=folder / "state"
    ).test_client()
    reviewed = pages.get(
        "/corpus/pilot/-/disagreements/mine?format=json", headers=as_login("anna")
    ).json["places"]
    seen = {}
    for document in ("shared", "duet7", "tandem", "solo6", "none"):
        found = disagreements(folder, "anna", document=document)
        places = [item for item in reviewed if item["document"] == document]
        assert (found["state"], found["reason"], set(found)) == (
            "open", "", {"state", "reason", "pages", "version", "markers", "count"},
        )  # fmt: skip
        assert [(marker["offsets"], marker["url"]) for marker in found["markers"]] == [
            ([item["start"], item["end"]], f"/corpus/pilot/-/disagreements/mine?item={item['key']}")
            for item in places
        ]
        seen[document] = found
    assert seen["shared"]["markers"][0] == {
        "id": "T4", "offsets": [13, 18], "kind": "place", "kind_text": "Somebody differs here", "text": "Somebody differs here.",
        "url": f"/corpus/pilot/-/disagreements/mine?item={reviewed[-2]['key']}",
    }  # fmt: skip
    # Not compared with anybody is answered like agreed on, and like not there.
    assert {document: len(found["markers"]) for document, found in seen.items()} == {
        "shared": 2, "duet7": 2, "tandem": 0, "solo6": 0, "none": 0,
    }  # fmt: skip
    for person, document in (("ben", "shared"), ("carla", "solo6"), ("nobody", "shared")):
        found = disagreements(folder, "anna", person, document)
        assert (found["state"], found["markers"], found["version"]) == ("closed", [], "")
    # What they differ in, and how many differ, changes nothing.
    put(
        root,
        "ben",
        "shared",
        words,
        "0>1:root 1>2:subj 2>3:Other 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 4>5:mod",
    )
    put(
        root,
        "carla",
        "shared",
        words,
        "0>1:root 1>2:subj 1>3:Qa1 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 1>4:Qa1 4>5:mod",
    )
    assert disagreements(folder, "anna") == seen["shared"]


def test_the_version_changes_with_the_markers_only(folder):
    opened = site(folder)
    ask = lambda: api.disagreements(opened, "lead", "/corpus/pilot/anna/", "shared")["version"]  # noqa: E731
    before = ask()
    put(folder / "data/corpus/pilot", "ben", "duet7", "one two three", "0>1:new")
    assert ask() == before
    put(
        folder / "data/corpus/pilot",
        "ben",
        "shared",
        "one two three four five / six seven eight nine ten",
        "0>1:new",
    )
    assert ask() != before
