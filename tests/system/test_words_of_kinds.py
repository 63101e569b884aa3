"""Somebody with a project of entities meets nothing that reads as if made for somebody else."""

import re
import shutil

from phase_pages_project import Lead
from viewers import plain

from brat_iaa.demo import history
from brat_iaa.demo.serve import CLINIC

# What is only drawn where there are dependencies. Texts of the notes have a head, too.
_OF_DEPENDENCIES = re.compile(r"\b(arcs?|UAA|LAA|LOA|dependen\w+|heads|treebanks?|nan)\b")
_LAYERS = ("spans", "relations", "events", "chains", "Certainty", "Negated")
_OF_ALL = (
    "", "disagreements", "disagreements?show=patterns", "document/note_2_knee", "disagreements/gold",
    *(f"disagreements?layer={layer}" for layer in _LAYERS),
)  # fmt: skip
_PAGES = {
    "lead": (
        *_OF_ALL, "disagreements?a=anna&b=ben", "disagreements/gold?annotator=ben", "phases", "phases/compare",
        "paper", "adjudicate", "studies/variation", "manage",
    ),
    "anna": (*_OF_ALL, "disagreements?with=ben", "disagreements/mine", "disagreements/mine?layer=relations"),
}  # fmt: skip


def test_no_page_speaks_of_dependencies_where_there_are_none(tmp_path):
    root = shutil.copytree(CLINIC, tmp_path / "data/p")
    lead = Lead(root.parent)
    history.revise(root, lead.take)
    for login, pages in _PAGES.items():
        for page in pages:
            html = re.sub("(?s)<(script|style).*?</\\1>", "", lead.as_login(login).get(page))
            shown = plain(html + " ".join(re.findall('data-texts="([^"]*)"', html)))
            found = [shown[m.start() - 40 : m.end() + 40] for m in _OF_DEPENDENCIES.finditer(shown)]
            assert found == [], (login, page)
