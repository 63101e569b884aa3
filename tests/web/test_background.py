import threading

import pytest
from site_projects import login_in_header, make_project
from waiting import PATIENCE

from brat_iaa.study import Study
from brat_iaa.web import background
from brat_iaa.web.background import Background, StillComputing
from brat_iaa.web.in_brat import api
from brat_iaa.web.site import create_site, site_of

SOON = 0.05


@pytest.fixture
def gate():
    """Closed until it is set; opened at the end, so that no thread stays."""
    gate = threading.Event()
    yield gate
    gate.set()


def test_what_is_there_in_time_is_answered():
    found = Background()
    assert found.result("p", lambda: 7, PATIENCE) == 7
    with pytest.raises(KeyError, match="found"):
        found.result("p", lambda: {}["found"], PATIENCE)
    assert found.result("p", lambda: 8, PATIENCE) == 8
    assert found.seconds_under_way() == []


def test_the_rest_is_computed_without_the_caller(gate):
    found, ended = Background(), threading.Event()
    with pytest.raises(StillComputing):
        found.result("p", lambda: gate.wait(PATIENCE) and ended.set(), SOON)
    # One at a time: who comes meanwhile has nothing computed.
    with pytest.raises(StillComputing):
        found.result("p", pytest.fail, SOON)
    assert found.result("q", lambda: "another", PATIENCE) == "another"
    assert len(found.seconds_under_way()) == 1
    gate.set()
    assert found.result("p", ended.is_set, PATIENCE)


def test_who_waits_too_long_learns_what_was_kept_last(gate):
    found = Background()
    for keep in (False, True):
        assert found.result(keep, lambda: 7, PATIENCE, keep) == 7
        with pytest.raises(StillComputing) as still:
            found.result(keep, lambda: gate.wait(PATIENCE) and 8, SOON, keep)
        assert still.value.last == (7 if keep else None)


@pytest.fixture
def slow(tmp_path, monkeypatch, gate):
    """A site with two projects whose studies wait for the gate."""
    for name in ("big", "small"):
        make_project(tmp_path / "data" / name, reveal="own")
    site = site_of(
        create_site(tmp_path / "data", "/", login_in_header, state_dir=tmp_path / "state")
    )
    monkeypatch.setattr(background, "BRAT_TIMEOUT", SOON)
    compute, site.computed = Study.agreement, []

    def agreement(study):
        site.computed.append(study)
        return gate.wait(PATIENCE) and compute(study)

    monkeypatch.setattr(Study, "agreement", agreement)
    return site


def test_brats_page_is_told_to_ask_again(slow, gate, monkeypatch):
    for login in ("lead", "lead", "anna"):
        for ask in (api.agreement, api.disagreements):
            found = ask(slow, login, "/big/anna/", "shared")
            assert (found["state"], found["again"] > 0) == ("none", True)
            assert found["reason"].startswith("The agreement is being computed")
    assert found["markers"] == [] and len(slow.computed) == 1
    assert (
        "again" in api.agreement(slow, "lead", "/small/anna/", "shared") and len(slow.computed) == 2
    )
    # Who sees nothing neither waits nor learns of it.
    found = api.agreement(slow, "zoe", "/big/anna/", "shared")
    assert "again" not in found and found["reason"].startswith("There is nothing here")

    gate.set()
    monkeypatch.setattr(background, "BRAT_TIMEOUT", PATIENCE)
    for login in ("lead", "anna"):
        found = api.agreement(slow, login, "/big/anna/", "shared")
        assert (found["state"], "again" in found, found["count"] > 0) == ("open", False, True)
    assert len(api.disagreements(slow, "lead", "/big/anna/", "shared")["markers"]) > 0


def test_addresses_are_right_beside_a_request(tmp_path):
    """The answer is made in another thread, which must know at which path the pages were asked."""
    make_project(tmp_path / "data" / "p", reveal="own")
    app = create_site(tmp_path / "data", "/", login_in_header, state_dir=tmp_path / "state")
    asked = app.test_client().get(
        "/api/agreement?collection=/p/anna/&document=shared",
        headers={"X-Login": "anna"},
        environ_overrides={"SCRIPT_NAME": "/iaa"},
    )
    assert asked.get_json()["pages"].startswith("/iaa/p/-/document/shared")
