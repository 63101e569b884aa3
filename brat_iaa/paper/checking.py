"""Whether a printed paragraph or table says what is computed: figure by figure, and the settings.

Authors rephrase, leave out and add. So the words of both texts are aligned, and numbers are
compared where the words around them are the same.
"""

import re
from difflib import SequenceMatcher
from typing import NamedTuple, Optional

from brat_iaa.paper.methods import layers_in, paper

# A word or a number: .911, >.999, 1.000, -.050, 464, RD13.
_TOKEN = re.compile(r">?-?\.?\w[\w.]*\w|>?-?\.?\w")
_NUMBER = re.compile(r">?-?\d*\.?\d+")
# A signature: UAA|masi:RD13|...|v0.2.0. Fields do not begin with a blank, unless a line ends there;
# cells of tables do.
_SIGNATURE = re.compile(
    r"[\w-]+(?:\|(?:\n\s*)?(?!v\d)[^|\s](?:[^|]*[^|\s])?\s*)+\|\s*v\d+(?:\.\w+)*"
)
_FACTS = {
    "snapshot": re.compile(r"snapshot\s+(\d+\s+of\s+\d+-\d+-\d+)"),
    "phase": re.compile(r"phase\s+“([^”]*)”"),
    "fingerprint": re.compile(r"fingerprint\s+(\w+)"),
    "version": re.compile(r"brat-agreement\s+v?(\d+(?:\.\w+)*)"),
}
# Fields of a signature by the names of the facts.
_FIELDS = {"data": "fingerprint"}
# What follows the paragraph and the table: works, whose numbers nobody computes.
_WORKS = "References (BibTeX)"
_BEFORE = 50


class PrintedDifference(NamedTuple):
    """What is printed otherwise than it is computed.

    where     text before the number, or the name of the setting
    printed   "" where nothing is printed
    computed  "" where nothing is computed
    """

    where: str
    printed: str
    computed: str


class Checked(NamedTuple):
    """What became of the numbers of a printed text.

    same         how many are the same to the last digit
    differences  list of PrintedDifference: numbers, settings, phase, snapshot and fingerprint
    unknown      list of PrintedDifference: whole numbers to which nothing computed corresponds
    left_out     how many computed numbers are not printed
    version      version of the program that is printed, None without
    """

    same: int
    differences: list
    unknown: list
    left_out: int
    version: Optional[str]


def snapshot_named(printed: str) -> Optional[int]:
    """Number of the snapshot that a printed text names; None if it names none."""
    named = _FACTS["snapshot"].search(printed)
    return int(named[1].split()[0]) if named else None


def check(printed: str, agreement, snapshot="") -> Checked:
    """Compare a printed paragraph, table or both with what the Agreement gives.

    snapshot  as for methods.paper

    A text about one layer is compared with what there is about this layer, and a paragraph or a
    table alone with that alone. A printed figure, which
    has a point, is a difference where nothing was computed; a whole number may be the authors'.
    """
    layers = [layer.name for layer in layers_in(agreement)]
    computed = []
    for layer in (None, *(layers if len(layers) > 1 else ())):
        paragraph, table, _ = paper(agreement, layer, snapshot)
        computed += [paragraph, table, f"{paragraph}\n{table}"]
    printed = printed.partition(_WORKS)[0]
    return max((_check(printed, text) for text in computed), key=_fit)


def _fit(checked):
    return checked.same - len(checked.differences), -checked.left_out


def _check(printed, computed):
    facts = [*_settings_differing(printed, computed), *_facts_differing(printed, computed)]
    version = _FACTS["version"].search(printed)
    printed, computed = _without_facts(printed), _without_facts(computed)
    same, numbers, unknown, left_out = _numbers_differing(printed, computed)
    return Checked(
        same, numbers + list(dict.fromkeys(facts)), unknown, left_out, version and version[1]
    )


def _numbers_differing(printed, computed):
    """(number of the same, PrintedDifferences, unknown ones, how many are left out)."""
    texts = printed, computed
    tokens = [list(_TOKEN.finditer(text)) for text in texts]
    words = [[_normal(match[0]) for match in matches] for matches in tokens]
    same, differing, unknown, left_out = 0, [], [], 0
    matcher = SequenceMatcher(None, *words, autojunk=False)
    for kind, *bounds in matcher.get_opcodes():
        here, there = (
            [match for match in matches[start:end] if _NUMBER.fullmatch(match[0])]
            for matches, start, end in zip(tokens, bounds[::2], bounds[1::2])
        )
        if kind == "equal":
            same += len(here)
            continue
        differing += [
            PrintedDifference(_before(computed, wanted), number[0], wanted[0])
            for number, wanted in zip(here, there)
        ]
        for more in here[len(there) :]:
            difference = PrintedDifference(_before(printed, more), more[0], "")
            (differing if "." in more[0] else unknown).append(difference)
        left_out += max(len(there) - len(here), 0)
    return same, differing, unknown, left_out


def _normal(token):
    """A token as it is compared: 0.911 is .911."""
    return re.sub(r"^(>?-?)0+\.", r"\1.", token) if _NUMBER.fullmatch(token) else token


def _before(text, match):
    """What stands before a number, in one line."""
    start = max(match.start() - _BEFORE, 0)
    words = text[start : match.start()].split()
    return " ".join(words[1:] if start else words)


def _without_facts(text):
    for pattern in (_SIGNATURE, *_FACTS.values()):
        text = pattern.sub(" ", text)
    return text


def _facts_differing(printed, computed):
    """Yield PrintedDifferences in the facts that both texts name, but the version: others may
    agree.
    """
    for name, pattern in _FACTS.items():
        said, is_so = pattern.search(printed), pattern.search(computed)
        if name != "version" and said and is_so and said[1].split() != is_so[1].split():
            yield PrintedDifference(name, " ".join(said[1].split()), is_so[1])


def _settings_differing(printed, computed):
    """Yield PrintedDifferences in the settings, of the signatures of the same figures."""
    known = [_fields(text) for text in _SIGNATURE.findall(computed)]
    for text in _SIGNATURE.findall(printed):
        said = _fields(text)
        if not known:
            return
        like = max(known, key=lambda fields: _alike(said, fields))
        for name in dict.fromkeys((*like, *said)):
            if _joined(said.get(name)) != _joined(like.get(name)):
                called = _FIELDS.get(name, name)
                yield PrintedDifference(called, said.get(name, ""), like.get(name, ""))


def _joined(value):
    """A value without blanks: a line can end anywhere in it."""
    return "".join((value or "").split())


def _fields(signature):
    """{name: value} of a signature, without the version."""
    measure, *fields = " ".join(signature.split()).split("|")[:-1]
    named = (field.partition(":")[::2] for field in fields)
    values = {_joined(name): value.strip() or "yes" for name, value in named}
    return {"figure": _joined(measure), **values}


def _alike(printed, computed):
    """Whether two signatures are about the same figure, then how many fields they share."""
    return printed["figure"] == computed["figure"], len(printed.items() & computed.items())
