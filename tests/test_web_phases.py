"""The pages of phases, as a project lead and others see them."""

import csv
import html
import io
import json
import re
import shutil
import threading

import pytest
from site_projects import as_login, login_in_header
from small_projects import put
from werkzeug.serving import make_server

from brat_iaa.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.place import place_of_project
from brat_iaa.web.app import create_app
from brat_iaa.web.site import create_site

SENTENCES = 12
WORDS = " / ".join(["a b"] * SENTENCES)
OWN = {"Sec-Fetch-Site": "same-origin"}


def marks(differing, last="obj"):
    """In the first sentences another label than anna's; in the last one, of anna's own, the label `last`."""
    labels = ["det"] * differing + ["obj"] * (SENTENCES - differing - 1) + [last]
    return " / ".join(f"0>1:root 1>2:{label}" for label in labels)


def configure(root, reveal="none", further=""):
    (root / "iaa.conf").write_text(
        f"[project]\nphase = 2 revised\n[access]\nmanagers = lead\nreveal = {reveal}\n[intervals]\nresamples = 50\n{further}"
    )


def begin(root):
    for annotator, differing in (("anna", 0), ("ben", 6), ("carla", 2)):
        put(root, annotator, "doc", WORDS, marks(differing))
    put(root, "anna", "other", "a b", "0>1:root 1>2:obj")
    put(root, "ben", "other", "a b", "0>1:root 1>2:obj")


def meet(root):
    """ben comes half of the way to anna, anna leaves an arc on which all agreed."""
    put(root, "ben", "doc", WORDS, marks(3))
    put(root, "anna", "doc", WORDS, marks(0, "mod"))


@pytest.fixture
def data(tmp_path):
    begin(tmp_path / "data" / "p")
    configure(tmp_path / "data" / "p")
    return tmp_path / "data"


class Lead:
    """The pages of the project, as a login sees them."""

    def __init__(self, data, login="lead"):
        self.app = create_site(data, "/brat/", login_in_header, state_dir=data.parent / "state")
        self.root = data / "p"
        self._client, self._login = self.app.test_client(), login

    def get(self, address, status=200):
        response = self._client.get(f"/p/-/{address}", headers=as_login(self._login))
        assert response.status_code == status, response.text
        return response.text

    def json(self, address):
        return json.loads(self.get(f"{address}{'&' if '?' in address else '?'}format=json"))

    def rows(self, address):
        return list(csv.DictReader(io.StringIO(self.get(f"{address}{'&' if '?' in address else '?'}format=csv"))))

    def take(self, phase, note="", **headers):
        token = self.app.extensions["brat_iaa_tokens"].token(self._login)
        form = {"phase": phase, "note": note, "token": token}
        return self._client.post("/p/-/phases", data=form, headers={**as_login(self._login), **OWN, **headers})

    def as_login(self, login):
        other = object.__new__(Lead)
        other.__dict__.update(self.__dict__, _login=login)
        return other


@pytest.fixture
def lead(data):
    return Lead(data)


def take_two(lead):
    lead.take("1 apart", "before the meeting")
    meet(lead.root)
    lead.take("2 revised")
    return lead


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """A project with two snapshots, for tests that only read."""
    root = tmp_path_factory.mktemp("two") / "data" / "p"
    begin(root)
    configure(root)
    return take_two(Lead(root.parent))


@pytest.fixture
def own_two(lead):
    """The same for tests that change something."""
    return take_two(lead)


def kept(data):
    root = data / "p"
    return Snapshots(root, Database(place_of_project(root, data.parent / "state", data)))


def plain(text):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


# The list


def test_before_the_first_snapshot(lead):
    text = lead.get("phases")
    assert "There is no snapshot yet." in text and "Take a snapshot" in text
    assert 'name="phase" value="2 revised"' in text  # the current one
    assert "<svg" not in text and "Compare" not in plain(text)
    assert lead.json("phases") == {"project": "p", "snapshots": [], "phases": []}
    assert "no two snapshots" in lead.get("phases/compare", 404)


def test_taking_one(lead, data):
    answer = lead.take(" 1  apart ", "before the <meeting>")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/p/-/phases?taken=1")
    text = lead.get("phases?taken=1")
    assert "Snapshot 1: 1 apart was taken: 11" in plain(text) and "before the &lt;meeting&gt;" in text
    assert "nothing to compare yet" in text and "<svg" not in text
    one = kept(data).get(1)
    assert (one.phase, one.taken_by, one.note) == ("1 apart", "lead", "before the <meeting>")
    assert "LAA, MASI, per pair and phase" in text


@pytest.mark.parametrize(
    "phase, note, said",
    [("", "kept note", "Name the phase"), (" ", "", "Name the phase"), ("x" * 101, "", "at most 100"), ("x", "y" * 2001, "at most 2000")],
)
def test_what_cannot_be_taken_is_said_and_what_was_typed_is_kept(lead, data, phase, note, said):
    answer = lead.take(phase, note)
    assert answer.status_code == 400 and said in answer.text and "No snapshot was taken" in answer.text
    assert f'name="note" value="{note}"' in answer.text
    assert kept(data).list() == []


def test_a_file_that_cannot_be_read_is_named(lead, data, monkeypatch):
    monkeypatch.setattr("brat_iaa.snapshots.read_contents", _unreadable)
    answer = lead.take("1 apart")
    assert answer.status_code == 400 and "ben/doc.ann" in answer.text and kept(data).list() == []


def _unreadable(*_):
    raise OSError(13, "Permission denied", "ben/doc.ann")


def test_other_sites_and_old_pages_take_none(lead, data):
    assert lead.take("1", **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    without = lead._client.post("/p/-/phases", data={"phase": "1"}, headers={**as_login("lead"), **OWN})
    assert without.status_code == 403 and kept(data).list() == []


def test_what_moved_meanwhile_is_said(lead, monkeypatch):
    from brat_iaa import snapshots

    read = snapshots.read_contents
    monkeypatch.setattr(snapshots, "read_contents", lambda *place: read(*place)._replace(moved=("ben/doc.ann",)))
    lead.take("1 apart")
    assert plain(lead.get("phases?taken=1")).count("Being edited meanwhile, and kept in one complete state each: ben/doc.ann") == 2


def test_the_list_computes_nothing(two, monkeypatch):
    """Neither now nor for a server that has just been started."""
    monkeypatch.setattr("brat_iaa.study.Study.agreement", lambda *_: pytest.fail("computed"))
    for lead in (two, Lead(two.root.parent)):
        text = lead.get("phases")
        assert "before the meeting" in text and "<svg" in text and "LAA, MASI, per pair and phase" in text
        assert lead.rows("phases") and lead.json("phases")


@pytest.mark.parametrize("statistic, name", [("masi", "MASI"), ("exact", "exact match"), ("gcm-f1", "GCM, F1"), ("alpha", "alpha")])
def test_statistics(two, statistic, name):
    text = two.get(f"phases?statistic={statistic}")
    assert f"LAA, {name}, per pair and phase" in text and text.count("<svg") == 1
    assert "<title>LAA, 2 revised: " in text


def test_a_statistic_that_is_none(two):
    assert "masi" in two.get("phases?statistic=massi", 400)
    assert "masi" in two.get("phases/compare?statistic=massi", 400)


def test_figures_of_the_tables(two):
    body = two.json("phases")
    assert [one["phase"] for one in body["snapshots"]] == ["1 apart", "2 revised"]
    values = {
        (row["snapshot"], row["annotators"]): float(row["value"])
        for row in two.rows("phases")
        if (row["measure"], row["statistic"]) == ("LAA", "masi")
    }
    # 26 tokens of anna and ben in two documents; 6 differ first, then 3 and anna's own
    assert values["1", "anna+ben"] == pytest.approx(20 / 26) and values["2", "anna+ben"] == pytest.approx(22 / 26)
    assert ".769" in two.get("phases") and ".846" in two.get("phases")


def test_deleted_ones_stay_with_their_reason(own_two, data):
    two = own_two
    kept(data).delete(1, "wrong <files>", "lead")
    text = two.get("phases")
    assert "2 snapshots, 1 of them deleted" in plain(text)
    assert "by lead : wrong <files>" in plain(text) and "/phases/1/" not in text
    for address in ("phases/1/", "phases/1/disagreements", "phases/compare?from=1&to=2"):
        assert "wrong &lt;files&gt;" in two.get(address, 404)
    assert "no two snapshots" in two.get("phases/compare", 404)
    assert [one["snapshot"] for one in two.json("phases")["phases"]] == [2]


def test_a_snapshot_without_figures(lead, data):
    (data / "p" / "iaa.conf").write_text("[access]\nmanagers = lead\n[project]\nannotators = anna, nobody\n")
    lead.take("1 apart")
    text = lead.get("phases")
    assert "No figures:" in text and "/phases/1/" not in text
    assert "has no figures" in lead.get("phases/1/", 404)


def test_many_snapshots(two, monkeypatch):
    monkeypatch.setattr("brat_iaa.web.phases_view.SHOWN", 1)
    monkeypatch.setattr("brat_iaa.web.phases_view.LISTED", 1)
    text = two.get("phases")
    header = text.split('<table class="by-phase">')[1].split("</thead>")[0]
    assert "The last 1 of 2" in plain(text) and "2 revised" in header and "1 apart" not in header
    assert "<bdi>before the meeting" not in text and 'href="/p/-/phases?show=all#snapshots"' in text
    text = two.get("phases?show=all")
    header = text.split('<table class="by-phase">')[1].split("</thead>")[0]
    assert "2 revised" in header and "1 apart" in header and "<bdi>before the meeting" in text


# Two compared


def test_the_last_two_are_compared(two):
    text = two.get("phases/compare")
    assert text == two.get("phases/compare?from=1&to=2")
    body = two.json("phases/compare")
    assert (body["from"]["number"], body["to"]["number"]) == (1, 2)
    assert body["counts"] == {"resolved": 6, "remaining": 6, "regressed": 2, "new": 0, "gone": 0}
    laa = next(
        one for one in body["differences"] if (one["measure"], one["statistic"], one["annotators"]) == ("LAA", "masi", ["anna", "ben"])
    )
    assert laa["difference"] == pytest.approx(2 / 26) and laa["low"] <= laa["difference"] <= laa["high"]
    assert "+.077" in text and ".769 → .846" in text


def test_each_count_opens_as_many_items(two):
    """Every number of the page that is a link, against the list behind it, as a page, JSON and CSV."""
    text = two.get("phases/compare?from=1&to=2")
    links = re.findall(r'<a href="/p/-/(phases/compare\?[^"]+)">(?:<span class="big">)?(\d+)<', text)
    assert len(links) > 20
    for address, number in links:
        address = html.unescape(address)
        assert two.json(address)["count"] == int(number) == len(two.rows(address)) == len(two.json(address)["changes"]), address
        assert two.get(address).count("data-item") == int(number), address


def test_an_item_shows_what_both_had_before_and_after(two):
    text = two.get("phases/compare?from=1&to=2&status=regressed&a=anna&b=ben")
    item = plain(text.split("data-item")[1].split("</li>")[0])
    assert "regressed doc , sentence 12" in item
    assert re.search(r"before: alike after: label anna obj ← a 1 mod ← a 1 changed .* ben obj ← a 1 obj ← a 1 today in brat", item)
    assert "/brat/index.xhtml#/p/anna/doc" in text
    for address in ("phases/1/document/doc?a=anna&b=ben&sentence=12#s12", "document/doc?a=anna&b=ben&sentence=12#s12"):
        assert f'/p/-/{address.replace("&", "&amp;")}"' in text
    resolved = plain(two.get("phases/compare?from=1&to=2&status=resolved&moved=second&a=anna&b=ben"))
    assert "3 of 14" in resolved and "moved: ben" in resolved and "det ← a 1 obj ← a 1 changed" in resolved


def test_the_other_way_round(two):
    assert two.json("phases/compare?from=2&to=1")["counts"]["regressed"] == 6


def test_pages_of_items(two, monkeypatch):
    monkeypatch.setattr("brat_iaa.web.compare_view.ITEMS", 5)
    text = two.get("phases/compare?from=1&to=2&show=items&page=2")
    assert text.count("data-item") == 5 and 'start="6"' in text and "page 2 of 3" in text
    assert len(two.json("phases/compare?from=1&to=2&show=items&page=3")["changes"]) == 4
    assert "no page 4" in two.get("phases/compare?from=1&to=2&show=items&page=4", 404)
    assert len(two.rows("phases/compare?from=1&to=2&show=items&page=2")) == 14


@pytest.mark.parametrize(
    "arguments, status, said",
    [
        ("from=1&to=1", 400, "not compared with itself"),
        ("from=1", 400, "needs both"),
        ("from=1&to=7", 404, "no snapshot 7"),
        ("from=one&to=2", 400, "not a whole number"),
        ("from=1&to=2&status=solved", 400, "resolved"),
        ("from=1&to=2&document=dok", 400, "Did you mean: doc"),
        ("from=1&to=2&a=anna", 400, "do not name a pair"),
        ("from=1&to=2&a=anna&b=anna", 400, "do not name a pair"),
        ("from=1&to=2&label=objj", 400, "obj"),
        ("from=1&to=2&format=xml", 400, "html, json, csv"),
    ],
)
def test_what_cannot_be_compared(two, arguments, status, said):
    assert said in html.unescape(two.get(f"phases/compare?{arguments}", status))


def test_nothing_in_common(lead):
    lead.take("1")
    for annotator in ("anna", "ben", "carla"):
        put(lead.root, annotator, "doc", "x y z", "0>1:root")
    for annotator in ("anna", "ben"):
        (lead.root / annotator / "other.ann").unlink()
    lead.take("2")
    text = lead.get("phases/compare")
    assert "No pair of annotators has a document in both" in text and "its text was changed" in text


def test_nothing_changed(lead):
    for annotator in ("ben", "carla"):
        put(lead.root, annotator, "doc", WORDS, marks(0))
    lead.take("1")
    lead.take("2")
    text = lead.get("phases/compare")
    assert "No pair differed on any token" in text and "Not clearly" in text
    assert "No pair differed" in lead.get("phases/compare?show=items&from=1&to=2")


def test_layers_without_arcs(lead):
    configure(lead.root, further="[layer words]\nkind = labels\n[layer arcs]\nkind = dependencies\n")
    lead.take("1")
    path = lead.root / "ben" / "doc.ann"
    path.write_text(path.read_text().replace("\tW ", "\tV ", 1))
    lead.take("2")
    text = lead.get("phases/compare?from=1&to=2&layer=words&a=anna&b=ben")
    item = plain(text.split("data-item")[1].split("</li>")[0])
    assert "new words doc" in item and re.search(r"anna the same as the other W .* ben the same as the other V", item)
    assert "words: " in lead.get("phases") and "By layer" in lead.get("phases/compare")


# A snapshot's own pages


def test_a_snapshot_has_the_pages_it_had(two):
    for path in ("", "disagreements", "document/doc"):
        text = two.get(f"phases/1/{path}")
        assert "Snapshot 1: 1 apart" in plain(text)
        content = text.partition("<main")[2]
        inside = [one for one in re.findall(r'href="(/p/-/[^"]*)"', content) if "/phases/1/" not in one]
        assert set(inside) == {"/p/-/phases", "/p/-/"}  # the ways out
        assert "brat/index" not in text and "brat/diff" not in text
    assert "mod</bdi>" not in two.get("phases/1/disagreements") and "mod</bdi>" in two.get("phases/2/disagreements")
    assert "Snapshot" not in two.get("disagreements")
    assert len(two.rows("phases/1/disagreements")) == len(two.json("phases/1/disagreements")["disagreements"]) == 12
    assert "no snapshot 9" in two.get("phases/9/", 404)
    assert "no snapshot" in two.get(f"phases/{10**30}/", 404)
    assert "/phases/1/" not in two.get("phases/9/disagreements", 404)


# Others


def test_annotators_to_whom_all_is_open_read_and_do_not_take(own_two, data):
    two = own_two
    anna = two.as_login("anna")
    assert "Not open to you" in anna.get("phases", 403)
    configure(two.root, "all")
    text = anna.get("phases")
    assert "before the meeting" in text and "<form method=\"post\"" not in text and "command line" not in text
    assert anna.get("phases/compare") and anna.get("phases/1/")
    assert ">Phases</a>" in anna.get("")
    answer = anna.take("3")
    assert answer.status_code == 403 and len(kept(data).list()) == 2
    (data / "p" / "acl.conf").write_text("User-agent: anna\nDisallow: /p/carla/\n")
    for address in ("phases", "phases/compare", "phases/1/", "phases/1/document/doc", "phases/7/"):
        assert "brat hides a part" in anna.get(address, 403)
    assert ">Phases</a>" not in anna.get("")


def test_what_brat_hides_stays_hidden_when_it_has_gone(own_two, data):
    """A snapshot holds what an annotator did who has left, and whom brat's rules still hide."""
    configure(own_two.root, "all")
    anna = own_two.as_login("anna")
    (data / "p" / "acl.conf").write_text("User-agent: anna\nDisallow: /p/carla/\n")
    shutil.rmtree(data / "p" / "carla")
    assert anna.get("")
    for address in ("phases", "phases/compare", "phases/1/", "phases/1/document/doc"):
        assert "carla" not in anna.get(address, 403)
    assert own_two.get("phases/1/")


def test_others_take_none(two):
    for login in ("", "anna", "zoe"):
        assert two.as_login(login).take("3").status_code == 403
    assert len(two.json("phases")["snapshots"]) == 2


# Without login


def test_pages_without_login_show_and_do_not_take(two):
    app = create_app(two.root, state_dir=two.root.parent.parent / "state").test_client()
    text = app.get("/phases").text
    assert "before the meeting" in text and "brat-iaa snapshot" in text and "<form method=\"post\"" not in text
    assert app.get("/phases/1/document/doc").status_code == 200
    assert app.get("/phases/compare?status=regressed&from=1&to=2").text.count("data-item") == 2
    assert app.post("/phases", data={"phase": "3"}, headers=OWN).status_code == 403
    assert len(two.json("phases")["snapshots"]) == 2


# In a browser


@pytest.fixture
def address(data):
    """Address of the project's pages as the lead sees them, really served."""
    site = create_site(data, "/brat/", lambda environ: "lead", state_dir=data.parent / "state")
    server = make_server("127.0.0.1", 0, site, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/p/-/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.browser
def test_a_lead_takes_two_and_finds_what_got_worse(browser, address, data):
    browser.open(address)
    browser.click(browser.find(".top a[href$='/phases']"))
    field = browser.find("form[method=post] input[name=phase]")
    assert browser.property(field, "value") == "2 revised"
    browser.execute("document.querySelector('input[name=phase]').value = '1 apart'")
    browser.click(browser.find("form[method=post] button"))
    assert "was taken" in browser.text(browser.find(".taken"))
    meet(data / "p")
    browser.click(browser.find(".take summary"))
    browser.send_keys(browser.find("input[name=note]"), "after the meeting\n")
    browser.find("#n2")
    assert browser.address().endswith("/phases?taken=2") and browser.find("svg.trend")
    browser.click(browser.find("form[action$=compare] button"))
    browser.click(browser.find(".tiles a[href*=regressed]"))
    browser.find(".two-states")
    browser.send_keys(browser.find("body"), "j")
    item = browser.text(browser.find("li.current"))
    assert "sentence 12" in item and "mod" in item and "changed" in item
    browser.click(browser.find("li.current .place a"))
    assert "1: 1 apart" in browser.text(browser.find(".frozen")) and "/phases/1/document/doc" in browser.address()
    assert browser.log() == []


@pytest.mark.browser
def test_nothing_is_wider_than_the_window(browser, address, data):
    name = "name_without_end_" * 12
    put(data / "p", name, "document_" + name, WORDS, marks(0))
    put(data / "p", "anna", "document_" + name, WORDS, marks(3, "LABEL_" + name))
    kept(data).take("phase_" + name[:90], name)
    put(data / "p", "anna", "document_" + name, WORDS, marks(2, "LABEL_" + name))
    kept(data).take("phase_" + name[:90], name, name)
    for path in ("phases", "phases/compare", "phases/compare?from=1&to=2&show=items", "phases/2/"):
        browser.open(address + path)
        assert "name_without_end" in browser.execute("return document.body.textContent")
        width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.execute(width) == 0, path
