"""Texts that differ: an annotator gets no figures of a document that the other has another text of.

Whose trees are compared sentence by sentence is for those who may see everything.
"""

from small_projects import put

from brat_iaa.access.visible import Part
from brat_iaa.study import Study

FOUR = "2>1:subj 0>2:root 4>3:det 2>4:obj"


def test_a_pair_is_compared_in_the_documents_of_which_both_have_the_same_text(tmp_path):
    (tmp_path / "iaa.conf").write_text("[layer trees]\ntexts = by-sentence\n", "utf-8")
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "same", "she sees the dog", FOUR)
    put(tmp_path, "anna", "other", "she sees the dog", FOUR)
    put(tmp_path, "ben", "other", "she sees secret", "2>1:subj 0>2:root 2>3:obj")
    assert set(Study(tmp_path).agreement().by_sentence) == {"other"}
    part = Part(told=frozenset(("anna",)), annotators=("anna", "ben"), shown="annotator 1")
    found = Study(tmp_path, part=part).agreement()
    assert set(found.tables) == {"same"} and found.by_sentence == {}
    (excluded,) = found.excluded
    assert excluded == ("other", ("anna", "annotator 1"), "the texts of the two are not the same")
    assert "ben" not in repr(found.scores) and "secret" not in repr(found)
