"""The page Manage, served by two processes."""

import subprocess
import sys

import pytest
from checkout import CHECKOUT
from manage_pages import Manager
from site_projects import configure, make_project
from waiting import PATIENCE

from brat_iaa import config

CONF = "[access]\nmanagers = lead  # me\nreveal = none\n\n# the end\n"


@pytest.fixture
def data(tmp_path):
    make_project(tmp_path / "data" / "p")
    (tmp_path / "data" / "p" / "iaa.conf").write_text(CONF)
    return tmp_path / "data"


RACE = """
import pathlib, sys
sys.path.insert(0, "tests/support")
from manage_pages import Manager

lead, saved = Manager(pathlib.Path(sys.argv[1]), sys.argv[2]), 0
while saved < 8:
    form = lead.text_form()
    text = form.fields["text"].replace("name = ", "name = " + sys.argv[2][0])
    fields = {**form.fields, "text": text, "do": "save"}
    headers = {"X-Login": lead.login, "Sec-Fetch-Site": "same-origin"}
    status = lead.client.post(form.action, data=fields, headers=headers).status_code
    assert status in (303, 409), status
    saved += status == 303
"""


def test_two_managers_in_two_processes_lose_nothing(data):
    configure(data / "p", managers="lead, ben")
    with open(data / "p" / "iaa.conf", "a", encoding="utf-8") as file:
        file.write("[project]\nname = \n")
    started = [
        subprocess.Popen([sys.executable, "-c", RACE, data, name], cwd=CHECKOUT)
        for name in ("lead", "ben")
    ]
    assert [process.wait(PATIENCE) for process in started] == [0, 0]
    name = config.load(data / "p").name
    assert sorted(name) == sorted("l" * 8 + "b" * 8)
    site = Manager(data).site.extensions["brat_iaa_site"]
    changes = site.viewer("lead", "p").managing().settings.history(50)
    assert [change.by[0] for change in changes] == list(name)
