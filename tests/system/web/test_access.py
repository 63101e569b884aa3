"""What is hidden is answered like what is not there, in every route and format."""

import functools
from typing import NamedTuple
from urllib.parse import quote

import pytest
from access_roles import ROLES, site_of_roles
from routes_asked import ROUTES, visible
from site_projects import as_login

from brat_iaa.web.frame import CONTENT_SECURITY_POLICY

NONE_SUCH = "none-such"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return site_of_roles(tmp_path_factory.mktemp("brat"))


class Answer(NamedTuple):
    """text: what it says, as of visible(); headers: those that are the same at any time"""

    status: int
    text: str
    headers: dict


# To whom which project is closed altogether.
CLOSED_TO = [("", "none"), ("", "all"), ("zoe", "all"), ("zoe", "own")]


@pytest.fixture(scope="module")
def answer_of(client):
    """Function of a login and an address: the Answer. A project that is none is asked for once."""

    def asked(login, address):
        response = client.get(address, headers=as_login(login), buffered=True)
        changing = {"Date": "", "ETag": "", "Content-Length": ""}
        text = visible(response, address)
        return Answer(response.status_code, text, dict(response.headers) | changing)

    return functools.cache(asked)


PROBES = (
    ("ben", "bep"), ("carla", "cadla"), ("tandem", "tandum"), ("solo6", "solo7"), ("Qb2", "Qd2"), ("Qc3", "Qd3"),
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name, role in ROLES.items() if role.forbidden])
def test_what_is_there_but_hidden_is_answered_like_what_is_not_there(client, name):
    role = ROLES[name]
    project, headers = role.project, as_login(role.login)
    forms = (
        "/{project}/-/?with={text}", "/{project}/-/document/{text}", "/{project}/-/document/{text}?format=json",
        "/{project}/-/document/shared?a={text}", "/{project}/-/document/shared?b={text}&format=json",
        "/{project}/-/disagreements?a={text}", "/{project}/-/disagreements?label={text}&format=json",
        "/{project}/-/disagreements?document={text}&format=csv",
        "/{project}/-/disagreements?label_a=Qa1&label_b={text}", "/{project}/-/disagreements/mine?item={text}",
        "/{project}/-/disagreements/mine?document={text}&format=json",
        "/{project}/-/disagreements/mine?mine=Qa1&theirs={text}", "/{project}/-/discussion?group={text}",
        "/{project}/-/adjudicate?document={text}", "/{project}/-/disagreements/gold?annotator={text}",
        "/?collection=/{project}/{text}/&document=shared", "/?collection=/{project}/anna/&document={text}",
        "/api/agreement?collection=/{project}/{text}/&document=shared",
        "/api/agreement?collection=/{project}/{text}/", "/api/agreement?collection=/{project}/anna/&document={text}",
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
                        response.status_code, visible(response, address).replace(text, "…"),
                        response.headers.get("Location", "").replace(text, "…"),
                    )
                )  # fmt: skip
            assert answers[0] == answers[1], form.format(project=project, text=there)


@pytest.mark.parametrize("login, project", CLOSED_TO)
def test_a_closed_project_is_answered_like_none(answer_of, login, project):
    for asked in ROUTES.values():
        for address in asked(project):
            other = address.replace(f"/{project}/", f"/{NONE_SUCH}/").replace(
                f"%2F{project}%2F", f"%2F{NONE_SUCH}%2F"
            )
            here, there = answer_of(login, address), answer_of(login, other)
            assert here.status == there.status, address
            # A redirect says its address, with the name that was asked for.
            assert here.text == there.text.replace(NONE_SUCH, project), address
            # Where somebody is led to is an address with the name that was asked for.
            led = there.headers.get("Location", "").replace(NONE_SUCH, project)
            assert here.headers == there.headers | ({"Location": led} if led else {}), address


# The headers that OWASP's list of secure headers wants, https://owasp.org/www-project-secure-headers.
OWASP = {
    "X-Content-Type-Options": "nosniff",
    "X-Permitted-Cross-Domain-Policies": "none",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    # Not no-referrer: browsers would say Origin: null of our own forms.
    "Referrer-Policy": "same-origin",
    # The policy says who may frame a page, and `serve` and `proxy` say it for brat's.
    "X-Frame-Options": None,
    # brat's page, which one of ours frames, does not ask for it.
    "Cross-Origin-Embedder-Policy": None,
    # Of the server that speaks https: ours do not; and of brat's logout.
    "Strict-Transport-Security": None,
    "Clear-Site-Data": None,
}


@pytest.mark.parametrize("login", ["", "anna", "lead"])
@pytest.mark.parametrize("route", [*sorted(ROUTES), "none"])
def test_headers_are_on_every_answer(client, login, route):
    absent = [f"/own/-/none{login}", "/none-such"]
    for address in absent if route == "none" else list(ROUTES[route]("own"))[:8]:
        response = client.get(address, headers=as_login(login), buffered=True)
        policy = response.headers["Content-Security-Policy"]
        assert policy == CONTENT_SECURITY_POLICY
        assert {name: response.headers.get(name) for name in OWASP} == OWASP, address
        assert "Set-Cookie" not in response.headers and "Server-Timing" not in response.headers
        if not address.startswith("/static/"):
            assert response.headers["Cache-Control"] == "no-store"
            assert response.headers["Vary"] == "Cookie"
