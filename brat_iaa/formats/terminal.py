"""How results and talk reach the user: encodings, control characters, progress."""

import codecs
import os
import re
import sys

# What reports use beyond ASCII, for terminals that cannot show it.
_PLAIN = {"–": "-", "−": "-", "←": "<-", "“": '"', "”": '"', "’": "'", "…": "...", "\u202f": " "}

# Also the bidirectional overrides: they make a line read as another.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def _plain(error):
    """Error handler of codecs: a look-alike, else the character's code. Never an exception."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    return "".join(
        _PLAIN.get(c) or c.encode("ascii", "backslashreplace").decode("ascii") for c in found
    ), error.end


codecs.register_error("brat_iaa_plain", _plain)


def prepare():
    """Let standard output and error take any character, whatever their encoding; closed ones
    swallow it.
    """
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="brat_iaa_plain")


def write_for_programs(text):
    """Write to standard output, in UTF-8 if it is a file or a pipe, as JSON, CSV, Markdown and
    LaTeX expect it.
    """
    if hasattr(sys.stdout, "reconfigure") and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", errors="brat_iaa_plain")
    sys.stdout.write(text)


def silence(stream):
    """Throw away what a stream still holds: its reader has gone, and the flush at exit would fail
    again.
    """
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass  # no real file, nothing to flush


def printable(text):
    """One line without control characters: texts and labels come from many hands, and a terminal
    obeys them.
    """
    return _CONTROLS.sub(_shown, text)


def _shown(found):
    code = ord(found.group())
    if found.group() in "\n\r\t":
        return " "
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


class Progress:
    """A line on standard error that says how far the work is; only where a terminal watches."""

    def __init__(self):
        self._watched = sys.stderr.isatty()
        self._shown = False

    def __call__(self, what, done, total):
        if self._watched:
            self._shown = True
            print(f"\r\033[K{what}: {done} of {total}", end="", file=sys.stderr, flush=True)

    def finish(self):
        """Wipe the line, and show no other one."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self._watched = self._shown = False
