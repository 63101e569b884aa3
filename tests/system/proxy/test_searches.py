"""Searches by regular expression, which nothing would stop in the brat behind the proxy."""

import json

import pytest

from brat_iaa.proxy import searches

YEARS = "(a+)+b"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "d.txt").write_text("a" * 60)
    (tmp_path / "d.ann").write_text(f"T1\tTok 0 60\t{'c' * 60}\n")
    (tmp_path / "e.txt").write_text("short")
    return tmp_path


@pytest.mark.parametrize(
    "fields, document, refused",
    [
        ({"text": YEARS}, None, True),
        ({"text": YEARS, "scope": "document"}, "d", True),
        ({"text": YEARS, "scope": "document"}, "e", False),
        ({"text": "(c+)+b", "scope": "document"}, "d", True),  # in the annotations
        ({"trigger": YEARS}, None, True),
        ({"arg2": YEARS}, None, True),
        ({"args": json.dumps([{"role": "x", "text": YEARS}])}, None, True),
        ({"args": "["}, None, False),
        ({"text": YEARS, "text_match": "word"}, None, False),
        ({"text": "(a{1,60000}){1,60000}", "scope": "document"}, "e", False),
        ({"text": "a+", "match_case": "true"}, None, False),
        ({"text": "("}, None, False),  # brat says so
    ],
)
def test_patterns_are_tried_out(fields, document, refused, folder, monkeypatch):
    monkeypatch.setattr(searches, "SECONDS", 1)
    fields = {"text_match": "regex", **fields}
    if refused:
        with pytest.raises(searches.NotSearched, match="longer than 1 seconds"):
            searches.try_out(fields, str(folder), document)
    else:
        monkeypatch.setattr(searches, "SECONDS", 60)
        searches.try_out(fields, str(folder), document)


def test_few_of_a_login_at_once():
    held = searches.Searches()
    with held.one_of_few("anna"), held.one_of_few("anna"), held.one_of_few("ben"):
        with pytest.raises(searches.NotSearched), held.one_of_few("anna"):
            pass
    with held.one_of_few("anna"), held.one_of_few("anna"):
        pass
