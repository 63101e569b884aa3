"""Each of brat's actions is classified by what it does in server_hooks.brat.actions."""

import ast

import pytest
from brat_iaa.server_hooks.brat import actions
from cases import each

from brat_iaa.proxy.guard import Refused, check_method, read_action

AGREEMENT = {"iaaScript", "iaaAgreement", "iaaDisagreements"}
CLASSES = (actions.READING, actions.EDITING, actions.SESSION, actions.OTHER)
BRATS = sorted(frozenset.union(*CLASSES) - AGREEMENT)


def registered(brat_folder):
    """The names in the table of brat's dispatcher."""
    source = (brat_folder / "server" / "src" / "dispatch.py").read_text("utf-8")
    (table,) = (
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and node.targets[0].id == "DISPATCHER"
    )
    return [ast.literal_eval(key) for key in table.keys]


def test_every_action_that_brat_registers_is_in_one_class(brat_folder):
    names = registered(brat_folder)
    assert len(names) > 35
    for name in (*names, *AGREEMENT):
        assert sum(name in each for each in CLASSES) == 1, name
    assert sorted(names) == BRATS


@each("action", [*BRATS, *sorted(AGREEMENT), "anyNewAction"])
def test_links_may_ask_for_reading_actions_only(action):
    request = read_action("GET", "action=" + action, b"")
    check_method(request, "POST")
    if action in actions.READING:
        check_method(request, "GET")
    else:
        with pytest.raises(Refused, match="must be sent by POST"):
            check_method(request, "GET")
