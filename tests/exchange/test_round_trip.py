"""Figures are the same to the last digit in CoNLL-U and in brat's files."""

import pytest
from drawn_projects import Drawn
from small_projects import put_raw
from treebank_files import put_file, put_treebank

from brat_iaa.config import load
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.exchange.names import decoded
from brat_iaa.exchange.to_brat import collection
from brat_iaa.exchange.to_conllu import treebanks
from brat_iaa.study import Study


def figures(root, **settings):
    """{what a figure is about: what it is}"""
    scores = Study(root, settings).agreement().scores
    return {
        (decoded(score.layer), score.measure, score.statistic, score.annotators, score.document,
         decoded(score.label or "")):
        tuple(
            round(of, 12) if isinstance(of, float) else of
            for of in (score.value, score.observed, score.expected, score.items, score.missing,
                       *(score.interval or ()))
        )
        for score in scores
    }  # fmt: skip


def project_of(root, **settings):
    config = load(root, settings)
    return ProjectReader(root, config, config.excluded_dirs).read(), config.dependencies


def write(root, files):
    for path, data in files.items():
        put_file(root, path, data)
    return root


@pytest.mark.parametrize(
    "graph, seed, annotators",
    [
        ("both", 3, "anna ben"), pytest.param("basic", 1, "anna ben carla", marks=pytest.mark.system),
        pytest.param("enhanced", 2, "anna ben", marks=pytest.mark.system),
    ],
)  # fmt: skip
def test_from_conllu_to_brat(graph, seed, annotators, tmp_path):
    root = put_treebank(tmp_path / "conllu", seed, annotators.split(), enhanced=graph != "basic")
    project, _ = project_of(root, graph=graph)
    there = write(tmp_path / "brat", collection(project, 100))
    found = figures(root, graph=graph)
    assert figures(there) == found
    # In parts, figures of documents are others, and somebody may lack a part: then the figure of
    # all is another, too.
    parts = figures(write(tmp_path / "parts", collection(project, 2)))
    trees = [
        key for key in parts if key[0] == "dependencies" and key[4] is None and len(key[3]) == 2
    ]
    assert trees and [parts[key][0] for key in trees] == [found[key][0] for key in trees]


@pytest.mark.parametrize("seed", range(2))
def test_from_brat_to_conllu(seed, tmp_path):
    """Tokens that one lacks, several heads or none."""
    root = Drawn(seed).write(tmp_path / "brat")
    project, settings = project_of(root)
    files, lost, several = treebanks(project, settings)
    assert several and not +lost
    there = write(tmp_path / "conllu", files)
    assert figures(there, graph="enhanced") == figures(root)


def test_what_conllu_cannot_hold_is_counted(tmp_path):
    text = "ROOT he sees\nROOT Bo\n"
    ann = (
        "T1\tROOT 0 4\tROOT\nT2\tP 5 7\the\nT3\tV 8 12\tsees\nT4\tN 18 20\tBo\nT5\tX 5 12\the sees\n"
        "T6\tROOT 13 17\tROOT\n"
        "R1\tsubj Arg1:T3 Arg2:T2\t\nR2\tobj Arg1:T3 Arg2:T4\t\nR3\troot Arg1:T1 Arg2:T3\t\n"
        "A1\tNegated T3\nA2\tKind T3 a|b\nN1\tReference T4 Wiki:1\tBo\n#1\tAnnotatorNotes T2\ta|b\n"
    )
    put_raw(tmp_path / "p", "anna", "d", text, ann)
    settings = project_of(tmp_path / "p", token_types="P, V, N")
    files, lost, several = treebanks(*settings)
    assert files["anna/d.conllu"].decode() == (
        "# sent_id = d-1\n# text = he sees\n"
        "1\the\t_\tP\t_\t_\t2\tsubj\t_\tAnnotatorNotes=a\\pb\n"
        "2\tsees\t_\tV\t_\tNegated=Yes\t0\troot\t_\t_\n\n"
        "# sent_id = d-2\n# text = Bo\n1\tBo\t_\tN\t_\t_\t_\t_\t_\t_\n\n"
    )
    assert not several and +lost == {
        "arcs between sentences": 1, "normalizations": 1, "spans that are no tokens": 1,
        "attributes that are not on a token, or have signs that end a value": 1,
    }  # fmt: skip
