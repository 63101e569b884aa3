"""Which requests come from another site's page; the guard's tests say what follows from it."""

import pytest

from brat_iaa.http.origin import from_elsewhere


@pytest.mark.parametrize(
    "host, origin, elsewhere",
    [
        ("brat.example", "http://brat.example", False), ("brat.example:80", "http://brat.example", False),
        ("brat.example", "https://brat.example:443", False), ("BRAT.example:8001", "http://brat.example:8001", False),
        ("[::1]:8001", "http://[::1]:8001", False), ("brat.example:8001", "http://brat.example", True),
        ("brat.example", "http://example", True), ("brat.example", "http://brat.example.evil.example", True),
        ("brat.example", "null", True), ("brat.example", "", True),
        ("brat.example", "http://brat.example:wrong", True), ("wrong:wrong", "null", True), ("", "http://", True),
    ],
)  # fmt: skip
def test_hosts(host, origin, elsewhere):
    assert from_elsewhere({"HTTP_HOST": host, "HTTP_ORIGIN": origin}) == elsewhere
