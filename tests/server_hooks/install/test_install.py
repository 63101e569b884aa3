"""Putting brat-agreement into a brat's folder and taking it out again, without a trace."""

import json
import os
import stat
from pathlib import Path

import pytest
from brat_iaa.server_hooks import install, saving
from brat_iaa.server_hooks.install import InstallError, brat_files, examine, site, steps
from brat_iaa.server_hooks.script import PAGES, inject
from cgi_server import CONFIG, unpack
from pythons import few_pythons, with_cgi

pytestmark = pytest.mark.starts("the Python under brat")

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
        str(brat.parent / "state" / "site.json"),
        str(brat / "config.py"),
    ]
    place = brat.parent / "state" / "site.json"
    text = "\n".join(said)
    assert "BRAT_IAA_SITE=%s in its environment" % place in text
    start = "brat-agreement service %s --port 8090" % place
    assert start in text and start + " --print-unit > /etc/systemd/" in said[-1]
    out = install.uninstall(brat)
    assert out[2] == "Stop the service, and have the web server answer for brat itself again."
    assert state(brat) == before
    assert install.uninstall(brat) == ["Nothing to remove: it is not installed in %s." % brat]
    assert state(brat) == before


def test_the_settings(brat):
    put_in(brat, guard=False, brat_url="http://host/brat/")
    path = brat.parent / "state" / "site.json"
    site = install.read_site(path)
    assert site.pop("script").endswith("static/brat.js")
    assert site == {
        "brat_dir": str(brat),
        "data_dir": str(brat / "data"),
        "work_dir": str(brat / "work"),
        "brat_url": "http://host/brat/",
        "pages_url": "http://host/brat/iaa/",
        "pages": "/iaa",
        "service": SERVICE,
        "direct": "http://127.0.0.1:8003/brat/",
        "guard": False,
    }
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o750


def test_again_changes_nothing_and_other_settings_only_themselves(brat):
    before = state(brat)
    put_in(brat)
    once = state(brat)
    assert put_in(brat)[0] == "Nothing to change: it is installed already."
    assert state(brat) == once
    put_in(brat, guard=False)
    assert {path for path, value in state(brat).items() if value != once[path]} == {
        "state/site.json"
    }
    install.uninstall(brat)
    assert state(brat) == before


def test_hooks_that_have_moved(brat, monkeypatch):
    before = state(brat)
    monkeypatch.setattr(steps, "BOOT", "/elsewhere/boot.py")
    put_in(brat)
    monkeypatch.undo()
    assert any("/elsewhere/boot.py is gone" in line for line in status(brat))
    assert install.not_loaded(brat).do == f"brat-agreement install {brat}"
    assert put_in(brat)[0] == "%s: one line changed." % (brat / "config.py")
    assert install.not_loaded(brat) is None
    assert (brat / "config.py").read_bytes().count(b"# brat-iaa") == 1
    install.uninstall(brat)
    assert state(brat) == before


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.rstrip(b"\n"),
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b"\n", b"\r\n").rstrip(),
        lambda text: text + b"\n\n",
        lambda text: text.replace(b"  <head>", b"<head>").replace(b"\n  </head>", b"</head>"),
        lambda text: text.rstrip(b"\n") + b"  # \xc3\xa4",
    ],
)
def test_line_ends_of_all_kinds(change, brat):
    (brat / "config.py").write_bytes(change((brat / "config.py").read_bytes()))
    before = state(brat)
    put_in(brat)
    assert state(brat) != before
    install.uninstall(brat)
    assert state(brat) == before


@pytest.mark.parametrize("again", [False, True])
def test_what_others_change_meanwhile_stays(again, brat):
    config = brat / "config.py"
    before = config.read_bytes()
    put_in(brat)
    config.write_bytes(config.read_bytes() + b"# more\n")
    if again:
        put_in(brat, guard=False)
    install.uninstall(brat)
    assert config.read_bytes() == before + b"# more\n"


@pytest.mark.parametrize("clean", [install.uninstall, put_in])
def test_lines_in_pages_of_earlier_versions_go(clean, brat):
    before = state(brat)
    put_in(brat)
    for name in PAGES:
        (brat / name).write_bytes(inject((brat / name).read_bytes()))
    clean(brat)
    install.uninstall(brat)
    assert state(brat) == before


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
            put_in(brat, guard=False)
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


@pytest.mark.skipif(ROOT, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_really(brat):
    brat.chmod(0o555)
    before = state(brat)
    try:
        with pytest.raises(InstallError, match="Permission denied. Nothing was changed"):
            put_in(brat)
        assert state(brat) == before
    finally:
        brat.chmod(0o755)


def test_a_folder_that_cannot_be_written(brat, monkeypatch):
    before = state(brat)

    def refused(target, data):
        raise PermissionError(13, "Permission denied", target)

    monkeypatch.setattr(saving, "replace", refused)
    with pytest.raises(
        InstallError, match="Permission denied. Nothing was changed. Run the command as"
    ):
        put_in(brat)
    assert state(brat) == before


def test_settings_that_only_others_can_read(brat, monkeypatch):
    put_in(brat)
    before = state(brat)

    def refused(path, mode):
        if path.endswith("site.json"):
            raise PermissionError(13, "Permission denied", path)
        return open(path, mode)

    monkeypatch.setattr(site, "open", refused, raising=False)
    for command in (install.uninstall, lambda brat: put_in(brat, guard=False)):
        with pytest.raises(
            InstallError, match="site.json cannot be read: Permission denied. Run the command as"
        ):
            command(brat)
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
            lambda brat: (brat / "config.py").unlink(),
            "config.py does not exist: this brat is not set up yet",
        ),
        (text_in("config.py", "DATA_DIR = CHANGE_ME\n"), "CHANGE_ME is left in it"),
        (
            text_in("config.py", CONFIG + "x = 1 +\n"),
            "settings cannot be read from .*config.py: SyntaxError",
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
)
def test_what_does_not_look_like_a_brat_that_runs(spoil, reason, brat):
    spoil(brat)
    before = state(brat)
    with pytest.raises(InstallError, match=reason):
        put_in(brat)
    assert state(brat) == before


@pytest.mark.parametrize(
    "version, reason",
    [
        ("3 13 0", "has no module cgi any more. Install it with: .* -m pip install legacy-cgi"),
        ("2 7 1", "which is Python 2.7; brat-agreement needs 3.8 or newer there"),
        ("3 6 1", "which is Python 3.6; brat-agreement needs 3.8 or newer there"),
    ],
)
def test_pythons_that_will_not_do(version, reason, brat):
    fake = brat.parent / "python"
    fake.write_text("#!/bin/sh\necho %s\n" % version, "ascii")
    fake.chmod(0o755)
    (brat / "ajax.cgi").write_text("#! %s -u\n" % fake, "utf-8")
    with pytest.raises(InstallError, match=reason):
        put_in(brat)


@pytest.mark.parametrize("where", ["brat", "brat/data/x", str(Path("brat", "work", "x")), "link/x"])
def test_the_secret_must_not_be_handed_out(where, brat):
    (brat.parent / "link").symlink_to(brat / "data")
    with pytest.raises(
        InstallError, match="The settings must not be in .*Choose a directory elsewhere"
    ):
        install.install(brat, "http://host/brat/iaa/", SERVICE, brat.parent / where)


def test_brat_behind_a_link(brat):
    (brat.parent / "link").symlink_to(brat)
    with pytest.raises(InstallError, match="The settings must not be in"):
        install.install(brat.parent / "link", "http://host/brat/iaa/", SERVICE, brat / "x")


def test_settings_of_another_brat(brat, brat_folder):
    other = unpack(brat_folder, brat.parent / "other")
    (other / "ajax.cgi").write_text("#!%s\n" % with_cgi(), "utf-8")
    put_in(brat)
    with pytest.raises(
        InstallError, match="belongs to the brat in .*/brat. Choose another directory"
    ):
        install.install(other, "http://host/brat/iaa/", SERVICE, brat.parent / "state")
    with pytest.raises(
        InstallError,
        match="installed already, with its settings in .*state/site.json. Uninstall it first",
    ):
        install.install(brat, "http://host/brat/iaa/", SERVICE, brat.parent / "state2")


def test_an_address_that_is_none(brat):
    with pytest.raises(InstallError, match="is no address of the pages' service"):
        install.install(brat, "http://host/brat/iaa/", "8090", brat.parent / "state")


def test_the_pages_are_below_brat(brat):
    with pytest.raises(InstallError, match="The pages must be below brat"):
        install.install(brat, "http://host/iaa/", SERVICE, brat.parent / "state")


def test_the_rule_for_the_web_server_is_said(brat):
    said = put_in(brat, brat_url="https://host/brat/")
    assert "ProxyPass /brat/ %s/brat/" % SERVICE in said
    assert any(
        "must answer for brat itself at http://127.0.0.1:8003/brat/ only" in one for one in said
    )


def test_what_is_said_of_a_brat_with_peculiarities(brat):
    (brat / "ajax.cgi").write_text("#!/usr/bin/env no-such-python\n", "ascii")
    (brat / ".htaccess").write_text("#RewriteRule x\nRewriteRule ajax\\.cgi$ ajax.fcgi\n", "ascii")
    (brat / "config.py").write_text(CONFIG + "USER_PASSWORD = False\n", "ascii")
    said = " ".join(put_in(brat))
    assert "no Python of the name in the first line of ajax.cgi" in said
    assert (
        ".htaccess sends requests to ajax.fcgi. Under FastCGI brat mixes up who is logged in"
        in said
    )
    assert "everybody is a guest" in said


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


def status(brat):
    """What install.status() found, without how bad it is."""
    return [finding.text for finding in install.status(brat)]


def test_status(brat):
    assert status(brat) == ["brat-agreement is not installed in %s." % brat]
    put_in(brat)
    said = status(brat)
    assert said[0] == "brat-agreement is installed in %s." % brat
    assert "For browsers: http://host/brat/iaa/; for the web server: %s." % SERVICE in said[1]
    assert said[2] == "brat is guarded against lost annotations."
    assert any(
        one.startswith(
            "The pages do not answer at %s. Start them as the user who runs brat" % SERVICE
        )
        for one in said
    )
    assert "brat itself does not answer at http://127.0.0.1:8003/brat/: Connection refused." in said
    (brat.parent / "state" / "site.json").write_text("{}", "ascii")
    assert "does not hold the settings that brat-agreement install writes" in status(brat)[1]
    (brat.parent / "state" / "site.json").unlink()
    assert "cannot be read: No such file or directory" in status(brat)[1]
    assert ": our line removed." in install.uninstall(brat)[0]


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


@pytest.mark.skipif(not ROOT, reason="only root may give files away")
def test_root_gives_the_settings_to_who_runs_brat(brat):
    os.chown(brat / "work", 65533, 65534)
    before = os.umask(0o077)
    try:
        put_in(brat)
    finally:
        os.umask(before)
    state = brat.parent / "state"
    assert (state.stat().st_uid, state.stat().st_gid) == (65533, 65534)
    assert (state / "site.json").stat().st_mode & 0o004


def test_the_line_is_found_only_as_it_was_written():
    config = b"a = 1\n_brat_iaa = {}  # mine\n"
    assert brat_files.without_line("config.py", config) == config
    assert brat_files.paths_in(config) is None
    twice = brat_files.with_line(config, "/b", "/s") + b"x = 1\n"
    twice = twice + brat_files.with_line(b"", "/b2", "/s2")
    assert brat_files.without_line("config.py", twice) == config + b"x = 1\n"
    assert brat_files.paths_in(brat_files.with_line(config, "/ä'\"\\\n", "/s")) == {
        "boot": "/ä'\"\\\n",
        "site": "/s",
    }


def test_what_is_installed_already_stays_valid(brat):
    """An update of the package must find the line, and the line must find the package."""
    line = (
        b"_brat_iaa = {'boot': '/p/server_hooks/boot.py', 'site': '/s'}; exec(\"try: exec(open("
        b"_brat_iaa['boot'], 'rb').read(), dict(_brat_iaa))\\nexcept Exception: pass\")  # brat-iaa\n"
    )
    assert brat_files.with_line(b"x\n", "/p/server_hooks/boot.py", "/s") == b"x\n" + line
    package = Path(install.__file__).parent.parent
    assert (package.name, steps.BOOT) == ("server_hooks", str(package / "boot.py"))
    put_in(brat)
    site = json.loads((brat.parent / "state" / "site.json").read_text("ascii"))
    assert sorted(site) == sorted(
        "brat_dir data_dir work_dir brat_url pages_url pages service direct guard script".split()
    )


def test_the_settings_are_plain_json(brat):
    put_in(brat)
    text = (brat.parent / "state" / "site.json").read_text("ascii")
    assert json.loads(text)["service"] == SERVICE and text.endswith("}\n")
