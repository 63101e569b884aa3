"""Changes several files, all or none, each in one step."""

import os
import stat
import tempfile


class FileChange:
    """A new content for a file, or its removal.

    path      of the file; a symbolic link stays one, and its target is changed
    content   bytes, or None to remove the file
    mtime_ns  time of last change to give it; None is now
    mode      of a new file
    owner     (uid, gid) of a new file, or None
    """

    def __init__(self, path, content, mtime_ns=None, mode=0o644, owner=None):
        self.path = os.path.realpath(path)
        self.content = content
        self.mtime_ns = mtime_ns
        self.mode = mode
        self.owner = owner
        self._staged = self._undo = None
        self._existed = False

    def prepare(self):
        """Put the new and the old content beside the file. Raises OSError; then call clean()."""
        try:
            status = os.stat(self.path)
        except FileNotFoundError:
            status = None
        mode, owner = self.mode, self.owner
        if status is not None:
            self._existed = True
            mode, owner = stat.S_IMODE(status.st_mode), (status.st_uid, status.st_gid)
            with open(self.path, "rb") as file:
                self._undo = self._stage(file.read(), mode, owner, status.st_mtime_ns)
        if self.content is not None:
            self._staged = self._stage(self.content, mode, owner, self.mtime_ns)

    def carry_out(self):
        if self._staged is not None:
            os.replace(self._staged, self.path)
            self._staged = None
        elif self._existed:
            os.unlink(self.path)

    def undo(self):
        if self._undo is not None:
            os.replace(self._undo, self.path)
            self._undo = None
        elif not self._existed:
            os.unlink(self.path)

    def clean(self):
        for path in (self._staged, self._undo):
            if path is not None:
                os.unlink(path)
        self._staged = self._undo = None

    def _stage(self, content, mode, owner, mtime_ns):
        number, path = tempfile.mkstemp(prefix=".brat-iaa-", dir=os.path.dirname(self.path))
        try:
            with open(number, "wb") as file:
                file.write(content)
                made = os.fstat(number)
                if owner is not None and owner != (made.st_uid, made.st_gid):
                    os.chown(number, *owner)
                os.chmod(number, mode)
                file.flush()
                os.fsync(number)
            if mtime_ns is not None:
                os.utime(path, ns=(mtime_ns, mtime_ns))
        except BaseException:
            os.unlink(path)
            raise
        return path


def carry_out(changes):
    """Carry out all the changes, or raise OSError and leave everything as it was."""
    done = []
    try:
        for change in changes:
            change.prepare()
        for change in changes:
            change.carry_out()
            done.append(change)
    except BaseException:
        for change in reversed(done):
            change.undo()
        raise
    finally:
        for change in changes:
            change.clean()
