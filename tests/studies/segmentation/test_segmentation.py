"""Words that annotators cut differently are aligned by characters; the figures are udtools'."""

import json

import pytest
from checkout import DEMO
from treebank_files import conllu, put_file, put_treebank

from brat_iaa.cli import main
from brat_iaa.corpus.conllu import read_treebank
from brat_iaa.studies.segmentation.alignment import agreeing, segmented

ANNA = conllu(
    "1-2 du / 1 de de ADP _ _ 3 case 3:case / 2 le le DET _ Definite=Def|Typo=Yes 3 det 3:det"
    " / 3 can can NOUN _ Case=Nom 0 root 0:root / 4 not not PART _ _ 3 advmod:neg 3:advmod:neg",
    "1 Bo Bo PROPN _ _ 2 nsubj 2:nsubj|3:nsubj:xsubj / 2 sees see VERB _ _ 0 root 0:root"
    " / 3-4 donta / 3 do do AUX _ _ 2 aux 2:aux / 4 a a ADJ _ _ 2 obj 2:obj / 5 le le NOUN _ _ 4"
    " nmod 4:nmod",
)
# One sentence; du is one word, cannot one token, donta three words.
BEN = conllu(
    "1 du du ADP _ _ 2 case 2:case / 2 cannot cannot NOUN _ Case=Nom 4 dep 4:dep"
    " / 3 Bo Bo PROPN _ _ 4 nsubj 4:nsubj|5:nsubj / 4 sees see VERB _ _ 0 root 0:root"
    " / 5-7 donta / 5 do do AUX _ _ 4 aux 4:aux / 6 nt nt PART _ _ 4 advmod 4:advmod"
    " / 7 a a ADJ _ _ 4 obj:x 4:obj:x / 8 le le NOUN _ _ 4 nmod 4:nmod",
)
COUNTS = {
    "Tokens": (5, 7, 6), "Words": (5, 9, 8), "Sentences": (0, 2, 1), "UAS": (4, 9, 8),
    "LAS": (4, 9, 8), "CLAS": (3, 6, 6), "MLAS": (3, 6, 6), "ELAS": (3, 10, 9),
    "EULAS": (5, 10, 9),
}  # fmt: skip


def file(text):
    return segmented(read_treebank(text.encode(), "f"))


def test_counts_of_udtools():
    """udtools 0.2.9, udeval --counts: correct, in the first file, in the second."""
    found = agreeing(file(ANNA), file(BEN))
    assert {name: tuple(found[name][:3]) for name in COUNTS} == COUNTS
    assert {name: found[name].value for name in ("UAA", "LAA", "LOA")} == {
        "UAA": 4 / 5, "LAA": 3 / 5, "LOA": 4 / 5
    }  # fmt: skip
    assert found["Words"].value == 10 / 17


def test_a_word_before_a_token_of_several_is_none_of_it():
    """“x” is other characters than the x of “b”; udtools 0.2.9 takes both for one word, and has 2."""
    one = file(conllu("1 ax / 2-3 b / 2 x / 3 b"))
    other = file(conllu("1 a / 2 x / 3 b"))
    assert agreeing(one, other)["Words"][:3] == agreeing(other, one)["Words"][:3] == (1, 3, 3)


@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_first_and_one_file_agrees_with_itself(seed, tmp_path):
    put_treebank(tmp_path, seed, enhanced=True)
    own, other = (
        file((tmp_path / name / "d0.conllu").read_text("utf-8")) for name in ("anna", "ben")
    )
    assert {own.value for own in agreeing(own, own).values()} <= {1, None}
    there, back = agreeing(own, other), agreeing(other, own)
    for name in ("Tokens", "Words", "Sentences", "UAS", "UAA"):
        assert there[name].value == back[name].value


def test_the_command(tmp_path, capsys):
    for name, text in (("anna", ANNA), ("ben", BEN)):
        put_file(tmp_path, f"{name}/same.conllu", text)
        put_file(tmp_path, f"{name}/other.conllu", conllu(f"1 {name}"))
    assert main(["segmentation", str(tmp_path), "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    (pair,) = said["pairs"]
    assert pair["documents"] == 1 and pair["figures"]["Words"]["agree"] == 5
    assert said["not_compared"] == [{
        "document": "other", "annotators": "anna, ben",
        "reason": "the texts differ: “anna” against “ben”, after 0 characters",
    }]  # fmt: skip
    assert main(["segmentation", str(tmp_path)]) == 0
    assert "5 aligned" in capsys.readouterr().out


def test_other_files_are_refused(capsys):
    assert main(["segmentation", str(DEMO)]) == 2
    assert "its files are not CoNLL-U" in capsys.readouterr().err
