"""The topics: all texts are listed, complete, and linked to what exists."""

import re
from pathlib import Path

from cases import each

from brat_iaa import guide
from brat_iaa.cli.descriptions import parsers
from brat_iaa.config import SETTINGS
from brat_iaa.formats.tables import to_csv
from brat_iaa.guide import (
    NAMES,
    anchors,
    explained_in,
    find,
    find_link,
    section,
    topic,
)
from brat_iaa.guide.markup import Heading, List, Paragraph, TextTable
from brat_iaa.guide.topics import SECTIONS_BY_NAME, text_of
from brat_iaa.layers.difference import DIFFERENCE_NAMES
from brat_iaa.phases.report import CHANGE_FIELDS
from brat_iaa.report.places import FIELDS as PLACE_FIELDS
from brat_iaa.report.scores import score_table

TEXTS = Path(guide.__file__).parent / "texts"
# What each topic on measures says, in this order, beside formulas and examples.
# Topics that somebody reads from the beginning to the end are short.
MOST_TOPICS = 25


def test_every_text_is_a_topic():
    found = TEXTS.glob("*")
    written = sorted(path.stem for path in found)
    assert sorted([*written, "commands"]) == sorted(NAMES) and len(NAMES) <= MOST_TOPICS


@each("name", SECTIONS_BY_NAME)
def test_other_names_lead_to_sections(name):
    topic, anchor = find(name)
    assert topic in NAMES and (not anchor or anchor in anchors(topic)) and name not in NAMES


def links(name):
    for block in topic(name).blocks:
        lines = ()
        if isinstance(block, (Paragraph, Heading)):
            lines = (block.spans,)
        elif isinstance(block, List):
            lines = block.items
        elif isinstance(block, TextTable):
            lines = [cell for row in block.rows for cell in row]
        yield from (span.target for line in lines for span in line if span.kind == "link")


@each("name", NAMES)
def test_links_lead_to_sections_that_are_there(name):
    for target in links(name):
        assert target.partition("#")[0].endswith(".md"), target
        other, anchor = find_link(target)
        assert other in NAMES and (not anchor or anchor in anchors(other)), target


def test_the_commands_are_those_of_the_command_line():
    told = [block.anchor for block in topic("commands").headings]
    assert told == [f"brat-agreement-{name.replace(' ', '-')}" for name in parsers()]


def test_the_settings_are_all_there():
    tables = [block for block in section("files", "settings") if isinstance(block, TextTable)]
    shown = [row[0][0].text for table in tables for row in table.rows]
    assert shown == [setting.key for setting in SETTINGS]


def test_messages_to_be_looked_up_are_those_that_are_printed():
    """Their words, with … for what differs from case to case, stand in the code."""
    sources = [
        path.read_text("utf-8")
        for pattern in ("*.py", "*.html")
        for path in TEXTS.parent.parent.rglob(pattern)
    ]
    # Texts that go on in the next line.
    code = re.sub(r'"\s*\n\s*f?"', "", "\n".join(sources))
    tables = [block for block in topic("trouble").blocks if isinstance(block, TextTable)]
    messages = ["".join(span.text for span in row[0]) for table in tables for row in table.rows]
    assert len(messages) > 12
    missing = [
        message for message in messages
        if not all(part.strip() in code for part in message.split("…"))
    ]  # fmt: skip
    assert missing == []


def columns(anchor):
    """First column of the first table of a section of the topic on formats."""
    (table, *_) = [b for b in section("files", anchor) if isinstance(b, TextTable)]
    return [row[0][0].text for row in table.rows]


def test_the_columns_of_scores_and_places_are_all_explained():
    assert columns("scores") == to_csv(score_table([])).strip().split(",")
    assert columns("lists-of-disagreements") == list(PLACE_FIELDS)


def test_the_columns_of_changes_are_all_explained():
    assert columns("changes") == list(CHANGE_FIELDS)


def test_kinds_of_disagreement_are_all_explained():
    (table,) = [
        b for b in section("disagreements", "kinds-of-disagreement") if isinstance(b, TextTable)
    ]
    shown = [span.text for row in table.rows for span in row[0] if span.kind == "code"]
    assert sorted(shown) == sorted(DIFFERENCE_NAMES)


def test_figures_lead_to_measures():
    assert explained_in("dependencies", "LAA", "masi") == ("dependencies", "masi")


# Patterns that readers whose first language is another have to read twice; a question may begin so.
HARD = re.compile(
    r"\b(that of|those of|the one with|stands?|nobody|somebody|everybody|whoever|anew|meanwhile"
    r"|likewise|mends?)\b|(?-i:^(Of|Where) [^?]*$)",
    re.IGNORECASE,
)


@each("name", [name for name in NAMES if name != "commands"])
def test_sentences_are_short_and_plain(name):
    """Of what is written and of settings, without examples; an address ends a sentence, too. The aim
    is 20 words.
    """
    prose = re.sub(r"```.*?```", "", text_of(name), flags=re.DOTALL)
    parts = [part.strip("- ") for part in re.split(r"\n|\|", prose) if not part.startswith("#")]
    found = [s for part in parts for s in re.split(r"(?<=[.:?!])\s+", part) if s]
    assert [s for s in found if len(s.split()) > 30] == []
    assert sum(len(s.split()) > 20 for s in found) <= max(3, len(found) / 20)
    assert [s for s in found if HARD.search(s.replace("stands alone", ""))] == []
