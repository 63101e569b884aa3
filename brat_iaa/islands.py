"""Islands: studies that the product does without. Each is a folder of studies/ and its line here.

An island has its measure, its report and its section of the guide beside each other, and may have
what the rest finds by this list:

    command.py      a command of the command line, under its name
    pages.py        PAGES, a flask.Blueprint; OPEN_TO, the function of access.permissions that says
                    to whom; LINK, the words of the link to it, and offered(agreement), whether
                    there is anything to show
    suggestions.py  Suggestions, hints for who adjudicates
    records.py      KIND, MEASURES and FIGURES: figures that a kind of layer has besides its own
    plots.py        NAME and HELP of a picture for the command plot, and its Drawing,
                    picture(agreement, progress)
    figures.py      how they are computed and what is said of them, see figures()

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
    Island("competence", section="competence", topic="annotators", command="look:competence"),
    Island("consistency", section="consistency", topic="annotators", command="look:consistency"),
    Island("candidates", section="candidates", topic="annotators", command="look:candidates"),
    Island("anchoring", section="anchoring", topic="papers", command="look:anchoring"),
    Island("gamma", section="gamma", topic="spans"),
    Island("simulation", command="study:simulate"),
    Island("segmentation", "segmentation", topic="dependencies", command="study:segmentation"),
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


def suggestions():
    """The class Suggestions of the first island that has one; None without."""
    return next((part.Suggestions for part in _parts("suggestions").values()), None)


def plots() -> dict:
    """{name of a picture of an island: its module plots}"""
    return {part.NAME: part for part in _parts("plots").values()}


def records(kind) -> list:
    """The FigureRecords of islands for a kind of layer."""
    of_kind = (part for part in _parts("records").values() if kind == part.KIND)
    return [record for part in of_kind for record in part.FIGURES]


def measures() -> dict:
    """{measure of an island: its kinds.figure_record.Measure}"""
    return {name: m for part in _parts("records").values() for name, m in part.MEASURES.items()}


def figures(settings) -> list:
    """The modules figures of the islands whose records the settings of a layer ask for. Each has

    project_scores(items, annotators, builder, progress, executor), list of Score; items: of the
        layer's documents
    document_scores(items, annotators, builders, progress), the same of each document
    notes(layer), what a report says of them; layer: ScoreIndex
    in_paper(text, scores), text with what a paper says of them; scores: those that it reports
    """
    wanted = (name for name, part in _parts("records").items() if part.wanted(settings))
    return [import_module(f"brat_iaa.studies.{name}.figures") for name in wanted]


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
