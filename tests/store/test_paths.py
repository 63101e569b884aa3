"""The databases lie where brat does not hand them out."""

import os
import stat

import pytest

from brat_iaa.errors import ConfigError
from brat_iaa.store.paths import database_path


def test_the_place_is_the_users_own_and_closed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    one, other = database_path(tmp_path / "data"), database_path(tmp_path / "data2")
    assert (
        one.parent.parent == other.parent.parent == tmp_path / "state" / "brat-iaa" and one != other
    )
    assert stat.S_IMODE(one.parent.stat().st_mode) == 0o700
    one.parent.chmod(0o755)
    assert (
        database_path(tmp_path / "data") == one and stat.S_IMODE(one.parent.stat().st_mode) == 0o700
    )


@pytest.mark.parametrize(
    "where", ["brat/data/p/state", "brat/data", "brat/work/iaa", "brat", "link/x"]
)
def test_what_brat_hands_out_is_no_place(tmp_path, where):
    (tmp_path / "brat" / "data").mkdir(parents=True)
    (tmp_path / "brat" / "standalone.py").write_text("")
    os.symlink(tmp_path / "brat" / "data", tmp_path / "link")
    with pytest.raises(ConfigError, match="brat hands out what lies there"):
        database_path(tmp_path / "brat" / "data", tmp_path / where)
    assert not (tmp_path / "brat" / "work").exists()
    assert (
        database_path(tmp_path / "brat" / "data", tmp_path / "brat-agreement").parent
        == tmp_path / "brat-agreement"
    )
