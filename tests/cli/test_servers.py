"""What brat-agreement serve and brat-agreement proxy say when they start; what brat-agreement pages serves."""

import pytest
from site_projects import configure, make_project

from brat_iaa.cli import main
from brat_iaa.web import serving


@pytest.fixture
def data(tmp_path):
    make_project(tmp_path / "data" / "p")
    configure(tmp_path / "data" / "p", managers="")
    return tmp_path / "data"


def test_pages_look_for_snapshots_where_they_are_told(data, tmp_path, monkeypatch):
    found = []
    monkeypatch.setattr(
        serving, "serve", lambda server: (found.append(server.app), server.server_close())
    )
    assert (
        main(["pages", str(data / "p"), "--port", "0", "--state-dir", str(tmp_path / "state")]) == 0
    )
    assert f"--state-dir {tmp_path / 'state'}" in found[0].test_client().get("/phases").text
