"""Tables that show the first rows only."""

from brat_iaa.formats.cells import Table, more

SHOWN_ROWS = 15


def first_rows(title, align, header, rows, what, notes=(), shown=SHOWN_ROWS) -> Table:
    """The Table of the first rows; its last note is how many more there are, if any.

    rows   list of tuples of cells
    what   the rows are, such as "documents"
    notes  the other notes
    shown  number of rows
    """
    further = more(len(rows) - shown, what)
    return Table(title, align, header, tuple(rows[:shown]), (*notes, *further))
