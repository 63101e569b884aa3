"""Empty files: not begun, or documents in which nothing was found."""

import json
import shutil
from random import Random

import pytest
from review_pages import Annotator, configure
from viewers import Viewer

import brat_iaa as iaa
from brat_iaa.cli import main
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.study import Study

TEXT = "Ana Lopez left Rome today\n"
SPANS = "T1\tPER 0 9\tAna Lopez\nT2\tLOC 15 19\tRome\n"
NOTE = "#1\tAnnotatorNotes T1\tnothing here\n"
NOTHING = {"empty": "nothing"}
WORDS = [(0, 3), (4, 9), (10, 14), (15, 19), (20, 25)]


def put(root, name, document, content):
    (root / name).mkdir(exist_ok=True, parents=True)
    (root / name / f"{document}.txt").write_text(TEXT)
    (root / name / f"{document}.ann").write_text(content)


def four(root, first, second, content=""):
    """Of four documents the second side's last two hold other content."""
    for number in range(1, 5):
        put(root, first, f"d{number}", SPANS)
        put(root, second, f"d{number}", SPANS if number < 3 else content)
    return root


def figure(root, key=("f1", "exact"), layer="spans", overrides=None):
    (score,) = [
        score
        for score in Study(root, overrides).agreement().scores_of_figure(layer, key)
        if score.document is None
    ]
    return score


def test_who_found_nothing_agrees_on_nothing_there(tmp_path):
    root = four(tmp_path, "anna", "ben")
    assert figure(root).value == 1
    counted = figure(root, overrides=NOTHING)
    assert counted.value == pytest.approx(2 * 4 / (8 + 4))
    assert "|empty:nothing|" in counted.signature and "empty:" not in figure(root).signature


def test_recall_of_a_gold_counts_what_a_system_did_not_find(tmp_path):
    root = four(tmp_path, "gold", "sys")
    key = next(
        (score.layer, score.measure, score.statistic)
        for score in Study(root).agreement().scores
        if score.whole
        if "recall" in (score.measure, score.statistic) and score.label is None
    )
    assert figure(root, key[1:], key[0]).value == 1
    assert figure(root, key[1:], key[0], NOTHING).value == 0.5


def f1(scores):
    """The leading figure of the whole, and whether who is done is counted."""
    return next(
        (each["value"], "|empty:done|" in each["signature"])
        for each in scores
        if (each["measure"], each["statistic"]) == ("f1", "exact") and not each["document"]
    )


def test_who_is_done_found_nothing_in_empty_files_in_this_phase_and_in_what_it_left(
    tmp_path, capsys, monkeypatch
):
    """On the pages, on the command line, and for scripts alike."""
    root = four(tmp_path / "data" / "p", "anna", "ben")
    configure(root)
    ben, lead, state = Annotator(root.parent, "ben"), Viewer(root.parent), tmp_path / "state"

    def everywhere():
        assert main(["report", str(root), "--state-dir", str(state), "--format", "json"]) == 0
        outputs = (
            lead.twin("")["scores"], json.loads(capsys.readouterr().out)["scores"],
            iaa.read(root, state_dir=state).scores,
        )  # fmt: skip
        (found,) = {f1(scores) for scores in outputs}
        # Whoever says so to look at what others have, and takes it back, sees nothing more.
        assert ben.twin("disagreements/mine")["places"] == []
        return found

    assert everywhere() == (1, False)
    ben.post("disagreements/mine/done")
    done = pytest.approx(2 / 3), True
    assert everywhere() == done
    snapshots = Snapshots(root, Database(project_database_path(root, state, root.parent)))
    number = snapshots.take("2 revised").number
    # The next phase brings another document, which ben has only opened.
    put(root, "anna", "d5", SPANS)
    put(root, "ben", "d5", "")
    configured = (root / "iaa.conf").read_text()
    (root / "iaa.conf").write_text(configured.replace("2 revised", "3 more"))
    assert everywhere() == done
    later = snapshots.take("3 more").number
    (root / "iaa.conf").write_text(configured)
    ben.post("disagreements/mine/done", done="no")
    assert everywhere() == (1, False)
    for taken in (number, later):
        scores = [score for score in snapshots.state(taken).scores if score.measure == "f1"]
        kept = next(score for score in scores if score.whole and score.statistic == "exact")
        assert kept.value == done[0] and "|empty:done|" in kept.signature
        assert snapshots.verify(taken)
    assert not snapshots.agreement(number).empty_files
    assert snapshots.agreement(later).empty_files


def drawn(random):
    """Random spans with an attribute, beside those that are there."""
    spans = [place for place in WORDS if random.random() < 0.6]
    lines = [
        f"T{number}\t{random.choice(('PER', 'LOC'))} {start} {end}\t{TEXT[start:end]}\n"
        for number, (start, end) in enumerate(spans, 3)
    ]
    if spans and random.random() < 0.5:
        lines.append("A1\tNegated T3\n")
    return "".join(lines)


@pytest.mark.parametrize("seed", range(12))
def test_empty_files_count_as_files_with_a_note_and_never_raise_a_figure(seed, tmp_path):
    random = Random(seed)
    root = tmp_path / "empty"
    for document in ("d1", "d2", "d3"):
        for name in ("anna", "ben", "carla"):
            put(root, name, document, SPANS + drawn(random))
    for document in ("d4", "d5"):
        for name in ("anna", "ben", "carla"):
            empty = random.random() < 0.4
            put(root, name, document, "" if empty else SPANS + "R1\tnear Arg1:T1 Arg2:T2\t\n")
    put(root, "anna", "d6", SPANS)
    put(root, "ben", "d6", SPANS)
    noted = tmp_path / "noted"
    shutil.copytree(root, noted)
    for path in noted.glob("*/*.ann"):
        path.write_text(path.read_text() or NOTE)

    def figures(root, overrides=None):
        return {
            (score.layer, score.measure, score.statistic, score.annotators, score.document,
             score.label): (score.value, score.items)
            for score in Study(root, overrides).agreement().scores
        }  # fmt: skip

    with_empty = figures(root, NOTHING)
    assert with_empty == figures(noted)
    put(root, "carla", "d6", "")
    f1 = "spans", "f1", "exact", ("anna", "ben", "carla"), None, None
    assert figures(root, NOTHING)[f1][0] <= with_empty[f1][0]
