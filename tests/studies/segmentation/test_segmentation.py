"""Words that annotators cut differently are aligned by characters; the figures are udtools'."""

import json
from random import Random

import clinical_project
import pytest
from adjudication_pages import Lead
from review_pages import plain
from site_projects import as_login
from small_projects import agreement, like, put, put_raw, random_marks, random_words
from treebank_files import LABELS, conllu, put_file, put_treebank

from brat_iaa.cli import main
from brat_iaa.corpus.conllu import read_treebank
from brat_iaa.studies.segmentation.alignment import agreeing, ends_of_all, segmented

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
    " / 7 a a ADJ _ _ 4 obj:x 4:obj:x / 8 le le NOUN _ _ 4 nmod 4:nmod"
)
COUNTS = {
    "Tokens": (5, 7, 6), "Words": (5, 9, 8), "Sentences": (0, 2, 1), "UAS": (4, 9, 8),
    "LAS": (4, 9, 8), "CLAS": (3, 6, 6), "MLAS": (3, 6, 6), "ELAS": (3, 10, 9),
    "EULAS": (5, 10, 9),
}  # fmt: skip


def file(text):
    return segmented(read_treebank(text.encode(), "f"))


def between(first, second):
    """{figure: (its value, numbers of Agreeing)}"""
    found = {}
    for name, own in agreeing(first, second, ends_of_all([first, second])).items():
        above, below = (part.sum() for part in own.ratios[1:])
        found[name] = above / below if below else None, [int(part.sum()) for part in own]
    return found


def test_counts_of_udtools():
    """udtools 0.2.9, udeval --counts: correct, in the first file, in the second."""
    found = between(file(ANNA), file(BEN))
    assert {name: tuple(found[name][1][:3]) for name in COUNTS} == COUNTS
    assert {name: found[name][0] for name in ("UAA", "LAA", "LOA")} == {
        "UAA": 4 / 5, "LAA": 3 / 5, "LOA": 4 / 5
    }  # fmt: skip
    assert found["Words"][0] == 10 / 17


def test_a_word_before_a_token_of_several_is_none_of_it():
    """“x” is other characters than the x of “b”; udtools 0.2.9 takes both for one word, and has 2."""
    one = file(conllu("1 ax / 2-3 b / 2 x / 3 b"))
    other = file(conllu("1 a / 2 x / 3 b"))
    assert between(one, other)["Words"][1] == between(other, one)["Words"][1] == [1, 3, 3, 0]


@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_first_and_one_file_agrees_with_itself(seed, tmp_path):
    put_treebank(tmp_path, seed, enhanced=True)
    own, other = (
        file((tmp_path / name / "d0.conllu").read_text("utf-8")) for name in ("anna", "ben")
    )
    assert all(value == 1 or not sum(counts) for value, counts in between(own, own).values())
    there, back = between(own, other), between(other, own)
    for name in ("Tokens", "Words", "Sentences", "UAS", "UAA"):
        assert there[name][0] == back[name][0]


def test_stretches_begin_and_end_with_sentences_of_all():
    """Of sentences abc|d|ef and ab|cd|ef only the end of d is one of both."""
    one, other = (
        file(conllu(*("1 " + words for words in text.split("|"))))
        for text in ("abc|d|ef", "ab|cd|ef")
    )
    assert ends_of_all([one, other]).tolist() == [4, 6]
    agreed = agreeing(one, other, ends_of_all([one, other]))["Words"]
    assert [own.tolist() for own in agreed] == [[0, 1], [2, 1], [2, 1], [0, 0]]


def said_of(root, capsys):
    assert main(["segmentation", str(root), "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def figures(said):
    return {
        (own["measure"], *own["annotators"]): (own["value"], own["interval"], own["design_effect"])
        for own in said["scores"]
    }  # fmt: skip


@pytest.mark.system
def test_of_the_same_words_it_is_exact_match(tmp_path, capsys):
    """Values and intervals, for each pair and their mean; and ELAS is F1 of GCM."""
    random = Random(3)
    for document in ("a", "b"):
        words = random_words(random)
        truth = random_marks(random, words)
        for name in ("anna", "ben", "carla"):
            put(tmp_path, name, document, words, like(random, truth, words))
    found, report = figures(said_of(tmp_path, capsys)), agreement(tmp_path).scores
    compared = 0
    for own in report:
        name = {"exact": own.measure, "gcm-f1": {"LAA": "ELAS"}.get(own.measure)}.get(own.statistic)
        if own.whole and name:
            value, interval, effect = found[(name, *own.annotators)]
            assert value == pytest.approx(own.value, abs=1e-12)
            assert interval == pytest.approx(own.interval, abs=1e-9)
            assert effect == pytest.approx(own.design_effect, abs=1e-9)
            compared += 1
    assert compared == 16


def cut(random, sentences):
    """Sentences of CoNLL-U of words of which some are joined, with random heads and labels."""
    written = []
    for pieces in sentences:
        words = []
        for piece in pieces:
            if words and random.random() < 0.2:
                words[-1] += piece
            else:
                words.append(piece)
        rows = []
        for number, form in enumerate(words, 1):
            head = random.choice([own for own in range(len(words) + 1) if own != number])
            label, tag = random.choice((*LABELS, "det")), random.choice("NV")
            rows.append(f"{number} {form} {form} {tag} _ _ {head} {label} {head}:{label}")
        written.append(" / ".join(rows))
    return conllu(*written)


def test_a_project_of_brat_has_the_figures_of_its_treebank(tmp_path, capsys):
    """Of words joined differently: tokens, words, all twelve figures, and their intervals."""
    random = Random(8)
    for document in ("a", "b"):
        sentences = [
            [random.choice("can not Bo sees 子 a".split()) for _ in range(random.randint(2, 6))]
            for _ in range(9)
        ]
        for name in ("anna", "ben", "carla"):
            put_file(tmp_path, f"conllu/{name}/{document}.conllu", cut(random, sentences))
    treebank, brat = tmp_path / "conllu", tmp_path / "brat"
    assert main(["convert", str(treebank), str(brat)]) == 0
    capsys.readouterr()
    of_treebank, of_brat = (figures(said_of(root, capsys)) for root in (treebank, brat))
    assert len(of_brat) == 4 * 12 and of_treebank["Words", "anna", "ben"][0] < 1
    for key, (value, interval, _) in of_treebank.items():
        assert of_brat[key][0] == pytest.approx(value, abs=1e-12)
        assert of_brat[key][1] == pytest.approx(interval, abs=1e-9)


def test_texts_of_brat_may_differ_in_blanks(tmp_path, capsys):
    """dogs. is one token, or two; a token in two parts is no token between them."""
    line = "T{}\tW {} {}\t{}\n".format
    arc = "R1\tsubj Arg1:T1 Arg2:T2\n"
    put_raw(
        tmp_path, "anna", "d", "see dogs.\n", line(1, 0, 3, "see") + line(2, 4, 9, "dogs.") + arc
    )
    put_raw(
        tmp_path, "ben", "d", "see dogs .\n",
        line(1, 0, 3, "see") + line(2, 4, 8, "dogs") + line(3, 9, 10, ".") + arc,
    )  # fmt: skip
    counts = {own["measure"]: own for own in said_of(tmp_path, capsys)["scores"]}
    assert [counts["Words"][name] for name in ("agree", "first", "second")] == [1, 2, 3]
    assert counts["UAA"]["aligned"] == 1 and counts["UAA"]["value"] == 1
    assert counts["UAS"]["value"] == 2 / 5 and counts["Sentences"]["value"] == 1
    put_raw(
        tmp_path, "ben", "d", "see dogs.\n", "T1\tW 0 1;2 3\ts e\n" + line(2, 4, 9, "dogs.") + arc
    )
    counts = {own["measure"]: own for own in said_of(tmp_path, capsys)["scores"]}
    assert counts["Words"]["agree"] == 1 and "uncounted" in counts["Words"]


def test_the_command(tmp_path, capsys):
    for name, text in (("anna", ANNA), ("ben", BEN)):
        put_file(tmp_path, f"{name}/same.conllu", text)
        put_file(tmp_path, f"{name}/other.conllu", conllu(f"1 {name}"))
    said = said_of(tmp_path, capsys)
    words = next(own for own in said["scores"] if own["measure"] == "Words")
    assert words["agree"] == 5 and "|documents:1|" in words["signature"]
    assert said["not_compared"] == [{
        "document": "other", "annotators": "anna, ben",
        "reason": "the texts differ: “anna” against “ben”, after 0 characters",
    }]  # fmt: skip
    assert main(["segmentation", str(tmp_path)]) == 0
    assert "5 aligned" in capsys.readouterr().out


@pytest.mark.parametrize("drawn", ["tokens alone", "entities", "layers of spans"])
def test_without_dependencies_it_is_refused(drawn, tmp_path, capsys):
    """Entities with relations between them are no words with heads."""
    if drawn == "entities":
        clinical_project.write(tmp_path, documents=2, conf="")
    for name in () if drawn == "entities" else ("anna", "ben"):
        put(tmp_path, name, "d", "a b", "" if drawn == "tokens alone" else "1>2:x 0>1:y")
    if drawn == "layers of spans":
        (tmp_path / "iaa.conf").write_text("[layer spans]\nkind = labels\n")
    assert main(["segmentation", str(tmp_path)]) == 2
    assert "no dependencies are compared here" in capsys.readouterr().err


ACCESS = "[access]\nmanagers = lead\nreveal = all\nguests = all\n"


@pytest.fixture
def lead(tmp_path):
    root = tmp_path / "data" / "p"
    for document in ("a", "b"):
        put(root, "anna", document, "Bo sees it", "0>2:root 2>1:x 2>3:y")
        put(root, "ben", document, "Bo sees it", "0>2:root 2>1:x -3")
    put(root, "carla", "b", "Bo saw it", "0>2:root 2>1:x 2>3:y")
    (root / "iaa.conf").write_text(ACCESS)
    return Lead(root.parent)


def test_the_page(lead):
    assert "Words and sentences that differ" in plain(lead.get("segmentation"))
    assert {own["document"] for own in lead.twin("segmentation")["not_compared"]} == {"b"}
    assert lead.get("segmentation?format=csv").startswith("layer,measure")
    assert 'href="/p/-/segmentation"' in lead.get("manage")


def test_who_may_not_read_all_sees_nothing_of_it(lead):
    (lead.data / "acl.conf").write_text("User-agent: lead\nDisallow: /p/carla/\n")
    assert "carla" not in lead.get("segmentation?format=json", status=403)


@pytest.mark.parametrize("login", ["anna", "zoe", ""])
def test_nobody_else_sees_it(lead, login):
    for query in ("", "?format=json", "?format=csv"):
        answer = lead.client.get(f"/p/-/segmentation{query}", headers=as_login(login))
        assert answer.status_code == 403 and "carla" not in answer.text
