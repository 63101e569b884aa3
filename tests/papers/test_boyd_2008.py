"""Variation nuclei as Boyd, Dickinson & Meurers 2008 define them, on sentences short enough to do by
hand. The sentences are ours; the definitions are those of sections 3 and 4.
"""

from drawn_layers import arcs_of
from small_projects import table_of

from brat_iaa.studies.variation import in_words, nuclei, phrase


def listed(words, context="inner", annotators=("anna",), **marks):
    """{phrase: {value in words: number of occurrences}}"""
    found = nuclei(*arcs_of([table_of(words, **marks)]), annotators, context)
    return {
        phrase(one): {in_words(one, value): len(where) for value, where in one.values}
        for one in found
    }


def test_the_label_of_a_nucleus_is_that_of_its_arc():
    marks = "0>2:ROOT 2>1:SUBJ / 0>2:ROOT 2>1:SUBJ / 0>2:ROOT 2>1:OBJ"
    assert listed("who came / who came / who came", anna=marks) == {
        "[who] [came]": {"SUBJ ← “came”": 2, "OBJ ← “came”": 1}
    }


def test_with_the_direction():
    """The same label with the head on the other side is another label."""
    marks = "0>2:ROOT 2>1:FLAT / 0>1:ROOT 1>2:FLAT"
    assert listed("Ann Lee / Ann Lee", anna=marks) == {
        "[Ann] [Lee]": {"FLAT ← “Lee”": 1, "FLAT ← “Ann”": 1}
    }


def test_arcs_between_the_same_two_words_are_one_label():
    marks = "0>2:ROOT 2>1:SUBJ 2>1:OBJ / 0>2:ROOT 2>1:OBJ"
    assert listed("who came / who came", anna=marks) == {
        "[who] [came]": {"OBJ ← “came”, SUBJ ← “came”": 1, "OBJ ← “came”": 1}
    }


def test_nil_where_the_words_stand_without_an_arc():
    marks = "0>2:ROOT 2>1:SUBJ 2>3:ADV / 0>2:ROOT 2>1:SUBJ 4>3:ADV"
    found = listed("she ran home / she ran home quickly", anna=marks)
    assert found == {"[ran] [home]": {"ADV ← “ran”": 1, "not annotated": 1}}


def test_nil_needs_the_same_words_between():
    """Internal context: “saw … dogs” with other words between is no occurrence without an arc."""
    words = "saw big dogs / saw small dogs"
    assert listed(words, anna="0>1:ROOT 1>3:OBJ / 0>1:ROOT") == {}
    words = "saw big dogs / saw big dogs"
    assert listed(words, anna="0>1:ROOT 1>3:OBJ / 0>1:ROOT") == {
        "[saw] big [dogs]": {"OBJ ← “saw”": 1, "not annotated": 1}
    }


def test_nucleus_words_are_not_at_the_fringe():
    """Non-fringe: one word on each side has to be the same, too; the end of a sentence is one."""
    words = "we saw dogs / we saw dogs today"
    marks = "0>2:ROOT 2>3:OBJ 2>1:SUBJ / 0>2:ROOT 2>3:MOD 2>1:OBL"
    assert listed(words, "outer", anna=marks) == {
        "[we] [saw] dogs": {"SUBJ ← “saw”": 1, "OBL ← “saw”": 1}
    }
    assert set(listed(words, anna=marks)) == {"[we] [saw]", "[saw] [dogs]"}


def test_pairs_of_words_do_not_cross_sentences():
    marks = "0>1:ROOT / 0>1:ROOT / 0>2:ROOT 2>1:SUBJ"
    assert listed("who / came / who came", anna=marks) == {}
