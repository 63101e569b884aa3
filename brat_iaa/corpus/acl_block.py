"""Our own lines in an acl.conf, between two comment lines; all others stay as they are."""

import re

FIRST = "# brat-agreement: begin. Written on the page Manage; replaced there as a whole."
LAST = "# brat-agreement: end."
_BLOCK = re.compile(
    rb"^# brat-agreement: begin[^\r\n]*\r?\n.*?"
    rb"^# brat-agreement: end\.[ \t]*(?:\r?\n|\Z)(?:\r?\n)?",
    re.DOTALL | re.MULTILINE,
)


def with_block(data, rules):
    """The bytes of an acl.conf with our block, above all other lines: the first rule counts.

    data   of the file; None without one
    rules  text that ends in a newline
    """
    block = f"{FIRST}\n{rules.strip()}\n{LAST}\n".encode()
    # A blank line ends the rules for a login.
    others = without_block(data)
    return block + b"\n" + others if others else block


def without_block(data):
    """The bytes without our block; None if there is nothing else in the file, or no file."""
    if data is None or block_of(data) is None:
        return data
    return _BLOCK.sub(b"", data, count=1) or None


def block_of(data):
    """Our block as text, without the two comment lines; None if there is none."""
    match = _BLOCK.search(data or b"")
    if match is None:
        return None
    return "\n".join(match.group().decode("utf-8", "replace").strip().splitlines()[1:-1]) + "\n"
