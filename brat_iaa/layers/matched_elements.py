"""What the annotators of one document drew, matched one to one for each pair of them."""

from itertools import combinations
from typing import NamedTuple

from brat_iaa.measures.element_matching import exact_pairs, overlap_pairs


class MatchedElements(NamedTuple):
    """The elements of one document. What nobody drew is no item: the items are the union of what
    was drawn.

    elements   {annotator: tuple of Element, keys distinct}, for those who have begun the document
    sentences  {annotator: tuple of the numbers of the elements' sentences, from 1}
    matched    {pair: {"exact" or "overlap": list of (index of the first's, index of the second's)}}
    length     number of sentences in the document
    ways       ways in which elements are matched: "exact", or also "overlap"
    """

    elements: dict
    sentences: dict
    matched: dict
    length: int
    ways: tuple


def drawn(elements, sentence_of, length, ways=("exact", "overlap")):
    """The MatchedElements of {annotator: sequence of Elements}.

    sentence_of  function of a span, a tuple of (start, end), that returns its sentence's number
    ways         ("exact",) where elements have no spans to overlap
    Of elements with the same key only the first counts.
    """
    own = {
        annotator: tuple({element.key: element for element in reversed(found)}.values())[::-1]
        for annotator, found in elements.items()
    }
    matched = {}
    for pair in combinations(own, 2):
        exact = exact_pairs(*(own[annotator] for annotator in pair))
        matched[pair] = {"exact": exact}
        if "overlap" in ways:
            matched[pair]["overlap"] = overlap_pairs(*(own[annotator] for annotator in pair), exact)
    sentences = {
        annotator: tuple(sentence_of(element.spans[0]) for element in found)
        for annotator, found in own.items()
    }
    return MatchedElements(own, sentences, matched, length, tuple(ways))
