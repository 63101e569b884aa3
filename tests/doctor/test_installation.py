"""brat-agreement doctor on an installed brat."""

import json

import pytest

from brat_iaa.doctor import NOTE, PROBLEM, WARNING, installation


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of which steps.status() says what a test wants."""
    said = []
    monkeypatch.setattr(installation.steps, "status", lambda folder: said)
    return tmp_path, said


@pytest.mark.parametrize(
    "sentence, level",
    [
        ("brat-agreement is not installed in /brat.", NOTE),
        ("brat-agreement is only in config.py of /brat: install it again.", PROBLEM),
        ("The pages do not answer at http://x/. Start them as brat.", PROBLEM),
        ("The user who runs brat (www) cannot read /x, because of the permissions of /.", WARNING),
    ],
)
def test_sentences_become_findings(folder, sentence, level):
    place, said = folder
    said.append(sentence)
    first, disk = installation.examine_installation(place)
    assert (first.level, first.text) == (level, sentence)
    assert disk.about == "Disk"


def test_lines_for_the_web_server_belong_to_what_they_mend(folder):
    place, said = folder
    said += ["Everybody can download config.py: add these lines:", "<Files x>", "</Files>"]
    first, _ = installation.examine_installation(place)
    assert first.level == PROBLEM and first.do.strip() == "<Files x>\n</Files>"


def test_by_the_settings_file(folder):
    place, said = folder
    said.append("brat-agreement is installed in /brat.")
    site = place / "site.json"
    site.write_text(json.dumps({"brat_dir": str(place)}), "utf-8")
    assert installation.examine_installation(site)[0].text == said[0]
    site.write_text("{}", "utf-8")
    assert "is no settings file" in installation.examine_installation(site)[0].text
