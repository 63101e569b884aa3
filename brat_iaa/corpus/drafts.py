"""What directories hold: by name a gold or a part of the work; by a mark, a draft of a gold."""

import os
import re

# brat passes over names with a leading dot. The file goes wherever the directory goes: under
# another name, into a copy, a backup or a repository.
MARK = ".brat-agreement-draft"
_SAID = (
    "This directory holds a gold standard, or the draft of one. It is not an annotator's. If it "
    "is one, as the directory was copied for somebody to begin with, delete this file.\n"
)
NOT_COMPARED = (
    f"This is a draft of a gold: it has the file {MARK}. It is not compared. If it is an "
    "annotator's, delete the file."
)
# brat knows the type: spans and arcs with such a note glow. Its own dialogs write none.
_NOTED = "AnnotationIncomplete"
_NOTE = re.compile(rf"#D[0-9]+\t{_NOTED} ")
# What a reference is called, the likeliest name first; those before "final" are hardly a phase's.
_GOLD = (
    *("gold", "golden", "goldstandard", "gt", "groundtruth", "truth", "reference", "ref"),
    *("adjudicated", "adjudication", "curated", "curation", "consensus"),
    *("final", "merged", "merge", "harmonized", "harmonised", "reconciled", "agreed"),
)
SURELY_GOLD = _GOLD[: _GOLD.index("final")]
_BESIDE_GOLD = {"standard", "ground", "annotation", "annotations", "data", "set", "user", "v"}
# What parts of the work are called, where annotators and they both share texts.
_PARTS = {
    *("batch", "b", "round", "r", "phase", "week", "iteration", "iter", "part", "set", "fold"),
    *("task", "stage", "pilot", "run", "day", "month", "wave", "train", "training", "dev", "test"),
}


def is_draft(directory):
    """Whether a directory has the mark; a link to such a directory has none."""
    marked = os.path.join(directory, MARK)
    return not os.path.islink(directory) and os.path.isfile(marked)


def names(root):
    """Set of the names of the drafts in a project's directory. Raises OSError."""
    return {name for name in os.listdir(root) if is_draft(os.path.join(root, name))}


def unmarked(name):
    """What to say of a directory that is named as draft or gold and has no mark, and what to do.

    name  in the project's directory
    """
    import shlex

    return (
        f"{name} was not made as a draft, so it may be an annotator's: nothing is decided in it. "
        f"If it is a gold standard or the draft of one, and is to be changed here, type in the "
        f"project's directory: touch {shlex.quote(f'{name}/{MARK}')}"
    )


def mark(directory):
    """Say in a directory that it is a draft. Raises OSError."""
    with open(os.path.join(directory, MARK), "w", encoding="utf-8") as file:
        file.write(_SAID)


def gold_among(names, usual=_GOLD):
    """Those of some names that are probably a gold, the likeliest first."""
    ranks = {name: gold_rank(name) for name in names}
    likely = [name for name, rank in ranks.items() if rank is not None and rank < len(usual)]
    return sorted(likely, key=lambda name: (ranks[name], name))


def gold_rank(name):
    """How unlikely it is that a name is a gold's, from 0; None: it is none."""
    words = {*_words(name)}
    golds = words & {*_GOLD}
    return min(map(_GOLD.index, golds)) if golds and words <= {*_GOLD, *_BESIDE_GOLD} else None


def is_part(name):
    """Whether a name is that of a part of the work: batch, 03, phase2-output."""
    numbered = re.match(r"([^\W\d_]+)[\W_]*\d", name.casefold())
    return {*_words(name)} <= _PARTS or numbered is not None and numbered[1] in _PARTS


def _words(name):
    """Its words in small letters, without numbers."""
    return re.findall(r"[^\W\d_]+", name.casefold())


def is_note(line):
    """Whether a line of an .ann file is a note of the program on what is open in a draft. People
    read such notes in brat; nothing else does.
    """
    return _NOTE.match(line) is not None


def note(number, target, text):
    """The line of such a note."""
    return f"#D{number}\t{_NOTED} {target}\t{' '.join(text.split())}"
