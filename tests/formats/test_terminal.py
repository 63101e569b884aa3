import io
import sys

import pytest

from brat_iaa.formats import terminal


class Stream(io.TextIOWrapper):
    def __init__(self, encoding, watched=False):
        super().__init__(io.BytesIO(), encoding=encoding)
        self._watched = watched

    def isatty(self):
        return self._watched

    @property
    def bytes(self):
        self.flush()
        return self.buffer.getvalue()


@pytest.mark.parametrize(
    "encoding, written",
    [
        ("utf-8", "“ø” – ← 語".encode()),
        ("latin-1", b'"\xf8" - <- \\u8a9e'),
        ("ascii", b'"\\xf8" - <- \\u8a9e'),
    ],
)
def test_any_terminal_takes_any_character(monkeypatch, encoding, written):
    stream = Stream(encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    terminal.prepare()
    print("“ø” – ← 語", end="")
    assert stream.bytes == written


def test_names_that_are_not_utf8_are_shown(monkeypatch):
    stream = Stream("utf-8")
    monkeypatch.setattr(sys, "stderr", stream)
    terminal.prepare()
    sys.stderr.write("\udcff")
    assert stream.bytes == b"\\udcff"


def test_closed_streams_swallow(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    terminal.prepare()
    with sys.stdout:
        print("nothing")


@pytest.mark.parametrize("watched, written", [(False, "ø".encode()), (True, b"\xf8")])
def test_files_are_utf8_and_terminals_are_as_they_are(monkeypatch, watched, written):
    stream = Stream("latin-1", watched)
    monkeypatch.setattr(sys, "stdout", stream)
    terminal.write_for_programs("ø")
    assert stream.bytes == written


def test_a_terminal_is_not_commanded_by_what_annotators_wrote():
    assert terminal.printable("a\x1b[31mb\nc\td\x9b\u202ee") == "a\\x1b[31mb c d\\x9b\\u202ee"
    assert terminal.printable("å “é” 語") == "å “é” 語"


def test_progress_is_shown_on_a_terminal_and_wiped(monkeypatch):
    stream = Stream("utf-8", watched=True)
    monkeypatch.setattr(sys, "stderr", stream)
    with terminal.ProgressLine() as progress:
        progress("Comparing documents", 1, 7)
        assert stream.bytes.endswith(b"Comparing documents: 1 of 7")
    assert stream.bytes.endswith(b"\r\033[K")
    size = len(stream.bytes)
    progress("Comparing documents", 2, 7)
    assert len(stream.bytes) == size


def test_progress_is_silent_elsewhere(monkeypatch):
    stream = Stream("utf-8")
    monkeypatch.setattr(sys, "stderr", stream)
    with terminal.ProgressLine() as progress:
        progress("Comparing documents", 1, 7)
    assert stream.bytes == b""
