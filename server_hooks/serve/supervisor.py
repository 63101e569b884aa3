"""Restart a process when it dies, after a longer pause each time."""

import contextlib
import os
import select
import signal
import sys
import time

# Seconds until a restart: at first, at most; and seconds of life that end the longer pauses.
FIRST_PAUSE, LONGEST_PAUSE, HEALTHY = 1, 4, 60


class Supervisor:
    """Keeps one process running, in the process that calls run().

    work   function that runs in a new process each time; when it returns, the process has died
    clean  function called after each death
    name   of the process, for the log
    alive  file descriptor that can be read from when everything is to end
    """

    def __init__(self, work, clean, name, alive):
        self._work = work
        self._clean = clean
        self._name = name
        self._alive = alive
        self._child = None

    def run(self):
        """Return when alive can be read from; on SIGTERM end at once, and the process, too."""
        # Ctrl-C reaches every process of the terminal; whoever started this decides.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, self._end)
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            self._start()
            status = self._wait()
            self._clean()
            if self._is_over(0):
                return
            if time.monotonic() - began > HEALTHY:
                pause = FIRST_PAUSE
            said = "brat-agreement: %s has ended (%s) and is started again in %g s."
            print(said % (self._name, _cause(status), pause), file=sys.stderr, flush=True)
            if self._is_over(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)

    def _start(self):
        # Else a SIGTERM in between would leave a process that nobody knows of.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        self._child = os.fork()
        if self._child == 0:
            try:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
                self._work()
            finally:
                os._exit(1)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])

    def _wait(self):
        _, status = os.waitpid(self._child, 0)
        self._child = None
        return status

    def _is_over(self, seconds):
        """Return whether everything is to end, after waiting so many seconds for it."""
        return bool(select.select([self._alive], [], [], seconds)[0])

    def _end(self, *_):
        if self._child is not None:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(self._child, signal.SIGTERM)
                os.waitpid(self._child, 0)
        os._exit(0)


def _cause(status):
    """Return how a process ended, by its status of os.waitpid()."""
    if not os.WIFSIGNALED(status):
        return "exit code %d; what it said last is above" % os.WEXITSTATUS(status)
    number = os.WTERMSIG(status)
    if number == signal.SIGKILL:
        return "killed by signal 9, as the system does when memory runs out"
    return "killed by signal %d" % number
