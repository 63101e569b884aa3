"""What somebody is told who may not see what was asked for, in brat and on the pages."""

import pytest
from site_projects import make_project

from brat_iaa.web.in_brat import api
from brat_iaa.web.site import create_site, site_of


class Slowly:
    """Says that nobody is logged in, and that it may say so for a while after a login."""

    seconds = 60

    def __call__(self, environ):
        return ""


@pytest.fixture
def app(tmp_path):
    make_project(tmp_path / "data" / "p", reveal="own")
    return lambda identify, **more: create_site(
        tmp_path / "data", "/", identify, state_dir=tmp_path / "state", **more
    )


def test_brats_page_need_not_be_loaded_again_after_a_login(app):
    site = site_of(app(Slowly()))
    for ask in (api.agreement, api.disagreements):
        assert (
            ask(site, "", "/p/anna/", "shared")["reason"]
            == "You are not logged in to brat. Log in to see agreement."
        )
    assert api.agreement(site, "zoe", "/p/anna/", "shared")["reason"].startswith(
        "There is nothing here that you may see. If"
    )


def next_step(app, address="/p/-/"):
    return app.test_client().get(address + "?format=json").get_json()["next_step"]


def test_without_a_gold_managers_read_how_to_make_one(app):
    steps = {
        who: next_step(app(lambda environ, who=who: who), "/p/-/disagreements/gold")
        for who in ("lead", "anna")
    }
    assert steps["lead"].startswith("Make one on the page Adjudicate")
    assert steps["anna"] == "Ask the project lead when it will be open."


@pytest.mark.parametrize("address", ["/p/-/", "/"])
def test_pages_say_when_a_login_may_not_be_known_yet(address, app):
    first = (
        "Log in to brat first, then load this page again. In brat, Login is at the right of the bar "
        "that opens when you move the mouse to the top of the page."
    )
    assert next_step(app(lambda environ: ""), address) == first
    later = first + " If you have just logged in: these pages notice it within 60 seconds."
    assert next_step(app(Slowly()), address) == later
    # Who is known to brat is told nothing of logins.
    assert "logged in" not in next_step(app(lambda environ: "zoe"), "/p/-/")


def test_who_is_not_logged_in_is_led_to_the_login_alone(app):
    def links(identify):
        return app(identify).test_client().get("/p/-/").get_data(as_text=True).partition("<main")[2]  # noqa: E731

    assert "To brat" in links(lambda environ: "") and "list of projects" not in links(
        lambda environ: ""
    )
    assert "list of projects" in links(lambda environ: "zoe")
