"""Labels of spans in columns: of a document, and of several one after the other."""

from brat_iaa.layers.columns import MISSING
from brat_iaa.layers.label_columns import SPANS, joined, label_columns, near_elements

A, B, C, AB = ((0, 1),), ((2, 3),), ((4, 5),), ((0, 3),)
N, V = frozenset("N"), frozenset("V")


def of_document(sentence_of=lambda place: 1, **given):
    pair = tuple(given)
    return label_columns(given, {pair: near_elements(*given.values())}, sentence_of)


def shown(columns):
    """Rows of what each annotator gave a span; None where it was not drawn."""
    return [
        [None if code == MISSING else sorted(columns.values[code]) for code in row]
        for row in columns.codes.tolist()
    ]


def near(columns):
    """{(item, annotator, other, label)}, with names."""
    names = [*columns.labels, None]
    return {
        (item, columns.annotators[one], columns.annotators[other], names[label])
        for item, one, other, label in columns.near.tolist()
    }


def test_items_are_in_text_order():
    found = of_document(anna={B: N, A: N | V}, ben={B: V, C: frozenset()})
    assert shown(found) == [[["N", "V"], None], [["N"], ["V"]], [None, []]]
    assert found.labels == ["N", "V"] and not len(found.near)


def test_only_sentences_with_items_are_numbered():
    found = of_document({A: 2, B: 2, C: 7}.get, anna={A: N}, ben={B: N, C: N})
    assert found.sentence.tolist() == [0, 0, 1] and found.document.tolist() == [0, 0]


def test_near_is_what_shares_characters_and_is_not_drawn_alike():
    found = of_document(anna={A: N, C: V}, ben={AB: N, C: N})
    assert near(found) == {
        (0, "anna", "ben", None),
        (1, "ben", "anna", None),
        (0, "anna", "ben", "N"),
        (1, "ben", "anna", "N"),
    }
    assert SPANS in found.near[:, 3]


def test_near_spans_without_a_common_label():
    assert near(of_document(anna={A: N}, ben={AB: V})) == {
        (0, "anna", "ben", None),
        (1, "ben", "anna", None),
    }


def test_documents_one_after_the_other():
    first = of_document(ben={A: V}, carla={AB: V})
    second = of_document(anna={A: N, B: V}, ben={A: N})
    found = joined([first, second], ("anna", "ben", "carla"))
    assert shown(found) == [
        [None, ["V"], None],
        [None, None, ["V"]],
        [["N"], ["N"], None],
        [["V"], None, None],
    ]
    assert found.begun.tolist() == [[False, True, True], [True, True, False]]
    assert [found.begun_by(number) for number in (0, 1)] == [("ben", "carla"), ("anna", "ben")]
    assert found.item_document.tolist() == [0, 0, 1, 1]
    assert found.labels == ["N", "V"]
    assert near(found) == {
        (0, "ben", "carla", None),
        (1, "carla", "ben", None),
        (0, "ben", "carla", "V"),
        (1, "carla", "ben", "V"),
    }
