"""Search of the guide, on the pages and in the guide as files."""

import re

import pytest

from brat_iaa.guide import NAMES, anchors
from brat_iaa.guide.search import search, sections
from brat_iaa.guide.site import write_site
from brat_iaa.web.frame import static_folder


@pytest.mark.parametrize(
    "question, first",
    [
        ("krippendorff alpha formula", ("alpha", "formula")),
        ("GCM Formula", ("gcm", "formula")),
        ("troubleshooting", ("trouble", "troubleshooting")),
    ],
)
def test_sections_named_so_come_first(question, first):
    section, excerpt = search(question)[0]
    assert (section.name, section.anchor) == first
    assert excerpt


def test_all_words_are_wanted_and_the_first_is_shown():
    assert search("") == search("  ") == search("alpha zebra") == []
    for section, excerpt in search("bootstrap"):
        assert "bootstrap" in f"{section.heading} {section.text}".casefold()
        assert "bootstrap" in excerpt.casefold() or "bootstrap" in section.heading.casefold()


def test_every_section_can_be_found():
    found = {(section.name, section.anchor) for section in sections()}
    assert found == {(name, anchor) for name in NAMES for anchor in anchors(name)}


def test_every_link_of_the_files_leads_to_a_file(tmp_path):
    assert write_site(tmp_path, static_folder()) == len(NAMES) + 1
    pages = {path.name: path.read_text("utf-8") for path in tmp_path.glob("*.html")}
    for text in pages.values():
        assert text.count("<h1>") == 1
        for target in re.findall(r'(?:href|src)="([^"]*)"', text):
            page, _, anchor = target.partition("#")
            if "://" in target:
                continue
            assert not page or (tmp_path / page).is_file(), target
            assert not anchor or f'id="{anchor}"' in pages.get(page, text), target
    index = (tmp_path / "sections.js").read_text("utf-8")
    assert index.count('"page":') == len(sections())
