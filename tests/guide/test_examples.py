"""What the guide shows is what comes out: each of its commands is run in the files that it shows.

Those of the papers take long, and their figures are tests/papers' in the first tier.
"""

import pytest
from guide_examples import PAPERS, play, printed_by, with_examples

PLAYED = [
    pytest.param(*shown, marks=[pytest.mark.system] * (shown[0] == PAPERS))
    for shown in with_examples()
]


@pytest.mark.parametrize("name, anchor", PLAYED)
def test_commands_print_what_the_guide_shows(name, anchor, tmp_path, monkeypatch, capsys):
    """Every line, in its order; … stands for lines that the guide does not show."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def run(words, lines):
        printed = printed_by(words, capsys)
        for line in lines:
            if line.strip() != "…":
                text = f"brat-agreement {' '.join(words)} does not print “{line}”"
                assert line in printed, text
                del printed[: printed.index(line) + 1]

    play(name, anchor, tmp_path, run)
