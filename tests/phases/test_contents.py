"""All files of a project as they are at one moment."""

import os

import pytest

from brat_iaa.errors import ProjectError
from brat_iaa.phases import contents
from brat_iaa.phases.contents import read_contents


def make(root, **files):
    for path, data in files.items():
        place = root / path.replace("__", "/").replace("_dot_", ".")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        os.utime(place, (1e9, 1e9))


def test_bytes_and_paths(tmp_path):
    make(
        tmp_path,
        anna__d1_dot_ann=b"T1\tW 0 1\ta\r\n",
        anna__d1_dot_txt=b"\xff\x00",
        iaa_dot_conf=b"",
        a__b__c__d_dot_ann=b"x\n",
        notes_dot_md=b"no",
        anna___dot_d1_dot_ann=b"hidden",
    )
    read = read_contents(tmp_path)
    assert read.files == {
        "a/b/c/d.ann": b"x\n", "anna/d1.ann": b"T1\tW 0 1\ta\r\n", "anna/d1.txt": b"\xff\x00", "iaa.conf": b"",
    }  # fmt: skip
    assert list(read.files) == sorted(read.files) and read.moved == ()


def test_a_file_that_cannot_be_read_is_named_and_nothing_kept(tmp_path, monkeypatch):
    make(tmp_path, anna__d1_dot_ann=b"x\n")
    monkeypatch.setattr(contents, "read_stable", lambda paths: dict.fromkeys(paths))
    with pytest.raises(ProjectError, match="anna/d1.ann: .*Nothing was kept"):
        read_contents(tmp_path)


def test_what_cannot_be_kept_is_named(tmp_path):
    make(tmp_path / "data/p", anna__d1_dot_ann=b"x\n")
    make(tmp_path / "outside", d2_dot_ann=b"secret")
    for name in (b"\xe9.ann", b"\xe9.md"):
        (tmp_path / "data/p" / os.fsdecode(name)).write_bytes(b"x\n")
    (tmp_path / "data/p/ben").symlink_to(tmp_path / "outside")
    (tmp_path / "data/p/anna/notes.md").symlink_to(tmp_path / "outside/d2.ann")
    read = read_contents(tmp_path / "data/p", tmp_path / "data")
    assert (set(read.files), read.left_out) == ({"anna/d1.ann"}, ("ben", "\\xe9.ann"))
    assert read_contents(tmp_path / "data/p").left_out == ("\\xe9.ann",)


def test_links_are_followed_but_not_out_of_the_data_nor_in_circles(tmp_path):
    make(tmp_path / "data/p", anna__d1_dot_ann=b"x\n")
    make(tmp_path / "data/shared", d1_dot_txt=b"shared")
    make(tmp_path / "outside", secret_dot_txt=b"secret")
    (tmp_path / "data/p/anna/d1.txt").symlink_to(tmp_path / "data/shared/d1.txt")
    (tmp_path / "data/p/anna/out.txt").symlink_to(tmp_path / "outside/secret.txt")
    (tmp_path / "data/p/out").symlink_to(tmp_path / "outside")
    (tmp_path / "data/p/anna/round").symlink_to(tmp_path / "data/p")
    (tmp_path / "data/p/anna/itself.ann").symlink_to("itself.ann")
    (tmp_path / "data/p/anna/nothing.ann").symlink_to("nowhere.ann")
    assert set(read_contents(tmp_path / "data/p", tmp_path / "data").files) == {
        "anna/d1.ann", "anna/d1.txt",
    }  # fmt: skip
    assert set(read_contents(tmp_path / "data/p").files) == {
        "anna/d1.ann", "anna/d1.txt", "anna/out.txt", "out/secret.txt",
    }  # fmt: skip
