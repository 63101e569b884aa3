"""Places as tests look at them."""


def of_annotator(places, annotator) -> tuple:
    """Those of some Places at which an annotator differs from somebody."""
    return tuple(place for place in places if place.seen_from(annotator))
