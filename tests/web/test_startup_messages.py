"""What a server of all projects says when it starts."""

import pytest
from site_projects import configure, make_project

from brat_iaa.web.viewers.projects import beginning


@pytest.fixture
def data(tmp_path):
    make_project(tmp_path / "data" / "c" / "p")
    return tmp_path / "data"


def test_the_projects_are_named(data):
    assert beginning(data) == [f"1 project below {data}: /c/p."]
    for number in range(6):
        make_project(data / f"q{number}")
    assert beginning(data) == [f"7 projects below {data}: /c/p, /q0, /q1, /q2, /q3 and 2 more."]


def test_no_project(tmp_path):
    (said,) = beginning(tmp_path)
    assert said.startswith(
        f"No project was found below {tmp_path}. A project is a directory with an iaa.conf"
    )


def test_without_managers_it_says_what_to_do(data):
    configure(data / "c" / "p", managers="")
    said = beginning(data)[1]
    assert said.startswith(
        "Nobody sees anything on the pages yet: no project has a manager. Name one: "
        "start with --managers"
    )
    assert len(beginning(data, ("lead",))) == 1
    configure(data / "c" / "p", managers="", guests="all")
    assert beginning(data)[1].startswith(
        "Nobody sees everything on the pages: no project has a manager."
    )
    # One project with a manager is enough: this is for those who have not begun.
    make_project(data / "q")
    assert len(beginning(data)) == 1


def test_settings_that_cannot_be_used_are_said(data):
    (data / "c" / "p" / "iaa.conf").write_text("[access]\nreveal = perhaps\n")
    found, broken = beginning(data)
    assert (
        broken.startswith("Nobody sees the project c/p: ")
        and "line 2" in broken
        and "perhaps" in broken
    )
