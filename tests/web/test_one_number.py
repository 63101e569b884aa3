"""One number of disagreements, and one leading figure, wherever either is shown."""

import csv
import io
import json
import shutil
from contextlib import redirect_stdout
from functools import partial

import pytest
from adjudication_pages import Lead
from checkout import CHECKOUT, DEMO, PROJECTS
from pages_project import plain
from small_projects import one_study
from waiting import PATIENCE, wait_until

from brat_iaa.cli import main
from brat_iaa.formats.cells import figure
from brat_iaa.kinds import KINDS
from brat_iaa.web.in_brat import api
from brat_iaa.web.in_brat.openings import short

ACCESS = "\n[access]\nmanagers = lead\nreveal = own\nothers = named\n"
# Project, its two annotators, settings, and the layers of which the pages make no gold.
OF_EVERY_KIND = {
    "dependencies": (DEMO, ("anna", "ben"), "[layer dependencies]"),
    "entities": (CHECKOUT / "brat_iaa" / "demo" / "clinic", ("anna", "ben"), ""),
    "chains": (PROJECTS / "passonneau_fig1", ("RA1", "RA3"), ""),
    "discourse": (PROJECTS / "mirovsky_example", ("A", "B"), ""),
}


class Shown:
    """A project of two annotators, as each surface shows it."""

    def __init__(self, data, source, annotators, settings):
        self.data, self.root, self.annotators = data, data / "p", annotators
        for path in [*source.glob("*.conf"), *(source / name for name in annotators)]:
            copy = shutil.copytree if path.is_dir() else shutil.copyfile
            self.root.mkdir(parents=True, exist_ok=True)
            copy(path, self.root / path.name)
        (self.root / "iaa.conf").write_text(settings + ACCESS)
        self.lead = Lead(data)
        self.documents = sorted(path.stem for path in (self.root / annotators[0]).glob("*.txt"))

    @property
    def site(self):
        return self.lead.app.extensions["brat_iaa_site"]

    def in_brat(self, ask):
        """The answers to brat's page of the first annotator, of each document."""
        first = self.annotators[0]

        def answer(document):
            found = ask(self.site, first, f"/p/{first}/", document)
            return None if "again" in found else found

        return [
            wait_until(partial(answer, document), PATIENCE, "an answer")
            for document in self.documents
        ]


# All kinds in one project take longest.
LONGEST = pytest.param("entities", marks=pytest.mark.system)


@pytest.fixture(scope="module", params=["dependencies", "chains", "discourse", LONGEST])
def shown(request, tmp_path_factory):
    source, annotators, settings = OF_EVERY_KIND[request.param]
    one = Shown(tmp_path_factory.mktemp("one") / "data", source, annotators, settings)
    with one_study(one.root):
        yield one


@pytest.fixture(scope="module")
def report(shown):
    """The report, as JSON holds it."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["report", str(shown.root), "--format", "json"]) == 0
    return json.loads(out.getvalue())


@pytest.fixture(scope="module")
def number(report):
    found = sum(row["places"] for row in report["places"] if row["document"] is None)
    assert found > 3
    return found


def leading(report, document):
    """The score of a document, or of the project, that stands first wherever there is one."""
    layer = report["layers"][0]
    key = KINDS[layer["kind"]].answer[0][0].key
    (score,) = (
        one for one in report["scores"]
        if (one["layer"], one["measure"], one["statistic"]) == (layer["name"], *key)
        and (one["document"], one["label"]) == (document, None)
    )  # fmt: skip
    return score["value"]


def printed(words, capsys):
    assert main(words) == 0
    return capsys.readouterr()


def test_reports_and_lists(shown, report, number, capsys):
    text = " ".join(printed(["report", str(shown.root)], capsys).out.split())
    assert f"; {number} disagreements " in text and figure(leading(report, None)) in text
    listed = printed(["disagreements", str(shown.root), "--limit", "1"], capsys).err
    assert f"{number} of {number} disagreements" in listed
    rows = printed(["disagreements", str(shown.root), "--format", "csv"], capsys).out
    rows = csv.DictReader(io.StringIO(rows))
    keys = {tuple(row[name] for name in ("layer", "document", "start", "end")) for row in rows}
    assert len(keys) == number


def test_the_pages_of_the_project(shown, report, number):
    overview = plain(shown.lead.get(""))
    assert f"{number} disagreements" in overview and figure(leading(report, None)) in overview
    assert shown.lead.twin("")["places"] == report["places"]
    assert f"{number} disagreements" in plain(shown.lead.get("disagreements"))
    assert shown.lead.twin("disagreements")["count"] == number
    sentences = [
        sentence
        for name in shown.documents
        for sentence in shown.lead.twin(f"document/{name}")["sentences"]
    ]
    assert sum(len(sentence["places"]) for sentence in sentences) == number


def test_the_menu_and_the_marks_of_brat(shown, report, number):
    menu, marks = shown.in_brat(api.agreement), shown.in_brat(api.disagreements)
    counts = [answer["count"] for answer in menu]
    assert sum(counts) == number
    assert [answer["count"] for answer in marks] == counts
    assert [len(answer["markers"]) for answer in marks] == counts
    for document, answer in zip(shown.documents, menu):
        value = leading(report, document)
        said = "undefined" if value is None else short(value)
        assert answer["text"].rsplit(" ", 1)[1] == said
