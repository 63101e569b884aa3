"""Labels of spans in columns: of a document, and of several one after the other."""

import numpy
from small_projects import parallel

from brat_iaa.config import DependencySettings, LabelSettings, Layer
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.dependencies import dependency_tables
from brat_iaa.layers.difference import DIFFERENCE_NAMES
from brat_iaa.layers.label_columns import SPANS
from brat_iaa.layers.labels import layer_documents
from brat_iaa.layers.layer_document import columns_of
from brat_iaa.measures.alphas import MISSING

A, B, C, AB = ((0, 1),), ((2, 3),), ((4, 5),), ((0, 3),)
TEXT = "a b\nc d\ne\n"
LAYER = Layer("cases", "labels", LabelSettings(value="attribute:L", set="yes"))


def ann(given):
    """The .ann of {fragments: labels}."""
    lines = []
    for number, (fragments, labels) in enumerate(given.items()):
        offsets = ";".join(f"{start} {end}" for start, end in fragments)
        words = " ".join(TEXT[start:end] for start, end in fragments)
        lines.append(f"T{number}\tX {offsets}\t{words}\n")
        lines += [f"A{number}{label}\tL T{number} {label}\n" for label in sorted(labels)]
    return "".join(lines)


def tables(*documents):
    """The LabelTables of documents, {annotator: {fragments: labels}} each, read together."""
    names = dict.fromkeys(name for given in documents for name in given)
    documents = [
        parallel(TEXT, {name: ann(own) for name, own in given.items()}, f"d{number}")
        for number, given in enumerate(documents)
    ]
    read = BatchReader(documents, dependency_tables(documents, DependencySettings(), names))
    return [part.items for part in layer_documents(read, LAYER)]


def of_document(**given):
    return columns_of(tables(given), tuple(given))


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
        for item, one, other, label in columns.near().tolist()
    }


def test_items_are_in_text_order():
    found = of_document(anna={B: "N", A: "NV"}, ben={B: "V", C: ""})
    assert shown(found) == [[["N", "V"], None], [["N"], ["V"]], [None, []]]
    assert found.labels == ["N", "V"] and not len(found.near())
    assert [found.fragments(item) for item in range(3)] == [A, B, C]


def test_only_sentences_with_items_are_numbered():
    last = ((8, 9),)
    found = of_document(anna={A: "N"}, ben={B: "N", last: "N"})
    assert found.sentence.tolist() == [0, 0, 1] and found.document.tolist() == [0, 0]


def test_near_is_what_shares_characters_and_is_not_drawn_alike():
    """Spans that one drew; labels of attributes on spans that both drew."""
    found = of_document(anna={A: "N", C: "V"}, ben={AB: "N", C: "N"})
    assert near(found) == {(0, "anna", "ben", None), (1, "ben", "anna", None)}
    assert SPANS in found.near()[:, 3]
    # In lists the label is the same, and the boundaries differ.
    kinds = [DIFFERENCE_NAMES[kind] for kind in found.differences(0, 1).kind]
    assert kinds == ["label", "boundaries"]
    found = of_document(anna={A: "N", AB: "", C: "V"}, ben={A: "", AB: "N", C: "N"})
    assert near(found) == {(0, "anna", "ben", "N"), (1, "ben", "anna", "N")}


def test_near_spans_without_a_common_label():
    assert near(of_document(anna={A: "N"}, ben={AB: "V"})) == {
        (0, "anna", "ben", None),
        (1, "ben", "anna", None),
    }


def test_labels_in_common_where_there_are_many_sets():
    found = of_document(anna={A: "N", B: "V"}, ben={A: "N", B: "N"})
    # The numbers of two sets together have more than 32 bits.
    found.values = [*(frozenset([str(number)]) for number in range(70_000)), *found.values]
    found.codes = found.codes + 70_000
    assert found.shared(numpy.arange(2), 0, 1).tolist() == [1, 0]


def test_documents_one_after_the_other_read_together_or_apart():
    first = {"ben": {A: "V"}, "carla": {AB: "V"}}
    second = {"anna": {A: "N", B: "V"}, "ben": {A: "N"}}
    together = tables(first, second)
    everybody = ("anna", "ben", "carla")
    for apart in (together, [*tables(first), *tables(second)], [together[0], *tables(second)]):
        found = columns_of(apart, everybody)
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
        assert [found.fragments(item) for item in range(4)] == [A, AB, A, B]
        assert near(found) == {(0, "ben", "carla", None), (1, "carla", "ben", None)}
    of_second = together[1].columns
    assert [of_second.fragments(item) for item in range(2)] == [A, B]
    assert of_second.labels == ["N", "V"] and together[0].columns.labels == ["V"]
