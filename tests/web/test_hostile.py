"""Names, labels, texts and parameters that want to be more than text; who may ask; headers."""

import re
from urllib.parse import urlsplit

import pytest
from pages_project import addresses, page, write

from brat_iaa.web import create_app

NAMES = [
    "<script>alert(1)", "javascript:alert(1)", "quotes\"'", "50%25", "what?", "a#b", "a&b=c", "new\nline",
]  # fmt: skip


@pytest.fixture
def hostile(tmp_path):
    text = 'ROOT <script>alert("x")</script> & "quote\' javascript:alert(2)'
    for annotator, label in (
        ("<img>", "<script>evil"),
        ("ben", "javascript:alert(3)"),
        ('"onload="x', "\"'x"),
    ):
        for name in NAMES:
            write(tmp_path, annotator, name, ((1, 0, label), (2, 1, label)), text, "<b>pos")
    return create_app(tmp_path, brat_url="http://brat.example/", collection="/<p>/").test_client()


def test_hostile_names_labels_and_texts_stay_text(hostile):
    todo = ["/", "/disagreements"] + [
        f for f in addresses(page(hostile, "/")) if f.startswith("/document/")
    ]
    assert len(todo) == 2 + len(NAMES)
    followed = {""}
    for address in todo:
        text = page(hostile, address)
        assert len(re.findall(r"<script", text)) == 1, address
        assert not re.search(r"<(img|b)\b", text), address
        assert not re.search(r"<[^>]*\son\w+\s*=", re.sub(r'"[^"]*"', '""', text)), address
        assert all(urlsplit(found).scheme in ("", "http") for found in addresses(text)), address
        for found in addresses(text):
            path = found.partition("#")[0]
            if not path.startswith("http:") and path.partition("?")[0] not in followed:
                followed.add(path.partition("?")[0])
                assert hostile.get(path, buffered=True).status_code == 200, found


def test_hostile_parameters_stay_text(client):
    for address in (
        "/document/<script>alert(1)</script>", "/disagreements?kind=<script>", "/disagreements?a=%22%3E%3Cimg%20src=x%3E",
        "/?measure=<script>", "/disagreements?format=<script>", "/disagreements?page=<script>",
        "/document/letters/one?only=<script>", "/document/letters/one?a=<script>",
    ):  # fmt: skip
        response = client.get(address)
        # A name that nothing has leaves an empty list.
        assert (
            response.status_code == 200
            if "?a=" in address and "disagreements" in address
            else response.status_code in (400, 404)
        )
        assert len(re.findall(r"<script|<img", response.text)) == 1


@pytest.mark.parametrize(
    "address", ["/", "/disagreements", "/document/letters/one", "/nothing", "/?format=json"]
)
def test_headers(client, address):
    headers = client.get(address).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", ["/", "/disagreements", "/document/letters/one"])
def test_nothing_inline_and_nothing_from_elsewhere(client, address):
    text = page(client, address)
    assert not re.search(r"\sstyle\s*=|<style|\son\w+\s*=", text)
    assert re.findall(r"<script[^>]*>", text) == ['<script src="/static/pages.js" defer>']
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)
    names = ("pages", "phases", "review", "places", "manage", "adjudicate", "paper")
    assert styles == [f"/static/{name}.css" for name in names]
