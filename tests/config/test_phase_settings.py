"""Phases in iaa.conf: the current one, and what its section replaces."""

import pytest

from brat_iaa.config.reading import parse as parse_text
from brat_iaa.errors import ConfigError

ACCESS = (
    "[access]\nmanagers = lead\nreveal = own\nothers = named\nguests = all\nlogins = asmith: anna\n"
)
PHASES = (
    "[phase 1 apart]\nreveal = none\n\n[phase 2 revised]\nreveal = own\nothers = "
    "hidden\n[phase 3 met]\nreveal = all\nreview = no\n"
)


def parse(text):
    return parse_text(text, "iaa.conf")


def refused(text):
    with pytest.raises(ConfigError) as caught:
        parse(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "phase, revealed",
    [
        ("", ("own", "named", "yes")), ("1 apart", ("none", "named", "yes")), ("2 revised", ("own", "hidden", "yes")),
        ("  2   revised ", ("own", "hidden", "yes")), ("3 met", ("all", "named", "no")),
    ],
)  # fmt: skip
def test_the_current_phase_replaces_what_it_says(phase, revealed):
    found = parse(f"[project]\nphase = {phase}\n{ACCESS}{PHASES}")
    assert found.phase == " ".join(phase.split())
    assert (found.access.reveal, found.access.others, found.access.review) == revealed
    # All else of [access] stays.
    assert (found.access.managers, found.access.guests) == (("lead",), "all")
    assert found.access.logins == (("asmith", "anna"),)


@pytest.mark.parametrize(
    "text, words",
    [
        (
            "[project]\nphase = 2 revise\n" + PHASES,
            ["line 2", "no section [phase 2 revise]", "Did you mean “2 revised”?", "1 apart, 2 revised, 3 met"],
        ),
        ("[phase 1]\nreveal = ovn\n", ["line 2", "Did you mean “own”?", "none, own, all"]),
        ("[phase 1]\nothers = hide\n", ["line 2", "blinded, named, hidden"]),
        ("[phase 1]\nreview = maybe\n", ["line 2", "yes, no"]),
        (
            "[phase 1]\nguests = all\n",
            ["line 2", "unknown setting “guests” in [phase 1]", "It belongs to [access]."],
        ),
        ("[phase 1]\nmanagers = anna\n", ["unknown setting “managers”"]),
        ("[phase 1]\n[phase  1]\n", ["line 1", "have the same name", "such as [phase 2 revised]"]),
        ("[phase]\nreveal = own\n", ["line 1", "unknown section [phase]", "phase NAME"]),
        ("[access]\nreview = No\n", ["line 2", "yes, no"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(text, words):
    said = refused(text)
    for word in words:
        assert word in said
