"""Folders above the annotators are noticed, and said in words, instead of taken for annotators."""

import pytest
from small_projects import put_raw

from brat_iaa.config import Config, parse
from brat_iaa.corpus.discovery import list_project
from brat_iaa.corpus.folders_above import depth_of_annotators
from brat_iaa.errors import FoldersAbove

ANN = "T1\tX 0 1\ta\n"


def put(root, *stems, text="a b\n"):
    for stem in stems:
        folder, _, name = stem.rpartition("/")
        put_raw(root, folder, name, text, ANN)


@pytest.mark.parametrize("above, depth", [("batch{}", 1), ("texts/batch{}", 2)])
def test_what_is_missing_is_said(tmp_path, above, depth):
    """Also where the batches number their documents alike."""
    for batch in (1, 2):
        folder = above.format(batch)
        put(tmp_path, f"{folder}/anna/1", f"{folder}/ben/1", text=f"a b {'c' * batch}\n")
    layout = "{folder}/" * depth + "{annotator}/{document}"
    with pytest.raises(FoldersAbove, match=r"anna and ben have the same texts") as raised:
        list_project(tmp_path, Config().layout)
    assert raised.value.layout == layout and f"\nlayout = {layout}" in str(raised.value)
    found = list_project(tmp_path, parse(f"[project]\nlayout = {layout}\n", "iaa.conf").layout)
    assert found.annotators == ("anna", "ben") and len(found.stems) == 2


def test_documents_in_folders_of_annotators_are_no_batches(tmp_path):
    put(tmp_path, "anna/news/1", "anna/blogs/1", "ben/news/1", "ben/blogs/1")
    assert list_project(tmp_path, Config().layout).annotators == ("anna", "ben")


def test_annotators_who_share_nothing_are_left_as_they_are(tmp_path):
    put(tmp_path, "anna/1", "ben/2")
    put(tmp_path, "anna/news/3", "ben/news/3", text="")
    assert list_project(tmp_path, Config().layout).annotators == ("anna", "ben")
    assert depth_of_annotators(tmp_path, ["anna/1", "ben/2"]) is None
