"""The pages on which a gold is made, as somebody sees them who manages the project p."""

from viewers import Viewer


class Lead(Viewer):
    page = "adjudicate"

    def make(self, name="gold", rule="unanimous", **form):
        return self.post("adjudicate/draft", name=name, rule=rule, **form)

    def ann(self, directory="gold"):
        return (self.root / directory / "doc.ann").read_text()
