"""Output to terminals: encodings, control characters, progress."""

import codecs
import os
import re
import sys

# Replacements for terminals that cannot show characters beyond ASCII.
_PLAIN = {"–": "-", "−": "-", "←": "<-", "“": '"', "”": '"', "’": "'", "…": "...", "\u202f": " "}

# Including bidirectional overrides, which can disguise a line.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def _plain(error):
    """Error handler of codecs: a look-alike, else the character's code; never fails."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    characters = error.object[error.start : error.end]
    return "".join(
        _PLAIN.get(c) or c.encode("ascii", "backslashreplace").decode("ascii") for c in characters
    ), error.end


codecs.register_error("brat_iaa_plain", _plain)


def prepare():
    """Make standard output and error accept all characters; if they are closed, discard output."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="brat_iaa_plain")


def write_for_programs(text):
    """Write to standard output, in UTF-8 if it is a file or a pipe: for JSON, CSV and so on.

    text  a string, or an iterable of its parts
    """
    if hasattr(sys.stdout, "reconfigure") and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", errors="brat_iaa_plain")
    sys.stdout.writelines([text] if isinstance(text, str) else text)


def emphasised():
    """Function of a title that returns it in bold where output is a terminal that shows it; the
    variable NO_COLOR turns that off.
    """
    plain = (
        not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    )
    return str if plain else "\033[1m{}\033[0m".format


def silence(stream):
    """Discard a stream's buffer: its reader is gone, so the flush at exit would fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass  # no real file, nothing to flush


def printable(text: str) -> str:
    """The text as one line without control characters, which a terminal would obey."""
    return _CONTROLS.sub(_shown, text)


def _shown(match):
    code = ord(match.group())
    if match.group() in "\n\r\t":
        return " "
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


class ProgressLine:
    """A progress line on standard error, if it is a terminal. A context: at its end the line is
    cleared, and no more progress is shown.
    """

    def __init__(self):
        self._watched = sys.stderr.isatty()
        self._shown = False

    def __call__(self, what, done, total):
        if self._watched:
            self._shown = True
            print(f"\r\033[K{what}: {done} of {total}", end="", file=sys.stderr, flush=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self._watched = self._shown = False
