"""Typed tables: text, Markdown, LaTeX, CSV, JSON and the pages show the same Table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Callable, NamedTuple, Optional

from brat_iaa.formats.cells import figure, figure_with_interval, more, with_interval, without_figure

SHOWN_ROWS = 15
# Characters with which a spreadsheet begins a formula, also in their wide forms.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


@dataclass(frozen=True)
class ColumnType:
    """How the values of a column are written.

    align    "l" text, "r" figures, "p" sentences
    printed  function of a value: for people
    data     function of a value: for JSON
    fields   function of the column's name: names of its columns in CSV
    cells    function of a value: what stands in these
    html     function of a value: what stands in a cell of HTML; None: what is printed
    css      function of a value: class of this cell
    """

    align: str
    printed: Callable = str
    data: Callable = lambda value: value
    fields: Callable = lambda name: (name,)
    cells: Callable = lambda value: (value,)
    html: Optional[Callable] = None
    css: Callable = lambda value: ""

    def __call__(self, heading: Optional[str], name: Optional[str] = None) -> "Column":
        """A Column of this type; name: default the heading."""
        return Column(heading, self, (heading or "").replace(" ", "_") if name is None else name)


class Column(NamedTuple):
    """A column of a Table.

    heading  for people; None: for programs alone
    name     for programs; "": for people alone
    """

    heading: Optional[str]
    type: ColumnType
    name: str


class Table(NamedTuple):
    """A table of a report.

    columns     list of Column
    records     list of sequences, a value for each column; for programs alone, any iterable
    notes       sentences below the table, on what is in it
    over        headings above those of the columns that people see; equal neighbours are one
    glossary    sentences on what its words mean; a report for a terminal says each once, at its end
    signatures  settings of the figures, to be cited; one line each
    shown       how many of the first rows people see; None: all
    total       what stands in the last row for people, as in a record; None: no such row
    """

    title: str
    columns: list
    records: Any
    notes: tuple = ()
    signatures: tuple = ()
    shown: Optional[int] = None
    glossary: tuple = ()
    total: Optional[tuple] = None
    over: tuple = ()

    @property
    def for_people(self) -> list:
        """[(number in a record, Column)] of what people see."""
        return [
            (number, column)
            for number, column in enumerate(self.columns)
            if column.heading is not None
        ]

    @property
    def align(self) -> str:
        """A letter for each column that people see."""
        return "".join(column.type.align for _, column in self.for_people)

    @property
    def header(self) -> tuple:
        """The headings."""
        return tuple(column.heading for _, column in self.for_people)

    @property
    def spans(self) -> list:
        """[(heading above, its columns)] of over, by the numbers of what people see."""
        runs: list = []
        for number, heading in enumerate(self.over):
            if runs and heading and runs[-1][0] == heading:
                runs[-1][1].append(number)
            else:
                runs.append((heading, [number]))
        return runs

    @property
    def rows(self) -> tuple:
        """Tuples of the cells that people see, all text."""
        printed = [(number, column.type.printed) for number, column in self.for_people]
        return tuple(
            tuple(show(record[number]) for number, show in printed)
            for record in (*self.records[: self.shown], *([self.total] if self.total else ()))
        )

    def ordered(self, *headings) -> "Table":
        """The same with the columns of some headings, in this order, as far as there are any."""
        numbers = {column.heading: number for number, column in self.for_people}
        order = [numbers[heading] for heading in headings if heading in numbers]
        return self._replace(
            columns=[self.columns[number] for number in order],
            records=[tuple(record[number] for number in order) for record in self.records],
        )

    def without(self, *headings) -> "Table":
        """The same without the columns of some headings."""
        return self.ordered(*(heading for heading in self.header if heading not in headings))

    def with_notes(self, *notes) -> "Table":
        """The same with further notes."""
        return self._replace(notes=(*self.notes, *notes))

    def truncated(self, what, shown=SHOWN_ROWS, where="--format json or csv") -> "Table":
        """The same, of which people see the first rows; a note says how many more there are.

        what   the rows are, such as "documents"
        where  the option that shows all
        """
        # One row more takes no more room than the note on it.
        shown += len(self.records) == shown + 1
        notes = more(len(self.records) - shown, what, where)
        return self.with_notes(*notes)._replace(shown=shown)

    def with_undefined_notes(self) -> "Table":
        """The same with notes on Scores without a value in the rows shown, with the reasons."""
        scores = {}
        for record in self.records[: self.shown]:
            texts = (value.strip() for value in record if isinstance(value, str))
            name = ", ".join(filter(None, texts))
            scores[name] = [value for value in record if hasattr(value, "undefined")]
        return self.with_notes(*without_figure(scores))

    def dicts(self) -> list:
        """A dict for each record, for JSON."""
        return [*self.each_dict()]

    def each_dict(self) -> Iterator:
        """Yield the dicts()."""
        named = [(n, column.name, column.type.data) for n, column in _named(self)]
        for record in self.records:
            yield {name: data(record[n]) for n, name, data in named}


def for_programs(rows, fields) -> Table:
    """The Table of some dicts, for to_csv(). fields: their keys, in the order of the columns"""
    records = (tuple(map(row.get, fields)) for row in rows)
    return Table("", [TEXT(field, field) for field in fields], records)


def flat_rows(table) -> list:
    """A dict for each record, with the columns of CSV: what a data frame takes as it is."""
    named = [(n, column.type, column.type.fields(column.name)) for n, column in _named(table)]
    return [
        {
            field: cell
            for n, own, fields in named
            for field, cell in zip(fields, own.cells(record[n]))
        }
        for record in table.records
    ]


def _named(table):
    return [(n, column) for n, column in enumerate(table.columns) if column.name]


def to_csv(table, header=True) -> str:
    """All records as CSV; text that a spreadsheet would take for a formula begins with an
    apostrophe.
    """
    return "".join(csv_parts(table, header))


def csv_parts(table, header=True):
    """Yield the parts of to_csv(): lines."""
    import csv

    named = _named(table)
    line = csv.writer(_Echo(), lineterminator="\n").writerow
    if header:
        # Some columns are called as annotators are.
        fields = (field for _, column in named for field in column.type.fields(column.name))
        yield line(map(safe_cell, fields))
    for record in table.records:
        yield line(
            [safe_cell(cell) for n, column in named for cell in column.type.cells(record[n])]
        )


class _Echo:
    """A file of which each write returns what was written."""

    @staticmethod
    def write(text):
        return text


def safe_cell(value):
    """A value as a spreadsheet may read it: text stays text, None is empty, numbers are numbers."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def _or_dash(printed):
    return lambda value: "–" if value is None else printed(value)


def text_or(words) -> ColumnType:
    """Text that is printed as these words where there is none."""
    return ColumnType("l", lambda value: value or words)


TEXT = ColumnType("l", _or_dash(str))
NAMES = ColumnType("l", ", ".join, list, cells=lambda names: (", ".join(names),))
SENTENCE = ColumnType("p", lambda value: value or "")
COUNT = ColumnType("r", _or_dash("{:,}".format))
FIGURE = ColumnType("r", figure)
RATE = ColumnType("r", lambda value: figure(value, 2))
DECIMAL = ColumnType("r", _or_dash("{:.1f}".format))
DECIMAL_WITH_INTERVAL = ColumnType(
    "r", lambda pair: with_interval(pair[0], pair[1], "{:.1f}".format)
)
HUNDREDTHS = ColumnType("r", _or_dash("{:.2f}".format))
# Of a Score: with its interval (or a plain figure below it), without.
SCORE = ColumnType(
    "r", lambda score: figure(score) if isinstance(score, float) else figure_with_interval(score)
)
VALUE = ColumnType("r", lambda score: figure(score and score.value))
INTERVAL = ColumnType(
    "r",
    data=lambda bounds: bounds and list(bounds),
    fields=lambda name: tuple(name[: -len("interval")] + end for end in ("low", "high")),
    cells=lambda bounds: bounds or (None, None),
)


def difference_columns(first, second) -> list:
    """The last Columns of a row: two figures, and how the second differs from the first."""
    columns = [FIGURE(first, ""), FIGURE(second, ""), _LEFT("disagreement", "")]
    return [*columns, SIGNED("difference", ""), TEXT("", "change")]


def difference_cells(difference) -> tuple:
    """What stands in them of a Difference."""
    return difference.before, difference.after, difference, difference, difference.clear


def signed(difference) -> str:
    """A plain difference as printed: +.050. The interval of a change is that of the ratio."""
    if difference.difference is None:
        return "–"
    printed = f"{difference.difference:+.3f}"
    return ".000" if float(printed) == 0 else printed.replace("0.", ".", 1)


def left(difference) -> str:
    """Disagreement in per cent of the first one: 60% [48, 75]; "from none" if that was none."""
    ratio, interval = difference.ratio, difference.ratio_interval
    if ratio is None:
        return "from none" if difference.before == 1 and difference.difference else "–"
    printed = f"{100 * ratio:.0f}%"
    if interval is None:
        return printed
    return printed + " [{:.0f}, {:.0f}]".format(*(100 * bound for bound in interval))


_LEFT, SIGNED = ColumnType("r", left), ColumnType("r", signed)
