"""What annotators say of places, as a filter of the disagreements, and on the command line."""

import pytest
from review_pages import MARKS, WORDS, Annotator, configure, plain
from small_projects import put

from brat_iaa.cli import main


@pytest.fixture
def root(tmp_path):
    return root_in(tmp_path)


def root_in(folder):
    root = folder / "data" / "p"
    for name, marks in MARKS.items():
        put(root, name, "doc", WORDS, marks)
    configure(root)
    return root


@pytest.fixture
def lead(root):
    """The lead's view, after some have said something."""
    return lead_of(root)


@pytest.fixture(scope="module")
def reading_lead(tmp_path_factory):
    """The same for all tests that change nothing."""
    return lead_of(root_in(tmp_path_factory.mktemp("once")))


def lead_of(root):
    anna = Annotator(root.parent)
    ben = anna.as_login("ben")
    anna.decide("b", "keep", "as in the guidelines")
    ben.decide("b", "keep", "not as ben's")
    anna.decide("c", "unclear", "<b>?</b>")
    ben.decide("g", "wrong")
    anna.decide("f", "keep")
    anna.post("disagreements/mine/done")
    return anna.as_login("lead")


def tokens(lead, filters):
    return [place["token"] for place in lead.twin(f"disagreements?{filters}")["places"]]


@pytest.mark.parametrize(
    "group, found",
    [
        ("any", "bcfg"), ("dispute", "b"), ("unclear", "c"), ("uncorrected", "g"), ("waiting", "f"),
        ("undecided", ""),
    ],
)  # fmt: skip
def test_places_by_what_is_said_of_them(reading_lead, group, found):
    assert tokens(reading_lead, f"review={group}") == list(found)
    of_pair = [token for token in found if token in "bcg"]
    assert tokens(reading_lead, f"review={group}&a=anna&b=ben") == of_pair


def test_what_everybody_says_stands_beside_the_values(lead):
    text = lead.get("disagreements?review=any")
    words = plain(text)
    assert "anna and carla OBJ ← a 1 anna keeps it: as in the guidelines carla" in words
    assert "&lt;b&gt;?&lt;/b&gt;" in text
    assert "ben not annotated ben was wrong, has not corrected it yet" in words
    assert "carla has not decided" in words
    assert 'href="/brat/index.xhtml#/p/ben/doc?focus=' in text and "<mark>b</mark>" in text
    assert "guidelines" not in plain(lead.get("disagreements"))
    lead.put("anna", MARKS["anna"].replace("1>2:OBJ", "1>2:MOD", 1))
    assert "anna changed since the decision" in plain(lead.get("disagreements?review=any"))


MEETING = """\
Two who differ both keep theirs: 1
==================================

JCT / OBJ (dependencies): 1

(1) doc, sentence 1
    a [b] c d
    anna:  OBJ ← “a”  keeps it
           “as in the guidelines”
    ben:   JCT ← “a”  keeps it
           “not as ben's”
    carla: OBJ ← “a”  not decided

Somebody finds it unclear: 1
"""


def test_the_list_for_the_meeting_is_a_text_on_pages_and_terminal(root, lead, capsys):
    text = lead.get("disagreements?review=any&format=text")
    assert MEETING in text and "ben:   not annotated  was wrong, not corrected yet" in text
    state = root.parent.parent / "state"
    assert main(["reviews", str(root), "--state-dir", str(state), "--no-names"]) == 0
    printed = capsys.readouterr().out
    assert "“as in the guidelines”" in printed and "anna" not in printed
    assert len(printed.splitlines()) == len(text.splitlines())
