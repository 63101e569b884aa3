"""The page of phases, as a project lead and others see it, and a snapshot's own pages."""

import html
import re
import shlex
import shutil

import pytest
from phase_pages_project import Lead, begun, configure, kept, take_two
from site_projects import as_login
from viewers import OWN, plain

from brat_iaa.cli import main
from brat_iaa.store.paths import known_project_database
from brat_iaa.web.app import create_app


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


def test_before_the_first_snapshot(lead):
    text = lead.get("phases")
    assert "There is no snapshot yet." in text and "Take a snapshot" in text
    assert 'name="phase" value="2 revised"' in text  # the current one
    assert "<svg" not in text and "Compare" not in plain(text)
    assert lead.twin("phases") == {
        "page": 1,
        "pages": 1,
        "project": "p",
        "snapshots": [],
        "phases": [],
    }
    assert "no two snapshots" in lead.get("phases/compare", 404)


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
    assert "LAA, MASI, per pair and phase" in text


@pytest.mark.parametrize(
    "phase, note, said",
    [
        ("", "kept note", "Name the phase"),
        (" ", "", "Name the phase"),
        ("x" * 101, "", "at most 100"),
        ("x", "y" * 2001, "at most 2000"),
    ],
)
def test_what_cannot_be_taken_is_said_and_what_was_typed_is_kept(lead, data, phase, note, said):
    answer = lead.take(phase, note)
    assert (
        answer.status_code == 400 and said in answer.text and "No snapshot was taken" in answer.text
    )
    assert f'name="note" value="{note}"' in answer.text
    assert kept(data).list() == []


def test_a_file_that_cannot_be_read_is_named(lead, data, monkeypatch):
    monkeypatch.setattr("brat_iaa.phases.snapshots.read_contents", _unreadable)
    answer = lead.take("1 apart")
    assert answer.status_code == 400 and "ben/doc.ann" in answer.text and kept(data).list() == []


def _unreadable(*_):
    raise OSError(13, "Permission denied", "ben/doc.ann")


def test_other_sites_and_old_pages_take_none(lead, data):
    assert lead.take("1", **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    without = lead.client.post(
        "/p/-/phases", data={"phase": "1"}, headers={**as_login("lead"), **OWN}
    )
    assert without.status_code == 403 and kept(data).list() == []


def test_a_snapshot_equal_to_the_last_one_says_so(lead):
    for phase in ("1 apart", "again"):
        lead.take(phase)
    assert "Nothing has changed since" not in plain(lead.get("phases?taken=1"))
    assert "Nothing has changed since snapshot 1: 1 apart" in plain(lead.get("phases?taken=2"))
    said = "Both snapshots hold the same files: nothing has changed between them."
    assert said in plain(lead.get("phases/compare?from=1&to=2"))


def test_what_moved_meanwhile_is_said(lead, monkeypatch):
    from brat_iaa.phases import snapshots

    read = snapshots.read_contents
    monkeypatch.setattr(
        snapshots, "read_contents", lambda *place: read(*place)._replace(moved=("ben/doc.ann",))
    )
    lead.take("1 apart")
    assert (
        plain(lead.get("phases?taken=1")).count(
            "Edited while the snapshot was taken, and kept in one complete state each: ben/doc.ann"
        )
        == 2
    )


def test_the_list_computes_nothing(two, monkeypatch):
    """Neither now nor for a server that has just been started."""
    monkeypatch.setattr("brat_iaa.study.Study.agreement", lambda *_: pytest.fail("computed"))
    for lead in (two, Lead(two.root.parent)):
        text = lead.get("phases")
        assert (
            "before the meeting" in text
            and "<svg" in text
            and "LAA, MASI, per pair and phase" in text
        )
        assert lead.rows("phases") and lead.twin("phases")


@pytest.mark.parametrize(
    "statistic, name",
    [("masi", "MASI"), ("exact", "exact match"), ("gcm-f1", "GCM, F1"), ("alpha", "alpha")],
)
def test_statistics(two, statistic, name):
    text = two.get(f"phases?statistic={statistic}")
    assert f"LAA, {name}, per pair and phase" in text and text.count("<svg") == 3
    assert "<title>all, 2 revised: " in text


def test_a_statistic_that_is_none(two):
    assert "masi" in two.get("phases?statistic=massi", 400)
    assert "masi" in two.get("phases/compare?statistic=massi", 400)


def test_figures_of_the_tables(two):
    body = two.twin("phases")
    assert [one["phase"] for one in body["snapshots"]] == ["1 apart", "2 revised"]
    values = {
        (row["snapshot"], row["annotators"]): float(row["value"])
        for row in two.rows("phases")
        if (row["measure"], row["statistic"]) == ("LAA", "masi")
    }
    # 26 tokens of anna and ben in two documents; 6 differ first, then 3 and anna's own
    assert values["1", "anna+ben"] == pytest.approx(20 / 26) and values[
        "2", "anna+ben"
    ] == pytest.approx(22 / 26)
    assert ".769" in two.get("phases") and ".846" in two.get("phases")


def test_what_could_not_be_kept_is_said(lead, data):
    (data / "p" / "elsewhere").symlink_to(data.parent)
    lead.take("1 apart")
    assert "a link leads out of brat’s data: elsewhere ." in plain(lead.get("phases"))


def test_a_second_one_of_a_phase_tells_both_apart_by_number(own_two):
    lead = own_two
    assert "2 revised (2)" not in lead.get("phases")
    lead.take("2 revised")
    assert "2 revised (2)" in lead.get("phases") and "2 revised (3)" in lead.get("phases")


def test_deleted_ones_stay_with_their_reason(own_two, own_data):
    two = own_two
    kept(own_data).delete(1, "wrong <files>", "lead")
    text = two.get("phases")
    assert "2 snapshots, 1 of them deleted" in plain(text)
    assert "by lead : wrong <files>" in plain(text) and "/phases/1/" not in text
    for address in ("phases/1/", "phases/1/disagreements", "phases/compare?from=1&to=2"):
        assert "wrong &lt;files&gt;" in two.get(address, 404)
    assert "no two snapshots" in two.get("phases/compare", 404)
    assert [one["snapshot"] for one in two.twin("phases")["phases"]] == [2]


def test_a_snapshot_without_figures(lead, data):
    (data / "p" / "iaa.conf").write_text(
        "[access]\nmanagers = lead\n[project]\nannotators = anna, nobody\n"
    )
    lead.take("1 apart")
    text = lead.get("phases")
    assert "No figures:" in text and "/phases/1/" not in text
    assert "has no figures" in lead.get("phases/1/", 404)


def test_many_snapshots(two, monkeypatch):
    """The last ones are in the tables, all in the list and in JSON, page by page."""
    monkeypatch.setattr("brat_iaa.web.phases.pages.SHOWN", 1)
    text = two.get("phases")
    header = text.split('<table class="by-phase">')[1].split("</thead>")[0]
    assert "The last 1 of 2" in plain(text) and "2 revised" in header and "1 apart" not in header
    assert "<bdi>before the meeting" in text
    monkeypatch.setattr("brat_iaa.web.phases.pages.ALL", 1)
    for number in (1, 2):
        told = two.twin(f"phases?page={number}")
        assert [one["snapshot"] for one in told["phases"]] == [number]
        assert (told["page"], told["pages"], len(told["snapshots"])) == (number, 2, 2)


def test_long_tables_are_cut_with_the_way_to_the_rest(two, monkeypatch):
    monkeypatch.setattr("brat_iaa.web.phases.pages.LONGEST_TABLE", 2)
    text = plain(two.get("phases"))
    assert "2 more rows: see this page as JSON." in text


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


def test_others_take_none(two):
    for login in ("", "anna", "zoe"):
        assert two.as_login(login).take("3").status_code == 403
    assert len(two.twin("phases")["snapshots"]) == 2


def test_pages_without_login_show_and_do_not_take(two):
    app = create_app(two.root, state_dir=two.root.parent.parent / "state").test_client()
    text = app.get("/phases").text
    assert (
        "before the meeting" in text
        and "brat-agreement snapshot" in text
        and '<form method="post"' not in text
    )
    assert app.get("/phases/1/document/doc").status_code == 200
    assert (
        app.get("/disagreements/changes?status=regressed&from=1&to=2").text.count("data-item") == 1
    )
    assert app.post("/phases", data={"phase": "3"}, headers=OWN).status_code == 403
    assert len(two.twin("phases")["snapshots"]) == 2


def commands(text):
    """The commands that a page tells to type, as lists of words."""
    return [
        shlex.split(html.unescape(found))
        for found in re.findall(r"<(?:pre|code)>(brat-agreement .*?)</", text)
    ]


@pytest.mark.system
def test_commands_can_be_typed_as_they_stand(own_two, own_data, tmp_path, monkeypatch, capsys):
    without_login = (
        create_app(own_two.root, state_dir=own_data.parent / "state")
        .test_client()
        .get("/phases")
        .text
    )
    snapshot, verify, export, delete = commands(without_login)
    # With a login the page Manage does the others.
    assert commands(own_two.get("phases")) == [verify]
    assert "/p/-/manage#snapshots" in own_two.get("phases")
    # Nothing that this account has elsewhere.
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    monkeypatch.chdir(tmp_path)
    for program, *words in (snapshot, verify, export, delete):
        assert program == "brat-agreement" and main(words) == 0, words
    said = capsys.readouterr().out
    assert (
        said.startswith("3: 1 apart")
        and "Snapshot 3: " in said
        and "DELETED" in said.splitlines()[-1]
    )
    assert (tmp_path / "DIRECTORY" / "anna" / "doc.ann").is_file() and not (
        tmp_path / "elsewhere"
    ).exists()
