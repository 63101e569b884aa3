"""A brat of its own for a test, behind the guard or without it."""

import re
import sys

from brat_checks import Client, make_project
from checkout import SUPPORT
from servers import Server

PROGRAM = SUPPORT / "brat_server.py"
# Two people mark at the same time, each so many words.
EDITS = 20
# Fields of a question that each of brat's actions understands.
# Enough for each of brat's actions to have all that it needs.
VALUES = {
    "offsets": "[[0,6]]",
    "type": "Tok",
    "id": "T1",
    "comment": "note",
    "origin": "T1",
    "target": "T1",
    "attributes": "{}",
    "normalizations": "[]",
    "args": "[]",
    "token": '{"action": "add_tb", "id": "T1"}',
    "tagger": "none",
    "text": "[A-Z]+WORD",
    "text_match": "regex",
    "log": "spanSelected",
    "svg": "<svg><defs></defs></svg>",
    "suffix": "svg",
    "extension": "txt",
    "include_conf": "1",
    "database": "none",
    "key": "1",
    "name": "none",
    "category": "relation",
    "trigger": "x",
    "config": "{}",
    "data": "x",
    "src": "none",
    "start": "0",
    "end": "1",
    "model": "none",
}


class Brat:
    """A brat in a process of its own, on the project of brat_checks."""

    def __init__(self, brat_folder, directory, *how):
        self.folder = make_project(directory / "data")
        self.data, self.work = directory / "data", directory / "work"
        self.server = Server(
            [PROGRAM, brat_folder, self.data, self.work, *how], directory / "server", sys.executable
        )
        self.server.printed("ready")
        self.address = re.search(r"http://\S+", self.server.out).group() + "/"
        self.ann = self.folder / "d1.ann"

    def client(self, user="anna"):
        return Client(self.address).log_in(user)

    def guest(self):
        return Client(self.address)

    def write(self, words):
        """Make d1 a document of so many words "w", none marked."""
        (self.folder / "d1.txt").write_text("w " * words + "\n", "utf-8")
        self.ann.write_text("", "utf-8")

    def write_marked(self, words):
        """The same, all of them marked; returns the annotations."""
        self.write(words + EDITS)
        marked = "".join("T%d\tTok %d %d\tw\n" % (i + 1, 2 * i, 2 * i + 1) for i in range(words))
        self.ann.write_text(marked, "utf-8")
        return marked


def snapshot(folder):
    """What is in a folder: {path: (bytes, time)}."""
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }
