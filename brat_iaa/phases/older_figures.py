"""Compares figures that an older version kept with those computed now.

Older versions computed intervals by bootstrap, or from the linear variance alone, summed the
expected disagreement of alpha in another order, which can change its last digit, and compared only
arcs where there were no settings.
"""

from typing import NamedTuple

_NUMBERS = ("value", "observed", "expected")
_COMPARED = (*_NUMBERS, "items", "missing")
_ABOUT = ("layer", "measure", "statistic", "annotators", "document", "label", "sentence")
_LAST_DIGITS = 1e-12


class OlderFigures(NamedTuple):
    """How figures of an older version differ from those of this one.

    rounded  number of alphas that are the same but for their last digit
    gone     number of figures that are no longer computed
    """

    rounded: int
    gone: int


def is_older(kept) -> bool:
    """Whether figures, {path: content of the JSON}, have intervals of another method."""
    return any("degrees" not in row for rows in kept.values() for row in rows["scores"])


def comparable(kept, figures) -> tuple:
    """(OlderFigures, kept figures, new figures), without intervals and signatures.

    kept, figures  {path: content of the JSON}

    Only figures that both have are left. The new ones get the last digits of the old ones where
    nothing else differs.
    """
    old, new = ({path: _rows(files[path]) for path in files} for files in (kept, figures))
    gone = rounded = 0
    for path, rows in old.items():
        now = new.get(path, {})
        gone += len(rows.keys() - now.keys())
        old[path] = {about: row for about, row in rows.items() if about in now}
        rounded += sum(
            _take_last_digits(about, row, now[about]) for about, row in old[path].items()
        )
    new = {
        path: {about: now for about, now in new.get(path, {}).items() if about in old[path]}
        for path in old
    }
    return OlderFigures(rounded, gone), _listed(old), _listed(new)


def _rows(file):
    return {
        tuple(str(row[name]) for name in _ABOUT): {
            name: row[name] for name in (*_ABOUT, *_COMPARED)
        }
        for row in file["scores"]
    }


def _listed(figures):
    return {
        path: {"scores": [rows[about] for about in sorted(rows)]} for path, rows in figures.items()
    }


def _take_last_digits(about, old, new):
    """Give an alpha the last digits of the old one if nothing else differs; whether it was so."""
    if "alpha" not in about[1] + about[2]:
        return False
    both = {name: (old[name], new[name]) for name in _NUMBERS if old[name] != new[name]}
    near = {
        name: values[0]
        for name, values in both.items()
        if None not in values and abs(values[0] - values[1]) < _LAST_DIGITS
    }
    new.update(near)
    return bool(near)
