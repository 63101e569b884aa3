"""An annotation file is replaced in one step."""

import errno
import os
import shutil

import pytest
from brat_iaa.server_hooks import saving


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A data directory, for whose files shutil.copyfile() saves."""
    monkeypatch.setattr(shutil, "copyfile", shutil.copyfile)
    directory = tmp_path / "data"
    directory.mkdir()
    saving.replace_in_one_step(directory)
    (directory / "d1.ann").write_text("old", "utf-8")
    (tmp_path / "new").write_text("new and longer", "utf-8")
    return directory


def save(target):
    shutil.copyfile(str(target.parent.parent / "new"), str(target))


def test_whoever_has_the_file_open_reads_what_it_was(data):
    os.chmod(data / "d1.ann", 0o664)
    os.utime(data / "d1.ann", (1, 1))
    with (data / "d1.ann").open() as before:
        save(data / "d1.ann")
        assert before.read() == "old"
    assert (data / "d1.ann").read_text("utf-8") == "new and longer"
    assert os.listdir(data) == ["d1.ann"]
    # Whoever could read or write it still can, and brat's page sees that it is new.
    status = (data / "d1.ann").stat()
    assert status.st_mode & 0o777 == 0o664 and status.st_mtime > 10**9


def test_a_link_stays_one(data):
    (data / "sub").mkdir()
    (data / "sub" / "d1.ann").symlink_to("../d1.ann")
    shutil.copyfile(data.parent / "new", data / "sub" / "d1.ann")
    assert (data / "sub" / "d1.ann").is_symlink()
    assert (data / "d1.ann").read_text("utf-8") == "new and longer"


def test_a_full_disk_costs_only_the_new(data, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save(data / "d1.ann")
    assert (data / "d1.ann").read_text("utf-8") == "old"
    assert os.listdir(data) == ["d1.ann"]


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENAMETOOLONG])
def test_where_no_file_can_be_added_brats_own_way_is_taken(number, data, monkeypatch):
    make = os.open

    def no_new_file(path, flags, *args, **kwargs):
        if flags & os.O_EXCL:
            raise OSError(number, os.strerror(number))
        return make(path, flags, *args, **kwargs)

    monkeypatch.setattr(os, "open", no_new_file)
    save(data / "d1.ann")
    assert (data / "d1.ann").read_text("utf-8") == "new and longer"
