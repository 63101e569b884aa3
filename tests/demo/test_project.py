"""The demo project holds what the tutorial and the pages count on.

The files are read here by a few plain splits, independent of brat_iaa.corpus.
"""

import pytest
from checkout import DEMO
from demo_project import (
    ANNOTATED,
    ANNOTATORS,
    DOCUMENTS,
    PAIRS,
    arcs_of,
    check_arcs,
    check_tokens,
    configured,
    lines_of,
    spans_of,
    text_of,
    values_of,
)


def kinds_of(values_a, values_b):
    """Which kinds of difference two annotators show, in a way simpler than brat_iaa's own."""
    kinds = set()
    for token, a in values_a.items():
        b = values_b[token]
        if len(a) == 1 and len(b) == 1 and a != b:
            (head_a, label_a), (head_b, label_b) = min(a), min(b)
            if token in {head for head, _ in values_b.get(head_a, ())} and head_a != head_b:
                kinds.add("reversed")
            elif head_a == head_b:
                kinds.add("label")
            else:
                kinds.add("head" if label_a == label_b else "head+label")
        if a < b:
            kinds.add("missing-arc")
        if b < a:
            kinds.add("extra-arc")
    return kinds


def test_four_documents_for_each_annotator_and_carla_has_not_done_the_last():
    files = {str(p.relative_to(DEMO)) for p in DEMO.rglob("*") if p.is_file()}
    texts = {"%s/%s.txt" % (a, d) for a in ANNOTATORS for d in DOCUMENTS}
    annotations = {"%s/%s.ann" % pair for pair in ANNOTATED}
    config = {"annotation.conf", "visual.conf", "tools.conf"}
    # The lead of a project may add an iaa.conf.
    assert files - {"iaa.conf"} == texts | annotations | config
    assert "carla/free_time.ann" not in files


@pytest.mark.parametrize("document", DOCUMENTS)
def test_texts_are_identical_and_long_enough(document):
    text = text_of("anna", document)
    assert text == text_of("ben", document) == text_of("carla", document)
    assert text.endswith("\n")
    sentences = text[:-1].split("\n")
    assert len(sentences) == 9
    for sentence in sentences:
        words = sentence.split(" ")
        assert words[0] == "ROOT" and "" not in words
        assert 5 <= len(words) - 1 <= 16


@pytest.mark.parametrize("annotator,document", ANNOTATED)
def test_every_word_is_a_token_of_a_configured_part_of_speech(annotator, document):
    check_tokens(annotator, document)


@pytest.mark.parametrize("annotator,document", ANNOTATED)
def test_arcs_stay_in_their_sentence_and_one_of_them_comes_from_root(annotator, document):
    check_arcs(annotator, document)


@pytest.mark.parametrize("annotator,without", [("anna", 0), ("ben", 0), ("carla", 4)])
def test_only_carla_forgot_tokens(annotator, without):
    empty = [t for a, d in ANNOTATED if a == annotator for t, v in values_of(a, d).items() if not v]
    assert len(empty) == without


@pytest.mark.parametrize("annotator,several", [("anna", 23), ("ben", 18), ("carla", 19)])
def test_tokens_with_several_heads(annotator, several):
    sets = [v for a, d in ANNOTATED if a == annotator for v in values_of(a, d).values()]
    # A relative word has two labels to one head; it does not count here.
    assert sum(len({head for head, _ in value}) > 1 for value in sets) == several
    assert any(len(value) > 1 and len({head for head, _ in value}) == 1 for value in sets)


def pair_values(pair):
    """{(document, start of token): value} of both annotators, for the documents both have done."""
    shared = [d for d in DOCUMENTS if all((a, d) in ANNOTATED for a in pair)]
    return [{(d, t): v for d in shared for t, v in values_of(a, d).items()} for a in pair]


@pytest.mark.parametrize(
    "pair,differing,tokens",
    [(("anna", "ben"), 38, 464), (("anna", "carla"), 38, 351), (("ben", "carla"), 48, 351)],
)
def test_pairs_differ_as_trained_annotators_do(pair, differing, tokens):
    a, b = pair_values(pair)
    assert set(a) == set(b) and len(a) == tokens
    assert sum(a[token] != b[token] for token in a) == differing
    assert 0.06 <= differing / tokens <= 0.16


@pytest.mark.parametrize("pair", PAIRS)
def test_pairs_differ_on_tokens_with_several_heads(pair):
    a, b = pair_values(pair)
    assert sum(a[t] != b[t] and max(len(a[t]), len(b[t])) > 1 for t in a) >= 9


def test_every_kind_of_difference_occurs():
    found = {}
    for pair in PAIRS:
        shared = [d for d in DOCUMENTS if all((a, d) in ANNOTATED for a in pair)]
        found[pair] = set().union(*(kinds_of(*(values_of(a, d) for a in pair)) for d in shared))
    tree_kinds = {"head", "label", "head+label", "missing-arc", "extra-arc"}
    assert found["anna", "ben"] == tree_kinds
    assert found["anna", "carla"] == found["ben", "carla"] == tree_kinds | {"reversed"}


def test_parts_of_speech_differ_in_places():
    differing = set()
    for a, b in PAIRS:
        for document in DOCUMENTS:
            if (a, document) in ANNOTATED and (b, document) in ANNOTATED:
                types = [{s: kind for kind, s, _ in spans_of(x, document).values()} for x in (a, b)]
                differing |= {(document, s) for s in types[0] if types[0][s] != types[1][s]}
    assert len(differing) >= 12


def test_brat_ids_differ_between_annotators():
    def ids(annotator, letter):
        if letter == "T":
            return {(i,) + span[1:] for i, span in spans_of(annotator, "a_letter").items()}
        relations = [f[0] for f in lines_of(annotator, "a_letter") if f[0].startswith("R")]
        return set(zip(relations, arcs_of(annotator, "a_letter")))

    assert ids("anna", "T") != ids("carla", "T")
    assert len(ids("anna", "R") & ids("ben", "R")) < len(ids("anna", "R")) / 2
    # Deleted and drawn again: lines out of the order of their numbers, and gaps between these.
    numbers = [int(f[0][1:]) for f in lines_of("carla", "a_letter") if f[0].startswith("R")]
    assert numbers != sorted(numbers)
    assert max(numbers) > len(numbers)


@pytest.mark.parametrize("annotator", ANNOTATORS)
def test_notes_are_on_arcs_and_tokens_that_exist(annotator):
    notes = []
    for a, document in ANNOTATED:
        if a == annotator:
            lines = lines_of(a, document)
            ids = {fields[0] for fields in lines}
            assert len(ids) == len(lines)
            for _, what, remark in (f for f in lines if f[0].startswith("#")):
                kind, target = what.split(" ")
                assert kind == "AnnotatorNotes" and target in ids and remark
                notes.append(target)
    assert len(notes) >= 3


def test_brat_is_told_the_sentences_and_a_colour_for_every_type():
    tools = (DEMO / "tools.conf").read_text(encoding="utf-8")
    for option in ("tokenizer:whitespace", "splitter:newline", "validate:none"):
        assert option in tools
    visual = (DEMO / "visual.conf").read_text(encoding="utf-8")
    drawing = dict(
        line.split("\t") for line in visual.split("[drawing]")[1].splitlines() if "\t" in line
    )
    for name in configured("entities"):
        assert "bgColor:" in drawing[name]
    assert len(configured("relations")) == 22
    for name in configured("relations"):
        assert drawing[name].startswith("color:") or ", color:" in drawing[name]
