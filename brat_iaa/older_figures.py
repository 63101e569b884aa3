"""Figures that an older version kept: what of them can be compared with those computed now.

Older versions made intervals with a bootstrap, and added up the expected disagreement of alpha in
another order, which can change its last digit.
"""

_NUMBERS = ("value", "observed", "expected")
_OF_INTERVALS = ("interval", "no_interval", "design_effect")
_LAST_DIGITS = 1e-12


def is_older(kept):
    """Whether figures, {path: what the JSON holds}, have intervals made with a bootstrap."""
    return any("design_effect" not in row for rows in kept.values() for row in rows["scores"])


def without_intervals(kept, figures):
    """Take out of both what is made in another way now, and of the new ones what was not kept yet.

    returns  number of alphas that were the same but for their last digit; they are the same now
    """
    for found in (kept, figures):
        for rows in found.values():
            rows["problems"] = [
                one for one in rows.get("problems", ()) if one["code"] != "outdated-setting"
            ]
            rows["scores"] = sorted(map(_plain, rows["scores"]), key=_about)
    rounded = 0
    for path in set(kept) & set(figures):
        figures[path] = {fact: figures[path].get(fact) for fact in kept[path]}
        rounded += sum(map(_take_last_digits, kept[path]["scores"], figures[path]["scores"]))
    return rounded


def _plain(row):
    """A row of scores without its interval, also in the signature."""
    parts = [
        part
        for part in row["signature"].split("|")
        if not part.startswith(("bootstrap:", "interval:"))
    ]
    return {
        **{name: row[name] for name in row if name not in _OF_INTERVALS},
        "signature": "|".join(parts),
    }


def _about(row):
    return [
        str(row[name])
        for name in ("layer", "measure", "statistic", "annotators", "document", "label", "sentence")
    ]


def _take_last_digits(old, new):
    """Whether an alpha differs in its last digits only; it gets those of the old one then."""
    if not (old["measure"] + old["statistic"]).count("alpha"):
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
