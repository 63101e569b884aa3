"""What annotators learn from a gold, and what they do not learn of each other."""

import json

import pytest
from adjudication_pages import Lead
from review_pages import plain
from site_projects import as_login
from small_projects import put

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


@pytest.mark.parametrize(
    "access",
    [
        {}, {"reveal": "none"}, {"reveal": "own", "others": "hidden"},
    ],
    ids=str,
)  # fmt: skip
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
    lead.post("adjudicate/gold", name="gold", sure="yes")
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
