"""The page on how reliable annotators are, and its hint in adjudication: for managers alone."""

import json
from random import Random

import pytest
from adjudication_pages import Lead
from review_pages import plain
from site_projects import as_login
from small_projects import like, put, random_marks, random_words

CONF = "[access]\nmanagers = lead\nreveal = all\nguests = all\n"


def make_lead(root, names):
    random = Random(4)
    words = random_words(random, 30)
    truth = random_marks(random, words, heads=(1,))
    for name, share in zip(names, (0.05, 0.2, 0.4)):
        put(root, name, "doc", words, like(random, truth, words, share, heads=(1,)))
    (root / "iaa.conf").write_text(CONF)
    return Lead(root.parent)


@pytest.fixture
def lead(tmp_path):
    return make_lead(tmp_path / "data" / "p", ("anna", "ben", "carla"))


def test_the_page_has_the_tables_of_the_command(lead, monkeypatch):
    text = plain(lead.get("competence"))
    assert "Annotator reliability" in text and "reliable is who agrees" in text
    assert "heads and labels (MACE)" in text and "(Dawid & Skene)" in text
    assert "converged after" in text
    told = lead.twin("competence")
    assert [one["model"] for one in told["estimates"]] == ["mace", "dawid-skene", "mace"]
    assert lead.get("competence?format=csv").startswith("layer,about,model,annotator")
    monkeypatch.setattr("brat_iaa.studies.competence.pages.ITEMS", 2)
    for one, all_of_it in zip(lead.twin("competence")["estimates"], told["estimates"]):
        assert one["number_differing"] == len(all_of_it["differing"]) > 2
        assert one["differing"] == all_of_it["differing"][:2]
    assert 'href="/p/-/competence"' in lead.get("manage")


def test_nobody_else_sees_it(lead):
    """Not even those who see everything else."""
    for login in ["anna", "zoe", ""]:
        for query in ("", "?format=json", "?format=csv"):
            answer = lead.client.get(f"/p/-/competence{query}", headers=as_login(login))
            assert answer.status_code == 403 and "carla" not in answer.text
        assert "/competence" not in lead.as_login(login).get("")


def test_a_hint_at_each_place(lead):
    assert lead.make().status_code == 303
    items = lead.twin()["items"]
    assert items
    for item in items[:3]:
        text = plain(lead.get(f"adjudicate?item={item['key']}"))
        told = json.loads(lead.get(f"adjudicate?item={item['key']}&format=json"))["model"]
        assert f"{told['probability']}" in text and "from 3 annotators’ record" in text
        assert told["annotators"] in item["groups"]
    # Nothing is chosen because of it.
    open_ones = [item for item in items if item["status"] == "open"]
    page = lead.get(f"adjudicate?item={open_ones[0]['key']}")
    assert 'id="model"' in page and "aria-pressed" not in page


@pytest.mark.system
def test_a_decision_on_the_gold_changes_no_hint(lead):
    lead.make()
    lead.post("adjudicate/gold", name="gold")
    item = lead.twin()["items"][0]
    before = json.loads(lead.get(f"adjudicate?item={item['key']}&format=json"))["model"]
    name = before["annotators"][0]
    form = {"item": item["key"], "seen": lead.seen(item["key"])}
    assert lead.post(decision=f"taken:{name}", comment="", **form).status_code == 303
    assert json.loads(lead.get(f"adjudicate?item={item['key']}&format=json"))["model"] == before


def test_two_annotators_have_neither(tmp_path):
    lead = make_lead(tmp_path / "data" / "p", ("anna", "ben"))
    assert "needs 3 annotators" in plain(lead.get("competence", 404))
    lead.make()
    assert 'id="model"' not in lead.get() and lead.twin()["model"] is None
    manage = lead.get("manage")
    assert "/competence" not in manage and "/variation" in manage


def test_one_annotator_is_told_what_is_missing(tmp_path):
    lead = make_lead(tmp_path / "data" / "p", ("anna",))
    assert lead.client.get("/p/-/competence", headers=as_login("lead")).status_code in (403, 503)
