"""What annotators learn from a gold, and what they do not learn of each other."""

import json

import pytest
from adjudication_pages import Lead
from review_pages import plain
from site_projects import as_login, login_in_header
from small_projects import put

from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.web.site import create_site

WORDS = "one two three four five / six seven eight nine ten"
MARKS = {
    "anna": "0>1:root 1>2:subj 1>3:Qa1 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 1>4:Qa1",
    "ben": "0>1:root 1>2:subj 1>3:Qb2 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 1>4:Qb2 4>5:Qb2",
    "gold": "0>1:root 1>2:subj 1>3:Qg0 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 1>4:Qg0 4>5:mod",
}
OF_BEN = ("ben", "Qb2", "alone7")


@pytest.fixture
def lead(tmp_path):
    root = tmp_path / "data" / "p"
    for name, marks in MARKS.items():
        put(root, name, "doc", WORDS, marks)
    for name in ("ben", "gold"):
        put(root, name, "alone7", WORDS, MARKS[name])
    return Lead(root.parent)


def open_to(lead, further="", **access):
    told = "".join(f"{name} = {value}\n" for name, value in access.items())
    (lead.root / "iaa.conf").write_text(
        f"[project]\ngold = gold\n{further}[layer dependencies]\n[access]\nmanagers = lead\n{told}"
    )
    return lead.as_login("anna")


@pytest.mark.parametrize("others", ["blinded", "named"])
def test_own_errors_and_nothing_of_anybody_else(lead, others):
    anna = open_to(lead, reveal="own", others=others)
    text, twin = (
        anna.get("disagreements/gold"),
        json.loads(anna.get("disagreements/gold?format=json")),
    )
    assert "3 disagreements, in 1 document" in plain(text).replace("\xa0", " ")
    assert [(one["label_1"], one["label_2"], one["places"]) for one in twin["patterns"]] == [
        ("Qa1", "Qg0", 2), ("mod", None, 1),
    ]  # fmt: skip
    figures = {(one["measure"], one["statistic"]): one["value"] for one in twin["figures"]}
    assert next(iter(figures)) == ("LAA", "f1") and figures["LAA", "f1"] == pytest.approx(14 / 19)
    assert figures["LAA", "recall"] == figures["LAS", "accuracy"] == pytest.approx(7 / 10)
    assert "focus=" in text and "/p/anna/doc" in text and "/p/gold/doc" in text
    for address in ("", "?format=json", "?format=csv", "?annotator=ben", "?annotator=ben&format=json"):  # fmt: skip
        said = anna.get(f"disagreements/gold{address}")
        assert not [one for one in OF_BEN if one in said.replace("annotator=ben", "")], address
    assert (
        'href="/p/-/disagreements/gold"' in anna.get("disagreements/mine")
        and "You and the gold standard" in text
    )


def test_one_pattern_alone(lead):
    anna = open_to(lead, reveal="own")
    errors = json.loads(anna.get("disagreements/gold?format=json&label_a=Qa1&label_b=Qg0"))[
        "places"
    ]
    assert [one["token"] for one in errors] == ["three", "nine"]


@pytest.mark.parametrize(
    "access",
    [
        {},
        {"reveal": "none"},
        {"reveal": "own", "others": "hidden"},
    ],
    ids=str,
)
def test_closed_unless_own_disagreements_are_open(lead, access):
    anna = open_to(lead, **access)
    said = anna.get("disagreements/gold", status=403) + anna.get(
        "disagreements/gold?format=json", status=403
    )
    assert "Qg0" not in said and not [one for one in OF_BEN if one in said]
    page = anna.client.get("/p/-/disagreements/mine", headers=as_login("anna")).text
    assert "/p/-/disagreements/gold" not in page


def test_closed_where_brat_closes_the_gold(lead):
    anna = open_to(lead, reveal="all")
    assert "3 disagreements" in plain(anna.get("disagreements/gold")).replace("\xa0", " ")
    (lead.root / "acl.conf").write_text("User-agent: anna\nDisallow: /p/gold/\n")
    assert "There is no gold yet" in anna.get("disagreements/gold", status=403)
    (lead.root / "acl.conf").write_text("User-agent: anna\nDisallow: /p/gold/doc\n")
    text = anna.get("disagreements/gold")
    assert "Qg0" not in text and "no document in common with the gold" in text


def test_closed_while_it_is_a_draft(lead):
    anna = open_to(lead, reveal="all")
    (lead.root / "iaa.conf").write_text(
        "[project]\ndraft = gold\n[layer dependencies]\n[access]\nmanagers = lead\nreveal = all\n"
    )
    anna.get("disagreements/gold", status=403)
    assert "Qg0" not in anna.get("") + anna.get("disagreements")


@pytest.mark.parametrize("login", ["", "zoe", "gold"])
def test_who_is_no_annotator_sees_none(lead, login):
    open_to(lead, reveal="all", guests="all")
    lead.as_login(login).get("disagreements/gold", status=403)


def test_the_lead_sees_each_annotator(lead):
    open_to(lead)
    for name, number in (("anna", 3), ("ben", 6)):
        twin = json.loads(lead.get(f"disagreements/gold?annotator={name}&format=json"))
        assert twin["annotator"] == name and len(twin["places"]) == number
    assert "anna and the gold standard" in plain(lead.get("disagreements/gold"))
    lead.get("disagreements/gold?annotator=gold", status=400)


def test_an_annotator_without_errors(lead):
    put(lead.root, "anna", "doc", WORDS, MARKS["gold"])
    anna = open_to(lead, reveal="own")
    assert "Your work is the same as the gold standard." in plain(anna.get("disagreements/gold"))


def test_figures_of_each_phase_against_the_gold_of_today(lead):
    database = Database(project_database_path(lead.root, lead.data.parent / "state", lead.data))
    snapshots = Snapshots(lead.root, database)
    anna = open_to(lead, reveal="own")
    put(lead.root, "anna", "doc", WORDS, "0>1:root / 0>1:root")
    snapshots.take("1 apart")
    put(lead.root, "anna", "doc", WORDS, MARKS["gold"].replace("1>3:Qg0", "1>3:Qa1"))
    snapshots.take("2 revised")
    put(lead.root, "anna", "doc", WORDS, MARKS["gold"])
    twin = json.loads(anna.get("disagreements/gold?format=json"))
    found = [(one["phase"], round(one["value"], 3)) for one in twin["phases"]]
    assert found == [("1 apart", 0.333), ("2 revised", 0.9), (None, 1.0)]
    text = plain(anna.get("disagreements/gold"))
    assert "1 apart 2 revised now" in text and ".900" in text
    assert not [one for one in OF_BEN if one in anna.get("disagreements/gold")]
    # A gold that changes is compared with the old files again.
    put(lead.root, "gold", "doc", WORDS, "0>1:root / 0>1:root")
    twin = json.loads(anna.get("disagreements/gold?format=json"))
    assert twin["phases"][0]["value"] == 1


def test_the_reason_stands_with_the_error(tmp_path):
    root = tmp_path / "data" / "p"
    for name in ("anna", "ben"):
        put(root, name, "doc", WORDS, MARKS[name])
    lead = Lead(root.parent)
    conf = "[layer dependencies]\n[access]\nmanagers = lead\nreveal = own\n"
    (root / "iaa.conf").write_text(conf)
    lead.make()
    for token in ("three", "nine", "ten"):
        assert lead.decide(token, "taken:ben", f"why {token}").status_code == 303
    lead.post("adjudicate/gold", name="gold")
    anna = lead.as_login("anna")
    errors = json.loads(anna.get("disagreements/gold?format=json"))["places"]
    assert {one["token"]: one["reason"] for one in errors} == {
        "three": "why three", "nine": "why nine", "ten": "why ten",
    }  # fmt: skip
    text = anna.get("disagreements/gold")
    assert "why nine" in text and "ben" not in text.replace("taken:ben", "")
    # A reason for what is no longer in the gold would mislead.
    path = root / "gold" / "doc.ann"
    path.write_text(path.read_text().replace("Qb2", "Qx9", 1))
    errors = json.loads(anna.get("disagreements/gold?format=json"))["places"]
    assert {one["token"] for one in errors if not one["reason"]} == {"three"}


def test_spans_without_arcs(tmp_path):
    from small_projects import put_raw

    root = tmp_path / "data" / "p"
    for name, kind in (("anna", "Per"), ("ben", "Qb2"), ("gold", "Org")):
        put_raw(root, name, "doc", "aa bb\n", f"T1\t{kind} 0 2\taa\nT2\tLoc 3 5\tbb\n")
    (root / "iaa.conf").write_text(
        "[project]\ngold = gold\n[layer labels]\n[access]\nmanagers = lead\nreveal = own\n"
    )
    site = create_site(root.parent, "/brat/", login_in_header, state_dir=tmp_path / "state")
    answer = site.test_client().get("/p/-/disagreements/gold?format=json", headers=as_login("anna"))
    (error,) = answer.json["places"]
    given = {value["annotator"]: value["elements"][0]["label"] for value in error["values"]}
    assert given == {"anna": "Per", "gold": "Org"}
    page = site.test_client().get("/p/-/disagreements/gold", headers=as_login("anna")).text
    assert "Qb2" not in page and "Per" in page and answer.json["figures"]


def test_another_gold_is_compared_at_once(lead):
    """With the documents that the new one has, whatever had been compared before."""
    anna = open_to(lead, reveal="own")
    assert "3 disagreements" in plain(anna.get("disagreements/gold")).replace("\xa0", " ")
    put(lead.root, "second", "doc", WORDS, MARKS["anna"].replace("Qa1", "Qs5"))
    conf = lead.root / "iaa.conf"
    conf.write_text(conf.read_text().replace("gold = gold", "gold = second"))
    for who in (anna, lead):
        assert "2 disagreements" in plain(who.get("disagreements/gold?annotator=anna")).replace(
            "\xa0", " "
        )


def test_what_keeps_the_gold_from_being_compared_is_said(lead):
    anna = open_to(lead, reveal="own")
    path = lead.root / "gold" / "doc.txt"
    path.write_text(path.read_text().replace("one", "One"))
    text = plain(anna.get("disagreements/gold"))
    assert "no document in common" in text and "the texts of anna and gold differ" in text
    conf = lead.root / "iaa.conf"
    conf.write_text(conf.read_text() + "[layer dependencies]\n")
    assert "no document in common" not in plain(
        lead.get("disagreements/gold?annotator=anna", status=503)
    )
