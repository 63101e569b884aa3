"""The command plot writes a picture, or says why not."""

import pytest
from every_record import write

from brat_iaa.cli import main


@pytest.fixture
def run(tmp_path, capsys):
    write(tmp_path / "p", "[layer it]\nkind = labels\n[layer arcs]\nkind = dependencies\n")

    def run(to, *arguments):
        path = tmp_path / to
        state = ["--state-dir", str(tmp_path / "state")]
        code = main(["plot", str(tmp_path / "p"), "--to", str(path), *state, *arguments])
        return code, path, capsys.readouterr().err

    return run


def test_it_is_svg_with_text_and_a_title(run):
    code, path, err = run("f.svg", "--what", "labels", "--layer", "it")
    assert code == 0 and err.endswith(f"Wrote {path}: F1, exact of each label of it, with 95% "
                                      "intervals; items at the right.\n")  # fmt: skip
    assert path.read_text().startswith("<svg") and "F1, exact of each label" in path.read_text()


@pytest.mark.parametrize(
    "to, arguments, said",
    [
        ("f.pdf", (), "expected .svg, as in f.svg"),
        ("f.svg", ("--layer", "itt"), "Did you mean “it”?"),
        ("f.svg", ("--layer", ""), "there is no such layer. Allowed: "),
        ("f.svg", ("--what", "phases"), "has no snapshot yet"),
        ("no/f.svg", (), "there is no directory"),
    ],
)
def test_what_is_wrong_is_said(run, to, arguments, said):
    code, path, err = run(to, *arguments)
    assert code == 2 and said in err and not path.exists()
