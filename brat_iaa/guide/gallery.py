"""The gallery of the guide's pages: small projects, with what commands print about them."""

import shlex
import shutil
from pathlib import Path

from markupsafe import Markup

from brat_iaa.guide.html import to_html
from brat_iaa.guide.markup import Code, blocks, words

_PROJECTS = Path(__file__).parent / "gallery"
_FOLDER = "gallery"


def page(folder, address, run):
    """(title, Markup) of the gallery; writes its projects and pictures into a folder.

    address  as of to_html()
    run      function of the words of a command and a folder that returns what it prints there
    """
    beside = Path(folder) / _FOLDER
    shutil.copytree(
        _PROJECTS, beside, ignore=shutil.ignore_patterns("*.md", "__pycache__"), dirs_exist_ok=True
    )
    title, *rest = blocks((_PROJECTS / "gallery.md").read_text("utf-8"))
    shown = (part for block in rest for part in _played(block, beside, run))
    parts = [part if isinstance(part, Markup) else to_html([part], address) for part in shown]
    return words(title.spans), Markup("\n").join(parts)


def _played(block, folder, run):
    """A block, and behind it what its commands print and draw."""
    if not (isinstance(block, Code) and block.kind == "sh"):
        yield block
        return
    for line in block.text.split("\n"):
        command = shlex.split(line)[2:]
        yield Code("console", (), f"{line}\n{run(command, folder)}".rstrip())
        if "--to" in command:
            file = command[command.index("--to") + 1]
            yield Markup('<p class="picture"><img src="{}/{}" alt="{}"></p>').format(
                _FOLDER, file, f"The picture that {line[2:]} draws"
            )
