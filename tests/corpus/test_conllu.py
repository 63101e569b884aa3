"""Files of CoNLL-U are read as the format says, and their figures are those of udtools."""

import gzip

import pytest
from treebank_files import conllu, put_file, put_treebank

from brat_iaa.config import load
from brat_iaa.corpus.inventory import inventory
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.study import Study

HE = "1 He he PRON PRP Case=Nom|Person=3 2 nsubj _ SpaceAfter=No / 2 s see VERB _ _ 0 root"


def read(root, **settings):
    config = load(root, settings)
    return ProjectReader(root, config, config.excluded_dirs).read()


def document_of(root, **files):
    """The only document of annotators with these files, which are contents or sentences."""
    for name, content in files.items():
        whole = content if isinstance(content, bytes) else conllu(*content.split(" // "))
        put_file(root, f"{name}/d.conllu", whole)
    (document,) = read(root).documents
    return document


def words(document, name):
    """The words that an annotator has, each as the text says at its offsets."""
    return [span.text for span in document.annotations[name].spans.values() if span.type != "ROOT"]


@pytest.mark.parametrize(
    "sentence, text, own",
    [
        ("1 He / 2 s", "He s", "He s"),
        ("1 He _ _ _ _ _ _ _ SpaceAfter=No / 2 s", "Hes", "He s"),
        ("# text = He  s. / 1 He / 2 s / 3 .", "He  s.", "He s ."),
        ("# text = He was s / 1 He / 2 s", "He was s", "He s"),
        ("# text = other / 1 He / 2 s", "He s", "He s"),
        ("1-2 du / 1 de / 2 le / 3 s", "de le s", "de le s"),
        ("# text = dont s / 1-2 dont / 1 do / 2 nt / 3 s", "dont s", "do nt s"),
        ("1-2 du _ _ _ _ _ _ _ SpaceAfter=No / 1 de / 2 le / 3 , / 4 s / 5-6 du / 5 de / 6 le / 7 s",
         "de le, s de le s", "de le , s de le s"),
        # At the beginning and at the end, one behind the other with and without a blank.
        ("1-2 du _ _ _ _ _ _ _ SpaceAfter=No / 1 de / 2 le / 3-4 au _ _ _ _ _ _ _ SpaceAfter=No / "
         "3 a / 4 le / 5 s _ _ _ _ _ _ _ SpaceAfter=No / 6-7 du / 6 de / 7 le / 8-9 au / 8 a / 9 le",
         "de lea lesde le a le", "de le a le s de le a le"),
        ("1 He / 1.1 ghost / 2 s", "He s", "He s"),
        ("0.1 ghost / 1-2 du / 1 de / 1.1 ghost / 2 le / 2.1 ghost / 3-4 du / 3 de / 4 le",
         "de le de le", "de le de le"),
        ("# text = a a a / 1 a _ _ _ _ _ _ _ TokenRange=90:91 / 2 a _ _ _ _ _ _ _ TokenRange=94:95",
         "a a a", "a a"),
    ],
)  # fmt: skip
def test_the_text_of_a_sentence(sentence, text, own, tmp_path):
    document = document_of(tmp_path, anna=sentence)
    assert (document.text, words(document, "anna")) == (f"ROOT {text}\n", own.split())


@pytest.mark.parametrize("seed", range(8))
def test_every_word_is_read_where_it_stands(seed, tmp_path):
    """Tokens of several words anywhere, blanks left out, empty nodes."""
    put_treebank(tmp_path, seed, ("anna",), enhanced=True)
    for document in read(tmp_path).documents:
        rows = (tmp_path / "anna" / f"{document.name}.conllu").read_text().split("\n")
        forms = [row.split("\t")[1] for row in rows if row.split("\t")[0].isdigit()]
        assert words(document, "anna") == forms
        assert not document.annotations["anna"].problems


@pytest.mark.parametrize(
    "anna, ben, text, annas, bens",
    [
        # By sent_id, whatever the order; else by their characters.
        ("# sent_id = 1 / 1 a // # sent_id = 2 / 1 a // 1 b",
         "# sent_id = 2 / 1 a // 1 b // # sent_id = 1 / 1 a", "a|a|b", "a a b", "a b a"),
        ("# sent_id = 1 / 1 a // # sent_id = 2 / 1 b", "# sent_id = x / 1 b // 1 a", "a|b", "a b",
         "b a"),
        # A sentence that one lacks, or has with other characters, stands at the end.
        ("1 a", "1 b // 1 a", "a|b", "a", "b a"),
        ("1 b // # sent_id = 1 / 1 a", "# sent_id = 1 / 1 c // 1 b", "b|a|c", "b a", "c b"),
        # Blanks do not matter.
        ("# text = a b / 1 a / 2 b", "# text = ab / 1 a / 2 b", "a b", "a b", "a b"),
        # Words that are divided otherwise.
        ("1 cannot", "1 can _ _ _ _ _ _ _ SpaceAfter=No / 2 not", "cannot", "cannot", "can not"),
        ("1-2 du / 1 de / 2 le", "1 du", "de le", "de le", "de|le"),
        ("1 du", "1-2 du / 1 de / 2 le", "de le", "de|le", "de le"),
        ("1-2 du / 1 de / 2 le", "1-2 du / 1 d / 2 el", "de le", "de le", "de le"),
        ("1-2 aux / 1 a / 2 les", "1-3 aux / 1 a / 2 l / 3 es", "a les", "a les", "a | les"),
    ],
)  # fmt: skip
def test_sentences_and_words_of_two_annotators(anna, ben, text, annas, bens, tmp_path):
    document = document_of(tmp_path, anna=anna, ben=ben)
    lines = [line.removeprefix("ROOT ") for line in document.text.splitlines()]
    assert lines == text.split("|")
    assert words(document, "anna") == [word.replace("|", " ") for word in annas.split(" ")]
    expected = ["a", " ", "les"] if bens == "a | les" else bens.split(" ")
    assert words(document, "ben") == [word.replace("|", " ") for word in expected]


@pytest.mark.parametrize(
    "file, found",
    [
        ("1\tHe\t_\n", "1 columns: Found 3 columns, separated by tabs; expected 10"),
        ("1\tHe" + "\t_" * 8 + "\n3\ts" + "\t_" * 8 + "\n",
         '2 word-id: The ID is "3"; 2 is expected'),
        (conllu("1 He _ _ _ _ x / 2 s _ _ _ _ 9"),
         '1 head: HEAD is "x"; expected is the ID of a word of this sentence, of which there are 2'),
        (conllu("1-3 du / 1 de / 2 le"), "1 multiword-token: Not all words of this token follow"),
        (conllu(f"1 de / 2-{'9' * 5000} du / 2 le"), '2 word-id: The ID is "2-999'),
        (conllu("1 de / 1-2 du / 2 le"), '2 multiword-token: "1-2" is a token of several words'),
        (conllu("# text = b / 1 a"), "1 sentence-text: Of the words of this sentence not all are"),
        # Each empty node has two arcs from the next: 2 ** 40 ways. And a way of 2,000 nodes.
        *(("".join(f"1.{n}\t" + "_\t" * 7 + "|".join([f"1.{n + 1}:x", f"1.{n + 1}:y"][:ways]) + "\t_\n"
                   for n in range(1, last)) + "1\tHe" + "\t_" * 6 + "\t1.1:x\t_\n2\ts" + "\t_" * 8 + "\n",
           "1 empty-nodes: DEPS leads through the empty nodes of this sentence in more than 100 ways.")
          for last, ways in ((40, 2), (2000, 1))),
        (b"# text = \xe9\n1\t\xe9" + b"\t_" * 8 + b"\n", "1 not-utf8: A byte of this line is 0xE9"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(file, found, tmp_path):
    put_file(tmp_path, "anna/d.conllu", file)
    put_file(tmp_path, "ben/d.conllu", conllu("1 He / 2 s"))
    problem = next(
        one for one in read(tmp_path).problems if one.file == "anna/d.conllu" and one.line
    )
    assert f"{problem.line} {problem.code}: {problem.message}".startswith(found)


@pytest.mark.parametrize(
    "name, content",
    [
        ("d.conllu", conllu(HE)), ("d.conllu", b"\xef\xbb\xbf" + conllu(HE).replace("\n", "\r\n").encode()),
        ("d.conllu", conllu(HE).rstrip("\n")),
        ("d.conllu.gz", gzip.compress(conllu(HE).encode()[:30]) + gzip.compress(conllu(HE).encode()[30:])),
        ("d.conllx", conllu(HE)),
        ("d.conll", "1 He he PRON PRP Case=Nom|Person=3 2 nsubj _ SpaceAfter=No\n2 s see VERB _ _ 0 root\n"),
    ],
)  # fmt: skip
def test_files_in_other_forms(name, content, tmp_path):
    put_file(tmp_path / "usual", "anna/d.conllu", conllu(HE))
    put_file(tmp_path / "other", f"anna/{name}", content)
    (usual,), (other,) = (read(tmp_path / root).documents for root in ("usual", "other"))
    assert (usual.text, other.files) == (other.text, {"anna": f"anna/{name}"})
    columns = [inventory([one.annotations["anna"]]) for one in (usual, other)]
    assert columns[0] == columns[1] and not other.annotations["anna"].problems


@pytest.mark.parametrize("members", [3, pytest.param(1, marks=pytest.mark.system)])
def test_a_file_that_was_packed_to_fill_the_memory_is_not_read(members, tmp_path):
    packed = gzip.compress(b"\n" * ((66 << 20) // members)) * members
    put_file(tmp_path, "anna/d.conllu.gz", packed)
    put_file(tmp_path, "ben/d.conllu", conllu(HE))
    (problem,) = (one for one in read(tmp_path).problems if one.code == "unreadable-file")
    assert "too large when unpacked" in problem.message


def test_a_gold_is_compared_in_the_text_of_the_annotators(tmp_path):
    other = HE.replace("nsubj", "obj")
    document_of(tmp_path, anna=HE + " // 1 a", ben=other, gold=HE + " // 1 unknown")
    agreement = Study(tmp_path).agreement()
    (las,) = (
        score for score in agreement.scores
        if (score.measure, score.statistic, score.annotators, score.document, score.label)
        == ("LAS", "accuracy", ("gold", "ben"), None, None)
    )  # fmt: skip
    assert (las.value, las.items) == (0.5, 2)
    assert any(
        one.file == "gold/d.conllu" and "Sentences that no annotator has: 1" in one.message
        for one in agreement.problems
    )


ANNA = conllu(
    "# sent_id = 1 / # text = Il vient du parc. / 1 Il il PRON _ _ 2 nsubj 2:nsubj / "
    "2 vient venir VERB _ _ 0 root 0:root / 3-4 du / 3 de de ADP _ _ 5 case 5:case / "
    "4 le le DET _ _ 5 det 5:det / 5 parc parc NOUN _ _ 2 obl:mod 2:obl:mod SpaceAfter=No / "
    "6 . . PUNCT _ _ 2 punct 2:punct",
    "# sent_id = 2 / # text = Bo dort, rit / 1 Bo Bo PROPN _ _ 2 nsubj 2:nsubj|4:nsubj / "
    "2 dort dormir VERB _ _ 0 root 0:root SpaceAfter=No / 3 , , PUNCT _ _ 4 punct 4:punct / "
    "4 rit rire VERB _ _ 2 conj 2:conj",
)
BEN = (
    ANNA.replace("PRON", "PROPN").replace("\t5\tcase\t5:", "\t2\tcase\t2:")
    .replace("obl:mod", "obl:arg").replace("4\tpunct\t4:", "2\tpunct\t2:")
    .replace("2:nsubj|4:nsubj", "2:nsubj").replace("rire", "rir")
    .replace("5\tdet\t5:det", "5\tamod\t5:amod")
)  # fmt: skip


def test_figures_of_udtools(tmp_path):
    """udeval --verbose --counts of udtools 0.2.9: correct, and of how many.

    LAS and ELAS are by labels up to the colon, or not: LAS is, ELAS is not.
    """
    document_of(tmp_path, anna=ANNA.encode(), ben=BEN.encode())
    basic = Study(tmp_path, {"coarse": ":"}).agreement().scores
    enhanced = Study(tmp_path, {"graph": "enhanced"}).agreement().scores
    both = Study(tmp_path, {"graph": "both"}).agreement().scores

    def value(scores, layer, measure, statistic):
        (score,) = (
            one.value for one in scores
            if (one.layer, one.measure, one.statistic, one.document, one.label)
            == (layer, measure, statistic, None, None)
        )  # fmt: skip
        return score

    assert value(basic, "dependencies", "UAA", "exact") == 8 / 10
    assert value(basic, "dependencies", "LAA-coarse", "exact") == 7 / 10
    assert value(basic, "types", "agreement", "raw") == 9 / 10
    assert value(basic, "Lemma", "agreement", "raw") == 9 / 10
    assert value(enhanced, "dependencies", "LAA", "gcm-f1") == 2 * 6 / (11 + 10)
    assert value(both, "enhanced", "f1", "exact") == 2 * 6 / (11 + 10)
