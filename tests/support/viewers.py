"""The pages of a project as a login sees and uses them, and their text."""

import copy
import csv
import html
import io
import json
import re

from site_projects import as_login, login_in_header

from brat_iaa.web.site import create_site

OWN = {"Sec-Fetch-Site": "same-origin"}


class Viewer:
    """A login before the pages of a project.

    data     brat's data directory; the state lies beside it
    project  its path below the data directory
    site     one that is there already; None: made, with these managers of the whole server
    page     class attribute: the page that is meant where none is named; usual: its login likewise
    """

    page, usual = "", "lead"

    def __init__(self, data, login=None, project="p", managers=(), site=None):
        self.data, self.project = data, project
        self.login, self.root = self.usual if login is None else login, data / project
        state = data.parent / "state"
        self.app = site or create_site(
            data, "/brat/", login_in_header, state_dir=state, managers=managers
        )
        self.client = self.app.test_client()
        self._keys = {}

    def as_login(self, login):
        other = copy.copy(self)
        other.login = login
        return other

    def get(self, address=None, status=200):
        address = self.page if address is None else address
        response = self.client.get(f"/{self.project}/-/{address}", headers=as_login(self.login))
        assert response.status_code == status, response.text
        return response.text

    def _in(self, form, address):
        address = self.page if address is None else address
        return self.get(f"{address}{'&' if '?' in address else '?'}format={form}")

    def twin(self, address=None):
        return json.loads(self._in("json", address))

    def rows(self, address=None):
        return list(csv.DictReader(io.StringIO(self._in("csv", address))))

    @property
    def token(self):
        return self.app.extensions["brat_iaa_tokens"].token(self.login)

    def post(self, path=None, query="", token=None, headers=OWN, **form):
        form["token"] = self.token if token is None else token
        address = f"/{self.project}/-/{self.page if path is None else path}{query}"
        return self.client.post(address, data=form, headers={**as_login(self.login), **headers})

    @property
    def conf(self):
        path = self.root / "iaa.conf"
        return path.read_bytes().decode("utf-8") if path.exists() else None

    # Pages on which one decides on one place after another.

    def item(self, token):
        return next(item for item in self.twin()["places"] if item["token"] == token)

    def seen(self, key):
        text = self.get(f"{self.page}?item={key}")
        return re.search(r'name="seen" value="(\w+)"', text).group(1)

    def decide(self, word, decision, comment="", **form):
        """On what the page shows of a token. Whatever is edited, the place of a token keeps its key."""
        if (self.login, word) not in self._keys:
            items = self.twin()["places"]
            self._keys |= {(self.login, item["token"]): item["key"] for item in reversed(items)}
        key = self._keys[self.login, word]
        form = {"item": key, "seen": self.seen(key), **form}
        return self.post(decision=decision, comment=comment, **form)


def plain(text):
    """The text of a page: a blank for each tag."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))
