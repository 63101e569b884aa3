"""Groups of units in a row: those that save the most, where a unit is in one group at most.

A weighted set packing. It is solved exactly: units have prices, none negative, such that no group
saves more than its units cost. A unit in no group then loses its price, and a group its units'
prices less what it saves; no loss is negative, and the least loss is the largest saving. As groups
cover short stretches of the row, it is the length of the shortest path (Dijkstra 1959) from the
first unit to the last, where a state says which units ahead are in a group already. The lower the
prices, the fewer states have to be looked at: the lowest ones solve the dual linear program. Those
used are near: the dual with an entropy term of a falling width, raised to what groups save.
"""

import heapq
import math

import numpy

from brat_iaa.errors import Undefined

# States of a stretch that are looked at: about a second.
_MOST_STATES = 100_000
TOO_MANY = "too many spans overlap for the best alignment to be found"
# In stretches of so many units, all states are looked at faster than good prices are found.
_SHORT = 20
_WIDTHS = numpy.geomspace(0.2, 0.0005, 250)
_LOWERED = 20


def savings(groups: list, number: int) -> numpy.ndarray:
    """What the best choice of groups saves, by stretches of the row that no group leaves.

    groups  list of (members, saving): integers, groups x size, ascending; floats above 0
    number  of units
    Returns floats: at the first unit of each stretch what is saved there; 0 elsewhere. Raises
    Undefined where it would take too long.
    """
    saved = numpy.zeros(number)
    if not groups:
        return saved
    reaches = numpy.arange(number)
    for members, _ in groups:
        numpy.maximum.at(reaches, members[:, 0], members[:, -1])
    reaches = numpy.maximum.accumulate(reaches)
    begins = numpy.flatnonzero(numpy.append(True, reaches[:-1] < numpy.arange(1, number)))
    sizes = numpy.diff(begins, append=number)
    price, long = _first_prices(groups, number), numpy.repeat(sizes > _SHORT, sizes)
    if long.any():
        chosen = [(members, saving, long[members[:, 0]]) for members, saving in groups]
        of_long = [(members[rows], saving[rows]) for members, saving, rows in chosen]
        price = numpy.where(long, _low_prices(of_long, number), price)
    starting = _starting(groups, price)
    price_of = price.tolist()
    for begin, size in zip(begins.tolist(), sizes.tolist()):
        if size > 1:
            lost = _least_loss(starting, price_of, begin, begin + size)
            saved[begin] = math.fsum(price_of[begin : begin + size]) - lost
    return saved


def _starting(groups, price):
    """Of each unit, the first of a group: list of (the group as bits from there on, its loss)."""
    starting = [[] for _ in price]
    for members, saving in groups:
        losses = numpy.maximum(price[members].sum(axis=1) - saving, 0).tolist()
        for group, loss in zip(members.tolist(), losses):
            first = group[0]
            starting[first].append((sum(1 << unit - first for unit in group), loss))
    return starting


def _first_prices(groups, number):
    """Prices: of each unit the largest share that it has in what a group saves, lowered."""
    price = numpy.zeros(number)
    for members, saving in groups:
        for column in members.T:
            numpy.maximum.at(price, column, saving / members.shape[1])
    return _lowered(price, groups)


def _low_prices(groups, number):
    """Prices whose sum is close to the lowest."""
    price = numpy.zeros(number)
    unit = numpy.concatenate([members.T.ravel() for members, _ in groups])
    sizes = [members.shape[1] for members, _ in groups]
    for width in _WIDTHS:
        demand = [
            numpy.tile(numpy.exp(numpy.minimum(_lacking(price, *group) / width, 50)), size)
            for group, size in zip(groups, sizes)
        ]
        wanted = numpy.bincount(unit, numpy.concatenate(demand), number) + numpy.exp(-price / width)
        price = numpy.maximum(price + width / sizes[-1] * numpy.log(wanted), 0)
    raised = price.copy()
    for members, saving in groups:
        lacking = numpy.maximum(_lacking(price, members, saving), 0) / members.shape[1]
        for column in members.T:
            numpy.maximum.at(raised, column, price[column] + lacking)
    return _lowered(raised, groups)


def _lacking(price, members, saving):
    """Of each group what it saves less what its units cost."""
    return saving - price[members].sum(axis=1)


def _lowered(price, groups):
    for _ in range(_LOWERED):
        spare = price.copy()
        for members, saving in groups:
            share = -_lacking(price, members, saving) / members.shape[1]
            for column in members.T:
                numpy.minimum.at(spare, column, share)
        price = price - numpy.maximum(spare, 0)
    return price


def _least_loss(starting, price, begin, end):
    """The least loss of the units from begin up to end; see _starting()."""
    queue, reached, states = [(0.0, -begin, 0)], {}, 0
    while queue:
        lost, unit, taken = heapq.heappop(queue)
        unit = -unit
        while taken & 1:
            unit, taken = unit + 1, taken >> 1
        if unit == end:
            break
        if reached.get((unit, taken), math.inf) <= lost:
            continue
        reached[unit, taken] = lost
        states += 1
        if states > _MOST_STATES:
            raise Undefined(TOO_MANY)
        # Of equally good states the last unit comes first.
        heapq.heappush(queue, (lost + price[unit], -(unit + 1), taken >> 1))
        for group, loss in starting[unit]:
            if not taken & group:
                heapq.heappush(queue, (lost + loss, -(unit + 1), (taken | group) >> 1))
    return lost
