"""The page of phases, as a project lead and others see it, and a snapshot's own pages."""

import re
import shutil

import pytest
from phase_pages_project import Lead, begun, configure, kept, take_two
from site_projects import as_login
from viewers import OWN, plain

from brat_iaa.store.paths import known_project_database


@pytest.fixture
def data(tmp_path):
    return begun(tmp_path)


@pytest.fixture
def lead(data):
    return Lead(data)


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """A project with two snapshots, for tests that only read."""
    return take_two(Lead(begun(tmp_path_factory.mktemp("two"))))


@pytest.fixture
def own_two(two, tmp_path):
    """The same for tests that change something."""
    shutil.copytree(two.root.parent.parent, tmp_path, dirs_exist_ok=True)
    state, root = tmp_path / "state", tmp_path / "data" / "p"
    of_two = known_project_database(two.root, state)
    of_two.rename(known_project_database(root, state))
    return Lead(root.parent)


@pytest.fixture
def own_data(own_two):
    return own_two.root.parent


def test_taking_one(lead, data):
    answer = lead.take(" 1  apart ", "before the <meeting>")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/p/-/phases?taken=1")
    text = lead.get("phases?taken=1")
    assert (
        "Snapshot 1: 1 apart was taken: 11" in plain(text) and "before the &lt;meeting&gt;" in text
    )
    assert "nothing to compare yet" in text and "<svg" not in text
    one = kept(data).get(1)
    assert (one.phase, one.taken_by, one.note) == ("1 apart", "lead", "before the <meeting>")


def test_other_sites_and_old_pages_take_none(lead, data):
    assert lead.take("1", **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    without = lead.client.post(
        "/p/-/phases", data={"phase": "1"}, headers={**as_login("lead"), **OWN}
    )
    assert without.status_code == 403 and kept(data).list() == []


def test_the_list_computes_nothing(two, monkeypatch):
    """Neither now nor for a server that has just been started."""
    monkeypatch.setattr("brat_iaa.study.Study.agreement", lambda *_: pytest.fail("computed"))
    for lead in (two, Lead(two.root.parent)):
        text = lead.get("phases")
        assert "before the meeting" in text and "<svg" in text
        assert lead.rows("phases")


def test_a_snapshot_has_the_pages_it_had(two):
    for path in ("", "disagreements", "document/doc"):
        text = two.get(f"phases/1/{path}")
        assert "Snapshot 1: 1 apart" in plain(text)
        content = text.partition("<main")[2]
        inside = [
            one for one in re.findall(r'href="(/p/-/[^"]*)"', content) if "/phases/1/" not in one
        ]
        assert set(inside) == {"/p/-/phases", "/p/-/"}  # the ways out
        assert "brat/index" not in text and "brat/diff" not in text
    assert "mod</bdi>" not in two.get("phases/1/disagreements") and "mod</bdi>" in two.get(
        "phases/2/disagreements"
    )
    assert "Snapshot" not in two.get("disagreements")
    assert len(two.twin("phases/1/disagreements")["places"]) == 6
    assert len(two.rows("phases/1/disagreements")) == 3 * 6
    assert "no snapshot 9" in two.get("phases/9/", 404)
    assert "no snapshot" in two.get(f"phases/{10**30}/", 404)
    assert "/phases/1/" not in two.get("phases/9/disagreements", 404)


def test_annotators_to_whom_all_is_open_read_and_do_not_take(own_two, own_data):
    two = own_two
    anna = two.as_login("anna")
    assert "Not open to you" in anna.get("phases", 403)
    configure(two.root, "all")
    text = anna.get("phases")
    assert (
        "before the meeting" in text
        and '<form method="post"' not in text
        and "command line" not in text
    )
    assert anna.get("phases/compare") and anna.get("phases/1/")
    assert ">Phases</a>" in anna.get("")
    answer = anna.take("3")
    assert answer.status_code == 403 and len(kept(own_data).list()) == 2
    (own_data / "p" / "acl.conf").write_text("User-agent: anna\nDisallow: /p/carla/\n")
    for address in ("phases", "phases/compare", "phases/1/", "phases/1/document/doc", "phases/7/"):
        assert "brat hides a part" in anna.get(address, 403)
    assert ">Phases</a>" not in anna.get("")


def test_what_brat_hides_stays_hidden_when_it_has_gone(own_two, own_data):
    """A snapshot holds what an annotator did who has left, and whom brat's rules still hide."""
    configure(own_two.root, "all")
    anna = own_two.as_login("anna")
    (own_data / "p" / "acl.conf").write_text("User-agent: anna\nDisallow: /p/carla/\n")
    shutil.rmtree(own_data / "p" / "carla")
    assert anna.get("")
    for address in ("phases", "phases/compare", "phases/1/", "phases/1/document/doc"):
        assert "carla" not in anna.get(address, 403)
    assert own_two.get("phases/1/")
