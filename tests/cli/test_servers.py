"""What brat-agreement serve and brat-agreement proxy say when they start; what brat-agreement pages serves."""

import pytest
from site_projects import configure, make_project

from brat_iaa.cli import main
from brat_iaa.proxy import serving as front_serving
from brat_iaa.web import serving


class Config:
    """brat's settings, as far as they matter here."""

    USER_PASSWORD = {"lead": "pw"}
    DATA_DIR = None
    WORK_DIR = "work"


@pytest.fixture
def data(tmp_path):
    make_project(tmp_path / "data" / "p")
    configure(tmp_path / "data" / "p", managers="")
    return tmp_path / "data"


@pytest.fixture
def serve(data, tmp_path, monkeypatch, capsys):
    """Function of brat's users and further arguments: what brat-agreement serve says."""

    def run(users, *arguments):
        config = Config()
        config.DATA_DIR, config.USER_PASSWORD = str(data), users
        monkeypatch.setattr(front_serving, "configured", lambda told: (told["brat"], config))
        monkeypatch.setattr(front_serving, "open_brat", lambda *_, **__: None)
        monkeypatch.setattr(front_serving, "addresses", lambda front: [])
        monkeypatch.setattr(front_serving, "serve", lambda front, lines: print("\n".join(lines)))
        state = ["--state-dir", str(tmp_path / "state")]
        assert main(["serve", str(tmp_path), "--port", "0", *state, *arguments]) == 0
        return capsys.readouterr().out

    return run


def test_pages_look_for_snapshots_where_they_are_told(data, tmp_path, monkeypatch):
    found = []
    monkeypatch.setattr(
        serving, "serve", lambda server: (found.append(server.app), server.server_close())
    )
    assert (
        main(["pages", str(data / "p"), "--port", "0", "--state-dir", str(tmp_path / "state")]) == 0
    )
    assert f"--state-dir {tmp_path / 'state'}" in found[0].test_client().get("/phases").text
