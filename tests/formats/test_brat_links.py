import pytest
from differences import OneDrawn

from brat_iaa.errors import ConfigError
from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.layers.difference import PairDifference, PlaceItem
from brat_iaa.layers.tokens import Token


def document(links, annotator, name, focus=()):
    return links.file(f"{annotator}/{name}.ann", focus)


def side_by_side(links, left, right, name):
    files = f"{left}/{name}.ann", f"{right}/{name}.ann"
    token = Token(1, ((0, 1),), "", 1, 1, False)
    drawn = OneDrawn(token, (None, None), (left, right), files)
    item = PlaceItem("", name, token.fragments, 1)
    return links.of(PairDifference(item, (left, right), "head", ("", ""), 0, 0, drawn)).both


@pytest.mark.parametrize(
    "base_url, collection, expected",
    [
        ("http://h", "/p/", "http://h/index.xhtml#/p/anna/doc1"),
        ("http://h/", "/p/", "http://h/index.xhtml#/p/anna/doc1"),
        ("https://h:8001/", "p", "https://h:8001/index.xhtml#/p/anna/doc1"),
        ("http://h/index.xhtml", "/p", "http://h/index.xhtml#/p/anna/doc1"),
        ("http://h/index.html", "/p", "http://h/index.xhtml#/p/anna/doc1"),
        ("http://h/diff.xhtml", "/p", "http://h/index.xhtml#/p/anna/doc1"),
        ("http://h/brat", "/p/", "http://h/brat/index.xhtml#/p/anna/doc1"),
        ("http://h/brat/", "/p/", "http://h/brat/index.xhtml#/p/anna/doc1"),
        ("http://h/a/brat/index.xhtml", "/p/", "http://h/a/brat/index.xhtml#/p/anna/doc1"),
        (" http://h/ ", "/p/", "http://h/index.xhtml#/p/anna/doc1"),
        ("HTTP://h/", "/p/", "http://h/index.xhtml#/p/anna/doc1"),
        ("http://[::1]:8001/", "/p/", "http://[::1]:8001/index.xhtml#/p/anna/doc1"),
        ("http://h/?x=1", "/p/", "http://h/index.xhtml#/p/anna/doc1"),
        ("http://h/", None, "http://h/index.xhtml#/anna/doc1"),
        ("http://h/", "/", "http://h/index.xhtml#/anna/doc1"),
        ("http://h/", "", "http://h/index.xhtml#/anna/doc1"),
        ("http://h/brat/#/my/project/", None, "http://h/brat/index.xhtml#/my/project/anna/doc1"),
        ("http://h/brat/#/my/project", None, "http://h/brat/index.xhtml#/my/project/anna/doc1"),
        ("http://h/index.xhtml#/p/?focus=T1", None, "http://h/index.xhtml#/p/anna/doc1"),
        ("http://h/#/my%20project/", None, "http://h/index.xhtml#/my%20project/anna/doc1"),
        ("http://h/#/other/", "/p/", "http://h/index.xhtml#/p/anna/doc1"),
        ("/", "/p/", "/index.xhtml#/p/anna/doc1"),
        ("/brat", "/p/", "/brat/index.xhtml#/p/anna/doc1"),
    ],
)
def test_base_urls_and_collections(base_url, collection, expected):
    assert document(BratLinks(base_url, collection), "anna", "doc1") == expected


@pytest.mark.parametrize(
    "base_url",
    ["", "localhost:8001", "h/brat", "ftp://h/", "file:///brat", "javascript:alert(1)", "http://",
     "http:///brat", "//h/brat", "////h/brat", "http://h:port/", "http://[h/"],
)  # fmt: skip
def test_other_addresses_are_refused(base_url):
    with pytest.raises(ConfigError) as error:
        BratLinks(base_url, "/p/")
    assert repr(base_url) in str(error.value)
    assert "expected one that starts with http:// or https://" in str(error.value)


@pytest.mark.parametrize(
    "name, encoded",
    [
        ("two words", "two%20words"),
        ("Äpfel", "%C3%84pfel"),
        ("文書", "%E6%96%87%E6%9B%B8"),
        ("a,b", "a%2Cb"),
        ("a~b", "a~b"),
        ("a#b", "a%23b"),
        ("a&b", "a%26b"),
        ("a+b", "a%2Bb"),
        ("a'b", "a%27b"),
        ('a"b', "a%22b"),
        ("a<b>", "a%3Cb%3E"),
        ("a;b=c", "a%3Bb%3Dc"),
        ("a[b]", "a%5Bb%5D"),
        ("a\\b", "a%5Cb"),
    ],
)
def test_names_are_encoded_once(name, encoded):
    url = document(BratLinks("http://h/", "/%s/" % name), name, name)
    assert url == "http://h/index.xhtml#/%s/%s/%s" % (encoded, encoded, encoded)


@pytest.mark.parametrize("name", ["why?", "100%", "a%20b", "not utf-8 \udce9"])
@pytest.mark.parametrize("place", ["collection", "annotator", "document"])
def test_names_that_brat_cannot_open_have_no_link(name, place):
    names = {"collection": "/p/", "annotator": "anna", "document": "doc1", place: name}
    links = BratLinks("http://h/", names["collection"])
    assert document(links, names["annotator"], names["document"]) is None
    assert side_by_side(links, names["annotator"], "ben", names["document"]) is None
    assert side_by_side(links, "ben", names["annotator"], names["document"]) is None


@pytest.mark.parametrize("name", ["a,b", "a~b", "a&b"])
def test_side_by_side_cannot_name_some_left_collections(name):
    links = BratLinks("http://h/", "/p/")
    assert side_by_side(links, name, "ben", "doc1") is None
    assert side_by_side(links, "ben", name, "doc1") is not None
    assert side_by_side(BratLinks("http://h/", name), "anna", "ben", "doc1") is None
    assert side_by_side(links, "anna", "ben", name) is not None


def token(index, *fragments, is_root=False):
    return Token(index, fragments, "", 1, index, is_root)
