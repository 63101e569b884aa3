"""What differences say, beside what they refer to."""

from brat_iaa.layers.drawn_items import DrawnItems


class OneDrawn(DrawnItems):
    """What is drawn of one PairDifference that a test makes by hand.

    token  Token of its item; marks of both; files of both
    """

    arcs = True

    def __init__(self, token, marks, annotators, files):
        self._marks = tuple(marks)
        self.tables = _Anywhere(token, dict(zip(annotators, files)))

    def marks(self, difference):
        return self._marks


class _Anywhere(dict):
    """One table for any document."""

    def __init__(self, token, files):
        super().__init__()
        self._token, self.files = token, files

    def token(self, fragments):
        return self._token

    def __missing__(self, document):
        return self


def told(difference):
    """All that a PairDifference says, equal for equal ones of two Agreements."""
    return *difference[:4], difference.marks, difference.files, difference.follows


def ends_of(difference):
    """The ends of both Marks; () if there is none."""
    return tuple(mark.ends if mark else () for mark in difference.marks)


def distances_of(difference):
    """Head index - token index in the document; None without an arc or if the head is root."""
    heads = [mark and mark.head for mark in difference.marks]
    return tuple(
        None if head is None or head.is_root else head.index - difference.token.index
        for head in heads
    )
