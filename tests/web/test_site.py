import html
import re
from types import SimpleNamespace

import pytest
from pages_project import addresses, plain
from site_projects import LABELS, as_login, configure, login_in_header, make_project
from small_projects import put, put_raw
from werkzeug.test import EnvironBuilder, run_wsgi_app

from brat_iaa.errors import ConfigError
from brat_iaa.http import limits
from brat_iaa.web.site import create_site, site_of
from brat_iaa.web.viewers.forgery import HEADER
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


def test_an_annotator_has_a_tab_for_each_partner(data):
    client = app_of(data).test_client()
    text = page(client, "/pilot/-/document/shared", "anna")
    assert "You and annotator 1 annotator 2" in plain(text) and "brat login anna" in plain(text)
    assert '<strong aria-current="true"><bdi>annotator 1</bdi></strong>' in text
    assert "/pilot/-/document/shared?with=annotator+2" in addresses(text)
    other = page(client, "/pilot/-/document/shared?with=annotator+2", "anna")
    labels = [next(label for label in ("Qb2", "Qc3") if label in one) for one in (text, other)]
    assert sorted(labels) == ["Qb2", "Qc3"]


def test_the_partner_is_kept_in_every_address_and_form(data):
    client = app_of(data).test_client()
    for address in ("/pilot/-/", "/pilot/-/document/shared", "/pilot/-/disagreements"):
        text = page(client, address + "?with=annotator+2", "anna")
        for found in addresses(text):
            if found.startswith("/pilot/-/") and found != "/pilot/-/disagreements":
                assert "with=annotator+" in found, found
        for form in re.findall(r"<form.*?</form>", text, re.DOTALL):
            assert '<input type="hidden" name="with" value="annotator 2">' in form


def test_one_partner_needs_no_tabs(data):
    for document in ("shared", "tandem", "solo6"):
        (data / "pilot" / "carla" / f"{document}.ann").unlink()
    text = page(app_of(data).test_client(), "/pilot/-/", "anna")
    assert 'class="partners"' not in text and "LAA of you and annotator 1" in plain(text)


def test_no_documents_in_common_is_said(data):
    for document in ("shared", "duet7"):
        (data / "pilot" / "anna" / f"{document}.ann").write_text("")
    put(data / "pilot", "anna", "mine", "one two", "0>1:x")
    text = page(app_of(data).test_client(), "/pilot/-/", "anna", 404)
    assert "no documents in common" in plain(text)


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


def test_unknown_partners_are_refused_with_those_there_are(data):
    client = app_of(data).test_client()
    text = plain(page(client, "/pilot/-/?with=ben", "anna", 404))
    assert "You are compared with: annotator 1, annotator 2." in text


def test_managers_read_what_others_see(data):
    client = app_of(data).test_client()
    for reveal, others, words in (
        ("none", "blinded", "Annotators see: nothing"),
        (
            "own",
            "blinded",
            (
                "their own disagreements, with “annotator 1” instead of a name. Visitors "
                "see: nothing."
            ),
        ),
        ("own", "named", "their own disagreements, with names."),
        ("all", "named", "Annotators see: everything. Visitors see: nothing."),
    ):
        configure(data / "pilot", reveal, others)
        assert words in plain(page(client, "/pilot/-/", "lead"))
    configure(data / "pilot", "own", guests="all")
    assert "Annotators see: everything. Visitors see: everything." in plain(
        page(client, "/pilot/-/", "lead")
    )
    assert "Annotators see" not in page(client, "/pilot/-/", "anna")


def test_managers_read_what_others_see_in_this_phase(data):
    client = app_of(data).test_client()
    said = (
        "[project]\nphase = 2 revised\n[access]\nmanagers = lead\n[phase 2 "
        "revised]\nreveal = own\nothers = hidden\n"
    )
    for more, words in (
        ("", "their own disagreements, only at which tokens"),
        ("review = no\n", "nothing"),
    ):
        (data / "pilot" / "iaa.conf").write_text(said + more)
        text = plain(page(client, "/pilot/-/", "lead"))
        assert f"Phase 2 revised. Annotators see: {words}. Visitors" in text
        assert "Change it" in text


def test_managers_read_what_brat_itself_opens(data):
    client, acl = app_of(data).test_client(), data / "pilot" / "acl.conf"
    open_to_all, lines, names = (
        "annotators can open each other’s documents",
        "User-agent: anna",
        "the names that these pages leave out can be found out",
    )
    for reveal, others, said in (
        ("none", "blinded", (True, True, False)),
        ("own", "blinded", (True, False, True)),
        ("own", "named", (True, False, False)),
        ("all", "named", (False, False, False)),
    ):
        configure(data / "pilot", reveal, others)
        text = plain(page(client, "/pilot/-/", "lead"))
        assert tuple(words in text for words in (open_to_all, lines, names)) == said, reveal
        assert reveal == "none" or open_to_all not in page(client, "/pilot/-/", "anna")
    configure(data / "pilot", "none")
    rules = re.search(r"<pre>(.*?)</pre>", page(client, "/pilot/-/", "lead"), re.DOTALL).group(1)
    acl.write_text(html.unescape(rules))
    assert open_to_all not in plain(page(client, "/pilot/-/", "lead"))


def test_what_is_opened_and_closed_holds_at_once(data):
    client = app_of(data).test_client()
    for reveal, status in (("own", 200), ("none", 403), ("all", 200)):
        configure(data / "pilot", reveal)
        page(client, "/pilot/-/disagreements", "anna", status)


def test_managers_of_the_whole_server(data):
    client = app_of(data, managers=("chief",)).test_client()
    assert "Qc3" in page(client, "/deep/second%20one/-/disagreements", "chief")
    page(client, "/deep/second%20one/-/", "anna", 403)


def test_closed_pages_say_why(data):
    client = app_of(data, "/brat/").test_client()
    guest = page(client, "/pilot/-/", "", 403)
    assert "You are not logged in to brat." in plain(guest) and "/brat/" in addresses(guest)
    assert "has not opened the comparison yet" in plain(
        page(client, "/deep/second%20one/-/", "anna", 403)
    )
    assert "nothing here that you may see" in plain(page(client, "/pilot/-/", "zoe", 403))
    assert client.get("/pilot/-/?format=json").json["reason"] == "You are not logged in to brat."


def brat_links(text):
    return {found for found in addresses(text) if "xhtml#" in found}


@pytest.mark.parametrize(
    "path", ["disagreements", "document/shared", "document/shared?a=annotator+1&b=anna"]
)
def test_blinded_links_lead_to_ones_own_document_only(data, path):
    found = brat_links(page(app_of(data, "/brat/").test_client(), f"/pilot/-/{path}", "anna"))
    assert found and all(link.startswith("/brat/index.xhtml#/pilot/anna/") for link in found)


def test_blinded_lists_have_no_links_to_others(data):
    client = app_of(data, "http://brat.example/").test_client()
    places = client.get("/pilot/-/disagreements?format=json", headers=as_login("anna")).json[
        "places"
    ]
    links = {value["annotator"]: value["link"] for place in places for value in place["values"]}
    assert links.pop("anna") and set(links.values()) == {None}


def test_named_links_lead_to_both(data):
    configure(data / "pilot", "own", "named")
    client = app_of(data, "/brat/").test_client()
    text = page(client, "/pilot/-/disagreements?with=ben", "anna")
    assert any("#/pilot/ben/" in link for link in brat_links(text))
    beside = html.unescape(re.search(r'href="([^"]*/side-by-side/[^"]*)"', text).group(1))
    frames = re.findall(r'<iframe src="([^"]*)"', page(client, beside, "anna"))
    assert ["#/pilot/anna/" in frames[0], "#/pilot/ben/" in frames[1]] == [True, True]


def test_other_addresses_of_brat_are_refused_at_the_start(data):
    with pytest.raises(ConfigError):
        app_of(data, "brat")


def test_the_entry_lists_what_may_be_opened(data):
    client = app_of(data, managers=("chief",)).test_client()
    assert [
        one["collection"]
        for one in client.get("/?format=json", headers=as_login("anna")).json["projects"]
    ] == ["/pilot"]
    text = page(client, "/", "chief")
    assert {"/pilot/-/", "/deep/second%20one/-/"} <= addresses(text)
    assert "No project is open to you, zoe" in plain(page(client, "/", "zoe"))
    page(client, "/", "", 403)


@pytest.mark.parametrize(
    "login, collection, document, expected",
    [
        ("lead", "/pilot/ben/", "shared", "/pilot/-/document/shared?a=ben"),
        ("lead", "/pilot/ben/", None, "/pilot/-/"),
        ("lead", "/pilot/", None, "/pilot/-/"),
        ("lead", "/pilot/ben/", "none", "/pilot/-/"),
        ("anna", "/pilot/ben/", "shared", "/pilot/-/"),
        ("lead", "/deep/second one/anna/", "shared", "/deep/second%20one/-/document/shared?a=anna"),
    ],
)
def test_the_entry_leads_to_what_is_open_in_brat(data, login, collection, document, expected):
    client = app_of(data).test_client()
    query = {"collection": collection, **({"document": document} if document else {})}
    response = client.get("/", query_string=query, headers=as_login(login))
    assert response.status_code == 302 and response.headers["Location"] == expected


def test_the_entry_leads_an_annotator_to_a_partner_with_disagreements(data):
    agreed = "0>1:root 1>2:subj 1>3:Qa1 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 1>4:Qa1 4>5:mod"
    put(
        data / "pilot",
        "ben",
        "shared",
        "one two three four five / six seven eight nine ten",
        agreed,
    )
    client = app_of(data).test_client()
    there = client.get(
        "/?collection=/pilot/anna/&document=shared", headers=as_login("anna")
    ).headers["Location"]
    assert "a=anna" in there and "Qc3" in page(client, there, "anna")


def test_the_data_directory_itself_may_be_a_project(tmp_path):
    make_project(tmp_path / "data")
    client = app_of(tmp_path / "data").test_client()
    assert "/~/-/" in addresses(page(client, "/", "lead"))
    assert LABELS["ben"] in page(client, "/~/-/disagreements", "lead")
    there = client.get("/?collection=/anna/&document=shared", headers=as_login("lead"))
    assert there.headers["Location"] == "/~/-/document/shared?a=anna"


@pytest.mark.parametrize(
    "address",
    ["/pilot/anna/-/", "/../-/", "/pilot/../pilot/-/", "/.hidden/-/", "/pilot%00/-/", "/%2e%2e/-/"],
)
def test_only_projects_have_pages(data, address):
    (data / ".hidden").mkdir()
    page(app_of(data, managers=("chief",)).test_client(), address, "chief", 403)


def test_a_directory_that_is_no_project_has_a_page_for_its_manager_alone(data):
    (data / "new").mkdir()
    client = app_of(data, managers=("chief",)).test_client()
    assert client.get("/new/-/", headers=as_login("chief")).location == "/new/-/manage"
    for login in ("lead", "anna", "zoe", ""):
        page(client, "/new/-/", login, 403)
    # One that holds a project is none itself.
    page(client, "/deep/-/", "chief", 403)


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


def test_a_folder_of_an_annotators_documents_is_no_project(data):
    for name in ("anna", "ben", "carla"):
        (data / "pilot" / name / "letters").mkdir()
        put(data / "pilot" / name, "letters", "one", "a b", "0>1:root 1>2:obj")
    assert Projects(data).all(fewest=1) == Projects(data).all() == ["deep/second one", "pilot"]
    (data / "pilot" / "iaa.conf").unlink()
    assert Projects(data).all(fewest=1) == ["deep/second one", "pilot"]


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


def test_health_says_nothing_of_projects(data):
    assert set(app_of(data).test_client().get("/healthz").json) == {"ok", "version", "unwell"}


def test_settings_that_cannot_be_used_are_for_managers(data, caplog):
    client = app_of(data).test_client()
    page(client, "/pilot/-/", "lead")
    (data / "pilot" / "iaa.conf").write_text("[access]\nmanagers = lead\nreveal = perhaps\n")
    assert "perhaps" in page(client, "/pilot/-/", "lead", 503)
    closed = page(client, "/none-such/-/", "anna", 403)
    assert page(client, "/pilot/-/", "anna", 403) == closed
    assert "/pilot/-/" in addresses(page(client, "/", "lead"))


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


def test_a_token_is_needed_to_send_anything(data):
    app = app_of(data)
    token = app.extensions["brat_iaa_tokens"].token("lead")
    headers = {"Sec-Fetch-Site": "same-origin", HEADER: token}
    client = app.test_client()
    assert client.post("/pilot/-/", headers={**headers, **as_login("lead")}).status_code == 405
    assert client.post("/pilot/-/", headers={**headers, **as_login("anna")}).status_code == 403


def test_long_forms_are_refused_unread(data):
    app = app_of(data)
    address = "/pilot/-/disagreements/mine"
    headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded"}

    def sent(login, length):
        body = SimpleNamespace(read=lambda *_: pytest.fail("the form was read"))
        sender = {**headers, **as_login(login)}
        request = EnvironBuilder(address, method="POST", headers=sender).get_environ()
        request.update({"wsgi.input": body, "CONTENT_LENGTH": str(length)})
        answer, status, _ = run_wsgi_app(app, request)
        return int(status[:3]), b"".join(answer).decode("utf-8")

    status, text = sent("anna", limits.LONGEST_FORM + 1)
    assert status == 413 and limits.FORM_TOO_LONG in text
    # Who may not send anything is told so, however long it is.
    assert sent("", 1000)[0] == sent("", limits.LONGEST_FORM + 1)[0] == 403


def test_the_secret_of_tokens_is_shared_by_processes_and_private(data):
    first, second = (app_of(data).extensions["brat_iaa_tokens"] for _ in range(2))
    assert second.good(first.token("anna"), "anna")
    (store,) = (data.parent / "state").iterdir()
    assert store.stat().st_mode & 0o077 == 0


def test_a_site_is_known_by_its_application(data):
    assert site_of(app_of(data)).projects.all() == ["deep/second one", "pilot"]


def alone(root, name="anna"):
    """A directory in which one annotator has begun."""
    put(root, name, "first", "one two", "0>1:root 1>2:subj")
    return root


def test_a_project_with_one_annotator_says_to_managers_what_is_missing(data):
    alone(data / "new")
    client = app_of(data, managers=("chief",)).test_client()
    text = page(client, "/", "chief")
    assert "/new/-/" in addresses(text)
    assert "Nothing to compare yet: only anna has begun." in plain(text)
    assert client.get("/new/-/", headers=as_login("chief")).location == "/new/-/manage"
    page(client, "/new/-/manage", "chief")
    (data / "new" / "iaa.conf").write_text("")
    text = page(client, "/new/-/", "chief", 503)
    assert "Only one annotator has a directory here: anna." in plain(text)
    assert "/new/-/manage" in addresses(text)
    twin = client.get("/new/-/?format=json", headers=as_login("chief")).json
    assert twin["error"] == "Nothing to compare yet" and "gold = DIRECTORY" in twin["next_step"]
    (data / "new" / "iaa.conf").unlink()
    # Others cannot tell it from one that is not there.
    assert "/new/-/" not in addresses(page(client, "/", "lead"))
    for login in ("lead", "anna", "zoe"):
        assert page(client, "/new/-/", login, 403) == page(client, "/newer/-/", login, 403)


@pytest.mark.parametrize("address", ["/pilot/", "/pilot", "/deep/second/", "/not_there/"])
def test_an_address_without_its_end_leads_to_the_overview(data, address):
    """Also of what does not exist, or is closed: the answer there says no more."""
    client = app_of(data).test_client()
    found = client.get(address, headers=as_login("lead"), follow_redirects=True)
    there = client.get(f"{address.rstrip('/')}/-/", headers=as_login("lead"))
    assert found.request.path == f"{address.rstrip('/')}/-/"
    assert (found.status_code, found.text) == (there.status_code, there.text)
    assert client.get("/pilot/-/no_page/", headers=as_login("lead")).status_code == 404
    # Without a host: that of the server is not that of the web server in front of it.
    first = client.get(address.rstrip("/"), headers=as_login("lead")).headers["Location"]
    assert first == f"{address.rstrip('/')}/"


def test_folders_above_the_annotators_are_found_and_said_to_the_lead(data):
    for number, batch in enumerate(("batch1", "batch2"), 1):
        for name in ("anna", "ben"):
            put_raw(data / "new" / batch, name, "1", "a b" * number, "T1\tX 0 1\ta\n")
    (data / "new" / "iaa.conf").write_text("[access]\nmanagers = lead\n")
    client = app_of(data).test_client()
    assert "anna/, ben/" in page(client, "/new/-/", "lead")
    assert "Found as {folder}/{annotator}/{document}" in page(client, "/new/-/", "lead")
    assert "lie as {folder}/{annotator}/{document}" in page(client, "/new/-/manage", "lead")
    assert "batch" not in page(client, "/new/-/", "anna", 403)


def test_a_project_without_annotators_says_to_its_lead_what_is_missing(data):
    (data / "new").mkdir()
    (data / "new" / "iaa.conf").write_text("[access]\nmanagers = lead\n")
    client = app_of(data).test_client()
    text = page(client, "/", "lead")
    assert "/new/-/" in addresses(text) and "nobody has begun" in plain(text)
    text = plain(page(client, "/new/-/", "lead", 503))
    assert "No .ann files were found" in text and "doc1.ann" in text
    alone(data / "new")
    alone(data / "new", "ben")
    assert "anna and ben agree on all 2" in plain(page(client, "/new/-/", "lead"))


def test_an_annotator_who_is_alone_is_told_so_without_a_name(data):
    alone(data / "new")
    (data / "new" / "iaa.conf").write_text("[access]\nreveal = all\n")
    text = plain(page(app_of(data).test_client(), "/new/-/", "anna", 503))
    assert "Agreement needs two annotators who have begun the same document." in text
    assert str(data) not in text


def test_the_start_page_says_what_to_do_next(data):
    configure(data / "pilot", "own")
    client = app_of(data, "/brat/", managers=("chief",)).test_client()
    lead = page(client, "/", "lead")
    assert "3 annotators, who see their own disagreements" in plain(lead)
    assert {"/pilot/-/disagreements", "/pilot/-/phases"} <= addresses(lead)
    anna = page(client, "/", "anna")
    assert "Your turn: look at each of your disagreements." in plain(anna)
    assert "/pilot/-/disagreements/mine" in addresses(anna)
    assert "deep/second one The comparison is not open yet. Go on annotating" in plain(anna)
    assert "/deep/second%20one/-/" not in addresses(anna)
    zoe = plain(page(client, "/", "zoe"))
    assert "No project is open to you, zoe." in zoe and "managers = zoe" in zoe
    nobody = page(client, "/", "", 403)
    assert "Log in to brat first" in plain(nobody) and "/brat/" in addresses(nobody)
    configure(data / "pilot", "own", guests="all")
    guest = page(client, "/", "")
    assert "Log in to brat to see your own projects." in plain(guest)


def test_a_manager_without_projects_is_told_how_to_begin(tmp_path):
    (tmp_path / "data").mkdir()
    client = app_of(tmp_path / "data", managers=("chief",)).test_client()
    text = plain(page(client, "/", "chief"))
    assert (
        "Begin a project" in text
        and str(tmp_path / "data") in text
        and "brat-agreement init" in text
    )
    assert "Begin a project" not in page(client, "/", "zoe")


def test_only_managers_are_told_how_to_compare_more(data):
    configure(data / "pilot", "own")
    settings = data / "pilot" / "iaa.conf"
    settings.write_text(settings.read_text() + "[layer pos]\nkind = labels\n")
    client = app_of(data).test_client()
    for login, told in (("lead", True), ("anna", False)):
        text = plain(page(client, "/pilot/-/", login))
        assert "Not compared, so the figures say nothing about it" in text
        assert ("dd these lines to iaa.conf" in text) == told
        assert ("The project lead can have it compared." in text) != told


def test_annotators_are_addressed_as_you_and_managers_read_names(data):
    for name in ("anna", "ben"):
        alone(data / "new", name)
    (data / "new" / "iaa.conf").write_text("[access]\nreveal = own\nmanagers = lead\n")
    client = app_of(data).test_client()
    for name in ("anna", "ben"):
        text = plain(page(client, "/new/-/?with=annotator+1", name))
        assert "You and annotator 1 agree on all 2" in text
    assert "anna and ben agree on all 2" in plain(page(client, "/new/-/", "lead"))


def test_addresses_that_people_guess_lead_where_they_mean(data):
    client = app_of(data).test_client()
    for address, there in (
        ("/pilot", "/pilot/"), ("/pilot/", "/pilot/-/"), ("/pilot/-/overview", "/pilot/-/"),
        ("/pilot/-/documents", "/pilot/-/#documents"),
        ("/pilot/-/compare", "/pilot/-/phases/compare"), ("/nowhere/-/overview", "/nowhere/-/"),
    ):  # fmt: skip
        location = client.get(address, headers=as_login("lead")).location
        assert location.removeprefix("http://localhost") == there


def test_a_page_that_is_not_there_keeps_the_way_to_the_others(data):
    """For those who see the project; others are not told that there is one."""
    client = app_of(data).test_client()
    for login in ("lead", "anna"):
        text = page(client, "/pilot/-/overwiev/", login, 404)
        assert "There is no page at this address." in text
        assert 'href="/pilot/-/disagreements"' in text and 'href="/pilot/-/"' in text
    assert 'href="/pilot/-/manage"' in page(client, "/pilot/-/overwiev/", "lead", 404)
    for login in ("dora", ""):
        there, nowhere = (page(client, f"/{name}/-/x/", login, 404) for name in ("pilot", "none"))
        assert there == nowhere and "/pilot/" not in there


def test_settings_with_an_error_leave_the_lead_the_way_to_put_them_back(data):
    conf = data / "pilot" / "iaa.conf"
    conf.write_text(conf.read_text() + "[layer x]\nkind = nonsense\n")
    text = page(app_of(data, managers=("lead",)).test_client(), "/pilot/-/", "lead", 503)
    assert "nonsense" in text and '<a href="/pilot/-/manage">' in text
    text = page(app_of(data, managers=("lead",)).test_client(), "/pilot/-/", "anna", 403)
    assert "nonsense" not in text and "/pilot/-/manage" not in text


@pytest.mark.parametrize(
    "files, said, not_said",
    [
        (
            {"anna": {"a": "", "b": ""}, "ben": {"a": "", "b": ""}},
            "Nobody has begun yet. The figures appear here as soon as two annotators have begun the "
            "same document in brat.",
            ("token", "Make a directory"),
        ),
        (
            {"anna": {"a": "T1\tP 0 3\tShe\n"}, "ben": {"a": ""}},
            "Only anna has begun.",
            ("token", "Make a directory"),
        ),
        (
            {"anna": {"a": "T1\tP 0 3\tShe\n"}},
            "Only one annotator has a directory here: anna. Give a second annotator a directory",
            ("--layout", "/data"),
        ),
        (
            {"anna": {"a": "T1\tP 0 3\tShe\n"}, "ben": {"b": "T1\tP 0 3\tShe\n"}},
            "No two annotators have a document in common: anna has a, ben has b.",
            ("Make a directory", "/data"),
        ),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(tmp_path, files, said, not_said):
    root = tmp_path / "data" / "new"
    for name, documents in files.items():
        for document, annotations in documents.items():
            put_raw(root, name, document, "She waits .\n", annotations)
    (root / "iaa.conf").write_text("[access]\nmanagers = lead\n")
    client = app_of(tmp_path / "data").test_client()
    text = plain(page(client, "/new/-/", "lead", 503))
    assert said in text and not any(words in text for words in not_said)


def test_annotators_who_share_nothing_are_compared_with_the_gold_alone(tmp_path):
    root = tmp_path / "data" / "p"
    for name, document in (("anna", "a"), ("ben", "b"), ("gold", "a"), ("gold", "b")):
        own = "T1\tP 0 3\tShe\n" if name != "ben" else "T1\tQ 0 3\tShe\n"
        put_raw(root, name, document, "She waits .\n", own)
    (root / "iaa.conf").write_text("[project]\ngold = gold\n[access]\nmanagers = lead\n")
    text = page(app_of(tmp_path / "data").test_client(), "/p/-/", "lead")
    assert "No two of anna and ben have begun the same document" in plain(text)
    assert "2 documents beside the gold" in plain(text)
    assert "neither annotator drew any" not in text and "write the paper" not in text
