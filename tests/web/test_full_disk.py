"""While the disk is full, whoever only reads does so, also what was never opened before."""

import pytest
from adjudication_pages import Lead
from full_disks import full_disk
from review_pages import MARKS, WORDS, Annotator, configure, plain
from small_projects import put

PAGES = ("", "adjudicate", "disagreements", "document/doc", "manage", "paper", "phases",
         "studies/planning")  # fmt: skip


@pytest.fixture
def data(tmp_path):
    for name, marks in MARKS.items():
        put(tmp_path / "data" / "p", name, "doc", WORDS, marks)
    configure(tmp_path / "data" / "p", "reveal = own\nothers = blinded")
    return tmp_path / "data"


@pytest.mark.parametrize("drafted", [True, pytest.param(False, marks=pytest.mark.system)])
def test_every_page_of_a_lead_opens(data, drafted):
    lead = Lead(data)
    if drafted:
        assert lead.make().status_code == 303
    with full_disk():
        for page in PAGES:
            lead.get(page)


@pytest.mark.parametrize("visited", [True, pytest.param(False, marks=pytest.mark.system)])
def test_annotators_read_and_are_told_what_is_not_kept(data, visited):
    anna = Annotator(data)
    if visited:
        anna.get()
        anna.decide("b", "keep")
    with full_disk():
        shown = anna.get()
        assert f"{int(visited)} of 4 decided" in plain(shown)
        # The numbers of the others, too; the token of a form has the time in it.
        assert plain(anna.get()) == plain(shown)
        anna.get("")
        assert anna.decide("c", "keep").status_code == 503
    assert anna.get().count("annotator 1") == shown.count("annotator 1")
    assert anna.decide("c", "keep").status_code == 303
