"""One change of a document at a time."""

import os

import pytest
from brat_iaa.server_hooks import saving


def test_one_document_by_any_name(tmp_path):
    (tmp_path / "data" / "p").mkdir(parents=True)
    (tmp_path / "data" / "same").symlink_to("p")
    with saving.locked(tmp_path / "work", tmp_path / "data" / "p" / "d1"):
        for spelling in ("p/d1", "p/./d1", "p//d1", "same/d1", "p/../p/d1"):
            with pytest.raises(saving.Busy):
                with saving.locked(
                    tmp_path / "work", str(tmp_path / "data") + "/" + spelling, patience=0
                ):
                    pass
        with saving.locked(tmp_path / "work", tmp_path / "data" / "p" / "d2", patience=0):
            pass
    with saving.locked(tmp_path / "work", tmp_path / "data" / "p" / "d1", patience=0):
        pass


def test_an_error_lets_go(tmp_path):
    with pytest.raises(ZeroDivisionError):
        with saving.locked(tmp_path / "work", tmp_path / "d1"):
            raise ZeroDivisionError
    with saving.locked(tmp_path / "work", tmp_path / "d1", patience=0):
        pass


def test_the_lock_is_a_file_in_the_work_directory(tmp_path):
    with saving.locked(tmp_path / "work", tmp_path / "Ä" / "d1"):
        assert os.listdir(tmp_path) == ["work"]
    assert len(os.listdir(tmp_path / "work" / "locks")) == 1
