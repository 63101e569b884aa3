"""One file of CoNLL-U, sentence by sentence: what is read of lines that files rarely have."""

import pytest
from treebank_files import conllu

from brat_iaa.corpus.conllu import enhanced, read_treebank

ONE = "1 de _ _ _ _ 0 root"


def read(*sentences):
    return read_treebank(conllu(*sentences).encode(), "d.conllu")


def codes(treebank):
    return [problem.code for problem in treebank.problems]


def test_of_two_comments_with_a_key_the_first_counts():
    (sentence,) = read("# sent_id = a / # sent_id = b / 1 x").sentences
    assert sentence.sent_id == "a"


@pytest.mark.parametrize(
    "sentences, kept, wrong",
    [
        ([f"1-2 du / {ONE} / 2 le"], [["du"]], 0),
        ([f"1-1 du / {ONE} / 2 le"], [[]], 1),
        ([f"1-2 du / {ONE} / 2-3 lex / 2 le / 3 x"], [["du"]], 1),
        ([f"1-3 du / {ONE} / 2 le"], [[]], 1),
        # Of a sentence without words nothing is the next one's.
        (["1-2 du", f"{ONE} / 2 le"], [[]], 1),
    ],
)
def test_tokens_of_several_words(sentences, kept, wrong):
    treebank = read(*sentences)
    assert [[one.form for one in own.multiword] for own in treebank.sentences] == kept
    assert codes(treebank) == ["multiword-token"] * wrong


def test_more_ways_through_empty_nodes_than_there_is_time_for():
    """Each of eight nodes leads to the next in two ways."""
    nodes = [f"1.{n} e _ _ _ _ _ _ 1.{n + 1}:a|1.{n + 1}:b" for n in range(1, 9)]
    treebank = read(" / ".join([f"{ONE} 1.1:x", *nodes]))
    assert codes(treebank) == ["empty-nodes"] and treebank.sentences[0].empty == {}


@pytest.mark.parametrize("head, number, wrong", [("_", -1, 0), ("", -1, 0), ("1", 1, 0), ("2", -1, 1), ("9" * 30, -1, 1), ("٣", -1, 1)])  # fmt: skip
def test_heads(head, number, wrong):
    treebank = read_treebank(f"1\tx\t_\t_\t_\t_\t{head}\tdep\t_\t_\n".encode(), "d.conllu")
    assert treebank.sentences[0].words[0].head == number and codes(treebank) == ["head"] * wrong


def test_of_conll_2009_what_annotators_gave_counts_not_what_programs_did():
    line = "\t".join("1 form lemma p-lemma pos p-pos feat p-feat 0 9 root p-root".split())
    (sentence,) = read_treebank(line.encode() + b"\n", "d.conll").sentences
    assert sentence.words == [("form", "lemma", "pos", "_", "feat", 0, "root", "_", "_", 1)]


def test_deps_that_are_blank_have_no_more_arcs():
    line = "1\tx\t_\t_\t_\t_\t0\troot\t{}\t_\n"
    more = {deps: read_treebank(line.format(deps).encode(), "d").more_in_deps
            for deps in ("", "_", "0:root", "0:root|1:x")}  # fmt: skip
    assert more == {"": False, "_": False, "0:root": False, "0:root|1:x": True}


def test_ways_through_empty_nodes_have_one_label():
    empty = {"1.1": "2.1:a", "2.1": "1.1:b|3:c"}  # in a circle
    assert enhanced("1.1:x|2:y|2:y", empty) == [(2, "y"), (3, "c>a>x")]
