"""How fast all tree edit distances of a corpus are, beside slow peers in the same run.

    python tests/benchmarks/tree_distances.py [sentences, default 3531] [project ...]

Real trees: those of the dependency projects in tests/data and of the projects
named. Synthetic trees: as many sentences as the Prague Czech-English Dependency
Treebank has that were annotated two or three times (Skjærholt 2014), made of
real ones: subtrees are replaced by others of about the same size, then each
annotator changes some heads and labels, until two agree on about nine in ten.

Peers: Zhang-Shasha in plain Python, pair by pair, and the packages zss and
apted where they are installed, each on a sample of the pairs. CPU seconds.
"""

import random
import resource
import sys
import time
from bisect import bisect_left
from pathlib import Path

import numpy

from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.measures.tree_alpha import METRICS, TreeAlphaTable
from brat_iaa.measures.tree_edit import Forest, distances

PROJECTS = Path(__file__).parent.parent / "data" / "projects"
MEAN_TOKENS = 17.5
REPLACED = 0.35
CHANGED = 1 - 0.9**0.5
RELABELLED = 0.55
SAMPLE = 200


class Tree:
    """A node with its label and children; size counts the node itself."""

    def __init__(self, label, children=()):
        self.label = label
        self.children = list(children)

    def nodes(self):
        """All nodes, in preorder."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def size(self):
        return sum(1 for _ in self.nodes())

    def copy(self):
        return Tree(self.label, [child.copy() for child in self.children])


def project_trees(folder):
    """One list of artificial roots for each sentence: the trees of its annotators."""
    sentences = {}
    for path in sorted(Path(folder).glob("*/*.ann")):
        text = path.with_suffix(".txt").read_text("utf-8")
        for number, root in enumerate(_trees(read_annotations(path.read_bytes(), text, path.name))):
            sentences.setdefault((path.name, number), []).append(root)
    return list(sentences.values())


def _trees(annotations):
    spans = sorted(annotations.spans.values(), key=lambda span: span.start)
    node = {span.id: Tree("" if span.type == "ROOT" else None) for span in spans}
    head = {}
    for relation in annotations.relations:
        (_, first), (_, second) = relation.args
        head[second] = first
        node[second].label = relation.type
    for span in spans:
        if span.id in head:
            node[head[span.id]].children.append(node[span.id])
    # What hangs on a cycle hangs on no root: it is in no tree.
    return [node[span.id] for span in spans if span.type == "ROOT"]


def forest(root):
    """The Forest below an artificial root."""
    labels, leftmost = [], []
    waiting = [(child, None) for child in reversed(root.children)]
    while waiting:
        node, first = waiting.pop()
        if first is None:
            waiting.append((node, len(labels)))
            waiting.extend((child, None) for child in reversed(node.children))
        else:
            leftmost.append(first)
            labels.append(node.label)
    return Forest(tuple(labels), tuple(leftmost))


def synthetic(real, sentences, seed=1):
    """Lists of two or three annotators' trees, made of the trees of real sentences."""
    choose = random.Random(seed)
    roots = [root for trees in real for root in trees if root.children]
    sizes = [root.size() - 1 for root in roots]
    by_size = sorted(zip(sizes, range(len(roots))))
    scale = MEAN_TOKENS * len(sizes) / sum(sizes)
    subtrees = {}
    for root in roots:
        for node in root.nodes():
            if node is not root:
                subtrees.setdefault(node.label, []).append((node.size(), node))
    for own in subtrees.values():
        own.sort(key=lambda entry: entry[0])
    labels = [node.label for root in roots for node in root.nodes() if node is not root]
    corpus = []
    for _ in range(sentences):
        target = max(1, round(choose.choice(sizes) * scale))
        near = bisect_left(by_size, (target, 0)) + choose.randint(-10, 10)
        root = roots[by_size[min(max(near, 0), len(roots) - 1)][1]].copy()
        _replace(root, subtrees, choose)
        _fit(root, target, subtrees, labels, choose)
        corpus.append([_annotated(root, labels, choose) for _ in range(choose.choice((2, 3)))])
    return corpus


def _replace(root, subtrees, choose):
    """Put real subtrees with the same label and about the same size in the place of some."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for place, child in enumerate(node.children):
            if choose.random() < REPLACED:
                size = child.size()
                own = subtrees[child.label]
                first, after = bisect_left(own, (size - 2,)), bisect_left(own, (size + 3,))
                if first < after:
                    node.children[place] = own[choose.randrange(first, after)][1].copy()
                    continue
            waiting.append(child)


def _fit(root, target, subtrees, labels, choose):
    """Add real subtrees or remove leaves until the tree has target nodes."""
    size = root.size() - 1
    while size < target:
        own = subtrees[choose.choice(labels)]
        added = own[choose.randrange(max(1, bisect_left(own, (target - size + 1,))))]
        if added[0] <= target - size:
            node = choose.choice(list(root.nodes()))
            node.children.insert(choose.randint(0, len(node.children)), added[1].copy())
            size += added[0]
    while size > target:
        parent = choose.choice([node for node in root.nodes() if node.children])
        place = choose.randrange(len(parent.children))
        if not parent.children[place].children:
            del parent.children[place]
            size -= 1


def _annotated(root, labels, choose):
    """A copy in which some tokens have another label or hang on a near node."""
    root = root.copy()
    for parent in list(root.nodes()):
        for child in list(parent.children):
            if choose.random() >= CHANGED:
                continue
            if choose.random() < RELABELLED:
                child.label = choose.choice(labels)
                continue
            inside = {id(node) for node in child.nodes()}
            near = (
                [parent]
                + parent.children
                + [node for own in parent.children for node in own.children]
            )
            heads = [node for node in near if id(node) not in inside and node is not parent]
            if heads:
                parent.children.remove(child)
                head = choose.choice(heads)
                head.children.insert(choose.randint(0, len(head.children)), child)
    return root


def pair_by_pair(forests, pairs):
    """Zhang-Shasha 1989 in plain Python, on lists that are made once for each forest."""
    ready = {}
    for place in {place for pair in pairs for place in pair}:
        labels, leftmost = list(forests[place].labels) + [None], list(forests[place].leftmost) + [0]
        ready[place] = (
            labels,
            leftmost,
            sorted({first: node for node, first in enumerate(leftmost)}.values()),
        )
    return [_zhang_shasha(ready[one], ready[other]) for one, other in pairs]


def _zhang_shasha(one, other):
    (a, left_a, keyroots_a), (b, left_b, keyroots_b) = one, other
    tree = [[0] * len(b) for _ in a]
    for i in keyroots_a:
        for j in keyroots_b:
            top, side = left_a[i], left_b[j]
            rows = [list(range(j - side + 2))]
            for x in range(top, i + 1):
                above, row = rows[-1], [rows[-1][0] + 1]
                of_x, first = tree[x], left_a[x]
                for y in range(side, j + 1):
                    best = min(above[y - side + 1], row[-1]) + 1
                    if first == top and left_b[y] == side:
                        best = min(best, above[y - side] + (a[x] != b[y]))
                        of_x[y] = best
                    else:
                        best = min(best, rows[first - top][left_b[y] - side] + of_x[y])
                    row.append(best)
                rows.append(row)
    return tree[-1][-1]


def _nested(forest, node):
    """The forest below a common root as objects: node(label, children)."""
    waiting = []
    for place, (label, first) in enumerate(zip(forest.labels, forest.leftmost)):
        children = []
        while waiting and waiting[-1][0] >= first:
            children.append(waiting.pop()[1])
        waiting.append((place, node(label, children[::-1])))
    return node("", [tree for _, tree in waiting])


def with_zss(forests, pairs):
    import zss

    made = [_nested(forest, zss.Node) for forest in forests]
    return [zss.simple_distance(made[one], made[other]) for one, other in pairs]


def with_apted(forests, pairs):
    from apted import APTED
    from apted.helpers import Tree as Node

    made = [_nested(forest, lambda label, children: Node(label, *children)) for forest in forests]
    return [APTED(made[one], made[other]).compute_edit_distance() for one, other in pairs]


def seconds(call, *given):
    """(CPU seconds, what the call returns)."""
    begin = time.process_time()
    result = call(*given)
    return time.process_time() - begin, result


def megabytes():
    """The most memory this process has had so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e6 / 1024)


def measure(title, corpus):
    """Print what the distances and the alphas of a corpus cost, beside the peers."""
    units = [[forest(root) for root in roots] for roots in corpus]
    index = {}
    trees = [index.setdefault(own, len(index)) for unit in units for own in unit]
    distinct = list(index)
    pairs = len(distinct) * (len(distinct) - 1) // 2
    spent, distance = seconds(distances, distinct)
    tokens = sum(len(own.labels) for own in distinct)
    print(
        "%s: %d sentences, %d trees, %d of them distinct with %.1f tokens, %d pairs"
        % (title, len(units), len(trees), len(distinct), tokens / max(1, len(distinct)), pairs)
    )
    print(
        "  %-24s %9.2f s %10.2f us/pair   at most %.0f MB"
        % ("distances", spent, spent / pairs * 1e6, megabytes())
    )
    _measure_alpha(units, trees, distance)
    choose = random.Random(1)
    sample = [tuple(choose.sample(range(len(distinct)), 2)) for _ in range(SAMPLE)]
    for name, peer in (
        ("pair by pair in Python", pair_by_pair),
        ("zss", with_zss),
        ("apted", with_apted),
    ):
        try:
            peers, found = seconds(peer, distinct, sample)
        except ImportError:
            print("  %-24s is not installed" % name)
            continue
        assert found == [distance[pair] for pair in sample], name
        ratio = peers / len(sample) / (spent / pairs)
        print(
            "  %-24s %9.2f s %10.2f us/pair   %.0f times the time of distances"
            % ("%s, %d" % (name, len(sample)), peers, peers / len(sample) * 1e6, ratio)
        )


def _measure_alpha(units, trees, distance):
    size = [len(own.labels) + 1 for unit in units for own in unit]
    unit = [number for number, own in enumerate(units) for _ in own]
    table = TreeAlphaTable(distance, trees, size, unit, len(units))
    spent, scores = seconds(lambda: [table.of(metric).score().alpha for metric in METRICS])
    shown = ", ".join("%s %.4f" % found for found in zip(METRICS, scores))
    print("  %-24s %9.2f s   %s" % ("the three alphas", spent, shown))
    spent, _ = seconds(lambda: table.of("plain").estimate())
    print("  %-24s %9.2f s   at most %.0f MB" % ("influences of one", spent, megabytes()))


def main():
    sentences = int(sys.argv[1]) if len(sys.argv) > 1 else 3531
    folders = [PROJECTS / "ndt1", PROJECTS / "ndt3"] + [Path(name) for name in sys.argv[2:]]
    print("Python %d.%d, NumPy %s" % (sys.version_info[:2] + (numpy.__version__,)))
    real = {folder.name: project_trees(folder) for folder in folders}
    for name, corpus in real.items():
        measure(name, corpus)
    pooled = [roots for corpus in real.values() for roots in corpus]
    # 528 trees: the size of the English part of the Copenhagen Dependency Treebanks.
    measure("synthetic, small", synthetic(pooled, 211))
    measure("synthetic", synthetic(pooled, sentences))


if __name__ == "__main__":
    main()
