"""Trees with random errors (Skjærholt 2014, section 3).

Each token, in postorder, gets a random other label with probability p_label, and a random head that
it does not dominate with probability p_attach. The paper says that a changed label is another one,
which its printed LAS contradicts; see RULES.
"""

from typing import NamedTuple

ROOT = -1  # in the place of a head

# From which labels a changed one is drawn, each as often as the others.
ANOTHER, ANY = RULES = ("another", "any")


class Tree(NamedTuple):
    """One sentence: its tokens by index; of each the index of its head, or ROOT,
    and its label."""

    tokens: tuple
    heads: dict
    labels: dict


def dominates(heads, index, other) -> bool:
    """Whether the path from other to the root leads over index; a token dominates itself."""
    seen = set()
    while other != ROOT and other not in seen:
        if other == index:
            return True
        seen.add(other)
        other = heads[other]
    return False


def perturbed(tree, all_labels, p_label, p_attach, rng, rule=ANOTHER) -> Tree:
    """The Tree with random errors; the result is a tree.

    all_labels  to choose from
    rng         random.Random
    rule        one of RULES: whether a token may be given the label that it had
    """
    heads, labels_of = dict(tree.heads), dict(tree.labels)
    for index in _postorder(tree):
        if rng.random() < p_label:
            had = labels_of[index]
            choice = [label for label in all_labels if rule == ANY or label != had]
            labels_of[index] = rng.choice(choice) if choice else had
        if rng.random() < p_attach:
            heads[index] = rng.choice(
                [ROOT] + [other for other in tree.tokens if not dominates(heads, index, other)]
            )
    return Tree(tree.tokens, heads, labels_of)


def _postorder(tree):
    children = {}
    for index in tree.tokens:
        children.setdefault(tree.heads[index], []).append(index)
    # Preorder with the last child first, read backwards.
    order, stack = [], list(children.get(ROOT, ()))
    while stack:
        index = stack.pop()
        order.append(index)
        stack += children.get(index, ())
    return order[::-1]
