"""Skjærholt 2014, A chance-corrected measure of inter-annotator agreement for syntax (ACL), Table
2.

The rows NDT 1, NDT 3 and CDT (da), from brat files through the settings "[layer trees]". Values at
full precision come from an independent program and round to the printed ones.
"""

import shutil

import pytest
from checkout import CHECKOUT, PROJECTS

from brat_iaa.study import Study

SHIPPED = PROJECTS
BESIDE = CHECKOUT.parent / "shared" / "data" / "projects"

# alpha: value, observed, expected; then what the table prints, in percent.
ALPHAS = {
    "ndt1": {
        "plain": (0.983827037429048, 4.007692307692308, 247.8019899019899, 98.4),
        "diff": (0.9304874926528125, 4.007692307692308, 57.654261954261955, 93.0),
        "norm": (0.988325065009393, 0.0029939461637224778, 0.2564422128372643, 98.8),
    },
    "ndt3": {
        "plain": (0.9785338037241721, 5.566666666666666, 259.32245261984394, 97.9),
        "diff": (0.9118124949224145, 5.566666666666666, 63.12307692307692, 91.2),
        "norm": (0.9874067288489682, 0.0032029338233667383, 0.25433692207161746, 98.7),
    },
    "cdt_da": {
        "plain": (0.9568004175706852, 14.969135802469136, 346.511122577686, 95.7),
        "diff": (0.8474659513780011, 14.969135802469136, 98.13635668692429, 84.7),
        "norm": (0.962290315508725, 0.010884314811555518, 0.28863447038582024, 96.2),
    },
}
ACCURACIES = {
    "ndt1": {"UAS": 0.9629629629629629, "LAS": 0.9396654719235364, "LA": 0.9599761051373955},
    "ndt3": {"UAS": 0.9674511767651477, "LAS": 0.9529293940911367, "LA": 0.9704556835252879},
    "cdt_da": {"UAS": 0.9611528822055138, "LAS": 0.904344193817878, "LA": 0.9239766081871345},
}
SENTENCES = {"ndt1": (130, 1674), "ndt3": (150, 1997), "cdt_da": (162, 2394)}


def scores_of(root, tmp_path, settings="[layer trees]\n"):
    """{(measure, document): Score} of the trees layer over all annotators."""
    project = tmp_path / "project"
    shutil.copytree(root, project)
    (project / "iaa.conf").write_text(settings, "utf-8")
    agreement = Study(project).agreement()
    return {
        (score.measure, score.document): score
        for score in agreement.scores
        if score.layer == "trees" and score.annotators == agreement.annotators
    }


@pytest.mark.system
@pytest.mark.parametrize("name", ALPHAS)
def test_table_2(name, tmp_path):
    root = SHIPPED / name if (SHIPPED / name).is_dir() else BESIDE / name
    if not root.is_dir():
        pytest.skip(
            f"the treebank {name} is not at {root}; it may not be shipped with brat-agreement"
        )
    scores = scores_of(root, tmp_path)
    for metric, (value, observed, expected, printed) in ALPHAS[name].items():
        score = scores[f"alpha-{metric}", None]
        assert score.observed == pytest.approx(observed, rel=1e-13)
        assert score.expected == pytest.approx(expected, rel=1e-13)
        assert score.value == pytest.approx(value, rel=1e-13)
        assert round(100 * score.value, 1) == printed
        assert score.items == SENTENCES[name][0]
        assert score.interval[0] < score.value < score.interval[1]
    for measure, value in ACCURACIES[name].items():
        assert scores[measure, None].value == pytest.approx(value, rel=1e-13)
        assert scores[measure, None].items == SENTENCES[name][1]
        assert "|ignored:0|" in scores[measure, None].signature


def write(root, annotator, text, ann):
    folder = root / annotator
    folder.mkdir(parents=True)
    (folder / "d.txt").write_text(text, "utf-8")
    (folder / "d.ann").write_text(ann, "utf-8")


TOKENS = (
    "T1\tROOT 0 4\tROOT\nT2\tW 5 8\tshe\nT3\tW 9 13\tsees\nT4\tW 14 17\tthe\nT5\tW 18 21\tdog\n"
)
ARCS = (
    "R1\tPRED Arg1:T1 Arg2:T3\nR2\tSUBJ Arg1:T3 Arg2:T2\nR3\tDET Arg1:T5 Arg2:T4\nR4\t%s "
    "Arg1:T3 Arg2:T5\n"
)


@pytest.mark.parametrize(
    "other, value, reason", [("IOBJ", 0.0, None), ("OBJ", None, "every value is the same")]
)
def test_one_sentence(other, value, reason, tmp_path):
    """With one difference alpha is exactly 0, without one it is undefined (section 3 and README of
    his program).
    """
    text = "ROOT she sees the dog\n"
    write(tmp_path / "p", "anna", text, TOKENS + ARCS % "OBJ")
    write(tmp_path / "p", "ben", text, TOKENS + ARCS % other)
    scores = scores_of(tmp_path / "p", tmp_path)
    for metric in ("plain", "diff", "norm"):
        score = scores[f"alpha-{metric}", None]
        assert (score.value, score.undefined) == (value, reason)
    assert scores["LAS", None].value == (0.75 if value is not None else 1.0)
    assert scores["UAS", None].value == 1.0


def test_phrase_structure(tmp_path):
    """Brackets S(0,3) NP(0,1) VP(1,3) against S(0,3) NP(0,1) NP(1,3): one relabelled node, Jaccard
    2/4.
    """
    text = "she sees dogs\n"
    nodes = "T1\tS 0 13\tshe sees dogs\nT2\tNP 0 3\tshe\nT3\t%s 4 13\tsees dogs\n"
    write(tmp_path / "p", "anna", text, nodes % "VP")
    write(tmp_path / "p", "ben", text, nodes % "NP")
    scores = scores_of(
        tmp_path / "p", tmp_path, "[layer trees]\nnodes = spans\ntypes = S, NP, VP\n"
    )
    assert scores["jaccard", None].value == 0.5
    assert scores["jaccard", None].items == 3
    plain, norm = scores["alpha-plain", None], scores["alpha-norm", None]
    assert (plain.observed, plain.expected, plain.value) == (1.0, 1.0, 0.0)
    # m = n = 3 words: distance 1 / 6, squared.
    assert norm.observed == pytest.approx(1 / 36, rel=1e-15)
