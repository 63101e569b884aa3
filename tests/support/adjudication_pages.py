"""The pages on which a gold is made, as somebody sees them who manages the project p."""

from viewers import Viewer

WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:JCT",
    "ben": "0>1:SUBJ 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:JCT",
    "carla": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:JCT 1>3:JCT",
}


class Lead(Viewer):
    page = "adjudicate"

    def make(self, name="gold", rule="unanimous", names="yes", **form):
        return self.post("adjudicate/draft", name=name, rule=rule, names=names, **form)

    def decide(self, word, decision, comment="", **form):
        """What is there of one token, and not all that hangs together with it."""
        return super().decide(word, decision, comment, one="yes", **form)

    def ann(self, directory="gold"):
        return (self.root / directory / "doc.ann").read_text()
