"""A project whose annotators come closer between two snapshots, and its pages as a login sees
them.
"""

from small_projects import put
from viewers import OWN, Viewer

from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path

SENTENCES = 12
WORDS = " / ".join(["a b"] * SENTENCES)


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


class Lead(Viewer):
    """The pages of the project, as a login sees them."""

    page = "phases"

    def take(self, phase, note="", **headers):
        return self.post(headers={**OWN, **headers}, phase=phase, note=note)


def take_two(lead):
    lead.take("1 apart", "before the meeting")
    meet(lead.root)
    lead.take("2 revised")
    return lead


def kept(data):
    root = data / "p"
    return Snapshots(root, Database(project_database_path(root, data.parent / "state", data)))
