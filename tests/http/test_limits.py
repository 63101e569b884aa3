"""What a request may hold and how long its client may keep others waiting, without a server."""

from types import SimpleNamespace

import pytest

from brat_iaa.http import limits
from brat_iaa.http.limits import HungUp


def test_who_sends_much_at_once_may_not_be_silent_for_longer_afterwards():
    waits = []
    connection = SimpleNamespace(gettimeout=lambda: None, settimeout=waits.append)
    raw = SimpleNamespace(readinto=lambda buffer: len(buffer))
    arriving = limits._Arriving(raw, connection)
    for _ in range(3):
        arriving.readinto(bytearray(100 * limits.PER_SECOND))
    assert [wait for wait in waits if wait is not None] == [limits.SILENT] * 3


def test_who_sends_too_much_is_hung_up_on():
    connection = SimpleNamespace(gettimeout=lambda: None, settimeout=lambda _: None)
    arriving = limits._Arriving(SimpleNamespace(readinto=lambda _: limits.LONGEST), connection)
    arriving.readinto(bytearray(1))
    arriving.readinto(bytearray(1))
    with pytest.raises(HungUp):
        arriving.readinto(bytearray(1))
