"""Search of the guide, on the pages and in the guide as files; the pages made for the files."""

import re

import pytest

from brat_iaa.cli import main
from brat_iaa.cli.servers import _printed
from brat_iaa.errors import ConfigError
from brat_iaa.guide import NAMES, anchors
from brat_iaa.guide.search import search, sections


@pytest.mark.parametrize(
    "question, first",
    [
        ("krippendorff alpha", ("dependencies", "krippendorffs-alpha")),
        ("GCM", ("dependencies", "gcm")),
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


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    assert main(["guide", "--html", str(folder)]) == 0
    return folder


@pytest.mark.system
def test_every_link_of_the_files_leads_to_a_file(site):
    pages = {path.name: path.read_text("utf-8") for path in site.glob("*.html")}
    assert len(pages) == len(NAMES) + 3
    for text in pages.values():
        assert text.count("<h1>") == 1
        for target in re.findall(r'(?:href|src)="([^"]*)"', text):
            page, _, anchor = target.partition("#")
            if "://" in target:
                continue
            assert not page or (site / page).is_file(), target
            assert not anchor or f'id="{anchor}"' in pages.get(page, text), target
    index = (site / "sections.js").read_text("utf-8")
    assert index.count('"page":') == len(sections())


def test_the_gallery_tells_of_what_is_printed_there(site):
    text = (site / "gallery.html").read_text("utf-8")
    for part in text.split("<h2")[1:]:
        printed = "".join(re.findall("<pre.*?</pre>", part, re.DOTALL))
        told = re.findall(r"(?<!\d)[01]?\.\d{3}", "".join(re.findall("<li>.*?</li>", part)))
        assert [figure for figure in told if figure not in printed] == [], part[:60]
        assert "Traceback" not in printed


def test_a_command_of_the_gallery_that_fails_stops_it(tmp_path):
    with pytest.raises(ConfigError, match="nowhere is no directory"):
        _printed(["report", "nowhere"], tmp_path)


def test_the_page_for_scripts_has_every_public_name(site):
    text = (site / "api.html").read_text("utf-8")
    names = [f"iaa.{name}" for name in ("read", "compare", "snapshots", "measures.alpha")]
    names += [f"ProjectAgreement.{name}" for name in ("score", "scores", "places", "plot")]
    assert [name for name in names if f'id="{name}"' not in text] == []
