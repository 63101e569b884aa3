"""The numbers by which annotators are called."""

import pytest
from full_disks import full_disk

from brat_iaa.store.database import Database
from brat_iaa.store.pseudonyms import Pseudonyms

SEVEN = tuple("abcdefg")


def in_file(tmp_path):
    return Pseudonyms(Database(tmp_path / "names.sqlite3"))


def test_each_has_one_number_from_one():
    assert sorted(Pseudonyms().shown("/p/", "anna", SEVEN).values()) == [
        f"annotator {n}" for n in range(1, 8)
    ]


def test_numbers_are_the_same_in_all_processes_and_on_a_full_disk(tmp_path):
    first = in_file(tmp_path).shown("/p/", "anna", SEVEN)
    with full_disk():
        assert in_file(tmp_path).shown("/p/", "anna", SEVEN[::-1]) == first
    ordered = in_file(tmp_path).shown("/p/", "anna", "ace")
    assert sorted("ace", key=ordered.get) == sorted("ace", key=first.get)


@pytest.mark.parametrize("by", ["viewer", "project", "store"])
def test_nobody_can_tell_who_is_who_by_comparing_notes(by):
    names, found = Pseudonyms(), set()
    for number in range(20):
        if by == "store":
            names = Pseudonyms()
        project = f"/p{number}/" if by == "project" else "/p/"
        viewer = f"v{number}" if by == "viewer" else "anna"
        found.add(tuple(names.shown(project, viewer, SEVEN).values()))
    # Twenty times the same of 5,040 orders, or nearly so, is as good as impossible.
    assert len(found) > 2
