"""Behind a web server the pages' links begin with the path at which browsers find them."""

import pytest

from brat_iaa.proxy.wsgi import below


def seen(pages_url, script_name, path):
    """(SCRIPT_NAME, PATH_INFO) that the application gets."""
    asked = {}
    application = below(lambda environ, start_response: asked.update(environ), pages_url)
    application({"SCRIPT_NAME": script_name, "PATH_INFO": path}, None)
    return asked["SCRIPT_NAME"], asked["PATH_INFO"]


@pytest.mark.parametrize(
    "script_name, path",
    [
        ("", "/demo/-/"),  # the server in front takes the path away
        ("", "/brat/iaa/demo/-/"),  # it leaves it on
        ("/brat/iaa", "/demo/-/"),  # mod_wsgi
    ],
)
def test_links_begin_with_the_path(script_name, path):
    for pages_url in ("https://example.org/brat/iaa/", "/brat/iaa", "/brat/iaa/"):
        assert seen(pages_url, script_name, path) == ("/brat/iaa", "/demo/-/")


def test_a_path_that_only_looks_alike_stays():
    assert seen("/iaa/", "", "/iaarhus/-/") == ("/iaa", "/iaarhus/-/")


@pytest.mark.parametrize("pages_url", ["https://example.org/", "https://example.org", "/", ""])
def test_at_the_top_nothing_changes(pages_url):
    assert seen(pages_url, "", "/demo/-/") == ("", "/demo/-/")
