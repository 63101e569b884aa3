"""What figures say: a short line beside each, and the way to its paragraph in the guide."""

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import line
from brat_iaa.kinds.labels import of_items
from brat_iaa.web.guide_view import explained_at


def explanation(kind, key):
    """Address of the paragraph of the guide on a figure; None if there is none.

    key  (measure, statistic); of dependencies MASI is what a measure stands for
    """
    measure, statistic = key
    leading = kind == DEPENDENCIES and statistic in ("masi", "gcm-f1")
    return explained_at(kind, measure, "" if leading else statistic)


def short_meaning(kind, key, settings=None):
    """What a figure says, in one short line; "" where its name says it. settings: of its layer"""
    return of_items(line(kind, *key), settings) if settings else line(kind, *key)
