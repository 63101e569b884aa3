"""Projects that are packed: a zip, or the tar.gz of a collection that brat offers for download."""

import stat
from pathlib import Path

from brat_iaa.corpus import conllu_files
from brat_iaa.errors import ProjectError, reason_of

_NAMES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
# What is taken out: annotations and texts, and settings and tables that say how to read them. All
# of it must fit these bounds, or it may be made to fill the disk.
_EXTENSIONS = (".ann", ".txt", ".conf", ".csv", ".tsv", ".a1", ".a2", *conllu_files.EXTENSIONS)
_FILES, _BYTES = 200_000, 2 * 1024**3
_PIECE = 1 << 20


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
    root, left, files = Path(aside, stem_of(path)), _BYTES, 0
    root.mkdir(parents=True)
    try:
        for name, size, opened in _members(path):
            # What is passed over is unpacked, too, to get behind it.
            files, left = files + 1, left - size
            if files > _FILES or left < 0:
                raise _too_large(path)
            parts = _parts(path, name)
            hidden = any(part.startswith((".", "__MACOSX")) for part in parts)
            if hidden or not name.endswith(_EXTENSIONS):
                continue
            target = root.joinpath(*parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            with opened() as packed, open(target, "wb") as file:
                written = 0
                while piece := packed.read(_PIECE):
                    written += len(piece)
                    if written > size:
                        raise _too_large(path)
                    file.write(piece)
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
    """Yield (name, size in bytes, function that opens it) of the plain files."""
    import tarfile
    import zipfile

    if zipfile.is_zipfile(path) or path.name.lower().endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                if not member.is_dir() and not stat.S_ISLNK(member.external_attr >> 16):
                    # Windows writes backslashes.
                    name = member.filename.replace("\\", "/")
                    yield name, member.file_size, lambda: archive.open(member)  # noqa: B023
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile():
                    yield member.name, member.size, lambda: archive.extractfile(member)  # noqa: B023


def _parts(path, name):
    """The parts of a member's name. Raises ProjectError for one that leads out."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or ".." in parts or ":" in parts[0]:
        raise ProjectError(
            f"{path} holds {ascii(name)[1:-1]}, which leads out of its directory. Nothing of it is "
            "read."
        )
    return parts


def _too_large(path):
    return ProjectError(
        f"{path} is too large to be unpacked here: more than {_FILES:,} files, or "
        f"{_BYTES // 1024**3} GB. Unpack it, and name the directory."
    )
