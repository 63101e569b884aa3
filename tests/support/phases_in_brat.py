"""A project in a real brat with its pages, and people who edit in brat and take snapshots on the
pages, over HTTP.
"""

import re
import sys

import requests
from servers import Server
from small_projects import content
from waiting import PATIENCE

from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path

START = """
import sys
from functools import partial
from brat_iaa.phases import contents
from brat_iaa.proxy import serving
from brat_iaa.server_hooks import saving
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.identity import FromServer
tree, data, directory, guard, *users = sys.argv[1:]
contents._PATIENCE = 0.5  # people do not save as often as these tests do
pages = create_site(data, "/", FromServer(), state_dir=directory + "/state", pages_url="/iaa/",
                    lock=partial(saving.locked, directory + "/work"))
told = {"brat": tree, "data": data, "work": directory + "/work", "guard": guard == "guard"}
told["users"] = dict.fromkeys(users, "pw")
serving._pages = lambda *_: pages
front = serving.open_brat(told, port=0, state_dir=directory + "/state")
print(serving.addresses(front)[0].removesuffix("index.xhtml"), "ready", flush=True)
serving.serve(front, ["served"])
"""
ANNOTATORS, MANAGERS = ("anna", "ben", "carla"), ("lead", "boss")
LABELS = ("root", "subj", "obj", "det", "mod", "conj", "coord", "inf", "comp", "xcomp")
SETTINGS = {
    "annotation.conf": "[entities]\nROOT\nW\n[relations]\n"
    + "".join(f"{label} Arg1:ROOT|W, Arg2:W\n" for label in LABELS)
    + "[events]\n[attributes]\n",
    "visual.conf": "[labels]\n[drawing]\n",
    "tools.conf": "[options]\nTokens tokenizer:whitespace\nSentences "
    "splitter:newline\n[search]\n[annotators]\n"
    "[disambiguators]\n[normalization]\n",
    "iaa.conf": "[access]\nmanagers = lead, boss\n",
}


class Project:
    """A data directory with the project p, a brat on it with the pages, and the store of its
    snapshots.
    """

    def __init__(self, brat_folder, directory):
        self._brat_folder, self._directory, self._starts = brat_folder, directory, 0
        self.root = directory / "data" / "p"
        self.root.mkdir(parents=True)
        for name, text in SETTINGS.items():
            (self.root / name).write_text(text, "utf-8")
        self.server = None

    def start(self, guard=True):
        self._starts += 1
        arguments = [
            self._brat_folder,
            self.root.parent,
            self._directory,
            "guard" if guard else "plain",
        ]
        self.server = Server(
            ["-c", START, *arguments, *ANNOTATORS, *MANAGERS],
            self._directory / f"server{self._starts}",
            sys.executable,
        )
        self.server.printed("ready")
        self.address = re.search(r"http://\S+", self.server.out).group()

    @property
    def snapshots(self):
        return Snapshots(
            self.root,
            Database(project_database_path(self.root, self._directory / "state", self.root.parent)),
        )

    def person(self, name):
        return Person(self.address, name)


class Person:
    """Somebody who is logged in to brat."""

    def __init__(self, address, name):
        self.name, self._address, self._session = name, address, requests.Session()
        self._session.trust_env = False
        self._session.headers["Connection"] = "close"  # each request has a connection of its own
        self.ask("login", user=name, password="pw")

    def ask(self, action, **values):
        fields = {"action": action, "protocol": 1, **values}
        answer = self._session.post(self._address + "ajax.cgi", fields, timeout=PATIENCE).json()
        assert "exception" not in answer, (action, values, answer)
        return answer

    def take(self, phase):
        """Ask for a snapshot on the page of phases; (its number, None), or (None, the page that
        says why there is none).
        """
        page = self._address + "iaa/p/-/phases"
        form = self._session.get(page, timeout=PATIENCE).text
        token = re.search(r'name="token" value="([^"]+)"', form)
        if token is None:
            return None, form
        answer = self._session.post(
            page, {"token": token.group(1), "phase": phase}, timeout=PATIENCE, allow_redirects=False,
            headers={"Sec-Fetch-Site": "same-origin"},
        )  # fmt: skip
        if answer.status_code == 303:
            return int(answer.headers["Location"].rpartition("=")[2]), None
        return None, answer.text


class Annotator(Person):
    """Marks are as in small_projects: head>dependent:label, places in the sentence from 1, 0 for
    the root token.
    """

    def __init__(self, project, name, document, words):
        super().__init__(project.address, name)
        self._where = {"collection": f"/p/{name}/", "document": document}
        self.ann = project.root / name / f"{document}.ann"
        self._starts, start = {}, 0
        for sentence, line in enumerate(content(words).splitlines(), 1):
            for place, word in enumerate(line.split()):
                self._starts[sentence, place] = start, start + len(word)
                start += len(word) + 1
        self._learn_ids()

    def _learn_ids(self):
        spans = {
            tuple(offsets[0]): number for number, _, offsets in self._do("getDocument")["entities"]
        }
        self._ids = {key: spans.get(offsets) for key, offsets in self._starts.items()}

    def _do(self, action, **values):
        return self.ask(action, **self._where, **values)

    def _arc(self, sentence, mark):
        ends, label = mark.split(":")
        head, dependent = (self._ids[sentence, int(end)] for end in ends.split(">"))
        return {"origin": head, "target": dependent, "type": label}

    def draw(self, sentence, *marks):
        for mark in marks:
            self._do("createArc", **self._arc(sentence, mark))

    def delete(self, sentence, mark):
        self._do("deleteArc", **self._arc(sentence, mark))
