"""Collections and documents, and where their names lead."""

import pytest
from brat_iaa.server_hooks.brat.data import DataDirectory


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
