"""The pages on which annotators say what they think of their disagreements, as a login sees them."""

import html
import json
import re

from site_projects import as_login, login_in_header
from small_projects import put

from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.web.site import create_site

WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:OBJ",
    "ben": "0>1:SUBJ 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ",
    "carla": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:MOD 1>3:OBJ",
}
OWN = {"Sec-Fetch-Site": "same-origin"}


def configure(root, access="reveal = own\nothers = named", project="phase = 2 revised", further=""):
    (root / "iaa.conf").write_text(
        f"[project]\n{project}\n[access]\nmanagers = lead\n{access}\n{further}"
    )


class Annotator:
    """The pages of the project p, as a login sees them."""

    def __init__(self, data, login="anna"):
        self.data, self.root, self.login = data, data / "p", login
        self.app = create_site(data, "/brat/", login_in_header, state_dir=data.parent / "state")
        self.client = self.app.test_client()

    def get(self, address="review", status=200):
        response = self.client.get(f"/p/-/{address}", headers=as_login(self.login))
        assert response.status_code == status, response.text
        return response.text

    def twin(self, address="review"):
        return json.loads(self.get(f"{address}{'&' if '?' in address else '?'}format=json"))

    def item(self, token):
        return next(item for item in self.twin()["items"] if item["token"] == token)

    def post(self, path="review", query="", token=None, **form):
        form["token"] = (
            self.app.extensions["brat_iaa_tokens"].token(self.login) if token is None else token
        )
        return self.client.post(
            f"/p/-/{path}{query}", data=form, headers={**as_login(self.login), **OWN}
        )

    def seen(self, key):
        return re.search(r'name="seen" value="(\w+)"', self.get(f"review?item={key}")).group(1)

    def decide(self, word, decision, comment="", **form):
        """On what the page shows of a token."""
        key = self.item(word)["key"]
        return self.post(item=key, seen=self.seen(key), decision=decision, comment=comment, **form)

    def kept(self, phase="2 revised"):
        """{annotator: {token: (decision, comment)}}"""
        reviews = Reviews(
            Database(project_database_path(self.root, self.data.parent / "state", self.data))
        )
        return {
            name: {
                review.place["token"]: (review.decision, review.comment) for review in own.values()
            }
            for name, own in reviews.all(phase).items()
        }

    def put(self, name, marks):
        put(self.root, name, "doc", WORDS, marks)

    def as_login(self, login):
        other = object.__new__(Annotator)
        other.__dict__.update(self.__dict__, login=login)
        return other


def plain(text):
    words = html.unescape(re.sub(r"<(script|style|head)\b.*?</\1>|<[^>]+>", " ", text, flags=re.S))
    return re.sub(r" (?=[,:.])", "", re.sub(r"\s+", " ", words))
