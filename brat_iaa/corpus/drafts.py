"""Which directories of a project hold a gold in the making: those with a mark in them."""

import os

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
