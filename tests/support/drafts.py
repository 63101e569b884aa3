"""Adjudication drafts of small projects, and what is in them."""

from small_projects import put, put_raw

from brat_iaa.adjudication.drafting import draft
from brat_iaa.corpus.standoff import read_annotations

WORDS = "cats saw dogs / they slept"
ANNA = "2>1:subj 0>2:root 2>3:obj / 2>1:subj 0>2:root"
BEN = "2>1:subj 0>2:root 2>3:iobj / 2>1:subj 0>2:root"
CARLA = "2>1:subj 0>2:root 1>3:iobj 2>3:obj / 0>2:root"

TEXT = "Ann met Bob. She smiled."
LAYERS = (
    "T1\tPER 0 3\tAnn\nT2\tMeet 4 7\tmet\nT3\tPER 8 11\tBob\nT4\tPRO 13 "
    "16\tShe\nT5\tSmile 17 23\tsmiled\n"
    "E1\tMeet:T2 Who:T1 Whom:T3\nE2\tSmile:T5 Who:T4 After:E1\n"
    "R1\tcoref Arg1:T1 Arg2:T4\t\nR2\tthen Arg1:E1 Arg2:E2\t\n"
    "A1\tPast E1\nA2\tMood T1 happy\nA3\tSure R1\nN1\tReference T1 Wiki:1\tAnn of "
    "X\n*\tEquiv T1 T4\n"
    "#1\tAnnotatorNotes T3\tWho is it?\n#2\tAnnotatorNotes "
    "sent:2\tshort\n#3\tAnnotatorNotes E1\tevent\n"
)
# The same with other ids, in another order.
AGAIN = (
    "R8\tthen Arg1:E7 Arg2:E3\t\nR9\tcoref Arg1:T11 Arg2:T14\t\n"
    "T15\tSmile 17 23\tsmiled\nT14\tPRO 13 16\tShe\nT13\tPER 8 11\tBob\nT12\tMeet 4 "
    "7\tmet\nT11\tPER 0 3\tAnn\n"
    "E3\tSmile:T15 After:E7 Who:T14\nE7\tMeet:T12 Who:T11 Whom:T13\n"
    "*\tEquiv T14 T11\nA7\tSure R9\nA8\tMood T11 happy\nA9\tPast E7\nN4\tReference T11 "
    "Wiki:1\tAnn of X\n"
    "#4\tAnnotatorNotes E7\tevent\n#5\tAnnotatorNotes "
    "sent:2\tshort\n#6\tAnnotatorNotes T13\tWho is it?\n"
)


def project(root, words=WORDS, **marks):
    for name, own in marks.items():
        put(root / "p", name, "doc", words, own)
    return root / "p"


def written(result, document="doc"):
    return (result.directory / (document + ".ann")).read_text("utf-8")


def notes(result, document="doc"):
    return [
        line.split("\t", 1)[1]
        for line in written(result, document).splitlines()
        if line.startswith("#")
    ]


def read_back(result, document="doc"):
    """Annotations of the draft, which has no problem for our reader."""
    text = (result.directory / (document + ".txt")).read_bytes().decode()
    data = (result.directory / (document + ".ann")).read_bytes()
    found = read_annotations(data, text, "draft")
    assert found.problems == ()
    return found


def two(tmp_path, text, anna, ben, **settings):
    """The draft of a document of two annotators, as they are in their files."""
    put_raw(tmp_path / "p", "anna", "doc", text, anna)
    put_raw(tmp_path / "p", "ben", "doc", text, ben)
    result = draft(tmp_path / "p", tmp_path / "draft", overrides=settings)
    read_back(result)
    return result
