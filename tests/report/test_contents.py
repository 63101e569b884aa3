"""The first lines of a report: what was found, what of it is compared, what is not and which line
changes it.
"""

from small_projects import agreement, put_raw

from brat_iaa.report.contents import contents

TEXT = "one two three\n"
TOKENS = (
    "T1\tA 0 3\tone\nT2\tB 4 7\ttwo\nT3\tA 8 13\tthree\nR1\tdet Arg1:T2 Arg2:T1\nR2\tobj "
    "Arg1:T2 Arg2:T3\n"
)


def lines(root, anna, ben, conf=None):
    for name, content in (("anna", anna), ("ben", ben)):
        put_raw(root, name, "d", TEXT, content)
    if conf is not None:
        (root / "iaa.conf").write_text(conf)
    return contents(agreement(root))


def test_what_all_have_alike_is_said_in_one_line_with_the_setting(tmp_path):
    further = "A1\tCase T1 Nom\nA2\tNumber T1 Sg\n#1\tAnnotatorNotes T1\tnot sure\n"
    found = lines(tmp_path, TOKENS + further, TOKENS + further)
    assert found == [
        "Found: 6 spans of 2 types (A, B), taken for tokens, 4 relations of 2 types "
        "(det, obj), 4 attributes of 2 types (Case, Number), "
        "2 comments.",
        "Spans taken for tokens: those of one word are 100 % alike in two annotators, cover "
        "100 % of their lines, and have 0.67 relations each. If that is wrong: --spans",
        "Compared: dependencies.",
        "Not compared: span types A (4), B (2). All annotators gave the same. To "
        "compare them: [layer types] "
        "kind = labels, value = type",
        "Not compared: 2 attributes (Case, Number). All annotators gave the same. To "
        "compare one: [layer Case] "
        "kind = labels, value = attribute:Case",
        "Not compared: 2 comments (AnnotatorNotes). To compare what stands in them: "
        "[layer comments] kind = labels, "
        "value = notes:AnnotatorNotes",
        "As soon as iaa.conf names a layer, only named layers are compared: brat-agreement init "
        "writes an iaa.conf with all of them.",
    ]


def test_named_layers_leave_the_others_out_and_that_is_said(tmp_path):
    found = lines(tmp_path, TOKENS, TOKENS.replace("A 0", "B 0"), "[layer types]\nkind = labels\n")
    assert found[1:] == [
        "Compared: types (labels).",
        "Not compared: relations between tokens, det (2), obj (2). To compare them: "
        "[layer dependencies] "
        "kind = dependencies",
    ]


def test_nothing_to_compare(tmp_path):
    root = "T1\tROOT 0 3\tone\n"
    found = lines(tmp_path, root, root)
    assert found[0] == "Found: 2 spans (ROOT)."
    assert found[1].startswith(
        "Nothing is compared: nobody has drawn anything that another could have drawn"
    )
