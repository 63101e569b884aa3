"""From brat's annotations to items and values of a layer of labels, their disagreements and
problems.
"""

import pytest
from label_projects import settings, text_of, write
from small_projects import agreement, parallel

from brat_iaa.config import DependencySettings, LabelSettings, Layer
from brat_iaa.errors import ConfigError
from brat_iaa.layers.batch import BatchReader, DrawnLayer
from brat_iaa.layers.compared_document import compared_documents
from brat_iaa.layers.label_columns import NO_LABEL
from brat_iaa.scores.labels import PooledLabels

WORDS = "ROOT a b c"
TEXT = text_of(WORDS)
SPANS = "T1\tROOT 0 4\tROOT\nT2\tN 5 6\ta\nT3\tV 7 8\tb\n"


def layer_of(annotations, text=TEXT, dependencies=None, name="pos", **own):
    """The PooledLabels of one document, {annotator: .ann}, and its LabelTable."""
    document = parallel(text, annotations)
    read = BatchReader(
        [document],
        compared_documents(
            [document], dependencies or DependencySettings(), [*document.annotations]
        ),
    )
    drawn = DrawnLayer(read, Layer(name, "labels", LabelSettings(**own)))
    return PooledLabels(drawn, drawn.tables[0].annotators, print), drawn


def items_of(annotations, *about, **own):
    """[(words, labels by annotator)] of the spans."""
    table = layer_of(annotations, *about, **own)[1]
    words = table.tables[0].words
    return [(words(fragments), given) for fragments, given in table.columns().on_spans]


def values(ann, **own):
    """{text: labels in order, None if several} of one annotator's spans."""
    return {
        words: None if given["anna"] is None else sorted(given["anna"])
        for words, given in items_of({"anna": ann}, **own)
    }


ATTRIBUTES = SPANS + "A1\tPos T2 noun\nA2\tOther T3 x\nM3\tSure T3\n"
NOTES = SPANS + "#1\tAnnotatorNotes T2\tframe <SUBJ, OBJ> sure\n#2\tAnnotatorNotes T3\tno frame\n"
NORMALIZATIONS = SPANS + "N1\tReference T2 WordNet:n:1\tdog\nN2\tReference T2 Other:5\tdog\n"


@pytest.mark.parametrize(
    "ann, value, expected",
    [
        (SPANS, "type", {"a": ["N"], "b": ["V"]}),
        (ATTRIBUTES, "attribute:Pos", {"a": ["noun"], "b": [NO_LABEL]}),
        (ATTRIBUTES, "attribute:Sure", {"a": [NO_LABEL], "b": ["Sure"]}),
        (NORMALIZATIONS, "normalization:WordNet", {"a": ["n:1"], "b": [NO_LABEL]}),
        (NOTES, "note:<(.*)>", {"a": ["SUBJ, OBJ"], "b": [NO_LABEL]}),
        (NOTES, "notes:AnnotatorNotes", {"a": ["frame <SUBJ, OBJ> sure"], "b": ["no frame"]}),
        (NOTES, "notes:Lemma", {"a": [NO_LABEL], "b": [NO_LABEL]}),
        (
            f"{SPANS}#1\tAnnotatorNotes T2\t{'<' * 400_000}>\n",
            "note:<(.*)>",
            {"a": [NO_LABEL], "b": [NO_LABEL]},
        ),
        (NOTES, "note:^no (frame)", {"a": [NO_LABEL], "b": ["frame"]}),
        (SPANS + "#1\tAnnotatorNotes T2\t x\n", "note:^(x)$", {"a": ["x"], "b": [NO_LABEL]}),
        (SPANS + "#1\tAnnotatorNotes T2\t<>\n", "note:<(.*)>", {"a": [NO_LABEL], "b": [NO_LABEL]}),
        (SPANS + "#1\tAnnotatorNotes T2\tx\n", "note:x(y)?", {"a": [NO_LABEL], "b": [NO_LABEL]}),
    ],
)
def test_where_a_single_label_stands(ann, value, expected):
    assert values(ann, value=value) == expected


@pytest.mark.parametrize(
    "ann, value, expected",
    [
        (SPANS + "T4\tNN 5 6\ta\n", "type", {"a": ["N", "NN"], "b": ["V"]}),
        (NOTES, "note:<(.*)>", {"a": ["OBJ", "SUBJ"], "b": []}),
        (
            NOTES + "#3\tAnnotatorNotes T2\t<X,,SUBJ>\n",
            "note:<(.*)>",
            {"a": ["OBJ", "SUBJ", "X"], "b": []},
        ),
        (ATTRIBUTES + "A4\tPos T2 verb\n", "attribute:Pos", {"a": ["noun", "verb"], "b": []}),
    ],
)
def test_sets_of_labels(ann, value, expected):
    assert values(ann, value=value, set="yes") == expected


def test_notes_on_other_things_than_spans_are_nobodys_label():
    ann = SPANS + (
        "R1\tx Arg1:T2 Arg2:T3\n#1\tAnnotatorNotes R1\t<S>\nA1\tPos R1 "
        "verb\n#2\tAnnotatorNotes sent:1\t<S>\n"
    )
    assert values(ann, value="note:<(.)>") == {"a": [NO_LABEL], "b": [NO_LABEL]}
    assert values(ann, value="attribute:Pos") == {"a": [NO_LABEL], "b": [NO_LABEL]}


@pytest.mark.parametrize(
    "value, said",
    [
        ("lemma", "does not say where the label stands"), ("attribute:", "does not say where the label stands"),
        ("type:N", "does not say where the label stands"), ("note:", "does not say where the label stands"),
        ("note:<(.*>", "no regular expression: missing \\), unterminated subpattern"),
        ("note:<.*>", "has no groups in brackets, expected one"),
        ("note:(<)(.*)>", "has 2 groups in brackets, expected one"),
    ],
)  # fmt: skip
def test_a_value_that_says_nothing(value, said, tmp_path):
    root = write(tmp_path, "a", conf=settings(value, name="subcat"), anna="N", ben="N")
    with pytest.raises(ConfigError, match=r"\[layer subcat\] value = .*" + said):
        agreement(root)
