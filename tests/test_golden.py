"""What commands print of small projects, as it stands in tests/data/golden.

After a change that is meant: python tests/test_golden.py, and read the difference.
"""

import contextlib
import io
import os
from pathlib import Path

import pytest

from brat_iaa.cli import main

CHECKOUT = Path(__file__).parent.parent
GOLDEN = CHECKOUT / "tests" / "data" / "golden"
DEMO = CHECKOUT / "brat_iaa" / "demo"
FOLDERS = (CHECKOUT / "tests" / "data" / "projects", CHECKOUT / "tests" / "data" / "gallery")
DIRECTORIES = {
    **{path.name: path for folder in FOLDERS for path in folder.iterdir() if path.is_dir()},
    **{f"demo-{name}": DEMO / name for name in ("project", "clinic")},
}
COMMANDS = (
    ("report", "--all"), ("report", "--format", "methods"), ("disagreements", "--limit", "8"),
    ("disagreements", "--patterns", "--limit", "20"),
)  # fmt: skip
# Of a project of each kind with damaged lines, empty files, a gold and labels that every form must
# escape: each form, filters that add up, floors that are missed.
_FLOORS = (
    "--min", "spans/F1=0.9", "--min", "spans/F1@=A=0.67", "--min", "spans/F1@*=0.2", "--strict",
)  # fmt: skip
FORMS = {
    "awkward": (
        ("report",),
        ("report", "--all"),
        ("report", "--format", "items"),
        ("disagreements", "--format", "csv", "--limit", "20", "--brat-url", "http://b/x/index.xhtml#/p/q"),
        ("disagreements", "--annotator", "gold", "--layer", "relations", "--patterns"),
        ("check", *_FLOORS),
        ("check", *_FLOORS, "--format", "github"),
        ("progress",),
    ),
}  # fmt: skip


def printed(directory):
    """What the commands print of a directory, on both channels, without the version."""
    texts = []
    for command, *options in FORMS.get(directory.name, COMMANDS):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = main([command, str(directory), *options])
        texts.append(f"$ brat-agreement {command} {' '.join(options)}\n{out.getvalue()}({code})\n")
    text = "\n".join(texts).replace(f"{directory}", directory.name)
    return text.replace(os.path.relpath(directory), directory.name)


@pytest.mark.parametrize("name", DIRECTORIES)
def test_the_same_is_printed(name):
    assert printed(DIRECTORIES[name]) == (GOLDEN / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    for name, directory in DIRECTORIES.items():
        Path(GOLDEN / f"{name}.txt").write_text(printed(directory), "utf-8")
