"""A project whose annotators come closer between two snapshots, and its pages as a login sees
them.
"""

import csv
import html
import io
import json
import re

from site_projects import as_login, login_in_header
from small_projects import put

from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.web.site import create_site

SENTENCES = 12
WORDS = " / ".join(["a b"] * SENTENCES)
OWN = {"Sec-Fetch-Site": "same-origin"}


def marks(differing, last="obj"):
    """In the first sentences another label than anna's; in the last one, of anna's own, the label
    `last`.
    """
    labels = ["det"] * differing + ["obj"] * (SENTENCES - differing - 1) + [last]
    return " / ".join(f"0>1:root 1>2:{label}" for label in labels)


def configure(root, reveal="none", further=""):
    (root / "iaa.conf").write_text(
        f"[project]\nphase = 2 revised\n[access]\nmanagers = lead\nreveal = {reveal}\n{further}"
    )


def begin(root):
    for annotator, differing in (("anna", 0), ("ben", 6), ("carla", 2)):
        put(root, annotator, "doc", WORDS, marks(differing))
    put(root, "anna", "other", "a b", "0>1:root 1>2:obj")
    put(root, "ben", "other", "a b", "0>1:root 1>2:obj")


def begun(directory):
    """A data directory below this one, with the project p at its beginning."""
    data = directory / "data"
    begin(data / "p")
    configure(data / "p")
    return data


def meet(root):
    """ben comes half of the way to anna, anna leaves an arc on which all agreed."""
    put(root, "ben", "doc", WORDS, marks(3))
    put(root, "anna", "doc", WORDS, marks(0, "mod"))


class Lead:
    """The pages of the project, as a login sees them."""

    def __init__(self, data, login="lead"):
        self.app = create_site(data, "/brat/", login_in_header, state_dir=data.parent / "state")
        self.root = data / "p"
        self._client, self._login = self.app.test_client(), login

    def get(self, address, status=200):
        response = self._client.get(f"/p/-/{address}", headers=as_login(self._login))
        assert response.status_code == status, response.text
        return response.text

    def json(self, address):
        return json.loads(self.get(f"{address}{'&' if '?' in address else '?'}format=json"))

    def rows(self, address):
        return list(
            csv.DictReader(
                io.StringIO(self.get(f"{address}{'&' if '?' in address else '?'}format=csv"))
            )
        )

    def take(self, phase, note="", **headers):
        token = self.app.extensions["brat_iaa_tokens"].token(self._login)
        form = {"phase": phase, "note": note, "token": token}
        return self._client.post(
            "/p/-/phases", data=form, headers={**as_login(self._login), **OWN, **headers}
        )

    def as_login(self, login):
        other = object.__new__(Lead)
        other.__dict__.update(self.__dict__, _login=login)
        return other


def take_two(lead):
    lead.take("1 apart", "before the meeting")
    meet(lead.root)
    lead.take("2 revised")
    return lead


def kept(data):
    root = data / "p"
    return Snapshots(root, Database(project_database_path(root, data.parent / "state", data)))


def plain(text):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))
