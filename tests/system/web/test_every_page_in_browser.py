"""Every page in a real Chromium, as those see it who manage and who annotate: WCAG 2.2, level AA, on
a laptop, zoomed to twice its size, on a phone and 320 pixels wide, in light and dark.
"""

import re
from urllib.parse import quote

import big_project
import clinical_project
import pytest
from checkout import CHECKOUT
from page_checks import faults
from routes_asked import ROUTES, take_snapshots
from servers import served
from site_projects import configure, make_project
from small_projects import put

from brat_iaa.guide import NAMES
from brat_iaa.web.site import create_site

pytestmark = pytest.mark.browser(draws=False)

# Answers that are no pages of HTML.
PAGES = [rule for rule in ROUTES if not rule.startswith(("/api", "/static", "/healthz"))]

# What happens in a browser with the next frame only.
WITH_FRAMES = re.compile(
    r"requestAnimationFrame|ResizeObserver|IntersectionObserver|matchMedia|onscroll|onresize|"
    r"[\"'](scroll|scrollend|resize|transitionend|animationend)[\"']|autofocus|@keyframes|transition:"
)


def test_nothing_on_our_pages_waits_for_frames():
    """Tests may have them laid out and not drawn."""
    scripts = [*(CHECKOUT / "static").glob("*.js"), *(CHECKOUT / "static").glob("*.css")]
    pages = (CHECKOUT / "brat_iaa" / "web" / "templates").rglob("*.html")
    for path in (*scripts, *pages):
        text = re.sub('class="[^"]*"', "", path.read_text("utf-8"))
        assert not WITH_FRAMES.findall(text), path


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    """{login: (address, client)} of a site with the project p, in which a gold is being made."""
    data = tmp_path_factory.mktemp("everybody") / "data"
    make_project(data / "p", reveal="own", others="named")
    state = data.parent / "state"
    take_snapshots(data, state)
    clinical_project.various(data / "v")
    big_project.write(data / "big")
    configure(data / "p", "own", "named")
    for name in ("anna", "gold"):
        put(data / "g", name, "doc", "a b c", f"0>1:root 1>2:{name} 1>3:obj")
    configure(data / "g", "own")
    (data / "g" / "iaa.conf").write_text(
        (data / "g" / "iaa.conf").read_text() + "[project]\ngold = gold\n"
    )
    lead, anna, zoe = (
        create_site(
            data, "/brat/", lambda _, login=login: login, state_dir=state, managers=("lead",)
        )
        for login in ("lead", "anna", "zoe")
    )
    form = {"name": "draft", "rule": "unanimous", "names": "yes"}
    form["token"] = lead.extensions["brat_iaa_tokens"].token("lead")
    made = lead.test_client().post(
        "/p/-/adjudicate/draft", data=form, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert made.status_code == 303, made.text
    with served(lead) as of_lead, served(anna) as of_anna, served(zoe) as of_zoe:
        yield {
            "lead": (of_lead, lead.test_client()), "anna": (of_anna, anna.test_client()),
            "zoe": (of_zoe, zoe.test_client()),
        }  # fmt: skip


def pages_at(rule, client):
    """Addresses at which a route answers with a page: the first, and the first of each view."""
    views = {}
    for project in ("p", "g"):
        for asked in ROUTES[rule](project):
            view = asked.partition("show=")[2].partition("&")[0]
            if view in views or "format=html" not in asked and "format=" in asked:
                continue
            answer = client.get(asked)
            if answer.status_code == 200 and answer.mimetype == "text/html":
                views[view] = asked
    return list(views.values())


@pytest.mark.parametrize("login", ["lead", "anna"])
@pytest.mark.parametrize("rule", PAGES)
def test_a_page_is_for_everybody(browser, sites, rule, login):
    address, client = sites[login]
    for asked in pages_at(rule, client):
        browser.open(address.rstrip("/") + quote(asked, safe="/?&=%"))
        assert faults(browser) == {}, asked


@pytest.mark.parametrize("page", ["", "disagreements", "document/note-000", "adjudicate", "manage"])
def test_a_page_holds_many_annotators_long_labels_and_arabic(browser, sites, page):
    address, client = sites["lead"]
    assert client.get(f"/v/-/{page}").status_code == 200
    browser.open(f"{address}v/-/{page}")
    assert faults(browser) == {}


BIG = ("", "disagreements", "disagreements?layer=findings", "document/note-0007", "phases", "paper",
       "studies/planning", "adjudicate", "manage", "studies/variation")  # fmt: skip


@pytest.mark.parametrize("page", BIG)
def test_a_page_holds_many_documents_labels_and_layers_of_all_kinds(browser, sites, page):
    address, client = sites["lead"]
    assert client.get(f"/big/-/{page}").status_code in (200, 202)
    browser.open(f"{address}big/-/{page}")
    assert faults(browser) == {}


@pytest.mark.parametrize(
    "login, asked, status",
    [
        ("zoe", "/p/-/", 403), ("lead", "/p/-/document/none", 404), ("lead", "/p/-/?measure=none", 400),
    ],
)  # fmt: skip
def test_a_page_that_says_no_is_for_everybody(browser, sites, login, asked, status):
    address, client = sites[login]
    assert client.get(asked).status_code == status
    browser.open(address.rstrip("/") + asked)
    assert faults(browser) == {}


def test_every_topic_of_the_guide_is_for_everybody(browser, sites):
    address, _ = sites["anna"]
    for name in ("", *NAMES):
        browser.open(f"{address}-/guide/{name}")
        assert faults(browser) == {}, name
