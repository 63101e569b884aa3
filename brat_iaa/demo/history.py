"""What the demo's annotators did after they had annotated apart: the later phases of both projects.

A folder of each phase has the files that annotators changed in it. The projects in the package stay
as they are; phases are for copies.
"""

import re
import shutil
from pathlib import Path

# The phase in which the projects in the package are.
FIRST = "1 apart"
# What the meeting decided: an infinitive has its subject, too; POBJ is for what stands after a
# preposition only, which is JCT on a verb and MOD on a noun; what is said with "be" is PRED; the
# main verb is the head of its auxiliaries; an adverb on an adjective is JCT; IOBJ only beside OBJ.
_DEPENDENCIES = {
    "2 after the meeting": "project_met",
    "3 revised": "project_revised",
    "4 discussed": "project_discussed",
}
_CLINIC = {"2 revised": "clinic_revised"}


def play(project, at_end_of, later=_DEPENDENCIES):
    """Lead a copy of the project through its phases; it is left as it was at the end of the last.

    project    directory with the copy
    at_end_of  function of a phase's name, called while the files are as they were at its end
    later      {name of a phase: folder beside this file with the files that were changed in it}
    """
    at_end_of(FIRST)
    settings = project / "iaa.conf"
    for phase, folder in later.items():
        shutil.copytree(Path(__file__).with_name(folder), project, dirs_exist_ok=True)
        text = settings.read_text("utf-8")
        settings.write_text(re.sub(r"(?m)^phase *=.*$", f"phase = {phase}", text), "utf-8")
        at_end_of(phase)


def revise(project, at_end_of):
    """The same of a copy of the clinic's notes, whose annotators revise them once."""
    play(project, at_end_of, _CLINIC)
