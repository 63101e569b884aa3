"""One change of a document at a time, among all processes of one brat."""

import fcntl
import hashlib
import os
import time
from contextlib import contextmanager

# Seconds to wait for others' changes of the same document. One takes some
# milliseconds; only an automatic tagger can take long.
PATIENCE = 20


class Busy(Exception):
    """Others have been changing the document for as long as one may wait."""


@contextmanager
def locked(work_dir, document, patience=PATIENCE):
    """Hold the lock of a document, a path; two spellings of one path are one document.

    The lock is an empty file in work_dir, never in the data. It stays, and a
    process that ends, however it ends, lets go of it. Raises Busy.
    """
    directory = os.path.join(work_dir, "locks")
    os.makedirs(directory, exist_ok=True)
    name = hashlib.sha1(os.fsencode(os.path.realpath(document))).hexdigest()
    # Open to whoever else may run this brat; the umask has its say.
    descriptor = os.open(
        os.path.join(directory, name), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666
    )
    try:
        _wait(descriptor, time.monotonic() + patience)
        yield
    finally:
        os.close(descriptor)


def _wait(descriptor, until):
    pause = 0.002
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise Busy() from None
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
