"""Relations between spans on the sentence of element_projects, and what annotators agree on."""

import element_projects
from chain_projects import Writer
from element_projects import WORDS

LAYER = "[layer links]\nkind = entity-relations\n"


def ann(spans, *relations, seed=None):
    """An .ann. spans: {name: (type, word numbers)}; relations: (type, name, name, other roles)"""
    writer = Writer(WORDS)
    ids = {name: writer.span(kind, *words) for name, (kind, *words) in spans.items()}
    for kind, first, second, *roles in relations:
        writer.relation(kind, ids[first], ids[second], *roles)
    return writer.content(seed)


SPANS = {
    "ana": ("PER", 0, 1), "gre": ("LOC", 3), "fra": ("LOC", 5), "un": ("ORG", 9), "rome": ("LOC", 11),
}  # fmt: skip


def compared(root, settings="", **annotators):
    return element_projects.compared(root, LAYER + settings, annotators)
