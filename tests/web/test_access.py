"""Every route, asked once as every role: what must not be seen is not in the answer; and which
pages are whose.

Every address of each route, in every format and with every combination of settings, is asked for by
tests/reliability/run.py.
"""

import itertools

import pytest
from access_roles import HIDING, OWN_PLACES, ROLES, site_of_roles
from routes_asked import EVERYTHING, ROUTES, visible
from site_projects import as_login
from werkzeug.routing import Rule

from brat_iaa.access.permissions import ALL, NOTHING, OWN, Permission
from brat_iaa.web import rules
from brat_iaa.web.rules import RULES, rule_of


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return site_of_roles(tmp_path_factory.mktemp("brat"))


def test_every_route_has_a_row_and_a_rule(client):
    routes = list(client.application.url_map.iter_rules())
    assert {route.rule for route in routes} == set(ROUTES)
    assert all(rule_of(route.endpoint) for route in routes)
    assert rule_of("pages.new") is rule_of("new.page") is None


def test_a_page_without_a_rule_is_closed_to_everybody(tmp_path):
    pages = site_of_roles(tmp_path).application
    pages.view_functions["pages.new"] = lambda: "carla"
    pages.url_map.add(Rule("/<project:project>/-/new", endpoint="pages.new"))
    for role in ROLES.values():
        address = f"/{role.project}/-/new"
        answer = pages.test_client().get(address, headers=as_login(role.login))
        assert answer.status_code == 404 and "carla" not in answer.text.partition("<main")[2]


# Whom brat hides a part from, and who sees nothing, whatever else they are.
PERMISSIONS = [
    Permission(level, manager, me, frozenset(), frozenset(), limited, others, review, "", gold)
    for level in (NOTHING, OWN, ALL)
    for manager in {False, level == ALL}
    for me in ("", "anna")
    for limited in (False, True)
    for others in ("named", "blinded", "hidden")
    for review in {False, bool(me)}
    for gold in {"", "gold" if level > NOTHING else ""}
]


@pytest.mark.parametrize("endpoint", sorted(RULES))
def test_who_may_is_said_of_each_page_for_each_permission(endpoint):
    rule = rule_of(endpoint)
    for permission in PERMISSIONS:
        may = rule.may(permission)
        if rule not in (rules.OPEN, rules.OF_EACH, rules.OWN_PLACES, rules.PROGRESS):
            assert not may or permission.level > NOTHING, permission
        if endpoint in ("manage", "adjudicate", "studies.study"):
            assert not may or permission.manager, permission
        if endpoint in ("adjudicate", "studies.study", "phases", "places.changes"):
            assert not may or not permission.limited, permission
        if endpoint in ("phases", "places.changes", "pages.paper"):
            assert not may or permission.level == ALL, permission
        if endpoint == "places.gold":
            assert not may or permission.gold, permission
        if endpoint == "progress" and not permission.review:
            assert not may or (permission.manager and not permission.limited), permission
        if endpoint == "places.mine":
            assert may == permission.review, permission


@pytest.mark.parametrize("name", [name for name, role in ROLES.items() if role.forbidden])
def test_nothing_forbidden_is_in_a_page_or_a_file(client, name):
    """A page of each route, of disagreements a file, and the overview that tells of what is excluded."""
    role = ROLES[name]
    for route, asked in ROUTES.items():
        if route.startswith("/static"):
            continue
        addresses = list(asked(role.project))
        pages = addresses[: 2 if "disagreements" in route else 1]
        for address in (*pages, *(a for a in addresses if "show=excluded&measure" in a)):
            response = client.get(address, headers=as_login(role.login), buffered=True)
            assert response.status_code in (200, 302, 308, 400, 403, 404), address
            text = visible(response, address)
            own = route.endswith(("/disagreements/mine", "/progress"))
            allowed = OWN_PLACES if role.project in HIDING and own else ()
            found = [one for one in role.forbidden if one in text and one not in allowed]
            assert found == [], address


@pytest.mark.parametrize("name", [name for name, role in ROLES.items() if role.partners])
def test_beside_one_partner_nothing_of_another_is_shown(client, name):
    role = ROLES[name]
    for (partner, forbidden), asked in itertools.product(role.partners.items(), ROUTES.items()):
        if not asked[0].startswith("/<project") or "/mine" in asked[0] or "/progress" in asked[0]:
            continue
        for address in itertools.islice(asked[1](role.project), 2):
            if "with=" in address or "/document/duet7" in address:
                continue
            address += f"{'&' if '?' in address else '?'}with={partner}"
            answer = client.get(address, headers=as_login(role.login))
            # Where a former address leads says what was asked, and nothing else.
            if answer.status_code // 100 != 3:
                assert not [one for one in forbidden if one in answer.text], address


def test_all_is_all(client):
    """The strings that are searched for are there for those who may see them."""
    text = "".join(
        client.get(f"/none/-/{path}", headers=as_login("lead")).text
        for path in (
            "?show=excluded", "disagreements?format=csv", "document/tandem", "document/shared",
        )
    )  # fmt: skip
    assert [found for found in EVERYTHING if found not in text] == []


OTHER_METHODS = itertools.cycle(["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])


@pytest.mark.parametrize("route, method", [*zip(sorted(ROUTES), OTHER_METHODS)])
def test_nothing_but_reading_without_a_token(client, route, method):
    address = next(iter(ROUTES[route]("none")))
    for sent in ("POST", method):
        response = client.open(address, method=sent, headers=as_login("lead"))
        assert response.status_code == 403
        assert not [text for text in EVERYTHING if text in response.text]


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
        "compare?from={}&to=2&format=json",
    ):
        addresses = [f"/{role.project}/-/phases/{form.format(number)}" for number in (1, 2, 9)]
        texts = {client.get(address, headers=as_login(role.login)).text for address in addresses}
        assert len(texts) == 1 and "1 apart" not in texts.pop(), form


MANAGERS = {"manager", "manager, but brat hides carla"}
WHOLE = {"annotator, all", "manager"}  # who sees everything, and from whom nothing is hidden
PAIRS = {"annotator, own, blinded", "annotator, own, named"}
VISITOR = "not logged in, guests see all"
ANY = WHOLE | MANAGERS | PAIRS | {VISITOR, "annotator, all, but brat hides ben"}
# Whether a page is open to one is whether its JSON is: asked as some.
TWINS_ASKED = {"annotator, own, blinded", "manager, but brat hides carla", VISITOR, "somebody else"}
OPEN = {
    "": ANY, "document/shared": ANY, "disagreements": ANY, "disagreements?review=any": WHOLE | MANAGERS,
    "disagreements/mine": {name for name, role in ROLES.items() if role.login == "anna"} - {"annotator, none"},
    "phases": WHOLE, "phases/compare": WHOLE, "phases/1/": WHOLE, "phases/1/disagreements": WHOLE,
    "phases/1/paper": WHOLE, "paper": WHOLE | MANAGERS | {VISITOR}, "studies/": WHOLE | MANAGERS | {VISITOR},
    "studies/planning": WHOLE | MANAGERS | {VISITOR}, "disagreements/gold": set(), "disagreements/changes": WHOLE,
    "adjudicate": {"manager"}, "studies/variation": {"manager"}, "manage": MANAGERS, "manage/settings": MANAGERS,
    "manage/preview?as=ben": MANAGERS,
}  # fmt: skip


@pytest.mark.parametrize("page", OPEN)
def test_each_page_is_open_to_these_roles_and_closed_to_all_others(client, page):
    found = set()
    for name, role in ROLES.items():
        answer = client.get(f"/{role.project}/-/{page}", headers=as_login(role.login))
        assert answer.status_code in (200, 403), name
        if answer.status_code == 200:
            found.add(name)
        if not page.startswith(("manage", "studies/variation")) and name in TWINS_ASKED:
            address = f"/{role.project}/-/{page}{'&' if '?' in page else '?'}format=json"
            twin = client.get(address, headers=as_login(role.login)).status_code
            assert (twin == 403) == (answer.status_code == 403), name
    assert found == OPEN[page]
