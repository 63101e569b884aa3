"""Finds out whether annotators' directories lie further down than the layout says."""

import os
from typing import Optional

# Documents whose texts are compared at each depth.
_TRIED = 50


def depth_of_annotators(root, stems) -> Optional[int]:
    """Number of folders above the annotators, by the texts that they share; 0 where the first
    directories share any, None where no two directories share a text.

    root   the project's directory
    stems  paths of all documents below it, without extension
    """
    deepest = max((stem.count("/") for stem in stems), default=0)
    for depth in range(deepest):
        same = {}
        for stem in stems:
            parts = stem.split("/")
            if len(parts) > depth + 1:
                same.setdefault((*parts[:depth], "", *parts[depth + 1 :]), []).append(stem)
        several = [sorted(stems) for stems in same.values() if len(stems) > 1]
        if any(_share(root, alike) for alike in several[:_TRIED]):
            return depth
    return None


def _share(root, stems):
    """Whether two of some documents have the same text, which is not empty."""
    sizes = {}
    for stem in stems:
        path = os.path.join(root, f"{stem}.txt")
        try:
            sizes.setdefault(os.stat(path).st_size, []).append(path)
        except OSError:
            continue
    return any(_any_equal(paths) for size, paths in sizes.items() if size and len(paths) > 1)


def _any_equal(paths):
    known = set()
    for path in paths:
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            continue
        if data in known:
            return True
        known.add(data)
    return False
