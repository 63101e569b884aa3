"""Errors of all lines of an iaa.conf, and what differs between two texts."""

import pytest

from brat_iaa.config import parse
from brat_iaa.config.changing import changed, differences, errors_in
from brat_iaa.errors import ConfigError

GOOD = "[project]\nname = a\n[access]\nmanagers = lead,\n  ben\n[phase 1]\nreveal = own\n[layer a]\nkind = labels\n"


def lines(text):
    return [error.number for error in errors_in(text)]


@pytest.mark.parametrize(
    "text, numbers",
    [
        ("x = 1\n" + GOOD, [1]),
        (GOOD + "[project]\nunknown = 1\n[access]\n", [10, 12]),
        # The settings of a section that is left out are not blamed.
        (GOOD + "[nonsense]\nunknown = 1\nreveal = x\n", [10]),
        (GOOD.replace("labels", "lables") + "value = typ\n", [9]),
        (GOOD.replace("own", "owm\n  more").replace("name", "nome"), [2, 7]),
        ("[layer a]\n[layer b]\nset = yes\nkind = chains\nvalue = type\n", [1, 3, 5]),
        ("[project]\nphase = 2\ngold_layers = x, y\n[phase 1]\n[layer a]\nkind = labels\n", [2, 3]),
    ],
)
def test_every_wrong_line_is_named_once(text, numbers):
    assert lines(text) == numbers
    with pytest.raises(ConfigError) as caught:
        parse(text, "iaa.conf")
    assert str(caught.value) in [
        f"iaa.conf, line {error.number}: {error.message}" for error in errors_in(text)
    ]


def test_differences_are_settings_and_empty_sections():
    after = changed(GOOD, {"project": {"name": None, "gold": "g"}, "phase 2": {"reveal": "all"}})
    assert differences(GOOD, after) == [
        ["project", "name", "a", None],
        ["project", "gold", None, "g"],
        ["phase 2", "reveal", None, "all"],
    ]
    shorter = GOOD.partition("[phase")[0]
    assert differences(GOOD, shorter + "[phase 2]\n") == [
        ["phase 1", "", "there", "removed"],
        ["layer a", "", "there", "removed"],
        ["phase 2", "", None, "there"],
    ]
    assert differences("x = 1\nbroken\n" + GOOD, GOOD + "# more\n") == []
