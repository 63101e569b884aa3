"""A program of ours that answers to this process alone, and is started again when it ends."""

import json
import logging
import secrets
import socket
import subprocess
import sys
import threading
import time

from brat_iaa.errors import ConfigError
from brat_iaa.http import limits

# Seconds until a program is started again that ended within so many seconds; and at most, if it
# cannot start.
_PAUSE, _HEALTHY, _LONGEST_PAUSE = 0.5, 5, 4
# Seconds that the program gets to end by itself; it lets requests under way finish.
_TIMEOUT = 8
_log = logging.getLogger("brat_iaa.proxy")


class Child:
    """A program that serves at `address`, on this computer, whoever shows it the `secret`.

    The socket is this process's and stays: while the program starts again, requests wait. It ends
    with this process, however that ends, as its standard input ends then.

    name   of the program, for the log
    start  its Python code
    told   what it reads as JSON on standard input; gets "socket" and "secret"

    Raises ConfigError with what it says if it cannot start.
    """

    def __init__(self, name, start, told):
        self._name, self._start = name, start
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=limits.BACKLOG)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self.secret = secrets.token_hex(32)
        self._told = {**told, "socket": self._listener.fileno(), "secret": self.secret}
        self._up, self._ending = threading.Event(), threading.Event()
        self._process = None
        try:
            self._run()
        except ConfigError:
            self.end()
            raise
        threading.Thread(target=self._keep, daemon=True).start()

    def __str__(self):
        return self._name

    def wait(self, seconds):
        """Whether it answers, now or within some seconds."""
        return self._up.wait(seconds)

    @property
    def process(self):
        """Number of the process."""
        return self._process.pid

    def end(self):
        """End the program and close its socket."""
        self._ending.set()
        if self._process is not None:
            self._process.stdin.close()
            try:
                self._process.wait(_TIMEOUT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process.stdout.close()
        self._listener.close()

    def _run(self):
        self._process = subprocess.Popen(
            [sys.executable, "-c", self._start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[self._listener.fileno()],
            text=True,
        )
        try:
            self._process.stdin.write(json.dumps(self._told) + "\n")
            self._process.stdin.flush()
            said = self._process.stdout.readline()
        except OSError:
            said = ""
        answer = json.loads(said) if said else {"error": f"{self._name} has ended while starting"}
        if "error" in answer:
            self._process.wait()
            raise ConfigError(answer["error"])
        self._up.set()

    def _keep(self):
        while True:
            began = time.monotonic()
            code = self._process.wait()
            self._up.clear()
            if self._ending.is_set():
                return
            pause = 0 if time.monotonic() - began > _HEALTHY else _PAUSE
            _log.error("%s has ended (%s) and is started again", self._name, _cause(code))
            while True:
                if self._ending.wait(pause):
                    return
                pause = min(2 * pause or _PAUSE, _LONGEST_PAUSE)
                try:
                    self._run()
                    break
                except ConfigError as error:
                    _log.error("%s", error)


def _cause(code):
    if code == -9:
        return "killed by signal 9, as the system does when memory runs out"
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"
