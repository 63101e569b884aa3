"""Anchoring: how close annotations stay to the automatic annotation that they started from.

Source: Berzak et al. 2016 (Anchoring and agreement in syntactic annotations), sections 3 to 5.
"""

from math import erfc, sqrt
from typing import NamedTuple

from brat_iaa.errors import Undefined


def error_reduction(anchored: float, scratch: float) -> float:
    """Percentage of a tool's errors that vanish on a gold made from its own output.

    anchored  score of the tool, in per cent, on the gold made from its output
    scratch   its score, in per cent, on the gold made from scratch
    Raises Undefined if there are no errors to reduce.
    """
    if scratch == 100:
        raise Undefined("no error on the gold made from scratch")
    # In this order all of the errors are exactly 100.
    return 100 * ((anchored - scratch) / (100 - scratch))


def specific_gap(on_own: list, on_other: list) -> float:
    """Mean over tools: score on the gold from its own output - from another tool's output."""
    return _mean_difference(on_own, on_other)


def shared_gap(on_other: list, on_scratch: list) -> float:
    """Mean over tools: score on the gold from another tool's output - on the gold from scratch."""
    return _mean_difference(on_other, on_scratch)


def _mean_difference(x, y):
    return sum(x_i - y_i for x_i, y_i in zip(x, y)) / len(x)


class McNemar(NamedTuple):
    """McNemar's test of two conditions on the same tokens; all p are two-tailed.

    b, c            tokens that are right only under the first, only under the second condition
    chi2, p         (b - c)^2 / (b + c), one degree of freedom
    chi2_corrected  with Edwards' continuity correction, and its p
    p_exact         binomial
    """

    b: int
    c: int
    chi2: float
    p: float
    chi2_corrected: float
    p_corrected: float
    p_exact: float


def mcnemar(b: int, c: int) -> McNemar:
    """McNemar's test. Raises Undefined if no token differs."""
    if b + c == 0:
        raise Undefined("no token is right under one condition only")
    chi2 = (b - c) ** 2 / (b + c)
    corrected = max(abs(b - c) - 1, 0) ** 2 / (b + c)
    return McNemar(
        b, c, chi2, _chi2_tail(chi2), corrected, _chi2_tail(corrected), _binomial(b, b + c)
    )


def _chi2_tail(chi2):
    """P(X >= chi2) with one degree of freedom: X is a squared standard normal variable."""
    return erfc(sqrt(chi2 / 2))


def _binomial(successes, n):
    """Exact two-tailed p of so many successes in n tosses of a fair coin."""
    term = tail = 1
    for k in range(min(successes, n - successes)):
        term = term * (n - k) // (k + 1)
        tail += term
    return min(2 * tail / 2**n, 1.0)


class Preference(NamedTuple):
    """Test of the share of judgements that prefer one of two sources, against 1/2.

    z, p  variance under the hypothesis, 1/4 (section 4)
    """

    preferred: int
    judged: int
    share: float
    z: float
    p: float


def preference(preferred: int, judged: int) -> Preference:
    """Preference from two counts. Raises Undefined if nothing was judged."""
    if judged == 0:
        raise Undefined("nothing was judged")
    share = preferred / judged
    z = (share - 0.5) / sqrt(0.25 / judged)
    return Preference(preferred, judged, share, z, erfc(abs(z) / sqrt(2)))


def breakdown(own_anchor, others) -> tuple:
    """(specific, shared): where the gold made from a tool's output has what it has from: this tool
    alone, or all tools. Booleans, for each token on which it differs from the gold made from
    scratch.

    own     of each token whether the tool has the same: 1 or 0, -1 where it lacks the token
    others  the same of the other tools, tools x tokens; without any, nothing is either
    """
    from_own = (own_anchor == 1) & (len(others) > 0)
    return from_own & (others == 0).all(axis=0), from_own & (others == 1).all(axis=0)
