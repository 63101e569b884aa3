"""Changes of the lines of a draft's file, and what takes them back."""

from brat_iaa.adjudication.draft_file import draft_note
from brat_iaa.adjudication.edits import (
    Edit,
    before,
    edited,
    followed,
    free_number,
    undone,
    with_references,
)

SPAN = "T1\tW 0 1\ta"
ARC, OTHER = (f"R1\t{label} Arg1:T1 Arg2:T1\t" for label in ("subj", "obj"))
NOTE = "#1\tAnnotatorNotes {}\tsure"


def lines(*texts, end="\n"):
    return "".join(text + end for text in texts).encode()


def test_what_comes_back_has_a_free_id_and_its_note_follows():
    for gone in ((ARC, NOTE.format("R1")), (NOTE.format("R1"), ARC)):
        edit = edited(lines(SPAN, *gone), [[1, None], [2, None]], [])
        assert edit.data == lines(SPAN)
        # Meanwhile somebody drew another arc in brat, which has the same id.
        back = undone(lines(SPAN, OTHER), edit.changes)
        assert back.data == lines(SPAN, OTHER, ARC.replace("R1", "R2"), NOTE.format("R2"))


def test_ids_above_the_highest_one_are_free_that_of_something_gone_included():
    assert free_number(lines(SPAN, ARC.replace("R1", "R7"), "A1\tMood T12"), "R") == 7
    assert free_number(lines(SPAN, ARC, "A1\tMood T12"), "T") == 12
    assert free_number(lines(SPAN), "E") == 0


def test_a_changed_line_ends_as_it_did():
    edit = edited(lines(SPAN, ARC, end="\r\n"), [[1, OTHER]], [])
    assert edit.data == lines(SPAN, OTHER, end="\r\n")
    assert undone(edit.data, edit.changes).data == lines(SPAN, ARC, end="\r\n")


def test_two_edits_in_a_row_are_one():
    data, note, third = lines(SPAN, ARC), NOTE.format("R1"), ARC.replace("subj", "mod")
    for first, then, wanted in (
        (([], [note]), ([[2, None]], []), []),
        (([], [note]), ([[2, "#1"]], []), [[None, None, "#1"]]),
        (([], [note]), ([[1, OTHER]], []), [[None, None, note], [1, ARC, OTHER]]),
        (([[1, OTHER]], []), ([[1, third]], []), [[1, ARC, third]]),
        (([[1, OTHER]], []), ([[1, None]], []), [[1, ARC, None]]),
        (([[1, OTHER]], []), ([], [note]), [[1, ARC, OTHER], [None, None, note]]),
    ):
        first = edited(data, *first)
        both = followed(data, first, edited(first.data, *then))
        assert both == Edit(edited(first.data, *then).data, wanted)
        assert before(both.data, wanted) == undone(both.data, wanted).data == data


def test_of_two_equal_lines_the_last_is_the_new_one():
    chain = "*\tEquiv T1 T2"
    edit = edited(lines(chain, SPAN), [], [chain])
    assert edit.data == lines(chain, SPAN, chain)
    assert before(edit.data, edit.changes) == lines(chain, SPAN)


def test_a_line_into_which_brat_wrote_a_tab_is_the_same():
    name = "N1\tReference T1 Wiki:{}\ta"
    edit = edited(lines(SPAN, name.format(1)), [[1, name.format(2)]], [])
    opened = edit.data.replace(b"Wiki:2\ta", b"Wiki:2\t\ta")
    assert undone(opened, edit.changes).data == lines(SPAN, name.format(1))


def test_what_a_line_refers_to_gets_other_ids_or_is_gone():
    now = {"T1": "T8", "T2": "T9", "E1": "E7"}.get
    for line, wanted in {
        "R1\tWho Arg1:T1 Arg2:T2\t": "R1\tWho Arg1:T8 Arg2:T9\t",
        "E2\tGo:T1 Who:T2 After:E1": "E2\tGo:T8 Who:T9 After:E7",
        "E2\tGo:T3 Who:T2": None,
        "A1\tMood T2 glad": "A1\tMood T9 glad",
        "N1\tReference T1 Wiki:T2\tT2": "N1\tReference T8 Wiki:T2\tT2",
        "#1\tAnnotatorNotes R1\tT1": None,
        "#1\tAnnotatorNotes sent:1\tT1": "#1\tAnnotatorNotes sent:1\tT1",
        "*\tEquiv T1 T2": "*\tEquiv T8 T9",
        "*\tEquiv T1 T3": None,
    }.items():
        assert with_references(line, now) == wanted, line


def test_new_lines_stand_behind_those_of_their_kind():
    event = "E1\tW:T1 "
    data = lines(SPAN, event, NOTE.format("T1"))
    assert edited(data, [], [ARC]).data == lines(SPAN, event, ARC, NOTE.format("T1"))
    assert edited(lines(SPAN, NOTE.format("T1")), [], [ARC, event]).data == lines(
        SPAN, event, ARC, NOTE.format("T1")
    )


def test_numbers_of_thousands_of_digits_are_none_of_a_draft():
    """They can be typed in brat, and Python refuses to read them."""
    long = "9" * 5000
    edit = edited(lines(SPAN, ARC, f"R{long}\tx Arg1:T1 Arg2:T1\t"), [[1, None]], [])
    assert undone(edit.data, edit.changes).data.splitlines()[-1] == ARC.encode()
    assert draft_note(f"x (characters {long} to 2): Disputed type: A").kind == "type"
