"""Anchoring: how much of an automatic annotation stays in what people make of it.

Source: Berzak et al. 2016 (Anchoring and agreement in syntactic annotations), sections 3 to 5.
"""

from math import erfc, sqrt
from typing import NamedTuple

from brat_iaa.errors import Undefined

# Why the gold made from a tool's output differs from the gold made from scratch.
SPECIFIC, SHARED, OWN_CHANGED, SAME = "specific", "shared", "other", "same"


def error_reduction(anchored, scratch):
    """How many per cent of a tool's errors vanish when the reference was made from its own output.

    anchored  score of the tool, in per cent, on the gold that was made from a tool's output
    scratch   its score on the gold that people made from scratch
    Raises Undefined if there are no errors to reduce.
    """
    if scratch == 100:
        raise Undefined("no error on the gold made from scratch")
    return 100 * (anchored - scratch) / (100 - scratch)


def specific_gap(on_own, on_other):
    """Mean over tools: score on the gold made from its own output - on that made from another
    tool's.
    """
    return _mean_difference(on_own, on_other)


def shared_gap(on_other, on_scratch):
    """Mean over tools: score on the gold made from another tool's output - on that made from
    scratch.
    """
    return _mean_difference(on_other, on_scratch)


def _mean_difference(high, low):
    return sum(one - other for one, other in zip(high, low)) / len(high)


class McNemar(NamedTuple):
    """McNemar's test of two conditions on the same tokens; all p are two-tailed.

    b, c            tokens that are right under the first, the second condition only
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


def mcnemar(b, c):
    """McNemar of two counts. Raises Undefined if no token differs."""
    if b + c == 0:
        raise Undefined("no token is right under one condition only")
    chi2 = (b - c) ** 2 / (b + c)
    corrected = max(abs(b - c) - 1, 0) ** 2 / (b + c)
    return McNemar(
        b, c, chi2, _chi2_tail(chi2), corrected, _chi2_tail(corrected), _binomial(b, b + c)
    )


def _chi2_tail(chi2):
    """P(X >= chi2) with one degree of freedom: X is the square of a standard normal."""
    return erfc(sqrt(chi2 / 2))


def _binomial(successes, n):
    """Two-tailed exact p of that many successes in n throws of a fair coin, in whole numbers up to
    the end.
    """
    term = tail = 1
    for k in range(min(successes, n - successes)):
        term = term * (n - k) // (k + 1)
        tail += term
    return min(2 * tail / 2**n, 1.0)


class Preference(NamedTuple):
    """How often judges preferred one of two sources, against one half.

    z, p                                variance of the hypothesis, 1/4 (section 4)
    z_sample_variance, p_sample_variance  variance of the sample; z is infinite if all preferred the
                                          same
    """

    preferred: int
    judged: int
    share: float
    z: float
    p: float
    z_sample_variance: float
    p_sample_variance: float


def preference(preferred, judged):
    """Preference of two counts. Raises Undefined if nothing was judged."""
    if judged == 0:
        raise Undefined("nothing was judged")
    share = preferred / judged
    z = (share - 0.5) / sqrt(0.25 / judged)
    spread = sqrt(share * (1 - share) / judged)
    sample = (share - 0.5) / spread if spread else float("inf") * (share - 0.5)
    return Preference(preferred, judged, share, z, _normal_tails(z), sample, _normal_tails(sample))


def _normal_tails(z):
    return erfc(abs(z) / sqrt(2))


def breakdown(gold, scratch, own, others):
    """Why the gold made from a tool's output has this value and not that of the gold made from
    scratch.

    gold, scratch  values of the two golds
    own            value of the tool
    others         values of the other tools
    returns        SPECIFIC: it is the tool's, and no other tool's; SHARED: it is all tools';
                   OWN_CHANGED: neither; SAME: the golds do not differ
    """
    if gold == scratch:
        return SAME
    if gold == own and others:
        if all(value == gold for value in others):
            return SHARED
        if all(value != gold for value in others):
            return SPECIFIC
    return OWN_CHANGED
