"""brat-agreement doctor on an installed brat."""

import json

import pytest

from brat_iaa.doctor import FINE, PROBLEM, Finding, computer


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of which steps.status() says what a test wants."""
    said = []
    monkeypatch.setattr(computer.steps, "status", lambda folder: said)
    return tmp_path, said


def test_what_the_installation_found_comes_first(folder):
    place, said = folder
    said.append(Finding(PROBLEM, "Pages", "The pages do not answer at http://x/."))
    first, disk = computer.examine_installation(place)
    assert first is said[0] and disk.about == "Disk"


def test_by_the_settings_file(folder):
    place, said = folder
    said.append(Finding(FINE, "brat", "brat-agreement is installed in /brat."))
    site = place / "site.json"
    site.write_text(json.dumps({"brat_dir": str(place)}), "utf-8")
    assert computer.examine_installation(site)[0] is said[0]
    site.write_text("{}", "utf-8")
    assert "is no settings file" in computer.examine_installation(site)[0].text
