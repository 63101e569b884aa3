"""A draft in a real brat, of several processes, and of one that is killed."""

from drafts import AGAIN, ANNA, BEN, CARLA, LAYERS, TEXT, MadeDraft, project
from real_brat import RealBrat
from small_projects import put_raw

from brat_iaa.adjudication.rule import DraftRule

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


def test_brat_opens_a_draft_and_what_is_edited_there_is_the_decision(brat_folder, tmp_path):
    data = tmp_path / "data"
    root = project(data, anna=ANNA, ben=BEN, carla=CARLA)
    for name, ann in (("anna", LAYERS), ("ben", AGAIN), ("carla", LAYERS.replace("happy", "sad"))):
        put_raw(root, name, "layers", TEXT, ann)
    contents = ("annotation", CONF), ("visual", "[labels]\n[drawing]\n"), ("tools", TOOLS)
    for name, content in contents:
        (root / f"{name}.conf").write_text(content)
    made = MadeDraft.make(root, rule=DraftRule("majority"))
    brat = RealBrat(brat_folder, data, tmp_path / "brat", ["lead"])
    try:
        ask = brat.user("lead")
        where = {"collection": "/p/gold/", "document": "doc"}
        before, shown = made.data(), ask("getDocument", **where)
        assert shown["messages"] == [] and "exception" not in shown and made.data() == before
        assert [one[1] for one in shown["comments"]] == ["AnnotationIncomplete"] * 2
        changed = ask(
            "createArc", **where, origin="T3", target="T4", type="iobj", attributes="{}",
            old_type="obj", old_target="T4", comment="",
        )  # fmt: skip
        assert "exception" not in changed and changed["messages"] == []
        assert made.case("dogs").status == "brat" and "iobj Arg1:T3 Arg2:T4" in made.text()
        assert len(made.notes()) == 1
        layers = ask("getDocument", collection="/p/gold/", document="layers")
        assert layers["messages"] == [] and "exception" not in layers
        assert [len(layers[each]) for each in ("events", "normalizations")] == [2, 1]
        made.read("layers")
    finally:
        brat.close()
