"""brat-agreement doctor on the computer: Python, packages, disks."""

import shutil
from types import SimpleNamespace

import pytest

from brat_iaa.cli import main
from brat_iaa.cli.options import DONE, USAGE
from brat_iaa.doctor import FINE, PROBLEM, WARNING, computer


@pytest.mark.parametrize("free, level", [(10**6, PROBLEM), (10**8, WARNING), (10**10, FINE)])
def test_disks(free, level, monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=free))
    found = computer.free_space(str(tmp_path / "not" / "there"), "decisions")
    assert found.level == level and f"({tmp_path})" in found.text


def test_a_python_that_is_too_old(monkeypatch):
    monkeypatch.setattr(computer.sys, "version_info", (3, 8))
    assert computer.python().level == PROBLEM and "3.9 or newer" in computer.python().do


def test_a_package_that_is_missing(monkeypatch):
    monkeypatch.setattr(computer, "requires", lambda name: ["flask>=2.3", "nonesuch>=1"])
    found = computer.packages()
    assert found.level == PROBLEM and found.do.endswith("-m pip install nonesuch")


def test_the_former_name_is_still_installed(monkeypatch):
    monkeypatch.setattr(computer, "requires", lambda name: ["flask>=2.3"])
    monkeypatch.setattr(computer, "version", lambda name: "0.1.0")
    found = computer.packages()
    assert found.level == WARNING and "brat-iaa 0.1.0 too" in found.text
    assert "-m pip uninstall brat-iaa;" in found.do


def test_without_a_place_only_the_computer_is_looked_at(capsys):
    assert main(["doctor"]) == DONE
    about = [line.split()[1] for line in capsys.readouterr().out.strip().split("\n")]
    assert about == ["Python:", "Packages:"]


def test_a_place_that_is_not_there(capsys, tmp_path):
    assert main(["doctor", str(tmp_path / "none")]) == USAGE
    assert "Expected a project, brat's folder or site.json" in capsys.readouterr().err
