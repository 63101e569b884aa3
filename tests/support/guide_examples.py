"""The examples of the guide as a reader would try them: files written, commands run."""

import shlex
import shutil
from functools import cache

from checkout import CHECKOUT, PROJECTS

from brat_iaa.cli import main
from brat_iaa.guide.markup import Code, Heading, blocks, section
from brat_iaa.guide.topics import NAMES, topic

# How the papers are reproduced is written as the guide is, for readers of the source.
PAPERS = "tests/papers"


@cache
def text(name):
    """The blocks of a topic, or of PAPERS."""
    if name == PAPERS:
        return blocks((CHECKOUT / PAPERS / "README.md").read_text("utf-8"))
    return topic(name).blocks


def code(name, *kinds):
    """The Code blocks of a topic of these kinds, in their order."""
    return [b for b in text(name) if isinstance(b, Code) and b.kind in kinds]


def commands(block):
    """[(command, lines that it is said to print)] of a block of the kind console."""
    found = []
    for line in block.text.split("\n"):
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def with_examples():
    """[(topic, anchor)] of the sections that have commands to run."""
    return [
        (name, heading.anchor)
        for name in (*NAMES, PAPERS)
        for heading in text(name)
        if isinstance(heading, Heading) and heading.level == 2
        if any(
            b.kind == "console" for b in section(text(name), heading.anchor) if isinstance(b, Code)
        )
    ]


def play(name, anchor, folder, run):
    """Do what a section shows, in a folder with a copy of the projects of the tests.

    run  function of a command's words and the lines that it is said to print
    """
    shown = "".join(block.text for block in code(name, "file", "console"))
    for project in (*PROJECTS.iterdir(), *(CHECKOUT / "tests" / "data" / "guide").iterdir()):
        if project.is_dir() and project.name in shown:
            shutil.copytree(project, folder / project.name, dirs_exist_ok=True)
    for block in section(text(name), anchor):
        if not isinstance(block, Code) or block.kind not in ("file", "console"):
            continue
        if block.kind == "file":
            for path in block.paths:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(block.text + "\n", "utf-8")
        else:
            for command, lines in commands(block):
                program, *words = shlex.split(command)
                if program == "brat-agreement":
                    run(words, lines)
                else:
                    _shell(program, *(folder / word for word in words if word != "-r"))


def _shell(program, *paths):
    """What mkdir, cp and cp -r do."""
    if program == "mkdir":
        (new,) = paths
        new.mkdir()
    else:
        assert program == "cp"
        source, target = paths
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, target)


def printed_by(words, capsys):
    """What a command prints on both outputs, as lines without what follows the last word."""
    assert main(words) == 0
    out, err = capsys.readouterr()
    return [line.rstrip() for line in (out + err).split("\n")]
