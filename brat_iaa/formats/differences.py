"""Differences of two figures in words; each has difference, interval, ratio and ratio_interval, as
phases.differences.Difference.
"""

from brat_iaa.formats.tables import FIGURE, TEXT, ColumnType


def difference_columns(first, second) -> list:
    """The last Columns of a row: two figures, and how the second differs from the first."""
    columns = [FIGURE(first, ""), FIGURE(second, ""), _LEFT("disagreement", "")]
    return [*columns, _SIGNED("difference", ""), TEXT("", "")]


def difference_cells(first, second, difference) -> tuple:
    """What stands in them."""
    return first, second, difference, difference, difference.clear


def signed(difference) -> str:
    """A plain difference as printed: +.050. The interval of a change is that of the ratio."""
    if difference.difference is None:
        return "–"
    printed = f"{difference.difference:+.3f}"
    return ".000" if float(printed) == 0 else printed.replace("0.", ".", 1)


def left(difference) -> str:
    """Disagreement in per cent of the first one: 60 % [48, 75]; "from none" if that was none."""
    ratio, interval = difference.ratio, difference.ratio_interval
    if ratio is None:
        return "–" if interval is None else "from none"
    printed = f"{100 * ratio:.0f} %"
    if interval is None:
        return printed
    return printed + " [{:.0f}, {:.0f}]".format(*(100 * bound for bound in interval))


_LEFT, _SIGNED = ColumnType("r", left), ColumnType("r", signed)
