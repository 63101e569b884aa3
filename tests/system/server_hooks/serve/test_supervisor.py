"""Who dies is started again, with pauses that grow and, after a longer life, are short again."""

import os
import signal
import time

import pytest
from brat_iaa.server_hooks.serve import supervisor
from brat_iaa.server_hooks.serve.supervisor import Supervisor
from servers import heed_ctrl_c
from waiting import wait_until


class Supervised:
    """A process that runs a Supervisor; each life leaves a line with its process id."""

    def __init__(self, directory, live):
        self._lives = directory / "lives"
        self._lives.touch()
        ended, self.alive = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                heed_ctrl_c()
                os.close(self.alive)
                Supervisor(lambda: live(self._lived()), lambda: None, "it", ended).run()
            finally:
                os._exit(0)
        os.close(ended)

    def _lived(self):
        with self._lives.open("a") as file:
            file.write("%d\n" % os.getpid())
        return len(self.lives)

    @property
    def lives(self):
        return [int(line) for line in self._lives.read_text().splitlines()]

    def wait(self):
        assert os.waitpid(self.process, 0)[1] == 0
        self.process = None


@pytest.fixture
def supervised(tmp_path):
    started = []

    def start(live):
        started.append(Supervised(tmp_path, live))
        return started[-1]

    yield start
    for each in started:
        os.close(each.alive)
        if each.process is not None:
            os.waitpid(each.process, 0)


def is_there(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def pauses(said):
    return [line.rpartition(" in ")[2] for line in said.splitlines()]


def test_pauses_grow(supervised, monkeypatch, capfd):
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 0.04)
    it = supervised(lambda number: os._exit(number))
    wait_until(lambda: len(it.lives) >= 5, what="the fifth life")
    said = capfd.readouterr().err
    assert pauses(said)[:4] == ["0.01 s.", "0.02 s.", "0.04 s.", "0.04 s."]
    assert "brat-agreement: it has ended (exit code 2; what it said last is above) and is" in said


def test_a_long_life_makes_up_for_deaths_before(supervised, monkeypatch, capfd):
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(supervisor, "HEALTHY", 0)
    it = supervised(lambda number: os._exit(0))
    wait_until(lambda: len(it.lives) >= 4, what="the fourth life")
    assert set(pauses(capfd.readouterr().err)) == {"0.01 s."}


def test_it_ends_with_who_started_it(supervised):
    it = supervised(lambda number: time.sleep(60))
    wait_until(lambda: it.lives, what="the process")
    os.kill(it.process, signal.SIGINT)  # others decide
    os.kill(it.process, signal.SIGTERM)
    it.wait()
    assert not is_there(it.lives[0])


def test_it_ends_in_a_pause(supervised, monkeypatch, capfd):
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 600)
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 600)
    it = supervised(lambda number: os._exit(0))
    wait_until(lambda: "started again" in capfd.readouterr().err, what="the pause")
    os.kill(it.process, signal.SIGTERM)
    it.wait()
    assert len(it.lives) == 1
