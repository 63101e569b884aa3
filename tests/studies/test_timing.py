"""Minutes from brat's annotation log, worked out by hand: whose they are, where they go, and beside
disagreement.
"""

from datetime import datetime

import pytest
from annotation_logs import arc, log_line, opened
from small_projects import agreement, put
from studied import report_of

from brat_iaa.errors import ConfigError
from brat_iaa.studies.timing import read_log, time_of_project

WORDS = "a b / c d e"
MARKS = "0>1:x 1>2:y / 0>1:x 1>2:y 1>3:z"
# Written by brat while somebody annotated in a browser.
BROWSER = """\
2026-11-21 10:01:13,483\tann1\t/t/\td1x\tSTART\tgetDocument\t
2026-11-21 10:01:19,025\tann1\t/t/\td1x\tSTART\tspanSelected\t
2026-11-21 10:01:21,391\tann1\t/t/\td1x\tFINISH\tcreateSpan\t[[58,66]]\tTok\t{}\t[]\tNone\tNone
2026-11-21 10:01:25,708\tann1\t/t/\td1x\tSTART\tcreateSpan\t[[45,49]]\tOrg\t{}\t[]\tT6\thello note
"""


@pytest.fixture
def project(tmp_path):
    for document in ("d1", "d2", "d3"):
        put(tmp_path / "p", "anna", document, WORDS, MARKS)
        put(tmp_path / "p", "ben", document, WORDS, MARKS.replace("z", "zz"))
    return tmp_path / "p"


def time_of(project, lines, **settings):
    log = project.parent / "annotation.log"
    log.write_text("".join(lines), "utf-8")
    return time_of_project(agreement(project), project, log=log, **settings)


def test_what_is_said_of_a_log(project):
    """anna has 3 and 1.5 minutes on d1 and d2 (two sentences each), ben a pause of an hour on d1,
    which is one of 100 seconds; lead visits.
    """
    lines = [
        "rubbish\n", opened("10:00:00", "anna", "p/anna", "d1"), arc("10:01:30", "anna", "p/anna", "d1", "T1"),
        arc("10:03:00", "anna", "p/anna", "d1", "T4"), opened("10:03:00", "anna", "p/anna", "d2"),
        log_line("10:04:30", "anna", "p/anna", "d2", "arcSelected", ""), opened("10:00:00", "ben", "p/ben", "d1"),
        arc("11:00:00", "ben", "p/ben", "d1", "T1"), opened("10:00:00", "lead", "p/anna", "d1"),
        arc("10:00:30", "lead", "p/anna", "d1", "T1", state="START"),
    ]  # fmt: skip
    log = project.parent / "annotation.log"
    log.write_text("".join(lines), "utf-8")
    report = report_of("timing", project, log=str(log), idle="100")
    annotators, documents = report.tables
    assert "/p/" in report.said[0] and "2026-11-21 10:00 to 2026-11-21 11:00" in report.said[0]
    assert "A pause of more than 100 s counts as 100 s (1 pause here)." in report.said[1]
    assert report.said[2] == "Lines of the log that are no records, left out: 1."
    assert annotators.rows == (
        ("anna", "2", "4.5", "2.2", "1.5", "3.0", "1.12"), ("ben", "1", "1.7", "1.7", "1.7", "1.7", "0.83"),
    )  # fmt: skip
    notes = " ".join(annotators.notes)
    assert "no time in the log: anna d3, ben d2, ben d3." in notes
    assert documents.rows == (
        ("d1", "3.0", "1.7", "2.3", "5", "1", ".800"), ("d2", "1.5", "–", "1.5", "5", "1", ".800"),
    )  # fmt: skip
    assert [(row["annotator"], row["document"], row["minutes"]) for row in report.rows.dicts()] == [
        ("anna", "d1", 3), ("anna", "d2", 1.5), ("ben", "d1", pytest.approx(100 / 60)),
    ]  # fmt: skip


def test_a_log_from_a_browser(tmp_path):
    """What follows a note belongs to it; lines that are no records are told by their numbers."""
    log = tmp_path / "annotation.log"
    log.write_text(BROWSER + "second line\n\n# third\tline\n" + BROWSER)
    records, unread = read_log(log)
    assert len(records) == 8 and unread == []
    moment = datetime(2026, 11, 21, 10, 1, 13, 483000)
    assert records[0] == (moment, "ann1", "/t/", "d1x", False, "getDocument")
    assert records[2].finished and records[2].action == "createSpan"
    log.write_bytes(b"\n" + BROWSER.replace("ann1", "ren\xe9").encode("latin-1"))
    assert len(read_log(log)[0]) == 4
    log.write_text("")
    assert read_log(log) == ([], [])
    with pytest.raises(ConfigError, match="nowhere.log cannot be read: no such file.*--log"):
        read_log(tmp_path / "nowhere.log")


def test_a_pause_is_cut_and_belongs_to_the_document_that_was_open(project):
    lines = [
        opened("10:00:00", "anna", "p/anna", "d1"),
        arc("10:01:00", "anna", "p/anna", "d1", "T1"),
        opened("10:01:30", "anna", "p/anna", "d2"),
        arc("10:02:00", "anna", "p/anna", "d2", "T1"),
        # Lunch; then d2 once more, and something else.
        arc("13:02:00", "anna", "p/anna", "d2", "T1"),
        opened("13:02:10", "anna", "q", "x"),
        opened("13:02:50", "anna", "p/anna", "d1"),
    ]
    time = time_of(project, lines)
    assert time.seconds == {("anna", "d1"): 60 + 30, ("anna", "d2"): 30 + 120 + 10}
    assert (time.cut, time.idle) == (1, 120)
    shorter = time_of(project, lines, idle=45).seconds
    assert shorter == {("anna", "d1"): 45 + 30, ("anna", "d2"): 30 + 45 + 10}
    # A pause elsewhere says nothing about this project.
    away = [opened("15:00:00", "anna", "q", "y"), opened("15:00:05", "anna", "p/anna", "d1")]
    assert time_of(project, [*lines[:6], *away]) == time._replace(
        last=datetime(2026, 11, 21, 15, 0, 5)
    )


def test_users_do_not_mix_and_visits_do_not_count(project):
    """Nobody who is not logged in is an annotator, and a login may have another name."""
    put(project, "anonymous", "d1", WORDS, MARKS)
    (project / "iaa.conf").write_text("[project]\n[access]\nlogins = bb: ben\n")
    lines = [
        opened("10:00:00", "anna", "p/anna", "d1"), opened("10:00:01", "bb", "p/ben", "d1"),
        opened("10:00:02", "lead", "p/anna", "d1"), opened("10:00:03", "anonymous", "p/anonymous", "d1"),
        arc("10:00:12", "lead", "p/anna", "d1", "T1"), arc("10:00:13", "anonymous", "p/anonymous", "d1", "T1"),
        arc("10:00:20", "anna", "p/anna", "d1", "T1"), arc("10:00:31", "bb", "p/ben", "d1", "T1"),
        opened("10:00:40", "anna", "p/ben", "d1"), arc("10:00:47", "anna", "p/ben", "d1", "T1"),
    ]  # fmt: skip
    time = time_of(project, lines)
    assert time.seconds == {("anna", "d1"): 20 + 20, ("ben", "d1"): 30}
