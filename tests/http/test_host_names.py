"""Names by which a server that only this computer reaches may be asked for."""

import pytest

from brat_iaa.http.origin import allowed_hosts, name_in


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_an_address_of_this_computer_has_names(address):
    names = allowed_hosts(address)
    assert {"127.0.0.1", "localhost", "[::1]"} < {*names, "another"} and "evil.example" not in names
    assert name_in("[%s]:80" % address if ":" in address else address) in names


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "", "192.168.1.2", "brat.example.org"])
def test_an_address_that_others_reach_may_have_any(address):
    assert allowed_hosts(address, ["brat.example.org"]) is None


def test_the_name_of_a_server_in_front():
    assert name_in("brat.example.org:443") in allowed_hosts("127.0.0.1", ["Brat.example.ORG"])


@pytest.mark.parametrize(
    "host, name",
    [
        ("127.0.0.1", "127.0.0.1"), ("LOCALHOST:8001", "localhost"), ("[::1]", "[::1]"), ("[::1]:8001", "[::1]"),
        ("127.0.0.1:8001.evil.example", "127.0.0.1:8001.evil.example"), (":80", ":80"), ("", ""),
    ],
)  # fmt: skip
def test_the_name_in_a_host_header(host, name):
    assert name_in(host) == name
