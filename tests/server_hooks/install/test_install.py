"""Putting brat-agreement into a brat's folder and taking it out again, without a trace."""

import os
import stat
from pathlib import Path

import pytest
from brat_iaa.server_hooks import install, saving
from brat_iaa.server_hooks.install import InstallError, examine, steps
from cgi_server import CONFIG, unpack
from pythons import few_pythons, with_cgi

SERVICE = "http://127.0.0.1:8090"
ROOT = os.getuid() == 0


@pytest.fixture
def brat(brat_folder, tmp_path):
    root = unpack(brat_folder, tmp_path / "brat")
    (root / "ajax.cgi").write_text("#!%s\n" % with_cgi(), "utf-8")
    (root / "config.py").chmod(0o640)
    return root


@pytest.fixture(scope="module", autouse=True)
def _few_pythons():
    with few_pythons(examine):
        yield


def put_in(brat, **options):
    return install.install(brat, "http://host/brat/iaa/", SERVICE, brat.parent / "state", **options)


def state(brat):
    """All about the files of brat and around it: {path: (bytes, mode)}."""
    found = {}
    for folder, folders, names in os.walk(brat.parent):
        for name in [*folders, *names]:
            path = os.path.join(folder, name)
            about = os.lstat(path)
            content = None
            if stat.S_ISREG(about.st_mode):
                with open(path, "rb") as file:
                    content = file.read()
            found[os.path.relpath(path, brat.parent)] = content, about.st_mode
    return found


def test_in_and_out_again(brat):
    before = state(brat)
    said = put_in(brat)
    now = state(brat)
    changed = {path for path in now if now[path] != before.get(path)}
    assert changed == {"state", "state/site.json", "brat/config.py"}
    assert now["brat/config.py"][0].count(b"\n") == before["brat/config.py"][0].count(b"\n") + 1
    assert stat.S_IMODE(now["brat/config.py"][1]) == 0o640
    assert [line.partition(":")[0] for line in said[:2]] == [
        str(brat.parent / "state" / "site.json"), str(brat / "config.py"),
    ]  # fmt: skip
    place = brat.parent / "state" / "site.json"
    text = "\n".join(said)
    start = "brat-agreement service %s --port 8090" % place
    assert start in text and said[-1].startswith(f"Then run: brat-agreement doctor {brat}.")
    assert "a2enmod proxy proxy_http headers" in text
    out = install.uninstall(brat)
    assert out[2] == "Stop the service, and have the web server answer for brat itself again."
    assert state(brat) == before
    assert install.uninstall(brat) == ["Nothing to remove: it is not installed in %s." % brat]
    assert state(brat) == before


@pytest.mark.parametrize("again", [False, True])
def test_what_others_change_meanwhile_stays(again, brat):
    config = brat / "config.py"
    before = config.read_bytes()
    put_in(brat)
    config.write_bytes(config.read_bytes() + b"# more\n")
    if again:
        put_in(brat, direct="http://127.0.0.1:8004/brat/")
    install.uninstall(brat)
    assert config.read_bytes() == before + b"# more\n"


def test_a_link_to_the_settings_of_brat_stays_a_link(brat):
    (brat / "config.py").rename(brat.parent / "elsewhere.py")
    (brat / "config.py").symlink_to(brat.parent / "elsewhere.py")
    before = state(brat)
    put_in(brat)
    assert (brat / "config.py").is_symlink()
    assert b"# brat-iaa" in (brat.parent / "elsewhere.py").read_bytes()
    install.uninstall(brat)
    assert state(brat) == before


@pytest.mark.parametrize("failing", range(2))
@pytest.mark.parametrize("again", [False, True])
def test_all_or_nothing(failing, again, brat, monkeypatch):
    """Whichever of the two files cannot be put in its place, what was there before stays."""
    if again:
        with monkeypatch.context() as moved:
            moved.setattr(steps, "BOOT", "/elsewhere/boot.py")
            put_in(brat, direct="http://127.0.0.1:8004/brat/")
    before = state(brat)
    replace, calls = os.replace, []

    def full(source, target):
        calls.append(target)
        if len(calls) == failing + 1:
            raise OSError(28, "No space left on device", target)
        replace(source, target)

    with monkeypatch.context() as without_room:
        without_room.setattr(saving.os, "replace", full)
        with pytest.raises(InstallError, match="No space left on device. Nothing was changed"):
            put_in(brat)
    assert state(brat) == before


def text_in(path, text):
    return lambda brat: (brat / path).write_text(text, "utf-8")


@pytest.mark.parametrize(
    "spoil, reason",
    [
        (lambda brat: (brat / "ajax.cgi").unlink(), "is not brat's folder: it has no ajax.cgi"),
        (
            lambda brat: (brat / "server/src/dispatch.py").unlink(),
            "is not brat's folder: it has no server/src/dispatch.py",
        ),
        (
            lambda brat: (brat / "config.py").unlink(), "config.py does not exist: this brat is not set up yet",
        ),
        (text_in("config.py", "DATA_DIR = CHANGE_ME\n"), "CHANGE_ME is left in it"),
        (
            text_in("config.py", CONFIG + "x = 1 +\n"), "settings cannot be read from .*config.py: SyntaxError",
        ),
        (
            text_in("config.py", "DATA_DIR = '/'\n"),
            "settings cannot be read from .*config.py: KeyError: 'WORK_DIR'",
        ),
        (
            text_in("config.py", CONFIG + "WORK_DIR = '/no/such'\n"),
            r"work directory /no/such \(WORK_DIR in config.py\)",
        ),
        (
            text_in("ajax.cgi", "#!/usr/bin/python2\nprint 1\n"),
            "written for Python 2.*Use brat-agreement proxy",
        ),
        (
            text_in("server/src/server.py", "try: x\nexcept E, e: pass\n"),
            "written for Python 2.*Use brat-agreement proxy",
        ),
    ],
)  # fmt: skip
def test_what_does_not_look_like_a_brat_that_runs(spoil, reason, brat):
    spoil(brat)
    before = state(brat)
    with pytest.raises(InstallError, match=reason):
        put_in(brat)
    assert state(brat) == before


@pytest.mark.parametrize("where", ["brat", "brat/data/x", str(Path("brat", "work", "x")), "link/x"])
def test_the_secret_must_not_be_handed_out(where, brat):
    (brat.parent / "link").symlink_to(brat / "data")
    with pytest.raises(
        InstallError, match="The settings must not be in .*Choose a directory elsewhere"
    ):
        install.install(brat, "http://host/brat/iaa/", SERVICE, brat.parent / where)


def test_what_the_hooks_keep_goes_too_and_what_others_keep_stays(brat):
    before = state(brat)
    put_in(brat)
    for name in ("locks", "counts"):
        (brat / "work" / name).mkdir()
        (brat / "work" / name / ("0123456789" * 4)).touch()
    (brat / "work" / "brat-iaa-waited").touch()
    install.uninstall(brat)
    assert state(brat) == before
    put_in(brat)
    (brat / "work" / "locks").mkdir()
    for mine in (brat / "work" / "locks" / "mine", brat.parent / "state" / "reviews.db"):
        mine.touch()
    said = install.uninstall(brat)
    assert said[-1] == "%s stays: there is more in it, of the pages or of others." % (
        brat.parent / "state"
    )
    assert {str(Path("brat", "work", "locks", "mine")), "state/reviews.db"} == {
        path
        for path, (content, _) in state(brat).items()
        if content is not None and path not in before
    }


def test_who_can_read_what(tmp_path):
    secret = tmp_path / "a" / "secret"
    secret.parent.mkdir()
    secret.write_text("", "ascii")
    for folder in (tmp_path, *list(tmp_path.parents)[:-2]):
        if folder.stat().st_uid == os.getuid():
            folder.chmod(folder.stat().st_mode | 0o011)
    nobody = (65533, 65533)
    assert examine.hindrance(secret, nobody) is None
    assert examine.hindrance(secret, (0, 0)) is None
    secret.chmod(0o600)
    assert examine.hindrance(secret, nobody) == str(secret.resolve())
    if not ROOT:
        assert examine.hindrance(secret, (os.getuid(), 65533)) is None
    assert examine.hindrance(secret, (65533, secret.stat().st_gid)) == str(secret.resolve())
    secret.chmod(0o640)
    assert examine.hindrance(secret, (65533, secret.stat().st_gid)) is None
    secret.parent.chmod(0o700)
    assert examine.hindrance(secret, nobody) == str(secret.parent.resolve())
