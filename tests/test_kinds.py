"""Each kind of layer goes through everything; whoever adds one learns here what it lacks."""

import csv
import io
import json

import pytest
from adjudication_pages import Lead
from every_record import ANNOTATORS, change, write
from pages_project import plain
from review_pages import Annotator
from small_projects import one_study

from brat_iaa.cli import main
from brat_iaa.config import load
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.kind import AnswerWords, Kind
from brat_iaa.web.in_brat import api
from brat_iaa.web.site import site_of

EACH = pytest.mark.parametrize("kind", KINDS)
ACCESS = "[access]\nmanagers = lead\nreveal = own\nothers = named\n"
PROJECT = "[project]\nphase = 1\n"


def conf(kind, project=PROJECT):
    return f"{project}[layer it]\nkind = {kind}\n{ACCESS}"


@pytest.fixture(scope="module", params=KINDS)
def shared(request, tmp_path_factory):
    """(Kind, Lead) of a project that no test changes, with a gold; commands share a Study of it."""
    data = tmp_path_factory.mktemp(request.param) / "data"
    settings = conf(request.param, PROJECT + "gold = gold\n")
    write(data / "p", settings, further=["gold"], documents=["a"])
    with one_study(data / "p"):
        yield KINDS[request.param], Lead(data)


@pytest.fixture
def lead(kind, tmp_path):
    write(tmp_path / "data" / "p", conf(kind), seed=1, documents=["a"])
    return Lead(tmp_path / "data")


def printed(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


# The command line


@pytest.mark.parametrize("form", ["text", "json", "csv", "methods"])
def test_report(shared, capsys, form):
    kind, lead = shared
    text = printed(capsys, "report", lead.root, "--format", form)
    leading = next(figure for figure in kind.figures if figure.narrow == 1)
    if form == "json":
        report = json.loads(text)
        assert report["layers"] == [{"name": "it", "kind": kind.name}]
        keys = {
            (score["measure"], score["statistic"])
            for score in report["scores"]
            if score["layer"] == "it" and score["value"] is not None
        }
        assert leading.key in keys and keys <= {figure.key for figure in kind.figures}
    elif form == "methods":
        assert kind.paper.items in text or kind.leads
    elif form != "csv":
        assert leading.name in text or leading.measure in text


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_disagreements(shared, capsys, form):
    kind, lead = shared
    text = printed(capsys, "disagreements", lead.root, "--format", form)
    if form == "json":
        places = [place for place in json.loads(text) if place["layer"] == "it"]
        assert bool(places) == kind.listed
        assert all(len(place["values"]) >= 2 for place in places)
    if form == "text":
        assert printed(capsys, "disagreements", lead.root, "--patterns")


def test_one_number_everywhere(shared, capsys):
    """Lists, documents and brat count the same places, for each pair and each annotator."""
    kind, lead = shared
    rows = csv.DictReader(
        io.StringIO(printed(capsys, "disagreements", lead.root, "--format", "csv"))
    )
    keys = {tuple(row[name] for name in ("layer", "document", "start", "end")) for row in rows}
    listed = lead.twin("disagreements")
    assert listed["count"] == len(listed["places"]) == len(keys)
    assert not keys or f"{len(keys)} disagreements" in plain(lead.get("disagreements"))
    report = printed(capsys, "report", lead.root)
    assert not keys or f"{len(keys)} disagreements" in " ".join(report.split())
    names = (*ANNOTATORS, "gold")
    for one, other in zip(names, names[1:]):
        count = lead.twin(f"disagreements?a={one}&b={other}")["count"]
        sentences = lead.twin(f"document/a?a={one}&b={other}")["sentences"]
        assert sum(len(sentence["places"]) for sentence in sentences) == count
    for name in names:
        in_brat = site_of(lead.app), "lead", f"/p/{name}/", "a"
        marks, menu = api.disagreements(*in_brat), api.agreement(*in_brat)
        count = lead.twin(f"disagreements?a={name}")["count"]
        assert marks["count"] == len(marks["markers"]) == menu["count"] == count


# The pages


@pytest.mark.parametrize("form", ["html", "json"])
@pytest.mark.parametrize(
    "page", ["", "disagreements", "document/a", "disagreements/gold?annotator=ben"]
)
def test_pages(shared, page, form):
    kind, lead = shared
    text = lead.get(f"{page}{'&' if '?' in page else '?'}format={form}")
    if form == "json":
        assert json.loads(text)
    elif not page:
        assert kind.words in text
    elif kind.listed and not kind.of_spans and not kind.leads and page.startswith("document"):
        assert 'class="layer-picture"' in text


@EACH
def test_review(kind, lead):
    anna = Annotator(lead.data)
    places = anna.twin()["places"]
    assert bool(places) == KINDS[kind].listed
    for place in places[:1]:
        key = place["key"]
        assert anna.post(item=key, seen=anna.seen(key), decision="keep").status_code == 303
        assert anna.twin()["places"][0]["decision"] == "keep"


@EACH
def test_adjudication(kind, lead):
    assert lead.make().status_code == 303
    places = lead.twin()["places"]
    assert bool(places) == KINDS[kind].listed
    keys = [place["key"] for place in places[:3]]
    for key in keys:
        lead.post(item=key, seen=lead.seen(key), decision="taken:anna")
    left = {place["status"] for place in lead.twin()["places"] if place["key"] in keys}
    assert left <= {"decided", "rule", "brat"}
    assert lead.post("adjudicate/gold", name="gold", sure="yes").status_code == 303
    assert load(lead.root).gold == "gold"
    layers = {score["layer"] for score in json.loads(lead.get("?format=json"))["scores"]}
    assert any(name.partition("/")[0] == "gold" for name in layers)


@EACH
def test_phases(kind, lead):
    assert lead.post("phases", phase="1", note="").status_code == 303
    change(lead.root, seed=2)
    assert lead.post("phases", phase="2", note="").status_code == 303
    assert lead.get("phases")
    compared = lead.twin("phases/compare?from=1&to=2")
    assert compared and lead.get("phases/compare?from=1&to=2")


# The declarations


@pytest.mark.parametrize(
    "part, value",
    [
        ("answer", ((AnswerWords("%(figure)s", ("f1", "nothing")),),)), ("label_figure", ("f1", "nothing")),
        ("counted", ("nothing", "T")), ("elements", ("nothing",)),
    ],
)  # fmt: skip
def test_a_kind_names_no_figure_that_it_has_not(part, value):
    with pytest.raises(TypeError, match=f"'{part}' names .*nothing"):
        Kind(**{**vars(KINDS["labels"]), part: value})
