"""What acl.conf closes is in no answer: documents, archives, searches."""

import io
import tarfile

import pytest

from brat_iaa.proxy import archive, searches
from brat_iaa.proxy.guard import Action, Rules

ACL = """User-agent: anna
Disallow: /p/part.txt
Disallow: /p/other.ann
Disallow: /p/sub/

User-agent: zoe
Disallow: /p/
"""
DOCUMENTS = ("open", "part", "other", "sub/deep")


@pytest.fixture
def data(tmp_path):
    (tmp_path / "p" / "sub").mkdir(parents=True)
    for name in DOCUMENTS:
        for ending in ("txt", "ann"):
            (tmp_path / "p" / f"{name}.{ending}").write_text("a" * 40, "utf-8")
    for name in ("annotation.conf", "iaa.conf", ".open.ann.saving"):
        (tmp_path / "p" / name).touch()
    (tmp_path / "acl.conf").write_text(ACL, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("login", "documents"), [("ben", DOCUMENTS), ("", DOCUMENTS), ("anna", ("open",)), ("zoe", ())]
)
def test_a_document_is_closed_whole_wherever_it_is_asked_for(data, login, documents):
    rules = Rules(data, archives=True)
    for name in DOCUMENTS:
        folder, _, document = f"/p/{name}".rpartition("/")
        # brat cuts endings out of names in searches.
        for asked in (document, document + ".ann", document[:2] + ".rel" + document[2:]):
            fields = {"action": "getDocument", "collection": folder + "/", "document": asked}
            allowed = rules.allow(Action(fields), lambda: login)
            assert allowed == (name in documents), (name, asked)
    fields = {"action": "downloadCollection", "collection": "/p/"}
    packed = Action(fields)
    whole = {f"p/{name}.{ending}" for name in documents for ending in ("txt", "ann")}
    assert Rules(data).allow(packed, lambda: login) == (documents == DOCUMENTS)
    for settings in ({}, {"include_conf": "1"}):
        answer = archive.of(rules.directory("/p/"), rules.closed(packed, login), settings)
        with tarfile.open(fileobj=io.BytesIO(answer.get_data())) as found:
            names = {one.name for one in found if one.isfile()}
        assert names == whole | ({"p/annotation.conf"} if settings and documents else set())


def test_a_pattern_that_takes_years_is_not_searched_for(data, monkeypatch):
    folder, endless = data / "p", "(a+)+b"
    (folder / "other.txt").write_text("b", "utf-8")
    (folder / "other.ann").write_text("b", "utf-8")
    asked = {"text_match": "regex", "text": endless}
    for fields in (
        asked,
        {**asked, "scope": "document"},
        {**asked, "text": "", "args": f'[["{endless}"]]'},
    ):
        with pytest.raises(searches.NotSearched), monkeypatch.context() as hurry:
            hurry.setattr(searches, "SECONDS", 0.5)
            searches.try_out(fields, folder, "open")
    monkeypatch.setattr(searches, "SECONDS", 60)
    for fields in (
        {**asked, "text_match": "word"},
        {**asked, "text": "(a"},
        {**asked, "text": "a+"},
    ):
        searches.try_out(fields, folder, "open")
    searches.try_out({**asked, "scope": "document"}, folder, "other")


def test_few_searches_of_a_login_at_once():
    under_way = searches.Searches()
    for _ in range(2):
        with (
            under_way.one_of_few("anna"),
            under_way.one_of_few("anna"),
            under_way.one_of_few("ben"),
        ):
            with pytest.raises(searches.NotSearched), under_way.one_of_few("anna"):
                pass


def test_a_link_or_a_name_does_not_lead_out_of_the_data(data):
    beside = data.with_name(data.name + "2")
    beside.mkdir()
    (data / "out").symlink_to(beside)
    rules = Rules(data)
    for collection in ("/out/", f"/{beside}/", f"/../{beside.name}/"):
        assert rules.directory(collection) is None
        fields = {"action": "getDocument", "collection": collection, "document": "d"}
        assert not rules.allow(Action(fields), lambda: "ben")
