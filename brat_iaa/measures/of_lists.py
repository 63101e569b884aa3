"""Measures of plain lists and arrays, for data that stand in no brat project.

Names and the order of arguments are those of scikit-learn (y1, y2; y_true, y_pred) and of the
package krippendorff (reliability_data: a row for each annotator). An item may belong to a unit,
such as the number of its sentence: units are what the interval takes as drawn at random.
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Optional

import numpy

from brat_iaa.errors import DataError, Undefined
from brat_iaa.measures.alphas import MISSING, AlphaItems, krippendorff_alpha, scale_alpha
from brat_iaa.measures.estimate import by_sentence, one_group
from brat_iaa.measures.intervals import intervals
from brat_iaa.measures.kappas import cohen_kappa, scale_weights, weighted_values
from brat_iaa.measures.score import FEWEST, TOO_WIDE
from brat_iaa.measures.similarities import NOMINAL, contributions, sets, similar_sets

Distance = Literal["nominal", "masi", "masi-full", "jaccard", "ordinal", "interval"]
_OF_SETS = ("masi", "masi-full", "jaccard")
_OF_SCALES = ("ordinal", "interval")


@dataclass(frozen=True)
class Measured:
    """A figure of plain lists. float() of it is its value.

    value        None if undefined
    low, high    the 95% interval, or None
    observed     observed agreement (alpha: disagreement); None if undefined
    expected     expected agreement (alpha: disagreement); None without a correction for chance
    n            number of items that count
    undefined    why there is no value, or None
    no_interval  why there is no interval, or None
    """

    value: Optional[float]
    low: Optional[float]
    high: Optional[float]
    observed: Optional[float]
    expected: Optional[float]
    n: int
    undefined: Optional[str] = None
    no_interval: Optional[str] = None

    def __float__(self) -> float:
        return math.nan if self.value is None else self.value


def alpha(
    reliability_data: Iterable[Iterable[Any]],
    distance: Distance = "nominal",
    *,
    unit: Optional[Iterable[Hashable]] = None,
) -> Measured:
    """Krippendorff's alpha of two or more annotators.

    reliability_data  a row for each annotator, in it a value for each item; None or nan where the
                      annotator has none. Values are labels or numbers; for masi, masi-full and
                      jaccard sets of labels
    distance          masi is that of Ragheb & Dickinson 2013, masi-full that of Passonneau 2006,
                      which NLTK has. ordinal takes values in their order, interval as numbers
    unit              of each item, e.g. the number of its sentence

    >>> from brat_iaa import measures
    >>> anna = ["SUBJ", "OBJ", "MOD", "MOD", None]
    >>> ben = ["SUBJ", "OBJ", "JCT", "MOD", "JCT"]
    >>> found = measures.alpha([anna, ben])
    >>> print(f"{found.value:.3f} of {found.n} items")
    0.696 of 4 items
    >>> found = measures.alpha([[{"a", "b"}, {"c"}], [{"a"}, {"c"}]], distance="masi")
    >>> print(f"{found.value:.3f}")
    0.769
    """
    names = ("nominal", *_OF_SETS, *_OF_SCALES)
    if distance not in names:
        raise DataError(f"There is no distance {distance!r}. Expected one of {', '.join(names)}.")
    rows = [list(map(_value, row)) for row in _plain(reliability_data)]
    _require_equal(*((f"row {number}", row) for number, row in enumerate(rows, 1)))
    columns = list(zip(*rows))
    sentence, sentences = _numbers(unit, len(columns))
    values = _distinct([value for column in columns for value in column], distance)
    code = {value: number for number, value in enumerate(values)}
    codes = numpy.array(
        [[MISSING if _is_missing(value) else code[_comparable(value, distance)] for value in column]
         for column in columns],
        dtype=numpy.int64,
    ).reshape(len(columns), len(rows))  # fmt: skip
    items = AlphaItems(codes, sentence, numpy.zeros(sentences, dtype=numpy.int64), 1)
    if distance in _OF_SCALES:
        position = numpy.array(values, dtype=float) if distance == "interval" else None
        position = numpy.arange(len(values), dtype=float) if position is None else position
        group = numpy.zeros(len(values), dtype=numpy.int64)
        of_all = scale_alpha(items, position, group, distance == "ordinal")
    else:
        similar = NOMINAL if distance == "nominal" else similar_sets(sets(values), distance)
        of_all = krippendorff_alpha(items, similar)
    try:
        score = of_all.score()
    except Undefined as reason:
        return _undefined(str(reason), *of_all.items)
    estimate = of_all.estimate() if unit is not None else None
    return _measured(score.value, score.observed, score.expected, score.items, estimate)


def kappa(
    y1: Iterable[Any],
    y2: Iterable[Any],
    *,
    labels: Optional[Sequence[Any]] = None,
    weights: Optional[Literal["linear", "quadratic"]] = None,
    unit: Optional[Iterable[Hashable]] = None,
) -> Measured:
    """Cohen's kappa of two annotators.

    y1, y2   the label of each item; items for which either has None or nan do not count
    labels   the labels in their order, for weights (default: sorted)
    weights  linear or quadratic: what neighbours in the order share (weighted kappa)
    unit     of each item, e.g. the number of its sentence

    >>> from brat_iaa import measures
    >>> float(measures.kappa(["N", "V", "N", "N"], ["N", "V", "V", "N"]))
    0.5
    """
    if weights not in (None, "linear", "quadratic"):
        raise DataError(f"There are no weights {weights!r}. Expected linear or quadratic.")
    first, second, sentence, sentences = _pairs(y1, y2, unit, missing=True)
    values = list(labels) if labels is not None else _distinct([*first, *second], "nominal")
    code = {value: number for number, value in enumerate(map(_value, values))}
    unknown = [value for value in (*first, *second) if value not in code]
    if unknown:
        raise DataError(f"{unknown[0]!r} is not among labels. Expected one of {list(code)!r}.")
    similar = NOMINAL
    if weights and len(code) > 1:
        numbers = numpy.arange(len(code))
        shares = scale_weights(numbers, weights)
        similar = weighted_values(numbers, numpy.zeros(len(code), dtype=numpy.int64), shares)
    first_codes, other = (
        numpy.array([code[value] for value in row], dtype=numpy.int64) for row in (first, second)
    )
    table = cohen_kappa(first_codes, other, sentence, one_group(sentences, len(code)), similar)
    (score,) = table.scores()
    if isinstance(score, Undefined):
        return _undefined(str(score), len(first))
    estimate = table.estimate().of_figure(0, sentences) if unit is not None else None
    return _measured(score.value, score.observed, score.expected, score.items, estimate)


def f1(
    y_true: Iterable[Any], y_pred: Iterable[Any], *, unit: Optional[Iterable[Hashable]] = None
) -> Measured:
    """F1 of two annotators over all that they drew (scikit-learn: average="micro").

    y_true, y_pred  for each item the set of what the annotator drew there, e.g. for each sentence
                    its spans (start, end, label); a label stands for a set of one, None for none
    unit            of each item, e.g. the number of its document

    >>> from brat_iaa import measures
    >>> anna = [{(0, 4, "PER"), (9, 14, "LOC")}, {(3, 8, "PER")}]
    >>> ben = [{(0, 4, "PER")}, {(3, 8, "ORG")}]
    >>> float(measures.f1(anna, ben))
    0.4
    """
    return _shared("gcm-f1", y_true, y_pred, unit)


def masi(
    y1: Iterable[Any],
    y2: Iterable[Any],
    *,
    full: bool = False,
    unit: Optional[Iterable[Hashable]] = None,
) -> Measured:
    """Mean MASI of two annotators: 1 for equal sets, 2/3 if one contains the other, 1/3 if they
    overlap, 0 if they share nothing (Ragheb & Dickinson 2013).

    y1, y2  for each item the set of its labels, or of its (head, label)
    full    times Jaccard, as Passonneau 2006 and NLTK have it: 1 - masi_distance(label1, label2)
    unit    of each item, e.g. the number of its sentence

    >>> from brat_iaa import measures
    >>> found = measures.masi([{"a", "b"}, {"c"}], [{"a"}, {"c"}])
    >>> print(f"{found.value:.3f}")
    0.833
    """
    return _shared("masi-full" if full else "masi", y1, y2, unit)


def gcm(
    y1: Iterable[Any], y2: Iterable[Any], *, unit: Optional[Iterable[Hashable]] = None
) -> Measured:
    """Global chance-free match: the share of what the first annotator drew that the second drew.

    y1, y2  for each item the set of what the annotator drew there
    unit    of each item, e.g. the number of its sentence

    >>> from brat_iaa import measures
    >>> float(measures.gcm([{"a", "b"}, {"c"}, {"d"}], [{"a"}, {"c"}, set()]))
    0.5
    """
    return _shared("gcm", y1, y2, unit)


def _shared(statistic: str, y1: Iterable[Any], y2: Iterable[Any], unit: Any) -> Measured:
    """A ratio of sums over items of what two sets share."""
    first, second, sentence, sentences = _pairs(y1, y2, unit, missing=False)
    pairs = [(_as_set(first_set), _as_set(other)) for first_set, other in zip(first, second)]
    counts = [(len(first_set & other), len(first_set), len(other)) for first_set, other in pairs]
    k, a, b = numpy.array(counts, dtype=numpy.int64).reshape(len(counts), 3).T
    above, below = contributions(statistic, k, a, b)
    estimate = by_sentence(above, below, sentence, sentences).estimate()
    (value,) = estimate.value.tolist()
    if math.isnan(value):
        return _undefined("nothing was drawn" if pairs else "no item", len(pairs))
    return _measured(value, value, None, len(pairs), estimate if unit is not None else None)


def _undefined(reason: str, n: int) -> Measured:
    return Measured(None, None, None, None, None, n, reason, "no value")


def _measured(
    value: float, observed: float, expected: Optional[float], n: int, estimate: Any
) -> Measured:
    """Measured of a figure; estimate: its Estimate over units, None without units"""
    if estimate is None:
        return Measured(value, None, None, observed, expected, n, None, "no unit of the items")
    units = numpy.arange(len(estimate.influence))
    spreads = intervals(estimate, units, "sentences")
    low, high = float(spreads.low[0]), float(spreads.high[0])
    if math.isnan(low):
        reason = TOO_WIDE if spreads.units[0] >= FEWEST else f"fewer than {FEWEST} units"
        return Measured(value, None, None, observed, expected, n, None, reason)
    return Measured(value, low, high, observed, expected, n)


def _pairs(y1: Iterable[Any], y2: Iterable[Any], unit: Any, missing: bool) -> tuple[Any, ...]:
    """(values of the first, of the second, unit of each item, number of units); missing: whether
    to leave out items that one of them has no value for.
    """
    first, second = (list(map(_value, _plain(values))) for values in (y1, y2))
    _require_equal(("the first list", first), ("the second list", second))
    units = None if unit is None else list(_plain(unit))
    if units is not None:
        _require_equal(("the first list", first), ("unit", units))
    if missing:
        kept = [n for n, pair in enumerate(zip(first, second)) if not any(map(_is_missing, pair))]
        first, second = [first[n] for n in kept], [second[n] for n in kept]
        units = units and [units[n] for n in kept]
    return (first, second, *_numbers(units, len(first)))


def _numbers(unit: Any, items: int) -> tuple[Any, int]:
    """(number of each item's unit, number of units); one for each item where none is given."""
    if unit is None:
        return numpy.arange(items), items
    given, number = list(_plain(unit)), {}
    if len(given) != items:
        raise DataError(f"unit has {len(given)} values for {items} items. Give one for each item.")
    numbered = [number.setdefault(value, len(number)) for value in given]
    return numpy.array(numbered, dtype=numpy.int64), len(number)


def _plain(values: Any) -> Any:
    """An array as a list."""
    return values.tolist() if isinstance(values, numpy.ndarray) else values


def _value(value: Any) -> Any:
    """A value that can be looked up: a collection as a frozenset."""
    return frozenset(value) if isinstance(value, (set, list)) else value


def _is_missing(value: Any) -> bool:
    return value is None or isinstance(value, float) and math.isnan(value)


def _as_set(value: Any) -> frozenset[Any]:
    if _is_missing(value):
        return frozenset()
    return value if isinstance(value, frozenset) else frozenset((value,))


def _comparable(value: Any, distance: str) -> Any:
    return _as_set(value) if distance in _OF_SETS else value


def _distinct(values: list[Any], distance: str) -> list[Any]:
    """The values that occur, in order where they have one."""
    values_seen = dict.fromkeys(
        _comparable(value, distance) for value in values if not _is_missing(value)
    )
    try:
        return list(values_seen) if distance in _OF_SETS else sorted(values_seen)
    except TypeError:
        if distance in _OF_SCALES:
            raise DataError(f"{distance}: the values have no order. Give numbers.") from None
        return list(values_seen)


def _require_equal(*lists: tuple[str, list[Any]]) -> None:
    """Raise DataError unless all lists have a value for each item."""
    for (name, values), (other, others) in zip(lists, lists[1:]):
        if len(values) != len(others):
            raise DataError(
                f"{name} has {len(values)} values and {other} {len(others)}. Give one for each "
                "item in both."
            )
