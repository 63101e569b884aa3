"""The answer in a sentence: which figures, how many places, and what to settle first."""

import pytest
from small_projects import agreement, put, put_raw

from brat_iaa.places.patterns import place_patterns
from brat_iaa.report.answer import answers, in_words
from brat_iaa.report.contents import not_compared, settings_lines, would_find


def answered(found):
    return answers(found.score_indexes, place_patterns(found.places, found))


WHO = ("anna", "ben")


def test_phrases_beside_dependencies_are_no_tokens(tmp_path):
    """A layer of the tokens' own types is about tokens, one of other types about spans."""
    for name, phrase in (("anna", "NP 0 7"), ("ben", "NP 2 7")):
        put_raw(
            tmp_path, name, "d", "a b sees",
            "T1\tN 0 1\ta\nT2\tN 2 3\tb\nT3\tV 4 8\tsees\nR1\tx Arg1:T3 Arg2:T1\n"
            f"T4\t{phrase}\tb\n",
        )  # fmt: skip
    (tmp_path / "iaa.conf").write_text(
        "[layer dependencies]\ntoken_types = N, V\n[layer types]\nkind = labels\ntypes = N, V\n"
        "[layer phrases]\nkind = labels\ntypes = NP\n"
    )
    said = [in_words(answer, WHO) for answer in answered(agreement(tmp_path))]
    assert "of the tokens with their labels" in said[1]
    assert "of the spans with their labels" in said[2]


@pytest.mark.parametrize(
    "ben, said",
    [
        (
            "0>1:r 1>2:y 1>3:y 3>4:x",
            "3 disagreements. If all x/y disagreements were resolved, LAA would rise from .250 to "
            ".750.",
        ),
        (
            "0>1:r 1>2:x 1>3:x 3>4:x",
            "1 disagreement. If all disagreements on the heads of x were resolved, LAA would rise "
            "from .750 to 1.000.",
        ),
        (
            "0>1:r 1>2:x 1>3:x 1>4:x",
            "anna and ben agree on all 4 tokens. LAA 1.000; alpha 1.000. No disagreement.",
        ),
    ],
)  # fmt: skip
def test_what_differs_and_what_to_settle_first(ben, said, tmp_path):
    put(tmp_path, "anna", "d", "a b c d", "0>1:r 1>2:x 1>3:x 1>4:x")
    put(tmp_path, "ben", "d", "a b c d", ben)
    assert in_words(answered(agreement(tmp_path))[0], WHO).endswith(said)


SPANS = "T1\tA 0 3\tone\nT2\t%s 4 7\ttwo\nA1\tSure T1 %s\n"


def spans(root, conf):
    for name, label, value in (("anna", "A", "yes"), ("ben", "A", "no")):
        put_raw(root, name, "d", "one two\n", SPANS % (label, value))
    (root / "iaa.conf").write_text(conf)
    return agreement(root)


WORDS = "T1\tA 0 3\tone\nT2\tA 4 7\ttwo\nT3\t%s 8 13\tthree\n"


@pytest.mark.parametrize(
    "layer, anna, ben",
    [
        ("types", "R1\tx Arg1:T1 Arg2:T2\nR2\tx Arg1:T1 Arg2:T3\n",) * 1
        + ("R1\tx Arg1:T1 Arg2:T2\nR2\tx Arg1:T1 Arg2:T3\n",),
        ("dependencies", "R1\tx Arg1:T1 Arg2:T2\nR2\tx Arg1:T1 Arg2:T3\n", "R1\ty Arg1:T1 Arg2:T2\n"),
        ("chains", "*\tCoref T1 T2\n", "*\tCoref T1 T3\n"),
        ("spans", "", ""),
        ("events", "E1\tA:T1 Of:T2\n", "E1\tA:T1 Of:T3\n"),
    ],
)  # fmt: skip
def test_every_kind_of_layer_finds_what_it_was_said_to_find(layer, anna, ben, tmp_path):
    put_raw(tmp_path, "anna", "d", "one two three\n", WORDS % "A" + anna)
    put_raw(tmp_path, "ben", "d", "one two three\n", WORDS % "B" + ben)
    (tmp_path / "iaa.conf").write_text("[layer other]\nkind = labels\nvalue = attribute:Sure\n")
    found = agreement(tmp_path)
    missing = {one.layers[0].name: one for one in not_compared(found) if one.layers}[layer]
    promised = would_find(found, missing.layers[0])
    (tmp_path / "iaa.conf").write_text(settings_lines(found, missing.layers))
    compared = agreement(tmp_path)
    assert [one.name for one in compared.layers] == [layer]
    assert len(compared.places) == promised > 0


def test_where_no_layer_is_named_all_are_written_with_the_new_one(tmp_path):
    """As one named layer leaves out those that are not named."""
    for name in ("anna", "ben"):
        text = "T1\tA 0 3\tone\nT2\tA 4 7\ttwo\n*\tCoref T1 T2\n"
        put_raw(tmp_path, name, "d", "one two\n", text)
    found = agreement(tmp_path)
    assert found.layers_found and [layer.name for layer in found.layers] == ["chains"]
    (missing,) = not_compared(found)
    lines = settings_lines(found, missing.layers)
    (tmp_path / "iaa.conf").write_text(lines)
    assert [layer.name for layer in agreement(tmp_path).layers] == ["chains", "spans"]


def test_what_only_follows_from_spans_is_no_disagreement_of_its_own(tmp_path):
    text = "Ana works for the UN\n"
    drawn = "T1\tPER 0 3\tAna\nT2\tORG 18 20\tUN\nR1\tworks Arg1:T1 Arg2:T2\n"
    put_raw(tmp_path, "anna", "d", text, drawn)
    put_raw(tmp_path, "ben", "d", text, drawn.replace("18 20", "14 20").replace("UN", "the UN"))
    said = {own.layer.name: (own.places, own.nothing) for own in answered(agreement(tmp_path))}
    follows = "What differs here follows from spans that differ, and is counted with them."
    assert said["relations"] == (0, follows)


def test_where_all_have_one_label_there_is_no_agreement_on_labels(tmp_path):
    text = "Ana works for the UN\n"
    for name, end in (("anna", 3), ("ben", 9)):
        put_raw(tmp_path, name, "d", text, f"T1\tX 0 {end}\t{text[:end]}\nT2\tX 18 20\tUN\n")
    (answer,) = answered(agreement(tmp_path))
    assert [figure.key for figure in answer.figures] == [("f1", "exact")]
    assert not {key[0] for key in answer.layer.overall} & {"agreement", "kappa", "alpha", "ac1"}


def test_only_who_is_in_a_pair_is_named(tmp_path):
    for name, document in (("anna", "doc01"), ("ben", "doc01"), ("carla", "doc02")):
        put(tmp_path, name, document, "He sees", "2>1:nsubj 0>2:root")
    found = agreement(tmp_path)
    first, second, _, _, about, *_ = summary(found, answers_first=True)
    assert first.startswith("anna and ben agree on all 2 tokens.")
    assert second == ("In no figure of agreement: carla, with no document that another has begun.")
    assert about.startswith(f"{tmp_path.name}: anna and ben; 1 document,")
    assert "|annotators:2|documents:1|" in found.scores[0].signature
    assert "annotated in brat [BRAT] by 2 annotators." in methods(found)[0][0].replace(
        "(Stenetorp et al., 2012)", "[BRAT]"
    )


@pytest.mark.parametrize("gold", ["", "gold"])
def test_the_same_spans_of_one_type_are_agreement(gold, tmp_path):
    for name in ("anna", gold or "ben"):
        put_raw(tmp_path, name, "d", "no pain today\n", "T1\tSymptom 3 7\tpain\n")
    found = agreement(tmp_path)
    assert found.config.gold == (gold or None)
    score = next(
        score for score in found.scores if (score.measure, score.statistic) == ("f1", "exact")
    )
    assert (score.value, score.items) == (1, 1)


def test_documents_that_nobody_shares_decide_nothing(tmp_path):
    """They do not make spans tokens, arcs a layer, or types a choice."""
    text = "no pain today, mild cough\n"
    for name, cough in (("anna", "20 25\tcough"), ("ben", "15 25\tmild cough")):
        put_raw(tmp_path, name, "d", text, f"T1\tSymptom 3 7\tpain\nT2\tSymptom {cough}\n")
    put(tmp_path, "tutorial", "intro", "Er kommt", "2>1:nsubj 0>2:root")
    found = agreement(tmp_path)
    assert [layer.name for layer in found.layers] == ["spans"] and not found.survey.tokens
    (answer,) = answered(found)
    assert [(figure.key, figure.score.value) for figure in answer.figures] == [
        (("f1", "exact"), 0.5)
    ]
    assert found.survey.inventory.spans["ROOT"] == 1


TWO = "T1\tPER 0 3\tAda\nT2\tLOC 13 17\tRome\n"
# {what: (its lines, what is said of it)} of each kind of layer but dependencies.


def put_conllu(root, **sentences):
    """sentences: {annotator: [(text, [(form, part of speech, head, label), ...]), ...]}"""
    for name, own in sentences.items():
        blocks = []
        for text, words in own:
            rows = [f"# text = {text}"]
            for number, (form, pos, head, label) in enumerate(words, 1):
                space = "_" if " " in text else "SpaceAfter=No"
                row = number, form, "_", pos, "_", "_", head, label, "_", space
                rows.append("\t".join(map(str, row)))
            blocks.append("\n".join(rows) + "\n\n")
        (root / name).mkdir()
        (root / name / "d.conllu").write_text("".join(blocks), "utf-8")
    return agreement(root)


def test_words_that_one_side_lacks_are_no_disagreements_of_labels(tmp_path):
    """Two words of the first sentence are one word of the other's: missing, with arcs and labels.

    Both have 5 words: が, 残る, 人, が, 来る. Arcs differ at が of the first sentence, whose head is a
    word that the other lacks, and at 人 (obj, nsubj): LAA 3/5 and 2 places. Labels differ at 人
    alone: F1 4/5 and 1 place. Nothing follows from the missing words, so nothing leaves the count.
    """
    shorter = [("不快", "ADJ", 2, "compound"), ("感", "NOUN", 4, "nsubj"), ("が", "ADP", 2, "case")]
    comes = [("が", "ADP", 1, "case"), ("来る", "VERB", 0, "root")]
    found = put_conllu(
        tmp_path,
        luw=[
            (
                "不快感が残る",
                [
                    ("不快感", "NOUN", 3, "nsubj"),
                    ("が", "ADP", 1, "case"),
                    ("残る", "VERB", 0, "root"),
                ],
            ),
            ("人が来る", [("人", "PRON", 3, "obj"), *comes]),
        ],
        suw=[
            ("不快感が残る", [*shorter, ("残る", "VERB", 0, "root")]),
            ("人が来る", [("人", "NOUN", 3, "nsubj"), *comes]),
        ],
    )
    arcs, types = found.score_indexes
    assert (arcs.overall["LAA", "masi"].value, arcs.overall["LAA", "masi"].items) == (3 / 5, 5)
    assert types.overall["f1", "exact"].value == types.overall["agreement", "raw"].value == 4 / 5
    assert [(place.layer, place.token.text, place.kinds) for place in found.places] == [
        ("dependencies", "が", ("token",)),
        ("dependencies", "人", ("label",)),
        ("types", "人", ("label",)),
    ]
    assert not any(one.follows for one in found.differences)


def test_sentences_that_one_side_lacks_are_no_disagreements_of_labels(tmp_path):
    one, other = "Er kommt .", "Der Hund %s ."
    came = [("kommt", "VERB", 0, "root"), (".", "PUNCT", 2, "punct")]

    def bites(form):
        words = [("Der", "DET", 2, "det"), ("Hund", "NOUN", 3, "nsubj"), (form, "VERB", 0, "root")]
        return other % form, [*words, (".", "PUNCT", 3, "punct")]

    found = put_conllu(
        tmp_path,
        anna=[(one, [("Er", "PRON", 2, "nsubj"), *came]), bites("beist")],
        ben=[(one, [("Er", "DET", 2, "nsubj"), *came]), bites("beisst")],
    )
    (place,) = found.places
    assert (place.layer, place.token.text, place.kinds) == ("types", "Er", ("label",))
