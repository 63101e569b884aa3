"""What is listed of a project by the names of its files."""

import pytest

from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.discovery import list_project


@pytest.fixture
def root(tmp_path):
    for name in (
        "anna/d.ann",
        "anna/d.txt",
        "ben/d.ann",
        "ben/e.ann",
        "ben/e.txt",
        "anna/e.conllu",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


def test_files_of_conllu_are_none_beside_standoff(root):
    found = list_project(root)
    assert found.with_ann == dict.fromkeys(["anna/d", "ben/d", "ben/e"], (".ann",))
    assert not found.treebanks
    assert found.stems["e"] == {"ben": "ben/e"}


def test_the_text_of_a_hidden_document_serves_nobody(root):
    assert list_project(root).texts == {"d": "anna/d", "e": "ben/e"}
    found = list_project(root, bounds=Bounds(hidden=frozenset({"anna/d"})))
    assert found.texts == {"e": "ben/e"} and found.stems["d"] == {"ben": "ben/d"}
