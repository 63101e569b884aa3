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


def drawn_of(text, **annotations):
    """[(words, {annotator: (span types, brat's id)})] of the tokens."""
    document = parallel(text, {name: spans(text, own) for name, own in annotations.items()})
    table = compared_document(document, DependencySettings())
    return [
        (token.text, {
            name: (table.type_of(name, token.index), table.id_at(name, token.fragments))
            for name in annotations if table.has(name, token.index)
        })
        for token in table.tokens
    ]  # fmt: skip


def spans(text, lines):
    out = []
    for line in lines.split("|"):
        id, kind, offsets = line.split(None, 2)
        words = " ".join(text[slice(*map(int, part.split()))] for part in offsets.split(";"))
        out.append(f"{id}\t{kind} {offsets}\t{words}\n")
    return "".join(out)


TEXT = "ROOT he sees her\nROOT she sleeps\n"


def test_offsets_make_the_token_not_ids_or_order():
    tokens, _ = tokens_of(
        TEXT,
        anna="T1 ROOT 0 4|T2 PRON 5 7|T3 VERB 8 12",
        ben="T9 VERB 8 12|T1 PRON 5 7|T2 ROOT 0 4",
    )
    assert [(t.index, t.text, t.start, t.end) for t in tokens] == [
        (0, "ROOT", 0, 4),
        (1, "he", 5, 7),
        (2, "sees", 8, 12),
    ]
    drawn = drawn_of(TEXT, anna="T3 VERB 8 12", ben="T9 VERB 8 12")
    assert drawn == [("sees", {"anna": ("VERB", "T3"), "ben": ("VERB", "T9")})]


def test_sentences_positions_and_roots():
    tokens, sentences = tokens_of(
        TEXT, anna="T1 ROOT 0 4|T2 W 5 7|T3 W 8 12|T4 W 13 16|T5 ROOT 17 21|T6 W 22 25|T7 W 26 32"
    )
    assert [(t.text, t.sentence, t.position, t.is_root) for t in tokens] == [
        ("ROOT", 1, 0, True),
        ("he", 1, 1, False),
        ("sees", 1, 2, False),
        ("her", 1, 3, False),
        ("ROOT", 2, 0, True),
        ("she", 2, 1, False),
        ("sleeps", 2, 2, False),
    ]
    assert [(s.number, s.start, s.end, tuple(s.tokens)) for s in sentences] == [
        (1, 0, 16, (0, 1, 2, 3)),
        (2, 17, 32, (4, 5, 6)),
    ]


def test_discontinuous_spans():
    """The same fragments are the same token, other fragments another one."""
    drawn = {"anna": "T1 V 3 7;11 14|T2 P 8 10", "ben": "T1 V 3 7;11 14|T2 V 3 7"}
    tokens, _ = tokens_of("he took it off\n", **drawn)
    assert [(t.text, t.fragments) for t in tokens] == [
        ("took", ((3, 7),)),
        ("took off", ((3, 7), (11, 14))),
        ("it", ((8, 10),)),
    ]
    assert [[*there] for _, there in drawn_of("he took it off\n", **drawn)] == [
        ["ben"], ["anna", "ben"], ["anna"],
    ]  # fmt: skip
    assert (tokens[1].start, tokens[1].end) == (3, 14)


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
