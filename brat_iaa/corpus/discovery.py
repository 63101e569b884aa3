"""Finds the annotators and documents of a project, by file names alone."""

import os
from collections import Counter
from filecmp import cmp
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from brat_iaa.corpus.archives import is_archive
from brat_iaa.corpus.conllu_files import FEWEST_COLUMNS
from brat_iaa.corpus.directories import Bounds, annotated_files, any_standoff, files_below
from brat_iaa.corpus.document_names import encoded_otherwise, one_name_each, one_spelling
from brat_iaa.corpus.drafts import NOT_COMPARED, is_draft
from brat_iaa.corpus.files import leads_astray
from brat_iaa.corpus.layout import USUAL, FileLayout
from brat_iaa.corpus.problem import Problem, quoted, typed
from brat_iaa.errors import NothingToCompare, ProjectError
from brat_iaa.spelling import likely, nearest

# Documents that are looked for in the directories beside; bytes of a file that tell its columns.
_TRIED, _BEGINNING = 50, 10_000
_LOOKS_LIKE = """A project looks like this:
    anna/  doc1.ann  doc1.txt
    ben/   doc1.ann  doc1.txt"""


class Listing(NamedTuple):
    """The files of a project.

    annotators  names, in the order of the settings, else sorted
    stems       {document: {annotator: path below the project, without extension}} of documents
                with a .ann, for annotators with .ann or .txt
    with_ann    {stem: extensions of what was annotated}: (".ann",), (".a1", ".a2"), one of them, or
                that of a file of CoNLL-U where nobody has any file of brat
    problems    of file names and formats
    texts       {document: path of a .txt without extension}: it serves who has none
    given       {stem with a .a2 alone: path without extension of the .a1 that belongs to it}
    treebanks   whether the files are CoNLL-U
    """

    annotators: tuple
    stems: dict
    with_ann: dict
    problems: tuple
    texts: dict = {}
    treebanks: bool = False
    given: dict = {}

    def file(self, stem):
        """The path of what was annotated, below the project; brat's name of it is .ann."""
        return stem + (self.with_ann[stem][0] if self.treebanks else ".ann")


def list_project(
    root, layout=USUAL, named=None, apart=(), bounds=Bounds(), patterns=None, known=()
) -> Listing:
    """List the files of a project.

    root      directory
    layout    FileLayout
    named     names of the annotators; None: all who have .ann files
    apart     names of directories that are no annotators
    bounds    Bounds
    patterns  names of the documents to list, in which * is any text; None: all
    known     names that documents have in what they are compared with
    Raises ProjectError (no files).
    """
    root, layout = Path(root), FileLayout(layout)
    if not root.is_dir():
        raise ProjectError(_no_directory(root))
    if not os.access(root, os.R_OK | os.X_OK):
        raise ProjectError(f"{root} cannot be read: permission denied.")
    files = files_below(root, bounds.within)
    files_of, problems = _files_of(root, layout, apart, bounds, files)
    standoff = any_standoff(
        extensions for of_annotator in files_of.values() for _, extensions in of_annotator.values()
    )
    annotators = _annotators(root, layout, files_of, files.stems, standoff, named, bounds, problems)
    stems, with_ann = {}, {}
    documents_of = {
        name: [document for document, _ in files_of[name].values()] for name in annotators
    }
    name_of = one_name_each(documents_of, known)
    stem_of = {
        document: path for name in annotators for path, (document, _) in files_of[name].items()
    }
    problems += encoded_otherwise(name_of, stem_of)
    for annotator in annotators:
        for path, (written, extensions) in files_of[annotator].items():
            document = name_of[written]
            if (
                path in bounds.hidden
                or patterns is not None
                and not any(fnmatchcase(document, pattern) for pattern in patterns)
            ):
                continue
            if annotated := annotated_files(extensions, standoff):
                with_ann[path] = annotated
            if path in with_ann or ".txt" in extensions:
                stems.setdefault(document, {})[annotator] = path
    stems = {
        document: stems[document]
        for document in sorted(stems)
        if any(path in with_ann for path in stems[document].values())
    }
    if patterns is not None and not stems:
        there = {
            name_of[document]
            for name in annotators
            for path, (document, _) in files_of[name].items()
            if path not in bounds.hidden
        }
        raise ProjectError(
            f"No document in {root} is called {', '.join(patterns)}."
            f"{nearest(patterns[0], sorted(there), 'Documents')} A * stands for any text."
        )
    texts = {
        document: document
        for document in stems
        if os.path.isfile(path := f"{root}/{document}.txt")
        and not leads_astray(path, bounds.within)
    }
    for of_annotator in files_of.values():
        for path, (document, extensions) in of_annotator.items():
            if ".txt" in extensions and path not in bounds.hidden:
                texts.setdefault(document, path)
    given = {}
    if any(".a2" in extensions for extensions in with_ann.values()):
        given = _given(root, layout, bounds, files, stems, with_ann)
        problems += _in_parts(stems, with_ann, given)
    return Listing(annotators, stems, with_ann, tuple(problems), texts, not standoff, given)


def _given(root, layout, bounds, files, stems, with_ann):
    """Listing.given: of who has a .a2 alone, the .a1 of the document, if all that there are are the
    same.
    """
    there: dict = {}
    for stem, extensions in files.stems.items():
        if ".a1" in extensions and bounds.only is None:
            _, document = layout.split(stem) or (None, stem)
            there.setdefault(document, []).append(stem)
    given = {}
    for document, of_document in stems.items():
        first, *others = there.get(document, [None])
        paths = [f"{root}/{stem}.a1" for stem in (first, *others)]
        if first is not None and all(cmp(paths[0], path, False) for path in paths[1:]):
            alone = (stem for stem in of_document.values() if with_ann.get(stem) == (".a2",))
            given.update(dict.fromkeys(alone, first))
    return given


def _in_parts(stems, with_ann, given):
    """Yield the Problems of documents of which one part, the .a1 or the .a2, is missing."""
    if given:
        stem, first = next(iter(given.items()))
        message = (
            f"Files .a2 without their .a1: {len(given)}. The .a1 of the document is read with "
            f"each, here {first}.a1."
        )
        yield Problem(f"{stem}.a2", None, "given", message)
    for document, of_document in stems.items():
        parts = {name: with_ann.get(stem, ()) for name, stem in of_document.items()}
        have = [name for name, extensions in parts.items() if ".a2" in extensions]
        for name, extensions in parts.items() if have else ():
            if extensions == (".a1",):
                message = (
                    f"{name} has no {document}.a2, which {have[0]} has: read as nothing annotated "
                    "in it."
                )
                yield Problem(f"{of_document[name]}.a1", None, "no-a2", message)


def directories(root, layout, bounds=Bounds()):
    """Set of the names of all directories in which annotators could have their files; of all
    annotators where each has a file.
    """
    files = files_below(root, bounds.within)
    if layout.depth is None:
        return {split[0] for split in map(layout.split, files.stems) if split}
    drafts = () if bounds.drafts else _drafts(root, layout, files)
    owners = {
        _owner(layout, path)
        for path in files.directories
        if not _lies_in(path.rpartition("/")[0], drafts)
    }
    return owners - {None}


def no_directory(name, names_there):
    """The Problem that settings name a directory that is not there"""
    message = (
        "This directory is named, but it is not there, or marked as a draft. So nothing is "
        f"compared with it.{nearest(name, sorted(names_there), 'Directories')}"
    )
    return Problem(name, None, "no-directory", message)


def _files_of(root, layout, apart, bounds, files):
    """({annotator: {path below the project, without extension: (document, set of extensions)}},
    list of Problem) of the Files that may be read.
    """
    drafts = () if bounds.drafts else _drafts(root, layout, files)
    files_of, unread = {}, set()

    def is_closed(annotator):
        return annotator in apart or bounds.only is not None and annotator not in bounds.only

    def is_read(annotator, path):
        return not is_closed(annotator) and not _lies_in(path, drafts)

    for path in files.directories:
        if (annotator := _owner(layout, path)) is not None:
            if is_read(annotator, path):
                files_of.setdefault(annotator, {})
            else:
                unread.add(path)
    for path, extensions in files.stems.items():
        annotator, document = layout.split(path) or (None, None)
        if annotator is not None and is_read(annotator, path):
            files_of.setdefault(annotator, {})[path] = document, extensions
    merged: dict = {}
    for annotator, name in one_spelling(sorted(files_of)).items():
        merged.setdefault(name, {}).update(files_of[annotator])
    files_of = merged
    problems = [problem for problem in files.problems if not _lies_in(problem.file, unread)]
    drafts = [path for path in drafts if not is_closed(path.rpartition("/")[2])]
    return files_of, problems + [Problem(path, None, "draft", NOT_COMPARED) for path in drafts]


def _owner(layout, path):
    """The annotator whose directory a path is in a FileLayout, or None."""
    if layout.is_beside(path):
        return layout.gold_beside if path == layout.beside[0] else None
    return path.rpartition("/")[2] if path and path.count("/") == layout.depth else None


def _drafts(root, layout, files):
    """Directories of annotators, or above them, that are drafts, and so passed over."""
    return [
        path
        for path in files.directories
        if path and path.count("/") <= (layout.depth or 0) and is_draft(f"{root}/{path}")
    ]


def _lies_in(path, directories):
    """Whether a path is one of some directories, or below one."""
    return any(f"{path}/".startswith(f"{directory}/") for directory in directories)


def _annotators(root, layout, files_of, stems, standoff, named, bounds, problems):
    holding = sorted(
        annotator
        for annotator, files in files_of.items()
        if any(annotated_files(extensions, standoff) for _, extensions in files.values())
    )
    if named is not None:
        chosen = tuple(name for name in named if name in files_of)
        missing = [name for name in named if name not in files_of]
        if {*chosen} & {*holding}:
            problems.extend(no_directory(name, holding) for name in missing)
            return chosen
        if missing or holding:
            what = (
                f"There is no {'file' if layout.depth is None else 'directory'} for the annotator "
                f"{quoted(missing[0])} in {root}."
                if missing
                else f"None of the annotators {', '.join(named)} has an .ann file in {root}."
            )
            raise ProjectError(
                f"{what} Annotators with .ann files: {', '.join(holding) or 'none'}. Correct the "
                "setting annotators."
            )
    elif holding:
        return tuple(holding)
    raise NothingToCompare(_nothing_found(root, layout, stems))


def _no_directory(root):
    """Why a path is no project, and what to type."""
    if is_archive(root):
        return f"{root} is packed. Unpack it, and name the directory."
    if root.exists():
        return f"{root} is a file. Name the project's directory, or unpack it first. {_LOOKS_LIKE}"
    try:
        beside = [path.name for path in root.parent.iterdir() if path.is_dir()]
    except OSError:
        beside = []
    near = likely(root.name, beside)
    meant = f" Did you mean {typed(root.parent / near)}?" if near else f" {_LOOKS_LIKE}"
    return f"{root}: no such directory.{meant}"


def _nothing_found(root, layout, extensions_of):
    """Why no annotator was found, and what to type."""
    standoff = any_standoff(extensions_of.values())
    stems = [
        stem for stem, extensions in extensions_of.items() if annotated_files(extensions, standoff)
    ]
    kind = ".ann file" if standoff else "file of CoNLL-U"
    if not stems:
        packed = [path for path in sorted(root.iterdir()) if is_archive(path)]
        hint = (
            f" It holds what is packed: brat-agreement report {' '.join(map(typed, packed[:2]))}."
            if packed
            else f" {_LOOKS_LIKE}"
        )
        return (
            f"No .ann files were found in {root}, and none of CoNLL-U: looked into every directory "
            f"and the directories below.{_what_is_there(root)}{hint}"
        )
    if any("/" in stem for stem in stems):
        first = min(stems)
        return (
            f"No {kind} in {root} lies as layout = {layout} says; the first one is "
            f"{first}{annotated_files(extensions_of[first], standoff)[0]}. Correct the layout, or "
            "leave it out: then it is found."
        )
    if not standoff and (columns := _too_few_columns(root, extensions_of, stems)):
        return columns
    above = typed(os.path.normpath(root / os.pardir))
    return (
        f"The {kind}s in {root} lie in the directory itself, and their names name nobody. If all "
        f"are one annotator's, name the folder above: brat-agreement report {above}. Or name the "
        f"directories to compare: brat-agreement report {typed(root)} OTHER_DIR. {_LOOKS_LIKE}"
    )


def _what_is_there(root):
    """A sentence on the files that are there instead, "" without any."""
    endings: Counter = Counter()
    for _, _, names in islice(os.walk(root), _TRIED):
        endings.update(os.path.splitext(name)[1] for name in names if not name.startswith("."))
    if [*endings] == [".txt"]:
        return " There are texts alone: nobody has opened them in brat, which makes the .ann files."
    known = [ending for ending, _ in endings.most_common(3) if ending not in ("", ".conf", ".txt")]
    return f" Files of {' and '.join(known)} are not read." if known else ""


def _too_few_columns(root, extensions_of, stems):
    """A sentence on files that are none of CoNLL-U, such as those of BIO labels; None of others."""
    for stem in stems[:_TRIED]:
        (extension,) = annotated_files(extensions_of[stem], False)
        with open(f"{root}/{stem}{extension}", "rb") as file:
            lines = file.read(_BEGINNING).split(b"\n")
        columns = max((len(line.split()) for line in lines if line[:1] != b"#"), default=0)
        if 0 < columns < FEWEST_COLUMNS and not extension.endswith(".gz"):
            return (
                f"{stem}{extension} has {columns} columns, and files of CoNLL-U have 10. Labels of "
                "tokens in columns, such as BIO, are not read: write them as .ann files, a line a "
                "span."
            )
    return None
