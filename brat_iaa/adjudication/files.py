"""The files of one document of a draft, which people open and save in brat, too."""

import os
import stat
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from brat_iaa.corpus.files import read_stable, why_unreadable
from brat_iaa.errors import BratIaaError
from brat_iaa.server_hooks import saving


class NotSettled(BratIaaError):
    """What was decided cannot be written; the text says why, and what to do."""


@contextmanager
def locked(lock, path):
    """The lock of a document. Nothing but the draft is ever written: a link is left alone.

    lock  function of a path without suffix that returns a context manager
    path  without suffix
    """
    if os.path.realpath(f"{path}.ann") != f"{path}.ann":
        raise NotSettled("Its file in the draft is a link, which is left alone.")
    with ExitStack() as stack:
        try:
            stack.enter_context(lock(path))
        except saving.Busy:
            raise NotSettled(
                "Somebody else's change to this document takes unusually long. Try again in a "
                "moment."
            ) from None
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise NotSettled(
                f"brat's lock of this document cannot be taken: {why}. Run these pages by the "
                "account of brat."
            ) from None
        yield


def read(path, text, is_new):
    """The bytes of the .ann file; None where there is none yet.

    path    without suffix
    text    of the annotators
    is_new  whether the draft never had it
    """
    contents = read_stable([f"{path}.ann", f"{path}.txt"])
    for name, data in contents.items():
        if data is None and os.path.lexists(name):
            raise NotSettled(f"Its file in the draft cannot be read: {why_unreadable(name)}.")
        if data is None:
            if is_new and not os.path.lexists(f"{path}.ann"):
                return None
            raise NotSettled("It is not in the draft.")
    if contents[f"{path}.txt"].decode("utf-8", "replace") != text:
        raise NotSettled("Its text in the draft is not that of the annotators.")
    return contents[f"{path}.ann"]


def write(path, data, new, text, annotated):
    """Write the .ann file, each as a whole, and first the text of a document that the draft never
    had.

    path       without suffix
    data, new  bytes as they are, None where there is no file yet; bytes as they are to be
    annotated  path of an annotator's .ann, whose rights new files get
    """
    if data is None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = text.encode("utf-8", "surrogateescape")
        for suffix, content in ((".txt", text), (".ann", new)):
            rights = partial(_copy_rights, annotated.with_suffix(suffix), path + suffix)
            saving.replace(path + suffix, content, rights)
    elif new != data:
        saving.replace(f"{path}.ann", new)


def _copy_rights(source, path):
    """Give what becomes a file the access rights of a source; its owner may read and write it."""
    # The source may be gone, or the file system have no access rights.
    with suppress(OSError):
        mode = stat.S_IMODE(os.stat(source).st_mode)
        os.chmod(saving.temporary(path), mode | stat.S_IRUSR | stat.S_IWUSR)


def lines_in(data) -> list:
    """The lines of an .ann file, the last one "" where it ends with a line end."""
    return data.decode("utf-8", "surrogateescape").split("\n")


def joined(lines, data) -> bytes:
    """Lines as a file; one that ended without a line end still does."""
    before = lines_in(data) if data else [""]
    ends = before[-1] == "" or lines[: len(before)] != before
    return "\n".join([*lines, ""] if lines and ends else lines).encode("utf-8", "surrogateescape")
