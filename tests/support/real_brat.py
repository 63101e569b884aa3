"""A real brat for tests, on a data directory of their own, spoken to over HTTP by users who are
logged in.
"""

import http.client
import json
import re
from urllib.parse import urlencode, urlsplit

from servers import Server
from waiting import PATIENCE

_START = """
import sys
from brat_iaa.proxy import serving
tree, data, work, *users = sys.argv[1:]
told = {"brat": tree, "data": data, "work": work}
told["users"] = dict.fromkeys(users, "pw")
front = serving.open_brat(told, port=0, state_dir=work + "-state")
print(*serving.addresses(front), "ready", flush=True)
serving.serve(front, ["served"])
"""


class RealBrat:
    """brat on a data directory; directory is for its own files, url its address with a slash at the
    end. close() at the end.
    """

    def __init__(self, folder, data, directory, users=()):
        self.server = Server(
            ["-c", _START, folder, data, directory / "work", *users], directory / "server"
        )
        self.server.printed("ready")
        self.url = re.search(r"http://[^/\s]+/", self.server.out).group()

    def close(self):
        self.server.close()

    def user(self, name=None):
        """As user_of()."""
        return user_of(self.url, name)


def user_of(url, name=None):
    """A function of (action, values) that asks the brat at url in a session of this user and
    returns its answer.
    """
    cookies = {}

    def ask(action, **values):
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
        headers = {"Content-Type": "application/x-www-form-urlencoded", **cookies}
        try:
            connection.request(
                "POST",
                "/ajax.cgi",
                urlencode({"action": action, "protocol": 1, **values}),
                headers,
            )
            response = connection.getresponse()
            answer = json.loads(response.read().decode("utf-8"))
        finally:
            connection.close()
        if action == "login":
            cookies["Cookie"] = response.headers["Set-Cookie"].partition(";")[0]
        return answer

    if name is not None:
        assert "exception" not in ask("login", user=name, password="pw")
    return ask
