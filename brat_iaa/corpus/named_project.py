"""What somebody names as a project: its directory, the directories of annotators or their files of
CoNLL-U, or archives of these.
"""

import os
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

from brat_iaa.corpus import archives, conllu_files
from brat_iaa.corpus.directories import files_below
from brat_iaa.corpus.drafts import gold_among
from brat_iaa.corpus.layout import USUAL
from brat_iaa.corpus.problem import typed
from brat_iaa.errors import BratIaaError, ConfigError, ProjectError


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
            f"brat-agreement {server or 'report'} {typed(places[0])} OTHER_FILE"
        )
    packed = [*map(archives.is_archive, places)]
    if len(places) == 1 and not any(packed):
        _name_gold(settings, places, [Path(os.path.realpath(places[0]))])
        place = os.fspath(given[0]) if given else "."
        # Messages name it.
        yield os.path.abspath(place) if place.strip("./") == "" else place
        return
    for place, is_packed in zip(places, packed) if len(places) > 1 and not treebanks else ():
        if not (is_packed or place.is_dir()):
            raise ProjectError(
                f"{place}: no such directory. Name one project, or a directory, an archive or a "
                "file of CoNLL-U for each annotator."
            )
    real = [Path(os.path.realpath(place)) for place in places]
    if len(set(real)) < len(real):
        raise ConfigError("The same annotator is named twice. Name two different ones.")
    if server and len(places) > 1 and not any(packed) and all(map(_has_annotators, places)):
        raise ProjectError(
            f"{' and '.join(map(str, places))} are projects, with annotators of their own. Name "
            f"one: brat-agreement {server} {typed(places[0])}; all projects of a brat are on one "
            "address with: brat-agreement serve"
        )
    _name_gold(settings, places, real)
    beside = len({place.parent for place in real}) == 1 and not treebanks and not any(packed)
    # Their documents may lie at different depths.
    deeper = not any(packed) and not treebanks and _share_deeper(real)
    if beside and not deeper and not any("," in place.name for place in real):
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
            directory = _project_in(archives.unpacked(places[0], aside))
        elif treebanks:
            directory = _linked_files(real, Path(aside), settings)
        else:
            named = [
                place.with_name(archives.stem_of(place)) if is_packed else place
                for place, is_packed in zip(real, packed)
            ]
            directories = [
                archives.lowest(
                    archives.unpacked(places[number], Path(aside, "packed", str(number)))
                )
                if is_packed
                else place
                for number, (place, is_packed) in enumerate(zip(real, packed))
            ]
            if _share_deeper(directories):
                directories = [*map(archives.lowest, directories)]
            directory = _linked(directories, _names(named), Path(aside), settings)
        try:
            yield str(directory)
        except BratIaaError as error:
            # Nobody knows the directory aside.
            given = " and ".join(map(str, places))
            message = str(error).replace(str(directory), given)
            if aside in message:
                message = (
                    f"The files in {given} name no annotators. If they are one annotator's, name "
                    f"those of another one, too: brat-agreement report {typed(places[0])} OTHER."
                )
            error.args = (message, *error.args[1:])
            raise


def _has_annotators(place):
    """Whether annotators lie in a directory: two directories in it have the same text."""
    texts = Counter((path.name, path.stat().st_size) for path in place.glob("*/*.txt"))
    return any(times > 1 for times in texts.values())


def with_most_in_common(root, gold, other):
    """Of the directories below those of a gold and an annotator, the two that have most .ann files
    of one name in common, with the name of the gold, to be typed; or "".
    """
    below = [
        [
            (os.path.realpath(directory), {name for name in names if name.endswith(".ann")})
            for directory, _, names in os.walk(Path(root, name))
        ]
        for name in (gold, other)
    ]
    found = min(
        ((-len(a & b), one, two) for one, a in below[0] for two, b in below[1]), default=[0]
    )
    # What was unpacked is gone afterwards.
    packed = Path(root, gold).is_symlink() and any(
        Path(root).parent in Path(place).parents for place in found[1:]
    )
    if not found[0] or packed:
        return ""
    places = [Path(os.path.relpath(place)) for place in found[1:]]
    return " ".join(map(typed, (*places, "--gold", _names(places)[0])))


def _name_gold(settings, places, real):
    """Where the gold is given as a path, give its name."""
    gold = settings.get("gold")
    if not gold or not os.path.isdir(gold):
        return
    at = Path(os.path.realpath(gold))
    if "/" not in gold.rstrip("/") and at not in real:
        # A name of a directory in the project; or of one here.
        inside = (folders for top in real for _, folders, _ in os.walk(top))
        if gold in _names(real) or any(gold in folders for folders in inside):
            return
    if at not in real and at.parent not in real[: len(real) == 1]:
        named = " ".join(map(typed, (gold, *places)))
        raise ConfigError(
            f"--gold {gold}: name its directory, too: brat-agreement report {named} --gold "
            f"{typed(at.name)}"
        )
    settings["gold"] = at.name


def _choose(settings, names):
    """Compare the annotators of these names, with the one among them that is called a gold."""
    golds = gold_among(names)[:1] if len(names) > 1 else []
    if settings.get("gold") in names:
        golds = [settings["gold"]]
    others = [name for name in names if name not in golds]
    given = {"annotators": ", ".join(others), "layout": USUAL, "gold": "".join(golds) or None}
    for key, value in given.items():
        if settings.get(key) is None:
            settings[key] = value


def _linked(places, names, aside, settings):
    """A directory with links of these names to some directories, which may lie anywhere."""
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


def _project_in(root):
    """The directory of the project in an unpacked archive."""
    while (inside := archives.only_directory(root)) is not None:
        # A folder with files alone is one annotator's, or has all files: see how many there are.
        entries = list(inside.iterdir())
        folders = sum(entry.is_dir() for entry in entries)
        stems = {conllu_files.split_extension(entry.name)[0] for entry in entries}
        if folders == 1 or not folders and len(stems) == 1:
            break
        root = inside
    return root


def _share_deeper(directories):
    """Whether any two directories have a document of one name only if all above is left out."""

    def share(tops):
        stems = Counter(stem for top in tops for stem in files_below(top).stems)
        return any(times > 1 for times in stems.values())

    return (
        len(directories) > 1 and not share(directories) and share(map(archives.lowest, directories))
    )
