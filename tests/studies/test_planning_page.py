"""The page of planning: the numbers of the command, and who may see them."""

import pytest
from checkout import PROJECTS
from pages_project import plain
from site_projects import as_login, configure, login_in_header, make_project
from small_projects import shipped

from brat_iaa.formats.tables import to_csv
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.studies.planning import PlanningOptions, need_table, needs, sentence
from brat_iaa.web import create_app
from brat_iaa.web.site import create_site


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return create_app(PROJECTS / "ndt1", state_dir=tmp_path_factory.mktemp("state")).test_client()


def test_the_numbers_are_those_of_the_command(client):
    found = needs(shipped(PROJECTS / "ndt1"), PlanningOptions(layer="types", width=0.02))
    asked = "/studies/planning?layer=types&width=.02"
    page = client.get(asked)
    assert sentence(found[0]) in plain(page.text) and "<svg" in page.text
    assert client.get(f"{asked}&format=csv").text == to_csv(need_table(found))
    assert client.get(f"{asked}&format=json").json["rows"] == need_table(found).dicts()


def test_what_cannot_be_asked(client):
    for asked in ("layer=none", "width=0", "width=x"):
        assert client.get(f"/studies/planning?{asked}").status_code == 400


def test_who_sees_it(tmp_path):
    root = make_project(tmp_path / "data" / "p")
    snapshots = Snapshots(
        root, Database(project_database_path(root, tmp_path / "state", tmp_path / "data"))
    )
    snapshots.take("1 apart")
    snapshots.take("2 met")
    site = create_site(
        tmp_path / "data", "/brat/", login_in_header, state_dir=tmp_path / "state"
    ).test_client()
    for login, access, seen in (
        ("lead", {}, True),
        ("anna", {"reveal": "all"}, True),
        ("anna", {"reveal": "own"}, False),
        ("", {"guests": "none"}, False),
    ):
        configure(root, **access)
        answer = site.get("/p/-/studies/planning", headers=as_login(login))
        assert answer.status_code == (200 if seen else 403), login
        assert ("To tell 1 apart and 2 met apart" in answer.text) == seen
