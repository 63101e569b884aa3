"""Names of types as brat can store them, and back: nsubj:pass is nsubj_colon_pass.

brat's own converter of CoNLL files writes the characters that it knows in this way; the others are
written as their code points.
"""

import re

_WORDS = {
    "<": "lt", ">": "gt", "+": "plus", "?": "question", "&": "amp", ":": "colon", ".": "period",
    "!": "exclamation",
}  # fmt: skip
_SIGNS = {word: sign for sign, word in _WORDS.items()}
_CODED = re.compile(rf"_({'|'.join(_SIGNS)}|u[0-9a-f]{{2,6}})_")
_NO_NAME = "[^A-Za-z0-9_-]"
# What ends a value in annotation.conf, or a word in an .ann.
_NO_VALUE = r"[\s|,<>&]"


def for_brat(name: str) -> str:
    """A name of letters, digits, - and _ from which decoded() gets the name."""
    return _coded(name, _NO_NAME)


def value_for_brat(value: str) -> str:
    """The same of a value of an attribute, which may hold other characters, too."""
    return _coded(value, _NO_VALUE)


def _coded(name, signs):
    coded = re.sub(signs, _code, name)
    # Where a name looks like a code already, each _ in it becomes one.
    return coded if decoded(coded) == name else re.sub(f"{signs}|_", _code, name)


def _code(match):
    return f"_{_WORDS.get(match[0]) or f'u{ord(match[0]):02x}'}_"


def decoded(name: str) -> str:
    """What a name of for_brat() or value_for_brat() stands for."""
    return _CODED.sub(lambda match: _SIGNS.get(match[1]) or chr(int(match[1][1:], 16)), name)
