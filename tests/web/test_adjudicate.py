"""The pages on which a gold is made: what they show, what is written, and who may."""

import json
import re

import pytest
from adjudication_pages import MARKS, WORDS, Lead
from cases import each
from review_pages import plain
from small_projects import put, put_raw

from brat_iaa.adjudication.decisions import Decisions
from brat_iaa.config import load
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path

CONF = "# ours\n[project]\nphase = 1 apart  ; the first\n[layer dependencies]\n[access]\nmanagers = lead, second\n"


@pytest.fixture
def lead(tmp_path):
    return lead_in(tmp_path)


def lead_in(folder):
    root = folder / "data" / "p"
    for name, marks in MARKS.items():
        put(root, name, "doc", WORDS, marks)
    (root / "iaa.conf").write_text(CONF)
    return Lead(root.parent)


@pytest.fixture(scope="module")
def lead_once(tmp_path_factory):
    """The same for all tests that change nothing."""
    return lead_in(tmp_path_factory.mktemp("once"))


@pytest.fixture
def drafted(lead):
    assert lead.make().status_code == 303
    return lead


@pytest.fixture(scope="module")
def drafted_once(tmp_path_factory):
    """The same for all tests that change nothing."""
    lead = lead_in(tmp_path_factory.mktemp("drafted"))
    assert lead.make().status_code == 303
    return lead


# Making the draft


def test_without_a_draft_the_page_makes_one(lead):
    text = plain(lead.get())
    assert "what anna, ben and carla agree on" in text and "Make the draft" in text
    assert lead.make().headers["Location"].endswith("/p/-/adjudicate")
    assert lead.conf == CONF.replace("; the first\n", "; the first\ndraft = gold\n")
    assert load(lead.root).draft == "gold" and load(lead.root).gold is None
    text = plain(lead.get())
    assert "0 of 4 disagreements adjudicated" in text and "draft (directory gold )" in text
    assert [item["token"] for item in lead.twin()["places"]] == ["b", "c", "f", "g"]


def test_a_draft_is_no_annotator(drafted_once):
    assert "anna, ben and carla" in plain(drafted_once.get(""))
    assert json.loads(drafted_once.get("?format=json"))["annotators"] == ["anna", "ben", "carla"]


@pytest.mark.parametrize(
    "name", ["", "../out", "a/b", ".hidden", "anna", "x" * 61, "a,b", "a#b", "\\"]
)
def test_a_directory_that_cannot_be(lead_once, name):
    lead = lead_once
    before = sorted(lead.root.iterdir()), sorted(lead.data.iterdir())
    answer = lead.make(name)
    assert answer.status_code == 400 and 'role="alert"' in answer.text
    assert (sorted(lead.root.iterdir()), sorted(lead.data.iterdir())) == before
    assert lead.conf == CONF


def test_a_directory_of_two_lines(lead):
    answer = lead.make("gold\n[access]")
    assert answer.status_code == 400 or load(lead.root).draft == "gold [access]"


def test_what_goes_wrong_leaves_the_settings_as_they_were(lead, monkeypatch):
    def fails(*given, **further):
        raise OSError("no room")

    monkeypatch.setattr("brat_iaa.web.adjudicate.adjudicating.make", fails)
    answer = lead.make()
    assert answer.status_code == 400 and "no room" in answer.text
    assert lead.conf == CONF and not (lead.root / "gold").exists()


def test_the_rule_of_the_majority(lead):
    assert lead.make(rule="plurality").status_code == 400
    assert lead.make(rule="majority", names="no").status_code == 303
    twin = lead.twin()
    assert twin["counts"]["majority"] == 4 and "anna" not in lead.ann()
    assert "All 4 disagreements are adjudicated" in plain(lead.get())
    assert "by majority" in plain(lead.get("adjudicate?status=majority"))


def test_folders_above_the_annotators(lead):
    for name, marks in MARKS.items():
        put(lead.root / "batch", name, "doc", WORDS, marks)
    (lead.root / "iaa.conf").write_text(
        CONF.replace("[project]\n", "[project]\nlayout = {folder}/{annotator}/{document}\n")
    )
    assert "Make the draft in a shell" in plain(lead.get())
    assert lead.make().status_code == 400


# The queue


def test_who_has_what_each_with_a_key(drafted_once):
    text = drafted_once.get()
    shown = plain(text)
    assert "b doc, sentence 1 to decide 1 of 4" in shown
    assert "1 JCT ← a 1 ben in brat, ben 2 OBJ ← a 1 anna and carla in brat: anna" in shown
    assert 'value="taken:anna" data-key="2"' in text and 'value="taken:ben" data-key="1"' in text
    assert re.search(r'data-key="n" data-opens="/brat/index.xhtml#/p/gold/doc\?focus=', text)


def test_a_decision_is_written_and_the_next_place_follows(drafted):
    mine = {name: drafted.ann(name) for name in MARKS}
    answer = drafted.decide("b", "taken:ben", "see 4.2")
    key = drafted.item("b")["key"]
    assert answer.headers["Location"].endswith(f"adjudicate?said={key}")
    text = plain(drafted.get(f"adjudicate?said={key}"))
    assert "JCT ← a: b, doc, sentence 1." in text and "1 of 4 disagreements adjudicated" in text
    assert "c doc, sentence 1 to decide" in text
    item = drafted.item("b")
    assert item["status"] == "decided" and item["reason"] == "see 4.2"
    assert item["annotators"] == ["ben"] and item["by"] == "lead"
    assert "lead decided" in plain(drafted.get(f"adjudicate?item={key}"))
    assert {name: drafted.ann(name) for name in MARKS} == mine
    assert "\tJCT Arg1:T2 Arg2:T3\t\n" in drafted.ann()


def test_undo(drafted):
    before = drafted.ann()
    drafted.decide("b", "taken:ben")
    key = drafted.item("b")["key"]
    assert drafted.ann() != before
    answer = drafted.post(item=key, decision="", said=key)
    assert answer.headers["Location"].endswith(f"adjudicate?item={key}")
    assert drafted.ann() == before and drafted.item("b")["status"] == "open"
    assert drafted.post(item=key, decision="").status_code == 409


def test_what_somebody_else_has_decided_meanwhile_is_shown(drafted):
    key = drafted.item("b")["key"]
    seen = drafted.seen(key)
    drafted.as_login("second").decide("b", "taken:ben")
    written = drafted.ann()
    answer = drafted.decide("b", "taken:anna", "mine", seen=seen)
    assert answer.status_code == 409 and "second has decided here" in plain(answer.text)
    assert "“mine”" in answer.text, "what was typed is not lost"
    assert drafted.ann() == written
    as_json = drafted.post(
        query="?format=json", item=key, seen=seen, decision="taken:anna", comment=""
    )
    assert as_json.status_code == 409 and "second has decided" in as_json.json["error"]


def test_what_brat_changed_meanwhile_is_seen(drafted):
    key = drafted.item("b")["key"]
    seen, other = drafted.seen(key), drafted.seen(drafted.item("c")["key"])
    path = drafted.root / "gold" / "doc.ann"
    path.write_text(drafted.ann() + "R9\tMOD Arg1:T2 Arg2:T3\t\n")
    assert drafted.decide("b", "taken:ben", seen=seen).status_code == 409
    # The place next to it is untouched: nothing is in the way.
    assert drafted.decide("c", "taken:ben", seen=other).status_code == 303
    assert "R9\tMOD" in drafted.ann()
    assert "d MOD ← a the draft, as changed in brat" in plain(drafted.get(f"adjudicate?item={key}"))
    assert drafted.decide("b", "draft").status_code == 303
    assert drafted.item("b")["status"] == "decided"


def test_none_of_these(drafted):
    before = drafted.ann()
    answer = drafted.decide("b", "neither", "a third label")
    assert answer.status_code == 303 and drafted.ann() == before
    text = plain(drafted.get(f"adjudicate?said={drafted.item('b')['key']}"))
    assert "To do in brat: b" in text and "1 to do in brat" in text
    assert drafted.item("b")["status"] == "neither" and drafted.twin()["counts"]["open"] == 3


@each("decision", ["taken:nobody", "taken:../anna", "taken", "all"])
def test_no_such_decision(drafted_once, decision):
    before = drafted_once.ann()
    answer = drafted_once.decide("b", decision)
    assert answer.status_code in (400, 409) and drafted_once.ann() == before


def test_a_reason_that_is_too_long(drafted_once):
    answer = drafted_once.decide("b", "taken:ben", "x" * 2001)
    assert answer.status_code == 400 and "2001 characters" in answer.text


# Applied to its like


def test_the_same_at_its_like_one_by_one(drafted):
    key = drafted.item("b")["key"]
    drafted.decide("b", "taken:ben")
    text = drafted.get(f"adjudicate?said={key}")
    assert "1 similar disagreement ( JCT / OBJ ). Decide it the same way, one by one?" in plain(
        text
    )
    # Later, too: at the place itself, and at its like.
    for again in (key, drafted.item("f")["key"]):
        later = plain(drafted.get(f"adjudicate?item={again}"))
        assert "1 similar disagreement ( JCT / OBJ ). Decide it the same way, one by one?" in later
    (address,) = re.findall(r'data-key="a" href="/p/-/([^"]+)"', text)
    text = drafted.get(address.replace("&amp;", "&"))
    # JCT was right: here that is what ben and carla have, and the next shows it before it is done.
    assert "As at b in doc, sentence 1." in plain(text) and "yes: JCT ← e 1 y" in plain(text)
    assert re.search(r'value="taken:ben" data-key="y"', text)
    answer = drafted.decide("f", "taken:ben", like=key, pattern="JCT / OBJ")
    assert f"like={key}" in answer.headers["Location"]
    assert "All disagreements that meet these filters are adjudicated." in plain(
        drafted.get(answer.headers["Location"].partition("/p/-/")[2])
    )


def test_a_skipped_one_stays_open(drafted):
    drafted.decide("b", "taken:ben")
    key, second = drafted.item("b")["key"], drafted.item("f")["key"]
    text = drafted.get(f"adjudicate?pattern=JCT+/+OBJ&like={key}&said={second}")
    assert "yes:" not in plain(text)
    assert drafted.item("f")["status"] == "open"


def test_filters(drafted):
    assert [one["token"] for one in drafted.twin("adjudicate?pattern=JCT+/+OBJ")["places"]] == [
        "b", "f",
    ]  # fmt: skip
    drafted.decide("b", "taken:ben")
    assert [one["token"] for one in drafted.twin("adjudicate?status=decided")["places"]] == ["b"]
    assert drafted.twin("adjudicate?document=none")["places"] == []
    drafted.get("adjudicate?status=nonsense", status=400)


# The gold


def test_set_as_gold(drafted):
    for token in "bcfg":
        drafted.decide(token, "taken:anna")
    text = plain(drafted.get())
    assert "All 4 disagreements are adjudicated" in text and "Set as gold" in text
    answer = drafted.post("adjudicate/gold", name="gold")
    assert answer.status_code == 303
    assert drafted.conf == CONF.replace("; the first\n", "; the first\ngold = gold\n")
    assert "gold standard (directory gold )" in plain(drafted.get())
    assert drafted.post("adjudicate/gold", name="gold").status_code == 400
    figures = json.loads(drafted.get("?format=json"))
    assert any(score["layer"] == "gold" for score in figures["scores"])
    # It can still be worked on.
    drafted.decide("b", "taken:ben")
    assert drafted.item("b")["annotators"] == ["ben"]


def test_a_second_draft_under_the_same_name_knows_nothing_of_the_first(drafted):
    drafted.decide("b", "taken:ben")
    for path in (drafted.root / "gold").iterdir():
        path.unlink()
    (drafted.root / "gold").rmdir()
    assert drafted.make().status_code == 303
    assert drafted.item("b")["status"] == "open"
    database = Database(
        project_database_path(drafted.root, drafted.data.parent / "state", drafted.data)
    )
    assert Decisions("gold", database).in_force() == {}


def in_layers(lead, layers):
    for name, kind in (("anna", "X"), ("ben", "Y")):
        ann = f"T1\tX 0 2\taa\nT2\t{kind} 3 5\tbb\nT3\tX 6 8\tcc\nT4\tX 9 11\tdd\n"
        ann += "*\tEquiv T3 T4\n"
        ann += "*\tEquiv T1 T2\n" if kind == "X" else "R1\tobj Arg1:T1 Arg2:T2\t\n"
        put_raw(lead.root, name, "more", "aa bb cc dd\n", ann)
    (lead.root / "iaa.conf").write_text(CONF.replace("[access]", f"{layers}[access]"))


def test_what_no_list_has_comes_behind_the_places(lead):
    in_layers(lead, "[layer trees]\n[layer labels]\n")
    lead.make()
    assert "Annotators differ in 1 other annotation: 1 on chain." in plain(lead.get())
    while left := [item for item in lead.twin()["places"] if item["status"] == "open"]:
        key = left[0]["key"]
        lead.post(item=key, seen=lead.seen(key), decision="taken:anna")
    text = lead.get()
    (note,) = lead.twin()["notes"]
    assert note["document"] == "more" and note["about"] == "chain"
    assert "1 Equiv of aa = bb anna" in plain(text) and "2 no chain ben" in plain(text)
    assert "1 other thing is not decided. Once" in plain(text) and "Set as gold" in text
    (seen,) = set(re.findall(r'name="seen" value="(\w+)"', text))
    assert lead.post(item=note["key"], seen=seen, decision="taken:anna").status_code == 303
    assert "*\tEquiv T1 T2\n" in (lead.root / "gold" / "more.ann").read_text()
    text = lead.get(f"adjudicate?said={note['key']}")
    assert lead.twin()["notes"] == [] and "Decided: chain in more" in plain(text)
    lead.post(decision="", item=note["key"])
    assert len(lead.twin()["notes"]) == 1


def test_a_chain_is_settled_at_all_its_mentions(lead):
    in_layers(lead, "[layer chains]\n")
    lead.make()
    items = lead.twin("adjudicate?layer=chains")["places"]
    assert [item["token"] for item in items] == ["aa", "bb"]
    text = plain(lead.get(f"adjudicate?item={items[0]['key']}"))
    assert "The gold takes the whole chain" in text and "changes also bb" in text
    lead.post(item=items[0]["key"], seen=lead.seen(items[0]["key"]), decision="taken:anna")
    ann = (lead.root / "gold" / "more.ann").read_text()
    assert "*\tEquiv T1 T2\n" in ann and "chain" not in ann
    twin = lead.twin("adjudicate?layer=chains")
    assert [item["status"] for item in twin["places"]] == ["decided", "decided"]
    lead.post(item=items[1]["key"], decision="")
    assert "Equiv T1 T2" not in (lead.root / "gold" / "more.ann").read_text()


def test_layers_are_chosen_and_kept_with_the_draft(lead):
    in_layers(lead, "[layer chains]\n[layer labels]\n")
    assert "No layer is chosen" in lead.make(layers="chosen").text
    assert "draft" not in lead.conf
    lead.make(layers="chosen", layer=["labels"])
    assert "draft_layers = labels" in lead.conf
    ann = (lead.root / "gold" / "more.ann").read_text()
    assert "Disputed type" in ann and "Disputed chain" not in ann
    assert {item["layer"] for item in lead.twin()["places"]} == {"labels"}
    text = plain(lead.get())
    assert "not for dependencies and chains" in text and "notes in brat" not in text
    lead.post("adjudicate/gold", name="gold")
    assert "gold_layers = labels" in lead.conf
    overview = plain(lead.get(""))
    assert "gold/chains" not in overview
    # A second draft for all layers: the gold is compared as before, until the draft is the gold.
    lead.make(name="other", layers="chosen", layer=["dependencies", "chains", "labels"])
    assert "\ngold_layers = labels" in lead.conf and "\ndraft_layers" not in lead.conf
    assert {item["layer"] for item in lead.twin()["places"]} == {"dependencies", "chains", "labels"}
    lead.post("adjudicate/gold", name="other")
    assert "\ngold_layers" not in lead.conf and "\ndraft" not in lead.conf


def test_a_second_draft_leaves_the_layers_of_the_gold_alone(lead):
    in_layers(lead, "[layer chains]\n[layer labels]\n")
    lead.make(layers="chosen", layer=["labels", "chains"])
    lead.post("adjudicate/gold", name="gold")
    lead.make(name="other", layers="chosen", layer=["dependencies"])
    assert "gold_layers = chains, labels" in lead.conf
    assert "draft_layers = dependencies" in lead.conf
    lead.get("disagreements?layer=chains&a=gold")
    assert {item["layer"] for item in lead.twin()["places"]} == {"dependencies"}
    lead.post("adjudicate/gold", name="other")
    assert "gold_layers = dependencies" in lead.conf and "draft" not in lead.conf
    assert "– → –" not in plain(lead.get("manage"))
    assert json.loads(lead.get("disagreements?layer=chains&a=other&format=json"))["count"] == 0


def test_the_type_of_a_span_is_settled_with_the_same_keys(lead):
    in_layers(lead, "[layer labels]\n")
    lead.make()
    before = (lead.root / "gold" / "more.ann").read_text()
    items = lead.twin("adjudicate?layer=labels&document=more")["places"]
    assert [(item["token"], item["labels"], item["draft"]) for item in items] == [
        ("bb", ["X", "Y"], [{"label": "X", "at": [[3, 5]]}])
    ]
    key = items[0]["key"]
    text = lead.get(f"adjudicate?item={key}")
    assert (
        "1 X anna" in plain(text) and "2 Y ben" in plain(text) and "bb labels, more" in plain(text)
    )
    answer = lead.post(item=key, seen=lead.seen(key), decision="taken:ben", comment="guideline 2")
    assert answer.status_code == 303
    after = (lead.root / "gold" / "more.ann").read_text()
    assert "T2\tY 3 5\tbb\n" in after and "Disputed type" not in after
    text = plain(lead.get(f"adjudicate?said={key}"))
    assert "Y: bb, more, sentence 1." in text, text[:600]
    lead.post(item=key, decision="")
    assert (lead.root / "gold" / "more.ann").read_text() == before


# Who may


def test_only_managers(drafted):
    before = drafted.ann(), drafted.conf
    (drafted.root / "iaa.conf").write_text(drafted.conf + "reveal = all\n")
    item = drafted.item("b")
    form = {"item": item["key"], "seen": drafted.seen(item["key"]), "decision": "taken:ben"}
    others = [drafted.as_login(login) for login in ("", "anna", "zoe")]
    for other in others:
        other.get(status=403)
    for path, values in (
        ("adjudicate", form),
        ("adjudicate/draft", {"name": "mine", "rule": "unanimous"}),
        ("adjudicate/gold", {"name": "gold"}),
    ):
        for other in others:
            assert other.post(path, **values).status_code == 403
        assert drafted.post(path, token="x", **values).status_code == 403
        foreign = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
        assert drafted.post(path, headers=foreign, **values).status_code == 403
        assert drafted.post(path, headers={}, **values).status_code == 403
    assert (drafted.ann(), drafted.conf) == (before[0], before[1] + "reveal = all\n")
    assert not (drafted.root / "mine").exists()


def test_loading_an_answer_again_leads_back(drafted_once):
    for path in ("draft", "gold"):
        drafted_once.get(f"adjudicate/{path}", status=302)
