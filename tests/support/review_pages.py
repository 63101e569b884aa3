"""The pages on which annotators say what they think of their disagreements, as a login sees them."""

import html
import re

from small_projects import put
from viewers import Viewer

from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path

WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:OBJ",
    "ben": "0>1:SUBJ 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ",
    "carla": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:MOD 1>3:OBJ",
}


def configure(root, access="reveal = own\nothers = named", project="phase = 2 revised", further=""):
    (root / "iaa.conf").write_text(
        f"[project]\n{project}\n[access]\nmanagers = lead\n{access}\n{further}"
    )


class Annotator(Viewer):
    """The pages of the project p, as an annotator sees them."""

    page, usual = "disagreements/mine", "anna"

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


def plain(text):
    words = html.unescape(re.sub(r"<(script|style|head)\b.*?</\1>|<[^>]+>", " ", text, flags=re.S))
    return re.sub(r" (?=[,:.])", "", re.sub(r"\s+", " ", words))
