import re

import pytest
from pages_project import addresses, plain
from site_projects import as_login, configure, login_in_header, make_project
from small_projects import put

from brat_iaa.web import create_app
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.identity import IdentityError
from brat_iaa.web.viewers.projects import Projects


@pytest.fixture
def data(tmp_path):
    make_project(tmp_path / "data" / "pilot", reveal="own")
    make_project(tmp_path / "data" / "deep" / "second one", reveal="none")
    return tmp_path / "data"


def app_of(data, brat_url="/", identify=login_in_header, **settings):
    return create_site(data, brat_url, identify, state_dir=data.parent / "state", **settings)


def page(client, address, login, status=200):
    response = client.get(address, headers=as_login(login), buffered=True)
    assert response.status_code == status, response.text
    return response.text


def test_the_partner_is_kept_in_every_address_and_form(data):
    client = app_of(data).test_client()
    for address in ("/pilot/-/", "/pilot/-/document/shared", "/pilot/-/disagreements"):
        text = page(client, address + "?with=annotator+2", "anna")
        for found in addresses(text):
            if found.startswith("/pilot/-/") and found != "/pilot/-/disagreements":
                assert "with=annotator+" in found, found
        for form in re.findall(r"<form.*?</form>", text, re.DOTALL):
            assert '<input type="hidden" name="with" value="annotator 2">' in form


def test_without_a_name_the_partner_is_one_who_has_the_document(data):
    for name in ("anna", "ben", "carla"):
        put(data / "pilot", name, f"with-{name}", "one two", "0>1:root 1>2:subj")
        for other in {"anna", "ben", "carla"} - {name}:
            put(data / "pilot", other, f"without-{name}", "one two", "0>1:root 1>2:subj")
    client = app_of(data).test_client()
    for missing, partner in (("ben", "carla"), ("carla", "ben")):
        configure(data / "pilot", "own", "named")
        text = plain(page(client, f"/pilot/-/document/without-{missing}", "anna"))
        assert f"without-{missing}: anna and {partner}" in text
        configure(data / "pilot", "own", "blinded")
        page(client, f"/pilot/-/document/without-{missing}", "anna")
        page(client, f"/pilot/-/disagreements?document=without-{missing}", "anna")
    # Nobody else has it, or it is not the viewer's own.
    for closed in ("with-anna", "with-ben", "without-anna", "none"):
        page(client, f"/pilot/-/document/{closed}", "anna", 404)


def test_what_is_opened_and_closed_holds_at_once(data):
    client = app_of(data).test_client()
    for reveal, status in (("own", 200), ("none", 403), ("all", 200)):
        configure(data / "pilot", reveal)
        page(client, "/pilot/-/disagreements", "anna", status)


def test_managers_of_the_whole_server(data):
    client = app_of(data, managers=("chief",)).test_client()
    assert "Qc3" in page(client, "/deep/second%20one/-/disagreements", "chief")
    page(client, "/deep/second%20one/-/", "anna", 403)


def brat_links(text):
    return {found for found in addresses(text) if "xhtml#" in found}


@pytest.mark.parametrize(
    "path", ["disagreements", "document/shared", "document/shared?a=annotator+1&b=anna"]
)
def test_blinded_links_lead_to_ones_own_document_only(data, path):
    found = brat_links(page(app_of(data, "/brat/").test_client(), f"/pilot/-/{path}", "anna"))
    assert found and all(link.startswith("/brat/index.xhtml#/pilot/anna/") for link in found)


def test_the_entry_lists_what_may_be_opened(data):
    client = app_of(data, managers=("chief",)).test_client()
    assert {one for one in addresses(page(client, "/", "anna")) if one.endswith("/-/")} == {
        "/pilot/-/"
    }
    text = page(client, "/", "chief")
    assert {"/pilot/-/", "/deep/second%20one/-/"} <= addresses(text)
    assert "No project is open to you, zoe" in plain(page(client, "/", "zoe"))
    page(client, "/", "", 403)


@pytest.mark.parametrize(
    "address",
    ["/pilot/anna/-/", "/../-/", "/pilot/../pilot/-/", "/.hidden/-/", "/pilot%00/-/", "/%2e%2e/-/"],
)
def test_only_projects_have_pages(data, address):
    (data / ".hidden").mkdir()
    page(app_of(data, managers=("chief",)).test_client(), address, "chief", 403)


def test_collections_belong_to_the_nearest_project(data):
    projects = Projects(data)
    for collection, project in (
        ("/pilot/", "pilot"), ("/pilot/anna/", "pilot"), ("pilot/anna/letters", "pilot"), ("/pilot/nobody/", "pilot"),
        ("/deep/", None), ("/", None), ("/none/", None), ("/deep/../pilot/", None), ("/pilot//anna/", None),
    ):  # fmt: skip
        assert projects.of(collection) == project, collection
    (data / "pilot" / "iaa.conf").unlink()
    assert projects.of("/pilot/anna/") == projects.of("/pilot/") == "pilot"
    assert projects.of("/pilot/anna/letters/") is None
    assert projects.all() == ["deep/second one", "pilot"]


def test_nothing_outside_of_the_data_is_a_project(data):
    make_project(data.parent / "outside", guests="all")
    (data / "link").symlink_to(data.parent / "outside")
    assert Projects(data).of("/link/anna/") is None and "link" not in Projects(data).all()
    page(app_of(data).test_client(), "/link/-/", "lead", 403)


def test_closed_when_nobody_can_say_who_asks(data, caplog):
    def identify(environ):
        raise IdentityError("brat is down at /secret/place")

    client = app_of(data, identify=identify).test_client()
    for address in (
        "/",
        "/pilot/-/",
        "/api/agreement?collection=/pilot/",
        "/api/disagreements?collection=/pilot/",
    ):
        text = page(client, address, "lead", 503)
        assert "brat could not be asked who you are" in text and "secret" not in text
    assert "/secret/place" in caplog.text
    assert client.get("/healthz").json["ok"] is True
    page(client, "/static/pages.css", "lead")


def test_what_is_wrong_in_the_files_is_for_managers(data, caplog):
    configure(data / "pilot", "all")
    client = app_of(data).test_client()
    for person in ("anna", "ben", "carla"):
        for path in (data / "pilot" / person).glob("*.ann"):
            path.write_text("")
    text = page(client, "/pilot/-/", "anna", 503)
    assert not [name for name in ("ben", "carla", "shared", str(data)) if name in text]
    assert "nobody has annotated" in page(client, "/pilot/-/", "lead", 503)
    assert str(data) in caplog.text
    said = len(caplog.records)
    page(client, "/pilot/-/", "anna", 503)
    assert len(caplog.records) == said


def test_without_logins_pages_are_open_or_not_there(data):
    client = create_app(data / "pilot").test_client()
    addresses = {
        rule.rule for rule in client.application.url_map.iter_rules() if not rule.arguments
    }
    found = {address: client.get(address).status_code for address in addresses}
    # There is no gold, no login whose disagreements these are, and no two snapshots.
    missing = ("gold", "mine", "mine/done", "changes")
    assert {address for address, status in found.items() if status == 404} == {
        *(f"/disagreements/{name}" for name in missing), "/phases/compare",
    }  # fmt: skip
    assert {*found.values()} <= {200, 302, 404}
    assert client.post("/phases", data={"phase": "1"}).status_code == 403
