import functools
import json

import pytest
from site_projects import LABELS, as_login, configure, login_in_header, make_project
from small_projects import put

from brat_iaa.web.in_brat import api
from brat_iaa.web.in_brat.openings import short
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
        "state": "open",
        "reason": "",
        "pages": "/corpus/pilot/-/document/shared?a=anna",
        "text": "LAA .80",
        "detail": "LAA, MASI (RD13): .800 over 10 tokens; 2 disagreements in this document.",
        "count": 2,
    }


def test_agreement_of_ones_own_pairs(folder):
    put(
        folder / "data/corpus/pilot",
        "ben",
        "shared",
        "one two three four five / six seven eight nine ten",
        "0>1:root",
    )
    found = agreement(folder, "anna")
    assert found["text"] in ("LAA .10–.80", "LAA .00–.80")
    assert "annotator 1 " in found["detail"] and "annotator 2 " in found["detail"]


def test_agreement_of_a_collection_without_document(folder):
    found = agreement(folder, "lead", document=None)
    assert (found["text"], found["count"], found["pages"]) == ("LAA .80", None, "/corpus/pilot/-/")


def test_undefined_is_said_in_words(folder):
    for person, words in (("anna", "-2 0>1:x"), ("ben", "-1 0>2:x")):
        put(folder / "data/corpus/pilot", person, "apart", "one two", words)
    found = agreement(folder, "lead", document="apart")
    assert found["text"] == "LAA undefined" and "LAA, MASI (RD13): undefined: " in found["detail"]


def test_a_project_without_dependencies_shows_its_first_figure(folder):
    settings = folder / "data/corpus/pilot/iaa.conf"
    settings.write_text(settings.read_text() + "[layer pos]\nkind = labels\ntypes = W\n")
    path = folder / "data/corpus/pilot/ben/shared.ann"
    path.write_text(path.read_text().replace("T4\tW ", "T4\tV "))
    for document, where in (("shared", "in this document"), (None, "the whole project")):
        found = agreement(folder, "lead", document=document)
        assert found["text"].startswith("F1 ") and found["detail"].startswith("pos: F1: "), found
        assert where in found["detail"] and "spans; " in found["detail"]
    (marker,) = disagreements(folder, "lead")["markers"]
    assert (marker["id"], marker["kind"], marker["kind_text"]) == (
        "T4",
        "extra-span",
        "the other did not draw the span: “three”",
    )
    assert marker["text"] == "anna, carla: W\nben: no such span"
    (marker,) = disagreements(folder, "lead", "ben")["markers"]
    assert (marker["id"], marker["kind"]) == ("T4", "missing-span")


def test_markers_have_the_ids_of_the_open_file(folder):
    put(folder / "data/corpus/pilot", "anna", "shared", "one two three four five / six seven eight nine ten",
        "0>1:root 1>2:subj 1>3:Qa1 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 4>5:mod", first_id=40)  # fmt: skip
    label, missing = disagreements(folder, "lead")["markers"]
    assert (label["id"], label["offsets"], label["kind"], label["kind_text"]) == (
        "R42",
        [13, 18],
        "label",
        "different label",
    )
    assert label["text"] == "anna: Qa1 ← “one”\nben: Qb2 ← “one”\ncarla: Qc3 ← “one”"
    assert label["url"] == "/corpus/pilot/-/document/shared?a=anna&b=ben&sentence=1#s1"
    # No arc there: the token is marked.
    assert (missing["id"], missing["kind"], missing["text"].split("\n")[0]) == (
        "T50",
        "missing-arc",
        "anna: no arc",
    )
    other = disagreements(folder, "lead", "ben")["markers"]
    assert other[0]["id"] == "R3" and other[0]["text"].split("\n")[0] == "ben: Qb2 ← “one”"
    assert other[1]["kind_text"] == "different label, the other drew no arc"


def test_without_a_token_there_are_offsets_only(folder):
    words = "one two three four five / six seven eight nine ten"
    put(
        folder / "data/corpus/pilot",
        "anna",
        "shared",
        words,
        "0>1:root 1>2:subj -3 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 1>4:Qa1 4>5:mod",
    )
    settings = folder / "data/corpus/pilot/iaa.conf"
    settings.write_text(
        settings.read_text() + "[layer dependencies]\nkind = dependencies\ntokens = drawn\n"
    )
    found = [
        marker for marker in disagreements(folder, "lead")["markers"] if marker["kind"] == "token"
    ]
    assert [(marker["id"], marker["offsets"]) for marker in found] == [("", [13, 18])]


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
    "person, document, why",
    [
        ("anna", "tandem", "This document is not compared"),
        ("anna", "none", "This document is not compared"),
        ("carla", "solo6", "You may see disagreements in your own documents only"),
        ("ben", "shared", "You may see disagreements in your own documents only"),
        ("nobody", "shared", "You may see disagreements in your own documents only"),
    ],
)
def test_what_is_not_in_the_view_has_no_markers(folder, person, document, why):
    found = disagreements(folder, "anna", person, document)
    assert (found["state"], found["markers"]) == ("closed", []) and found["reason"].startswith(why)
    at_a_glance = agreement(folder, "anna", person, document)
    assert (at_a_glance["text"], at_a_glance["count"]) == ("", None) and at_a_glance[
        "detail"
    ].startswith(why)


def test_a_project_itself_has_figures_but_no_markers(folder):
    opened = site(folder)
    assert api.agreement(opened, "anna", "/corpus/pilot/", None)["text"] == "LAA .80"
    assert api.disagreements(opened, "anna", "/corpus/pilot/", "shared")["state"] == "none"


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


@pytest.mark.parametrize(
    "person, document, place",
    [
        ("anna", "shared", "?document=shared"),
        ("ben", "shared", ""),
        ("anna", None, ""),
        ("", None, ""),
    ],
)
def test_hidden_others_are_no_closed_door_to_the_own_disagreements(folder, person, document, place):
    configure(folder / "data/corpus/pilot", reveal="own", others="hidden")
    found = agreement(folder, "anna", person, document)
    assert (found["state"], found["text"], found["count"]) == ("closed", "review is open", None)
    assert found["pages"] == "/corpus/pilot/-/disagreements/mine" + place
    assert (found["reason"] or found["detail"]).endswith(
        "You may see where somebody differs from you, and nothing of what others have. "
        "The button opens your own disagreements."
    )
    marked = disagreements(folder, "anna", person, document)
    assert marked["pages"] == found["pages"]
    if not place:
        assert (marked["state"], marked["markers"]) == (
            "closed",
            [],
        ) and "where somebody differs from you" in marked["reason"]
    entry = create_site(
        folder / "data", "/", login_in_header, state_dir=folder / "state"
    ).test_client()
    asked = {"collection": f"/corpus/pilot/{person}/", "document": document}
    assert (
        entry.get("/", query_string=asked, headers=as_login("anna")).headers["Location"]
        == found["pages"]
    )
    # Others than annotators have no disagreements of their own.
    assert "review" not in json.dumps(agreement(folder, "zoe", person, document))


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
            "open",
            "",
            {"state", "reason", "pages", "version", "markers", "count"},
        )
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


def test_who_may_not_review_has_no_places_marked(folder):
    settings = folder / "data/corpus/pilot/iaa.conf"
    configure(settings.parent, reveal="own", others="hidden")
    for login in ("", "zoe"):
        found = disagreements(folder, login)
        assert found["state"] != "open" and found["markers"] == []
    settings.write_text(settings.read_text().replace("others =", "review = no\nothers ="))
    found = disagreements(folder, "anna")
    assert (found["state"], found["markers"]) == ("closed", [])


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


def test_addresses_are_those_that_browsers_use(folder):
    found = disagreements(folder, "lead", pages_url="https://host.example/iaa/")
    assert found["pages"] == "https://host.example/iaa/corpus/pilot/-/document/shared?a=anna"
    assert found["markers"][0]["url"].startswith("https://host.example/iaa/corpus/pilot/-/")


def test_settings_that_cannot_be_used_close_it(folder, caplog):
    opened = site(folder)
    assert api.agreement(opened, "anna", "/corpus/pilot/anna/", "shared")["state"] == "open"
    (folder / "data/corpus/pilot/iaa.conf").write_text(
        "[access]\nmanagers = lead\nreveal = perhaps\n"
    )
    for login in ("anna", "zoe", "anna"):
        found = api.agreement(opened, login, "/corpus/pilot/anna/", "shared")
        assert found["state"] != "open" and "perhaps" not in json.dumps(found)
        nowhere = api.agreement(opened, login, "/none-such/anna/", "shared")
        assert (nowhere["state"], nowhere["reason"]) == (found["state"], found["reason"])
    assert [line.message.count("perhaps") for line in caplog.records] == [1]
    found = api.agreement(opened, "lead", "/corpus/pilot/anna/", "shared")
    assert (
        found["state"] == "closed" and "line 3" in found["reason"] and "perhaps" in found["reason"]
    )
    # Mended, and broken again in the same way, it is said again.
    caplog.clear()
    text = (folder / "data/corpus/pilot/iaa.conf").read_text()
    configure(folder / "data/corpus/pilot", reveal="own")
    assert api.agreement(opened, "anna", "/corpus/pilot/anna/", "shared")["state"] == "open"
    (folder / "data/corpus/pilot/iaa.conf").write_text(text)
    api.agreement(opened, "anna", "/corpus/pilot/anna/", "shared")
    assert len(caplog.records) == 1


@pytest.mark.parametrize(
    "value, expected",
    [(0.938, ".94"), (1, "1.00"), (0.9999, ">.99"), (-0.25, "−.25"), (0, ".00"), (-0.001, ".00")],
)
def test_short_figures(value, expected):
    assert short(value) == expected
