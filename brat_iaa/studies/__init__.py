"""Studies of a project: each module is a study, a function that returns tables. See study.py."""

from importlib import import_module

# In the order in which they are listed.
NAMES = (
    "planning", "consistency", "candidates", "variation", "anchoring", "simulation", "timing",
)  # fmt: skip
# Names of the commands and addresses of earlier versions.
FORMER = {
    "plan": "planning",
    "simulate": "simulation",
    "time": "timing",
    "variation": "variation",
    "consistency": "consistency",
    "candidates": "candidates",
    "anchoring": "anchoring",
}


def named(name):
    """The NamedStudy of a name among NAMES."""
    return import_module(f"brat_iaa.studies.{name}").STUDY


def sees_study(permission, name) -> bool:
    """Whether a viewer may see a study: planning is of figures, all others are of what everybody
    did. Nobody sees a study that is not there.
    """
    if name not in NAMES:
        return False
    from brat_iaa.access.permissions import adjudicates, sees_whole

    return sees_whole(permission) if name == "planning" else adjudicates(permission)
