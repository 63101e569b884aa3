"""The elements that annotators drew in one document, matched one to one for each pair."""

from itertools import combinations
from typing import NamedTuple

from brat_iaa.measures.element_matching import exact_pairs, overlap_pairs


class MatchedElements(NamedTuple):
    """The elements of one document; its items are all elements that somebody drew.

    elements   {annotator: tuple of Element, keys distinct}, for annotators who have begun it
    sentences  {annotator: tuple of the numbers of the elements' sentences, from 1}
    matched    {pair: {"exact" or "overlap": list of (index of the first's, index of the second's)}}
    length     number of sentences in the document
    ways       ways to match elements: "exact", or also "overlap"
    """

    elements: dict
    sentences: dict
    matched: dict
    length: int
    ways: tuple


def match_elements(elements, sentence_of, length, ways=("exact", "overlap")) -> MatchedElements:
    """The MatchedElements of {annotator: sequence of Elements}.

    sentence_of  function of a span, a tuple of (start, end), that returns its sentence's number
    ways         ("exact",) if elements have no spans that could overlap
    Of elements with the same key only the first counts.
    """
    distinct = {
        annotator: tuple({element.key: element for element in reversed(drawn)}.values())[::-1]
        for annotator, drawn in elements.items()
    }
    matched = {}
    for pair in combinations(distinct, 2):
        first, second = (distinct[annotator] for annotator in pair)
        exact = exact_pairs(first, second)
        matched[pair] = {"exact": exact}
        if "overlap" in ways:
            matched[pair]["overlap"] = overlap_pairs(first, second, exact)
    sentences = {
        annotator: tuple(sentence_of(element.spans[0]) for element in drawn)
        for annotator, drawn in distinct.items()
    }
    return MatchedElements(distinct, sentences, matched, length, tuple(ways))
