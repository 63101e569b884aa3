"""Settings files: replaced whole or not at all, with a record of every change, by one at a time."""

import os

import pytest
from changed_files import WHAT, changed_file, write

from brat_iaa.errors import ConfigError
from brat_iaa.store import whole_files
from brat_iaa.store.changes import Conflict, fingerprint


@pytest.fixture
def file(tmp_path):
    (tmp_path / "data" / "p").mkdir(parents=True)
    return changed_file(tmp_path)


def test_a_new_file_and_what_is_known_of_it(file):
    assert file.read() is None and file.last() is None and file.history(5) == []
    change = write(file, b"one\n")
    assert file.read() == b"one\n" and file.last() == change
    assert change[1:] == (
        "iaa.conf",
        "2026-11-21T10:11:12+00:00",
        "lead",
        WHAT,
        None,
        b"one\n",
        None,
    )


def test_the_latest_change_comes_first(file):
    for text in (b"one", b"two", None, b"three"):
        write(file, text)
    assert [change.after for change in file.history(3)] == [b"three", None, b"two"]
    assert [change.before for change in file.history(3)] == [None, b"two", b"one"]


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


def test_undo_of_a_new_file_removes_it(file):
    write(file, b"one")
    file.undo(file.last(), "lead", fingerprint(b"one"))
    assert not os.path.exists(file.path) and file.last().after is None


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


def test_a_new_file_is_as_open_as_its_directory(file, tmp_path):
    os.chmod(tmp_path / "data" / "p", 0o750)
    write(file, b"one")
    assert os.stat(file.path).st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_owner_and_group_stay(file):
    write(file, b"one")
    os.chown(file.path, 12345, 23456)
    write(file, b"two")
    status = os.stat(file.path)
    assert (status.st_uid, status.st_gid) == (12345, 23456)


def test_an_owner_that_cannot_be_kept_is_an_error(file, monkeypatch):
    write(file, b"one")
    real = os.fstat

    def other(descriptor):
        values = list(real(descriptor))
        values[4] += 1
        return os.stat_result(values)

    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr("os.fstat", other)
    monkeypatch.setattr("os.fchown", refuse)
    with pytest.raises(ConfigError, match="belongs to another account"):
        write(file, b"two")
    monkeypatch.undo()
    assert file.read() == b"one" and names(file) == ["iaa.conf"]
    assert [change.after for change in file.history(9)] == [b"one"]


def names(file):
    return sorted(os.listdir(os.path.dirname(file.path)))


def test_a_full_disk_leaves_the_file_as_it_was(file, monkeypatch):
    write(file, b"one")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("brat_iaa.store.whole_files.os.fsync", full)
    with pytest.raises(ConfigError, match="no space left on device. Nothing was changed"):
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


def test_a_directory_of_that_name_is_an_error(file):
    os.mkdir(file.path)
    with pytest.raises(ConfigError, match="no plain file"):
        file.write("", b"two", "lead", WHAT)


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

    monkeypatch.setattr("brat_iaa.store.whole_files.os.fsync", edit_and)
    with pytest.raises(Conflict):
        file.write(before, b"mine", "lead", WHAT)
    assert file.read() == b"by hand" and names(file) == ["iaa.conf"]
    assert [change.after for change in file.history(9)] == [b"one"] * there


def test_a_disk_that_fails_after_the_file_was_replaced(file, monkeypatch):
    """The record says what the file says, and so does the error."""
    write(file, b"one")

    def fails(path):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(whole_files, "to_disk", fails)
        with pytest.raises(ConfigError, match="was changed, but the disk reports an error"):
            write(file, b"two")
    assert file.read() == file.last().after == b"two"


@pytest.mark.parametrize("moment", ["before", "after"])
def test_of_a_killed_process_the_record_says_what_the_file_says(file, monkeypatch, moment):
    write(file, b"one")
    replace = whole_files.replace

    def killed(*arguments):
        if moment == "after":
            replace(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(whole_files, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            write(file, b"two")
    made = [b"two"] if moment == "after" else []
    assert [change.after for change in file.history(9)] == [*made, b"one"]
    write(file, b"three")
    assert [change.after for change in file.history(9)] == [b"three", *made, b"one"]
