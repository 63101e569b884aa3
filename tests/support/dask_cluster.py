"""A Dask cluster on this machine: a scheduler and workers, each a process of its own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from checkout import CHECKOUT
from waiting import PATIENCE, wait_until


class Cluster:
    """address: of the scheduler; workers: processes, in the order in which they began."""

    def __init__(self, directory):
        self._directory = Path(directory)
        self._processes, self.workers = [], []
        file = self._directory / "scheduler.json"
        try:
            scheduler = self._start(
                "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)
            )
            self.address = self._address(file, scheduler)
        except BaseException:
            self.close()
            raise

    def _address(self, file, scheduler):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and scheduler.poll() is None:
            try:
                return json.loads(file.read_text())["address"]
            except (OSError, ValueError):
                time.sleep(0.05)
        raise AssertionError("the scheduler did not start:\n" + self._log("scheduler"))

    def have_workers(self, number):
        """Start workers, or end some, until there are so many, and wait until the scheduler knows."""
        import distributed

        alive = [worker for worker in self.workers if worker.poll() is None]
        for worker in alive[number:]:
            worker.kill()
            worker.wait()
        self.workers = alive[:number]
        while len(self.workers) < number:
            name = f"worker{len(self._processes)}"
            # Without a nanny nobody starts a worker again that was killed.
            worker = self._start(
                "worker", self.address, "--host", "127.0.0.1", "--no-nanny", "--nthreads", "1",
                "--name", name, "--local-directory", str(self._directory / name),
            )  # fmt: skip
            self.workers.append(worker)
        with distributed.Client(self.address, timeout=PATIENCE, set_as_default=False) as client:
            wait_until(
                lambda: len(client.scheduler_info()["workers"]) == number,
                PATIENCE,
                "a scheduler that knows its workers",
            )

    def _start(self, *command):
        with open(self._directory / f"{command[0]}.log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *command, "--no-dashboard"],
                stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
            )  # fmt: skip
        self._processes.append(process)
        return process

    def _log(self, name):
        return (self._directory / f"{name}.log").read_text()

    def close(self):
        """End all processes."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
