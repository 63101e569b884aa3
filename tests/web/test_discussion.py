"""What annotators say of places, as a filter of the disagreements, and on the command line."""

import csv
import io
import json
import re

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
        ("any", "bcfg"),
        ("dispute", "b"),
        ("unclear", "c"),
        ("uncorrected", "g"),
        ("waiting", "f"),
        ("undecided", ""),
    ],
)
def test_places_by_what_is_said_of_them(reading_lead, group, found):
    assert tokens(reading_lead, f"review={group}") == list(found)
    of_pair = [token for token in found if token in "bcg"]
    assert tokens(reading_lead, f"review={group}&a=anna&b=ben") == of_pair


def test_what_everybody_says_stands_beside_the_values(lead):
    text = lead.get("disagreements?review=any")
    words = plain(text)
    assert "anna and carla OBJ ← a 1 anna keeps it: as in the guidelines carla" in words
    assert "&lt;b&gt;?&lt;/b&gt;" in text
    assert "ben no arc ben was wrong, has not corrected it yet" in words
    assert "carla has not decided" in words
    assert 'href="/brat/index.xhtml#/p/ben/doc?focus=' in text and "<mark>b</mark>" in text
    assert "guidelines" not in plain(lead.get("disagreements"))
    lead.put("anna", MARKS["anna"].replace("1>2:OBJ", "1>2:MOD", 1))
    assert "anna changed since the decision" in plain(lead.get("disagreements?review=any"))


def test_json_says_it_too(reading_lead):
    (place,) = reading_lead.twin("disagreements?review=dispute")["places"]
    assert place["review"] == "dispute"
    assert [(one["annotator"], one["decision"], one["comment"]) for one in place["said"]] == [
        ("anna", "keep", "as in the guidelines"),
        ("ben", "keep", "not as ben's"),
        ("carla", None, ""),
    ]
    assert "said" not in reading_lead.twin("disagreements")["places"][0]
    rows = csv.DictReader(io.StringIO(reading_lead.get("disagreements?review=unclear&format=csv")))
    assert {row["token"] for row in rows} == {"c"}


def test_the_list_for_the_meeting(reading_lead):
    text = reading_lead.get("disagreements?review=any&format=text")
    assert re.match(r"Discussion: p, phase 2 revised, \d{4}-\d\d-\d\d\n\n", text)
    assert "Two who differ both keep theirs: 1" in text and "a [b] c d" in text
    assert "anna:  OBJ ← “a”  keeps it" in text and "“as in the guidelines”" in text
    assert "guidelines" not in reading_lead.get("disagreements?review=unclear&format=text")
    assert "This page has no format “text”" in reading_lead.get("disagreements?format=text", 400)


def test_no_such_group(reading_lead):
    assert "no such group: “odd”" in reading_lead.get("disagreements?review=odd", 400)


@pytest.mark.parametrize(
    "old, new",
    [
        ("", "?review=any"),
        ("?group=dispute", "?review=dispute"),
        ("?names=no&show=all", "?review=any"),
        ("?format=text&group=unclear", "?review=unclear&format=text"),
        ("?format=csv", "?review=any"),
    ],
)
@pytest.mark.parametrize("login", ["lead", "anna", ""])
def test_the_address_of_the_page_that_it_was_leads_there(reading_lead, login, old, new):
    answer = reading_lead.client.get(f"/p/-/discussion{old}", headers={"X-Login": login})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/p/-/disagreements{new}")


def test_how_far_everybody_is(lead):
    words = plain(lead.get("disagreements?review=any"))
    assert re.search(r"anna 4 3 0 \d{4}-\d\d-\d\d ben 4 2 1 not yet carla 4 0 0 not yet", words)
    assert "How far everybody is" not in lead.get("disagreements")


def test_when_everyone_is_done_a_snapshot_is_due(lead, root, capsys):
    command = ["snapshot", str(root), "--if-done", "--state-dir", str(root.parent.parent / "state")]
    page = "disagreements?review=any"
    assert "Everyone is done" not in lead.get(page)
    assert main(command) == 0 and "Not everyone is done" in capsys.readouterr().err
    for name in ("ben", "carla"):
        lead.as_login(name).post("disagreements/mine/done")
    assert "Everyone is done." in lead.get(page)
    assert main(command) == 0 and capsys.readouterr().out.startswith("1: 2 revised")
    assert "Everyone is done" not in lead.get(page)
    assert main(command) == 0 and "a snapshot was taken since then" in capsys.readouterr().err
    lead.as_login("anna").post("disagreements/mine/done", done="no")
    assert "Everyone is done" not in lead.get(page)
    # Reviews are of the project as it is now.
    assert 'name="review"' in lead.get("disagreements")
    assert 'name="review"' not in lead.get("phases/1/disagreements?review=any")


def test_nothing_left(root):
    for name in MARKS:
        put(root, name, "doc", WORDS, MARKS["anna"])
    words = plain(Annotator(root.parent, "lead").get("disagreements?review=any"))
    assert "No disagreement meets all of these filters." in words and "anna 0 0 0 not yet" in words


def test_annotators_read_it_when_all_is_open(lead):
    anna = lead.as_login("anna")
    page = "disagreements?review=any"
    assert "Not open to you" in anna.get(page, 403) and 'name="review"' not in anna.get(
        "disagreements"
    )
    configure(lead.root, "reveal = all")
    text = anna.get(page)
    assert "as in the guidelines" in text and "How far everybody is" not in text
    (lead.root / "acl.conf").write_text("User-agent: anna\nDisallow: /p/ben/\n")
    assert "Not open to you" in anna.get(page, 403)


def test_a_lead_from_whom_brat_hides_somebody_reads_the_rest(lead):
    (lead.root / "acl.conf").write_text("User-agent: lead\nDisallow: /p/ben/\n")
    text = lead.get("disagreements?review=any")
    assert "ben" not in text and "carla" in text and "How far everybody is" not in text


# The command


@pytest.fixture
def run(root, capsys):
    def run(*options):
        code = main(
            ["reviews", str(root), *options, "--state-dir", str(root.parent.parent / "state")]
        )
        return code, *capsys.readouterr()

    return run


@pytest.mark.system
def test_reviews_on_the_command_line(lead, run, root):
    code, out, err = run()
    assert code == 0, err
    # Not the first line, in case midnight lies between.
    assert (
        out.partition("\n")[2]
        == lead.get("disagreements?review=any&format=text").partition("\n")[2]
    )
    code, out, _ = run("--no-names")
    assert "anna" not in out and "annotator 1" in out
    rows = list(csv.DictReader(io.StringIO(run("--format", "csv")[1])))
    assert [(row["annotator"], row["token"], row["decision"], row["comment"]) for row in rows] == [
        ("anna", "b", "keep", "as in the guidelines"),
        ("ben", "b", "keep", "not as ben's"),
        ("anna", "c", "unclear", "<b>?</b>"),
        ("ben", "g", "wrong", ""),
        ("anna", "f", "keep", ""),
    ]
    read = json.loads(run("--format", "json")[1])
    assert len(read["decisions"]) == 5 and read["done"] == [
        {"phase": "2 revised", "annotator": "anna", "at": read["done"][0]["at"]}
    ]
    code, _, err = run("--phase", "9")
    assert code == 2 and "--phase 9: there is no such phase" in err


def test_nobody_has_said_anything(run):
    assert run("--format", "csv")[1].count("\n") == 1
    assert "\n\nNobody has decided: 4\n" in run()[1]
