"""Links the (head, label) elements of two annotators one to one.

Ragheb & Dickinson 2013, section 4.1.2: on each token, identical elements are linked first, then
elements with the same head, then elements with the same label ("prioritize identical attachment
over labeling"). Each step links as many as possible, not greedily:

    k(LAA) = exact links
    k(UAA) = exact + head links
    k(LOA) = exact + label links

Scores, the confusion table and the list of disagreements all come from these links.
"""

from collections import defaultdict
from typing import NamedTuple


class Matching(NamedTuple):
    """The links of one token; every element of both values occurs exactly once.

    exact   common elements
    head    (x, y) with the same head and different labels
    label   (x, y) with the same label and different heads
    left    unlinked elements of the first annotator
    right   unlinked elements of the second annotator
    """

    exact: tuple
    head: tuple
    label: tuple
    left: tuple
    right: tuple

    @property
    def uaa(self) -> int:
        """k for unlabelled attachment agreement: links with the same head."""
        return len(self.exact) + len(self.head)

    @property
    def laa(self) -> int:
        """k for labelled attachment agreement: links with the same head and label."""
        return len(self.exact)

    @property
    def loa(self) -> int:
        """k for label only agreement: links with the same label."""
        return len(self.exact) + len(self.label)


def match(a: frozenset, b: frozenset) -> Matching:
    """Link the elements of two values.

    a, b    sets of (head, label), or (head, label, number) where several are equal; sortable
    returns Matching, the same whatever the order of the elements
    """
    if len(a) == len(b) == 1:
        return _match_of_one(*a, *b)
    if sorted(a) > sorted(b):
        # The choice between equally good links must not depend on the order of the annotators.
        return _swapped(match(b, a))
    exact = a & b
    rest_a, rest_b = sorted(a - exact), sorted(b - exact)
    label_links = []
    if not {x[1] for x in rest_a}.isdisjoint(y[1] for y in rest_b):
        label_links = _label_links(rest_a, rest_b)
    rest_a = _without(rest_a, (x for x, _ in label_links))
    rest_b = _without(rest_b, (y for _, y in label_links))
    head_links = []
    by_head = _by_head(rest_b)
    for x in rest_a:
        if by_head.get(x[0]):
            head_links.append((x, by_head[x[0]].pop(0)))
    return Matching(
        exact=tuple(sorted(exact)),
        head=tuple(head_links),
        label=tuple(label_links),
        left=tuple(_without(rest_a, (x for x, _ in head_links))),
        right=tuple(_without(rest_b, (y for _, y in head_links))),
    )


def _match_of_one(x, y):
    """The Matching of two values with one element each: most of them."""
    if x == y:
        return Matching((x,), (), (), (), ())
    if x[0] == y[0]:
        return Matching((), ((x, y),), (), (), ())
    if x[1] == y[1]:
        return Matching((), (), ((x, y),), (), ())
    return Matching((), (), (), (x,), (y,))


def _swapped(matching):
    return Matching(
        exact=matching.exact,
        head=tuple((y, x) for x, y in matching.head),
        label=tuple((y, x) for x, y in matching.label),
        left=matching.right,
        right=matching.left,
    )


def _label_links(a, b):
    """As many same-label links as possible without costing a same-head link.

    A head with m elements on one side and n on the other has min(m, n) head links between any
    of them, so any max(m - n, 0) of the first side are free for label links. The best choice is
    a maximum flow: first side's head -> element -> label -> element -> second side's head.

    Example: {(3, X), (3, Y)} against {(3, Z), (5, Y)}. (3, Z) is linked to one of the first two,
    as they share the head; it has to be (3, X), so that (3, Y) is free for (5, Y).
    """
    heads_a, heads_b = _by_head(a), _by_head(b)
    capacity = defaultdict(dict)
    for head, elements in heads_a.items():
        capacity["source"][("head a", head)] = max(len(elements) - len(heads_b.get(head, ())), 0)
    for head, elements in heads_b.items():
        capacity[("head b", head)]["sink"] = max(len(elements) - len(heads_a.get(head, ())), 0)
    for x in a:
        capacity[("head a", x[0])][("a", x)] = 1
        capacity[("a", x)][("label", x[1])] = 1
    for y in b:
        capacity[("label", y[1])][("b", y)] = 1
        capacity[("b", y)][("head b", y[0])] = 1
    flow = maximum_flow(capacity, "source", "sink")
    chosen_a, chosen_b = defaultdict(list), defaultdict(list)
    for x in a:
        if flow.get((("a", x), ("label", x[1]))):
            chosen_a[x[1]].append(x)
    for y in b:
        if flow.get((("label", y[1]), ("b", y))):
            chosen_b[y[1]].append(y)
    return [link for label in sorted(chosen_a) for link in zip(chosen_a[label], chosen_b[label])]


def _by_head(elements):
    groups = defaultdict(list)
    for element in elements:
        groups[element[0]].append(element)
    return groups


def _without(elements, linked):
    linked = set(linked)
    return [element for element in elements if element not in linked]


def maximum_flow(capacity: dict, source, sink) -> dict:
    """The largest flow from source to sink in a small network (Ford & Fulkerson 1956).

    capacity  {node: {node: int >= 0}} without opposite edges
    returns   {(node, node): int > 0}, the flow on each used edge
    """
    residual = defaultdict(dict)
    for node, edges in capacity.items():
        for neighbour, room in edges.items():
            residual[node][neighbour] = room
            residual[neighbour].setdefault(node, 0)
    while path := _augmenting_path(residual, source, sink):
        for node, neighbour in path:
            residual[node][neighbour] -= 1
            residual[neighbour][node] += 1
    return {
        (node, neighbour): room - residual[node][neighbour]
        for node, edges in capacity.items()
        for neighbour, room in edges.items()
        if room > residual[node][neighbour]
    }


def _augmenting_path(residual, source, sink):
    """Edges of a path with residual capacity, or None."""
    came_from = {source: None}
    stack = [source]
    while stack:
        node = stack.pop()
        if node == sink:
            path = []
            while came_from[node] is not None:
                path.append((came_from[node], node))
                node = came_from[node]
            return path
        for neighbour, room in residual[node].items():
            if room and neighbour not in came_from:
                came_from[neighbour] = node
                stack.append(neighbour)
    return None
