"""brat's annotation log: its records, what stands between them, and where it is found."""

from datetime import datetime

import pytest

from brat_iaa.errors import ConfigError
from brat_iaa.studies.timing import find_log, read_log

# Written by brat while somebody annotated in a browser.
SAMPLE = """\
2026-11-21 10:01:13,483\tann1\t/t/\td1x\tSTART\tgetDocument\t
2026-11-21 10:01:19,025\tann1\t/t/\td1x\tSTART\tspanSelected\t
2026-11-21 10:01:21,391\tann1\t/t/\td1x\tFINISH\tcreateSpan\t[[58,66]]\tTok\t{}\t[]\tNone\tNone
2026-11-21 10:01:25,708\tann1\t/t/\td1x\tSTART\tcreateSpan\t[[45,49]]\tOrg\t{}\t[]\tT6\thello note
"""


def read(tmp_path, content):
    path = tmp_path / "annotation.log"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_log(path)


def test_records(tmp_path):
    log = read(tmp_path, SAMPLE)
    assert log.problems == ()
    assert [record.line for record in log.records] == [1, 2, 3, 4]
    first, _, third, last = log.records
    assert first == (
        datetime(2026, 11, 21, 10, 1, 13, 483000),
        "ann1",
        "/t/",
        "d1x",
        False,
        "getDocument",
        ("",),
        1,
    )
    assert third.finished and third.arguments == ("[[58,66]]", "Tok", "{}", "[]", "None", "None")
    assert last.arguments[4:] == ("T6", "hello note")


def test_a_note_of_several_lines(tmp_path):
    log = read(tmp_path, SAMPLE + "second line\n\n# third\tline\n" + SAMPLE)
    assert len(log.records) == 8 and log.problems == ()
    assert log.records[3].arguments[-1] == "hello note\nsecond line\n\n# third\tline"
    assert log.records[4].line == 8


BAD = {
    "no record at all": "no-record",
    "2026-11-21 10:01:13\tann1\t/t/\td\tSTART\tgetDocument\t": "no-record",
    "2026-11-21 10:01:13,483\tann1\t/t/": "cut-record",
    "2026-11-21 10:01:13,483": "cut-record",
    "2026-11-21 10:01:13,483\tann1\t/t/\td\tBEGIN\tgetDocument\t": "unknown-state",
    "2026-11-31 10:01:13,483\tann1\t/t/\td\tSTART\tgetDocument\t": "no-date",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_lines_are_shown_and_the_others_read(tmp_path, line):
    opened = SAMPLE.splitlines(True)[0]
    log = read(tmp_path, opened + line + "\n" + opened)
    assert [(problem.line, problem.code) for problem in log.problems] == [(2, BAD[line])]
    assert len(log.records) == 2


def test_empty_lines_windows_lines_and_other_encodings(tmp_path):
    log = read(tmp_path, b"\n" + SAMPLE.encode().replace(b"\n", b"\r\n"))
    assert len(log.records) == 4 and log.problems == ()
    assert log.records[3].arguments[-1] == "hello note"
    log = read(tmp_path, SAMPLE.replace("ann1", "ren\xe9").encode("latin-1"))
    assert len(log.records) == 4 and {problem.code for problem in log.problems} == {"not-utf8"}


def test_an_empty_log_and_none(tmp_path):
    assert read(tmp_path, "").records == ()
    with pytest.raises(ConfigError, match="nowhere.log cannot be read: no such file.*--log"):
        read_log(tmp_path / "nowhere.log")


def conf(directory, option):
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "tools.conf").write_text(
        f"# logs\n[options]\nTokens\ttokenizer:whitespace\n{option}\n[search]\n"
    )


def test_the_log_of_the_nearest_settings(tmp_path):
    root = tmp_path / "data" / "p"
    conf(tmp_path / "data", "Annotation-log\tlogfile:/var/log/far.log")
    assert str(find_log(root)) == "/var/log/far.log"
    conf(root, "Annotation-log  logfile:/var/log/near.log")
    assert str(find_log(root, ["anna", "ben"])) == "/var/log/near.log"
    conf(root / "anna", "Annotation-log\tlogfile:/var/log/anna.log")
    with pytest.raises(ConfigError, match="several annotation logs: .*anna.log.*near.log.*--log"):
        find_log(root, ["anna", "ben"])


@pytest.mark.parametrize(
    "option, said",
    [
        ("Annotation-log\tlogfile:<NONE>", "has no line for it.*add to .options. of tools.conf"),
        ("", "has no line for it"),
        ("#Annotation-log\tlogfile:/x.log", "has no line for it"),
        ("[search]\nAnnotation-log\tlogfile:/x.log", "has no line for it"),
        ("Annotation-log\tlogfile:/my log.txt", "my log.txt has a blank in it"),
        (
            "Annotation-log\tlogfile:work/x.log",
            "logfile:work/x.log depends on where brat was started",
        ),
    ],
)
def test_no_log(tmp_path, option, said):
    conf(tmp_path, option)
    with pytest.raises(ConfigError, match=said):
        find_log(tmp_path)
