"""Maximum flow in a small network (Ford & Fulkerson 1956)."""

from collections import defaultdict


def maximum_flow(capacity, source, sink):
    """The largest flow from source to sink.

    capacity  {node: {node: int >= 0}} without opposite edges
    returns   {(node, node): int > 0}, the flow on each used edge
    """
    left = defaultdict(dict)
    for node, edges in capacity.items():
        for other, room in edges.items():
            left[node][other] = room
            left[other].setdefault(node, 0)
    while True:
        path = _path(left, source, sink)
        if path is None:
            break
        for node, other in path:
            left[node][other] -= 1
            left[other][node] += 1
    return {
        (node, other): room - left[node][other]
        for node, edges in capacity.items()
        for other, room in edges.items()
        if room > left[node][other]
    }


def _path(left, source, sink):
    """Edges of one path with room left, or None."""
    came_from = {source: None}
    queue = [source]
    while queue:
        node = queue.pop()
        if node == sink:
            path = []
            while came_from[node] is not None:
                path.append((came_from[node], node))
                node = came_from[node]
            return path
        for other, room in left[node].items():
            if room and other not in came_from:
                came_from[other] = node
                queue.append(other)
    return None
