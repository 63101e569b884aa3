"""The page of an annotator's own disagreements: what it shows, what is kept of what is said there,
and by whom.
"""

import html

import pytest
from review_pages import MARKS, WORDS, Annotator, configure, plain
from small_projects import put

from brat_iaa.review.store import LONGEST_COMMENT


@pytest.fixture
def anna(tmp_path):
    return anna_in(tmp_path)


@pytest.fixture(scope="module")
def anna_once(tmp_path_factory):
    """The same for all tests that change nothing."""
    return anna_in(tmp_path_factory.mktemp("once"))


def anna_in(folder):
    root = folder / "data" / "p"
    for name, marks in MARKS.items():
        put(root, name, "doc", WORDS, marks)
    put(root, "anna", "alone", "a b", "0>1:SUBJ")
    configure(root)
    return Annotator(root.parent)


def card(text):
    return plain(text.partition('<article class="card"')[2].partition("</article>")[0])


# What it shows


# What is said


def test_a_decision_goes_on_to_the_next(anna):
    answer = anna.decide("b", "keep", " sure ")
    key = anna.item("b")["key"]
    assert (answer.status_code, answer.headers["Location"]) == (
        303,
        f"/p/-/disagreements/mine?said={key}",
    )
    text = anna.get(f"disagreements/mine?said={key}")
    assert "Keep my annotation: b, doc, sentence 1." in plain(text) and "c doc, sentence 1" in card(
        text
    )
    assert "1 of 4 decided" in plain(text)
    assert anna.kept() == {"anna": {"b": ("keep", "sure")}}
    assert "Keep my annotation" in anna.get(
        f"disagreements/mine?item={key}"
    ) and ">sure</textarea>" in anna.get(f"disagreements/mine?item={key}")


def test_resolved_meanwhile(anna):
    key = anna.item("b")["key"]
    seen = anna.seen(key)
    anna.put("ben", MARKS["ben"].replace("1>2:JCT", "1>2:OBJ"))
    answer = anna.post(item=key, seen=seen, decision="keep", comment="so <sure>")
    assert answer.status_code == 409 and "This is no disagreement any more" in answer.text
    assert "so &lt;sure&gt;" in answer.text  # it is not lost
    again = anna.post(query="?format=json", item=key, seen=seen, decision="keep")
    assert again.status_code == 409 and again.json["next"] == f"/p/-/disagreements/mine?item={key}"
    text = anna.get(f"disagreements/mine?item={key}")
    assert "Resolved: what you opened is no disagreement of yours any more." in plain(text)
    assert "c doc, sentence 1" in card(text)
    twin = anna.twin(f"disagreements/mine?item={key}")
    assert twin["asked_is_gone"] and anna.kept() == {}


def test_what_cannot_be_kept_is_said(anna_once):
    assert "no decision" in anna_once.decide("b", "perhaps").text
    assert f"at most {LONGEST_COMMENT}" in html.unescape(
        anna_once.decide("b", "keep", "x" * (LONGEST_COMMENT + 1)).text
    )
    assert anna_once.decide("b", "keep", "x" * (LONGEST_COMMENT + 1)).status_code == 400
    assert anna_once.kept() == {}


def test_nobody_speaks_for_another(anna):
    ben = anna.as_login("ben")
    key, seen = anna.item("b")["key"], anna.seen(anna.item("b")["key"])
    assert (
        ben.post(item=key, seen=seen, decision="keep", annotator="anna", me="anna").status_code
        == 409
    )
    assert ben.decide("b", "wrong").status_code == 303
    assert anna.kept() == {"ben": {"b": ("wrong", "")}}
    stolen = anna.app.extensions["brat_iaa_tokens"].token("anna")
    assert ben.post(token=stolen, item=key, seen=seen, decision="keep").status_code == 403
    assert anna.as_login("lead").post(item=key, seen=seen, decision="keep").status_code == 403
    assert anna.as_login("").post(item=key, seen=seen, decision="keep").status_code == 403


CLOSED = (
    "reveal = none", "reveal = own\nreview = no", "reveal = all\nreview = no",
    "reveal = none\nothers = hidden",
)  # fmt: skip


def test_closed_phases_take_nothing(anna):
    key, seen = anna.item("b")["key"], anna.seen(anna.item("b")["key"])
    for access in CLOSED:
        configure(anna.root, access)
        assert anna.post(item=key, seen=seen, decision="keep").status_code == 403
        assert anna.post("disagreements/mine/done").status_code == 403
        text = anna.get(status=403)
        assert "Not open to you" in text and "My disagreements" not in text
    assert anna.kept() == {}


def test_phases_are_apart(anna):
    anna.decide("b", "keep")
    key, seen = anna.item("c")["key"], anna.seen(anna.item("c")["key"])
    configure(anna.root, project="phase = 3 discussed")
    assert (
        anna.post(item=key, seen=seen, decision="keep").status_code == 409
    )  # the page was of the phase before
    assert anna.item("b")["status"] == "open"
    anna.decide("b", "unclear")
    assert (
        anna.kept()["anna"]["b"][0] == "keep"
        and anna.kept("3 discussed")["anna"]["b"][0] == "unclear"
    )


# Documents


def test_done_and_not_yet(anna):
    answer = anna.post("disagreements/mine/done", item="k", status="open")
    assert (answer.status_code, answer.headers["Location"]) == (
        303,
        "/p/-/disagreements/mine?status=open&item=k#done",
    )
    assert anna.twin()["done"] and "done since " in plain(anna.get())
    assert anna.as_login("ben").twin()["done"] is None
    anna.put("anna", MARKS["anna"].replace("3>4:OBJ", "3>4:MOD"))
    assert anna.twin()["done"]
    anna.post("disagreements/mine/done", done="no")
    assert anna.twin()["done"] is None and "I am done" in plain(anna.get())


# Nothing to do, and too much


def test_what_is_written_stays_text(anna):
    said = "<script>alert(1)</script> \"&' <i>"
    item = anna.twin()["places"][0]["key"]
    answer = anna.post(item=item, seen=anna.seen(item), decision="unclear", comment=said)
    shown = anna.get(f"disagreements/mine?item={item}")
    assert answer.status_code == 303 and "&lt;script&gt;alert" in shown
    assert "<script>a" not in shown and "<i>" not in shown
