"""Tree edit distances of given pairs of forests (Zhang & Shasha 1989, section 4).

For samples of pairs; for all pairs of many forests tree_edit is faster.
"""


def pair_distances(pairs: list) -> list:
    """List of the distances of (Forest, Forest); insertion, deletion, change of label cost 1."""
    ready = {}
    for forest in {forest for pair in pairs for forest in pair}:
        # Below a common root, which is matched with itself.
        labels, leftmost = [*forest.labels, None], [*forest.leftmost, 0]
        keyroots = sorted({first: node for node, first in enumerate(leftmost)}.values())
        ready[forest] = labels, leftmost, keyroots
    return [_distance(*ready[first], *ready[second]) for first, second in pairs]


def _distance(a, left_a, keyroots_a, b, left_b, keyroots_b):
    tree = [[0] * len(b) for _ in a]
    for i in keyroots_a:
        for j in keyroots_b:
            top, side = left_a[i], left_b[j]
            # Distances of the forests top .. x and side .. y, empty ones first.
            rows = [list(range(j - side + 2))]
            for x in range(top, i + 1):
                above, row = rows[-1], [rows[-1][0] + 1]
                of_x, first = tree[x], left_a[x]
                before = rows[first - top]
                for y in range(side, j + 1):
                    best = min(above[y - side + 1], row[-1]) + 1
                    if first == top and left_b[y] == side:
                        best = min(best, above[y - side] + (a[x] != b[y]))
                        of_x[y] = best
                    else:
                        best = min(best, before[left_b[y] - side] + of_x[y])
                    row.append(best)
                rows.append(row)
    return tree[-1][-1]
