"""Which tests one process runs after another, and which come first, under pytest-xdist."""

import functools

from checkout import CHECKOUT
from xdist.scheduler import LoadScopeScheduling

# What takes or waits longest, longest first: begun last, all others would have to wait for it.
LONG = (
    "tests/server_hooks/test_inside_brat.py",
    "browser",
    "tests/web/test_access.py",
    "tests/server_hooks/test_brat_matrix.py",
    "tests/server_hooks/test_in_cgi.py",
    "tests/store/",
    "tests/server_hooks/",
    "tests/simulation/",
    "tests/measures/",
    "tests/phases/",
    "tests/web/",
)


@functools.cache
def group_of(file):
    """The group of a test file: what a file has made for its tests is made in one process, and so
    are the browser, the demo's brat and the figures of the shipped projects, for all files that
    need them.
    """
    text = (CHECKOUT / file).read_text("utf-8")
    # This one needs as long as all others with a browser together.
    if file != LONG[0] and "pytest.mark.browser" in text:
        return "browser"
    if "from guide_figures import" in text:
        return "figures of the guide"
    return file


def rank(nodeid):
    """Smaller for those that come first."""
    group = group_of(nodeid.partition("::")[0])
    return next((number for number, of in enumerate(LONG) if group.startswith(of)), len(LONG))


class ByGroup(LoadScopeScheduling):
    """Groups are handed out in the order of their first tests."""

    def __init__(self, config, log=None):
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid):
        return group_of(nodeid.partition("::")[0])
