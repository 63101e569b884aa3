"""Which files of brat's folder are handed out."""

import pytest
from brat_iaa.server_hooks.serve.public_files import PublicFiles


@pytest.fixture
def tree(tmp_path):
    tree = tmp_path / "brat"
    for folder in ("client/src", "data/p", "work/sessions", "elsewhere"):
        (tree / folder).mkdir(parents=True)
    (tree / "texts").symlink_to(tree / "data")
    (tree / "data" / "out").symlink_to(tree / "elsewhere")
    (tree / "one.txt").symlink_to(tree / "data" / "p" / "d1.txt")
    return tree


def handed_out(tree, path, private=("data", "work")):
    return PublicFiles(str(tree), [str(tree / name) for name in private]).has(str(tree) + path)


@pytest.mark.parametrize(
    "path", ["/", "/index.xhtml", "/client/src/configurator.js", "/client/none.js", "/elsewhere/x"]
)
def test_handed_out(path, tree):
    assert handed_out(tree, path)


@pytest.mark.parametrize(
    "path",
    [
        "/data/p/d1.txt",
        "/data/",
        "/work/server.log",
        "/texts/p/d1.txt",
        "/one.txt",
        "/data/out/x",
        "/config.py",
        "/CONFIG.PY",
        "/config.py.bak",
        "/#config.py#",
        "/config.py~",
        "/__pycache__/config.cpython-311.pyc",
        "/.htaccess",
        "/.git/config",
        "/client/.config.py.swp",
        "/x.pickle",
        "/server/x.pyo",
        "/ajax.fcgi",
    ],
)
def test_kept(path, tree):
    assert not handed_out(tree, path)


def test_a_directory_made_anew_is_still_kept(tree):
    files = PublicFiles(str(tree), [str(tree / "later"), str(tree / "none")])
    assert files.has(str(tree / "later" / "x"))
    (tree / "later").mkdir()
    assert not files.has(str(tree / "later" / "x"))


def test_data_around_brats_folder_do_not_keep_its_pages(tree):
    assert handed_out(tree, "/index.xhtml", ("", ".."))
