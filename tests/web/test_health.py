"""/healthz says which part does not work, and nothing else."""

import pytest
from site_projects import login_in_header, make_project

from brat_iaa.store.database import Database
from brat_iaa.web import health
from brat_iaa.web.site import create_site, site_of
from brat_iaa.web.viewers.identity import FromServer


@pytest.fixture
def data(tmp_path):
    make_project(tmp_path / "data" / "p")
    return tmp_path / "data"


def asked(data, identify=login_in_header, prepare=lambda site: None, **environ):
    app = create_site(data, "/", identify, state_dir=data.parent / "state")
    with Database(site_of(app).store()).transaction():
        pass  # it is made
    prepare(site_of(app))
    answer = app.test_client().get("/healthz", environ_overrides=environ)
    assert str(data) not in answer.text and answer.json["ok"] == (answer.status_code == 200)
    return answer.status_code, answer.json["unwell"]


def test_everything_works(data):
    assert asked(data) == (200, [])
    assert asked(data, FromServer(), **{"brat.user": ""}) == (200, [])


def test_a_damaged_store(data, caplog):
    def damage(site):
        (path,) = site.stores()
        path.write_bytes(path.read_bytes()[:4096] + bytes([7]) * 8192)

    assert asked(data, prepare=damage) == (503, ["store"])
    assert "store does not work" in caplog.text


def test_a_full_disk(data, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(health.tempfile, "TemporaryFile", full)
    assert asked(data) == (503, ["disk"])


def test_a_data_directory_that_vanishes_and_returns_and_a_store_that_is_gone(data):
    app = create_site(data, "/", login_in_header, state_dir=data.parent / "state")
    now = [0]
    app.extensions["brat_iaa_health"] = health.Health(site_of(app), lambda: now[0])
    client, away = app.test_client(), data.with_name("away")
    found = []
    path = site_of(app).store()
    path.touch()
    for step in (lambda: None, lambda: data.rename(away), lambda: away.rename(data), path.unlink):
        step()
        now[0] += 60
        found.append(client.get("/healthz").json["unwell"])
    # A database that is gone is not made anew, empty.
    assert found == [[], ["disk"], [], ["store"]] and not path.exists()
