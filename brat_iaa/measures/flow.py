"""Maximum flow in a small network (Ford & Fulkerson 1956)."""

from collections import defaultdict


def maximum_flow(capacity: dict, source, sink) -> dict:
    """The largest flow from source to sink.

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
