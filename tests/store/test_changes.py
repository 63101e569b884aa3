"""Settings files: replaced whole or not at all, with a record of every change, by one at a time."""

import os

import pytest
from changed_files import WHAT, changed_file, write

from brat_iaa.errors import ConfigError
from brat_iaa.store.changes import Conflict, fingerprint


@pytest.fixture
def file(tmp_path):
    (tmp_path / "data" / "p").mkdir(parents=True)
    return changed_file(tmp_path)


def test_a_file_that_somebody_changed_is_left_alone(file):
    seen = fingerprint(file.read())
    write(file, b"theirs", "ben")
    with pytest.raises(Conflict, match="somebody else") as caught:
        file.write(seen, b"mine", "lead", WHAT)
    assert caught.value.present == file.read() == b"theirs"
    assert [change.by for change in file.history(9)] == ["ben"]


def test_undo_and_undo_of_that(file):
    write(file, b"one")
    write(file, b"two")
    undone = file.undo(file.last(), "ben", fingerprint(b"two"))
    assert file.read() == b"one" and undone.undoes == 2 and undone.by == "ben"
    assert undone.what == [["access", "reveal", "own", "none"]]
    file.undo(undone, "ben", fingerprint(b"one"))
    assert file.read() == b"two"


def test_what_an_editor_did_since_is_not_undone(file):
    write(file, b"one")
    with open(file.path, "ab") as stream:
        stream.write(b"more")
    with pytest.raises(Conflict):
        file.undo(file.last(), "lead", fingerprint(file.read()))
    assert file.read() == b"onemore"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o644])
def test_permissions_stay(file, mode):
    write(file, b"one")
    os.chmod(file.path, mode)
    write(file, b"two")
    assert os.stat(file.path).st_mode & 0o777 == mode


def names(file):
    return sorted(os.listdir(os.path.dirname(file.path)))


def test_a_full_disk_leaves_the_file_as_it_was(file, monkeypatch):
    write(file, b"one")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ConfigError, match="no space left on device"):
        write(file, b"two")
    monkeypatch.undo()
    assert file.read() == b"one" and names(file) == ["iaa.conf"]
    assert [change.after for change in file.history(9)] == [b"one"]


def test_a_link_inside_the_data_is_followed(file, tmp_path):
    real = tmp_path / "data" / "shared.conf"
    real.write_bytes(b"one")
    os.symlink(real, file.path)
    write(file, b"two")
    assert os.path.islink(file.path) and real.read_bytes() == b"two"


@pytest.mark.parametrize("there", [True, False])
def test_a_link_that_leads_out_is_not_followed(file, tmp_path, there):
    outside = tmp_path / "outside.conf"
    if there:
        outside.write_bytes(b"one")
    os.symlink(outside, file.path)
    with pytest.raises(ConfigError, match="leads out"):
        file.read()
    with pytest.raises(ConfigError, match="leads out"):
        file.write("", b"two", "lead", WHAT)
    assert outside.exists() == there and (not there or outside.read_bytes() == b"one")


@pytest.mark.parametrize("there", [True, False])
def test_a_hand_edit_before_a_save_is_kept(file, monkeypatch, there):
    if there:
        write(file, b"one")
    before, fsync = fingerprint(file.read()), os.fsync

    def edit_and(descriptor):
        with open(file.path, "wb") as other:
            other.write(b"by hand")
        monkeypatch.undo()
        fsync(descriptor)

    monkeypatch.setattr("os.fsync", edit_and)
    with pytest.raises(Conflict):
        file.write(before, b"mine", "lead", WHAT)
    assert file.read() == b"by hand" and names(file) == ["iaa.conf"]
    assert [change.after for change in file.history(9)] == [b"one"] * there
