"""What each viewer gets: as much as the settings and brat's acl.conf allow, and nothing is computed
beyond it.
"""

import os

import pytest
from small_projects import put

from brat_iaa.access.permissions import ALL, NOTHING, NotAllowed
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.study import Study
from brat_iaa.web.viewers.viewed_project import NotReady, ViewedProject
from brat_iaa.web.viewers.viewer import Viewer

WORDS = "a b c d / e f g / h i"
MARKS = {
    "anna": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:OBJ / 0>1:ROOT 1>2:OBJ",
    "ben": "0>1:SUBJ 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:OBJ 3>2:OBJ 1>3:OBJ / 0>1:ROOT -2",
    "carla": "0>1:SUBJ 1>2:OBJ 1>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 2>3:OBJ / 0>1:ROOT 1>2:OBJ",
}


@pytest.fixture
def data(tmp_path):
    """A data directory with the project p."""
    for name, marks in MARKS.items():
        put(tmp_path / "data" / "p", name, "doc", WORDS, marks)
        put(tmp_path / "data" / "p", name, "more", WORDS, marks)
    return tmp_path / "data"


def settings(data, access="", project=""):
    (data / "p" / "iaa.conf").write_text(f"{project}\n[access]\nmanagers = boss\n{access}\n")


def rules(data, *lines):
    (data / "acl.conf").write_text("\n".join(("User-agent: *",) + lines) + "\n")


def made(data, **more):
    return ViewedProject(data / "p", data_dir=data, **more)


def documents(agreement):
    return {name: set(table.annotators) for name, table in agreement.tables.items()}


def test_without_settings_everything_is_closed_but_to_the_servers_managers(data):
    found = made(data, managers=("admin",))
    levels = {login: found.permission(login).level for login in ("", "anna", "boss", "admin")}
    assert levels == {"": NOTHING, "anna": NOTHING, "boss": NOTHING, "admin": ALL}


def test_a_change_of_reveal_is_seen_at_once_and_computes_nothing_again(data):
    settings(data, "reveal = all")
    found = made(data)
    before = Viewer.of(found, "anna").everything()
    settings(data, "reveal = none")
    assert found.permission("anna").level == NOTHING
    assert Viewer.of(found, "boss").everything() is before
    assert before.config.access.managers == ()


@pytest.mark.parametrize("name", ["carla", "Vgoldv"])
def test_what_brat_closes_is_in_nothing(data, name):
    """Not in any figure, either: all is as if the directory were not there."""
    put(data / "p", "Vgoldv", "doc", WORDS, MARKS["carla"])
    settings(
        data,
        "reveal = all\nothers = named",
        "[project]\ngold = Vgoldv\nexcluded = Vgoldx",
    )
    rules(data, f"Disallow: /p/{name}/")
    found = made(data)
    viewer = Viewer.of(found, "anna")
    agreement = viewer.everything()
    assert viewer.permission.limited and name not in viewer.permission.readable
    assert name not in repr(agreement)
    annotators = ", ".join(other for other in MARKS if other != name)
    gold = "" if name == "Vgoldv" else "Vgoldv"
    settings(data, "", f"[project]\nannotators = {annotators}\ngold = {gold}")
    assert agreement.scores == Study(data / "p").agreement().scores
    assert name not in [partner.shown for partner in viewer.partners()]


def test_a_document_that_brat_hides_is_in_nothing(data):
    settings(data, "reveal = all\nothers = named")
    rules(data, "Disallow: /p/ben/more")
    found = made(data)
    viewer = Viewer.of(found, "anna")
    assert viewer.permission.hidden == {"p/ben/more"[2:]}
    assert documents(viewer.everything()) == {
        "doc": {"anna", "ben", "carla"}, "more": {"anna", "carla"},
    }  # fmt: skip
    assert {partner.shown: partner.documents for partner in viewer.partners()} == {
        "ben": ("doc",), "carla": ("doc", "more"),
    }  # fmt: skip
    assert set(viewer.pair("ben").agreement().tables) == {"doc"}


def test_a_manager_reads_no_more_than_brat_opens(data):
    """Nor with the gold; and a draft that is closed in part is something hidden."""
    put(data / "p", "gold", "doc", WORDS, MARKS["carla"])
    settings(data, "", "[project]\ngold = gold")
    rules(data, "Disallow: /p/ben/")
    found = made(data)
    boss = Viewer.of(found, "boss")
    assert boss.readable_annotators() == ("anna", "carla")
    layers = boss.everything().layers
    with pytest.raises(NotAllowed):
        boss.of_directories(("anna", "ben"), layers)
    with pytest.raises(ProjectError, match="ben is no annotator any more"):
        boss.with_gold("ben")
    assert boss.with_gold("anna")[0].agreement().tables


@pytest.mark.parametrize("closed", ["/p/draft/", "/p/draft/doc", "/p/draft/doc.txt"])
def test_a_manager_from_whom_a_part_of_a_draft_is_hidden_is_limited(closed, data):
    put(data / "p", "draft", "doc", WORDS, MARKS["carla"])
    settings(data, "", "[project]\ndraft = draft")
    assert not made(data).permission("boss").limited
    rules(data, f"Disallow: {closed}")
    assert made(data).permission("boss").limited


def test_whom_brat_closes_has_no_say_in_which_text_is_compared(data):
    """Of all four, ben and carla share a text. Who may not see carla's sees three texts."""
    put(data / "p", "dora", "doc", WORDS + " / z", MARKS["anna"])
    for name in ("ben", "carla"):
        put(data / "p", name, "doc", "z " + WORDS, MARKS[name])
    settings(data, "reveal = all")
    found = made(data)
    # All four: those with the text of two.
    whole = Viewer.of(found, "boss").everything()
    assert documents(whole)["doc"] == {"ben", "carla"}
    rules(data, "Disallow: /p/carla/")
    seen = Viewer.of(found, "anna").everything()
    assert documents(seen)["doc"] == {"anna"}
    assert [one.annotators for one in seen.excluded if one.document == "doc"] == [
        ("ben",), ("dora",),
    ]  # fmt: skip
    assert not any("carla" in one.reason for one in seen.excluded)


def test_links_that_lead_out_are_not_read(data, tmp_path):
    settings(data)
    put(tmp_path / "elsewhere", "dan", "doc", WORDS, MARKS["ben"])
    os.symlink(tmp_path / "elsewhere" / "dan", data / "p" / "dan")
    os.symlink(tmp_path / "elsewhere" / "dan" / "doc.ann", data / "p" / "anna" / "new.ann")
    os.symlink(tmp_path / "elsewhere" / "dan" / "doc.txt", data / "p" / "anna" / "new.txt")
    os.symlink(data / "p" / "ben" / "doc.ann", data / "p" / "anna" / "inside.ann")
    os.symlink(data / "p" / "ben" / "doc.txt", data / "p" / "anna" / "inside.txt")
    found = made(data)
    agreement = Viewer.of(found, "boss").everything()
    assert documents(agreement) == {"doc": set(MARKS), "more": set(MARKS), "inside": {"anna"}}
    assert sorted(p.file for p in agreement.problems if p.code == "leads-out") == [
        "anna/new.ann", "anna/new.txt", "dan",
    ]  # fmt: skip
    # The command line reads what its user may read.
    assert "dan" in Study(data / "p").agreement().annotators


@pytest.mark.parametrize("what", ["p", "iaa.conf"])
def test_a_project_or_settings_that_lead_out(data, tmp_path, what):
    settings(data, "reveal = all")
    path = data / "p" if what == "p" else data / "p" / "iaa.conf"
    path.rename(tmp_path / "away")
    path.symlink_to(tmp_path / "away")
    found = made(data, managers=("admin",))
    with pytest.raises(ConfigError, match="leads out of brat's data directory"):
        found.permission("admin")
    with pytest.raises(NotReady):
        found.permission("anna")


def test_a_change_of_brats_rules_counts_at_once_in_all_that_was_kept(data):
    settings(data, "reveal = all\nothers = named")
    found = made(data)

    def seen(login):
        viewer = Viewer.of(found, login)
        of_two = viewer.of_directories(("anna", "ben"), viewer.everything().layers)
        kept = [viewer.everything(), of_two]
        kept += [viewer.pair("ben").agreement()] if login == "anna" else []
        return [documents(agreement).get("more") for agreement in kept]

    both = {"anna", "ben"}
    assert (seen("anna"), seen("boss")) == ([{*MARKS}, both, both], [{*MARKS}, both])
    rules(data, "Disallow: /p/anna/more")
    assert (seen("anna"), seen("boss")) == (
        [{"ben", "carla"}, {"ben"}, None], [{"ben", "carla"}, {"ben"}],
    )  # fmt: skip
    (data / "acl.conf").unlink()
    assert seen("anna") == [{*MARKS}, both, both]
