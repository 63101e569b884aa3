"""The pages on which a gold is made: what they show, what is written, and who may."""

import json
import re
from itertools import permutations

import pytest
from adjudication_pages import MARKS, WORDS, Lead
from review_pages import plain
from small_projects import put, put_raw

from brat_iaa.adjudication import questions
from brat_iaa.config import load
from brat_iaa.web.places import draft

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


@pytest.fixture
def drafted(lead):
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


# The queue


def test_a_decision_is_written_and_the_next_place_follows(drafted):
    mine = {name: drafted.ann(name) for name in MARKS}
    answer = drafted.decide("b", "taken:ben", "see 4.2")
    key = drafted.item("b")["key"]
    assert answer.headers["Location"].endswith(f"adjudicate?said={key}")
    text = plain(drafted.get(f"adjudicate?said={key}"))
    assert "JCT ← “a”: b, doc, sentence 1." in text and "1 of 4 disagreements adjudicated" in text
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


def test_none_of_these(drafted):
    before = drafted.ann()
    answer = drafted.decide("b", "neither", "a third label")
    assert answer.status_code == 303 and drafted.ann() == before
    text = plain(drafted.get(f"adjudicate?said={drafted.item('b')['key']}"))
    assert "To do in brat: b" in text and "1 to do in brat" in text
    assert drafted.item("b")["status"] == "neither" and drafted.twin()["counts"]["open"] == 3


# The gold


def test_set_as_gold(drafted):
    for token in "bcfg":
        drafted.decide(token, "taken:anna")
    text = plain(drafted.get())
    assert "All 4 disagreements are adjudicated" in text and "nothing is replaced" in text
    assert drafted.post("adjudicate/gold", name="gold").status_code == 400, "asks first"
    assert load(drafted.root).gold is None
    answer = drafted.post("adjudicate/gold", name="gold", sure="yes")
    assert answer.status_code == 303
    assert drafted.conf == CONF.replace("; the first\n", "; the first\ngold = gold\n")
    assert "gold standard (directory gold )" in plain(drafted.get())
    assert drafted.post("adjudicate/gold", name="gold", sure="yes").status_code == 400
    figures = json.loads(drafted.get("?format=json"))
    assert any(score["layer"] == "gold" for score in figures["scores"])
    # It can still be worked on.
    drafted.decide("b", "taken:ben")
    assert drafted.item("b")["annotators"] == ["ben"]


def test_set_as_gold_is_undone_to_the_byte(drafted):
    put_raw(drafted.root, "old", "doc", (drafted.root / "anna/doc.txt").read_text(), "")
    conf = drafted.conf.replace("draft = gold\n", "draft = gold\ngold = old\n")
    (drafted.root / "iaa.conf").write_text(conf)
    drafted.decide("b", "taken:ben")
    text = plain(drafted.get())
    assert "3 disagreements are undecided. 3 of them are not annotated in the gold" in text
    assert "It replaces the directory old" in text
    before = drafted.ann()
    drafted.post("adjudicate/gold", name="gold", sure="yes")
    assert load(drafted.root).gold == "gold" and "Undo: it is a draft again" in drafted.get()
    assert drafted.post("adjudicate/gold", name="gold", do="undo").status_code == 303
    assert (drafted.conf, drafted.ann()) == (conf, before)
    drafted.post("adjudicate/gold", name="gold", sure="yes")
    (drafted.root / "iaa.conf").write_text(drafted.conf + "# mine\n")
    assert "Undo: it is" not in drafted.get()
    assert drafted.post("adjudicate/gold", name="gold", do="undo").status_code == 400
    assert drafted.conf.endswith("# mine\n")


# Blind, and in one go


def test_nobody_is_named_before_all_that_hangs_together_is_decided(lead):
    lead.make(names="no")

    def told(item):
        """What page, JSON and CSV say of it, but for the form that says how the draft is made."""
        page = lead.get(f"adjudicate?item={item['key']}").partition('id="made-of"')[0]
        in_csv = [row for row in lead.rows() if row["token"] == item["token"]]
        in_json = [each for each in lead.twin()["places"] if each["key"] == item["key"]]
        return page + json.dumps([in_csv, in_json])

    def item(token):
        return next(each for each in lead.twin()["places"] if each["token"] == token)

    every = [item(token) for token in "bcfg"]
    assert [each["question"] for each in every[:2]] == [every[0]["key"]] * 2
    for each in every:
        assert not re.search("anna|ben|carla", told(each))
        assert [value["annotator"] for value in each["values"]] == ["A", "B", "C"]
        assert all(value["file"] is value["link"] is None for value in each["values"])
    assert lead.twin() == lead.twin(), "letters stay"
    assert not re.search("anna|ben|carla", lead.ann()), "nor in notes in brat"
    # As the letters say, and not as the names do.
    letter = next(v["annotator"] for v in every[2]["values"] if v["value"].startswith("OBJ"))
    lead.decide("f", f"taken:{letter}")
    assert item("f")["annotators"] == ["anna"] and "anna" in told(every[2])
    assert "anna" not in told(every[0])
    # One of two that hang together.
    letter = next(v["annotator"] for v in every[0]["values"] if v["value"].startswith("JCT"))
    lead.decide("b", f"taken:{letter}")
    assert "ben" not in told(every[0]) and item("b")["status"] == "decided"
    lead.decide("c", f"taken:{letter}")
    assert item("b")["annotators"] == ["ben"]
    lead.post("adjudicate/draft", do="change", name="gold", rule="unanimous", names="yes")
    assert {value["annotator"] for value in item("g")["values"]} == {"anna", "ben", "carla"}


def test_nothing_tells_by_its_order_whose_it_is(tmp_path, monkeypatch):
    drawn = {
        "A": "T1\tPER 0 3\tOne\nT2\tPER 4 7\ttwo\nR1\tnear Arg1:T1 Arg2:T2\t\n",
        "B": "T1\tLOC 0 3\tOne\nT2\tORG 4 7\ttwo\nR1\tnear Arg1:T1 Arg2:T2\t\n",
        "C": "T2\tLOC 4 7\ttwo\n",
    }
    told = []
    for names in permutations(MARKS):
        called = dict(zip(names, drawn))
        of_whom = lambda key, annotators, names=False: {name: called[name] for name in annotators}  # noqa: E731, B023
        for module in (questions, draft):
            monkeypatch.setattr(module, "letters", of_whom)
        root = tmp_path / "".join(names) / "data" / "p"
        for name, letter in called.items():
            put_raw(root, name, "doc", "One two", drawn[letter])
        (root / "iaa.conf").write_text("[access]\nmanagers = lead\n")
        lead = Lead(root.parent)
        assert lead.make(names="no").status_code == 303
        told.append((lead.ann(), lead.twin()["places"], lead.rows()))
    assert told[0][1][0]["with_it"] and "1 annotator: " in told[0][0]
    assert told == told[:1] * len(told)


def test_what_a_rule_takes_from_one_annotator_does_not_say_who_is_who(lead):
    lead.make(names="no", take="ben")
    for each in lead.twin()["places"]:
        page = lead.get(f"adjudicate?item={each['key']}").partition('id="made-of"')[0]
        assert each["status"] == "rule" and each["draft"] is None
        assert "aria-pressed" not in page and "as the draft has it</span>" not in page
        assert not re.search("anna|ben|carla", page + json.dumps(each))
    lead.post(
        "adjudicate/draft", do="change", name="gold", rule="unanimous", take="ben", names="yes"
    )
    assert "aria-pressed" in lead.get(f"adjudicate?item={lead.twin()['places'][0]['key']}")


def test_a_whole_reading_is_taken_and_undone_in_one_go(drafted):
    before, key = drafted.ann(), drafted.item("b")["key"]
    text = plain(drafted.get(f"adjudicate?item={key}"))
    assert "2 disagreements, one question" in text
    assert "b JCT ← a 1 ; c JCT ← a 1 ben" in text
    stale = drafted.seen(key)
    drafted.post(item=key, seen=stale, decision="taken:ben")
    assert [drafted.item(token)["annotators"] for token in "bc"] == [["ben"], ["ben"]]
    assert drafted.twin()["counts"]["decided"] == 2
    assert drafted.post(item=key, seen=stale, decision="taken:anna").status_code == 409
    drafted.post(item=drafted.item("c")["key"], decision="")
    assert drafted.ann() == before and drafted.twin()["counts"]["open"] == 4


def test_the_draft_is_made_by_another_rule_and_decisions_stay(drafted):
    before = drafted.ann()
    drafted.decide("f", "taken:anna")
    decided = drafted.ann()
    change = {"do": "change", "name": "gold", "names": "yes"}
    drafted.post("adjudicate/draft", rule="votes", votes="2", **change)
    assert drafted.twin()["made_of"][0].startswith("what at least 2 of those")
    found = [drafted.item(token)["status"] for token in "bcfg"]
    assert found == ["rule", "rule", "decided", "rule"]
    drafted.post("adjudicate/draft", rule="unanimous", take="ben", **change)
    assert drafted.twin()["made_of"][0].startswith("what ben has")
    assert "JCT Arg1:T2 Arg2:T3" in drafted.ann()
    huge = {"rule": "votes", "votes": "9" * 5000}
    for wrong in ({"rule": "most"}, {"rule": "unanimous", "take": "zoe"}, huge):
        assert drafted.post("adjudicate/draft", **wrong, **change).status_code == 400
    drafted.post("adjudicate/draft", rule="unanimous", **change)
    assert drafted.twin()["counts"]["open"] == 3 and drafted.ann() == decided
    drafted.post(item=drafted.item("f")["key"], decision="")
    assert drafted.ann() == before


def in_layers(lead, layers):
    for name, kind in (("anna", "X"), ("ben", "Y")):
        ann = f"T1\tX 0 2\taa\nT2\t{kind} 3 5\tbb\nT3\tX 6 8\tcc\nT4\tX 9 11\tdd\n"
        ann += "*\tEquiv T3 T4\n"
        ann += "*\tEquiv T1 T2\n" if kind == "X" else "R1\tobj Arg1:T1 Arg2:T2\t\n"
        put_raw(lead.root, name, "more", "aa bb cc dd\n", ann)
    (lead.root / "iaa.conf").write_text(CONF.replace("[access]", f"{layers}[access]"))


def test_a_chain_is_settled_at_all_its_mentions(lead):
    in_layers(lead, "[layer chains]\n")
    lead.make()
    items = lead.twin("adjudicate?layer=chains")["places"]
    assert [item["token"] for item in items] == ["aa", "bb"]
    text = plain(lead.get(f"adjudicate?item={items[0]['key']}"))
    assert "The gold takes the whole chain" in text
    lead.post(item=items[0]["key"], seen=lead.seen(items[0]["key"]), decision="taken:anna")
    ann = (lead.root / "gold" / "more.ann").read_text()
    assert "*\tEquiv T1 T2\n" in ann and "chain" not in ann
    twin = lead.twin("adjudicate?layer=chains")
    assert [item["status"] for item in twin["places"]] == ["decided", "decided"]
    lead.post(item=items[1]["key"], decision="")
    assert "Equiv T1 T2" not in (lead.root / "gold" / "more.ann").read_text()


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
