import json
import pickle
import re

import pytest
from site_projects import make_project
from viewers import OWN
from waiting import wait_until
from werkzeug.test import Client

from brat_iaa.proxy import wsgi

# The lead's, among brat's.
SESSION = "0123456789abcdef" * 3 + "01234567"


@pytest.fixture(autouse=True)
def anew():
    """The application is made once in a process; here for each test."""
    vars(wsgi).pop("application", None)
    yield
    vars(wsgi).pop("application", None)


@pytest.fixture
def settings(tmp_path):
    """The settings file of a site, as install writes it."""
    make_project(tmp_path / "brat" / "data" / "pilot", guests="none")
    sessions = tmp_path / "brat" / "work" / "sessions"
    sessions.mkdir(parents=True)
    (sessions / f"{SESSION}.pickle").write_bytes(pickle.dumps({"user": "lead"}))
    (tmp_path / "state").mkdir()
    path = tmp_path / "state" / "site.json"
    site = {
        "brat_dir": str(tmp_path / "brat"),
        "data_dir": str(tmp_path / "brat" / "data"),
        "work_dir": str(tmp_path / "brat" / "work"),
        "brat_url": "https://host.example/brat/",
        "pages_url": "https://host.example/brat/iaa/",
        "pages": "/iaa",
        "direct": "http://127.0.0.1:9/brat/",
        "service": "http://127.0.0.1:8090",
        "guard": True,
        "script": str(tmp_path / "brat.js"),
    }
    path.write_text(json.dumps(site))
    return path


def test_the_application_is_made_from_the_settings_of_the_site(settings, monkeypatch):
    monkeypatch.setenv(wsgi.VARIABLE, str(settings))
    client = Client(wsgi.application)
    assert client.get("/brat/iaa/healthz").json["logins"] == "read"
    assert client.get("/brat/iaa/pilot/-/").status_code == 403
    address = "/brat/iaa/api/agreement?collection=/pilot/anna/&document=shared"
    # Who asks, brat's session says, and no header.
    named = {"X-Brat-Iaa-Key": "", "X-Brat-Iaa-User": "lead"}
    assert client.get(address, headers=named).json["state"] == "closed"
    client.set_cookie("sid", SESSION, path="/brat/")

    def answered():
        found = client.get(address).json
        return "again" not in found and found

    found = wait_until(answered)
    assert found["count"] == 2 and found["pages"].startswith(
        "https://host.example/brat/iaa/pilot/-/"
    )
    assert client.get("/brat/iaa/pilot/-/disagreements").status_code == 200
    phases = "/brat/iaa/pilot/-/phases"
    token = re.search('name="token" value="(.+?)"', client.get(phases).text)[1]
    snapshot = {"phase": "1", "note": "", "token": token}
    assert client.post(phases, data=snapshot, headers=OWN).status_code == 303
    # Our files lie beside the settings, those of each project in a folder that is ours alone.
    kept = {path.suffix or path.name: path for path in settings.parent.iterdir()}
    assert kept.keys() == {".json", ".sqlite3", "projects"}
    assert kept["projects"].stat().st_mode & 0o777 == 0o700


def test_a_service_that_runs_on_after_brat_is_without_it(settings):
    client = Client(wsgi.from_settings(settings))
    settings.unlink()
    assert client.get("/brat/iaa/healthz").json["unwell"] == ["brat"]
