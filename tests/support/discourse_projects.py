"""Discourse relations on the words and trees of the example of Mírovský et al. 2010."""

from chain_projects import Writer
from checkout import PROJECTS
from small_projects import put_raw

PROJECT = PROJECTS / "mirovsky_example"
CONFIG = (
    "[layer dependencies]\nlabels = dep\n[layer discourse]\nkind = relations\nconnectives = {}\n"
)
TEXT = (PROJECT / "A" / "example.txt").read_text("utf-8")
# Dependent and head in the trees of the example.
TREE = "a2<a1 a3<a1 a4<a2 a5<a4 b2<b1 b3<b1 b4<b3 c2<c1 c3<c2 d2<d1"


def put_relations(
    root, annotator, relations, seed=None, first=1, form="event", connective="trigger"
):
    """Write the trees of the example and relations such as "a1 b1 reason k1 k2; ..."."""
    writer = Writer(TEXT, first)
    words = TEXT.split()
    node = {word: writer.span("Node", place) for place, word in enumerate(words) if word != "ROOT"}
    for arc in TREE.split():
        dependent, head = arc.split("<")
        writer.relation("dep", node[head], node[dependent])
    for line in filter(None, relations.split("; ")):
        start, target, type, *tokens = line.split()
        if form == "event":
            marked = tokens if connective == "trigger" else ["k1"]
            trigger = writer.span(type, *map(words.index, marked))
            id = writer.event(type, trigger, Start=node[start], Target=node[target])
        else:
            id = writer.relation(type, node[start], node[target])
        if connective == "note" and tokens:
            writer.note(id, " ".join(tokens))
        elif connective == "attribute" and tokens:
            writer.attribute("Connective", id, " ".join(tokens))
        elif connective == "ids" and tokens:
            writer.note(id, " ".join(node[token] for token in tokens))
    put_raw(root, annotator, "example", TEXT, writer.content(seed))
