"""From arcs in files to the value of each token: a set of (head, label), empty, or missing."""

import pytest
from small_projects import content, parallel, standoff, table_of, value_of

from brat_iaa.config import DependencySettings
from brat_iaa.layers.compared_document import compared_document

WORDS = "he sees her"
TEXT = content(WORDS)
TOKENS = standoff(WORDS, "")  # T1 ROOT, T2 he, T3 sees, T4 her
DEFAULT = DependencySettings()


def table(settings=DEFAULT, text=TEXT, **annotations):
    return compared_document(parallel(text, annotations), settings)


def anna(arcs, settings=DEFAULT, tokens=TOKENS, text=TEXT):
    """Table of one annotator who drew these arcs: "LABEL Arg1:T3 Arg2:T2", separated by "|"."""
    lines = [f"R{number}\t{arc}\t\n" for number, arc in enumerate(arcs.split("|"), 1) if arc]
    return table(settings, text, anna=tokens + "".join(lines))


def value(table, annotator="anna"):
    """[{"head label", ...} or None for each item], heads by their text."""
    return [
        None if own is None else {f"{table.tokens[head].text} {label}" for head, label in own}
        for own in (value_of(table, annotator, item) for item in table.items)
    ]


def codes(table):
    return [problem.code for problem in table.problems]


def settings(**changes):
    return DEFAULT._replace(**changes)


def test_drawn_tokens_count_without_a_head_for_who_lacks_them():
    found = table_of(WORDS, settings(tokens="drawn"), anna="2>1:subj", ben="2>1:subj -3")
    assert value(found, "ben") == [{"sees subj"}, set(), set()]
    assert not found.has("ben", 3)


def test_arcs_on_any_span_of_the_same_offsets_are_arcs_of_that_token():
    """A second layer of parts of speech: T9 and T3 are "sees"."""
    tokens = TOKENS + "T9\tVERB 8 12\tsees\n"
    found = anna(
        "subj Arg1:T9 Arg2:T2|root Arg1:T1 Arg2:T9|cop Arg1:T1 Arg2:T3|subj Arg1:T3 Arg2:T2",
        tokens=tokens,
    )
    assert value(found) == [{"sees subj"}, {"ROOT root", "ROOT cop"}, set()]
    assert codes(found) == ["duplicate-arc"]


@pytest.mark.parametrize(
    "head, arc, expected",
    [
        ("Arg1", "subj Arg1:T3 Arg2:T2", {"sees subj"}),
        # Written the other way round: the role decides, not the order.
        ("Arg1", "subj Arg2:T2 Arg1:T3", {"sees subj"}),
        ("Arg2", "subj Arg1:T2 Arg2:T3", {"sees subj"}),
        ("Gov", "subj Dep:T2 Gov:T3", {"sees subj"}),
        # No such role: the head is written first.
        ("Gov", "subj Arg1:T3 Arg2:T2", {"sees subj"}),
    ],
)
def test_role_of_the_head(head, arc, expected):
    assert value(anna(arc, settings(head=head)))[0] == expected


def test_only_some_span_types_are_tokens():
    """The phrase is no token, and arcs to it are left out and counted."""
    tokens = TOKENS + "T9\tNP 5 12\the sees\n"
    arcs = "subj Arg1:T3 Arg2:T2|x Arg1:T9 Arg2:T2|x Arg1:T2 Arg2:T9"
    found = anna(arcs, settings(token_types=("W",)), tokens=tokens)
    assert value(found) == [{"sees subj"}, set(), set()]
    (problem,) = found.problems
    assert problem.code == "arc-outside-tokens"
    assert problem.message.startswith("2 arcs")


PUNCTUATED = "no , he ..."


def items(found):
    return [found.tokens[item].text for item in found.items]


def test_punctuation_in_and_out():
    """Left out are the punctuation's own values; a head that is punctuation stays a head."""
    marks = {"anna": "2>1:x 3>2:p 0>3:root 3>4:p"}
    assert items(table_of(PUNCTUATED, **marks)) == ["no", ",", "he", "..."]
    found = table_of(PUNCTUATED, settings(punctuation="out"), **marks)
    assert items(found) == ["no", "he"]
    assert value(found) == [{", x"}, {"ROOT root"}]


def test_an_empty_file_is_not_begun():
    """brat writes one as soon as a document is opened."""
    found = table(anna=TOKENS + "R1\tsubj Arg1:T3 Arg2:T2\t\n", ben="")
    assert found.annotators == ("anna",)
    assert found.annotators == ("anna",)
    ((document, annotators, reason),) = found.excluded
    assert (document, annotators) == ("doc", ("ben",))
    assert reason.startswith("no span in it: not begun")


@pytest.mark.parametrize("tokens", ["shared", "drawn"])
def test_no_arcs_are_missing_when_told_so(tokens):
    found = table(
        settings(no_arcs="missing", tokens=tokens),
        anna=TOKENS + "R1\tsubj Arg1:T3 Arg2:T2\t\n",
        ben=TOKENS,
    )
    assert value(found, "ben") == [None, None, None]
    assert value(found, "anna") == [{"sees subj"}, set(), set()]
    assert "missing, because of no_arcs = missing" in found.problems[0].message
