"""The page Progress: who is how far with which document; each viewer sees the own part of it."""

import json

import pytest
from review_pages import MARKS, WORDS, Annotator, configure, plain
from small_projects import put, put_raw

from brat_iaa.cli import main


@pytest.fixture
def anna(tmp_path):
    root = tmp_path / "data" / "p"
    for name, marks in MARKS.items():
        put(root, name, "doc", WORDS, marks)
        put(root, name, "same", "a b", "0>1:SUBJ")
    put_raw(root, "carla", "later", "a b\n", "")
    put(root, "anna", "later", "a b", "0>1:SUBJ")
    configure(root)
    return Annotator(root.parent)


def documents(viewer):
    return {row["document"]: row for row in viewer.twin("progress")["documents"]}


def work(viewer, document):
    """{annotator: state in words} of a document."""
    text = viewer.rows("progress")
    row = next(row for row in text if row["document"] == document)
    return {name: row[name] for name in ("anna", "ben", "carla")}


def test_a_lead_sees_who_is_how_far_and_what_comes_next(anna):
    lead, ben, carla = map(anna.as_login, ("lead", "ben", "carla"))
    assert work(lead, "doc") == {"anna": "0 of 4", "ben": "0 of 4", "carla": "0 of 4"}
    # Of 7 tokens anna and ben agree on 4, anna and carla on 6, ben and carla on 3.
    assert documents(lead)["doc"]["agreement_dependencies"] == pytest.approx(13 / 21)
    assert documents(lead)["same"]["agreement_dependencies"] == 1
    assert work(lead, "same") == dict.fromkeys(("anna", "ben", "carla"), "begun")
    assert work(lead, "later") == {"anna": "begun", "ben": "", "carla": "not begun"}
    anna.decide("b", "keep")
    assert work(lead, "doc")["anna"] == "1 of 4"
    for viewer in (anna, ben, carla):
        for token in "bcfg":
            viewer.decide(token, "keep")
        viewer.post("disagreements/mine/done")
    assert set(work(lead, "doc").values()) | set(work(lead, "same").values()) == {"done"}
    text = plain(lead.get("progress"))
    assert "Waiting for carla (1 document not begun)." in text
    assert "Ready to be adjudicated: doc, with 4 disagreements." in text
    # A value that changes after the decision has to be decided again.
    lead.put("ben", MARKS["ben"].replace("0>1:SUBJ", "0>1:OBJ", 1))
    assert work(lead, "doc")["anna"] == "4 of 5" and work(lead, "doc")["ben"] == "4 of 5"
    # The numbers of the list of disagreements are those of this page.
    assert documents(lead)["doc"]["disagreements"] == len(lead.twin("disagreements")["places"])
    adjudicated = documents(lead)["doc"]["adjudicated"]
    assert adjudicated is None
    lead.post("adjudicate/draft", name="gold", rule="unanimous", names="yes")
    assert documents(lead)["doc"]["adjudicated"] == [0, 5]


def test_annotators_see_their_own_work_alone(anna):
    anna.decide("b", "keep")
    anna.as_login("ben").decide("b", "unclear", "what carla wrote")
    assert "Your turn: 3 disagreements to decide." in plain(anna.get("progress"))
    assert documents(anna)["doc"] == {
        "document": "doc", "own": {"state": "deciding", "decided": 1, "own": 4},
        "state": "deciding",
    }  # fmt: skip
    for form in ("", "?format=json", "?format=csv"):
        text = anna.get("progress" + form)
        assert "ben" not in text.replace("numbers", "") and "carla" not in text
    for login in ("stranger", ""):
        assert "anna" not in anna.as_login(login).get("progress", 403)


def test_before_annotators_may_decide_nothing_is_waited_for_but_annotation(anna):
    configure(anna.root, "reveal = none")
    lead = anna.as_login("lead")
    assert work(lead, "doc") == dict.fromkeys(("anna", "ben", "carla"), "begun")
    text = plain(lead.get("progress"))
    assert "Annotators do not see their disagreements yet." in text
    assert "Waiting for carla (1 document not begun)." in text
    anna.get("progress", 403)


@pytest.mark.parametrize("asked", ["documents_sort=-agreement_dependencies", "documents_find=sam"])
def test_documents_are_sorted_and_found(anna, asked):
    lead = anna.as_login("lead")
    text = plain(lead.get(f"progress?{asked}"))
    assert "same" in text and ("later" in text) == ("sort" in asked)
    lead.get("progress?documents_sort=none", 400)


def test_documents_are_chosen_by_their_state(anna):
    lead = anna.as_login("lead")
    text = plain(lead.get("progress"))
    assert "all 3" in text and "not begun 1" in text and "being decided 1" in text
    for state, names in {"not begun": ["later"], "begun": ["same"], "deciding": ["doc"]}.items():
        found = lead.twin(f"progress?state={state}")["documents"]
        assert [row["document"] for row in found] == names
        assert [row["document"] for row in lead.rows(f"progress?state={state}")] == names
    nothing = plain(lead.get("progress?state=done"))
    assert "all 3" in nothing and "done 0" in nothing  # the way back
    lead.get("progress?state=finished", 400)
    lead.post("adjudicate/draft", name="gold", rule="unanimous", take="anna", names="yes")
    found = lead.twin("progress?state=adjudicated")["documents"]
    assert [row["document"] for row in found] == ["doc"]


def test_the_command_says_what_the_page_says(anna, capsys):
    anna.decide("b", "keep")
    anna.as_login("lead").post("adjudicate/draft", name="gold", rule="unanimous", names="yes")
    state = str(anna.data.parent / "state")
    assert main(["progress", str(anna.root), "--state-dir", state, "--format", "json"]) == 0
    told, page = json.loads(capsys.readouterr().out), anna.as_login("lead").twin("progress")
    assert told["documents"] == page["documents"] and told["annotators"] == page["annotators"]
    assert told["next"] == page["next"]
    assert told["documents"][0]["adjudicated"] == [0, 4]
    assert main(["progress", str(anna.root), "--state-dir", state]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert all(row["document"] in text for row in told["documents"]) and "1 of 4" in text
