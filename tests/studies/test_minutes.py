"""Minutes from a log, worked out by hand; whose they are, where they go, and against
disagreement.
"""

from datetime import datetime

import pytest
from annotation_logs import arc, log_line, opened
from restaurants import LAYERS, make_project
from small_projects import agreement, put, put_raw

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError
from brat_iaa.studies.timing import (
    compared_documents,
    correlations,
    leading_figure,
    time_of_project,
)

# ROOT the cat saw a dog        ROOT it ran away        ROOT end
WORDS = "the cat saw a dog / it ran away / end"
MARKS = "2>1:det 3>2:subj 0>3:root 5>4:det 3>5:obj / 2>1:subj 0>2:root 2>3:adv / 0>1:root"
OTHER = "2>1:det 3>2:subj 0>3:root 5>4:det 3>5:iobj / 2>1:subj 0>2:root 2>3:adv / 0>1:root"


@pytest.fixture
def project(tmp_path):
    for document in ("d1", "d2"):
        put(tmp_path / "p", "anna", document, WORDS, MARKS)
        put(tmp_path / "p", "ben", document, WORDS, OTHER)
    return tmp_path / "p"


def time_of(project, lines, **settings):
    log = project.parent / "annotation.log"
    log.write_text("".join(lines), "utf-8")
    return time_of_project(agreement(project), project, log=log, **settings)


def seconds(time):
    return {(one.annotator, one.document): one.seconds for one in time.documents}


BROWSER = """\
2026-11-21 10:01:13,483\tann1\t/t/\td1x\tSTART\tgetDocument\t
2026-11-21 10:01:19,025\tann1\t/t/\td1x\tSTART\tspanSelected\t
2026-11-21 10:01:21,391\tann1\t/t/\td1x\tFINISH\tcreateSpan\t[[58,66]]\tTok\t{}\t[]\tNone\tNone
2026-11-21 10:01:23,682\tann1\t/t/\td1x\tSTART\tspanEditSelected\t
2026-11-21 10:01:25,708\tann1\t/t/\td1x\tSTART\tcreateSpan\t[[45,49]]\tOrg\t{}\t[]\tT6\thello note
2026-11-21 10:01:28,518\tann1\t/t/\td1x\tSTART\tarcSelected\t
2026-11-21 10:01:30,595\tann1\t/t/\td1x\tFINISH\tcreateArc\tT1\tT6\tWorks-for\tNone\tNone\tNone\tNone
2026-11-21 10:01:32,859\tann1\t/t/\td1x\tSTART\tarcEditSelected\t
"""


def test_a_log_from_a_browser_by_hand(tmp_path):
    """Somebody whose login is not the directory's name, in a project that is all of brat's data."""
    text = "Someone works for " + "x" * 25 + "\n" + "Acme in a day\n" + "overtime\n"
    assert (text[44:48], text[58:66]) == ("Acme", "overtime")
    for name in ("t", "u"):
        ann = "T1\tPer 0 7\tSomeone\nT6\tOrg 44 48\tAcme\nR1\tWorks-for Arg1:T1 Arg2:T6\t\n"
        put_raw(tmp_path / "p", name, "d1x", text, ann)
    (tmp_path / "p" / "iaa.conf").write_text("[project]\n[access]\nlogins = ann1: t\n")
    time = time_of(tmp_path / "p", [BROWSER.replace("[[45,49]]", "[[44,48]]")], collection="/")
    (own,) = time.documents
    # 5.542 + 2.366 + 2.291 + 2.026 + 2.810 + 2.077 + 2.264
    assert own.annotator == "t" and own.seconds == pytest.approx(19.376)
    # From opening to the span in sentence 3; to the span in 2; to the arc from Someone in 1; 2.264
    # after it.
    assert own.by_sentence == pytest.approx({1: 2.810 + 2.077, 2: 2.291 + 2.026, 3: 5.542 + 2.366})
    assert (own.edits, own.failed, own.sentences) == (2, 1, 3)
    assert (time.first, time.last) == (
        datetime(2026, 11, 21, 10, 1, 13, 483000),
        datetime(2026, 11, 21, 10, 1, 32, 859000),
    )
    assert time.visits == () and time.untimed == (("u", "d1x"),)


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
    assert seconds(time) == {("anna", "d1"): 60 + 30, ("anna", "d2"): 30 + 120 + 10}
    assert (time.cut, time.idle, time.elsewhere) == (1, 120, 1)
    assert seconds(time_of(project, lines, idle=45)) == {
        ("anna", "d1"): 45 + 30,
        ("anna", "d2"): 30 + 45 + 10,
    }
    assert time_of(project, lines, idle=20000).cut == 0
    # A pause elsewhere says nothing about this project.
    away = lines[:6] + [
        opened("15:00:00", "anna", "q", "y"),
        opened("15:00:05", "anna", "p/anna", "d1"),
    ]
    assert time_of(project, away).cut == 1 and seconds(time_of(project, away)) == seconds(time)


def test_a_document_in_a_second_window(project):
    """Work goes on in a window that was opened before: the time up to an edit is where the edit
    is.
    """
    lines = [
        opened("10:00:00", "anna", "p/anna", "d1"),
        opened("10:00:05", "anna", "p/anna", "d2"),
        arc("10:00:25", "anna", "p/anna", "d1", "T1"),
        arc("10:00:35", "anna", "p/anna", "d2", "T1"),
    ]
    assert seconds(time_of(project, lines)) == {("anna", "d1"): 5 + 20, ("anna", "d2"): 10}


def test_users_do_not_mix_and_visits_count_apart(project):
    lines = [
        opened("10:00:00", "anna", "p/anna", "d1"),
        opened("10:00:01", "ben", "p/ben", "d1"),
        opened("10:00:02", "lead", "p/anna", "d1"),
        opened("10:00:03", "anonymous", "p/anna", "d1"),
        arc("10:00:12", "lead", "p/anna", "d1", "T1"),
        arc("10:00:20", "anna", "p/anna", "d1", "T1"),
        arc("10:00:31", "ben", "p/ben", "d1", "T1"),
        opened("10:00:40", "anna", "p/ben", "d1"),
        arc("10:00:47", "anna", "p/ben", "d1", "T1"),
        opened("10:00:50", "lead", "p", "readme"),
        opened("10:00:51", "lead", "p/gold", "d1"),
    ]
    time = time_of(project, lines)
    assert seconds(time) == {("anna", "d1"): 20 + 20, ("ben", "d1"): 30}
    assert [tuple(visit) for visit in time.visits] == [
        ("anna", "ben", 7, 1),
        ("anonymous", "anna", 0, 0),
        ("lead", "", 1, 0),
        ("lead", "anna", 10 + 38, 1),
        ("lead", "gold", 0, 0),
    ]


def test_nobody_who_is_not_logged_in_is_an_annotator(tmp_path):
    for name in ("anna", "anonymous"):
        put(tmp_path / "p", name, "d1", WORDS, MARKS)
    lines = [
        opened("10:00:00", "anonymous", "p/anonymous", "d1"),
        arc("10:00:09", "anonymous", "p/anonymous", "d1", "T1"),
    ]
    time = time_of(tmp_path / "p", lines)
    assert time.documents == () and time.visits[0].seconds == 9


def test_time_in_sentences(project):
    """ROOT tokens are T1, T7 and T11; sentence 2 begins at character 23."""
    lines = [
        opened("10:00:00", "anna", "p/anna", "d1"),
        arc("10:00:07", "anna", "p/anna", "d1", "T8"),  # sentence 2
        log_line("10:00:10", "anna", "p/anna", "d1", "arcSelected", ""),
        arc("10:00:12", "anna", "p/anna", "d1", "T1", state="START"),  # 1
        arc("10:00:13", "anna", "p/anna", "d1", "T1"),
        log_line(
            "10:00:20", "anna", "p/anna", "d1", "deleteSpan", "T4", state="FINISH"
        ),  # not to be told
        log_line(
            "10:00:24", "anna", "p/anna", "d1", "createSpan", "[[45, 49]]", "W", state="FINISH"
        ),  # 3
        log_line("10:00:29", "anna", "p/anna", "d1", "createSpan", "rubbish", "W", state="FINISH"),
        arc("10:00:34", "anna", "p/anna", "d1", "T99"),  # no such id any more
        opened("10:00:41", "anna", "p/anna", "d1"),  # reading is not an edit
        log_line(
            "10:00:43", "anna", "p/anna", "d1", "deleteArc", "T11", "T12", "root", state="FINISH"
        ),  # 3
    ]
    (own,) = time_of(project, lines).documents
    assert own.by_sentence == {1: 5 + 1, 2: 7, 3: 4 + 2} and own.seconds == 43


def test_an_id_that_was_deleted_later_tells_no_sentence(project):
    """brat gives the ids of deleted spans to new ones, which may be anywhere."""
    lines = [
        opened("10:00:00", "anna", "p/anna", "d1"),
        arc("10:00:07", "anna", "p/anna", "d1", "T8"),
        log_line("10:00:08", "lead", "p/anna", "d1", "deleteSpan", "T8", state="FINISH"),
        arc("10:00:10", "anna", "p/anna", "d1", "T8"),
        log_line("10:00:11", "anna", "p/anna", "d2", "deleteSpan", "T8", state="FINISH"),
    ]
    assert time_of(project, lines).documents[0].by_sentence == {2: 3}


def test_edits_that_failed(project):
    lines = [
        opened("10:00:00", "anna", "p/anna", "d1"),
        arc(
            "10:00:01", "anna", "p/anna", "d1", "T1", state="FINISH"
        ),  # its beginning is in an older log
        arc("10:00:02", "anna", "p/anna", "d1", "T1", state="START"),
        arc("10:00:03", "anna", "p/anna", "d1", "T1", state="START"),
        arc("10:00:04", "anna", "p/anna", "d1", "T1", state="FINISH"),
        arc("10:00:05", "anna", "p/anna", "d2", "T1", state="START"),
    ]
    time = time_of(project, lines)
    assert [(one.document, one.edits, one.failed) for one in time.documents] == [
        ("d1", 2, 1),
        ("d2", 0, 1),
    ]


def test_the_end_of_summer_time(project):
    lines = [
        opened("02:59:50", "anna", "p/anna", "d1"),
        arc("02:00:10", "anna", "p/anna", "d1", "T1"),
        arc("02:00:25", "anna", "p/anna", "d1", "T1"),
        # Two processes of one server, a moment apart.
        arc("02:00:24,990", "anna", "p/anna", "d1", "T1"),
        arc("02:00:26", "anna", "p/anna", "d1", "T1"),
    ]
    time = time_of(project, lines)
    assert time.set_back == 1 and seconds(time)["anna", "d1"] == pytest.approx(15 + 1.01)


def test_folders_above_and_below_annotators(tmp_path):
    for name in ("anna", "ben"):
        put(tmp_path / "p" / "week1", name, "d1", WORDS, MARKS)
        (tmp_path / "p" / "week1" / name / "sub").mkdir()
        put(tmp_path / "p" / "week1" / name, "sub", "d2", WORDS, MARKS)
    (tmp_path / "p" / "iaa.conf").write_text(
        "[project]\nlayout = {folder}/{annotator}/{document}\n"
    )
    lines = [
        opened("10:00:00", "anna", "all/p/week1/anna", "d1"),
        opened("10:00:05", "anna", "all/p/week1/anna/sub", "d2"),
        arc("10:00:07", "anna", "all/p/week1/anna/sub", "d2", "T1"),
    ]
    time = time_of(tmp_path / "p", lines, collection="all/p")
    assert seconds(time) == {("anna", "week1/d1"): 5, ("anna", "week1/sub/d2"): 2}
    assert all(one.sentences == 3 for one in time.documents)


def test_what_is_not_given_is_found_out(project):
    log = project.parent / "found.log"
    log.write_text(
        opened("10:00:00", "anna", "p/anna", "d1") + arc("10:00:07", "anna", "p/anna", "d1", "T1")
    )
    (project.parent / "tools.conf").write_text(f"[options]\nAnnotation-log\tlogfile:{log}\n")
    time = time_of_project(agreement(project), project)
    assert (time.log, time.collection, seconds(time)) == (str(log), "/p/", {("anna", "d1"): 7})


def test_idle_is_above_0(project, capsys):
    for idle in ("0", "-1", "nan", "inf"):
        assert main(["study", "timing", str(project), f"--idle={idle}"]) == 2
        assert "expected a number above 0, such as 120" in capsys.readouterr().err


def test_another_collection(project):
    lines = [opened("10:00:00", "anna", "pp/anna", "d1")]
    with pytest.raises(
        ConfigError,
        match="no record of the collection /p/ .*Collections in it: /pp/anna/.*--collection",
    ):
        time_of(project, lines)
    with pytest.raises(ConfigError, match="Collections in it: none at all"):
        time_of(project, [])


def test_time_against_disagreement(tmp_path):
    """Four documents of 2 tokens; ben differs on 0, 1, 2 and 2 of them; d3 and d4 take longest."""
    root = tmp_path / "p"
    for document, marks in (
        ("d1", "0>1:a 1>2:b"),
        ("d2", "0>1:a 1>2:x"),
        ("d3", "0>1:y 1>2:x"),
        ("d4", "0>1:y 1>2:x"),
    ):
        put(root, "anna", document, "one two", "0>1:a 1>2:b")
        put(root, "ben", document, "one two", marks)
    lines = []
    for user, hour, times in (("anna", 10, 1), ("ben", 11, 2)):
        minute = 0
        for document, taken in (("d1", 10), ("d2", 20), ("d3", 30), ("d4", 40)):
            lines.append(opened(f"{hour}:{minute:02}:00", user, f"p/{user}", document))
            lines.append(
                arc(
                    f"{hour}:{minute + times * taken // 60:02}:{times * taken % 60:02}",
                    user,
                    f"p/{user}",
                    document,
                    "T1",
                )
            )
            # Away from the project until the next document.
            lines.append(
                opened(
                    f"{hour}:{minute + times * taken // 60:02}:{times * taken % 60:02}",
                    user,
                    "q",
                    "x",
                )
            )
            minute += 5
    found = agreement(root)
    time = time_of(root, lines)
    compared = compared_documents(found, time, leading_figure(found))
    assert [one.document for one in compared] == ["d4", "d3", "d2", "d1"]
    assert [one.minutes for one in compared] == pytest.approx([1, 0.75, 0.5, 0.25])
    assert [(one.items, one.timed, one.disagreements) for one in compared] == [
        (2, 2, 2),
        (2, 2, 2),
        (2, 2, 1),
        (2, 2, 0),
    ]
    assert [one.figure for one in compared] == [0, 0, 0.5, 1]
    # Ranks 1 2 3 4 and 1 2 3.5 3.5: 4.5 / sqrt(5 * 4.5); LAA the other way round.
    rho = 4.5 / 22.5**0.5
    assert [one.rho for one in correlations(compared)] == pytest.approx([rho, rho, -rho])
    few = correlations(compared[:2])
    assert [(one.rho, one.undefined) for one in few] == [(None, "fewer than 3 to correlate")] * 3


def test_three_annotators_have_more_disagreements_than_two(tmp_path):
    """All differ on everything: 3 pairs on d1, which took longest, 1 on the others; of a pair, none
    has more.
    """
    root = tmp_path / "p"
    for document, names in (("d1", "abc"), ("d2", "ab"), ("d3", "ab")):
        for name in names:
            put(root, name, document, "one two", f"0>1:{name} 1>2:{name}")
    lines = [
        opened(f"10:00:{second}", "a", "p/a", name)
        for second, name in (("00", "d1"), ("30", "d2"), ("50", "d3"), ("59", "d3"))
    ]
    found = agreement(root)
    compared = compared_documents(found, time_of(root, lines), leading_figure(found))
    assert [(one.document, one.pairs, one.disagreements) for one in compared] == [
        ("d1", 3, 2),
        ("d2", 1, 2),
        ("d3", 1, 2),
    ]
    assert [one.of_pairs for one in compared] == [6, 2, 2]
    assert {one.undefined for one in correlations(compared)} == {
        "one of the two is the same for all"
    }


def test_what_is_compared_with_nobody_has_no_part(tmp_path):
    """A gold adds disagreements of its own, and d2 is anna's only; neither is between
    annotators.
    """
    root = tmp_path / "p"
    for name, marks in (("anna", "0>1:a 1>2:b"), ("ben", "0>1:a 1>2:c"), ("gold", "0>1:d 1>2:d")):
        put(root, name, "d1", "one two", marks)
    put(root, "anna", "d2", "one two", "0>1:a")
    (root / "iaa.conf").write_text("[project]\ngold = gold\n")
    lines = [
        opened(f"10:00:0{second}", "anna", "p/anna", document)
        for second, document in ((0, "d1"), (5, "d2"), (9, "d1"))
    ]
    time = time_of(root, lines)
    assert seconds(time) == {("anna", "d1"): 5, ("anna", "d2"): 4}
    assert [one[:6] for one in compared_documents(agreement(root), time)] == [
        ("d1", 5 / 60, 1, 2, 1, 1)
    ]


def test_bad_lines_change_nothing(project):
    good = [
        opened("10:00:00", "anna", "p/anna", "d1"),
        log_line("10:00:07", "anna", "p/anna", "d1", "arcSelected", ""),
    ]
    time = time_of(project, [good[0], "garbage\n", good[1], "2026-11-21 10:00:0"])
    assert seconds(time) == {("anna", "d1"): 7} and len(time.problems) == 2


def test_spans_are_compared_with_their_leading_figure(tmp_path):
    found = agreement(make_project(tmp_path / "p", settings=LAYERS))
    assert leading_figure(found) == ("spans", "f1", "exact", "F1", "span")
