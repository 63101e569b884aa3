"""The pages on which a gold is made, as somebody sees them who manages the project p."""

import json
import re

from review_pages import OWN
from site_projects import as_login, login_in_header

from brat_iaa.web.site import create_site


class Lead:
    """The pages of the project p, as somebody sees them who manages it."""

    def __init__(self, data, login="lead"):
        self.data, self.root, self.login = data, data / "p", login
        self.app = create_site(data, "/brat/", login_in_header, state_dir=data.parent / "state")
        self.client = self.app.test_client()

    def get(self, address="adjudicate", status=200):
        response = self.client.get(f"/p/-/{address}", headers=as_login(self.login))
        assert response.status_code == status, response.text
        return response.text

    def twin(self, address="adjudicate"):
        return json.loads(self.get(f"{address}{'&' if '?' in address else '?'}format=json"))

    def item(self, token):
        return next(item for item in self.twin()["items"] if item["token"] == token)

    def post(self, path="adjudicate", query="", token=None, headers=OWN, **form):
        tokens = self.app.extensions["brat_iaa_tokens"]
        form["token"] = tokens.token(self.login) if token is None else token
        headers = {**as_login(self.login), **headers}
        return self.client.post(f"/p/-/{path}{query}", data=form, headers=headers)

    def make(self, name="gold", rule="unanimous", **form):
        return self.post("adjudicate/draft", name=name, rule=rule, **form)

    def seen(self, key):
        text = self.get(f"adjudicate?item={key}")
        return re.search(r'name="seen" value="(\w+)"', text).group(1)

    def decide(self, word, decision, comment="", **form):
        key = self.item(word)["key"]
        form = {"item": key, "seen": self.seen(key), **form}
        return self.post(decision=decision, comment=comment, **form)

    def as_login(self, login):
        other = object.__new__(Lead)
        other.__dict__.update(self.__dict__, login=login)
        return other

    def ann(self, directory="gold"):
        return (self.root / directory / "doc.ann").read_text()

    @property
    def conf(self):
        return (self.root / "iaa.conf").read_text()
