"""Run a server in a process of its own, in a process group of its own, and talk to it."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from checkout import CHECKOUT
from waiting import PATIENCE, wait_until
from werkzeug.serving import make_server


def heed_ctrl_c():
    """For a child: a job that a shell has put in the background ignores Ctrl-C, and so would its
    children.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def served(app):
    """Address of a WSGI application that a thread serves, with a slash at the end."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def answering(server):
    """A thread answers for a server that is open."""
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Server:
    """A Python program that prints an address; python, arguments and a directory of its own for
    temporary files.
    """

    def __init__(self, arguments, directory, python=sys.executable):
        self.directory = Path(directory)
        self.temporary = self.directory / "tmp"
        self.temporary.mkdir(parents=True)
        self._out, self._err = self.directory / "out", self.directory / "err"
        environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "TMPDIR": str(self.temporary)}
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                [str(python), *map(str, arguments)],
                stdout=out,
                stderr=err,
                env=environment,
                cwd=self.directory,
                start_new_session=True,
                preexec_fn=heed_ctrl_c,
            )

    @property
    def out(self):
        return self._out.read_text("utf-8")

    @property
    def err(self):
        return self._err.read_text("utf-8")

    def printed(self, text, timeout=PATIENCE):
        """Wait until the program has printed text."""

        def seen():
            return text in self.out + self.err or self.process.poll() is not None

        wait_until(seen, timeout, "%r from the server" % text, pause=0.01)
        assert text in self.out + self.err, self.out + self.err

    def stop(self, number=signal.SIGTERM):
        """Send the program, not its children, a signal; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def has_processes(self):
        """Whether the program or any child of it still runs."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def close(self):
        """The last resort when a test has failed half way."""
        for number, patience in ((signal.SIGTERM, 0.5), (signal.SIGKILL, 30)):
            if self.has_processes():
                os.killpg(self.process.pid, number)
            until = time.monotonic() + patience
            while self.has_processes() and time.monotonic() < until:
                # A program that has ended is one of the group until it has been waited for.
                self.process.poll()
                time.sleep(0.01)
        self.process.wait(PATIENCE)
