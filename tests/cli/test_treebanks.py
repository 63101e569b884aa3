"""CoNLL-U from the command line: two files, a directory, into brat, and out of it."""

import pytest
from treebank_files import conllu, put_file

from brat_iaa.cli import main

ANNA = conllu("1 He he PRON _ _ 2 nsubj:pass / 2 sees see VERB _ _ 0 root")
BEN = ANNA.replace("nsubj:pass", "obj")


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Runs a command in the directory with the project; its exit code, output and errors."""
    for name, content in (("anna", ANNA), ("ben", BEN)):
        put_file(tmp_path, f"project/{name}/news.conllu", content)
    put_file(tmp_path, "other.conllu", BEN)
    monkeypatch.chdir(tmp_path)

    def run(line):
        code = main(line.split())
        out, err = capsys.readouterr()
        return code, " ".join(out.split()), " ".join(err.split())

    return run


@pytest.mark.parametrize(
    "places, said",
    [
        ("project", "LAA of anna and ben: .500"),
        ("project/anna/news.conllu project/ben/news.conllu", "LAA of anna and ben: .500"),
        ("project/anna/news.conllu other.conllu", "LAA of news and other: .500"),
    ],
)
def test_places_of_files(run, places, said):
    code, out, _ = run(f"report {places}")
    assert code == 0 and said in out and "LAA, MASI (RD13) .500 2" in out


def test_into_brat_and_out_of_it(run, tmp_path):
    assert run("convert project brat")[0] == 0
    assert (tmp_path / "brat/anna/news.txt").read_text() == "ROOT He sees\n"
    assert (tmp_path / "brat/anna/news.ann").read_text() == (
        "T1\tROOT 0 4\tROOT\nT2\tPRON 5 7\tHe\nT3\tVERB 8 12\tsees\n"
        "R1\tnsubj_colon_pass Arg1:T3 Arg2:T2\nR2\troot Arg1:T1 Arg2:T3\n"
        "#1\tLemma T2\the\n#2\tLemma T3\tsee\n"
    )
    conf = (tmp_path / "brat/annotation.conf").read_text()
    assert "nsubj_colon_pass\tArg1:<ENTITY>, Arg2:<ENTITY>\n" in conf
    assert "nsubj_colon_pass | nsubj:pass\n" in (tmp_path / "brat/visual.conf").read_text()
    assert run("convert brat back")[2] == "Wrote 2 files to back."
    written = (tmp_path / "back/anna/news.conllu").read_text()
    assert written == f"# sent_id = news-1\n# text = He sees\n{ANNA}"
    code, _, err = run("convert project brat")
    assert code == 2 and "brat exists already. Name a new directory" in err
