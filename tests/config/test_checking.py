"""The first error of an iaa.conf, and what differs between two texts."""

import pytest

from brat_iaa.config import parse
from brat_iaa.config.changing import changed, differences, errors_in
from brat_iaa.errors import ConfigError

GOOD = "[project]\nname = a\n[access]\nmanagers = lead,\n  ben\n[phase 1]\nreveal = own\n[layer a]\nkind = labels\n"


@pytest.mark.parametrize(
    "text, number",
    [
        ("x = 1\n" + GOOD, 1), (GOOD + "[project]\nunknown = 1\n[access]\n", 10),
        (GOOD.replace("labels", "lables") + "value = typ\n", 9), (GOOD.replace("own", "owm\n  more"), 7),
        ("[project]\nphase = 2\n[phase 1]\n", 2),
    ],
)  # fmt: skip
def test_the_first_wrong_line_is_named(text, number):
    with pytest.raises(ConfigError) as caught:
        parse(text, "iaa.conf")
    (error,) = errors_in(text)
    assert (error.number, error.text) == (number, text.split("\n")[number - 1].strip())
    assert str(caught.value) == f"iaa.conf, line {number}: {error.message}"


def test_differences_are_settings_and_empty_sections():
    after = changed(GOOD, {"project": {"name": None, "gold": "g"}, "phase 2": {"reveal": "all"}})
    assert differences(GOOD, after) == [
        ["project", "name", "a", None], ["project", "gold", None, "g"], ["phase 2", "reveal", None, "all"],
    ]  # fmt: skip
    shorter = GOOD.partition("[phase")[0]
    assert differences(GOOD, shorter + "[phase 2]\n") == [
        ["phase 1", "", "there", "removed"], ["layer a", "", "there", "removed"], ["phase 2", "", None, "there"],
    ]  # fmt: skip
    assert differences("x = 1\nbroken\n" + GOOD, GOOD + "# more\n") == []
