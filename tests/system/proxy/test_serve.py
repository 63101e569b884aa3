"""`serve`: brat as a program behind the server in front, and nothing is lost whatever ends."""

import json
import os
import re
import signal
import subprocess
import threading
import time
from contextlib import suppress

import pytest
import requests
from brat_checks import Client, make_project
from plain_server import SETTINGS
from ports import free_port
from running_brat import folder_with
from servers import Server
from waiting import wait_until

CLIENTS, KILLS = 6, 3


class Serve:
    """`serve` on a brat's folder, at one port, again and again."""

    def __init__(self, brat_folder, directory):
        self.directory, self.folder = directory, directory / "brat"
        self.data, self._starts, self.port = self.folder / "data", 0, free_port()
        paths = self.folder, self.data, self.folder / "work"
        folder_with(brat_folder, self.folder, SETTINGS % tuple(map(str, paths)))
        (self.folder / "work").mkdir()
        make_project(self.data)
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        self._starts += 1
        where = "--port", self.port, "--state-dir", self.directory / "state"
        self.server = Server(
            ["-m", "brat_iaa", "serve", self.folder, *where],
            self.directory / f"run{self._starts}",
        )
        self.server.printed("Stop with Ctrl-C")

    def programs(self):
        """{"brat", "pages": number of the process} behind the server."""
        listed = subprocess.run(
            ["ps", "-ww", "-o", "pid,args", "--ppid", str(self.server.process.pid)],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        named = {"launcher.main": "brat", "remote_pages.main": "pages"}
        return {
            name: int(line.split()[0])
            for line in listed.splitlines()
            for word, name in named.items()
            if word in line
        }


@pytest.fixture
def serve(brat_folder, tmp_path):
    serve = Serve(brat_folder, tmp_path)
    yield serve
    serve.server.close()


def test_what_is_acknowledged_stays_whatever_is_killed(serve):
    (serve.data / "p" / "anna" / "d2.txt").write_text("w " * 20 + "\n", "utf-8")
    (serve.data / "p" / "anna" / "d2.ann").write_text("", "utf-8")
    cookie = Client(serve.url).log_in("anna").cookie
    acknowledged, done, away = [], threading.Event(), threading.Event()
    errors = []

    def save(client):
        number = 0
        fields = {"action": "createSpan", "protocol": 1, "collection": "/p/anna/", "type": "Tok"}
        fields.update(document="d2", offsets="[[0,1]]", attributes="{}", normalizations="[]")
        while not done.is_set():
            number += 1
            note = f"note{client}x{number}"
            try:
                answer = requests.post(
                    serve.url + "ajax.cgi", {**fields, "comment": note}, timeout=60,
                    headers={"Cookie": cookie},
                ).json()  # fmt: skip
            except requests.RequestException:
                time.sleep(0.05)  # the server itself is away
                continue
            if "exception" not in answer:
                acknowledged.append(note)
            elif not away.is_set():
                errors.append(answer)

    threads = [threading.Thread(target=save, args=(client,)) for client in range(CLIENTS)]
    for thread in threads:
        thread.start()

    def goes_on():
        before = len(acknowledged)
        wait_until(lambda: len(acknowledged) > before + CLIENTS, what="saves")

    for _ in range(KILLS):
        goes_on()
        os.kill(serve.programs()["brat"], signal.SIGKILL)
        goes_on()
    behind = serve.programs()
    away.set()
    for _ in range(KILLS):
        goes_on()
        serve.server.stop(signal.SIGKILL)
        serve.start()
    goes_on()
    done.set()
    for thread in threads:
        thread.join()
    kept = set(re.findall(r"\tAnnotatorNotes T\d+\t(\w+)$", _ann(serve), re.MULTILINE))
    assert [note for note in acknowledged if note not in kept] == []
    # Who waits while brat starts again waits, and that is all. Of what brat was just saving (one at a
    # time in a document) when it was killed, nobody can know whether it was saved: this is said.
    assert all("may not be saved" in answer["messages"][0][0] for answer in errors), errors
    assert len(errors) <= KILLS
    # What was behind a server that is gone is gone, too.
    for number in behind.values():
        wait_until(lambda number=number: not _runs(number), what="the end of a program")


def _ann(serve):
    return (serve.data / "p" / "anna" / "d2.ann").read_text("utf-8")


def _runs(number):
    with suppress(ProcessLookupError):
        os.kill(number, 0)
        return True
    return False


def test_brat_answers_the_server_in_front_alone_and_the_pages_come_back(serve):
    listed = subprocess.run(["ss", "-Hltnp"], capture_output=True, text=True, check=True).stdout
    for number in serve.programs().values():
        ports = [line.split()[3] for line in listed.splitlines() if f"pid={number}," in line]
        for port in {port.rpartition(":")[2] for port in ports}:
            for path in ("index.xhtml", "ajax.cgi?action=whoami", "iaa/", ""):
                answer = requests.get(f"http://127.0.0.1:{port}/{path}", timeout=60)
                assert answer.status_code == 403
    anna = Client(serve.url).log_in("anna")
    answer = anna.ask("iaaAgreement", collection="/p/anna/", document="d1")
    assert answer["pages"].startswith("/iaa/")
    os.kill(serve.programs()["pages"], signal.SIGKILL)
    # A page waits for them; brat does not.
    assert json.loads(anna.raw("whoami")[1])["user"] == "anna"
    assert anna.request("iaa/", headers={"Cookie": anna.cookie})[0] in (200, 403)
    assert anna.request("iaa/healthz")[0] == 200
    assert serve.server.stop() == 0
    assert "is started again" in serve.server.err
