"""Projects that are packed: a zip, or the tar.gz of a collection that brat offers for download."""

import stat
from functools import partial
from pathlib import Path

from brat_iaa.corpus import conllu_files
from brat_iaa.errors import ProjectError, reason_of

_NAMES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
# What is taken out: annotations and texts, and settings and tables that say how to read them. More
# bytes may be made to fill the disk.
_EXTENSIONS = (".ann", ".txt", ".conf", ".csv", ".tsv", ".a1", ".a2", *conllu_files.EXTENSIONS)
_MOST_BYTES = 2 * 1024**3


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
    root, size = Path(aside, stem_of(path)), 0
    root.mkdir(parents=True)
    try:
        for name, bytes_of_file, read in _members(path):
            size += bytes_of_file
            parts = [part for part in name.split("/") if part not in ("", ".")]
            if size > _MOST_BYTES or name.startswith("/") or ".." in parts or ":" in parts[0]:
                what = (
                    f"is larger than {_MOST_BYTES // 1024**3} GB"
                    if size > _MOST_BYTES
                    else f"holds {ascii(name)[1:-1]}, which leads out of its directory"
                )
                raise ProjectError(f"{path} {what}. Unpack it, and name the directory.")
            hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
            if name.endswith(_EXTENSIONS) and not hidden:
                target = root.joinpath(*parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(read())
    except ProjectError:
        raise
    except Exception as error:  # damaged, it raises whatever its kind of packing does
        # tarfile tells in a line for each way of packing why it is not that.
        reason = reason_of(error) if isinstance(error, OSError) else str(error).partition(":\n")[0]
        raise ProjectError(
            f"{path} cannot be unpacked here: {reason}. Unpack it, and name the directory. If that "
            "fails, too, it is damaged or cut off: copy it again."
        ) from None
    return root


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
