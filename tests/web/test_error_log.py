"""What is wrong with projects, in the server's log."""

from brat_iaa.web.health import Faults


def test_a_fault_is_said_once_until_it_is_mended(caplog):
    faults = Faults()
    for _ in range(2):
        faults.log("p", "one")
    faults.mended("p")
    faults.log("p", "one")
    assert caplog.messages == ["one", "one"]
