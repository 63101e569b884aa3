"""What is wrong with projects, in the server's log."""

from brat_iaa.web.health import Faults


def test_a_fault_is_said_once_until_it_is_mended(caplog):
    faults = Faults()
    for _ in range(2):
        faults.log("p", "one")
    faults.mended("p")
    faults.log("p", "one")
    assert caplog.messages == ["one", "one"]


def test_names_in_it_make_no_other_lines(caplog):
    Faults().log("p", "p\n2026-01-01 ERROR forged\u2028x\x1b[2J")
    assert len(caplog.messages[0].splitlines()) == 1 and "\x1b" not in caplog.messages[0]
