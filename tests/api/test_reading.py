"""A project from Python: flat records of every kind, the command line's names and messages."""

import inspect
import shutil

import pytest
from checkout import DEMO
from every_record import write
from small_projects import put_raw

import brat_iaa as iaa
from brat_iaa.config import SETTINGS
from brat_iaa.kinds import KINDS
from brat_iaa.phases.archive import Archive
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path


@pytest.fixture(scope="module")
def demo():
    return iaa.read(DEMO)


def test_keywords_are_the_settings_that_are_options():
    options = {setting.key for setting in SETTINGS if setting.option} | {"units"}
    named = set(inspect.signature(iaa.read).parameters)
    assert named - {"paths", "snapshot", "state_dir"} == options


@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_every_kind_are_of_one_type(kind, tmp_path):
    write(tmp_path, f"[project]\ngold = gold\n[layer it]\nkind = {kind}\n", further=["gold"])
    agreement = iaa.read(tmp_path)
    assert agreement.items and agreement.scores
    for listed in (
        agreement.scores, agreement.places, agreement.patterns, agreement.confusion(),
        agreement.documents, agreement.items,
    ):  # fmt: skip
        assert len({tuple(record) for record in listed}) < 2
        columns = zip(*(record.values() for record in listed))
        for column in ([value for value in own if value is not None] for own in columns):
            assert any(all(isinstance(v, of) for v in column) for of in (str, (int, float)))


def test_a_score_by_the_names_of_the_report(demo):
    laa = demo.score("LAA")
    assert (laa["figure"], laa["annotators"]) == ("LAA, MASI (RD13)", "anna, ben, carla")
    assert demo.score("LAA:alpha", annotators=["ben", "anna"])["annotators"] == "anna, ben"
    assert demo.score("laa:gcm", annotators=["ben", "anna"])["annotators"] == "ben, anna"
    assert demo.score("dependencies/UAA", document="my_city")["document"] == "my_city"
    label = demo.score("LAA", label="SUBJ")
    assert label in demo.scores and label["label"] == "SUBJ"


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda a: a.score("LAB"), r"score\('LAB'\): unknown measure “LAB”. Did you mean “LAA”\?"),
        (lambda a: a.score("LAA", label="SUB"), "no label SUB. Did you mean “SUBJ”"),
        (lambda a: a.score("LAA", document="city"), "no document city. Did you mean “my_city”"),
        (lambda a: a.score("LAA", annotators=["anna"]), "There are: anna, ben, carla; anna, ben"),
        (lambda a: a.score("LAA:gcm"), "name the annotators"),
        (lambda a: a.confusion("pos"), "no layer pos. Layers: dependencies"),
        (lambda a: a.plot("pares"), "no such picture"),
        (lambda a: a.plot("documents", "pos"), "no such layer. Allowed: dependencies"),
        (lambda a: a.plot().save("f.pdf"), "f.pdf: found the ending “.pdf”, expected .svg"),
        (lambda a: iaa.read(DEMO / "none"), "none: no such directory"),
        (lambda a: iaa.read(DEMO, units="words"), "--units words: not a value of this setting"),
        (lambda a: iaa.read(DEMO, snapshot=7), "no snapshot 7"),
    ],
)
def test_errors_are_of_one_class_and_say_what_there_is(demo, call, words):
    with pytest.raises(iaa.BratIaaError, match=words):
        call(demo)


def test_a_snapshot_is_compared_with_the_files_as_they_are(tmp_path):
    root = shutil.copytree(DEMO, tmp_path / "p")
    state = tmp_path / "state"
    database = Database(project_database_path(root, state))
    Snapshots(root, database).take("first")
    put_raw(root, "ben", "my_city", (root / "anna" / "my_city.txt").read_text("utf-8"),
            (root / "anna" / "my_city.ann").read_text("utf-8"))  # fmt: skip
    (taken,) = iaa.snapshots(root, state_dir=state)
    assert (taken["number"], taken["phase"]) == (1, "first")
    before, after = iaa.read(root, snapshot=1, state_dir=state), iaa.read(root)
    comparison = iaa.compare(before, after)
    laa = comparison.differences[next(
        n for n, own in enumerate(comparison.differences)
        if (own["measure"], own["statistic"], own["annotators"]) == ("LAA", "masi", "anna, ben")
    )]  # fmt: skip
    assert laa["difference"] > 0
    Archive(database).delete(1, "by mistake")
    assert iaa.snapshots(root, state_dir=state) == []
    resolved = [change for change in comparison.changes if change["status"] == "resolved"]
    assert {change["document"] for change in resolved} == {"my_city"}


def test_a_picture_is_shown_and_saved(demo, tmp_path):
    picture = demo.plot("documents")
    for name in ("p.svg", "q.SVG"):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_text("utf-8") == picture._repr_svg_() + "\n"
    assert f"<desc>{picture.sentence}</desc>" in picture.svg and "my_city" in picture.sentence
