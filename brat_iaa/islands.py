"""Islands: studies that the product does without. Each is a folder of studies/ and its line here.

An island has its measure, its report, its command (command.py) and its topic of the guide beside
each other. Nothing imports it: it is found by this list, and what is left without its folder and
its line is whole.
"""

from importlib import import_module
from pathlib import Path
from typing import NamedTuple


class Island(NamedTuple):
    """An island.

    name   of its folder in studies/
    topic  of the guide, whose text is TOPIC.md in that folder; "" without one
    """

    name: str
    topic: str = ""

    @property
    def folder(self) -> Path:
        return Path(__file__).parent / "studies" / self.name


ISLANDS = (
    Island("simulation"),
    Island("timing", topic="time"),
)


def commands() -> list:
    """The cli.options.Command of each island."""
    return [import_module(f"brat_iaa.studies.{one.name}.command").COMMAND for one in ISLANDS]


def topics() -> dict:
    """{topic of the guide: path of its text}"""
    return {one.topic: one.folder / f"{one.topic}.md" for one in ISLANDS if one.topic}
