"""What the demo's annotators did after they had annotated apart: the later phases of both.

Of the dependencies edit by edit: history.tsv says how to read it. Of the clinic's notes as files of
the second phase, clinic_revised. The projects in the package stay as they are; edits are for
copies.
"""

import csv
import re
import shutil
from itertools import groupby, zip_longest
from pathlib import Path
from typing import NamedTuple

from brat_iaa.errors import ProjectError

FILE = Path(__file__).parent / "history.tsv"
REVISED = Path(__file__).parent / "clinic_revised"
# The phase in which the project in the package is.
FIRST = "1 apart"

_ARC = re.compile(r"(\S+)\((\S+)\)")
_TOKEN = re.compile(r"(.+)-(\d+)")


class HistoryEdit(NamedTuple):
    """One annotator's change of what one token has.

    sentence      from 1
    token         word-place, as in I-5
    was, becomes  arcs before and after, as in SUBJ(want-6) + SUBJ(visit-8); - is none
    """

    phase: str
    annotator: str
    document: str
    sentence: str
    token: str
    was: str
    becomes: str
    why: str


def edits():
    """List of all Edits, in their order."""
    with FILE.open(encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return [
        HistoryEdit(**row) for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    ]


def play(project, at_end_of):
    """Lead a copy of the project through its phases; it is left as it was at the end of the last.

    project    directory with the copy
    at_end_of  function of a phase's name, called while the files are as they were at its end
    Raises ProjectError if the copy is not what the edits are about.
    """
    at_end_of(FIRST)
    for phase, made in groupby(edits(), lambda edit: edit.phase):
        by_file = {}
        for edit in made:
            by_file.setdefault(project / edit.annotator / edit.document, []).append(edit)
        for path, edits_of_file in by_file.items():
            _change(path, edits_of_file)
        _open(project, phase)
        at_end_of(phase)


def revise(project, at_end_of):
    """The same of a copy of the clinic's notes, whose annotators revise them once."""
    at_end_of(FIRST)
    shutil.copytree(REVISED, project, dirs_exist_ok=True)
    _open(project, "2 revised")
    at_end_of("2 revised")


def _open(project, phase):
    settings = project / "iaa.conf"
    text = settings.read_text("utf-8")
    settings.write_text(re.sub(r"(?m)^phase *=.*$", f"phase = {phase}", text), "utf-8")


def _change(path, made):
    """Make edits in one document; path is without extension."""
    text, ann = (path.with_suffix(ending) for ending in (".txt", ".ann"))
    ids = _ids(text.read_bytes().decode("utf-8"), ann.read_bytes().decode("utf-8"))
    lines = ann.read_bytes().decode("utf-8").splitlines()
    for edit in made:
        try:
            lines = _changed(lines, edit, ids)
        except (KeyError, ValueError) as error:
            raise ProjectError(
                f"{ann}: expected {edit.token} in sentence {edit.sentence} with {edit.was}: {error}"
            ) from None
    ann.write_bytes("".join(line + "\n" for line in lines).encode("utf-8"))


def _ids(text, ann):
    """{(sentence from 1, word, place): brat's id of the token}."""
    by_start = {}
    for line in ann.splitlines():
        if line.startswith("T"):
            number, where, _ = line.split("\t")
            by_start[int(where.split()[1])] = number
    ids = {}
    for sentence, words in enumerate(re.finditer(r".+", text), 1):
        for place, word in enumerate(re.finditer(r"\S+", words[0])):
            ids[str(sentence), word[0], place] = by_start[words.start() + word.start()]
    return ids


def _changed(lines, edit, ids):
    """The lines after an edit; what stays an arc keeps its id and notes, as when an arc is changed
    in brat.
    """

    def id_of(token):
        word, place = _TOKEN.fullmatch(token).groups()
        return ids[edit.sentence, word, int(place)]

    def arcs(written):
        arcs = () if written == "-" else map(_ARC.fullmatch, written.split(" + "))
        return [f"{arc[1]} Arg1:{id_of(arc[2])} Arg2:{token}" for arc in arcs]

    token = id_of(edit.token)
    was, becomes = arcs(edit.was), arcs(edit.becomes)
    there = {}
    for line in lines:
        fields = line.split("\t")
        if line.startswith("R") and fields[1].endswith(f" Arg2:{token}"):
            there[fields[1]] = fields[0]
    if sorted(there) != sorted(was):
        raise ValueError(f"found {sorted(there)}")
    dropped = [arc for arc in was if arc not in becomes]
    drawn = [arc for arc in becomes if arc not in was]
    free = 1 + max(int(line[1 : line.index("\t")]) for line in lines if line.startswith("R"))
    for old, new in zip_longest(dropped, drawn):
        if old is None:
            lines = [*lines, f"R{free}\t{new}\t"]
            free += 1
        elif new is None:
            lines = [
                line
                for line in lines
                if there[old] not in (line.split("\t")[0], line.split("\t")[1].split(" ")[-1])
            ]
        else:
            lines = [
                f"{there[old]}\t{new}\t" if line.startswith(f"{there[old]}\t") else line
                for line in lines
            ]
    return lines
