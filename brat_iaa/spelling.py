"""The name that was probably meant by one that is not there."""

from os.path import commonprefix
from typing import Optional

# Of more names none but the likely one is said; where none is likely, so many.
_FEW, _LISTED = 12, 40
_SIMILAR = 0.6  # as difflib measures it
_BEGINNING = 3  # characters of a name that stand for it


def likely(name, names) -> Optional[str]:
    """The one of some names that is spelt most nearly as another, or begins with it; or None."""
    from difflib import SequenceMatcher

    spelt = _plain(name)
    matcher = SequenceMatcher(None, "", spelt, autojunk=False)
    best, found = (_SIMILAR, 0), None
    for each in names:
        plain = _plain(each)
        matcher.set_seq1(plain)
        if matcher.real_quick_ratio() >= best[0] and matcher.quick_ratio() >= best[0]:
            rank = matcher.ratio(), len(commonprefix((plain, spelt)))
            if rank > best or found is None and rank[0] >= _SIMILAR:
                best, found = rank, each
    if found is None and len(spelt) >= _BEGINNING:
        return next((each for each in names if _plain(each).startswith(spelt)), None)
    return found


def _plain(name):
    return name.casefold().lstrip("-").replace("_", "-")


def nearest(name, names, heading="Allowed", others=()):
    """What to say after an unknown name: the one that was probably meant, and all known ones, if
    these are few.

    others  that may have been meant, too
    """
    names = list(names)
    near = likely(name, (*names, *others))
    meant = f" Did you mean “{near}”?" if near else ""
    if near and len(names) > _FEW:
        return meant
    if not names:
        return f"{meant} There is none."
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"{meant} {heading}: {', '.join(names[:_LISTED])}{more}."
