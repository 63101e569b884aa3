import threading

import pytest
from site_projects import login_in_header, make_project
from waiting import PATIENCE

from brat_iaa.study import Study
from brat_iaa.web import background
from brat_iaa.web.in_brat import api
from brat_iaa.web.site import create_site, site_of

SOON = 0.05


@pytest.fixture
def gate():
    """Closed until it is set; opened at the end, so that no thread stays."""
    gate = threading.Event()
    yield gate
    gate.set()


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
