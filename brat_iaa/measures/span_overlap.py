"""Overlapping spans of two annotators, and a largest one-to-one matching of them.

A maximum matching in a bipartite graph, by augmenting paths (Kuhn 1955; Berge 1957).
"""


def matched_spans(first, second) -> list:
    """A largest one-to-one matching of spans that share a character.

    first, second   sequences of distinct spans: tuples of (start, end), end exclusive. Adjacent
                    spans share no character.
    returns         sorted list of (index in first, index in second); which of several largest
                    matchings it is does not depend on the order of the annotators
    """
    if sorted(first) > sorted(second):
        return sorted((i, j) for j, i in matched_spans(second, first))
    return largest_matching(
        overlapping(first, second), [(span,) for span in first], [(span,) for span in second]
    )


def largest_matching(near: dict, first, second) -> list:
    """A largest one-to-one matching: sorted list of (index in first, index in second).

    near           {index in first: set of the indexes in second that it may be matched with}
    first, second  for each index a tuple of spans; the shortest are matched first
    """
    # Short spans first: a long span has more to choose from.
    order = sorted(range(len(first)), key=lambda index: _short_first(first[index]))
    preference = sorted(range(len(second)), key=lambda j: _short_first(second[j]))
    rank = {j: number for number, j in enumerate(preference)}
    choices = {
        index: sorted(candidates, key=rank.__getitem__) for index, candidates in near.items()
    }
    partner_of_first, partner_of_second, lost = {}, {}, set()
    for index in order:
        free = next((j for j in choices[index] if j not in partner_of_second), None)
        if free is not None:
            partner_of_first[index], partner_of_second[free] = free, index
    for index in [index for index in order if index not in partner_of_first]:
        _augment(index, choices, partner_of_first, partner_of_second, lost)
    return sorted(partner_of_first.items())


def _short_first(spans):
    return sum(end - start for span in spans for start, end in span), spans


def overlapping(first, second) -> dict:
    """{index in first: set of indexes in second that share a character with it}

    first, second  sequences of spans: tuples of (start, end), end exclusive
    """
    fragments = sorted(
        (start, end, side, index)
        for side, spans in enumerate((first, second))
        for index, span in enumerate(spans)
        for start, end in span
        if start < end  # an empty span shares no character
    )
    near, open_fragments = {index: set() for index in range(len(first))}, ([], [])
    for start, end, side, index in fragments:
        opposite = open_fragments[1 - side]
        opposite[:] = [entry for entry in opposite if entry[0] > start]
        for _, other in opposite:
            i, j = (index, other) if side == 0 else (other, index)
            near[i].add(j)
        open_fragments[side].append((end, index))
    return near


def _augment(index, near, partner_of_first, partner_of_second, lost):
    """Find a partner for one more span of the first, along an augmenting path.

    lost  spans of the second from which no augmenting path starts, now or later
    """
    path = [(index, iter(near[index]))]
    seen = set()
    chosen = []
    while path:
        holder, rest = path[-1]
        for j in rest:
            if j in seen or j in lost:
                continue
            seen.add(j)
            chosen.append(j)
            if j not in partner_of_second:
                for (i, _), j in zip(path, chosen):
                    partner_of_first[i], partner_of_second[j] = j, i
                return
            partner = partner_of_second[j]
            path.append((partner, iter(near[partner])))
            break
        else:
            path.pop()
            if chosen:
                chosen.pop()
    lost.update(seen)
