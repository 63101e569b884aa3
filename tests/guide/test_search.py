"""Search of the guide."""

import pytest

from brat_iaa.guide import NAMES, anchors
from brat_iaa.guide.search import search
from brat_iaa.guide.topics import source


@pytest.mark.parametrize(
    "question, first",
    [
        ("krippendorff alpha", ("dependencies", "krippendorffs-alpha")),
        ("GCM", ("dependencies", "gcm")),
        ("troubleshooting", ("trouble", "troubleshooting")),
    ],
)
def test_sections_named_so_come_first(question, first):
    topic, section, excerpt = search(question)[0]
    assert (topic.name, section.anchor) == first
    assert excerpt


def test_all_words_are_wanted_and_the_first_is_shown():
    assert search("") == search("  ") == search("alpha zebra") == []
    for _, section, excerpt in search("bootstrap"):
        assert "bootstrap" in f"{section.heading} {section.text}".casefold()
        assert "bootstrap" in excerpt.casefold() or "bootstrap" in section.heading.casefold()


def test_every_section_can_be_found():
    for name in NAMES:
        assert [section.anchor for section in source(name)] == anchors(name)
