"""The page of every study: who may see it, where it was before, and that it follows the files."""

import pytest
from adjudication_pages import Lead
from cases import each
from review_pages import plain
from site_projects import as_login
from small_projects import like, put, random_marks, random_words

from brat_iaa.studies import NAMES, named

ACCESS = "[project]\nexcluded = gpt\n[access]\nmanagers = lead\nreveal = all\nguests = all\n"
OPTIONS = {
    "candidates": "candidate=gpt", "anchoring": "anchors=gpt", "simulation": "repetitions=1",
}  # fmt: skip


def fill(root):
    from random import Random

    random = Random(5)
    words = random_words(random, 12)
    truth = random_marks(random, words, "AB", heads=(1, 2))
    for name, share in {"anna": 0.2, "ben": 0.3, "carla": 0.4, "anna.2": 0.1, "gpt": 0.2}.items():
        put(root, name, "doc", words, like(random, truth, words, share, labels="AB"))
    (root / "iaa.conf").write_text(ACCESS)
    return root


@pytest.fixture(scope="module")
def lead(tmp_path_factory):
    return Lead(fill(tmp_path_factory.mktemp("studies") / "data" / "p").parent)


@each("name", [name for name in NAMES if name != "timing"])
def test_a_page_has_the_tables_of_the_command(lead, name):
    asked = f"studies/{name}?{OPTIONS.get(name, '')}"
    text = plain(lead.get(asked))
    told = lead.twin(asked)
    assert named(name).title in text and told["rows"] and told["tables"]
    for table in told["tables"]:
        assert plain(table["title"]).casefold() in text.casefold()
    assert lead.get(f"{asked}&format=csv").count("\n") == 1 + len(told["rows"])


def test_each_study_is_seen_by_those_who_may_and_by_nobody_else(lead):
    """Planning by all who see every figure; all others by managers, also where all is open."""
    for login in ("lead", "anna", "zoe", ""):
        listed = lead.client.get("/p/-/studies/", headers=as_login(login)).text
        for name in NAMES:
            seen = login == "lead" or name == "planning"
            assert (f"/p/-/studies/{name}" in listed) == seen
            if login == "lead":
                continue  # who has seen them all above
            for query in ("", "?format=json", "?format=csv"):
                answer = lead.client.get(f"/p/-/studies/{name}{query}", headers=as_login(login))
                assert (answer.status_code == 403) == (not seen), (login, name)
                assert seen or not ("anna.2" in answer.text or "gpt" in answer.text)


@each("value", ["²", "9" * 5000, "none-such"])
def test_options_that_nothing_can_mean_are_refused(lead, value):
    for name, key in (
        ("planning", "phases"),
        ("candidates", "candidate"),
        ("anchoring", "anchors"),
    ):
        asked = {"query_string": {key: f"{value} {value}"}, "headers": as_login("lead")}
        answer = lead.client.get(f"/p/-/studies/{name}", **asked)
        assert answer.status_code in (400, 403), (name, answer.text)
