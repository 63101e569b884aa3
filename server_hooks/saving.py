"""brat's annotation files: changed one at a time, replaced in one step, not written when viewed.

The one part of all that protects brat which must be in its own process: it holds wherever people
come in.
"""

import errno
import fcntl
import functools
import hashlib
import io
import os
import shutil
import time
from contextlib import contextmanager, suppress

from .brat import actions
from .brat.data import DataDirectory

# Directories in brat's WORK_DIR with a file for each document, for each collection.
LOCKS, COUNTS = "locks", "counts"
# Seconds to wait for others' changes of the same document. One takes some
# milliseconds; only an automatic tagger can take long.
PATIENCE = 20
# Names of files that are not yet what they will be, as a shell pattern.
PATTERN = ".*.saving"

_BUSY = (
    "Somebody else's change to this document is taking unusually long. "
    "Your change was not made; try again in a moment."
)
# The folder takes no new file, or none with so long a name: then brat saves in its own way.
_NO_ROOM = (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG)


class Busy(Exception):
    """Others have been changing the document for as long as one may wait."""


def add(data_dir, work_dir):
    """Have brat save so; its modules have been imported. Once per process.

    data_dir  brat's DATA_DIR
    work_dir  brat's WORK_DIR, where locks and brat's counts are kept
    """
    import dispatch

    data, work_dir = DataDirectory(data_dir), os.path.abspath(work_dir)
    only_read_when_viewing(work_dir, data)
    replace_in_one_step(data_dir)
    # brat forgot some of them.
    dispatch.REQUIRES_AUTHENTICATION.update(actions.EDITING)
    dispatch.dispatch = _one_at_a_time(dispatch.dispatch, data, work_dir)


def _one_at_a_time(dispatch, data, work_dir):
    """Wrap brat's dispatch(): whoever changes a document has it alone."""

    def dispatch_alone(http_args, client_ip, client_hostname):
        document = _changed(http_args, data)
        if document is None:
            return dispatch(http_args, client_ip, client_hostname)
        try:
            with locked(work_dir, document):
                return dispatch(http_args, client_ip, client_hostname)
        except Busy:
            raise actions.refusal("documentIsBusy", _BUSY) from None

    return dispatch_alone


def _changed(http_args, data):
    """Return the path, without suffix, of the document that a request changes; None for none."""
    action = http_args["action"]
    if action not in actions.EDITING:
        return None
    named = ("collection", "document", "docid")
    collection, document = actions.place(action, {name: http_args[name] for name in named})
    directory = data.directory(collection) if collection and document else None
    return directory and os.path.join(directory, document)


@contextmanager
def locked(work_dir, document, patience=PATIENCE):
    """Hold the lock of a document among all processes of one brat. Raises Busy.

    document  path without suffix; two spellings of one path are one document

    The lock is an empty file in work_dir, never in the data. It stays, and a process that ends,
    however it ends, lets go of it.
    """
    directory = os.path.join(work_dir, LOCKS)
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, _hash(document))
    # Open to whoever else may run this brat, subject to the umask.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
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


def _hash(path):
    return hashlib.sha1(os.fsencode(os.path.realpath(path))).hexdigest()


def replace_in_one_step(data_dir):
    """Make brat's saving, which calls shutil.copyfile(new, target), replace files in data_dir.

    brat writes into the file itself: who reads in that moment finds it empty or short, and a brat
    that reads so will save so.
    """
    plain = shutil.copyfile
    inside = os.path.realpath(data_dir).rstrip(os.sep) + os.sep

    def copyfile(source, target, **options):
        # A link stays a link; the file that it leads to is replaced.
        real = os.path.realpath(os.fspath(target))
        if not real.startswith(inside) or not _replaced(source, real):
            return plain(source, target, **options)
        return target

    shutil.copyfile = copyfile


def temporary(path):
    """Return the path of the file that becomes path: in its folder, hidden, and no .ann.

    There is one per file: what a killed process leaves behind goes with the next save.
    """
    folder, name = os.path.split(path)
    return os.path.join(folder, PATTERN.replace("*", name))


def replace(target, data, check=lambda: None):
    """Give a file other bytes, as brat's saving does; they are on the disk when this returns.

    check  is called last before the file is replaced, which does not happen if that raises

    Raises OSError, also if the folder takes no new file.
    """
    if not _written(io.BytesIO(data), target, check):
        raise PermissionError(errno.EACCES, "its directory takes no new file", target)
    folder = os.open(os.path.dirname(target), os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems cannot do that with a folder
            os.fsync(folder)
    finally:
        os.close(folder)


def _replaced(source, target):
    """Return True when target has the content of source; False if its folder takes no new file."""
    with open(source, "rb") as read:
        return _written(read, target)


def _written(read, target, check=lambda: None):
    """Return as _replaced() does, of a binary file that is open."""
    new = temporary(target)
    # A new file is as any program makes it; one that takes an old one's place is nobody's before.
    mode = 0o600 if os.path.exists(target) else 0o666
    try:
        _remove(new)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    except OSError as error:
        if error.errno in _NO_ROOM:
            return False
        raise
    try:
        with os.fdopen(descriptor, "wb") as written:
            shutil.copyfileobj(read, written)
            written.flush()
            _as_before(target, new)
            # Else a power cut just after could leave the new name with nothing in it,
            # on some file systems: what was there before would be gone, too.
            os.fsync(written.fileno())
        check()
        os.replace(new, target)
    except BaseException:
        _remove(new)
        raise
    return True


def _as_before(old, new):
    """Give a file the owner, rights and extended attributes of an old one, if there is one."""
    try:
        before = os.stat(old)
    except FileNotFoundError:
        return
    # Only root gives files away; nobody else to a group that they are not in.
    for owner in (before.st_uid, -1):
        with suppress(PermissionError):
            os.chown(new, owner, before.st_gid)
            break
    shutil.copystat(old, new)
    os.utime(new)  # now; brat's page asks for the time to see whether something is new


def _remove(path):
    with suppress(FileNotFoundError):
        os.unlink(path)


def only_read_when_viewing(work_dir, data):
    """Make brat leave the data alone when it shows something, and show nothing from elsewhere. Its
    modules must be importable.

    brat saves each document that it has shown, in its own form, even if somebody else has saved it
    in between, or is just writing it; and it makes an empty .ann file where there is none.
    """
    import annotation
    import document
    import stats

    _read_without_making_files(annotation.Annotations)
    document.TextAnnotations = functools.partial(annotation.TextAnnotations, read_only=True)
    document._listdir = _list_inside(document._listdir, data)
    document.get_statistics = _count_anew_if_hidden(document.get_statistics)
    _keep_counts_in(stats, os.path.join(work_dir, COUNTS))


def _read_without_making_files(annotations):
    """Make brat read a document without annotation files as one with an empty file."""
    select = annotations._select_input_files
    start = annotations.__init__

    def select_or_nothing(self, document):
        only_read = self._read_only
        found = select(self, document)
        return found or ([os.devnull] if only_read else found)

    @functools.wraps(start)
    def start_reading(self, *args, **kwargs):
        start(self, *args, **kwargs)
        if self._input_files == [os.devnull]:
            self._input_files = []  # else brat's page offers it for download

    annotations._select_input_files = select_or_nothing
    annotations.__init__ = start_reading


def _keep_counts_in(stats, directory):
    """Make brat keep its counts for a listing, a file for each collection, outside of the data."""

    def path_for(collection):
        os.makedirs(directory, exist_ok=True)
        return os.path.join(directory, _hash(collection))

    def listed(collection):
        # brat asks each file for its time; a document being saved has one that is soon gone.
        return [name for name in os.listdir(collection) if not name.startswith(".")]

    stats.get_stat_cache_by_dir = path_for
    stats.listdir = listed


def _list_inside(list_allowed, data):
    """Wrap brat's listing, leaving out links that lead out of the data."""

    def list_allowed_inside(directory):
        paths = {name: os.path.join(directory, name) for name in list_allowed(directory)}
        return [
            name for name, path in paths.items() if not os.path.islink(path) or data.holds(path)
        ]

    return list_allowed_inside


def _count_anew_if_hidden(count):
    """Wrap brat's counts: it keeps them for a directory, whoever may see how much of it."""

    def count_visible(directory, base_names, use_cache=True):
        texts = sum(
            name.endswith("txt") and not name.startswith(".") for name in os.listdir(directory)
        )
        return count(directory, base_names, use_cache and texts == len(base_names))

    return count_visible
