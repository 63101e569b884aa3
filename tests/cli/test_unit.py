"""The unit of systemd that starts a server with the computer."""

from brat_iaa.cli import main


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
