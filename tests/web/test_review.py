"""The page of an annotator's own disagreements: what it shows, what is kept of what is said there,
and by whom.
"""

import html
import re

import pytest
from label_projects import text_of
from layer_projects import project
from review_pages import MARKS, WORDS, Annotator, configure, plain
from site_projects import as_login
from small_projects import put, put_raw

from brat_iaa.review.store import LONGEST_COMMENT
from brat_iaa.web.places.lists import ITEMS


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


def test_the_first_that_is_open_stands_in_the_middle(anna_once):
    text = anna_once.get()
    assert "0 of 4 decided" in plain(text) and "phase 2 revised" in plain(text)
    shown = card(text)
    assert "b doc, sentence 1" in shown and "open 1 of 4" in shown
    # carla has what anna has.
    assert "label a b c d you and carla OBJ ← a 1 in brat: carla ben JCT ← a 1 in brat" in shown
    assert "The project lead can read what you say here." in shown
    assert re.search(r'href="/brat/index.xhtml#/p/anna/doc\?focus=R2,7~8" data-key="o"', text)
    assert 'href="/brat/index.xhtml#/p/ben/doc?focus=R2,7~8"' in text
    assert [item["token"] for item in anna_once.twin()["places"]] == ["b", "c", "f", "g"]


def test_the_heads_are_marked_in_the_sentence(anna_once):
    text = anna_once.get(f"disagreements/mine?item={anna_once.item('c')['key']}")
    assert (
        '<span class="head-b">a</span> <span class="head-a">b</span> <mark>c</mark> d</p>' in text
    )


def test_blinded_others_are_numbered_and_not_linked(anna):
    configure(anna.root, "reveal = own\nothers = blinded")
    text = anna.get()
    assert "annotator 1" in card(text) or "annotator 2" in card(text)
    assert "ben" not in text and "carla" not in text and "/p/anna/doc" in text


def test_who_could_not_be_compared_is_named_where_others_are(anna):
    assert anna.twin()["uncompared"] == []
    (anna.root / "carla" / "doc.txt").write_text("another text\n", "utf-8")
    for settings, names in (("others = named", ["carla"]), ("others = hidden", [])):
        configure(anna.root, f"reveal = own\n{settings}")
        assert anna.twin()["uncompared"] == names
        assert ("carla have documents of the same names" in plain(anna.get())) == bool(names)
    configure(anna.root, "reveal = own\nothers = blinded")
    assert anna.twin()["uncompared"][0].startswith("annotator ") and "carla" not in anna.get()


def test_hidden_others_leave_the_place_alone(anna):
    configure(anna.root, "reveal = own\nothers = hidden")
    text = anna.get()
    shown = card(text)
    assert "Someone differs from you here." in shown and "b doc, sentence 1" in shown
    assert "focus=7~8" in text and "<mark>b</mark>" in text
    for told in ("OBJ", "JCT", "ben", "carla", "head-", "Patterns", 'class="kind"', "focus=R"):
        assert told not in text, told
    item = anna.item("b")
    assert not {"values", "groups", "kinds", "labels", "with_it"} & set(item)
    assert anna.decide("b", "keep").status_code == 303
    assert (
        ">Overview<" not in text
        and anna.client.get("/", headers=as_login("anna")).text.count("/p/-/disagreements/mine")
        == 1
    )


def test_patterns(anna_once):
    text = anna_once.get()
    chips = re.findall(r'href="/p/-/([^"]*label_a=[^"]*)" data-go', text)
    assert len(chips) == 4
    for pattern in chips:
        assert anna_once.twin(html.unescape(pattern))["count"] == 1


FILTERS = {
    "document=doc": "bcfg", "document=none": "", "status=open": "cfg", "status=left": "bcfg", "status=wrong": "b",
    "status=keep": "", "kind=head": "c", "kind=head%2Blabel": "", "label_a=OBJ&label_b=JCT": "b", "label=nothing+drawn": "g",
    "layer=dependencies&status=open&kind=label": "f", "layer=other": "",
}  # fmt: skip


def test_filters(anna):
    anna.decide("b", "wrong")
    for filters, tokens in FILTERS.items():
        items = anna.twin(f"disagreements/mine?{filters}")["places"]
        assert [item["token"] for item in items] == list(tokens), filters
    for filters in ("status=keep", "status=wrong"):
        said = "No disagreement meets these filters" in anna.get(f"disagreements/mine?{filters}")
        assert said == (not FILTERS[filters]), filters


def test_what_cannot_be_asked_for(anna_once):
    for filters in ("status=odd", "kind=odd", "format=xml"):
        assert "This cannot be shown" in anna_once.get(f"disagreements/mine?{filters}", 400)


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


def test_the_next_is_behind_and_then_from_the_beginning(anna):
    key = anna.item("f")["key"]
    anna.decide("f", "keep")
    assert "g doc, sentence 2" in card(anna.get(f"disagreements/mine?said={key}"))
    anna.decide("g", "keep")
    assert "b doc, sentence 1" in card(anna.get(f"disagreements/mine?said={anna.item('g')['key']}"))


def test_within_the_filters(anna):
    answer = anna.decide("c", "keep", status="open", document="doc")
    assert (
        "status=open" in answer.headers["Location"] and "document=doc" in answer.headers["Location"]
    )
    assert "f doc, sentence 2" in card(anna.get(answer.headers["Location"].partition("/-/")[2]))


def test_what_was_wrong_is_to_be_corrected(anna):
    for token in "bcfg":
        anna.decide(token, "wrong" if token == "f" else "unclear")
    last = anna.get(f"disagreements/mine?said={anna.item('g')['key']}")
    assert (
        "All decided" in plain(last)
        and "correct 1 in brat" in plain(last)
        and 'name="decision" value="keep"' not in last
    )
    text = anna.get()  # nothing is open: what is to be corrected
    assert "To correct in brat." in card(text) and "f doc, sentence 2" in card(text)
    assert "1 to correct" in plain(text) and "correct it in brat" in anna.get(
        f"disagreements/mine?said={anna.item('f')['key']}"
    )
    anna.put("anna", MARKS["anna"].replace("/ 0>1:SUBJ 1>2:OBJ", "/ 0>1:SUBJ 1>2:MOD"))
    anna.put("ben", MARKS["ben"].replace("/ 0>1:SUBJ 1>2:OBJ", "/ 0>1:SUBJ 1>2:MOD"))
    text = plain(anna.get())
    assert (
        "All decided" in text
        and "3 are on the list for the discussion" in text
        and "4 of 4 decided, 1 of them resolved" in text
    )


def test_settled_meanwhile(anna):
    key = anna.item("b")["key"]
    anna.get()
    seen = anna.seen(key)
    anna.put("ben", MARKS["ben"].replace("1>2:JCT", "1>2:OBJ"))
    answer = anna.post(item=key, seen=seen, decision="keep", comment="so <sure>")
    assert answer.status_code == 409 and "This is no disagreement any more" in answer.text
    assert "so &lt;sure&gt;" in answer.text  # it is not lost
    again = anna.post(query="?format=json", item=key, seen=seen, decision="keep")
    assert again.status_code == 409 and again.json["next"] == f"/p/-/disagreements/mine?item={key}"
    text = anna.get(f"disagreements/mine?item={key}")
    assert "Resolved: b, doc, sentence 1, is no disagreement any more." in plain(text)
    assert "c doc, sentence 1" in card(text)
    twin = anna.twin(f"disagreements/mine?item={key}")
    assert twin["asked_is_settled"] and twin["counts"]["settled"] == 1 and anna.kept() == {}
    assert "b doc 1 resolved" in plain(anna.get("disagreements/mine?status=settled"))


def test_what_was_not_on_the_page_is_not_decided_on(anna):
    key = anna.item("b")["key"]
    seen = anna.seen(key)
    anna.put("ben", MARKS["ben"].replace("1>2:JCT", "1>2:MOD"))
    answer = anna.post(item=key, seen=seen, decision="keep")
    assert answer.status_code == 409 and "It has changed since" in answer.text and anna.kept() == {}
    assert anna.decide("b", "keep").status_code == 303


def test_changed_since_the_decision(anna):
    anna.decide("b", "keep", "mine")
    before = anna.twin()["version"]
    anna.put("ben", MARKS["ben"].replace("1>2:JCT", "1>2:MOD"))
    text = anna.get()
    assert "Changed since you decided (“Keep my annotation”)" in card(text)
    assert "1 changed since you decided" in plain(text) and ">mine</textarea>" in text
    assert anna.twin()["version"] != before


def test_undone(anna):
    anna.decide("b", "keep", "mine")
    key = anna.item("b")["key"]
    answer = anna.post(item=key, decision="")
    assert (answer.status_code, answer.headers["Location"]) == (
        303,
        f"/p/-/disagreements/mine?item={key}",
    )
    assert anna.kept() == {"anna": {}}
    assert anna.item("b")["status"] == "open"
    assert ">mine</textarea>" in anna.get(f"disagreements/mine?item={key}")


def test_the_same_as_json(anna):
    key = anna.item("b")["key"]
    answer = anna.post(
        query="?format=json", item=key, seen=anna.seen(key), decision="unclear", comment="?"
    )
    assert (answer.status_code, answer.json) == (
        200,
        {"next": f"/p/-/disagreements/mine?said={key}"},
    )
    stays = anna.post(
        query="?format=json&stay=1", item=key, seen=anna.seen(key), decision="unclear", comment="??"
    )
    assert stays.json == {"next": f"/p/-/disagreements/mine?item={key}"}
    assert anna.item("b")["comment"] == "??"


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


def test_who_reads_it_is_said(anna):
    configure(anna.root, "reveal = all")
    assert "The others and the project lead can read what you say here." in card(anna.get())


# Documents


def test_done_with_a_correction_outstanding_is_warned(anna):
    warning = "1 correction of yours is still to be made in brat."
    assert warning not in plain(anna.get()) and "data-asks" not in anna.get()
    anna.decide("b", "wrong")
    text = anna.get()
    assert warning in plain(text)
    asked = html.unescape(re.search(r'data-asks="([^"]*)"', text).group(1)).replace("\u00a0", " ")
    assert asked == "1 correction is still to be made in brat. Are you done all the same?"
    anna.post("disagreements/mine/done")
    assert warning not in plain(anna.get()) and "not done yet" in plain(anna.get())


def test_one_place_is_said_in_the_singular(anna):
    for token in "bcfg":
        anna.decide(token, "unclear" if token == "b" else "keep")
    assert "1 is on the list for the discussion" in plain(anna.get()).replace("\u00a0", " ")


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


def test_everybody_agrees(anna):
    for name in MARKS:
        anna.put(name, MARKS["anna"])
    text = plain(anna.get())
    assert (
        "Nothing to review: you agree with the others" in text
        and "1 document" in text
        and "I am done" in text
    )


def test_of_trees_alone_nobody_is_said_to_agree(anna):
    configure(anna.root, further="[layer trees]\n")
    text = plain(anna.get())
    assert "Nothing to review. Trees are compared as wholes" in text and "agree with" not in text


def test_nothing_in_common(anna):
    for name in ("ben", "carla"):
        anna.put(name, "")
    assert "No document has been begun both by you and by somebody else" in plain(anna.get())


def test_what_is_no_item_is_said(anna_once):
    assert "is no disagreement of yours any more" in anna_once.get(
        "disagreements/mine?item=none-such"
    )
    assert "b doc, sentence 1" in card(anna_once.get("disagreements/mine?item=none-such"))
    assert "b doc, sentence 1" in card(anna_once.get("disagreements/mine?said=none-such"))


def test_many_are_listed_in_parts(tmp_path):
    count = 2 * ITEMS + 7
    words = " / ".join(["a b"] * count)
    root = tmp_path / "data" / "p"
    for name, label in (("anna", "OBJ"), ("ben", "JCT")):
        put(root, name, "doc", words, " / ".join([f"0>1:SUBJ 1>2:{label}"] * count))
    configure(root)
    anna = Annotator(root.parent)
    text = anna.get()
    assert f"{count} disagreements" in plain(text) and text.count('class="row"') == ITEMS
    assert "page 1 of 3" in plain(text)
    second = anna.twin("disagreements/mine?page=2")["places"]
    text = anna.get(f"disagreements/mine?item={second[0]['key']}")
    assert f"{ITEMS + 1} of {count}" in card(text) and "page 2 of 3" in plain(text)


HOSTILE = "<script>alert(1)</script>"


def test_hostile_and_odd_texts(tmp_path):
    root = tmp_path / "data" / "p"
    for name, label in (("anna", "N"), ("ben", "<b>V")):
        text = f"{HOSTILE} שלום \"&' {'long ' * 900}end"
        word = text.index("שלום")
        put_raw(
            root,
            name,
            "d'<i>",
            text,
            f"T1\t{label if name == 'anna' else 'V'} {word} {word + 4}\tשלום\n",
        )
    configure(root, further="[layer pos]\nkind = labels\n")
    anna = Annotator(root.parent)
    text = anna.get()
    assert HOSTILE not in text and "&lt;script&gt;" in text and "<i>" not in text
    assert "…" in card(text) and len(text) < 20_000  # the sentence is cut far from the word
    (item,) = anna.twin()["places"]
    answer = anna.post(
        item=item["key"], seen=anna.seen(item["key"]), decision="unclear", comment=HOSTILE
    )
    assert answer.status_code == 303 and HOSTILE not in anna.get(
        f"disagreements/mine?item={item['key']}"
    )


def test_from_right_to_left(tmp_path):
    root = tmp_path / "data" / "p"
    for name, label in (("anna", "N"), ("ben", "V")):
        put_raw(root, name, "d", text_of("שלום עולם"), f"T1\t{label} 5 9\tעולם\n")
    configure(root, further="[layer pos]\nkind = labels\n")
    text = Annotator(root.parent).get()
    assert 'class="whole-sentence" dir="rtl">שלום <mark>עולם</mark></p>' in text
    assert "you N" in card(text) and "ben V" in card(text)


def test_what_differs_is_said_also_where_the_labels_are_the_same(tmp_path):
    root = project(tmp_path / "data", "mirovsky_example")
    configure(root, further=(root / "iaa.conf").read_text())
    root.rename(root.with_name("p"))
    annotator = Annotator(tmp_path / "data", "A")
    assert "nodes k1 b1 b2 b3 b4 k4 you conjunction a2 → b3 B conjunction a4 → b3" in card(
        annotator.get()
    )
    (item,) = (item for item in annotator.twin()["places"] if item["token"] == "k4")
    ends = {each["annotator"]: each["elements"][0]["ends"] for each in item["values"]}
    assert ends == {"A": "a2 → b3", "B": "a4 → b3"}
    lead = annotator.as_login("lead")
    for page in ("disagreements?review=any", "disagreements?kind=nodes"):
        assert "conjunction a2 → b3" in plain(lead.get(page)) and "conjunction a4 → b3" in plain(
            lead.get(page)
        )
