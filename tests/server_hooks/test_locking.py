"""One change of a document at a time."""

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
