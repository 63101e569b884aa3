"""Every route, in every format, asked as every role for everybody's data: what must not be seen is
not in the answer.
"""

import functools
import itertools
from typing import NamedTuple
from urllib.parse import quote, urlencode

import pytest
from access_roles import HIDING, OWN_PLACES, ROLES, site_of_roles
from routes_asked import ROUTES, of_disagreements, of_document, of_overview, visible
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
            own = route.endswith(("/mine", "/mine/done", "/progress"))
            if not (role.project in HIDING and own and forbidden in OWN_PLACES):
                assert forbidden not in answer.text, (address, forbidden, answer.text)


@pytest.mark.parametrize("name", [name for name, role in ROLES.items() if role.partners])
# The pages of the own disagreements are about all partners at once.
@pytest.mark.parametrize(
    "route",
    [
        route
        for route in ROUTES
        if route.startswith("/<project") and "/mine" not in route and "/progress" not in route
    ],
)
def test_beside_one_partner_nothing_of_another(client, name, route):
    role = ROLES[name]
    for (partner, forbidden), address in itertools.product(
        role.partners.items(), ROUTES[route](role.project)
    ):
        if "with=" in address or "/document/duet7" in address:
            continue
        mark = "&" if "?" in address else "?"
        response = client.get(
            f"{address}{mark}{urlencode({'with': partner})}", headers=as_login(role.login)
        )
        # Where a former address leads says what was asked, and nothing else.
        if response.status_code // 100 != 3:
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
        "/{project}/-/disagreements/mine?item={text}", "/{project}/-/disagreements/mine?document={text}&format=json",
        "/{project}/-/disagreements/mine?mine=Qa1&theirs={text}", "/{project}/-/discussion?group={text}",
        "/{project}/-/adjudicate?document={text}", "/{project}/-/disagreements/gold?annotator={text}",
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
