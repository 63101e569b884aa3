"""Names in a request, and where they lead."""

import pytest

from server_hooks.brat.data import DataDirectory
from server_hooks.guard import fields


@pytest.mark.parametrize(
    "values",
    [
        {"document": "../d1"},
        {"document": "/etc/passwd"},
        {"document": ".."},
        {"document": "."},
        {"document": ".d1"},
        {"document": "/NO-DOCUMENT/"},
        {"document": "/NO-DOCUMENT/", "action": "getDocument"},
        {"document": "/NO-DOCUMENT/../x", "action": "searchTextInCollection"},
        {"document": "d\0"},
        {"document": "d1\r\nSet-Cookie: sid=1"},
        {"document": ["d1", "d2"]},
        {"document": b"d1"},
        {"docid": "a/b", "action": "importDocument"},
        {"docid": ".hidden", "action": "importDocument"},
        {"docid": "d1.ann", "action": "importDocument"},
        {"docid": "d1.txt", "action": "importDocument"},
        {"suffix": "/../x"},
        {"extension": "/../../x"},
        {"extension": "conf", "action": "downloadFile"},
        {"extension": "py", "action": "downloadFile"},
        {"database": "../x"},
        {"collection": "/../data2/"},
        {"collection": "/p/.."},
        {"collection": "/p/\0/"},
        {"type": "Tok\x85T9", "action": "createSpan"},
        {"id": "T1\u2028T9"},
        {"origin": "T1\nT9\tTok 0 1\tx"},
        {"attributes": '{"A": "x\\nT9"}'},
        {"attributes": '{"A": "x\\u2028T9"}'},
        {"normalizations": '[["D", "1", "x\\\\\\u000BT9"]]'},
        {"normalizations": '[["D", "1", "x\u2029T9"]]'},
        {"token": '{"comment": "x\\rT9"}'},
        {"log": "spanSelected\n2026-01-01 00:00:00,000\tben", "action": "logAnnotatorAction"},
    ],
    ids=repr,
)
def test_refused(values):
    assert fields.complaint(values)


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"document": None, "collection": None},
        {"document": "Söme name, with (signs) & more..", "collection": "/p/a..b/..c/"},
        {"document": "back\\slash"},
        {"document": "hidden_1"},
        {"document": "/NO-DOCUMENT/", "action": "searchTextInCollection"},
        {"docid": "v1.2", "action": "importDocument", "text": "../ and\nmore"},
        {"extension": "a1", "action": "downloadFile"},
        {
            "normalizations": '[["D", "1", "back\\\\new \\u00e4 \\t"]]',
            "attributes": '{"A": true}',
            "offsets": "[[0,\n1]]",
        },
        {"comment": "two\nlines ../", "text": "/"},
    ],
    ids=repr,
)
def test_not_refused(values):
    assert fields.complaint(values) is None


@pytest.mark.parametrize(
    "between", ["\n", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
)
def test_a_note_is_one_line(between):
    note = fields.on_one_line("one" + between + "two")
    assert len(note.splitlines()) == 1 and note.split() == ["one", "two"]


@pytest.fixture
def inside(tmp_path):
    for path in ("data/p/anna", "data/q", "data2/p"):
        (tmp_path / path).mkdir(parents=True)
    for path in ("data/p/anna/d1.txt", "data2/d1.txt"):
        (tmp_path / path).touch()
    (tmp_path / "data" / "out").symlink_to("../data2")
    (tmp_path / "data" / "in").symlink_to("p/anna")
    (tmp_path / "data" / "p" / "anna" / "out.txt").symlink_to("../../../data2/d1.txt")
    (tmp_path / "data" / "p" / "anna" / "gone.ann").symlink_to("../../../data2/none.ann")
    (tmp_path / "data" / "p" / "anna" / "in.txt").symlink_to("d1.txt")
    return DataDirectory(str(tmp_path / "data"))


@pytest.mark.parametrize(
    "collection, found",
    [
        ("/", ""),
        ("/p/anna/", "p/anna/"),
        ("/p/anna", "p/anna/"),
        ("/p//./anna/", "p/anna/"),
        ("/in/", "in/"),
        ("/not/yet/", "not/yet/"),
        ("p/anna/", None),
        ("", None),
        ("/out/", None),
        ("/out/p/", None),
        ("//etc/", None),
    ],
)
def test_directory_of_a_collection(collection, found, inside):
    expected = None if found is None else "%s/%s" % (inside.path, found)
    assert inside.directory(collection) == expected


def test_a_neighbour_with_a_longer_name_is_not_inside(inside):
    assert not inside.holds(inside.path + "2/d1.txt")
    assert inside.holds(inside.path)
    assert inside.directory("/" + inside.path + "2/") is None


def test_files_of_a_document(inside):
    directory = inside.directory("/p/anna/")
    assert inside.files(directory, "d1") == [directory + "d1.txt"]
    assert inside.files(directory, "in") == [directory + "in.txt"]
    assert inside.files(directory, "none") == []
    assert inside.files(directory, "out") is None
    assert inside.files(directory, "gone") is None


def test_a_data_directory_that_is_itself_reached_by_a_link(tmp_path):
    (tmp_path / "real" / "p").mkdir(parents=True)
    (tmp_path / "data").symlink_to("real")
    inside = DataDirectory(str(tmp_path / "data"))
    assert inside.directory("/p/") == str(tmp_path / "data" / "p") + "/"
