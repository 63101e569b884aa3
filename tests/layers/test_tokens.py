"""Tokens and sentences that annotators share: by character offsets, whatever their ids."""

import pytest
from small_projects import parallel

from brat_iaa.config import DependencySettings
from brat_iaa.layers.compared_document import compared_document
from brat_iaa.layers.tokens import is_punctuation, split_sentences


def tokens_of(text, root="ROOT", types=None, splitter="newline", **annotations):
    """Each annotator's .ann as "id type offsets" lines; the words are filled in."""
    document = parallel(text, {name: spans(text, own) for name, own in annotations.items()})
    settings = DependencySettings(root=root, token_types=types, sentences=splitter)
    table = compared_document(document, settings)
    return table.tokens, table.sentences


def spans(text, lines):
    out = []
    for line in lines.split("|"):
        id, kind, offsets = line.split(None, 2)
        words = " ".join(text[slice(*map(int, part.split()))] for part in offsets.split(";"))
        out.append(f"{id}\t{kind} {offsets}\t{words}\n")
    return "".join(out)


@pytest.mark.parametrize(
    "text, splitter, expected",
    [
        ("a b\nc\n", "newline", ["a b", "c"]),
        ("a b\r\nc", "newline", ["a b", "c"]),
        ("\n\na\n \n\nb\n\n", "newline", ["a", "b"]),
        ("a. b! c\nd", "newline", ["a. b! c", "d"]),
        ("a. b! c\nd", "punctuation", ["a.", "b!", "c", "d"]),
        ("1.5 is ok? Yes.", "punctuation", ["1.5 is ok?", "Yes."]),
        # Line separators of Unicode are not line breaks in brat.
        ("a\u2028b\x0bc\x85d", "newline", ["a\u2028b\x0bc\x85d"]),
        ("", "newline", []),
        (" \n", "newline", []),
    ],
)
def test_split_sentences(text, splitter, expected):
    assert [text[start:end] for start, end in split_sentences(text, splitter)] == expected


def test_a_span_outside_all_sentences():
    """White space that is marked (brat forbids it, programs write it) stands in the sentence
    before.
    """
    tokens, sentences = tokens_of("a\n \nb\n", anna="T1 W 0 1|T2 W 2 3|T3 W 4 5")
    assert [t.sentence for t in tokens] == [1, 1, 2]
    tokens, sentences = tokens_of("  \n", anna="T1 W 0 1")
    assert [t.sentence for t in tokens] == [1]
    assert [[*s.tokens] for s in sentences] == [[0]]


@pytest.mark.parametrize("text", [".", "...", "«", "—", "„", "?!", "'", "¿", "(", "–", "،", "。"])
def test_punctuation(text):
    assert is_punctuation(text)
