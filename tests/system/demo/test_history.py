"""The demo's four phases in a real brat, and on the pages of the running demo."""

import pytest
import requests
from demo_project import ANNOTATED, DOCUMENTS, played_phases
from real_brat import RealBrat
from waiting import PATIENCE

from brat_iaa.demo.serve import PASSWORD

PHASES = ("1 apart", "2 after the meeting", "3 revised", "4 discussed")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """{phase: copy of the project as it was at its end}"""
    return played_phases(tmp_path_factory.mktemp("played"))


def files_of(root, pattern="*.ann"):
    return {path.relative_to(root): path.read_bytes() for path in root.rglob(pattern)}


def test_brat_opens_every_document_of_every_phase(brat_folder, played, tmp_path):
    root = played["1 apart"].parent
    before = files_of(root)
    brat = RealBrat(brat_folder, root, tmp_path)
    try:
        ask = brat.user()
        for phase in PHASES:
            for annotator, document in ANNOTATED:
                answer = ask("getDocument", collection=f"/{phase}/{annotator}/", document=document)
                assert answer.get("exception") is None and answer["messages"] == []
                arcs = before[
                    (played[phase] / annotator / f"{document}.ann").relative_to(root)
                ].count(b"\nR")
                assert len(answer["relations"]) == arcs > 0
    finally:
        brat.close()
    assert files_of(root) == before


def page(brat, user, path):
    """The answer to somebody who is logged in to the running demo."""
    with requests.Session() as session:
        fields = {"action": "login", "protocol": 1, "user": user, "password": PASSWORD}
        assert "exception" not in session.post(brat + "ajax.cgi", fields, timeout=PATIENCE).json()
        return session.get(f"{brat}iaa/demo/-/{path}", timeout=PATIENCE)


def test_the_running_demo_shows_the_phases_to_its_lead(brat):
    twin = page(brat, "lead", "phases?format=json").json()
    named = [(one["snapshot"], one["name"]) for one in twin["phases"]]
    assert named == list(enumerate(PHASES, 1))
    shown = page(brat, "lead", "phases")
    assert shown.status_code == 200 and "<svg" in shown.text
    assert page(brat, "lead", "phases/compare").status_code == 200
    assert page(brat, "anna", "phases").status_code == 403


@pytest.mark.parametrize("annotator, items", [("anna", 16), ("ben", 16), ("carla", 13)])
def test_annotators_review_what_is_left(annotator, items, brat):
    """anna's 11 with carla and 10 with ben are at 16 tokens: carla's 13 and three in free_time."""
    review = page(brat, annotator, "review?format=json").json()
    assert review["counts"]["open"] == items
    assert {one["document"] for one in review["items"]} <= set(DOCUMENTS)
