"""What brat gets in place of what later Pythons took away."""

import io

import pytest
from brat_iaa.server_hooks.brat import compat


@pytest.mark.parametrize(
    "method, query, body, expected",
    [
        ("GET", "a=1&b=%C3%A4+x&c=&a=2", b"", {"a": ["1", "2"], "b": "ä x"}), ("GET", "", b"a=1", {}),
        ("POST", "", b"a=1&b=%26", {"a": "1", "b": "&"}), ("POST", "a=2", b"a=1", {"a": ["1", "2"]}),
    ],
)  # fmt: skip
def test_fields_of_a_request_as_brat_reads_them(method, query, body, expected, monkeypatch):
    monkeypatch.setenv("REQUEST_METHOD", method)
    monkeypatch.setenv("QUERY_STRING", query)
    monkeypatch.setenv("CONTENT_LENGTH", str(len(body)))
    fields = compat.FieldStorage(fp=io.BytesIO(body + b"of the next request"))
    assert {name: fields.getvalue(name) for name in fields} == expected
    assert fields.getvalue("none") is None
