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


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("paper")
    shutil.copytree(DEMO, folder / "project")
    state = folder / "state"
    Snapshots(folder / "project", Database(project_database_path(folder / "project", state))).take(
        "9 other"
    )
    return create_app(folder / "project", state_dir=state).test_client()


def test_each_part_is_text_to_select(client):
    made = paper(shipped(DEMO))
    page = client.get("/paper").text
    shown = re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.S)
    assert [*map(html.unescape, shown)] == [*made]
