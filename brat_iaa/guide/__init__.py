"""The guide: texts in a small part of Markdown, shown on the pages and on a terminal.

texts/ has a file for each topic; markup.py reads it, html.py shows it; a terminal shows it as it is
written. topics.py knows all topics and what follows from declarations.
"""

from brat_iaa.figures import explained_in
from brat_iaa.guide.topics import (
    GROUPS,
    NAMES,
    UnknownTopic,
    anchors,
    find,
    find_link,
    names_of_sections,
    printed,
    section,
    topic,
)

__all__ = [
    "GROUPS", "NAMES", "UnknownTopic", "anchors", "explained_in", "find", "find_link",
    "names_of_sections", "printed", "section", "topic",
]  # fmt: skip
