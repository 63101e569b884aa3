"""A project as it was: a snapshot by its number, or a revision of Git, read without a checkout."""

import os
import subprocess
from pathlib import Path

from brat_iaa.agreement import Agreement
from brat_iaa.corpus.named_project import is_annotation
from brat_iaa.errors import ConfigError
from brat_iaa.phases.changes import PlaceChange, changes
from brat_iaa.phases.differences import Difference, common_part, differences
from brat_iaa.phases.report import leading_differences
from brat_iaa.phases.snapshots import agreement_of_files
from brat_iaa.scores import MEASURES

# Git's sign of a plain file; links and other repositories are not followed.
_PLAIN = ("100644", "100755")


def agreement_at(reference, root, snapshots, overrides) -> Agreement:
    """The Agreement of a project at an earlier time.

    reference  number of a snapshot, or a revision of Git such as "main" or "HEAD~3"
    snapshots  function that returns the project's Snapshots; called for numbers alone
    overrides  settings that replace those of its iaa.conf; a snapshot has its own

    Raises ConfigError, and what reading a project raises.
    """
    if reference.isdigit() and len(reference) < 10:
        kept = snapshots()
        if int(reference) in kept.whole_numbers():
            return kept.agreement(int(reference))
    files = files_at(root, reference)
    name = f"{Path(root).resolve().name} at {reference}".replace("/", "-")
    return agreement_of_files(name, files, overrides)


def files_at(root, revision) -> dict:
    """{path below a directory: bytes} of the annotations, texts and settings there at a revision of
    Git. Raises ConfigError.
    """
    # The name of a revision never is an option.
    asked = "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}"
    commit = _git(root, revision, *asked).decode().strip()
    prefix = _git(root, revision, "rev-parse", "--show-prefix").decode().strip("\n")
    listed = _git(root, revision, "ls-tree", "-r", "-z", "--full-tree", commit, "--", prefix or ".")
    wanted = {}
    for entry in filter(None, listed.split(b"\0")):
        facts, _, path = entry.partition(b"\t")
        mode, _, identifier = facts.decode().split()
        below = os.fsdecode(path)[len(prefix) :]
        if mode in _PLAIN and is_annotation(below):
            wanted[below] = identifier
    if not wanted:
        raise ConfigError(
            f"--against {revision}: there is no annotation in {root} at this revision of Git. Name "
            "a later one, or the number of a snapshot."
        )
    given = "".join(f"{identifier}\n" for identifier in wanted.values()).encode()
    return dict(zip(wanted, _contents(_git(root, revision, "cat-file", "--batch", given=given))))


def _contents(answer):
    """Yield the content of each object in an answer of git cat-file --batch."""
    start = 0
    while start < len(answer):
        end = answer.index(b"\n", start)
        size = int(answer[start:end].split()[-1])
        yield answer[end + 1 : end + 1 + size]
        start = end + size + 2


def _git(root, revision, *arguments, given=None):
    """What Git prints. Raises ConfigError with what it says."""
    try:
        done = subprocess.run(
            ["git", "--literal-pathspecs", "-C", os.fspath(root), *arguments],
            input=given,
            capture_output=True,
            check=False,
        )
    except OSError:
        raise ConfigError(
            f"--against {revision}: this is no snapshot of {root}, and there is no Git on this "
            "computer to look for a revision."
        ) from None
    if done.returncode:
        message = done.stderr.decode(errors="replace").strip().removeprefix("fatal: ")
        raise ConfigError(
            f"--against {revision}: neither a snapshot nor a revision of Git: {message}. "
            "Expected a number that brat-agreement phases lists, or such as main or HEAD~1. In a "
            "job of CI, fetch the history, too (fetch-depth: 0)."
        )
    return done.stdout


def leading_changes(before, after) -> tuple[list[Difference], list[PlaceChange]]:
    """(Differences of the leading figures of all annotators together, what became of the places)
    between two Agreements.
    """
    both = common_part(before, after)
    leaders = leading_differences(differences(both, after.config))
    # All together come first, of each figure; and the figure that leads, of other layers.
    together = {_led_by(difference): difference for difference in reversed(leaders)}
    leading = [difference for difference in leaders if difference is together[_led_by(difference)]]
    return leading, changes(before, after, both)


def _led_by(difference):
    """What has one leading figure: a measure of dependencies, any other layer."""
    return difference.layer, difference.measure if difference.measure in MEASURES else None
