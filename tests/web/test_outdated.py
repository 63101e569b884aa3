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
from brat_iaa.web import figures as module
from brat_iaa.web.app import create_app
from brat_iaa.web.figures import ProjectView


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


def test_the_last_figures_are_shown_until_there_are_newer_ones(project, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    read = Slow(project)
    shown = ProjectView(read, None, slow=0)
    first = shown.figures_in_time()
    assert not first.outdated and first.between == 1
    put(project, "ben", "doc", "a b c", "2>1:x 2>3:y")
    read.gate.clear()
    last = shown.figures_in_time()
    assert last.outdated and last.between == 1 and not first.outdated
    read.gate.set()
    wait_until(lambda: not shown.figures_in_time().outdated)
    assert shown.figures_in_time().between == 0


def test_figures_that_come_fast_are_always_current(project, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0)
    shown = ProjectView(Study(project).agreement, None, slow=PATIENCE)
    assert shown.figures_in_time().between == 1
    put(project, "ben", "doc", "a b c", "2>1:x 2>3:y")
    assert shown.figures_in_time().between == 0


def test_the_first_figures_of_a_large_project_are_waited_for_with_progress(project, monkeypatch):
    monkeypatch.setattr(module, "FIRST", 0.05)
    read = Slow(project)
    read.doing = None
    client = create_app(project, study=SimpleNamespace(agreement=read, doing=read.doing))
    client = client.test_client()
    read.gate.clear()
    for page in ("/", "/disagreements", "/document/doc"):
        response = client.get(page)
        assert response.status_code == 202
        assert '<meta http-equiv="refresh" content="2">' in response.text
        assert "The figures are being computed" in response.text
    read.gate.set()
    wait_until(lambda: client.get("/").status_code == 200)
    assert "LAA" in client.get("/").text


@pytest.mark.parametrize(
    "doing, said",
    [
        (("Reading files", 3, 12), "Read the files 3 of 12 Compare the documents Compute"),
        (("Comparing documents", 0, 2), "Read the files done Compare the documents 0 of 2 Compute"),
        (("Computing pos", 1, 2), "Compare the documents done Compute the figures 1 of 2 Prepare"),
        (None, "This page looks every 2 seconds whether the figures are there"),
    ],
)
def test_progress_is_said_in_steps(project, monkeypatch, doing, said):
    monkeypatch.setattr(module, "FIRST", 0.05)
    read = Slow(project)
    read.gate.clear()
    app = create_app(project, study=SimpleNamespace(agreement=read, doing=doing))
    assert said in plain(app.test_client().get("/").text)
    read.gate.set()


def test_a_study_says_what_it_is_doing(project):
    seen = []
    study = Study(project, progress=lambda *_: seen.append(study.doing))
    study.agreement()
    texts = [text for text, _, _ in dict.fromkeys(seen)]
    assert list(dict.fromkeys(texts))[:3] == [
        "Reading files",
        "Comparing documents",
        "Computing figures",
    ]
    assert study.doing is None


def test_pages_say_so_and_programs_get_current_figures(project, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    monkeypatch.setattr(module, "SLOW", 0)
    read = Slow(project)
    client = create_app(project, study=SimpleNamespace(agreement=read)).test_client()
    assert "Files have changed" not in client.get("/").text
    put(project, "ben", "doc", "a b c", "2>1:x 2>3:y")
    read.gate.clear()
    for page in ("/", "/disagreements", "/document/doc"):
        text = client.get(page).text
        assert "Files have changed. These are the figures from before" in text
        assert page.startswith("/document") or "1 disagreement" in plain(text)
    read.gate.set()
    assert client.get("/disagreements?format=json").get_json()["places"] == []
    wait_until(lambda: "Files have changed" not in client.get("/").text)
