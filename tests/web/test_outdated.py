"""Pages of a project whose figures take long: the last ones are shown until there are newer
ones.
"""

import threading
from types import SimpleNamespace

import pytest
from pages_project import plain
from small_projects import put
from waiting import PATIENCE, wait_until

from brat_iaa.study import Study
from brat_iaa.web import background as module
from brat_iaa.web.app import create_app


@pytest.fixture
def project(tmp_path):
    put(tmp_path, "anna", "doc", "a b c", "2>1:x 2>3:y")
    put(tmp_path, "ben", "doc", "a b c", "2>1:x 1>3:y")
    return tmp_path


class Slow:
    """Reads a project, but not before the gate is open."""

    def __init__(self, root):
        self.study, self.gate = Study(root), threading.Event()
        self.gate.set()

    def __call__(self):
        assert self.gate.wait(PATIENCE)
        return self.study.agreement()


def test_the_first_figures_of_a_large_project_are_waited_for(project, monkeypatch):
    monkeypatch.setattr(module, "PAGE_TIMEOUT", 0.05)
    read = Slow(project)
    client = create_app(project, study=SimpleNamespace(agreement=read)).test_client()
    read.gate.clear()
    for page in ("/", "/disagreements", "/document/doc"):
        response = client.get(page)
        assert response.status_code == 202
        assert '<meta http-equiv="refresh" content="2">' in response.text
        assert "The figures are being computed" in response.text
    read.gate.set()
    wait_until(lambda: client.get("/").status_code == 200)
    assert "LAA" in client.get("/").text


def test_pages_say_so_and_programs_get_current_figures(project, monkeypatch):
    read = Slow(project)
    client = create_app(project, study=SimpleNamespace(agreement=read)).test_client()
    assert "Files have changed" not in client.get("/").text
    put(project, "ben", "doc", "a b c", "2>1:x 2>3:y")
    read.gate.clear()
    monkeypatch.setattr(module, "PAGE_TIMEOUT", 0.05)
    for page in ("/", "/disagreements", "/document/doc"):
        text = client.get(page).text
        assert "Files have changed. These are the figures from before" in text
        assert page.startswith("/document") or "1 disagreement" in plain(text)
    read.gate.set()
    assert client.get("/disagreements?format=json").get_json()["places"] == []
    wait_until(lambda: "Files have changed" not in client.get("/").text)
