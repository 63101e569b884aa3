"""What the guide shows is what comes out: each of its commands is run in the files that it shows."""

import pytest
from guide_examples import play, printed_by, with_examples


@pytest.mark.parametrize("name", with_examples())
def test_commands_print_what_the_guide_shows(name, tmp_path, monkeypatch, capsys):
    """Every line, in its order; a report has more lines than the guide shows."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def run(words, lines):
        printed = iter(printed_by(words, capsys))
        for line in lines:
            assert line in printed, f"brat-agreement {' '.join(words)} does not print “{line}”"

    play(name, tmp_path, run)
