"""Islands: studies that the product does without. Each is a folder of studies/ and its line here.

An island has its measure, its report and its section of the guide beside each other, and may have
what the rest finds by this list:

    command.py      a command of the command line, under its name
    pages.py        PAGES, a flask.Blueprint; OPEN_TO, the function of access.permissions that says
                    to whom; LINK, the words of the link to it, and offered(agreement), whether
                    there is anything to show
    plots.py        NAME and HELP of a picture for the command plot, and its Drawing,
                    picture(agreement, progress)

Nothing else imports an island: what is left without its folder and its line is whole.
"""

from functools import cache
from importlib import import_module
from pathlib import Path

from brat_iaa.record import FrozenRecord


class Island(FrozenRecord):
    """An island.

    name    of its folder in studies/
    section of the guide, whose text is SECTION.md in that folder
    topic   of the guide to which the section is added
    command "group:name" of its command, group of brat-agreement --help; "" without
    """

    name: str
    section: str = ""
    topic: str = ""
    command: str = ""

    @property
    def folder(self) -> Path:
        return Path(__file__).parent / "studies" / self.name


ISLANDS = (
    Island("variation", section="variation", topic="disagreements", command="look:variation"),
    Island("planning", section="planning", topic="intervals", command="look:plan"),
    Island("consistency", section="consistency", topic="annotators", command="look:consistency"),
    Island("candidates", section="candidates", topic="annotators", command="look:candidates"),
    Island("anchoring", section="anchoring", topic="papers", command="look:anchoring"),
    Island("simulation", command="study:simulate"),
    Island("timing", section="time", topic="annotators", command="study:time"),
)


def commands(group) -> dict:
    """{command of an island in a group of brat-agreement --help: its module}"""
    named = ((island, *island.command.partition(":")[::2]) for island in ISLANDS)
    return {
        name: f"brat_iaa.studies.{island.name}.command"
        for island, own_group, name in named
        if own_group == group
    }


def pages(open_to) -> list:
    """The modules pages of the islands whose pages are open to the same."""
    return [part for part in _parts("pages").values() if part.OPEN_TO is open_to]


def plots() -> dict:
    """{name of a picture of an island: its module plots}"""
    return {part.NAME: part for part in _parts("plots").values()}


def texts() -> dict:
    """{section of the guide: path of its text}"""
    return {
        island.section: island.folder / f"{island.section}.md"
        for island in ISLANDS
        if island.section
    }


def topics() -> dict:
    """{section of the guide: topic to which it is added}"""
    return {island.section: island.topic for island in ISLANDS if island.section}


@cache
def _parts(part):
    """{name of an island: its module of that name}"""
    return {
        island.name: import_module(f"brat_iaa.studies.{island.name}.{part}")
        for island in ISLANDS
        if (island.folder / f"{part}.py").exists()
    }
