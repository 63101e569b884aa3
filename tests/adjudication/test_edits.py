"""Changes of the lines of a draft's file, and what takes them back."""

from brat_iaa.adjudication.draft_file import draft_note
from brat_iaa.adjudication.edits import edited, undone

SPAN = "T1\tW 0 1\ta"
ARC, OTHER = (f"R1\t{label} Arg1:T1 Arg2:T1\t" for label in ("subj", "obj"))
NOTE = "#1\tAnnotatorNotes {}\tsure"


def lines(*texts, end="\n"):
    return "".join(text + end for text in texts).encode()


def test_what_comes_back_has_a_free_id_and_its_note_follows():
    edit = edited(lines(SPAN, ARC, NOTE.format("R1")), [[1, None], [2, None]], [])
    assert edit.data == lines(SPAN)
    # Meanwhile somebody drew another arc in brat, which has the same id.
    back = undone(lines(SPAN, OTHER), edit.changes)
    assert back.data == lines(SPAN, OTHER, ARC.replace("R1", "R2"), NOTE.format("R2"))


def test_a_changed_line_ends_as_it_did():
    edit = edited(lines(SPAN, ARC, end="\r\n"), [[1, OTHER]], [])
    assert edit.data == lines(SPAN, OTHER, end="\r\n")
    assert undone(edit.data, edit.changes).data == lines(SPAN, ARC, end="\r\n")


def test_numbers_of_thousands_of_digits_are_none_of_a_draft():
    """They can be typed in brat, and Python refuses to read them."""
    long = "9" * 5000
    edit = edited(lines(SPAN, ARC, f"R{long}\tx Arg1:T1 Arg2:T1\t"), [[1, None]], [])
    assert undone(edit.data, edit.changes).data.splitlines()[-1] == ARC.encode()
    assert draft_note(f"x (characters {long} to 2): Disputed type: A").kind == "type"
