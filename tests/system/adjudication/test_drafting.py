"""An adjudication draft in a real brat."""

import pytest
from drafts import AGAIN, ANNA, BEN, CARLA, LAYERS, TEXT, project, read_back, written
from real_brat import RealBrat
from small_projects import put_raw

from brat_iaa.adjudication.drafting import draft


@pytest.fixture
def brat_with(brat_folder, tmp_path):
    started = []

    def start(data):
        started.append(RealBrat(brat_folder, data, tmp_path / "brat", ["lead"]))
        return started[-1]

    yield start
    for brat in started:
        brat.close()


CONF = (
    "[entities]\nROOT\nW\nPER\nPRO\n[relations]\n"
    + "".join(
        f"{label}\tArg1:<ENTITY>, Arg2:<ENTITY>\n"
        for label in ("subj", "obj", "iobj", "root", "coref")
    )
    + "then\tArg1:<EVENT>, Arg2:<EVENT>\n[events]\nMeet\tWho:PER, "
    "Whom:PER\nSmile\tWho:PRO, After:<EVENT>\n"
    "[attributes]\nPast\tArg:<EVENT>\nMood\tArg:<ENTITY>, Value:happy|sad\nSure\tArg:<RELATION>\n"
)
TOOLS = "[options]\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n"


def test_brat_opens_a_draft_and_the_adjudicator_works_on_it(brat_with, tmp_path):
    data = tmp_path / "data"
    root = project(data, anna=ANNA, ben=BEN, carla=CARLA)
    for name, ann in (("anna", LAYERS), ("ben", AGAIN), ("carla", LAYERS.replace("happy", "sad"))):
        put_raw(root, name, "layers", TEXT, ann)
    for name, content in (
        ("annotation", CONF),
        ("visual", "[labels]\n[drawing]\n"),
        ("tools", TOOLS),
    ):
        (root / f"{name}.conf").write_text(content)
    result = draft(root, data / "draft", rule="majority")
    ask = brat_with(data).user("lead")
    where = {"collection": "/draft/", "document": "doc"}
    shown = ask("getDocument", **where)
    assert shown["messages"] == [] and "exception" not in shown
    assert [one[:2] for one in shown["relations"]] == [
        ["R1", "subj"],
        ["R2", "root"],
        ["R3", "obj"],
        ["R4", "subj"],
        ["R5", "root"],
    ]
    assert [one[:2] for one in shown["comments"]] == [
        ["R3", "AnnotatorNotes"],
        ["R4", "AnnotatorNotes"],
    ]
    before = written(result)
    # The adjudicator finds iobj right: changes the label, and takes the note away.
    changed = ask(
        "createArc",
        **where,
        origin="T3",
        target="T4",
        type="iobj",
        attributes="{}",
        old_type="obj",
        old_target="T4",
        comment="",
    )
    assert "exception" not in changed and changed["messages"] == []
    now = written(result)
    assert "iobj Arg1:T3 Arg2:T4" in now and "by majority: anna: obj" not in now
    assert now.count("\n") == before.count("\n") - 1
    layers = ask("getDocument", collection="/draft/", document="layers")
    assert layers["messages"] == [] and "exception" not in layers
    assert (
        len(layers["events"]) == 2
        and len(layers["attributes"]) == 3
        and len(layers["normalizations"]) == 1
    )
    read_back(result, "layers")
