"""Tables that show the first rows only."""

from brat_iaa.formats.cells import Table, more

SHOWN_ROWS = 15


def first_rows(title, align, header, rows, what, notes=()) -> Table:
    """The Table of the first rows; its last note is how many more there are, if any.

    rows   list of tuples of cells
    what   the rows are, such as "documents"
    notes  the other notes
    """
    further = more(len(rows) - SHOWN_ROWS, what)
    return Table(title, align, header, tuple(rows[:SHOWN_ROWS]), (*notes, *further))
