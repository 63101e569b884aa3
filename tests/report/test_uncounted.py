"""Lines that could not be read stand beside each figure that does not know of them."""

import json

import pytest

from brat_iaa.cli import main
from brat_iaa.report.notes import bounds
from brat_iaa.study import Study

TEXT = "Add one spoon of salt, then take off anhydrous water.\n"
ANNA = ("spoon", "salt", "take", "water")


def span(number, words, type="Thing"):
    start = TEXT.index(words)
    return f"T{number}\t{type} {start} {start + len(words)}\t{words}\n"


def put(root, name, content, document="doc"):
    (root / name).mkdir(exist_ok=True, parents=True)
    (root / name / f"{document}.txt").write_text(TEXT)
    (root / name / f"{document}.ann").write_text(content)


@pytest.fixture
def two(tmp_path):
    """Of ben's four spans two can be read, both as anna's; a relation hangs in the air."""
    put(tmp_path, "anna", "".join(span(n, words) for n, words in enumerate(ANNA, 1)))
    unread = "T3 Thing 33 36 off\nT4\tThing 937 52\tanhydrous water\n"
    put(tmp_path, "ben", span(1, "spoon") + span(2, "salt") + unread + "R1\tx Arg1:T1 Arg2:T9\t\n")
    return tmp_path


def printed(capsys, *arguments):
    """(exit code, what a command prints, on one line)"""
    code = main([*map(str, arguments)])
    out, err = capsys.readouterr()
    return code, " ".join((out + err).split())


@pytest.mark.parametrize("names", [("anna", "ben"), ("ben", "anna")], ids=str)
def test_lines_agree_at_most_with_what_the_other_has_left(tmp_path, names):
    """In the same document; lines of both agree with each other."""
    whole, lost = span(1, "spoon") + span(2, "salt"), "T3 Thing 33 36 off\nT4 Thing 37 52 water\n"
    first, second = names
    put(tmp_path, first, whole)
    put(tmp_path, second, whole + lost)
    put(tmp_path, first, whole + span(3, "take", "Food"), "more")
    put(tmp_path, second, whole, "more")
    found = Study(tmp_path).agreement()
    (layer,) = found.score_indexes
    # 2 m / (a + b) = 8 / 9 of what can be read, and two more of one side in doc.
    assert bounds(layer, "exact", found.uncounted) == pytest.approx((8 / 11, 8 / 11))
    put(tmp_path, second, whole + lost[: lost.index("T4")], "more")
    found = Study(tmp_path).agreement()
    assert bounds(found.score_indexes[0], "exact", found.uncounted) == pytest.approx(
        (8 / 12, 10 / 12)
    )
    put(tmp_path, first, whole + lost[: lost.index("T4")])
    found = Study(tmp_path).agreement()
    assert bounds(found.score_indexes[0], "exact", found.uncounted) == pytest.approx(
        (8 / 13, 12 / 13)
    )


def test_the_range_of_relations_and_events(tmp_path, capsys):
    words = "".join(span(number, word) for number, word in enumerate(ANNA, 1))
    drawn = "R1\tx Arg1:T1 Arg2:T2\nR2\tx Arg1:T2 Arg2:T3\nE1\tThing:T3 A:T1\nE2\tThing:T4 A:T2\n"
    put(tmp_path, "anna", words + drawn)
    put(tmp_path, "ben", words + drawn.replace("\tx Arg1:T2", " x Arg1:T2").replace("E2\t", "E2 "))
    (tmp_path / "iaa.conf").write_text("[layer entity-relations]\n[layer events]\n")
    _, text = printed(capsys, "report", tmp_path)
    # 2 m / (a + b) = 2 / 3 of what can be read; one more of ben is 2 / 4 or 4 / 4.
    assert "if all did that can: F1, exact: .500 to 1.000; F1, overlapping: .500 to 1.000." in text
    assert text.count("F1, exact: .500 to 1.000") == 2


def test_each_figure_knows_its_number_and_its_signature(two, capsys):
    assert main(["report", str(two), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {row["uncounted"] for row in told["scores"]} == {2}
    assert all("|uncounted:2|" in row["signature"] for row in told["scores"])
    assert [{**lines, "why": ""} for lines in told["uncounted"]] == [
        {
            "layer": "spans", "annotator": "ben", "document": "doc", "kind": "T", "lines": [line],
            "code": code, "why": "",
        }
        for line, code in ((3, "malformed-line"), (4, "offsets"))
    ]  # fmt: skip


def test_strict_fails_on_anything_that_is_in_no_figure(two, capsys):
    floor = ("check", two, "--min", "spans/f1:exact=0.5")
    assert printed(capsys, *floor)[0] == 0
    code, text = printed(capsys, *floor, "--strict")
    assert code == 1 and "BELOW strict: something that annotators wrote is in no figure" in text
    put(two, "ben", span(1, "spoon") + span(2, "salt", "Food"))
    assert printed(capsys, *floor, "--strict")[0] == 1, "the figure is lower now"
    assert "strict" not in printed(capsys, *floor, "--strict")[1]
    put(two, "ben", "".join(span(n, words) for n, words in enumerate(ANNA[:3], 1)))
    put(two, "ben", "", "opened")
    assert printed(capsys, *floor, "--strict")[0] == 0, "who has not begun has written nothing"
    put(two, "anna", span(1, "salt"), "opened")
    code, text = printed(capsys, *floor, "--strict")
    assert code == 1 and "or empty files are not counted" in text
    assert printed(capsys, *floor, "--strict", "--empty", "nothing")[0] == 0
    put(two, "ben", "#1\tAnnotatorNotes T1\tnothing\n", "opened")
    assert printed(capsys, *floor, "--strict")[0] == 0
    put(two, "anna", span(1, "salt"), "other")
    put(two, "ben", span(1, "salt"), "other")
    (two / "ben/other.txt").write_text("Another text.")
    assert printed(capsys, *floor, "--strict")[0] == 1


@pytest.mark.parametrize(
    "line, kinds",
    [
        ("A1\tNegated T9", {"negated"}),
        ("A1\tOther T9", {"other"}),
        ("A1\tThird T9", set()),
        ("A1\tNegated", {"negated", "other"}),
        ("A1\tNegated T1\nA1\tOther T1", {"other"}),
        ("T9\tThing 5", {"spans", "negated", "other", "links"}),
        ("R1\tx Arg1:T1 Arg2:T9", {"links"}),
        ("N1\tReference T9 a:b", set()),
        ("#1\tAnnotatorNotes T9\tx", set()),
        ("?", {"spans", "negated", "other", "links"}),
    ],
)
def test_a_line_is_missed_by_the_layers_that_would_read_it(line, kinds, tmp_path):
    (tmp_path / "iaa.conf").write_text(
        "[layer spans]\nkind = labels\nvalue = type\n[layer negated]\nkind = labels\n"
        "value = attribute:Negated\n[layer other]\nkind = labels\nvalue = attribute:Other\n"
        "[layer links]\nkind = entity-relations\n"
    )
    put(tmp_path, "anna", span(1, "spoon") + span(2, "salt") + "R1\tx Arg1:T1 Arg2:T2\t\n")
    put(tmp_path, "ben", span(1, "spoon") + span(2, "take") + line + "\n")
    agreement = Study(tmp_path).agreement()
    assert {lines.layer for lines in agreement.uncounted} == kinds
    assert {score.layer for score in agreement.scores if score.uncounted} == kinds


def test_a_file_of_which_nothing_can_be_read_is_not_one_that_was_not_begun(tmp_path, capsys):
    for name in ("anna", "ben"):
        put(tmp_path, name, span(1, "spoon") + span(2, "salt"))
    put(tmp_path, "anna", span(1, "spoon") + span(2, "salt", "Food"), "lost")
    put(tmp_path, "ben", (span(1, "spoon") + span(2, "salt")).replace("\t", " "), "lost")
    (tmp_path / "iaa.conf").write_text("[layer spans]\nkind = labels\nvalue = type\n")
    agreement = Study(tmp_path).agreement()
    (left_out,) = agreement.excluded
    assert left_out.reason.startswith(
        "no span in it: none of its 2 lines could be read. Line 1: Found "
        '"T1 Thing 8 13 spoon", expected T1→Type 0 4→text'
    )
    overall = agreement.score_indexes[0].overall["f1", "exact"]
    assert (overall.value, overall.uncounted) == (1.0, 2)
