"""What somebody names as a project: its directory, the directories of annotators or their files of
CoNLL-U, or a zip.
"""

import os
import stat
from contextlib import contextmanager
from pathlib import Path

from brat_iaa.corpus import conllu_files
from brat_iaa.corpus.drafts import gold_among
from brat_iaa.corpus.layout import USUAL
from brat_iaa.errors import ConfigError, ProjectError

# What is taken out of a zip: annotations and texts, and settings and tables that say how to read
# them. All of it must fit these bounds, or it may be made to fill the disk.
_EXTENSIONS = (".ann", ".txt", ".conf", ".csv", ".tsv", ".a1", ".a2", *conllu_files.EXTENSIONS)
_FILES, _BYTES = 200_000, 2 * 1024**3
_PIECE = 1 << 20


@contextmanager
def project_at(given, settings, server=""):
    """The directory of the project that some paths name, until the block ends.

    given     list of paths; none: the current directory
    settings  {setting: text, or None where none was given}; those that follow from the paths are
              added
    server    name of a command that keeps what is decided of a project; "": nothing is kept

    Raises ConfigError and ProjectError with the next step for the user.
    """
    places = [Path(place) for place in given or ["."]]
    treebanks = all(
        place.is_file() and place.name.endswith(conllu_files.EXTENSIONS) for place in places
    )
    if treebanks and len(places) == 1:
        raise ConfigError(
            f"{places[0]} is the file of one annotator. Name that of another one, too: "
            f"brat-agreement {server or 'report'} {places[0]} OTHER_FILE"
        )
    if len(places) == 1 and not _is_zip(places[0]):
        place = os.fspath(given[0]) if given else "."
        # Messages name it.
        yield os.path.abspath(place) if place.strip("./") == "" else place
        return
    for place in places if len(places) > 1 and not treebanks else ():
        if not place.is_dir():
            raise ProjectError(
                f"{place} is no directory. Name one project, or a directory or a file of CoNLL-U "
                "for each annotator."
            )
    real = [Path(os.path.realpath(place)) for place in places]
    if len(set(real)) < len(real):
        raise ConfigError("The same annotator is named twice. Name two different ones.")
    beside = len(places) > 1 and len({place.parent for place in real}) == 1 and not treebanks
    if beside and not any("," in place.name for place in real):
        _choose(settings, [place.name for place in real])
        yield str(real[0].parent)
        return
    if server:
        raise ConfigError(
            f"{server}: what is decided on the pages is kept of a project, and "
            f"{', '.join(map(str, places))} {'is' if len(places) == 1 else 'are'} none. Put the "
            f"annotators' {'files' if treebanks else 'directories'} beside each other in one "
            "directory, and name this."
        )
    import tempfile

    with tempfile.TemporaryDirectory(prefix="brat-iaa-") as aside:
        if len(places) == 1:
            yield str(_unpacked(places[0], Path(aside)))
        else:
            link = _linked_files if treebanks else _linked
            yield str(link(real, Path(aside), settings))


def _is_zip(place):
    if not place.is_file():
        return False
    from zipfile import is_zipfile

    return is_zipfile(place)


def _choose(settings, names):
    """Compare the annotators of these names, with the one among them that is called a gold."""
    golds = gold_among(names)[:1] if len(names) > 1 else []
    others = [name for name in names if name not in golds]
    given = {"annotators": ", ".join(others), "layout": USUAL, "gold": "".join(golds) or None}
    for key, value in given.items():
        if settings.get(key) is None:
            settings[key] = value


def _linked(places, aside, settings):
    """A directory with links to some directories, which may lie anywhere."""
    names = _names(places)
    root = aside / " and ".join(names)[:100]
    for name, place in zip(names, places):
        inside = [other for other in places if place in other.parents]
        if not inside:
            root.mkdir(exist_ok=True)
            (root / name).symlink_to(place)
            continue
        # A directory with the files of one annotator, in which that of another lies.
        (root / name).mkdir(parents=True)
        for entry in place.iterdir():
            if entry not in inside and not any(entry in other.parents for other in inside):
                (root / name / entry.name).symlink_to(entry)
    _choose(settings, names)
    return root


def _linked_files(places, aside, settings):
    """A directory with a link to the file of each annotator, all of one document."""
    stems = [place.with_name(conllu_files.split_extension(place.name)[0]) for place in places]
    # Named by the files; by their directories where these alone differ.
    if len({stem.name for stem in stems}) == 1:
        document, names = stems[0].name, _names([stem.parent for stem in stems])
    else:
        document, names = "document", _names(stems)
    root = aside / " and ".join(names)[:100]
    for name, place in zip(names, places):
        (root / name).mkdir(parents=True)
        (root / name / (document + conllu_files.split_extension(place.name)[1])).symlink_to(place)
    _choose(settings, names)
    return root


def _names(places):
    """Names of directories that differ: the last part of the path, or all that are needed."""
    for length in range(1, max(len(place.parts) for place in places)):
        names = ["-".join(place.parts[-length:]).replace(",", " ") for place in places]
        if len(set(names)) == len(names):
            break
    return names


def _unpacked(path, aside):
    """The project in a zip, unpacked; nothing is written outside of a directory."""
    import zipfile

    root, left = aside / path.stem, _BYTES
    root.mkdir()
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if _is_wanted(path, member)]
            if len(members) > _FILES:
                raise _too_large(path)
            for member in members:
                target = root.joinpath(*_parts(member))
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as packed, open(target, "wb") as file:
                    while piece := packed.read(min(_PIECE, left + 1)):
                        left -= len(piece)
                        if left < 0:
                            raise _too_large(path)
                        file.write(piece)
    except ProjectError:
        raise
    except Exception as error:  # damaged, it raises whatever its kind of packing does
        raise ProjectError(
            f"{path} cannot be unpacked here: {error}. Unpack it, and name the directory."
        ) from None
    while True:
        entries = list(root.iterdir())
        if len(entries) != 1 or not entries[0].is_dir():
            return root
        # A folder with files alone is one annotator's, or has all files: see how many there are.
        inside = list(entries[0].iterdir())
        folders = sum(entry.is_dir() for entry in inside)
        stems = {conllu_files.split_extension(entry.name)[0] for entry in inside}
        if folders == 1 or not folders and len(stems) == 1:
            return root
        root = entries[0]


def _is_wanted(path, member):
    """Whether to unpack a member. Raises ProjectError for one that leads out of the directory."""
    parts = _parts(member)
    if not parts or member.is_dir():
        return False
    if member.filename.startswith(("/", "\\")) or ".." in parts or ":" in parts[0]:
        raise ProjectError(
            f"{path} holds {ascii(member.filename)[1:-1]}, which leads out of its directory. "
            "Nothing of it is read."
        )
    return not stat.S_ISLNK(member.external_attr >> 16) and is_annotation("/".join(parts))


def is_annotation(path) -> bool:
    """Whether a file that is packed away is of a project: annotations, texts and settings."""
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.split("/"))
    return not hidden and path.endswith(_EXTENSIONS)


def _parts(member):
    # Windows writes backslashes.
    return [part for part in member.filename.replace("\\", "/").split("/") if part]


def _too_large(path):
    return ProjectError(
        f"{path} is too large to be unpacked here: more than {_FILES:,} files, or "
        f"{_BYTES // 1024**3} GB. Unpack it, and name the directory."
    )
