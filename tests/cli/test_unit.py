"""The unit of systemd that starts a server with the computer."""

import pytest

from brat_iaa.cli import main
from brat_iaa.cli.servers import _quoted


def test_the_command_as_it_was_typed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my data").mkdir()
    typed = ["proxy", "http://x/%7Eb/", "--data", "my data", "--prefix", "/team"]
    assert main([*typed, "--print-unit"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (start,) = (line for line in lines if line.startswith("ExecStart="))
    assert start.endswith(' proxy http://x/%%7Eb/ --data "my data" --prefix /team')
    assert start.startswith("ExecStart=/") and f"WorkingDirectory={tmp_path}" in lines
    assert f"User={(tmp_path / 'my data').owner()}" in lines


def test_a_directory_that_is_not_there(capsys):
    assert main(["service", "/nowhere/site.json", "--print-unit"]) == 2
    assert (
        capsys.readouterr().err
        == "brat-agreement: /nowhere/site.json: No such file or directory.\n"
    )


@pytest.mark.parametrize(
    "word, quoted",
    [("a", "a"), ("", '""'), ('a"b $c', '"a\\"b $$c"'), ("50%", "50%%"), ("a\\b", '"a\\\\b"')],
)
def test_words_as_systemd_reads_them(word, quoted):
    assert _quoted(word) == quoted
