"""Figures that an older version kept: what of them can be compared with those computed now.

Older versions made intervals with a bootstrap, added up the expected disagreement of alpha in
another order, which can change its last digit, and without settings compared arcs alone.
"""

from typing import NamedTuple

_NUMBERS = ("value", "observed", "expected")
_COMPARED = (*_NUMBERS, "items", "missing")
_ABOUT = ("layer", "measure", "statistic", "annotators", "document", "label", "sentence")
_LAST_DIGITS = 1e-12


class Older(NamedTuple):
    """What became of the figures that an older version kept.

    rounded  alphas that are the same but for their last digit
    gone     figures that are not made any more
    """

    rounded: int
    gone: int


def is_older(kept):
    """Whether figures, {path: what the JSON holds}, have intervals made with a bootstrap."""
    return any("design_effect" not in row for rows in kept.values() for row in rows["scores"])


def comparable(kept, figures):
    """(Older, kept figures, new figures): only what both have, without intervals and signatures.

    kept, figures  {path: what the JSON holds}
    The new ones get the last digits of the old ones where these alone differ.
    """
    old, new = ({path: _rows(found[path]) for path in found} for found in (kept, figures))
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
    return Older(rounded, gone), _listed(old), _listed(new)


def _rows(found):
    """{what a score is about: its numbers}"""
    return {
        tuple(str(row[name]) for name in _ABOUT): {
            name: row[name] for name in (*_ABOUT, *_COMPARED)
        }
        for row in found["scores"]
    }


def _listed(figures):
    return {
        path: {"scores": [rows[about] for about in sorted(rows)]} for path, rows in figures.items()
    }


def _take_last_digits(about, old, new):
    """Whether an alpha differs in its last digits only; it gets those of the old one then."""
    if "alpha" not in about[1] + about[2]:
        return False
    near = {
        name: old[name]
        for name in _NUMBERS
        if old[name] != new[name] and _nearly(old[name], new[name])
    }
    new.update(near)
    return bool(near)


def _nearly(old, new):
    return None not in (old, new) and abs(old - new) < _LAST_DIGITS
