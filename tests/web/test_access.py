"""Every route, in every format, asked as every role for everybody's data: what must not be seen is
not in the answer.
"""

import functools
import itertools
import re
from typing import NamedTuple
from urllib.parse import quote, urlencode

import pytest
from routes_asked import (
    EVERYTHING,
    FORMATS,
    NAMES,
    ROUTES,
    of_disagreements,
    of_document,
    of_overview,
    take_snapshots,
    visible,
)
from site_projects import as_login, login_in_header, make_project

from brat_iaa.web.frame import CONTENT_SECURITY_POLICY
from brat_iaa.web.site import create_site


class Role(NamedTuple):
    """Somebody, in a project with some settings, and what must be in no answer.

    partners  {shown: what must not be on the pages beside this one}
    """

    login: str
    project: str
    level: str
    forbidden: tuple
    partners: dict = {}


CLOSED = EVERYTHING
OF_OTHERS = ("tandem", "solo6", "together")
ROLES = {
    "not logged in": Role("", "none", "nothing", CLOSED),
    "not logged in, all open to annotators": Role("", "all", "nothing", CLOSED),
    "not logged in, guests see figures": Role("", "guest-figures", "scores", CLOSED),
    "not logged in, guests see all": Role("", "guest-all", "all", ()),
    "somebody else": Role("zoe", "all", "nothing", CLOSED),
    "annotator, none": Role("anna", "none", "nothing", [text for text in CLOSED if text != "anna"]),
    "annotator, scores": Role("anna", "scores", "scores", [text for text in CLOSED if text != "anna"]),
    "annotator, own, blinded": Role("anna", "own", "own", OF_OTHERS + NAMES),
    "annotator, own, named": Role(
        "anna", "named", "own", OF_OTHERS, {"ben": ("Qc3",), "carla": ("Qb2", "duet7")}
    ),
    "annotator, own, hidden": Role("anna", "hidden", "nothing", [text for text in CLOSED if text != "anna"]),
    "annotator, own, hidden, guests see figures": Role(
        "anna", "hidden-figures", "scores", [text for text in CLOSED if text != "anna"]
    ),
    "annotator, all": Role("anna", "all", "all", ()),
    "annotator, all, but brat hides ben": Role("anna", "acl-annotator", "all", ("ben", "Qb2")),
    "manager": Role("lead", "none", "all", ()),
    "manager, but brat hides carla": Role("lead", "acl-manager", "all", ("Qc3", "solo6")),
}  # fmt: skip


# Where others are hidden: what an annotator may read on the page of the own disagreements, of the
# own documents.
HIDING = ("hidden", "hidden-figures")
NONE_SUCH = "none-such"
PLACES = ("shared", "duet7", "seven")


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("brat")
    data = folder / "data"
    for name, access in {
        "none": {},
        "scores": {"reveal": "scores"},
        "own": {"reveal": "own"},
        "named": {"reveal": "own", "others": "named"},
        "hidden": {"reveal": "own", "others": "hidden"},
        "hidden-figures": {"reveal": "own", "others": "hidden", "guests": "scores"},
        "all": {"reveal": "all"},
        "guest-figures": {"guests": "scores"},
        "guest-all": {"guests": "all"},
        "acl-annotator": {"reveal": "all"},
        "acl-manager": {},
    }.items():
        make_project(data / name, **access)
    (data / "acl-annotator" / "acl.conf").write_text(
        "User-agent: anna\nDisallow: /acl-annotator/ben/\n"
    )
    (data / "acl-manager" / "acl.conf").write_text(
        "User-agent: lead\nDisallow: /acl-manager/carla/\n"
    )
    site = create_site(data, "/brat/", login_in_header, state_dir=folder / "state")
    take_snapshots(data, folder / "state")
    client = site.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"  # programs on the server's computer see more
    return client


class Answer(NamedTuple):
    """text: what it says, as of visible(); headers: those that are the same at any time"""

    status: int
    text: str
    headers: dict


# To whom which project is closed altogether.
CLOSED_TO = [("", "none"), ("", "all"), ("zoe", "all"), ("zoe", "own"), ("", "scores")]


@pytest.fixture(scope="module")
def answer_of(client):
    """Function of a login, a project and an address: the Answer. Several tests are about those of
    closed projects: they are asked for once.
    """

    def asked(login, address):
        response = client.get(address, headers=as_login(login), buffered=True)
        changing = {"Date": "", "ETag": "", "Content-Length": ""}
        text = visible(response, address)
        return Answer(response.status_code, text, dict(response.headers) | changing)

    once = functools.cache(asked)
    kept = (*CLOSED_TO, *((login, NONE_SUCH) for login, _ in CLOSED_TO))
    return lambda login, project, address: (once if (login, project) in kept else asked)(
        login, address
    )


def test_every_route_has_a_row(client):
    assert {rule.rule for rule in client.application.url_map.iter_rules()} == set(ROUTES)


@pytest.mark.parametrize("route", sorted(ROUTES))
@pytest.mark.parametrize("name", ROLES)
def test_nothing_forbidden_is_in_any_answer(answer_of, name, route):
    role = ROLES[name]
    if route.startswith("/static"):
        return
    for address in ROUTES[route](role.project):
        answer = answer_of(role.login, role.project, address)
        assert answer.status in (200, 302, 400, 403, 404), (address, answer.text)
        for forbidden in role.forbidden:
            if not (role.project in HIDING and "/review" in route and forbidden in PLACES):
                assert forbidden not in answer.text, (address, forbidden, answer.text)


@pytest.mark.parametrize("project", HIDING)
def test_where_others_are_hidden_brat_marks_what_the_review_lists(client, project):
    headers = as_login("anna")
    listed = client.get(f"/{project}/-/review?format=json", headers=headers).json["items"]
    links = {f"/{project}/-/review?item={item['key']}" for item in listed}
    marked = {}
    for address in ROUTES["/api/disagreements"](project):
        for marker in client.get(address, headers=headers).json["markers"]:
            assert "%2Fanna%2F" in address and re.fullmatch(r"T\d+", marker.pop("id"))
            marked[marker.pop("url")] = marker.pop("offsets")
            assert marker == {
                "kind": "place",
                "kind_text": "Somebody differs here",
                "text": "Somebody differs here.",
            }
    assert set(marked) == links and sorted(marked.values()) == sorted(
        [item["start"], item["end"]] for item in listed
    )


@pytest.mark.parametrize("name", [name for name, role in ROLES.items() if role.partners])
# The page of the own disagreements is about all partners at once.
@pytest.mark.parametrize(
    "route", [route for route in ROUTES if route.startswith("/<project") and "/review" not in route]
)
def test_beside_one_partner_nothing_of_another(client, name, route):
    role = ROLES[name]
    for (partner, forbidden), address in itertools.product(
        role.partners.items(), ROUTES[route](role.project)
    ):
        if "with=" in address or re.search("/(document|side-by-side)/duet7", address):
            continue
        mark = "&" if "?" in address else "?"
        response = client.get(
            f"{address}{mark}{urlencode({'with': partner})}", headers=as_login(role.login)
        )
        assert not [text for text in forbidden if text in response.text], (address, partner)


def test_blinded_partners_are_apart_too(client):
    headers = as_login("anna")
    found = set()
    for number in (1, 2):
        for address in of_overview("own"), of_document("own"), of_disagreements("own"):
            for one in address:
                if "with=" not in one:
                    mark = "&" if "?" in one else "?"
                    text = client.get(f"{one}{mark}with=annotator+{number}", headers=headers).text
                    labels = {label for label in ("Qb2", "Qc3") if label in text}
                    assert len(labels) < 2, one
                    found |= {(number, label) for label in labels}
    assert len(found) == 2  # each is beside one of the two labels


PROBES = (
    ("ben", "bep"),
    ("carla", "cadla"),
    ("tandem", "tandum"),
    ("solo6", "solo7"),
    ("Qb2", "Qd2"),
    ("Qc3", "Qd3"),
)


@pytest.mark.parametrize("name", [name for name, role in ROLES.items() if role.forbidden])
def test_what_is_there_but_hidden_is_answered_like_what_is_not_there(client, name):
    role = ROLES[name]
    project, headers = role.project, as_login(role.login)
    forms = (
        "/{project}/-/?with={text}", "/{project}/-/document/{text}", "/{project}/-/document/{text}?format=json",
        "/{project}/-/document/shared?a={text}", "/{project}/-/document/shared?b={text}&format=json",
        "/{project}/-/disagreements?a={text}", "/{project}/-/disagreements?label={text}&format=json",
        "/{project}/-/disagreements?document={text}&format=csv",
        "/{project}/-/disagreements?label_a=Qa1&label_b={text}",
        "/{project}/-/review?item={text}", "/{project}/-/review?document={text}&format=json",
        "/{project}/-/review?mine=Qa1&theirs={text}", "/{project}/-/discussion?group={text}",
        "/{project}/-/adjudicate?document={text}", "/{project}/-/gold?annotator={text}",
        "/?collection=/{project}/{text}/&document=shared", "/?collection=/{project}/anna/&document={text}",
        "/api/agreement?collection=/{project}/{text}/&document=shared",
        "/api/agreement?collection=/{project}/{text}/",
        "/api/agreement?collection=/{project}/anna/&document={text}",
        "/api/disagreements?collection=/{project}/{text}/&document=shared",
        "/api/disagreements?collection=/{project}/anna/&document={text}",
    )  # fmt: skip
    for there, absent in PROBES:
        if there not in role.forbidden:
            continue
        for form in forms:
            answers = []
            for text in (there, absent):
                address = form.format(project=project, text=quote(text))
                response = client.get(address, headers=headers)
                answers.append(
                    (
                        response.status_code,
                        visible(response, address).replace(text, "…"),
                        response.headers.get("Location", "").replace(text, "…"),
                    )
                )
            assert answers[0] == answers[1], form.format(project=project, text=there)


@pytest.mark.parametrize("login, project", CLOSED_TO)
def test_a_closed_project_is_answered_like_none(answer_of, login, project):
    for asked in ROUTES.values():
        for address in asked(project):
            other = address.replace(f"/{project}/", f"/{NONE_SUCH}/").replace(
                f"%2F{project}%2F", f"%2F{NONE_SUCH}%2F"
            )
            here, there = answer_of(login, project, address), answer_of(login, NONE_SUCH, other)
            assert here.status == there.status, address
            assert here.text == there.text, address
            assert here.headers == there.headers, address


STATUS = {"nothing": 403, "scores": 200, "own": 200, "all": 200}


@pytest.mark.parametrize("name", ROLES)
def test_each_level_opens_its_pages_and_no_others(client, name):
    role = ROLES[name]
    for path in ("", "document/shared", "disagreements"):
        expected = STATUS[role.level] if path == "" or role.level in ("own", "all") else 403
        for form in FORMATS[:2]:
            response = client.get(
                f"/{role.project}/-/{path}?format={form}", headers=as_login(role.login)
            )
            assert response.status_code == expected, (path, form)
    csv = client.get(f"/{role.project}/-/disagreements?format=csv", headers=as_login(role.login))
    assert csv.status_code == expected and (expected == 403) == (csv.mimetype != "text/csv")


def test_all_is_all(client):
    """The strings that are searched for are there for those who may see them."""
    text = "".join(
        client.get(f"/none/-/{path}", headers=as_login("lead")).text
        for path in (
            "?show=excluded",
            "disagreements?format=csv",
            "document/tandem",
            "document/shared",
        )
    )
    assert [found for found in EVERYTHING if found not in text] == []


@pytest.mark.parametrize("login", ["", "anna", "lead"])
@pytest.mark.parametrize("route", [*sorted(ROUTES), "none"])
def test_headers_are_on_every_answer(client, login, route):
    absent = [f"/own/-/none{login}", "/none-such"]
    for address in absent if route == "none" else list(ROUTES[route]("own"))[:8]:
        response = client.get(address, headers=as_login(login), buffered=True)
        policy = response.headers["Content-Security-Policy"]
        # brat's own pages are shown in one of ours.
        assert policy.removesuffix("; frame-src 'self'") == CONTENT_SECURITY_POLICY
        assert policy == CONTENT_SECURITY_POLICY or "/side-by-side/" in address
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in response.headers and "Server-Timing" not in response.headers
        if not address.startswith("/static/"):
            assert response.headers["Cache-Control"] == "no-store"
            assert response.headers["Vary"] == "Cookie"


@pytest.mark.parametrize("route", sorted(ROUTES))
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
def test_nothing_but_reading_without_a_token(client, route, method):
    address = next(iter(ROUTES[route]("none")))
    response = client.open(address, method=method, headers=as_login("lead"))
    assert response.status_code == 403
    assert not [text for text in EVERYTHING if text in response.text]


PHASES = [route for route in ROUTES if "/-/phases" in route]


@pytest.mark.parametrize("name", ROLES)
def test_phases_are_for_those_from_whom_nothing_is_hidden(client, name):
    open_to = ("annotator, all", "manager")
    for route in PHASES:
        address = next(iter(ROUTES[route](ROLES[name].project)))
        response = client.get(address, headers=as_login(ROLES[name].login))
        assert response.status_code == (200 if name in open_to else 403), (address, response.text)
        shown = "fingerprint" if "/paper" in route else "carla"  # a paper names nobody
        assert ("greement" in response.text and shown in response.text) == (name in open_to)


@pytest.mark.parametrize(
    "name", [name for name in ROLES if name not in ("annotator, all", "manager")]
)
def test_whether_there_is_a_snapshot_is_not_told(client, name):
    role = ROLES[name]
    for form in (
        "{}/",
        "{}/disagreements",
        "{}/document/shared",
        "compare?from=1&to={}",
        "compare?from={}&to=2&format=csv",
    ):
        addresses = [f"/{role.project}/-/phases/{form.format(number)}" for number in (1, 2, 9)]
        texts = {client.get(address, headers=as_login(role.login)).text for address in addresses}
        assert len(texts) == 1 and "1 apart" not in texts.pop(), form


@pytest.mark.parametrize("name", ROLES)
def test_who_did_what_is_for_managers_from_whom_nothing_is_hidden(client, name):
    role = ROLES[name]
    for form in FORMATS[1:]:
        response = client.get(
            f"/{role.project}/-/manage/audit?format={form}", headers=as_login(role.login)
        )
        expected = {"manager": 200, "manager, but brat hides carla": 400}.get(name, 403)
        assert response.status_code == expected
        assert ("by carla" in response.text) == (expected == 200)


REVIEWING = {
    name
    for name, role in ROLES.items()
    if role.login == "anna" and role.project not in ("none", "scores")
}
DISCUSSING = {"annotator, all", "manager", "manager, but brat hides carla"}


@pytest.mark.parametrize("name", ROLES)
def test_who_reviews_and_who_reads_what_was_said(client, name):
    role = ROLES[name]
    for page, open_to in (("review", REVIEWING), ("discussion", DISCUSSING)):
        for form in FORMATS[:2]:
            response = client.get(
                f"/{role.project}/-/{page}?format={form}", headers=as_login(role.login)
            )
            assert response.status_code == (200 if name in open_to else 403), (page, response.text)
