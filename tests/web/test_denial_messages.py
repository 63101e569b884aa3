"""What somebody is told who may not see what was asked for, in brat and on the pages."""

import pytest
from site_projects import make_project

from brat_iaa.web.site import create_site


@pytest.fixture
def app(tmp_path):
    make_project(tmp_path / "data" / "p", reveal="own")
    return lambda identify, **more: create_site(
        tmp_path / "data", "/", identify, state_dir=tmp_path / "state", **more
    )


def test_who_is_not_logged_in_is_led_to_the_login_alone(app):
    def links(identify):
        return app(identify).test_client().get("/p/-/").get_data(as_text=True).partition("<main")[2]  # noqa: E731

    assert "To brat" in links(lambda environ: "") and "list of projects" not in links(
        lambda environ: ""
    )
    assert "list of projects" in links(lambda environ: "zoe")
