"""The page for the paper: what can be copied is what the command prints, and who may see it."""

import html
import re
import shutil

import pytest
from checkout import DEMO
from small_projects import shipped

from brat_iaa.paper.methods import paper
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.web import create_app
from brat_iaa.web.pages import PAPER_FILES as FILES


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("paper")
    shutil.copytree(DEMO, folder / "project")
    state = folder / "state"
    Snapshots(folder / "project", Database(project_database_path(folder / "project", state))).take(
        "9 other"
    )
    return create_app(folder / "project", state_dir=state).test_client()


def test_each_part_is_text_to_select_and_a_file(client):
    made = paper(shipped(DEMO))
    page = client.get("/paper").text
    for name, text, shown in zip(FILES, made, re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.S)):
        assert html.unescape(shown) == text
        answer = client.get(f"/paper/{name}")
        assert answer.text == text and answer.mimetype == "text/plain"
        assert f"filename={name}" in answer.headers["Content-Disposition"]
        assert f'href="/paper/{name}"' in page
    assert client.get("/paper?format=json").json["parts"] == dict(zip(FILES, made))
    assert client.get("/paper/none.txt").status_code == 404
