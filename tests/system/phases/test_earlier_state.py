"""Agreement at a revision of Git, read from its objects: nothing is checked out or written."""

import os
import shutil
import subprocess

import pytest
from checkout import DEMO

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError
from brat_iaa.phases.earlier_state import files_at


def git(root, *arguments):
    identity = {"GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "e", "GIT_COMMITTER_NAME": "n",
                "GIT_COMMITTER_EMAIL": "e"}  # fmt: skip
    subprocess.run(["git", "-C", root, *arguments], check=True, env={**os.environ, **identity})


@pytest.fixture
def corpus(tmp_path):
    root = tmp_path / "repository" / ":corpus"  # a colon has a meaning for Git
    shutil.copytree(DEMO, root)
    (root / "anna" / "x\ty ü.ann").write_text("T1\tA 0 1\ta\n", "utf-8")
    (root / "link.ann").symlink_to("/etc/passwd")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"], ["tag", "first"]):
        git(root.parent, *words)
    return root


def lose(root):
    """ben's subjects become objects."""
    for path in (root / "ben").glob("*.ann"):
        path.write_text(path.read_text("utf-8").replace("\tSUBJ ", "\tOBJ "), "utf-8")


def test_the_files_are_those_of_the_revision(corpus):
    before = {
        path.relative_to(corpus).as_posix(): path.read_bytes()
        for path in corpus.rglob("*")
        if path.suffix in (".ann", ".txt", ".conf") and not path.is_symlink()
    }
    lose(corpus)
    assert files_at(corpus, "first") == files_at(corpus, "HEAD") == before


def test_worse_fails_and_as_before_passes(corpus, capsys):
    assert main(["check", str(corpus), "--against", "HEAD"]) == 0
    lose(corpus)
    status = subprocess.run(["git", "-C", corpus, "status", "--short"], capture_output=True).stdout
    capsys.readouterr()
    assert main(["check", str(corpus), "--against", "first", "--format", "github"]) == 1
    out = capsys.readouterr().out
    assert ": .911 at first" in out and "/ben/" in out
    assert "::warning file=" in out and "ok     UAA" in out
    after = subprocess.run(["git", "-C", corpus, "status", "--short"], capture_output=True).stdout
    assert status == after
    git(corpus, "commit", "-qam", "two")
    assert main(["check", str(corpus), "--against", "HEAD"]) == 0


@pytest.mark.parametrize("revision", ["nope", "--help", "7"])
def test_what_is_neither_says_what_to_type(corpus, revision):
    with pytest.raises(ConfigError, match="neither a snapshot nor a revision of Git"):
        files_at(corpus, revision)


def test_a_revision_without_annotations(corpus):
    git(corpus.parent, "rm", "-rqf", "--cached", "./:corpus")
    git(corpus.parent, "commit", "-qm", "gone")
    with pytest.raises(ConfigError, match="there is no annotation in"):
        files_at(corpus, "HEAD")
