"""brat's own server in a process of its own, on a folder of its own, as an admin has it who knows
nothing of us.
"""

import re

from brat_checks import make_project
from checkout import SUPPORT
from running_brat import folder_with
from servers import Server

SETTINGS = """
ADMIN_CONTACT_EMAIL = "the test"
BASE_DIR = %r
DATA_DIR = %r
WORK_DIR = %r
USER_PASSWORD = {"anna": "pw", "ben": "pw", "lead": "pw"}
MAX_SEARCH_RESULT_NUMBER = 1000
DEBUG = False
TUTORIALS = False
LL_DEBUG, LL_INFO, LL_WARNING, LL_ERROR, LL_CRITICAL = range(5)
LOG_LEVEL = LL_WARNING
"""


class Plain:
    """The server; make is a function that fills the data directory, which it makes."""

    def __init__(self, brat_folder, directory, make=make_project):
        self.folder = directory / "brat"
        # brat looks for its settings files below its own folder.
        self.data = self.folder / "data"
        paths = self.folder, self.data, self.folder / "work"
        folder_with(brat_folder, self.folder, SETTINGS % tuple(map(str, paths)))
        (self.folder / "work").mkdir()
        make(self.data)
        self.server = Server([SUPPORT / "plain_brat.py", self.folder], directory / "server")
        self.server.printed("brat: http")
        self.url = re.search(r"http://\S+", self.server.out).group()
