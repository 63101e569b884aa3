"""The list of what is left to discuss: for whom, in which order, with names or without."""

import csv
import io
import json
import re

import pytest
from review_pages import MARKS, WORDS, Annotator, configure, plain
from small_projects import put

from brat_iaa.cli import main
from brat_iaa.web.review import discussion_view


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "data" / "p"
    for name, marks in MARKS.items():
        put(root, name, "doc", WORDS, marks)
    configure(root)
    return root


@pytest.fixture
def lead(root):
    """The lead's view, after some have said something."""
    anna = Annotator(root.parent)
    ben = anna.as_login("ben")
    anna.decide("b", "keep", "as in the guidelines")
    ben.decide("b", "keep", "not as ben's")
    anna.decide("c", "unclear", "<b>?</b>")
    ben.decide("g", "wrong")
    anna.decide("f", "keep")
    anna.post("review/done", finished="doc")
    return anna.as_login("lead")


def test_groups_of_what_is_left(lead):
    text = lead.get("discussion")
    words = plain(text)
    assert "4 places on which annotators differ, phase 2 revised" in words
    order = [
        words.index(title)
        for title in (
            "Both sides keep theirs 1",
            "Unclear to somebody 1",
            "Wrong, not corrected yet 1",
            "Others have not decided 1",
        )
    ]
    assert order == sorted(order)
    assert (
        "anna and carla OBJ ← a 1 anna keeps it: as in the guidelines carla" in words
        and "&lt;b&gt;?&lt;/b&gt;" in text
    )
    assert "ben no arc ben was wrong, has not corrected it yet" in words
    assert 'href="/brat/index.xhtml#/p/ben/doc?focus=' in text and "<mark>b</mark>" in text


def test_how_far_everybody_is(lead):
    words = plain(lead.get("discussion"))
    assert (
        "anna 4 3 0 1 of 1" in words
        and "ben 4 2 1 0 of 1" in words
        and "carla 4 0 0 0 of 1" in words
    )
    lead.put("anna", MARKS["anna"].replace("3>4:OBJ", "3>4:MOD"))
    assert "1 of 1 (1 changed since)" in plain(lead.get("discussion"))


def test_when_everyone_is_done_a_snapshot_is_due(lead, root, capsys):
    command = ["snapshot", str(root), "--if-done", "--state-dir", str(root.parent.parent / "state")]
    assert "Everyone has declared" not in lead.get("discussion")
    assert main(command) == 0 and "Not everyone is done" in capsys.readouterr().err
    for name in ("ben", "carla"):
        lead.as_login(name).post("review/done", finished="doc")
    assert "Everyone has declared all documents done." in lead.get("discussion")
    assert main(command) == 0 and capsys.readouterr().out.startswith("1: 2 revised")
    assert "Everyone has declared" not in lead.get("discussion")
    assert main(command) == 0 and "a snapshot was taken since then" in capsys.readouterr().err
    lead.as_login("anna").post("review/done", finished="doc", done="no")
    assert "Everyone has declared" not in lead.get("discussion")


def test_one_group_alone(lead):
    words = plain(lead.get("discussion?group=unclear"))
    assert "anna and carla JCT ← b 2 anna finds it unclear" in words and "guidelines" not in words
    assert "This cannot be shown" in lead.get("discussion?group=odd", 400)


def test_as_text_csv_and_json(lead):
    text = lead.get("discussion?format=text")
    assert (
        "Two who differ both keep theirs: 1" in text
        and "a [b] c d" in text
        and "“as in the guidelines”" in text
    )
    assert "anna:  OBJ ← “a”  keeps it" in text
    rows = list(csv.DictReader(io.StringIO(lead.get("discussion?format=csv&group=dispute"))))
    assert [(row["annotator"], row["decision"]) for row in rows] == [
        ("anna", "keep"),
        ("ben", "keep"),
        ("carla", ""),
    ]
    read = json.loads(lead.get("discussion?format=json"))
    assert [group["count"] for group in read["groups"]] == [1, 1, 1, 1]


def test_on_paper_it_says_of_what_and_when_it_is(lead, run):
    about = r"p, phase 2 revised, \d{4}-\d\d-\d\d"
    for text in (
        lead.get("discussion?format=text"),
        lead.get("discussion?format=text&names=no"),
        run()[1],
    ):
        assert re.match(f"Discussion: {about}\n\n", text)
    assert re.search(
        f'<h1>Discussion<span class="only-print">: <bdi>{about}</bdi></span></h1>',
        lead.get("discussion"),
    )


def test_without_names(lead):
    for form in ("html", "text", "csv", "json"):
        text = lead.get(f"discussion?names=no&format={form}").replace("not as ben", "")
        assert "annotator 1" in text and "as in the guidelines" in text
        for name in ("anna", "ben", "carla"):
            assert name not in text, (form, name)
    first = [lead.get("discussion?names=no&format=text") for _ in range(2)]
    assert first[0] == first[1]  # the numbers stay


def test_nothing_left(root):
    for name in MARKS:
        put(root, name, "doc", WORDS, MARKS["anna"])
    words = plain(Annotator(root.parent, "lead").get("discussion"))
    assert "Nothing is left to discuss" in words and "anna 0 0 0 0 of 1" in words


def test_long_lists_are_cut_until_they_are_asked_for(root, monkeypatch):
    monkeypatch.setattr(discussion_view, "LIMIT", 3)
    lead = Annotator(root.parent, "lead")
    text = lead.get("discussion")
    assert text.count('<li class="card" value=') == 3 and "The first 3 of 4." in plain(text)
    assert lead.get("discussion?show=all").count('<li class="card" value=') == 4


def test_annotators_read_it_when_all_is_open(lead):
    anna = lead.as_login("anna")
    assert "Not open to you" in anna.get("discussion", 403)
    configure(lead.root, "reveal = all")
    text = anna.get("discussion")
    assert (
        "as in the guidelines" in text
        and "How far everybody is" not in text
        and ">Discussion<" in text
    )
    (lead.root / "acl.conf").write_text("User-agent: anna\nDisallow: /p/ben/\n")
    assert "Not open to you" in anna.get("discussion", 403)


def test_a_lead_from_whom_brat_hides_somebody_reads_the_rest(lead):
    (lead.root / "acl.conf").write_text("User-agent: lead\nDisallow: /p/ben/\n")
    text = lead.get("discussion")
    assert "ben" not in text and "carla" in text


# The command


@pytest.fixture
def run(root, capsys):
    def run(*options):
        code = main(
            ["reviews", str(root), *options, "--state-dir", str(root.parent.parent / "state")]
        )
        return code, *capsys.readouterr()

    return run


def test_reviews_on_the_command_line(lead, run, root):
    code, out, err = run()
    assert code == 0, err
    # Not the first line, in case midnight lies between.
    assert out.partition("\n")[2] == lead.get("discussion?format=text").partition("\n")[2]
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
        {"phase": "2 revised", "annotator": "anna", "document": "doc", "at": read["done"][0]["at"]}
    ]
    assert "\n\nNobody has decided: 4\n" in run("--phase", "9")[1]


def test_nobody_has_said_anything(run):
    assert run("--format", "csv")[1].count("\n") == 1
    assert "\n\nNobody has decided: 4\n" in run()[1]
