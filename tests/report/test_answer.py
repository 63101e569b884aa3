"""The answer in a sentence: which figures, how many places, and what to settle first."""

import pytest
from small_projects import agreement, put_raw

from brat_iaa.report.contents import not_compared, settings_lines, would_find

SPANS = "T1\tA 0 3\tone\nT2\t%s 4 7\ttwo\nA1\tSure T1 %s\n"


WORDS = "T1\tA 0 3\tone\nT2\tA 4 7\ttwo\nT3\t%s 8 13\tthree\n"


@pytest.mark.parametrize(
    "layer, anna, ben",
    [
        ("types", *("R1\tx Arg1:T1 Arg2:T2\nR2\tx Arg1:T1 Arg2:T3\n",) * 2),
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
