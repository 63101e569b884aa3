"""What is refused in front of brat, before brat is asked."""

import pytest
from werkzeug.test import Client

from brat_iaa.proxy.app import create_proxy


@pytest.fixture
def client(tmp_path):
    def pages(environ, start_response):
        start_response("200 OK", [])
        return [b"pages"]

    # Nothing listens there.
    return Client(create_proxy("http://127.0.0.1:9/brat/", pages, tmp_path / "brat.js"))


@pytest.mark.parametrize(
    "method, path, status",
    [
        ("PUT", "/index.xhtml", 405),
        ("DELETE", "/index.xhtml", 405),
        ("PROPFIND", "/ajax.cgi", 405),
        ("POST", "/index.xhtml", 405),
        ("GET", "/index.xhtml", 502),
        ("HEAD", "/index.xhtml", 502),
    ],
)
def test_what_brat_takes(client, method, path, status):
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert f"brat takes no {method} here" in answer.text or status == 502
