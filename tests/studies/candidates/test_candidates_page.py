"""The page on candidates: for managers alone, and no candidate is anybody's annotator."""

import json
from random import Random

import pytest
from adjudication_pages import Lead
from review_pages import plain
from site_projects import as_login
from small_projects import like, put, random_marks, random_words

ACCESS = "[access]\nmanagers = lead\nreveal = all\nguests = all\n"
SHARES = {"anna": 0.2, "ben": 0.2, "carla": 0.3, "gpt": 0.1, "rules": 0.8}


def make_lead(root, names, conf="[project]\ncandidates = gpt, rules\n" + ACCESS):
    random = Random(4)
    words = random_words(random, 30)
    truth = random_marks(random, words, heads=(1,))
    for name in names:
        put(root, name, "doc", words, like(random, truth, words, SHARES[name], heads=(1,)))
    (root / "iaa.conf").write_text(conf)
    return Lead(root.parent)


@pytest.fixture
def lead(tmp_path):
    return make_lead(tmp_path / "data" / "p", SHARES)


def test_the_page_has_the_tables_of_the_command(lead):
    text = plain(lead.get("candidates"))
    assert "Can a model replace an annotator?" in text
    assert "dependencies, gpt" in text and "dependencies, rules" in text
    assert "a candidate as good as your annotators passes in" in text
    assert 'class="brat"' in lead.get("candidates")
    told = lead.twin("candidates")
    passes = {
        row["candidate"]: row["passes"] for row in told["rows"]
        if row["annotator"] is None and row["label"] is None
    }  # fmt: skip
    assert passes == {"gpt": True, "rules": False} and told["epsilon"] == 0.15
    assert told["candidates"][1]["against_all_who_agree"][0]["link"].startswith("/brat/")
    assert lead.get("candidates?format=csv").startswith("layer,candidate,label,annotator")
    assert json.loads(lead.get("candidates?epsilon=0&format=json"))["epsilon"] == 0
    assert 'href="/p/-/candidates"' in lead.get("manage")


def test_a_candidate_is_in_no_other_figure(lead):
    assert lead.twin("")["annotators"] == ["anna", "ben", "carla"]


@pytest.mark.system
def test_a_candidate_that_changes_is_tested_again(lead, tmp_path):
    before = lead.twin("candidates")["rows"]
    folder = tmp_path / "data" / "p"
    (folder / "gpt" / "doc.ann").write_bytes((folder / "rules" / "doc.ann").read_bytes())
    after = lead.twin("candidates")["rows"]
    assert before != after


def test_nobody_else_sees_it(lead):
    """Not even those who see everything else."""
    for login in ["anna", "gpt", "zoe", ""]:
        for query in ("", "?epsilon=10", "?format=json", "?format=csv"):
            answer = lead.client.get(f"/p/-/candidates{query}", headers=as_login(login))
            assert answer.status_code == 403 and "rules" not in answer.text
        assert "/candidates" not in lead.as_login(login).get("")


def test_it_is_closed_to_a_manager_from_whom_brat_hides_a_candidate(lead, tmp_path):
    (tmp_path / "data" / "acl.conf").write_text("User-agent: lead\nDisallow: /p/gpt/\n")
    assert "brat hides a part" in plain(lead.get("candidates", 403))


def test_nothing_to_test(tmp_path):
    lead = make_lead(tmp_path / "data" / "p", ("anna", "ben", "gpt"))
    assert "needs 3 annotators" in plain(lead.get("candidates", 404))
    assert "/candidates" not in lead.get("manage")
