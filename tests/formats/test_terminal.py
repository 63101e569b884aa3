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
        ("utf-8", "“ø” – ← 語".encode()), ("latin-1", b'"\xf8" - <- \\u8a9e'), ("ascii", b'"\\xf8" - <- \\u8a9e'),
    ],
)  # fmt: skip
def test_any_terminal_takes_any_character(monkeypatch, encoding, written):
    stream = Stream(encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    terminal.prepare()
    print("“ø” – ← 語", end="")
    assert stream.bytes == written


def test_a_terminal_is_not_commanded_by_what_annotators_wrote():
    assert terminal.printable("a\x1b[31mb\nc\td\x9b\u202ee") == "a\\x1b[31mb c d\\x9b\\u202ee"
    assert terminal.printable("å “é” 語") == "å “é” 語"
