"""Islands: each can be taken away with its folder and its line, and the rest is whole."""

import re

from checkout import CHECKOUT

from brat_iaa.islands import ISLANDS

PACKAGE = CHECKOUT / "brat_iaa"
IMPORTED = re.compile(r"^\s*(?:from|import) (brat_iaa\.studies\.[\w.]+)", re.MULTILINE)


def test_nothing_imports_an_island():
    for path in PACKAGE.rglob("*.py"):
        own = ".".join(("brat_iaa", *path.relative_to(PACKAGE).parts[:2]))
        for name in IMPORTED.findall(path.read_text("utf-8")):
            assert f"{name}.".startswith(f"{own}."), path


def test_each_folder_is_registered():
    folders = {path.parent.name for path in (PACKAGE / "studies").glob("*/__init__.py")}
    assert folders == {island.name for island in ISLANDS}
