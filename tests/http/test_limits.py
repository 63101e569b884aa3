"""What a request may hold and how long its client may keep others waiting, without a server."""

from types import SimpleNamespace

import pytest

from brat_iaa.http import limits
from brat_iaa.http.limits import FIELDS, HungUp, form_refusal


@pytest.mark.parametrize("sign", [b"&", b";"])
def test_fields_are_counted_however_they_are_parted(sign):
    assert form_refusal("", sign.join([b"a=1"] * FIELDS)) is None
    assert form_refusal("", sign.join([b"a=1"] * (FIELDS + 1)))[0] == 413


@pytest.mark.parametrize(
    "content_type, status",
    [
        ("", None),
        ("application/x-www-form-urlencoded", None),
        ("Application/X-WWW-Form-Urlencoded ; charset=utf-8", None),
        ("application/json", 415),
        ("multipart/form-data; boundary=x", 415),
    ],
)
def test_forms_only(content_type, status):
    refusal = form_refusal(content_type, b"a=1")
    assert (refusal and refusal[0]) == status


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
