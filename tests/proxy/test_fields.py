"""What the fields of a request may hold."""

import pytest
from cases import each

from brat_iaa.proxy import fields


@each(
    "values",
    [
        {"document": "../d1"}, {"document": "/etc/passwd"}, {"document": ".."}, {"document": "."},
        {"document": ".d1"}, {"document": "/NO-DOCUMENT/"}, {"document": "/NO-DOCUMENT/", "action": "getDocument"},
        {"document": "/NO-DOCUMENT/../x", "action": "searchTextInCollection"}, {"document": "d\0"},
        {"document": "d1\r\nSet-Cookie: sid=1"}, {"document": ["d1", "d2"]}, {"document": b"d1"},
        {"docid": "a/b", "action": "importDocument"}, {"docid": ".hidden", "action": "importDocument"},
        {"docid": "d1.ann", "action": "importDocument"}, {"docid": "d1.txt", "action": "importDocument"},
        {"suffix": "/../x"}, {"extension": "/../../x"}, {"extension": "conf", "action": "downloadFile"},
        {"extension": "py", "action": "downloadFile"}, {"database": "../x"}, {"collection": "/../data2/"},
        {"collection": "/p/.."}, {"collection": "/p/\0/"}, {"type": "Tok\x85T9", "action": "createSpan"},
        {"id": "T1\u2028T9"}, {"origin": "T1\nT9\tTok 0 1\tx"}, {"attributes": '{"A": "x\\nT9"}'},
        {"attributes": '{"A": "x\\u2028T9"}'}, {"normalizations": '[["D", "1", "x\\\\\\u000BT9"]]'},
        {"normalizations": '[["D", "1", "x\u2029T9"]]'}, {"token": '{"comment": "x\\rT9"}'},
        {"log": "spanSelected\n2026-01-01 00:00:00,000\tben", "action": "logAnnotatorAction"},
    ],
)  # fmt: skip
def test_refused(values):
    assert fields.complaint(values)


@pytest.mark.parametrize(
    "values",
    [
        {}, {"document": None, "collection": None},
        {"document": "Söme name, with (signs) & more..", "collection": "/p/a..b/..c/"}, {"document": "back\\slash"},
        {"document": "hidden_1"}, {"document": "/NO-DOCUMENT/", "action": "searchTextInCollection"},
        {"docid": "v1.2", "action": "importDocument", "text": "../ and\nmore"},
        {"extension": "a1", "action": "downloadFile"},
        {"normalizations": '[["D", "1", "back\\\\new \\u00e4 \\t"]]', "attributes": '{"A": true}', "offsets": "[[0,\n1]]"},
        {"comment": "two\nlines ../", "text": "/"},
    ],
    ids=repr,
)  # fmt: skip
def test_not_refused(values):
    assert fields.complaint(values) is None
