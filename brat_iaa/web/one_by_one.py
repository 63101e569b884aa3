"""What surrounds the one in the middle, where places are decided on one by one."""

LISTED = 50  # beside the one in the middle


def around(selected, current, key, order):
    """({variable of the template: value}, those of the list that are shown).

    selected  what the filters let through, in order
    current   the one in the middle, or None; decided, it may be no longer among the selected
    key       function of one: its key in addresses
    order     function of one: its place in the order
    The variables are the number of the current one, the keys of the ones before and behind it, how
    many stand before those shown, and the keys of the earlier and the later part of the list.
    """
    keys = [key(one) for one in selected]
    index, before, behind = None, [], []
    if current is not None and key(current) in keys:
        index = keys.index(key(current))
        before, behind = keys[:index], keys[index + 1 :]
    elif current is not None:
        there = sum(order(one) < order(current) for one in selected)
        before, behind = keys[:there], keys[there:]
    first = (index or 0) // LISTED * LISTED
    end = first + LISTED
    return {
        "selected": len(selected),
        "number": None if index is None else index + 1,
        "before": before[-1] if before else None,
        "behind": behind[0] if behind else None,
        "first": first,
        "earlier": keys[first - LISTED] if first else None,
        "later": keys[end] if end < len(keys) else None,
    }, selected[first:end]
