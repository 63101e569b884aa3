"""Anchoring in tables, through the command, and on its page."""

import json

import pytest
from adjudication_pages import Lead
from review_pages import plain
from site_projects import as_login
from small_projects import agreement, put

from brat_iaa.access.blinding import ReadableSight
from brat_iaa.cli import main
from brat_iaa.config import load
from brat_iaa.studies.anchoring.report import anchoring, tables

WORDS = " / ".join(["a b c ,"] * 12)
GOLD = " / ".join(["0>1:r 1>2:x 1>3:x 1>4:p"] * 12)
ANNA = " / ".join(["0>1:r 1>2:x 2>3:x 1>4:p"] * 12)
BEN = " / ".join(["0>1:r 1>2:y 1>3:y 1>4:p"] * 12)
TOOL = " / ".join(["0>1:r 1>2:x 2>3:x 2>4:p"] * 12)
CONF = """[project]
gold = truth
[anchoring]
anchors = tool, other
gold_of = tool_gold: tool, other_gold: other
scratch = anna, ben
reviewed = anna2, ben2
"""
ALL = {
    "anna": ANNA,
    "ben": BEN,
    "truth": GOLD,
    "tool": TOOL,
    "other": BEN,
    "tool_gold": TOOL,
    "other_gold": ANNA,
    "anna2": ANNA,
    "ben2": ANNA,
}


def made(root, conf, **marks):
    for name, own in marks.items():
        put(root, name, "doc", WORDS, own)
    (root / "iaa.conf").write_text(conf)
    return root


@pytest.fixture
def root(tmp_path):
    return made(tmp_path, CONF, **ALL)


def table(root, title):
    return next(table for table in tables(anchoring(agreement(root), root)) if table.title == title)


def rows(root, title):
    return {
        row[0]: tuple(cell.partition(" ")[0] for cell in row[1:]) for row in table(root, title).rows
    }


def test_what_was_left_of_the_anchor(root):
    left = "Agreement with others (LAS) on what was left of the anchor, and on what was changed"
    (root / "iaa.conf").write_text(
        "[project]\nannotators = anna, ben\n[anchoring]\nanchors = tool, other\n"
    )
    assert rows(root, "What was left of the anchor")["ben, of tool"] == (
        "1.000",
        ".667",
        ".333",
        ".333",
    )
    assert rows(root, left)["ben (tool), with anna"] == ("1.000", ".000", "1.000")
    assert rows(root, left)["anna (tool), with ben"] == (".333", "–", "–")
    notes = " ".join(table(root, left).notes)
    assert "How to read the difference" in notes
    assert "anna (tool), with ben" in notes and "nothing was left, or nothing was changed" in notes


def test_stages_references_and_tests(root):
    stages = rows(root, "Agreement at each stage")
    assert (
        stages["from scratch: anna, ben"][2] == ".333"
        and stages["after review: anna2, ben2"][2] == "1.000"
    )
    given = rows(root, "What a reference made from an anchor gives away")
    assert given["error reduction: tool, on tool_gold instead of truth"][1:3] == ("1.000", "1.000")
    tests = {row[:2]: row[2:] for row in table(root, "McNemar's test").rows}
    assert tests["anna, ben / anna2, ben2", "LAS"][:4] == ("0", "24", "24.00", "<.001")


def test_judges_have_a_row_for_each_figure_and_its_test(root):
    starts = [sentence * len("ROOT a b c ,\n") + len("ROOT a b ") for sentence in range(12)]
    lines = [
        f"doc,{start},{start + 1},j,{'truth' if place else 'tool_gold'}"
        for place, start in enumerate(starts)
    ]
    (root / "judges.csv").write_text(
        "document,start,end,judge,preferred\n" + "\n".join(lines) + "\n"
    )
    (root / "iaa.conf").write_text(CONF + "judges = judges.csv\n")
    shown = rows(root, "What judges prefer")
    # c hangs on b in tool_gold and on a in truth; 11 of 12 for truth: z = (11/12 - 1/2) /
    # sqrt(1/4/12).
    assert shown["preference: tool_gold, truth"][1:3] == (".917", ".917")
    assert (
        shown["preference z: tool_gold, truth"][2] == "2.89"
        and shown["preference p: tool_gold, truth"][2] == ".004"
    )


def test_the_command(root, capsys):
    assert main(["anchoring", str(root), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["anchors"] == ["tool", "other"] and told["problems"] == []
    assert {score["layer"] for score in told["scores"]} == {"anchoring"}
    assert main(["anchoring", str(root)]) == 0
    assert "Agreement at each stage" in capsys.readouterr().out
    (root / "iaa.conf").write_text("[project]\nannotators = anna, ben\n")
    assert main(["anchoring", str(root)]) == 2
    assert "no output of a tool is named" in capsys.readouterr().err


@pytest.mark.system
def test_the_page_is_for_managers_and_reads_the_judges_table_anew(tmp_path):
    access = "[access]\nmanagers = lead\nreveal = all\nguests = all\n"
    root = made(tmp_path / "data" / "p", f"{CONF}judges = judges.csv\n{access}", **ALL)
    lead, judges = Lead(root.parent), root / "judges.csv"
    judges.write_text("document\n")
    assert 'href="/p/-/anchoring"' in lead.get("manage")
    shown = plain(lead.get("anchoring"))
    assert "Agreement at each stage" in shown and "lacks the columns" in shown
    judges.unlink()
    assert "cannot be read" in plain(lead.get("anchoring"))
    assert lead.twin("anchoring")["problems"]
    for login in ("anna", "zoe", ""):
        for query in ("", "?format=json", "?format=csv"):
            answer = lead.client.get(f"/p/-/anchoring{query}", headers=as_login(login))
            assert answer.status_code == 403 and "other_gold" not in answer.text


def test_a_table_of_judges_outside_of_what_the_viewer_reads_is_not_read(tmp_path):
    root = made(tmp_path / "p", CONF + "judges = judges.csv\n", **ALL)
    sight = ReadableSight(whole=False, readable=frozenset(("anna", "ben")))
    assert sight.settings(load(root)).anchoring.judges is None
