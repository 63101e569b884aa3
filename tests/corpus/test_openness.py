"""Whose documents annotators can open in brat, and rules that close them."""

import pytest

from brat_iaa.corpus.acl import DocumentAcl, openness

NAMES = ("anna", "ben", "gold")


@pytest.fixture
def asked(tmp_path):
    """Function of names, logins and managers: the Openness of the project /c/p, after text went
    into its acl.conf.
    """

    def ask(names=NAMES, text=None, logins=None, managers=("lead",), folders=("",), gold=None):
        root = tmp_path / "c" / "p"
        directories = {name: [str(root / folder / name) for folder in folders] for name in names}
        for path in [path for own in directories.values() for path in own]:
            (tmp_path / path).mkdir(parents=True, exist_ok=True)
        if text is not None:
            (root / "acl.conf").write_text(text, "utf-8")
        pairs = [(login, name) for name, login in (logins or {}).items()]
        acl = DocumentAcl(tmp_path)
        return openness(acl, root, tmp_path, directories, pairs, ("gold",), managers, gold)

    return ask


def test_without_rules_everybody_opens_everything(asked):
    found = asked()
    assert found.pairs == (("anna", "ben"), ("ben", "anna"))
    assert found.place == "/c/p/acl.conf"
    assert "User-agent: anna\nDisallow: /c/p/ben/\nDisallow: /c/p/gold/\n" in found.rules
    assert found.rules.endswith("User-agent: *\nDisallow: /c/p/\n")


# Rules hold for parts of names, too; some signs have a meaning in acl.conf.
ODD = ("ben", "ruben", "an na", "Ä#b", "50%", "c?d", "e;f", "gold")


@pytest.mark.parametrize(
    "names, logins, folders",
    [
        (NAMES, {}, ("",)), (ODD, {}, ("",)), (NAMES, {"ben": "anna2"}, ("",)), (NAMES, {}, ("x", "y")),
    ],
)  # fmt: skip
def test_the_rules_close_what_is_open_and_nothing_else(asked, tmp_path, names, logins, folders):
    rules = asked(names, logins=logins, folders=folders).rules
    assert asked(names, rules, logins, folders=folders).pairs == ()
    acl = DocumentAcl(tmp_path)
    for folder in folders:
        for name in names:
            path = tmp_path / "c" / "p" / folder / name
            who = {
                login
                for login in (*names, *logins.values(), "lead", "", "zoe")
                if acl.allows_directory(login, path)
            }
            own = {logins.get(name, name)} - {"gold"}
            assert who == own | {"lead"}
    assert acl.allows_directory(
        logins.get(names[0], names[0]), tmp_path / "c" / "p"
    ) and not acl.allows_directory("", tmp_path / "c" / "p")


def test_a_gold_to_learn_from_stays_open_to_annotators(asked, tmp_path):
    closed, learning = asked().rules, asked(gold="gold").rules
    assert "User-agent: anna\nDisallow: /c/p/ben/\n\n" in learning
    assert asked(gold="gold").gold_closed == asked(text=closed).gold_closed == ()
    assert asked(gold="gold").gold_closed == ("anna", "ben")
    found = asked(text=learning, gold="gold")
    assert found.gold_closed == found.pairs == ()
    assert not DocumentAcl(tmp_path).allows_directory("zoe", tmp_path / "c" / "p" / "gold")
