"""Who may see what, by settings and names alone."""

from dataclasses import replace

import pytest

from brat_iaa.access.permissions import (
    ALL,
    NOTHING,
    OWN,
    Permission,
    adjudicates,
    permission,
    sees_phases,
    sees_whole,
    within,
)
from brat_iaa.config import AccessSettings

ANNOTATORS = ("anna", "ben", "carla")


def of(
    login, managers=(), annotators=ANNOTATORS, references=(), readable=None, hidden=(), **settings
):
    return permission(
        AccessSettings(**settings), login, annotators, references, readable, hidden, managers
    )


@pytest.mark.parametrize(
    "found, whole, gold",
    [
        (Permission(manager=True, level=ALL), True, True),
        (Permission(manager=True, level=ALL, limited=True), True, False), (Permission(level=ALL), True, False),
        (Permission(level=ALL, limited=True), False, False), (Permission(level=OWN), False, False),
    ],
)  # fmt: skip
def test_who_reads_of_the_whole_and_who_makes_the_gold(found, whole, gold):
    assert (sees_whole(found), adjudicates(found)) == (whole, gold)


def test_closed_by_default():
    assert Permission().level == NOTHING
    assert not of("", managers=("",)).manager
    closed_by_brat = of("anna", reveal="own", readable={"ben"})
    assert (closed_by_brat.level, closed_by_brat.me) == (NOTHING, "")
    for login in ("", "anna", "visitor"):
        found = of(login)
        assert (found.level, found.manager, found.blinded, found.review) == (
            NOTHING, False, True, False,
        )  # fmt: skip


@pytest.mark.parametrize("reveal, level", [("none", NOTHING), ("own", OWN), ("all", ALL)])
def test_reveal_is_for_annotators_only(reveal, level):
    assert [of(login, reveal=reveal).level for login in ("anna", "", "visitor")] == [
        level, NOTHING, NOTHING,
    ]  # fmt: skip
    assert of("boss", reveal=reveal, managers=("boss",)).level == ALL


@pytest.mark.parametrize("guests, level", [("none", NOTHING), ("all", ALL)])
def test_guests_are_all_others_and_annotators_see_no_less(guests, level):
    assert [of(login, guests=guests).level for login in ("", "visitor", "anna")] == [level] * 3
    assert of("anna", guests=guests, reveal="own").level == max(level, OWN)


def test_managers_of_the_project_and_of_the_server():
    named, given = AccessSettings(managers=("boss",)), ("admin",)
    for login, manager in (
        ("boss", True),
        ("admin", True),
        ("Boss", False),
        ("bos", False),
        ("", False),
    ):
        found = permission(named, login, ANNOTATORS, managers=given)
        assert (found.manager, found.level) == (manager, ALL if manager else NOTHING), login


def test_a_manager_who_annotates_keeps_the_own_directory():
    found = of("anna", managers=("anna",))
    assert (found.level, found.manager, found.me, found.blinded) == (ALL, True, "anna", False)


@pytest.mark.parametrize(
    "login", ["Anna", "ANNA", " anna", "anna/", "../anna", "ann", "anna\n", "ａnna", ""]
)
def test_only_the_very_name_is_an_annotator(login):
    assert (of(login, reveal="all").me, of(login, reveal="all").level) == ("", NOTHING)


@pytest.mark.parametrize("name", ["Anna María", "o'neil", "50%", "a;b", "<b>", "ann:a", "#1"])
def test_odd_names_are_names(name):
    assert of(name, annotators=(name,), reveal="own").me == name


def test_a_login_may_stand_for_a_directory():
    settings = {"logins": (("asmith", "anna"),), "reveal": "own"}
    assert (of("asmith", **settings).me, of("asmith", **settings).level) == ("anna", OWN)
    assert of("ben", **settings).me == "ben"


def test_a_directory_that_a_login_has_is_not_that_of_the_login_with_its_name():
    settings = {"logins": (("asmith", "anna"), ("ben", "carla")), "reveal": "own"}
    assert (of("anna", **settings).me, of("anna", **settings).level) == ("", NOTHING)
    assert (of("ben", **settings).me, of("carla", **settings).me) == ("carla", "")


def test_gold_and_anchors_are_nobodys():
    settings = {"reveal": "all", "references": ("gold", "turbo"), "logins": (("x", "turbo"),)}
    for login in ("gold", "turbo", "x"):
        assert (of(login, **settings).me, of(login, **settings).level) == ("", NOTHING)
    # Even if a directory is found as an annotator's too.
    assert (
        of("gold", annotators=("gold", "anna"), references=("gold",), reveal="all").level == NOTHING
    )


def test_names_are_shown_if_the_settings_say_so_or_all_is_open():
    assert of("anna", reveal="own").blinded
    assert not of("anna", reveal="own", others="named").blinded
    assert not of("anna", reveal="all").blinded


def test_what_brat_closes_stays_closed():
    found = of("anna", reveal="all", readable={"anna", "ben"})
    assert (found.level, found.readable, found.limited) == (ALL, {"anna", "ben"}, True)
    assert not of("anna", reveal="all").limited
    assert of("anna", reveal="all", hidden={"ben/doc"}).limited
    assert of("anna", reveal="all", readable=ANNOTATORS, references=("gold",)).limited


def test_the_gold_is_for_those_with_work_of_their_own_from_level_own_on():
    for login, reveal, readable, gold in (
        ("anna", "own", {"anna", "gold"}, "gold"),
        ("anna", "none", {"anna", "gold"}, ""),
        ("anna", "all", {"anna", "gold"}, "gold"),
        ("anna", "own", {"anna"}, ""),
        ("anna", "all", {"ben", "gold"}, ""),
        ("visitor", "all", {"anna", "gold"}, ""),
    ):
        settings = AccessSettings(reveal=reveal, guests="all" if login == "visitor" else "none")
        found = permission(settings, login, ANNOTATORS, ("gold",), readable, gold="gold")
        assert found.gold == gold, (login, reveal, readable)


def test_a_preview_shows_no_more_than_the_manager_may_see():
    limits = Permission(ALL, True, "", frozenset({"anna"}), frozenset({"anna/x"}), limited=True)
    other = Permission(ALL, False, "ben", frozenset({"anna", "ben"}), frozenset({"anna/y"}))
    other = replace(other, gold="gold")
    seen = within(limits, other)
    assert (seen.me, seen.readable, seen.limited, seen.gold) == ("", {"anna"}, True, "")
    assert seen.hidden == {"anna/x", "anna/y"}
    assert within(replace(limits, limited=False), other) == other


@pytest.mark.parametrize(
    "found, sees",
    [
        (Permission(ALL, True), True), (Permission(ALL, False, "anna"), True),
        (Permission(ALL, False, "anna", limited=True), False), (Permission(ALL, True, limited=True), False),
        (Permission(ALL), False), (Permission(OWN, False, "anna"), False),
    ],
)  # fmt: skip
def test_who_looks_into_snapshots(found, sees):
    assert sees_phases(found) == sees


def test_nothing_readable_is_nothing_to_see():
    assert of("anna", reveal="all", readable=()).level == NOTHING
    assert of("boss", managers=("boss",), readable=()).level == ALL


def test_hidden_others_close_all_that_is_not_review():
    found = of("anna", reveal="own", others="hidden")
    assert (found.level, found.others, found.blinded, found.review, found.me) == (
        NOTHING, "hidden", True, True, "anna",
    )  # fmt: skip


@pytest.mark.parametrize("reveal, review", [("none", False), ("own", True), ("all", True)])
def test_who_may_review(reveal, review):
    assert of("anna", reveal=reveal).review == review
    assert not of("anna", reveal=reveal, review="no").review
    assert not of("anna", reveal=reveal, readable=("ben",)).review
    assert not of("visitor", reveal=reveal, guests="all").review
    assert not of("", reveal=reveal, guests="all").review
