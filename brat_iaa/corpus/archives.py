"""Projects that are packed: a zip, or the tar.gz of a collection that brat offers for download."""

import stat
from functools import partial
from pathlib import Path
from shutil import rmtree

from brat_iaa.corpus import conllu_files
from brat_iaa.errors import ProjectError, reason_of

_NAMES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
# What is taken out: annotations and texts, and settings and tables that say how to read them.
_EXTENSIONS = (".ann", ".txt", ".conf", ".csv", ".tsv", ".a1", ".a2", *conllu_files.EXTENSIONS)
_DEEPEST = 2  # archives around one that is unpacked


def is_archive(path) -> bool:
    """Whether a file is packed, by its name, or as a zip of another name."""
    path = Path(path)
    if not path.is_file():
        return False
    from zipfile import is_zipfile  # few commands need it

    return path.name.lower().endswith(_NAMES) or is_zipfile(path)


def stem_of(path) -> str:
    """The name of an archive without its extension."""
    name = Path(path).name
    return next((name[: -len(end)] for end in _NAMES if name.lower().endswith(end)), name)


def unpacked(path, aside) -> Path:
    """The directory of what is packed, written into another; nothing is written outside of it.
    Raises ProjectError.
    """
    root = Path(aside, stem_of(path))
    root.mkdir(parents=True)
    try:
        _unpack(path, root, path, 0, 0)
    except ProjectError:
        raise
    except Exception as error:  # damaged, it raises whatever its kind of packing does
        # tarfile tells in a line for each way of packing why it is not that.
        reason = reason_of(error) if isinstance(error, OSError) else str(error).partition(":\n")[0]
        if not path.stat().st_size:
            reason = "it is empty"
        raise ProjectError(
            f"{path} cannot be unpacked here: {reason}. Unpack it, and name the directory. If that "
            "fails, too, it is damaged or cut off: copy it again."
        ) from None
    return root


def _unpack(path, root, named, size, depth) -> int:
    """Write what is packed in a file, and in archives in it, into a directory; returns the number
    of bytes, with those before.

    named  the archive that the user named; depth: archives around this one
    """
    most = conllu_files.most_unpacked(named.stat().st_size)
    for name, bytes_of_file, read in _members(path):
        size += bytes_of_file
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if size > most or name.startswith("/") or ".." in parts or ":" in parts[0]:
            what = (
                f"is larger than {most >> 20} MB when unpacked"
                if size > most
                else f"holds {ascii(name)[1:-1]}, which leads out of its directory"
            )
            raise ProjectError(f"{named} {what}. Unpack it, and name the directory.")
        if any(part.startswith((".", "__MACOSX")) for part in parts):
            continue
        inner = depth < _DEEPEST and name.lower().endswith(_NAMES)
        if inner or name.endswith(_EXTENSIONS):
            target = root.joinpath(*parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(read())
            if inner:
                directory = target.with_name(stem_of(target))
                directory.mkdir(exist_ok=True)
                size = _unpack(target, directory, named, size, depth + 1)
                target.unlink()
                if (inside := lowest(directory)) != directory:
                    # An annotator's files are packed with their folder, or without it.
                    above = directory.rename(directory.with_name(f".{directory.name}"))
                    (above / inside.relative_to(directory)).rename(directory)
                    rmtree(above)
    return size


def lowest(root):
    """The lowest directory with all files of another one."""
    while (inside := only_directory(root)) is not None:
        root = inside
    return root


def only_directory(root):
    """The directory that lies in another one alone, or None."""
    entries = list(root.iterdir())
    return entries[0] if len(entries) == 1 and entries[0].is_dir() else None


def _members(path):
    """Yield (name, size in bytes, function that reads it) of the plain files."""
    import tarfile
    import zipfile

    if zipfile.is_zipfile(path) or path.name.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if not member.is_dir() and not stat.S_ISLNK(member.external_attr >> 16):
                    # Windows writes backslashes.
                    name = member.filename.replace("\\", "/")
                    yield name, member.file_size, partial(archive.read, member)
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile():
                    yield member.name, member.size, archive.extractfile(member).read
