"""The new directory: where it may be, and writing it as a whole or not at all."""

import os
import shutil
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path

from brat_iaa.errors import ConfigError

# brat takes each from the nearest directory above a document that has it.
SETTINGS = ("annotation.conf", "visual.conf", "tools.conf", "kb_shortcuts.conf")
# Says who may read; an annotator's own one is about that annotator's work only.
ACCESS = "acl.conf"


def check_place(out, root, annotators, references, folders):
    """The absolute path of the new directory.

    out         as given
    root        the project
    annotators  names; references: names of gold, anchors and their like
    folders     whether there are folders above the annotators
    Raises ConfigError if nothing may be written there.
    """
    choose = "Choose a directory that does not exist yet."
    out, root = Path(out), Path(root).resolve()
    if out.is_symlink():
        raise ConfigError(f"{out} is a symbolic link. {choose}")
    try:
        out = out.resolve()
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            what = "is not empty" if out.is_dir() else "is a file"
            raise ConfigError(f"{out} {what}: a draft never replaces anything. {choose}")
        if not out.parent.is_dir():
            raise ConfigError(
                f"{out.parent} is no directory, so {out.name} cannot be made in it. Make it first."
            )
    except OSError as error:
        raise ConfigError(f"{out}: {error.strerror or error}. {choose}") from None
    pattern = "*/" * folders
    for above in [root] if not folders else [root, *root.glob(pattern)]:
        for name in (*annotators, *references):
            own = (above / name).resolve()
            # The gold's directory may have been made already, as long as nothing is in it.
            if own in out.parents or (own == out and name in annotators):
                owner = "the annotator" if name in annotators else "the reference"
                raise ConfigError(
                    f"{out} lies in the directory of {owner} {name}: no draft is "
                    f"written there. {choose}"
                )
    if root in out.parents and folders:
        raise ConfigError(
            f"{out} lies in the project, which has folders above its annotators: its "
            f"documents would be taken for "
            "an annotator's. Choose a directory outside the project."
        )
    if root in out.parents and out.parent != root:
        raise ConfigError(
            f"{out} lies in {root / out.relative_to(root).parts[0]}, which would be "
            f"taken for an annotator. "
            f"Choose a directory directly in {root}, or outside the project."
        )
    return out


@contextmanager
def new_directory(out):
    """A directory to write to, beside out; it becomes out at the end, or disappears if anything
    fails.

    Raises ConfigError if it cannot be made, or if somebody else has put something there meanwhile.
    """
    try:
        # A name with a dot in front is no annotator, should somebody compute agreement just now.
        temporary = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    except OSError as error:
        raise ConfigError(
            f"{out.parent}: nothing can be written there: {error.strerror}."
        ) from None
    try:
        os.chmod(
            temporary, stat.S_IMODE(os.stat(out).st_mode) if out.exists() else 0o777 & ~_umask()
        )
        yield temporary
        os.rename(temporary, out)
    except OSError as error:
        raise ConfigError(
            f"{out} cannot be written: {error.strerror}. Nothing was left behind."
        ) from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def copy_settings(root, annotators, target):
    """Copy brat's settings of a project into the draft; (names of the files copied, notes).

    An annotator's directory may have settings of its own; brat would take them first.
    """
    copied, notes = [], []
    for name in SETTINGS:
        own = {annotator: root / annotator / name for annotator in annotators}
        own = {annotator: path.read_bytes() for annotator, path in own.items() if path.is_file()}
        data = next(iter(own.values()), None)
        if len(set(own.values())) > 1:
            notes.append(
                f"{name} differs between {', '.join(own)}; the one of {next(iter(own))} was copied."
            )
        if data is None:
            data = _upwards(root, name)
        if data is not None:
            (target / name).write_bytes(data)
            copied.append(name)
    access = _upwards(root, ACCESS)
    if access is not None:
        (target / ACCESS).write_bytes(access)
        copied.append(ACCESS)
    return tuple(copied), notes


def _upwards(directory, name):
    for folder in (directory, *directory.parents):
        if (folder / name).is_file():
            return (folder / name).read_bytes()
    return None


def write_like(source, path, data):
    """Write a file that may be read and written by whom the source may."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    try:
        os.chmod(path, stat.S_IMODE(os.stat(source).st_mode) | stat.S_IRUSR | stat.S_IWUSR)
    except OSError:
        pass  # the source is gone, or this file system has no such rights


def _umask():
    own = os.umask(0)
    os.umask(own)
    return own
