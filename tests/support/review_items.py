"""Items of a review, as far as decisions need them."""

from brat_iaa.places.sentence import InSentence
from brat_iaa.review.items import Item


def item(key):
    """An item as far as decisions need it."""
    place = (key, "dependencies", "d", 1, "word", "T1", ((0, 4),), InSentence("a word", ()))
    return Item(*place, "anna", "anna/d", frozenset(), "mine", "state")
