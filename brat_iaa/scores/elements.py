"""F1 of what annotators drew: 2 m / (a + b), m matched pairs, a and b the elements of either annotator.

Sources: Hripcsak & Rothschild 2005; for matches by overlap brateval (Verspoor et
al. 2013). Documents are pooled for each pair; the figure of several annotators
is the mean over their pairs.
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.measures import bootstrap
from brat_iaa.measures.attachment_scores import Ratios, by_sentence
from brat_iaa.measures.means import mean_of_defined

NOTHING_DRAWN = "neither annotator drew any"


class _Pooled(NamedTuple):
    """The elements of a pair in some documents; columns: all of them, then those of each label.

    ratios   {way: Ratios}: each element adds 1 below, and 1 above if it is matched
    items    for each column the number of different elements
    missing  elements in documents that only one of the two has begun
    """

    ratios: dict
    items: numpy.ndarray
    missing: int


def f1_scores(documents, measure, annotators, builder, labels=True):
    """List of Score of all annotators together, and for the whole project of each pair and label.

    documents   list of Drawn
    measure     name of the scores, such as "f1"
    annotators  of the project, in order
    builder     ScoreBuilder; for a document the annotators are those who have begun it
    labels      whether figures of single labels are wanted
    """
    begun = tuple(name for name in annotators if any(name in document.elements for document in documents))
    if len(begun) < 2:
        return []
    whole = builder.document is None
    names = _labels(documents) if whole and labels else []
    pooled = {pair: _pool(documents, pair, names) for pair in combinations(begun, 2)}
    found = []
    for way in next(iter(pooled.values())).ratios:
        if len(begun) > 2:
            found += _scores(builder, measure, way, begun, list(pooled.values()), names, _union(documents, names))
        if len(begun) == 2 or whole:
            for pair, own in pooled.items():
                found += _scores(builder, measure, way, pair, [own], names, own.items)
    return found


def _labels(documents):
    return sorted({element.label for one in documents for own in one.elements.values() for element in own})


def _pool(documents, pair, names):
    """_Pooled of a pair, in either order."""
    code = {name: column for column, name in enumerate(names, 1)}
    ways, sentence, column, missing, first_sentence = {}, [], [], 0, 0
    items = Counter()
    for document in documents:
        own = [document.elements.get(annotator) for annotator in pair]
        if None in own:
            missing += sum(len(elements) for elements in own if elements is not None)
        else:
            matched = document.matched.get(pair) or {
                way: [(i, j) for j, i in found] for way, found in document.matched[pair[::-1]].items()
            }
            for side, annotator in enumerate(pair):
                sentence += [first_sentence + number - 1 for number in document.sentences[annotator]]
                column += [code.get(element.label, 0) for element in own[side]]
                for way, pairs in matched.items():
                    there = {found[side] for found in pairs}
                    ways.setdefault(way, []).extend(index in there for index in range(len(own[side])))
                    if way == "exact":
                        items.update(
                            element.label for index, element in enumerate(own[side]) if side == 0 or index not in there
                        )
        first_sentence += document.length
    sentence, column = numpy.array(sentence, dtype=numpy.int64), numpy.array(column, dtype=numpy.int64)
    return _Pooled(
        {way: _ratios(numpy.array(matched, dtype=float), sentence, column, first_sentence, len(names))
         for way, matched in (ways or {"exact": []}).items()},
        numpy.array([sum(items.values())] + [items[name] for name in names]),
        missing,
    )  # fmt: skip


def _ratios(matched, sentence, column, sentences, labels):
    whole = by_sentence(matched, numpy.ones(len(matched)), sentence, sentences)
    if not labels:
        return whole
    own = by_sentence(matched, numpy.ones(len(matched)), sentence, sentences, column - 1, labels)
    return Ratios(*(numpy.concatenate(parts, axis=1) for parts in zip(whole, own)))


def _union(documents, names):
    """For all elements, then each label, how many different ones any annotator drew."""
    counts = Counter()
    for document in documents:
        counts.update({element.key: element.label for own in document.elements.values() for element in own}.values())
    return numpy.array([sum(counts.values())] + [counts[name] for name in names])


def _scores(builder, measure, way, annotators, pooled, names, items):
    """The Score of all elements, then of each label; the mean over pairs where there are several."""
    ratios = [own.ratios[way] for own in pooled if way in own.ratios]
    values, defined = mean_of_defined([own.values() for own in ratios])
    used = numpy.flatnonzero(sum(own.below[:, 0] for own in ratios))
    no_interval, bounds = builder.no_interval(len(used)), None
    if no_interval is None:
        weights = builder.weights(len(used))
        resampled = [own.of_sentences(used).resampled(weights) for own in ratios]
        bounds = bootstrap.intervals(mean_of_defined(resampled)[0])
    return [
        builder.score(
            measure, way, annotators,
            f"{measure}:{way}:HR05" + (f"|pairs:{defined[column]}" if len(pooled) > 1 else ""),
            values[column], items[column],
            sum(own.missing for own in pooled) if label is None else None,
            reason=NOTHING_DRAWN, label=label,
            interval=None if bounds is None else bounds[column], no_interval=no_interval,
        )
        for column, label in enumerate([None, *names])
    ]  # fmt: skip
